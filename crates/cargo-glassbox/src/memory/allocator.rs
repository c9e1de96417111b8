//! The allocator of the command: the system's, with accounts.
//!
//! Each check has an account, which its threads book on. A thread books what it took and gave back whenever that adds up to [`BATCH`] bytes, so most
//! allocations cost an addition.
//!
//! A Rust program that gets no memory is aborted, with all verdicts that it has. So a thread of a check that gets none never returns from the
//! allocator: it sleeps until the process ends, its check is marked, and the command abandons it (`check/worker_pool.rs`). Memory that
//! was put aside for this case lets the others go on. Other checks may take all of that, so there is more for the threads of no
//! check alone, which print the verdicts: [`LAST`] bytes that are handed out once, and never again.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicPtr, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: Accounts = Accounts;

/// Bytes that a thread takes or gives back before it books them.
const BATCH: isize = 64 << 10;

/// Number of accounts. If there are more checks, some share one.
const N_ACCOUNTS: usize = 1024;

/// Bytes that are put aside for the case that there are no others.
const RESERVE: usize = 8 << 20;

/// Small allocations may exceed the limit by this: what a thread holds while it makes one, others may wait for.
const SLACK: usize = 16 << 20;

static ALL: AtomicIsize = AtomicIsize::new(0);
static BY_ACCOUNT: [AtomicIsize; N_ACCOUNTS] = [const { AtomicIsize::new(0) }; N_ACCOUNTS];
static IS_STUCK: [AtomicBool; N_ACCOUNTS] = [const { AtomicBool::new(false) }; N_ACCOUNTS];
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);
static PUT_ASIDE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Bytes for threads of no check, if the system has no others.
const LAST: usize = 16 << 20;
/// The alignment of the first of them.
const LAST_ALIGN: usize = 4096;

static LAST_START: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static LAST_USED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The account of the thread. It has no destructor, so the allocator can use it at any time.
    static ACCOUNT: Cell<Option<Account>> = const { Cell::new(None) };
    /// What the thread has not booked yet.
    static NOT_BOOKED: Cell<isize> = const { Cell::new(0) };
}

/// The account of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Account(usize);

impl Account {
    pub(super) fn new(check: usize) -> Self {
        Self(check % N_ACCOUNTS)
    }

    /// Bytes that its threads have taken.
    pub(super) fn bytes(self) -> usize {
        usize::try_from(BY_ACCOUNT[self.0].load(Relaxed)).unwrap_or(0)
    }

    /// Whether one of its threads got no memory.
    pub(super) fn is_stuck(self) -> bool {
        IS_STUCK[self.0].load(Relaxed)
    }
}

/// Books what the calling thread takes from now on on this account.
pub(super) fn book_on(account: Option<Account>) {
    if ACCOUNT.get() != account {
        book(0);
        ACCOUNT.set(account);
    }
}

/// Bytes that the process has taken.
pub(super) fn all() -> usize {
    usize::try_from(ALL.load(Relaxed)).unwrap_or(0)
}

/// Sets the number of bytes that threads of checks may take.
pub(super) fn limit(most: usize) {
    MOST.store(most, Relaxed);
    let layout = Layout::from_size_align(RESERVE, 16).expect("it is a layout");
    // SAFETY: the layout has a size.
    let reserve = unsafe { System.alloc(layout) };
    give_reserve_back();
    PUT_ASIDE.store(reserve, Relaxed);
    if LAST_START.load(Relaxed).is_null() {
        let layout = Layout::from_size_align(LAST, LAST_ALIGN).expect("it is a layout");
        // SAFETY: the layout has a size. Nobody gives the memory back.
        LAST_START.store(unsafe { System.alloc_zeroed(layout) }, Relaxed);
    }
}

/// A part of the last memory, which is zero; null if there is none, or too little.
fn from_last(layout: Layout) -> *mut u8 {
    let start = LAST_START.load(Relaxed);
    if start.is_null() || layout.align() > LAST_ALIGN {
        return std::ptr::null_mut();
    }
    let end = |used: usize| used.next_multiple_of(layout.align()).checked_add(layout.size()).filter(|end| *end <= LAST);
    match LAST_USED.fetch_update(Relaxed, Relaxed, end) {
        // SAFETY: the part ends within the last memory, and `LAST_USED` says that it is nobody else's.
        Ok(used) => unsafe { start.add(used.next_multiple_of(layout.align())) },
        Err(_) => std::ptr::null_mut(),
    }
}

/// Whether memory is a part of the last one.
fn is_last(memory: *const u8) -> bool {
    let start = LAST_START.load(Relaxed) as usize;
    start != 0 && (start..start + LAST).contains(&(memory as usize))
}

/// Called if the system has no memory for a layout whose size was noted. Returns to threads of no check only: with a part of
/// the last memory, or null.
#[cold]
fn last_resort(layout: Layout) -> *mut u8 {
    stuck(signed(layout.size()));
    let memory = from_last(layout);
    if !memory.is_null() {
        note(signed(layout.size()));
    }
    memory
}

fn give_reserve_back() {
    let reserve = PUT_ASIDE.swap(std::ptr::null_mut(), Relaxed);
    if !reserve.is_null() {
        let layout = Layout::from_size_align(RESERVE, 16).expect("it is a layout");
        // SAFETY: it was allocated with this layout, and whoever takes it out of the static has it alone.
        unsafe { System.dealloc(reserve, layout) };
    }
}

