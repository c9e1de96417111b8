//! An invariant that walks through the list, and one with summaries: at most two items are large.

macro_rules! list {
    ($of_list:item $of_node:item) => {
        use glassbox::{Broken, Children, Invariant, Structure, ensure};

        #[derive(Default, Structure)]
        pub struct List {
            first: Option<Box<Node>>,
        }

        #[derive(Structure)]
        pub struct Node {
            #[glassbox(values = 0..4)]
            item: u8,
            next: Option<Box<Node>>,
        }

        $of_list
        $of_node

        #[glassbox::check(height = 9)]
        pub fn push(list: &mut List, #[glassbox(values = 0..2)] item: u8) {
            list.first = Some(Box::new(Node { item, next: list.first.take() }));
        }
    };
}

pub mod before {
    list! {
        impl Invariant for List {
            type Summary = ();

            fn check(&self, _: &Children) -> Result<(), Broken> {
                Ok(())
            }

            fn ok(&self) -> bool {
                let (mut n_large, mut link) = (0, &self.first);
                while let Some(node) = link {
                    if node.item > 2 {
                        n_large += 1;
                    }
                    link = &node.next;
                }
                n_large <= 2
            }
        }
        impl Invariant for Node {
            type Summary = ();

            fn check(&self, _: &Children) -> Result<(), Broken> {
                ensure(self.item < 4, "an item is too large")
            }
        }
    }
}

pub mod after {
    list! {
        impl Invariant for List {
            type Summary = ();

            fn check(&self, children: &Children) -> Result<(), Broken> {
                ensure(children.summary_or(&self.first, 0) <= 2, "too many items are large")
            }
        }
        impl Invariant for Node {
            /// Number of large items from here on.
            type Summary = u8;

            fn check(&self, children: &Children) -> Result<u8, Broken> {
                Ok(children.summary_or(&self.next, 0) + u8::from(self.item > 2))
            }
        }
    }
}
