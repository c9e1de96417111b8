//! thread_local!: Cell and RefCell, const and lazy, nested access, borrowed with `with_borrow_mut`, emptied at the end.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Write;

thread_local! {
    static NEXT_ID: Cell<u32> = const { Cell::new(1) };
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static CACHE: RefCell<BTreeMap<u64, u64>> = const { RefCell::new(BTreeMap::new()) };
    static TRACE: RefCell<Vec<String>> = RefCell::new(Vec::with_capacity(4));
}

struct Scope(u32);

impl Scope {
    fn enter(name: &str) -> Self {
        let id = NEXT_ID.replace(NEXT_ID.get() + 1);
        let indent = "  ".repeat(DEPTH.get());
        DEPTH.set(DEPTH.get() + 1);
        TRACE.with_borrow_mut(|trace| trace.push(format!("{indent}{name}#{id}")));
        Self(id)
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
        TRACE.with_borrow_mut(|trace| trace.push(format!("{}/{}", "  ".repeat(DEPTH.get()), self.0)));
    }
}

fn fibonacci(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    // The borrow ends before the recursion, which borrows again.
    if let Some(known) = CACHE.with_borrow(|cache| cache.get(&n).copied()) {
        return known;
    }
    let value = fibonacci(n - 1) + fibonacci(n - 2);
    CACHE.with_borrow_mut(|cache| cache.insert(n, value));
    value
}

fn walk(n: u32) {
    let _scope = Scope::enter(if n % 2 == 0 { "even" } else { "odd" });
    if n > 0 {
        walk(n - 1);
        if n % 3 == 0 {
            walk(n / 3);
        }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    NEXT_ID.set(1);
    walk(6);
    // What a thread-local holds lives as long as its thread, so everything on the heap is taken out again.
    let trace = TRACE.take();
    writeln!(out, "{} lines, {} ids, depth {}", trace.len(), NEXT_ID.get() - 1, DEPTH.get()).unwrap();
    writeln!(out, "{}", trace[..9].join("\n")).unwrap();
    let busy = TRACE.with(|trace| {
        let _borrowed = trace.borrow_mut();
        TRACE.with(|again| again.try_borrow().is_err())
    });
    let numbers: Vec<u64> = [10, 50, 90].into_iter().map(fibonacci).collect();
    write!(out, "{busy} {numbers:?} {} cached", CACHE.take().len()).unwrap();
    out
}