/// Books what was not booked, and `bytes`. Returns whether the limit allows that.
fn book(bytes: isize) -> bool {
    let Ok(not_booked) = NOT_BOOKED.try_with(|not_booked| not_booked.replace(0)) else { return true };
    let sum = not_booked + bytes;
    let all = ALL.fetch_add(sum, Relaxed) + sum;
    if let Some(Account(account)) = ACCOUNT.try_with(Cell::get).ok().flatten() {
        BY_ACCOUNT[account].fetch_add(sum, Relaxed);
        let slack = if bytes < BATCH { SLACK } else { 0 };
        return bytes <= 0 || usize::try_from(all).unwrap_or(0) <= MOST.load(Relaxed).saturating_add(slack);
    }
    true
}

/// Notes that the calling thread takes, or gives back, so many bytes. Returns whether the limit allows that.
fn note(bytes: isize) -> bool {
    let Ok(sum) = NOT_BOOKED.try_with(|not_booked| not_booked.get() + bytes) else { return true };
    if sum.abs() < BATCH {
        NOT_BOOKED.set(sum);
        return true;
    }
    book(bytes)
}

/// Called by a thread that gets no memory for so many bytes, which it has noted. Returns only if it is no thread of a check.
#[cold]
fn stuck(bytes: isize) {
    note(-bytes);
    let Some(Account(account)) = ACCOUNT.try_with(Cell::get).ok().flatten() else { return };
    IS_STUCK[account].store(true, Relaxed);
    give_reserve_back();
    loop {
        std::thread::sleep(Duration::MAX);
    }
}

fn signed(bytes: usize) -> isize {
    isize::try_from(bytes).unwrap_or(isize::MAX)
}

/// The system's allocator, with accounts.
struct Accounts;

// SAFETY: all memory is the system's; what is added only counts, and never unwinds.
unsafe impl GlobalAlloc for Accounts {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = signed(layout.size());
        if !note(size) {
            stuck(size);
        }
        // SAFETY: the caller's duty.
        let memory = unsafe { System.alloc(layout) };
        if memory.is_null() { last_resort(layout) } else { memory }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = signed(layout.size());
        if !note(size) {
            stuck(size);
        }
        // SAFETY: the caller's duty.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if memory.is_null() { last_resort(layout) } else { memory }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if !is_last(memory) {
            // SAFETY: the caller's duty, and the memory is the system's.
            unsafe { System.dealloc(memory, layout) };
        }
        note(-signed(layout.size()));
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let more = signed(new_size) - signed(layout.size());
        if !note(more) {
            stuck(more);
        }
        if !is_last(memory) {
            // SAFETY: the caller's duty, and the memory is the system's.
            let moved = unsafe { System.realloc(memory, layout, new_size) };
            if !moved.is_null() {
                return moved;
            }
        }
        // The new memory is noted by whoever makes it.
        note(-more);
        // SAFETY: the caller's duty: the size is not 0, and not too large for the alignment.
        let new_layout = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        // SAFETY: the same.
        let moved = unsafe { self.alloc(new_layout) };
        if !moved.is_null() {
            // SAFETY: both have so many bytes, and the new ones are nobody else's.
            unsafe {
                std::ptr::copy_nonoverlapping(memory, moved, layout.size().min(new_size));
                self.dealloc(memory, layout);
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_memory_is_handed_out_once() {
        limit(usize::MAX);
        let layout = |size, align| Layout::from_size_align(size, align).unwrap();
        let parts: Vec<_> = [(1, 1), (24, 8), (100, 64), (4096, 4096)]
            .map(|(size, align)| {
                let memory = from_last(layout(size, align));
                assert!(is_last(memory) && (memory as usize).is_multiple_of(align), "{size} {align}");
                (memory as usize, memory as usize + size)
            })
            .into();
        assert!(parts.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{parts:?}");
        assert!(from_last(layout(LAST, 1)).is_null() && from_last(layout(1, 8192)).is_null());
        // Memory from there can grow, and be given back.
        let old = layout(100, 64);
        let memory = from_last(old);
        // SAFETY: the memory has this layout, and is given back once.
        unsafe {
            memory.write_bytes(7, 100);
            let grown = ALLOCATOR.realloc(memory, old, 200);
            assert_eq!(std::slice::from_raw_parts(grown, 100), [7; 100]);
            ALLOCATOR.dealloc(grown, layout(200, 64));
        }
        assert!(!is_last(&raw const *Box::new(1_u8)));
    }

    #[test]
    fn what_a_thread_takes_is_on_its_account() {
        let account = Account::new(N_ACCOUNTS + 7);
        let taken = std::thread::spawn(move || {
            book_on(Some(account));
            let before = account.bytes();
            let large = vec![1_u8; 1 << 20];
            let small: Vec<Box<[u8; 1000]>> = (0..1000).map(|_| Box::new([1; 1000])).collect();
            let during = account.bytes() - before;
            drop((large, small));
            book(0);
            (during, account.bytes() - before)
        });
        let (during, after) = taken.join().expect("it does not panic");
        assert!((2_000_000..2_400_000).contains(&during), "{during}");
        assert_eq!(after, 0);
    }
}
