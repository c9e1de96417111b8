//! Exploration of `Bag` in `init1.rs`, as `cargo glassbox init --explore` writes it.

/// Every sequence of operations of `Bag`.
#[glassbox::explore(operations = 4)]
mod bag {
    use super::super::Bag;

    pub fn new() -> Bag {
        Bag::new()
    }

    pub fn push(bag: &mut Bag, #[glassbox(values = 0..3)] item: u8) {
        bag.push(item);
    }

    pub fn len_is_the_number_of_items(bag: &Bag) -> bool {
        bag.len() == bag.iter().count()
    }

    pub fn empty_is_without_items(bag: &Bag) -> bool {
        let len = bag.len();
        bag.is_empty() == (len == 0)
    }

    pub fn looking_does_not_panic(bag: &Bag) {
        let _ = bag.sum();
    }
}
