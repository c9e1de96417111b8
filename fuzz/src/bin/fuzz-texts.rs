//! `fuzz-texts`: reads damaged replay texts, locks, settings, entries of the cache and saved sets.

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use glassbox_fuzz::allocator::CountingAllocator;
use glassbox_fuzz::findings;
use glassbox_fuzz::texts::{Answer, Reader, Readers, Seeds};
use glassbox_fuzz::watchdog::{Progress, Watchdog};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Time limit per text. Reading one takes less than a millisecond.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Reads damaged texts.
#[derive(Debug, Parser)]
struct Args {
    /// Number of damaged texts
    #[arg(long, default_value_t = 50_000)]
    inputs: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first text
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// Folder for texts on which a reader fails
    #[arg(long, value_name = "DIR")]
    save: Option<std::path::PathBuf>,
}

/// Texts of one reader.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    accepted: u64,
    refused: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let seeds = match Seeds::read(args.seed) {
        Ok(seeds) => seeds,
        Err(error) => {
            eprintln!("error: cannot read the texts in fuzz/texts: {error}");
            return ExitCode::from(2);
        }
    };
    // A panic is a result here, and its message is printed once.
    std::panic::set_hook(Box::new(|_| {}));
    let folder = args.save.clone().unwrap_or_else(findings::default_folder);
    let watchdog = Watchdog::new(TIME_LIMIT, folder.clone());
    let readers = Readers::default();
    let mut progress = Progress::default();
    let mut counts = [Counts::default(); Reader::ALL.len()];
    let mut failures = 0_u64;
    for number in args.start..args.start + args.inputs {
        let (reader, whole, damaged) = seeds.input(number);
        let index = Reader::ALL.iter().position(|it| *it == reader).expect("it is one of them all");
        let own = &mut counts[index];
        let name = format!("texts-{}-{}-{number}", reader.name(), args.seed);
        match watchdog.watch(&name, &damaged, || readers.read(reader, whole, &damaged, number)) {
            Ok(Answer::Accepted) => own.accepted += 1,
            Ok(Answer::Refused) => own.refused += 1,
            Err(failure) => {
                failures += 1;
                eprintln!("text {number} ({}): {failure}", reader.name());
                eprintln!("  text: {}", findings::save_as(&folder, &name, "txt", &damaged));
                eprintln!("  reproduce: fuzz-texts --seed {} --start {number} --inputs 1", args.seed);
            }
        }
        progress.show(|| format!("{} texts, {failures} failures", number - args.start));
    }
    for (reader, counts) in Reader::ALL.into_iter().zip(counts) {
        println!("  {:12} {:7} accepted, {:7} refused", reader.name(), counts.accepted, counts.refused);
    }
    let (inputs, seed) = (args.inputs, args.seed);
    println!("fuzz-texts: {inputs} damaged texts, {failures} failures (seed {seed})");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
