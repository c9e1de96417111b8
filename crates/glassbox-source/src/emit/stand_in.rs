//! Stand-ins for items of glassbox in a test that must not depend on it: values, keys, and the choices of one history.

use std::collections::BTreeSet;

use super::failure::Disturbance;

/// The name of the module with the stand-ins.
pub(super) const MODULE: &str = "stand_in";

/// An item of glassbox that a harness may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StandIn {
    /// `glassbox::Val`
    Val,
    /// `glassbox::Key`
    Key,
    /// `glassbox::Key`, if the harness hashes it
    HashedKey,
    /// `glassbox::choose`
    Choose,
    /// `glassbox::assume`
    Assume,
    /// `glassbox::may_panic`
    MayPanic,
    /// `glassbox::poll`
    Poll,
    /// `glassbox::panic_point`, and callbacks that panic
    PanicPoint,
    /// `glassbox::answer`, and traits that lie
    Answer,
    /// Allocations that fail
    Allocator,
    /// `glassbox::items`
    Items,
    /// `glassbox::reader`
    Reader,
    /// `glassbox::fickle`
    Fickle,
}

impl StandIn {
    /// All stand-ins with their names in glassbox. `HashedKey` takes the place of `Key` later.
    pub(super) const ALL: [(&str, Self); 11] = [
        ("Val", Self::Val),
        ("Key", Self::Key),
        ("choose", Self::Choose),
        ("assume", Self::Assume),
        ("may_panic", Self::MayPanic),
        ("poll", Self::Poll),
        ("panic_point", Self::PanicPoint),
        ("answer", Self::Answer),
        ("items", Self::Items),
        ("reader", Self::Reader),
        ("fickle", Self::Fickle),
    ];

    /// The stand-in for the item of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(it, _)| *it == name).map(|(_, stand_in)| stand_in)
    }

    /// What makes this happen natively.
    pub(super) fn of(disturbance: &Disturbance) -> Option<Self> {
        match disturbance {
            Disturbance::CallbackPanics { .. } => Some(Self::PanicPoint),
            Disturbance::TraitLies { .. } => Some(Self::Answer),
            Disturbance::AllocationFails { .. } => Some(Self::Allocator),
            Disturbance::ResultForgotten => None,
        }
    }

    fn source(self) -> &'static str {
        match self {
            Self::Val => VAL,
            Self::Key => KEY,
            Self::HashedKey => HASHED_KEY,
            Self::Choose => CHOOSE,
            Self::Assume => ASSUME,
            Self::MayPanic => MAY_PANIC,
            Self::Poll => POLL,
            Self::PanicPoint => PANIC_POINT,
            Self::Answer => ANSWER,
            Self::Allocator => ALLOCATOR,
            Self::Items => ITEMS,
            Self::Reader => READER,
            Self::Fickle => FICKLE,
        }
    }
}

const VAL: &str = r#"
    thread_local! {
        static LIVE: RefCell<BTreeSet<u32>> = const { RefCell::new(BTreeSet::new()) };
    }

    /// A value that must be dropped exactly once.
    pub struct Val(u32, u32);

    impl Val {
        pub fn new(number: u32) -> Self {
            Self::equal_to(number, number)
        }

        /// A value that is equal to the one with the other number.
        #[allow(dead_code)]
        pub fn equal_to(number: u32, other: u32) -> Self {
            LIVE.with(|live| uncounted(|| live.borrow_mut().insert(number)));
            Self(number, other)
        }
    }

    impl Clone for Val {
        fn clone(&self) -> Self {
            panic_point();
            let next = LIVE.with(|live| live.borrow().last().map_or(0, |last| last + 1));
            Self::equal_to(next.max(1000), self.1)
        }
    }

    impl PartialEq for Val {
        fn eq(&self, other: &Self) -> bool {
            panic_point();
            self.1 == other.1
        }
    }

    impl Eq for Val {}

    impl std::fmt::Debug for Val {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "Val({})", self.0)
        }
    }

    impl Drop for Val {
        fn drop(&mut self) {
            let was_live = LIVE.with(|live| live.borrow_mut().remove(&self.0));
            if !was_live && !std::thread::panicking() {
                panic!("value {} is dropped twice", self.0);
            }
            end_if_dropped_twice(was_live);
            panic_point();
        }
    }

    /// Fails if a value has not been dropped.
    pub fn no_value_is_lost() {
        let lost = LIVE.with(|live| live.borrow().clone());
        assert!(lost.is_empty(), "values {lost:?} are lost: they were not dropped");
    }
