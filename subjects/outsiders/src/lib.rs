//! Structures whose valid states lack some that operations reach.
//!
//! Each of them but the last has a check that holds for all valid states, so that nothing but reaching shows what is wrong.

/// The invariant is too strong: it does not admit the empty list, and the only operation keeps the last item.
mod too_strong {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};

    #[derive(Default, Structure)]
    struct List {
        #[glassbox(tree)]
        first: Option<Box<Node>>,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Node {
        #[glassbox(tree)]
        next: Option<Box<Node>>,
    }

    impl Invariant for List {
        type Summary = ();

        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.first.is_some(), "there is no item")
        }
    }

    #[glassbox::check(height = 3)]
    fn push(list: &mut List) {
        let next = list.first.take();
        list.first = Some(Box::new(Node { next }));
    }
}

/// Keys are less on the left, and `sorted` says the opposite. To look for one shows nothing.
mod wrong_rank {
    use std::cmp::Ordering;

    use glassbox::{Key, Structure};

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Tree {
        #[glassbox(tree)]
        root: Option<Box<Node>>,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(right, key, left))]
    struct Node {
        key: Key,
        #[glassbox(tree)]
        left: Option<Box<Node>>,
        #[glassbox(tree)]
        right: Option<Box<Node>>,
    }

    impl Tree {
        fn place(&mut self, key: &Key) -> &mut Option<Box<Node>> {
            let mut place = &mut self.root;
            loop {
                let order = place.as_ref().map_or(Ordering::Equal, |node| key.cmp(&node.key));
                place = match (place, order) {
                    (Some(node), Ordering::Less) => &mut node.left,
                    (Some(node), Ordering::Greater) => &mut node.right,
                    (place, _) => return place,
                };
            }
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "keys are passed by value to checks")]
    #[glassbox::check(height = 2)]
    fn contains(tree: &mut Tree, key: Key) {
        let _ = tree.place(&key).is_some();
    }

    /// Its own check sees it, too.
    #[glassbox::check(height = 2)]
    fn insert(tree: &mut Tree, key: Key) {
        let place = tree.place(&key);
        if place.is_none() {
            *place = Some(Box::new(Node { key, left: None, right: None }));
        }
    }
}

/// With the capacity of vectors fixed (`--bound capacity=1`), the one without a buffer is missing.
mod no_buffer {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Stack {
        #[glassbox(domain(u8 = 0..2))]
        items: Vec<u8>,
    }

    #[glassbox::check(len = 2)]
    fn push(stack: &mut Stack, #[glassbox(values = 0..2)] item: u8) {
        stack.items.push(item);
    }
}

/// A field can be more than its domain says, but only after two operations.
mod missing_value {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Switch {
        #[glassbox(values = 0..2)]
        setting: u8,
        was_set: bool,
    }

    #[glassbox::check]
    fn set(switch: &mut Switch) {
        switch.was_set = true;
    }

    #[glassbox::check]
    fn turn(switch: &mut Switch) {
        if switch.was_set {
            switch.setting = 7;
        }
    }

    #[glassbox::check]
    fn look(switch: &Switch) -> bool {
        switch.setting < 2
    }
}

/// Nothing is wrong: one check restricts itself to fewer values than the other, which does not make the others outsiders.
mod fewer_values {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Stack {
        items: Vec<u8>,
    }

    #[glassbox::check(len = 2)]
    fn push(#[glassbox(domain(u8 = 0..4))] stack: &mut Stack, #[glassbox(values = 0..4)] item: u8) {
        stack.items.push(item);
    }

    #[glassbox::check(len = 2)]
    fn pop(#[glassbox(domain(u8 = 0..2))] stack: &mut Stack) {
        stack.items.pop();
    }
}

/// The invariant is too strong for what the structure begins with, which its type does not say, and a check does.
mod begins_elsewhere {
    use glassbox::{Broken, Children, Invariant, Structure, ensure};

    #[derive(Structure)]
    struct Counter {
        #[glassbox(values = 0..4)]
        count: u8,
    }

    impl Invariant for Counter {
        type Summary = ();

        fn check(&self, _: &Children) -> Result<(), Broken> {
            ensure(self.count != 2, "the count is 2")
        }
    }

    impl Counter {
        fn from(count: u8) -> Self {
            Self { count }
        }
    }

    #[glassbox::check]
    fn look(counter: &Counter) -> bool {
        counter.count < 4
    }

    #[glassbox::check]
    fn down(#[glassbox(new = Counter::from(3))] counter: &mut Counter) {
        // It goes around what is not valid, but not from 3 on.
        counter.count = if counter.count == 3 { 2 } else { counter.count & 1 };
    }
}

/// The other way round: the invariant is too weak. No operation makes the two numbers differ, and the check fails if they do.
mod too_weak {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Twice {
        #[glassbox(values = 0..3)]
        number: u8,
        #[glassbox(values = 0..3)]
        again: u8,
    }

    #[glassbox::check]
    fn set(twice: &mut Twice, #[glassbox(values = 0..3)] number: u8) {
        assert_eq!(twice.number, twice.again);
        (twice.number, twice.again) = (number, number);
    }
}
