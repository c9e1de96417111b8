//! Bugs that one rule of explorations shows, and no other.
//!
//! Without the rule, either two states that differ are taken for one, so that nobody looks at the second; or something that can
//! happen is not tried.

/// Blocks of another alignment are freed as if they had the usual one.
#[glassbox::explore(operations = 1)]
mod alignment {
    use std::alloc::{Layout, alloc_zeroed, dealloc};

    pub struct Block(*mut u8);

    impl Drop for Block {
        fn drop(&mut self) {
            if !self.0.is_null() {
                // SAFETY: wrong on purpose.
                unsafe { dealloc(self.0, Layout::new::<u32>()) };
            }
        }
    }

    pub fn new() -> Block {
        Block(std::ptr::null_mut())
    }

    pub fn make(block: &mut Block, #[glassbox(values = [4, 1])] align: usize) {
        glassbox::assume(block.0.is_null());
        // SAFETY: the size is not 0.
        block.0 = unsafe { alloc_zeroed(Layout::from_size_align(4, align).expect("it is small")) };
    }
}

/// The third step leads out of the block.
#[glassbox::explore(operations = 4)]
mod offset {
    pub struct Cursor {
        items: Box<[u8; 2]>,
        at: *const u8,
    }

    pub fn new() -> Cursor {
        let items = Box::new([1, 1]);
        let at = items.as_ptr();
        Cursor { items, at }
    }

    pub fn next(cursor: &mut Cursor) {
        assert_eq!(cursor.items[0], 1);
        // SAFETY: wrong on purpose.
        let item = unsafe { *cursor.at };
        cursor.at = cursor.at.wrapping_add(usize::from(item));
    }
}

/// Frees a block and keeps its address.
#[glassbox::explore(operations = 1)]
mod freed {
    pub struct Kept(*mut u32);

    pub fn new() -> Kept {
        Kept(Box::into_raw(Box::new(1)))
    }

    pub fn free(kept: &mut Kept) {
        // SAFETY: it was made by a box.
        drop(unsafe { Box::from_raw(kept.0) });
    }

    impl Drop for Kept {
        fn drop(&mut self) {
            // SAFETY: wrong on purpose.
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}

/// A number becomes one that nobody has written.
#[glassbox::explore(operations = 1)]
mod undefined {
    use std::mem::MaybeUninit;

    pub struct Number(Box<MaybeUninit<u32>>);

    pub fn new() -> Number {
        Number(Box::new(MaybeUninit::new(0)))
    }

    pub fn renew(number: &mut Number) {
        number.0 = Box::new_uninit();
    }

    pub fn is_small(number: &Number) -> bool {
        // SAFETY: wrong on purpose.
        unsafe { *number.0.assume_init_ref() < 100 }
    }
}

/// The bytes of a static stay what they are, and nobody has written them.
#[glassbox::explore(operations = 2)]
mod undefined_static {
    use std::mem::MaybeUninit;

    static mut LAST: MaybeUninit<u32> = MaybeUninit::new(0);

    pub struct User(pub u8);

    pub fn new() -> User {
        User(0)
    }

    pub fn renew(user: &mut User) {
        let fresh: Box<MaybeUninit<u32>> = Box::new_uninit();
        let fresh: *const MaybeUninit<u32> = std::hint::black_box(&raw const *fresh);
        // SAFETY: there is one thread.
        unsafe { (&raw mut LAST).copy_from(fresh, 1) };
        user.0 = 0;
    }

    pub fn look(user: &mut User) {
        // SAFETY: wrong on purpose.
        assert!(unsafe { LAST.assume_init() } != 7);
        user.0 = 0;
    }
}

/// Through the address of the static, the access that leaves it is an error; through an equal number, nobody can tell.
#[glassbox::explore(operations = 2)]
mod address_of_a_static {
    static ITEMS: [[u8; 4]; 2] = [[1; 4], [2; 4]];

    pub struct Place(*const u8);

    pub fn new() -> Place {
        let disguised = std::hint::black_box((&raw const ITEMS).expose_provenance() ^ 0x5555_5555);
        Place(std::ptr::with_exposed_provenance(std::hint::black_box(disguised) ^ 0x5555_5555))
    }

    pub fn find(place: &mut Place) {
        place.0 = std::hint::black_box((&raw const ITEMS).cast());
    }

    pub fn read(place: &mut Place) {
        // SAFETY: wrong on purpose.
        assert!(unsafe { *place.0.add(8) } != 77);
    }
}

/// Drops a value and keeps it.
#[glassbox::explore(operations = 1)]
mod live_value {
    use std::mem::ManuallyDrop;

    use glassbox::Val;

    pub struct Kept(ManuallyDrop<Val>);

