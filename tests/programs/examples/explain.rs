//! Shows how a program ends: `explain OPT_LEVEL pass|fail NAME`.

use std::path::Path;

use glassbox_programs::{Programs, build};
use glassbox_vm::backtrace::SourceFrame;
use glassbox_vm::track::Sanitizer;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [opt_level, folder, name] = &args[..] else {
        eprintln!("usage: explain OPT_LEVEL pass|fail NAME");
        std::process::exit(2);
    };
    let target = std::env::temp_dir().join("glassbox-explain");
    let module = build(opt_level.parse().expect("a level of optimisation"), Path::new(&target));
    let outcome = Programs::new(module, Sanitizer::default()).run(folder, name, 100_000_000);
    println!("{}\n{} {}, {} steps", outcome.output, outcome.kind.unwrap_or("returned"), outcome.message, outcome.steps);
    show("stopped", &outcome.trace);
    if let Some([allocated, freed]) = &outcome.block {
        show("allocated", allocated);
        show("freed", freed);
    }
}

fn show(what: &str, trace: &[SourceFrame]) {
    println!("{what}:");
    for frame in trace {
        let place = frame.location.as_ref().map(|at| format!("{}:{}", at.file, at.line)).unwrap_or_default();
        println!("  {}{}  {place}", if frame.inlined { "~ " } else { "" }, frame.function);
    }
}
