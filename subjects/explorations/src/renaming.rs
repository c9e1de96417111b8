//! Code that tries to be taken for something that it is not: states that differ must not be taken for one.

/// Two lists of one item behave differently if the items do.
#[glassbox::explore(operations = 3)]
mod different_data {
    pub fn new() -> Option<Box<u8>> {
        None
    }

    pub fn put(subject: &mut Option<Box<u8>>, #[glassbox(values = [1, 2, 3])] item: u8) {
        *subject = Some(Box::new(item));
    }

    pub fn look(subject: &mut Option<Box<u8>>) {
        assert!(subject.as_deref() != Some(&3), "three");
    }
}

/// An address that is kept as a number, disguised: which block it means decides.
#[glassbox::explore(operations = 4)]
mod disguised_address {
    pub struct Disguised {
        boxes: [Option<Box<u8>>; 2],
        hidden: usize,
    }

    pub fn new() -> Disguised {
        Disguised { boxes: [None, None], hidden: 0 }
    }

    pub fn fill(subject: &mut Disguised) {
        subject.boxes = [Some(Box::new(1)), Some(Box::new(1))];
    }

    pub fn hide(subject: &mut Disguised, which: bool) {
        glassbox::assume(subject.boxes[0].is_some());
        let chosen = subject.boxes[usize::from(which)].as_deref().expect("both are there");
        subject.hidden = std::ptr::from_ref(chosen).expose_provenance() ^ 0x5555_5555;
    }

    pub fn compare(subject: &mut Disguised) {
        glassbox::assume(subject.hidden != 0);
        let second = subject.boxes[1].as_deref().expect("both are there");
        let is_second = std::ptr::from_ref(second).expose_provenance() == subject.hidden ^ 0x5555_5555;
        assert!(!is_second, "the second one");
    }
}

/// Which of two equal values is which decides.
#[glassbox::explore(operations = 4)]
mod same_value_twice {
    use glassbox::Val;

    #[derive(Default)]
    pub struct Pair {
        a: Option<Val>,
        b: Option<Val>,
        copy: u32,
    }

    pub fn new() -> Pair {
        Pair::default()
    }

    pub fn put_a(pair: &mut Pair, value: Val) {
        pair.a = Some(value);
    }

    pub fn put_b(pair: &mut Pair, value: Val) {
        pair.b = Some(value);
    }

    pub fn swap(pair: &mut Pair) {
        std::mem::swap(&mut pair.a, &mut pair.b);
        pair.copy += 1;
    }

    pub fn is_swapped_once(pair: &Pair) -> bool {
        pair.copy < 2 || pair.a.is_none() || pair.b.is_none()
    }
}

/// The order of addresses decides; nothing but another layout of the heap shows it.
#[glassbox::explore(operations = 3)]
mod order_of_addresses {
    #[derive(Default)]
    pub struct Two {
        boxes: Vec<Box<u8>>,
        is_ascending: bool,
    }

    pub fn new() -> Two {
        Two::default()
    }

    pub fn push(two: &mut Two, #[glassbox(values = [1])] item: u8) {
        glassbox::assume(two.boxes.len() < 2);
        two.boxes.push(Box::new(item));
    }

    pub fn order(two: &mut Two) {
        glassbox::assume(two.boxes.len() == 2);
        let address = |index: usize| std::ptr::from_ref(&*two.boxes[index]).addr();
        two.is_ascending = address(0) < address(1);
    }
}

/// A set of keys that takes the fourth for a duplicate if it is the second least: only one order of insertion shows it.
#[glassbox::explore(operations = 5)]
mod order_of_keys {
    use glassbox::Key;

    pub fn new() -> Vec<Key> {
        Vec::new()
    }

    pub fn insert(set: &mut Vec<Key>, key: Key) {
        if let Err(at) = set.binary_search(&key) {
            set.insert(at, key);
            assert!(set.len() < 4 || at != 1, "the fourth is the second least");
        }
    }
}