    pub fn new(value: Val) -> Kept {
        Kept(ManuallyDrop::new(value))
    }

    pub fn drop_early(kept: &mut Kept) {
        // SAFETY: wrong on purpose.
        unsafe { ManuallyDrop::drop(&mut kept.0) };
    }

    impl Drop for Kept {
        fn drop(&mut self) {
            // SAFETY: nothing uses it any more.
            unsafe { ManuallyDrop::drop(&mut self.0) };
        }
    }
}

/// Two values that were found to be equal stay equal.
#[glassbox::explore(operations = 2)]
mod equal_values {
    use glassbox::Val;

    pub struct Two {
        values: [Val; 2],
        is_compared: bool,
    }

    pub fn new(a: Val, b: Val) -> Two {
        Two { values: [a, b], is_compared: false }
    }

    pub fn compare(two: &mut Two) {
        std::hint::black_box(two.values[0] == two.values[1]);
        two.is_compared = true;
    }

    pub fn use_both(two: &mut Two) {
        glassbox::assume(two.is_compared);
        assert!(two.values[0] != two.values[1], "the same value twice");
    }
}

/// Which of two keys is the lesser one is part of the state.
#[glassbox::explore(operations = 1)]
mod key_order {
    use glassbox::Key;

    pub fn new(a: Key, b: Key) -> [Key; 2] {
        [a, b]
    }

    pub fn use_both(keys: &mut [Key; 2]) {
        assert!(keys[0] >= keys[1], "sorted");
    }
}

/// The hash of a key stays what it was.
#[glassbox::explore(operations = 2)]
mod hashes {
    use std::hash::{Hash as _, Hasher};

    use glassbox::Key;

    pub struct One {
        key: Key,
        is_hashed: bool,
    }

    #[derive(Default)]
    struct Sum(u64);

    impl Hasher for Sum {
        fn finish(&self) -> u64 {
            self.0
        }

        fn write(&mut self, bytes: &[u8]) {
            self.0 = bytes.iter().fold(self.0, |sum, byte| sum.rotate_left(8) ^ u64::from(*byte));
        }
    }

    fn hash(key: &Key) -> u64 {
        let mut hasher = Sum::default();
        key.hash(&mut hasher);
        hasher.finish()
    }

    pub fn new(key: Key) -> One {
        One { key, is_hashed: false }
    }

    pub fn add(one: &mut One) {
        std::hint::black_box(hash(&one.key));
        one.is_hashed = true;
    }

    pub fn find(one: &mut One) {
        glassbox::assume(one.is_hashed);
        assert!(hash(&one.key) % 4 != 3, "the last slot");
    }
}

/// A number that was computed from an address in one of two ways.
#[glassbox::explore(operations = 2)]
mod mixed {
    pub struct Disguised {
        number: Box<u8>,
        hidden: usize,
    }

    fn hidden(number: &u8, with: usize) -> usize {
        std::ptr::from_ref(number).expose_provenance() ^ with
    }

    pub fn new() -> Disguised {
        let number = Box::new(1);
        let hidden = hidden(&number, 0x5555_5555);
        Disguised { number, hidden }
    }

    pub fn hide(subject: &mut Disguised) {
        subject.hidden = hidden(&subject.number, 0x3333_3333);
    }

    pub fn compare(subject: &mut Disguised) {
        let number = std::ptr::from_ref(&*subject.number).expose_provenance();
        assert!(subject.hidden ^ 0x3333_3333 != number, "the second way");
    }
}

/// Forgets a block.
#[glassbox::explore(operations = 1)]
mod lost {
    pub struct User(pub u8);

    pub fn new() -> User {
        User(0)
    }

    pub fn forget(user: &mut User) {
        std::mem::forget(std::hint::black_box(Box::new(1_u8)));
        user.0 = 0;
    }
}

/// Looks at a slot that was never written. With one key too many, an older key in that slot seems to be dead.
#[glassbox::explore(elements = 1)]
mod unwritten_beside_dead {
    use std::mem::MaybeUninit;

    use glassbox::Key;

    pub struct Slots {
        keys: Box<[MaybeUninit<Key>]>,
        n: usize,
        is_armed: bool,
        is_ready: bool,
    }

    pub fn new() -> Slots {
        Slots { keys: Box::new_uninit_slice(2), n: 0, is_armed: false, is_ready: false }
    }

    pub fn push(slots: &mut Slots, key: Key) {
        glassbox::assume(slots.n < 2 && !slots.is_armed);
        slots.keys[slots.n].write(key);
        slots.n += 1;
    }

    pub fn arm(slots: &mut Slots) {
        glassbox::assume(slots.n == 0);
        slots.is_armed = true;
    }