"#;

/// How keys are compared if that does not panic.
const DERIVED: &str = "#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]";

const DISTURBED_KEY: &str = "
    impl Clone for Key {
        fn clone(&self) -> Self {
            panic_point();
            Self { ..*self }
        }
    }

    impl PartialEq for Key {
        fn eq(&self, other: &Self) -> bool {
            panic_point();
            self.0 == other.0
        }
    }

    impl Eq for Key {}

    impl PartialOrd for Key {
        fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Key {
        fn cmp(&self, other: &Self) -> std::cmp::Ordering {
            panic_point();
            self.0.cmp(&other.0)
        }
    }
";

const PANIC_POINT: &str = r#"
    thread_local! {
        static POINTS_LEFT: Cell<u32> = const { Cell::new(0) };
    }

    /// Makes a call in which a callback panics: the one with this number, from 1.
    pub fn panicking<R>(at: u32, call: impl FnOnce() -> R) {
        POINTS_LEFT.set(at);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call));
        assert!(POINTS_LEFT.replace(0) == 0, "the call has fewer callbacks");
        drop(result);
    }

    /// A place where a callback may panic.
    pub fn panic_point() {
        if std::thread::panicking() {
            return;
        }
        let left = POINTS_LEFT.get();
        POINTS_LEFT.set(left.saturating_sub(1));
        if left == 1 {
            std::panic::resume_unwind(Box::new("a callback panics"));
        }
    }

    /// A second panic would end the program without a word.
    fn end_if_dropped_twice(was_live: bool) {
        if !was_live {
            // The test's output is lost when it ends here; this is not.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), b"a value is dropped twice, while a panic unwinds\n");
            std::process::abort();
        }
    }
"#;

/// What traits answer, and what they answer if they may lie.
const LYING: [(&str, &str); 11] = [
    ("self.1 == other.1", "(self.1 == other.1) != (answer(2) == 1)"),
    ("self.0 == other.0", "(self.0 == other.0) != (answer(2) == 1)"),
    ("            self.0.cmp(&other.0)\n", "            other_than(self.0.cmp(&other.0), answer(3)).unwrap()\n"),
    ("Some(self.cmp(other))", "panic_point();\n            other_than(self.0.cmp(&other.0), answer(4))"),
    ("state.write_u32(hashed(self.1, state));", "state.write_u32(hashed(self.1, state) ^ answer(2));"),
    ("            self.0.next()\n", "            if answer(2) == 1 { None } else { self.0.next() }\n"),
    ("            self.0.next_back()\n", "            if answer(2) == 1 { None } else { self.0.next_back() }\n"),
    (
        "            self.0.size_hint()\n",
        "            let (least, most) = self.0.size_hint();
            match answer(5) {
                1 => (0, Some(0)),
                2 => (least + 1, most.map(|most| most + 1)),
                3 => (usize::MAX, None),
                4 => (0, None),
                _ => (least, most),
            }\n",
    ),
    ("            self.0.len()\n", "            [self.0.len(), 0, self.0.len() + 1][answer(3) as usize]\n"),
    ("            Ok(read)\n", "            Ok([read, room.len() + 1, 0][answer(3) as usize])\n"),
    ("            &self.0[0]\n", "            &self.0[answer(2) as usize]\n"),
];

const ITEMS: &str = r"
    /// An iterator over these items.
    pub fn items<I: IntoIterator>(items: I) -> Items<I::IntoIter> {
        Items(items.into_iter())
    }

    #[derive(Clone, Debug)]
    pub struct Items<I>(I);

    impl<I: Iterator> Iterator for Items<I> {
        type Item = I::Item;

        fn next(&mut self) -> Option<I::Item> {
            panic_point();
            self.0.next()
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            self.0.size_hint()
        }
    }

    impl<I: DoubleEndedIterator> DoubleEndedIterator for Items<I> {
        fn next_back(&mut self) -> Option<I::Item> {
            panic_point();
            self.0.next_back()
        }
    }

    impl<I: ExactSizeIterator> ExactSizeIterator for Items<I> {
        fn len(&self) -> usize {
            self.0.len()
        }
    }
";

const READER: &str = r"
    /// A reader of these bytes.
    pub fn reader(bytes: &[u8]) -> Reader<'_> {
        Reader(bytes)
    }

    #[derive(Clone, Debug)]
    pub struct Reader<'a>(&'a [u8]);

    impl std::io::Read for Reader<'_> {
        fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
            panic_point();
            let read = self.0.read(room)?;
            Ok(read)
        }
    }
