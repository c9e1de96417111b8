//! Operations that leave something in statics, harmful or not.
//!
//! Each of them keeps its structure valid whenever it is run on its own. Those that read what an earlier call left behind
//! do something else the next time, which no state of the structure tells.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use glassbox::{Structure, Val};

/// The structure: a light.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Light {
    on: bool,
}

/// Where a check leaves something. `used`: it stays, even if nobody reads it.
macro_rules! left_behind {
    ($($name:ident = $value:expr;)*) => {
        $(#[used]
        static $name: AtomicU32 = AtomicU32::new($value);)*
    };
}

left_behind! {
    CALLS = 0;
    CALLS_FROM_SEVEN = 7;
    CALLS_WITH_VALUES = 0;
    DROPS = 0;
    NOBODY_READS = 0;
    DEPTH = 0;
    LIMIT = 3;
    LAST = 0;
    COUNTED = 0;
    COUNTED_TOO = 0;
    FORBIDDEN = 0;
}

/// The third call does nothing: hidden.
#[glassbox::check]
fn toggle_but_every_third_time(light: &mut Light) {
    if CALLS.fetch_add(1, Relaxed) % 3 != 2 {
        light.on = !light.on;
    }
}

/// The same in memory that is not zero at the start.
#[glassbox::check]
fn toggle_but_every_third_time_from_seven(light: &mut Light) {
    if CALLS_FROM_SEVEN.fetch_add(1, Relaxed) % 3 != 2 {
        light.on = !light.on;
    }
}

/// A structure with values: its runs are judged from their start once more.
#[derive(Structure, Default)]
#[glassbox(no_invariant)]
pub struct Values {
    values: Vec<Val>,
}

/// Every third value is dropped instead: hidden.
#[glassbox::check(len = 2)]
fn push_but_every_third_time(values: &mut Values, value: Val) {
    if CALLS_WITH_VALUES.fetch_add(1, Relaxed) % 3 != 2 {
        values.values.push(value);
    }
}

/// A structure of which every third one leaks when it is dropped.
#[derive(Structure)]
#[glassbox(no_invariant)]
pub struct Leaky {
    value: Option<Box<bool>>,
}

impl Drop for Leaky {
    fn drop(&mut self) {
        if DROPS.fetch_add(1, Relaxed) % 3 == 2 {
            std::mem::forget(self.value.take());
        }
    }
}

/// Never leaks itself: what its structure does when it is dropped is hidden.
#[glassbox::check]
fn fill_what_leaks_later(leaky: &mut Leaky) {
    leaky.value = Some(Box::new(true));
}

thread_local! {
    static CALLS_OF_THREAD: Cell<u32> = const { Cell::new(0) };
}

/// The same for each thread.
#[glassbox::check]
fn toggle_but_every_third_time_of_a_thread(light: &mut Light) {
    let calls = CALLS_OF_THREAD.get();
    CALLS_OF_THREAD.set(calls + 1);
    if calls % 3 != 2 {
        light.on = !light.on;
    }
}

/// A counter on the heap, which a static leads to.
static ON_THE_HEAP: OnceLock<Box<AtomicU32>> = OnceLock::new();

fn on_the_heap() -> [bool; 2] {
    ON_THE_HEAP.get_or_init(|| Box::new(AtomicU32::new(1)));
    [false, true]
}

/// The same on the heap: the static itself stays as it is.
#[glassbox::check]
fn toggle_but_not_always_on_the_heap(light: &mut Light, #[glassbox(values = on_the_heap())] twice: bool) {
    let calls = ON_THE_HEAP.get().map_or(0, |calls| calls.fetch_add(1, Relaxed));
    if calls % 3 != 2 && !twice {
        light.on = !light.on;
    }
}

/// Does what was asked for the last time. What it leaves is the same as before for one of the two arguments.
#[glassbox::check]
fn switch_as_last_time(light: &mut Light, on: bool) {
    light.on = LAST.swap(on.into(), Relaxed) != 0;
}

/// Written, never read: harmless.
#[glassbox::check]
fn toggle_and_tell_nobody(light: &mut Light) {
    light.on = !light.on;
    NOBODY_READS.store(1 + u32::from(light.on), Relaxed);
}

/// Put back at the end: harmless.
#[glassbox::check]
fn toggle_below(light: &mut Light) {
    DEPTH.fetch_add(1, Relaxed);
    light.on = !light.on & (DEPTH.load(Relaxed) < 5);
    DEPTH.fetch_sub(1, Relaxed);
}

/// Read, never written: harmless.
#[glassbox::check]
fn toggle_if_allowed(light: &mut Light) {
    if LIMIT.load(Relaxed) > 2 {
        light.on = !light.on;
    }
}

/// Written before it is read: harmless.
#[glassbox::check]
fn toggle_by_way_of_a_static(light: &mut Light) {
    NOBODY_READS.store(light.on.into(), Relaxed);
    light.on = NOBODY_READS.load(Relaxed) == 0;
}

/// A table that is made when it is first needed, and is always the same: harmless.
static TABLE: OnceLock<[bool; 2]> = OnceLock::new();

/// Toggles by the table.
#[glassbox::check]
fn toggle_by_table(light: &mut Light) {
    light.on = TABLE.get_or_init(|| [true, false])[usize::from(light.on)];
}

/// Counts its calls, and does nothing with the number: harmless.
#[glassbox::check]
fn toggle_and_count(light: &mut Light) {
    COUNTED.fetch_add(1, Relaxed);
    light.on = !light.on;
}

/// Prints, and makes a set of std with a random seed: harmless.
#[glassbox::check]
fn toggle_and_print(light: &mut Light) {
    println!("{}", light.on);
    eprint!("now");
    #[expect(clippy::disallowed_types, reason = "a set with the usual hasher is what this is about")]
    let other: std::collections::HashSet<bool> = [!light.on].into();
    light.on = other.contains(&true);
}

/// Leaves something for another check.
#[glassbox::check]
fn forbid(light: &mut Light) {
    if light.on {
        FORBIDDEN.store(1, Relaxed);
    }
}

/// Reads what another check leaves: hidden.
#[glassbox::check]
fn toggle_unless_forbidden(light: &mut Light) {
    if FORBIDDEN.load(Relaxed) == 0 {
        light.on = !light.on;
    }
    assert!(FORBIDDEN.load(Relaxed) == 0);
}

/// Reads what another check leaves, and does the same with it: harmless.
#[glassbox::check]
fn toggle_also_if_forbidden(light: &mut Light) {
    let was_forbidden = FORBIDDEN.load(Relaxed) != 0;
    light.on = if was_forbidden { !light.on } else { light.on ^ true };
}

/// Writes its counter into the light: hidden.
#[glassbox::check]
fn switch_by_count(light: &mut Light) {
    light.on = COUNTED_TOO.fetch_add(1, Relaxed) & 1 != 0;
}
