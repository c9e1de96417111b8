//! Benchmarks of the machine: speed compared with wasmi on three guests, cost of the sanitizer, of terms and of
//! snapshots.
//!
//! All figures come from one run, because only ratios are meaningful on a busy computer: engines take turns, and the
//! fastest of several turns counts. `cargo xtask bench` builds this with optimizations and runs it.

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
