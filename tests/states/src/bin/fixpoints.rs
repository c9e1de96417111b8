//! Compares explorations of any number of operations with others that merge fewer states.

use std::process::ExitCode;

use clap::Parser;
use glassbox_states::{FixpointLimits, exit_code, fixpoints, module};

/// Compares explorations with others that merge fewer states.
#[derive(Debug, Parser)]
struct Args {
    /// Leave out explorations with many states
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

fn run(args: &Args) -> Result<bool, String> {
    let limits = if args.quick { FixpointLimits::QUICK } else { FixpointLimits::FULL };
    let all = fixpoints(&module("explorations", None)?, limits, |fixpoint| println!("{fixpoint}"))?;
    let n_every_history = all.iter().filter(|fixpoint| fixpoint.every_history.is_some()).count();
    let n_different = all.iter().filter(|fixpoint| fixpoint.disagreement.is_some()).count();
    println!(
        "fixpoints: {} explorations of any number of operations, {n_every_history} of them by every history; {n_different} \
         disagreements",
        all.len()
    );
    Ok(n_different == 0 && n_every_history > 0)
}
