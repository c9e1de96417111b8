//! Counts the valid states of all subjects.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use glassbox_engine::states::{States, states};
use glassbox_report::draw;
use glassbox_space::Bdd;
use glassbox_states::{SUBJECTS, Subject, check_path, module, timed};
use glassbox_vm::module::Module;

/// Builds the subjects, computes their valid states at growing bounds and compares them with known numbers.
#[derive(Debug, Parser)]
struct Args {
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT")]
    subject: Option<String>,
    /// Stop growing a bound here
    #[arg(long, value_name = "N", default_value_t = u32::MAX)]
    most: u32,
    /// Draw the first states of each subject
    #[arg(long, value_name = "N", default_value_t = 0)]
    draw: usize,
}

fn main() -> ExitCode {
    let args = Args::parse();
    println!("{:20} {:>9} {:>22} {:>8} {:>8} {:>8}", "subject", "bound", "valid states", "runs", "nodes", "seconds");
    let (mut wrong, mut n_subjects) = (0, 0);
    for subject in SUBJECTS {
        if args.subject.as_ref().is_some_and(|part| !subject.package.contains(part)) {
            continue;
        }
        n_subjects += 1;
        match run(subject, &args) {
            Ok(n) => wrong += n,
            Err(error) => {
                wrong += 1;
                eprintln!("{}: {error}", subject.package);
            }
        }
    }
    println!("{n_subjects} subjects, {wrong} wrong");
    // A comparison of nothing is not a success.
    if wrong == 0 && n_subjects > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Counts at all bounds of a subject. Returns the number of wrong counts.
fn run(subject: &Subject, args: &Args) -> Result<usize, String> {
    let bytes = module(subject.package, None)?;
    let check = check_path(&bytes, subject)?;
    let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let mut wrong = 0;
    for (index, bound) in (1..=subject.most.min(args.most)).enumerate() {
        let (found, time) = timed(|| states(&module, &check, &subject.bounds(bound), Bdd::default()));
        let found = found.map_err(|error| error.to_string())?;
        let n_states = found.count().map_err(|error| error.to_string())?.to_string();
        let expected = subject.expected.get(index);
        let is_wrong = expected.is_some_and(|expected| *expected != n_states);
        wrong += usize::from(is_wrong);
        println!(
            "{:20} {:>9} {n_states:>22} {:>8} {:>8} {:>8.2}{}",
            subject.package,
            format!("{} {bound}", subject.bound),
            found.initial.runs,
            found.space.n_nodes(&found.initial.valid),
            time.as_secs_f64(),
            if is_wrong { format!("  WRONG, expected {}", subject.expected[index]) } else { String::new() }
        );
        report_unused(&found)?;
        draw_some(&found, args.draw);
    }
    Ok(wrong)
}

fn report_unused(found: &States<Bdd>) -> Result<(), String> {
    for unused in found.unused().map_err(|error| error.to_string())? {
        println!("  unused: {unused}");
    }
    Ok(())
}

fn draw_some(found: &States<Bdd>, n: usize) {
    for state in found.space.iter(&found.initial.valid).take(n) {
        println!("{}", draw::text(&found.picture(&state)));
    }
}
