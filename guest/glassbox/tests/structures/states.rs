//! Helpers: all states of a type as text, and what dropping each of them does.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeSet;

use glassbox::Invariant;
use glassbox::native::{Built, Space, build, enumerate, take_dropped};

/// All states of a type, as text.
#[derive(Debug, Default)]
pub(crate) struct States {
    pub(crate) all: BTreeSet<String>,
    pub(crate) valid: BTreeSet<String>,
}

impl States {
    /// The states within the bounds. No two may look alike.
    #[track_caller]
    pub(crate) fn of<T: Invariant>(bounds: &[(&str, u32)], show: impl Fn(&T) -> String) -> Self {
        let mut states = Self::default();
        enumerate::<T>(bounds, |state, choices, valid| {
            let text = show(state);
            if valid {
                states.valid.insert(text.clone());
            }
            assert!(states.all.insert(text.clone()), "a state comes twice: {text}, at last with {choices:?}");
        });
        states
    }

    /// The states must be these; the constructor may not repeat itself either.
    #[track_caller]
    pub(crate) fn are(&self, expect: impl IntoIterator<Item = String>) -> &Self {
        compare(&self.all, expect.into_iter().collect());
        self
    }

    /// The valid states must be these.
    #[track_caller]
    pub(crate) fn valid_are(&self, expect: impl IntoIterator<Item = String>) -> &Self {
        compare(&self.valid, expect.into_iter().collect());
        self
    }
}

#[track_caller]
fn compare(found: &BTreeSet<String>, expect: Vec<String>) {
    let (n_expected, expect) = (expect.len(), expect.into_iter().collect::<BTreeSet<_>>());
    assert_eq!(expect.len(), n_expected, "the independent constructor repeats itself");
    let missing: Vec<_> = expect.difference(found).take(3).collect();
    let extra: Vec<_> = found.difference(&expect).take(3).collect();
    assert!(missing.is_empty() && extra.is_empty(), "missing: {missing:?}, extra: {extra:?}");
}

/// The most states that [`drops_everything_once`] builds; Miri takes a second for each.
const MOST_DROPPED: usize = if cfg!(miri) { 4 } else { 300 };

/// Builds some states, drops each, and compares the tokens dropped with those that `tokens` finds in the state.
/// All memory must come back: the structure owns what the state says, no more and no less.
#[track_caller]
pub(crate) fn drops_everything_once<T: Invariant>(bounds: &[(&str, u32)], tokens: impl Fn(&T) -> Vec<u32>) {
    let space = Space::new(bounds, |plan| plan.structure::<T>("state"));
    let mut all = Vec::new();
    space.each(|choices| all.push(choices.to_vec()));
    for choices in all.iter().step_by(all.len().div_ceil(MOST_DROPPED)) {
        let before = live_bytes();
        let state: Built<T> = build(bounds, choices).expect("a state of the space");
        let mut expect = tokens(&state);
        take_dropped();
        state.discard();
        let mut dropped = take_dropped();
        expect.sort_unstable();
        dropped.sort_unstable();
        assert_eq!(dropped, expect, "dropped with {choices:?}");
        drop((expect, dropped));
        assert_eq!(live_bytes(), before, "memory leaks or is freed twice with {choices:?}");
    }
}

/// The number that a key or a value prints: `Key(3)`.
pub(crate) fn number(opaque: &impl std::fmt::Debug) -> u32 {
    let digits: String = format!("{opaque:?}").chars().filter(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

/// Counts what this thread allocates.
struct Counting;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
}

fn live_bytes() -> usize {
    LIVE.get()
}

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // The thread's counter may be gone while the thread ends. Tests free what they allocate, on their own thread.
        let _ = LIVE.try_with(|live| live.set(live.get().wrapping_add(layout.size())));
        // SAFETY: the same promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        let _ = LIVE.try_with(|live| live.set(live.get().wrapping_sub(layout.size())));
        // SAFETY: the same promise.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
