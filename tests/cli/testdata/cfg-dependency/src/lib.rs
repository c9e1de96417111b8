#[cfg_attr(glassbox, derive(glassbox::Structure), glassbox(no_invariant))]
pub struct Queue<T> {
    front: Vec<T>,
    back: Vec<T>,
}

impl<T> Queue<T> {
    pub fn enqueue(&mut self, item: T) {
        self.back.push(item);
    }

    pub fn dequeue(&mut self) -> Option<T> {
        if self.front.is_empty() {
            self.front.extend(self.back.drain(..).rev());
        }
        self.front.pop()
    }
}

#[cfg(glassbox)]
mod checks {
    use crate::Queue;

    /// One more goes in, one comes out.
    #[glassbox::check(len = 3)]
    fn keeps_its_length(
        #[glassbox(domain(u8 = 0..2))] queue: &mut Queue<u8>,
        #[glassbox(values = 0..2)] item: u8,
    ) -> bool {
        let len = |queue: &Queue<u8>| queue.front.len() + queue.back.len();
        let before = len(queue);
        queue.enqueue(item);
        queue.dequeue().is_some() & (len(queue) == before)
    }

    pub mod deeper {
        /// Same name, another module.
        #[glassbox::check]
        fn keeps_its_length(
            #[glassbox(domain(u8 = [7]))] left: &crate::Queue<u8>,
            #[glassbox(values = [(0, [None, Some(Box::new(1))])])] pair: (u8, [Option<Box<u16>>; 2]),
        ) {
            let _ = (left.front.len(), pair);
        }
    }
}