";

const FICKLE: &str = r"
    /// A pointer to the first of two values.
    pub fn fickle<T>(usual: T, other: T) -> Fickle<T> {
        Fickle([usual, other])
    }

    #[derive(Clone, Debug)]
    pub struct Fickle<T>([T; 2]);

    impl<T> std::ops::Deref for Fickle<T> {
        type Target = T;

        fn deref(&self) -> &T {
            panic_point();
            &self.0[0]
        }
    }

    impl<T> std::borrow::Borrow<T> for Fickle<T> {
        fn borrow(&self) -> &T {
            self
        }
    }

    impl<T> AsRef<T> for Fickle<T> {
        fn as_ref(&self) -> &T {
            self
        }
    }
";

const ANSWER: &str = r"
    thread_local! {
        static LIES: Cell<&'static [(u32, u32)]> = const { Cell::new(&[]) };
        static QUESTIONS: Cell<u32> = const { Cell::new(0) };
    }

    /// Makes traits lie in the next call: the questions with these numbers, from 1, get these answers.
    pub fn lie(lies: &'static [(u32, u32)]) {
        LIES.set(lies);
        QUESTIONS.set(0);
    }

    /// What a trait answers: 0 for the truth.
    pub fn answer(_: u32) -> u32 {
        let question = QUESTIONS.get() + 1;
        QUESTIONS.set(question);
        LIES.get().iter().find(|lie| lie.0 == question).map_or(0, |lie| lie.1)
    }

    /// This order, the first or second one of the others, or none.
    fn other_than(order: std::cmp::Ordering, nth: u32) -> Option<std::cmp::Ordering> {
        let all = [std::cmp::Ordering::Less, std::cmp::Ordering::Equal, std::cmp::Ordering::Greater];
        std::iter::once(order).chain(all.into_iter().filter(|other| *other != order)).nth(nth as usize)
    }
";

const ALLOCATOR: &str = r"
    thread_local! {
        static FAILING: Cell<&'static [u32]> = const { Cell::new(&[]) };
        static ALLOCATIONS: Cell<u32> = const { Cell::new(0) };
    }

    /// Makes allocations of the next call fail: those with these numbers, from 1.
    pub fn fail_allocations(failing: &'static [u32]) {
        ALLOCATIONS.set(0);
        FAILING.set(failing);
    }

    /// Allocations of these stand-ins are not counted.
    fn uncounted<R>(body: impl FnOnce() -> R) -> R {
        let (failing, allocations) = (FAILING.replace(&[]), ALLOCATIONS.get());
        let result = body();
        ALLOCATIONS.set(allocations);
        FAILING.set(failing);
        result
    }

    struct Allocator;

    // SAFETY: an allocation may fail, and all others are those of the system.
    unsafe impl std::alloc::GlobalAlloc for Allocator {
        unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
            let number = ALLOCATIONS.get().wrapping_add(1);
            ALLOCATIONS.set(number);
            if FAILING.get().contains(&number) {
                return std::ptr::null_mut();
            }
            // SAFETY: the caller's promise.
            unsafe { std::alloc::System.alloc(layout) }
        }

        unsafe fn dealloc(&self, block: *mut u8, layout: std::alloc::Layout) {
            // SAFETY: the caller's promise.
            unsafe { std::alloc::System.dealloc(block, layout) }
        }
    }

    #[global_allocator]
    static ALLOCATOR: Allocator = Allocator;
";

const KEY: &str = "
    /// A key that has an order, and no other property.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Key(pub u32);
";

const HASHED_KEY: &str = "
    /// A key that has an order and a hash, and no other property.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Key(pub u32, pub u32);

    impl std::hash::Hash for Key {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            panic_point();
            state.write_u32(hashed(self.1, state));
        }
    }

    /// The number that makes a hash of this class: 0 leads to the first place of a table of 16 or fewer, 1 to the last, 2 to the
    /// one before, and 3 to the first, with other upper bits.
    fn hashed<H: std::hash::Hasher>(class: u32, state: &H) -> u32 {
        let place = [0, 15, 14, 0].get(class as usize).copied();
        let is_copied = !std::mem::needs_drop::<H>() && !std::any::type_name::<H>().contains('&');
        let (Some(place), true) = (place, is_copied) else { return place.map_or(class, |place: u64| place as u32 + class * 16) };
        let hash = |number: u32| {
            let mut copy = std::mem::MaybeUninit::<H>::uninit();
            // SAFETY: the hasher owns nothing, and the copy is not dropped.
            let copy = unsafe {
                std::ptr::copy_nonoverlapping(std::ptr::from_ref(state), copy.as_mut_ptr(), 1);
                copy.assume_init_mut()
            };
            copy.write_u32(number);
            copy.finish()
        };
        let leads_there = |number: &u32| hash(*number) & 15 == place;
        let first = (0..256).find(leads_there).unwrap_or(class);
        if class != 3 {
            return first;
        }
        let mut others = (first + 1..first + 257).filter(leads_there);
        let second = others.clone().next();
        others.find(|number| hash(*number) >> 57 != hash(first) >> 57).or(second).unwrap_or(class)
    }
