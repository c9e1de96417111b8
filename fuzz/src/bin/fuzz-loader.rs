//! `fuzz-loader`: checks that the machine rejects or runs mutated modules without a panic, in bounded time and memory.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use glassbox_fuzz::allocator::CountingAllocator;
use glassbox_fuzz::findings;
use glassbox_fuzz::loader::{Bases, survives};
use glassbox_fuzz::random::Random;
use glassbox_fuzz::watchdog::{Progress, Watchdog};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Time limit per module. Loading and running one takes milliseconds.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Loads and runs mutated modules.
#[derive(Debug, Parser)]
struct Args {
    /// Number of mutated modules
    #[arg(long, default_value_t = 2000)]
    modules: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first module
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// Folder with .wasm files to mutate, too
    #[arg(long, value_name = "DIR")]
    seeds: Option<PathBuf>,
    /// Folder for modules on which the machine fails
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let given = match args.seeds.as_deref().map(read_modules).transpose() {
        Ok(given) => given.unwrap_or_default(),
        Err(error) => {
            eprintln!("error: cannot read the seeds: {error}");
            return ExitCode::from(2);
        }
    };
    let folder = args.save.clone().unwrap_or_else(findings::default_folder);
    let watchdog = Watchdog::new(TIME_LIMIT, folder.clone());
    let mut bases = Bases::new(args.seed, given);
    let mut progress = Progress::default();
    let (mut loaded, mut runs, mut failures) = (0_u64, 0_u64, 0_u64);
    for number in args.start..args.start + args.modules {
        let bytes = bases.mutated(number);
        let mut random = Random::new(args.seed, number, 3);
        let name = format!("loader-{}-{number}", args.seed);
        match watchdog.watch(&name, &bytes, || survives(&bytes, number, &mut random)) {
            Ok(survived) => {
                loaded += u64::from(survived.loaded);
                runs += survived.runs;
            }
            Err(failure) => {
                failures += 1;
                eprintln!("module {number}: {failure}");
                eprintln!("  module: {}", findings::save(&folder, &name, &bytes));
                eprintln!("  reproduce: {}", command(&args, number));
            }
        }
        progress.show(|| format!("{} modules, {loaded} loaded, {failures} failures", number - args.start));
    }
    let (modules, seed) = (args.modules, args.seed);
    println!("fuzz-loader: {modules} mutated modules, {loaded} loaded, {runs} runs, {failures} failures (seed {seed})");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn command(args: &Args, number: u64) -> String {
    let seeds = args.seeds.as_ref().map(|seeds| format!(" --seeds {}", seeds.display())).unwrap_or_default();
    format!("fuzz-loader --seed {} --start {number} --modules 1{seeds}", args.seed)
}

/// Reads the modules of a folder, in the order of their names.
fn read_modules(folder: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "wasm"));
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}
