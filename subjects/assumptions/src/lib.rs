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

/// A counter that goes beyond its listed values.
mod counter {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Counter {
        #[glassbox(values = 0..3)]
        n: u8,
    }

    #[glassbox::check]
    fn up(counter: &mut Counter) {
        counter.n += 1;
    }

    #[glassbox::check(may_leave)]
    fn up_freely(counter: &mut Counter) {
        counter.n += 1;
    }

    /// Leaves the listed values from 2, and panics in 1.
    #[glassbox::check(may_leave)]
    fn up_or_panic(counter: &mut Counter) {
        assert_ne!(counter.n, 1);
        counter.n += 1;
    }

    /// Leaves the listed values from 2, and the clock is not offered, in 1.
    #[glassbox::check(may_leave)]
    #[expect(clippy::disallowed_methods, reason = "glassbox offers no clock, and has to say so")]
    fn up_by_the_clock(counter: &mut Counter) {
        if counter.n == 1 {
            std::hint::black_box(std::time::Instant::now());
        }
        counter.n += 1;
    }

    /// May leave the listed values, and does not.
    #[glassbox::check(may_leave)]
    fn down(counter: &mut Counter) {
        counter.n = counter.n.saturating_sub(1);
    }
}

/// A buffer with room for five, which no push makes.
mod room_for_five {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    struct Usual {
        items: Vec<u8>,
    }

    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    struct WithFive {
        #[glassbox(capacities = [5])]
        items: Vec<u8>,
    }

    #[glassbox::check(len = 2)]
    fn renew_usual(buffer: &mut Usual) {
        buffer.items = Vec::with_capacity(5);
    }

    #[glassbox::check(len = 2)]
    fn renew(buffer: &mut WithFive) {
        buffer.items = Vec::with_capacity(5);
    }

    /// Nothing makes room for five here.
    #[derive(Default, Structure)]
    #[glassbox(no_invariant, domain(u8 = 0..2))]
    struct Pushed {
        items: Vec<u8>,
    }

    #[glassbox::check(len = 2)]
    fn not_five_pushed(buffer: &mut Pushed) {
        assert_ne!(buffer.items.capacity(), 5);
    }

    #[glassbox::check(len = 2)]
    fn not_five(buffer: &mut WithFive) {
        assert_ne!(buffer.items.capacity(), 5);
    }
}

/// Leaves the listed values from every state, and the order of addresses decides.
mod leaves_and_compares {
    use glassbox::Structure;

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    struct Two {
        a: Option<Box<Leaf>>,
        b: Option<Box<Leaf>>,
        #[glassbox(values = 0..2)]
        uses: u8,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Leaf {
        x: bool,
    }

    #[glassbox::check(may_leave)]
    fn lock_both(two: &mut Two) {
        two.uses = 2;
        if let (Some(a), Some(b)) = (&two.a, &two.b) {
            assert!((&raw const **a) < (&raw const **b));
        }
    }
}
