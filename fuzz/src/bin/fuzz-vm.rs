//! `fuzz-vm`: differential fuzzing of the machine with another engine as the oracle.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use glassbox_fuzz::differential::{Compared, compare};
use glassbox_fuzz::engine::Oracle;
use glassbox_fuzz::generate::Generated;
use glassbox_fuzz::module_limits::Avoid;
use glassbox_fuzz::panics::{catch, with_stack};
use glassbox_fuzz::random::Random;
use glassbox_fuzz::watchdog::{Progress, Watchdog};
use glassbox_fuzz::{engine, findings, generate};

/// Time limit per module. Modules are small, so a longer run hangs.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// Runs random modules in the machine and in another engine and compares everything observable.
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Number of modules
    #[arg(long, default_value_t = 2000)]
    modules: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first module
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// The engine to compare with
    #[arg(long, value_enum, default_value_t = OracleName::Wasmi)]
    oracle: OracleName,
    /// Run only this module, for example a saved one; the seed and the number of the first module determine its calls
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
    /// Folder for modules on which the engines differ
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OracleName {
    Wasmi,
    #[cfg(feature = "wasmtime")]
    Wasmtime,
}

impl OracleName {
    fn text(self) -> &'static str {
        match self {
            Self::Wasmi => "wasmi",
            #[cfg(feature = "wasmtime")]
            Self::Wasmtime => "wasmtime",
        }
    }

    fn avoid(self) -> Avoid {
        match self {
            Self::Wasmi => engine::Wasmi::AVOID,
            #[cfg(feature = "wasmtime")]
            Self::Wasmtime => engine::Wasmtime::AVOID,
        }
    }

    fn compare(self, module: &Generated, random: &mut Random) -> Result<Compared, String> {
        match self {
            Self::Wasmi => compare::<engine::Wasmi>(module, random),
            #[cfg(feature = "wasmtime")]
            Self::Wasmtime => compare::<engine::Wasmtime>(module, random),
        }
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    with_stack(|| run(&args))
}

fn run(args: &Args) -> ExitCode {
    let given = args.file.as_ref().map(std::fs::read).transpose();
    let given = match given {
        Ok(given) => given,
        Err(error) => {
            eprintln!("error: cannot read the module: {error}");
            return ExitCode::from(2);
        }
    };
    let folder = args.save.clone().unwrap_or_else(findings::default_folder);
    let watchdog = Watchdog::new(TIME_LIMIT, folder.clone());
    let mut progress = Progress::default();
    let (mut total, mut mismatches) = (Compared::default(), 0);
    let modules = if given.is_some() { 1 } else { args.modules };
    for number in args.start..args.start + modules {
        let given = given.clone().map(Generated::from);
        let module = given.unwrap_or_else(|| generate::supported(args.seed, number, args.oracle.avoid()));
        let bytes = &module.machine;
        let mut random = Random::new(args.seed, number, 1);
        let name = format!("vm-{}-{}-{number}", args.oracle.text(), args.seed);
        let result = watchdog.watch(&name, bytes, || catch(|| args.oracle.compare(&module, &mut random)).flatten());
        match result {
            Ok(compared) => total += compared,
            Err(difference) => {
                mismatches += 1;
                eprintln!("module {number}: {difference}");
                let (saved, seed, oracle) = (findings::save(&folder, &name, bytes), args.seed, args.oracle.text());
                eprintln!("  module: {saved}");
                eprintln!("  reproduce: fuzz-vm --seed {seed} --start {number} --modules 1 --oracle {oracle}");
                eprintln!("  second opinion: fuzz-vm --seed {seed} --start {number} --file {saved} --oracle wasmtime");
            }
        }
        progress.show(|| format!("{} modules, {} calls, {mismatches} mismatches", number - args.start, total.calls));
    }
    let Compared { calls, traps, exhausted } = total;
    let (seed, oracle) = (args.seed, args.oracle.text());
    println!(
        "fuzz-vm: {modules} modules, {calls} calls, {traps} traps compared, {exhausted} exhausted, \
         {mismatches} mismatches (seed {seed}, oracle {oracle})"
    );
    if mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
