//! Measures the machine: speed beside wasmi on three guests, what the sanitizer and terms cost, snapshots.
//!
//! All figures come from one run, because only ratios mean something on a busy machine: engines take turns, and
//! of several turns the fastest counts. `cargo xtask bench` builds this with optimisations and runs it.

mod guest;
mod snapshots;
mod speed;
mod symbolic;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let quick = args.iter().any(|arg| arg == "--quick");
    speed::measure(if quick { 20 } else { 100 });
    symbolic::measure(if quick { 5 } else { 20 });
    snapshots::measure();
}