/// Where an item lies is decided by the address of its block, and no number that was made of that is kept.
#[glassbox::explore(operations = 4)]
mod hashed_address {
    #[derive(Default)]
    pub struct Table {
        slots: [Option<Box<u8>>; 4],
        misses: u8,
    }

    fn slot(item: &u8) -> usize {
        (std::ptr::from_ref(item).addr() / 16) % 4
    }

    pub fn new() -> Table {
        Table::default()
    }

    pub fn insert(table: &mut Table, #[glassbox(values = [1])] item: u8) {
        let item = Box::new(item);
        let at = slot(&item);
        if table.slots[at].is_some() {
            table.misses += 1;
        } else {
            table.slots[at] = Some(item);
        }
    }
}

/// No history begins: that is no reason to be content.
#[glassbox::explore(operations = 2)]
mod nothing_at_all {
    pub fn new() -> u8 {
        glassbox::assume(false);
        0
    }

    pub fn fail(_subject: &mut u8) {
        panic!("never reached");
    }
}

/// No operation is ever possible: that is no reason either.
#[glassbox::explore(operations = 2)]
mod nothing_to_do {
    pub fn new() -> u8 {
        0
    }

    pub fn fail(subject: &mut u8) {
        glassbox::assume(*subject > 0);
        panic!("never reached");
    }
}

/// Some functions are never possible: nobody may think that they were tried.
#[glassbox::explore(operations = 2)]
mod something_to_do {
    pub fn new() -> u8 {
        0
    }

    pub fn set(subject: &mut u8, #[glassbox(values = [0, 1])] to: u8) {
        *subject = to;
    }

    pub fn fail(subject: &mut u8) {
        glassbox::assume(*subject > 1);
        panic!("never reached");
    }

    pub fn is_large(subject: &u8) -> bool {
        glassbox::assume(*subject > 1);
        false
    }
}

/// It remembers where an item was, and takes a new one at the same place for it. Here there is never one; elsewhere there may be.
#[glassbox::explore(operations = 4)]
mod address_that_was_freed {
    pub struct Cache {
        item: Option<Box<u8>>,
        known: *const u8,
    }

    pub fn new() -> Cache {
        Cache { item: None, known: std::ptr::null() }
    }

    pub fn fill(cache: &mut Cache) {
        cache.item = Some(Box::new(1));
    }

    pub fn know(cache: &mut Cache) {
        cache.known = cache.item.as_deref().map_or(std::ptr::null(), std::ptr::from_ref);
    }

    pub fn empty(cache: &mut Cache) {
        cache.item = None;
    }

    pub fn look(cache: &mut Cache) {
        if cache.item.as_deref().is_some_and(|item| std::ptr::eq(item, cache.known)) {
            cache.known = std::ptr::null();
        }
    }
}

/// It decides by where a static lies, which the linker decides.
#[glassbox::explore(operations = 1)]
mod address_of_a_static {
    static PLACE: u32 = 7;

    pub fn new() -> u8 {
        0
    }

    pub fn look(subject: &mut u8) {
        *subject = u8::from((&raw const PLACE).addr().is_multiple_of(3));
    }
}

/// Where blocks lie decides how soon a state is reached, not which states there are.
#[glassbox::explore(operations = 3)]
mod order_that_is_a_short_cut {
    pub struct Two {
        boxes: [Box<u8>; 2],
        step: u8,
    }

    pub fn new() -> Two {
        Two { boxes: [Box::new(1), Box::new(2)], step: 0 }
    }

    pub fn jump(two: &mut Two) {
        let [a, b] = &two.boxes;
        if two.step == 0 && std::ptr::from_ref(&**a) < std::ptr::from_ref(&**b) {
            two.step = 2;
        }
    }

    pub fn walk(two: &mut Two) {
        two.step = 2.min(two.step + 1);
    }
}
