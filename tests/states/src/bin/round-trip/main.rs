//! Lays out every state of every subject and reads it back, and damages laid states at random: the full judge must read what was
//! laid, and notice all damage.

use std::process::ExitCode;

use clap::Parser;
use glassbox_engine::rules::Rules;
use glassbox_states::{Builder, CASES, Case, Random, RoundTrips, exit_code, structures};

/// Reads back every laid state of every subject, and damages laid states at random.
#[derive(Debug, Parser)]
struct Args {
    /// Fewer damages
    #[arg(long)]
    quick: bool,
    /// Seed of the damages
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only subjects whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    subject: String,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether everything is as it must be.
fn run(args: &Args) -> Result<bool, String> {
    let cases: Vec<&Case> = CASES.iter().filter(|case| case.package.contains(&args.subject)).collect();
    let n_damages = if args.quick { 10_000 } else { 100_000 };
    let builder = Builder::new(0)?;
    let mut subjects = Vec::new();
    for case in cases {
        subjects.extend(structures(case, &builder, &Rules::default())?);
    }
    let mut total = RoundTrips::default();
    let mut random = Random::new(args.seed);
    let n_each = n_damages / subjects.len().max(1) as u64 + 1;
    for mut subject in subjects {
        let counts = subject.try_all(n_each, &mut random)?;
        println!("{}", counts.text(&subject.path));
        total.add(&counts);
    }
    println!("{}", total.text("round trip"));
    Ok(total.is_well())
}
