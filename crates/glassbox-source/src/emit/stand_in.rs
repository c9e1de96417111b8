//! Stand-ins for items of glassbox in a test that must not depend on it: values, keys, and the choices of one history.

use std::collections::BTreeSet;

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
}

impl StandIn {
    /// All stand-ins with their names in glassbox. `HashedKey` takes the place of `Key` later.
    pub(super) const ALL: [(&str, Self); 6] = [
        ("Val", Self::Val),
        ("Key", Self::Key),
        ("choose", Self::Choose),
        ("assume", Self::Assume),
        ("may_panic", Self::MayPanic),
        ("poll", Self::Poll),
    ];

    /// The stand-in for the item of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(it, _)| *it == name).map(|(_, stand_in)| stand_in)
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
            LIVE.with(|live| live.borrow_mut().insert(number));
            Self(number, other)
        }
    }

    impl PartialEq for Val {
        fn eq(&self, other: &Self) -> bool {
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
        }
    }

    /// Fails if a value has not been dropped.
    pub fn no_value_is_lost() {
        let lost = LIVE.with(|live| live.borrow().clone());
        assert!(lost.is_empty(), "values {lost:?} are lost: they were not dropped");
    }
"#;

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
    let cell = (has_values || has_choices).then_some("    use std::cell::RefCell;\n");
    let collections = match (has_values, has_choices) {
        (true, true) => Some("    use std::collections::{BTreeSet, VecDeque};\n"),
        (true, false) => Some("    use std::collections::BTreeSet;\n"),
        (false, true) => Some("    use std::collections::VecDeque;\n"),
        (false, false) => None,
    };
    let uses: String = cell.into_iter().chain(collections).collect();
    let parts: String = stand_ins.iter().map(|stand_in| stand_in.source()).collect();
    let parts = if uses.is_empty() { parts.trim_start_matches('\n') } else { &parts };
    format!("/// What the functions of this test use besides the crate.\nmod {MODULE} {{\n{uses}{parts}}}")
}