";

const CHOOSE: &str = r#"
    thread_local! {
        static CHOICES: RefCell<VecDeque<u32>> = const { RefCell::new(VecDeque::new()) };
    }

    /// Sets the next results of `choose`.
    pub fn choices(next: &[u32]) {
        CHOICES.with(|choices| *choices.borrow_mut() = next.iter().copied().collect());
    }

    /// One of `n` numbers from 0.
    pub fn choose(n: u32) -> u32 {
        assert!(n > 0, "there is nothing to choose from");
        if n == 1 { 0 } else { CHOICES.with(|choices| choices.borrow_mut().pop_front()).unwrap_or(0) }
    }
"#;

const ASSUME: &str = r#"
    /// Fails if the condition does not hold: the calls of the test are possible.
    pub fn assume(condition: bool) {
        assert!(condition, "the operation is not possible in this state");
    }
"#;

const MAY_PANIC: &str = "
    /// Here no panic of this test is meant: such calls are not part of it.
    pub fn may_panic(_: &str) {}
";

const POLL: &str = r"
    /// Polls a future until it is ready, but not more than `times` times, and drops it.
    pub fn poll<F: std::future::Future>(future: F, times: u32) -> Option<F::Output> {
        let mut future = std::pin::pin!(future);
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        for _ in 0..times {
            if let std::task::Poll::Ready(output) = F::poll(future.as_mut(), &mut context) {
                return Some(output);
            }
        }
        None
    }
";

/// The source of the module with these stand-ins.
pub(super) fn module(stand_ins: &BTreeSet<StandIn>) -> String {
    let (has_values, has_choices) = (stand_ins.contains(&StandIn::Val), stand_ins.contains(&StandIn::Choose));
    let has_cells = [StandIn::PanicPoint, StandIn::Answer, StandIn::Allocator].iter().any(|it| stand_ins.contains(it));
    let cell = match (has_values || has_choices, has_cells) {
        (true, true) => Some("    use std::cell::{Cell, RefCell};\n"),
        (true, false) => Some("    use std::cell::RefCell;\n"),
        (false, true) => Some("    use std::cell::Cell;\n"),
        (false, false) => None,
    };
    let collections = match (has_values, has_choices) {
        (true, true) => Some("    use std::collections::{BTreeSet, VecDeque};\n"),
        (true, false) => Some("    use std::collections::BTreeSet;\n"),
        (false, true) => Some("    use std::collections::VecDeque;\n"),
        (false, false) => None,
    };
    let uses: String = cell.into_iter().chain(collections).collect();
    let mut parts: String = stand_ins.iter().map(|stand_in| stand_in.source()).collect();
    let (panics, lies) = (stand_ins.contains(&StandIn::PanicPoint), stand_ins.contains(&StandIn::Answer));
    if (panics || lies) && parts.contains(DERIVED) {
        parts = parts.replace(DERIVED, "#[derive(Debug)]") + DISTURBED_KEY;
    }
    if lies {
        for (truth, lie) in LYING {
            parts = parts.replace(truth, lie);
        }
    }
    if !panics {
        let is_kept = |line: &&str| !["panic_point();", "end_if_dropped_twice(was_live);"].contains(&line.trim());
        parts = parts.split_inclusive('\n').filter(is_kept).collect();
    }
    if !stand_ins.contains(&StandIn::Allocator) {
        parts = parts.replace("uncounted(|| live.borrow_mut().insert(number))", "live.borrow_mut().insert(number)");
    }
    let parts = if uses.is_empty() { parts.trim_start_matches('\n') } else { &parts };
    format!("/// What the functions of this test use besides the crate.\nmod {MODULE} {{\n{uses}{parts}}}")
}