    pub fn skip(slots: &mut Slots) {
        glassbox::assume(slots.is_armed);
        (slots.is_armed, slots.n) = (false, 1);
    }

    pub fn get_ready(slots: &mut Slots) {
        glassbox::assume(slots.n == 2);
        slots.is_ready = true;
    }

    pub fn read(slots: &mut Slots) {
        glassbox::assume(slots.is_ready);
        // SAFETY: wrong on purpose.
        let (first, second) = unsafe { (slots.keys[0].assume_init_ref(), slots.keys[1].assume_init_ref()) };
        if first < second {
            std::hint::black_box(0_u8);
        }
    }
}

/// Leads to itself, and is moved.
#[glassbox::explore(operations = 3)]
mod moves {
    pub struct Selfish {
        number: u8,
        own: *const u8,
    }

    pub fn new() -> Selfish {
        Selfish { number: 1, own: std::ptr::null() }
    }

    pub fn begin(selfish: &mut Selfish) {
        selfish.own = &raw const selfish.number;
    }

    pub fn own_number_is_right(selfish: &Selfish) -> bool {
        // SAFETY: wrong on purpose.
        selfish.own.is_null() || unsafe { *selfish.own } == selfish.number
    }
}

/// A law that remembers its answer.
#[glassbox::explore(operations = 3)]
mod writing_law {
    use std::cell::Cell;

    #[derive(Default)]
    pub struct List {
        n: usize,
        known: Cell<Option<usize>>,
    }

    pub fn new() -> List {
        List::default()
    }

    pub fn push(list: &mut List) {
        list.n += 1;
    }

    pub fn length_is_right(list: &List) -> bool {
        let known = list.known.get().unwrap_or(list.n);
        list.known.set(Some(known));
        known == list.n
    }
}

/// A law that holds for different values only.
#[glassbox::explore(operations = 1)]
mod choice_of_a_law {
    use glassbox::Val;

    pub fn new(a: Val, b: Val) -> [Val; 2] {
        [a, b]
    }

    pub fn swap(values: &mut [Val; 2]) {
        values.swap(0, 1);
    }

    pub fn differ(values: &[Val; 2]) -> bool {
        values[0] != values[1]
    }
}

/// A drop that forgets equal values.
#[glassbox::explore(operations = 1)]
mod choice_of_a_drop {
    use glassbox::Val;

    pub struct Two(Option<[Val; 2]>);

    pub fn new(a: Val, b: Val) -> Two {
        Two(Some([a, b]))
    }

    pub fn swap(two: &mut Two) {
        if let Some(values) = &mut two.0 {
            values.swap(0, 1);
        }
    }

    impl Drop for Two {
        fn drop(&mut self) {
            let values = self.0.take().expect("it is dropped once");
            if values[0] == values[1] {
                std::mem::forget(values);
            }
        }
    }
}

/// The bug needs a second key while a dead copy of the first one is left.
#[glassbox::explore(elements = 1)]
mod dead_keys {
    use glassbox::Key;

    pub struct Slots {
        /// The first slot is free if the second one is taken.
        keys: [Option<Key>; 2],
        is_taken: [bool; 2],
    }

    pub fn new(key: Key) -> Slots {
        Slots { keys: [Some(key), None], is_taken: [true, false] }
    }

    pub fn replace(slots: &mut Slots, key: Key) {
        glassbox::assume(slots.is_taken[0] && slots.keys[0] < Some(key.clone()));
        slots.keys[1] = Some(key);
        slots.is_taken = [false, true];
    }

    pub fn take(slots: &mut Slots) {
        assert!(!slots.is_taken[1], "the second slot");
    }
}

/// A block of bytes may begin anywhere.
#[glassbox::explore(operations = 1)]
mod alignment_of_bytes {
    pub struct Bytes(Box<[u8; 12]>);

    pub fn new() -> Bytes {
        Bytes(Box::new([0; 12]))
    }

    pub fn look(bytes: &mut Bytes) {
        let address = std::hint::black_box(bytes.0.as_ptr()).addr();
        assert!(address.is_multiple_of(4), "not aligned");
    }
}

/// Right, but who owns the block can be told only from the numbers of 18 addresses.
#[glassbox::explore(operations = 1)]
mod hidden_owner {
    static mut ALL: usize = 0;

    pub struct Others(Vec<Box<u32>>);

    pub fn new() -> Others {
        Others((0..17).map(Box::new).collect())
    }

    pub fn hide(others: &mut Others) {
        let last = Box::into_raw(Box::new(0_u32)).expose_provenance();
        // SAFETY: there is one thread.
        unsafe {
            glassbox::assume(ALL == 0);
            ALL = others.0.iter().fold(last, |all, other| all ^ std::ptr::from_ref(&**other).expose_provenance());
        }
    }
}
