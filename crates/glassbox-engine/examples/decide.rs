//! Decides a check and an exploration of a module and prints their outcomes.
//!
//! ```text
//! cargo run --release -p glassbox-engine --example decide -- MODULE.wasm PATH..
//! ```
//!
//! `MODULE.wasm` is what `cargo glassbox` builds; each `PATH` is that of a check or an exploration in it, all of them if
//! none is given. The verdicts are those of the command: both call [`decide`].

use std::process::ExitCode;
use std::sync::Arc;

use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::decide::{Request, decide};
use glassbox_engine::explore::Matching;
use glassbox_engine::observer::{Event, Observer};
use glassbox_engine::result::Bounds;
use glassbox_engine::search::{Options, Strategy};
use glassbox_vm::module::Module;

/// Counts runs, as an example of an observer.
#[derive(Default)]
struct RunCounter {
    runs: u64,
}

impl Observer for RunCounter {
    fn on_event(&mut self, event: &Event<'_>) {
        if let Event::RunFinished { .. } = event {
            self.runs += 1;
        }
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: decide MODULE.wasm [PATH]..");
        return ExitCode::from(2);
    };
    match run(&file, &arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(file: &str, paths: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let bytes = std::fs::read(file)?;
    let module = Arc::new(Module::load(&bytes)?);
    let is_meant = |subject: &Subject| paths.is_empty() || paths.contains(&subject.path);
    for subject in catalog::read(&bytes)?.iter().filter(|subject| is_meant(subject)) {
        let request = Request {
            module: &module,
            subject,
            bounds: &Bounds::none(),
            options: &Options::new(Strategy::Paths),
            matching: Matching::Exactly,
            build: &[],
        };
        let mut counter = RunCounter::default();
        let outcome = decide(&request, &mut counter)?;
        println!("{outcome:#?}");
        println!("// {} runs at all bounds together", counter.runs);
    }
    Ok(())
}
