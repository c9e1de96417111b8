//! Checks that rest on an assumption, and checks beside them that do not: verdicts must name it in the one case only.

/// Two lists in one check, which share no nodes.
mod two_lists {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct List {
        head: Option<Box<Node>>,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Node {
        next: Option<Box<Node>>,
    }

    #[glassbox::check(height = 2)]
    fn swap(a: &mut List, b: &mut List) {
        std::mem::swap(a, b);
    }

    #[glassbox::check(height = 2)]
    fn pop(list: &mut List) {
        if let Some(node) = list.head.take() {
            list.head = node.next;
        }
    }
}

/// A field that the description leaves out.
mod skipped_field {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Switch {
        is_on: bool,
        #[glassbox(skip = 0)]
        uses: u8,
    }

    #[glassbox::check]
    fn toggle(switch: &mut Switch) {
        assert_eq!(switch.uses, 0);
        switch.is_on = !switch.is_on;
    }
}

/// No structure: nothing can be moved.
mod numbers {
    #[glassbox::check]
    fn adds(#[glassbox(values = 0..4)] a: u8, #[glassbox(values = 0..4)] b: u8) {
        assert!(a + b < 7);
    }
}

/// Boxes in the order of their addresses, of which no operation takes notice but by comparing.
#[glassbox::explore(operations = 3)]
mod by_address {
    #[derive(Default)]
    #[expect(clippy::vec_box, reason = "the addresses of the boxes are what is compared")]
    pub struct Pair {
        boxes: Vec<Box<u8>>,
    }

    pub fn new() -> Pair {
        Pair::default()
    }

    pub fn push(pair: &mut Pair) {
        glassbox::assume(pair.boxes.len() < 2);
        pair.boxes.push(Box::new(1));
    }

    /// The boxes are alike, so their order makes no difference.
    pub fn sort(pair: &mut Pair) {
        pair.boxes.sort_by_key(|one| (&raw const **one).addr());
    }
}

/// An exploration whose operations compare no addresses.
#[glassbox::explore(operations = 3)]
mod by_number {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }

    pub fn push(numbers: &mut Vec<u8>) {
        numbers.push(1);
    }

    pub fn sort(numbers: &mut Vec<u8>) {
        numbers.sort_unstable();
    }
}
