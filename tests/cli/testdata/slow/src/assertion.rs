//! An assertion that counts everything again, and an operation without it.

macro_rules! bag {
    () => {
        #[derive(Default, glassbox::Structure)]
        #[glassbox(no_invariant)]
        pub struct Bag {
            first: Option<Box<Node>>,
        }

        #[derive(glassbox::Structure)]
        #[glassbox(no_invariant)]
        pub struct Node {
            #[glassbox(values = 0..4)]
            item: u8,
            next: Option<Box<Node>>,
        }

        impl Bag {
            pub fn n_large(&self) -> usize {
                let (mut n, mut link) = (0, &self.first);
                while let Some(node) = link {
                    if node.item > 2 {
                        n += 1;
                    }
                    link = &node.next;
                }
                n
            }

            pub fn push(&mut self, item: u8) {
                self.first = Some(Box::new(Node { item, next: self.first.take() }));
            }
        }
    };
}

pub mod before {
    bag! {}

    #[glassbox::check(height = 9)]
    pub fn push(bag: &mut Bag, #[glassbox(values = 0..4)] item: u8) {
        bag.push(item);
        debug_assert!(bag.n_large() <= 10);
    }
}

pub mod after {
    bag! {}

    #[glassbox::check(height = 9)]
    pub fn push(bag: &mut Bag, #[glassbox(values = 0..4)] item: u8) {
        bag.push(item);
    }
}
