//! A field with many values, and with those that make a difference.

macro_rules! queue {
    ($values:expr) => {
        #[derive(Default, glassbox::Structure)]
        #[glassbox(no_invariant)]
        pub struct Queue {
            first: Option<Box<Job>>,
        }

        #[derive(glassbox::Structure)]
        #[glassbox(no_invariant)]
        pub struct Job {
            #[glassbox(values = $values)]
            priority: u8,
            next: Option<Box<Job>>,
        }

        impl Queue {
            /// How many jobs there are of each priority.
            pub fn count(&self) -> [u8; 16] {
                let (mut counts, mut link) = ([0; 16], &self.first);
                while let Some(job) = link {
                    counts[usize::from(job.priority)] += 1;
                    link = &job.next;
                }
                counts
            }
        }

        #[glassbox::check(height = 3)]
        pub fn count(queue: &mut Queue) {
            assert!(queue.count().iter().all(|count| *count <= 3));
        }
    };
}

pub mod before {
    queue! { 0..12 }
}

pub mod after {
    queue! { 0..3 }
}
