//! `lookalikes`: compares the lookalikes of runs with the paths of all states.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use glassbox_fuzz::lookalikes::compare::{Compared, compare};
use glassbox_fuzz::lookalikes::fault::Fault;
use glassbox_fuzz::lookalikes::oracle::{self, Paths};
use glassbox_fuzz::lookalikes::program::Program;
use glassbox_fuzz::lookalikes::rust::{self, BATCH};
use glassbox_fuzz::lookalikes::wasm;
use glassbox_fuzz::panics::catch;
use glassbox_fuzz::watchdog::Progress;
use glassbox_space::{Bdd, Explicit};
use glassbox_vm::module::Module;

/// Runs random programs on all their states, with and without terms, and compares the sets of lookalikes with the
/// paths. Then repeats that with trackers that have a deliberate fault, which the comparison must detect.
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Number of programs, half of them in Rust
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this program, for example `wasm-17`
    #[arg(long, value_name = "KIND-NUMBER")]
    only: Option<String>,
    /// Number of programs within which each fault must be detected
    #[arg(long, default_value_t = 600)]
    for_faults: u64,
}

/// Number of nodes for the sets of one program.
const NODES: usize = 1 << 17;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut checker = Checker::new(args.seed);
    if let Some(only) = &args.only {
        return checker.only(only);
    }
    if let Err(error) = checker.correct(args.programs, args.for_faults) {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    let missed = checker.faults();
    if checker.disagreements == 0 && missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A program with its module and paths, which several comparisons share.
struct Prepared {
    program: Program,
    module: Arc<Module>,
    paths: Paths,
}

impl Prepared {
    fn new(program: Program, module: Option<&Arc<Module>>) -> Result<Self, String> {
        let module = match module {
            Some(module) => module.clone(),
            None => Arc::new(Module::load(&program.module).map_err(|error| format!("{}: {error}", program.name))?),
        };
        let paths = oracle::paths_in(&program, &module).map_err(|error| format!("{}: {error}", program.name))?;
        Ok(Self { program, module, paths })
    }

    /// Compares with decision diagrams or with explicit sets. The latter tell a wrong set of lookalikes from a bug of
    /// the diagrams.
    fn compare(&self, explicit: bool, fault: Option<Fault>) -> Result<Compared, String> {
        let (program, module, paths) = (&self.program, &self.module, &self.paths);
        catch(|| {
            if explicit {
                compare(program, module, paths, Explicit::default(), fault)
            } else {
                compare(program, module, paths, Bdd::with_capacity(NODES, NODES / 4), fault)
            }
        })
        .flatten()
    }
}

struct Checker {
    seed: u64,
    total: Compared,
    programs: u64,
    one_path: u64,
    with_errors: u64,
    disagreements: u64,
    /// Programs for the trackers with faults.
    kept: Vec<Prepared>,
    progress: Progress,
}

impl Checker {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            total: Compared::default(),
            programs: 0,
            one_path: 0,
            with_errors: 0,
            disagreements: 0,
            kept: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// Compares all programs with the correct tracker.
    fn correct(&mut self, programs: u64, keep: u64) -> Result<(), String> {
        let n_rust = programs / 2;
        let mut number = 0;
        while number < programs - n_rust {
            let prepared = Prepared::new(wasm::program(self.seed, number), None)?;
            self.check(prepared, number, keep / 2);
            number += 1;
        }
        let mut number = 0;
        while number < n_rust {
            let batch = rust::programs(self.seed, number / BATCH, BATCH.min(n_rust - number))?;
            let Some(first) = batch.first() else { break };
            let module = Arc::new(Module::load(&first.module).map_err(|error| error.to_string())?);
            for program in batch {
                let prepared = Prepared::new(program, Some(&module))?;
                self.check(prepared, number, keep / 2);
                number += 1;
            }
        }
        let Compared { runs, classes, decisions, terms, fallbacks } = self.total;
        let Self { seed, programs, one_path, with_errors, disagreements, .. } = self;
        println!(
            "lookalikes: {programs} programs, {runs} states, {classes} paths, {disagreements} disagreements (seed {seed})\n  \
             {decisions} decisions, {terms} terms, {fallbacks} guards that fix values with tight limits\n  \
             {one_path} programs with one path, {with_errors} with memory errors in some states"
        );
        Ok(())
    }

    fn check(&mut self, prepared: Prepared, number: u64, keep: u64) {
        let explicit = number % 10 == 9;
        match prepared.compare(explicit, None) {
            Ok(compared) => self.total += compared,
            Err(difference) => self.disagree(&prepared.program, &difference),
        }
        self.programs += 1;
        self.one_path += u64::from(prepared.paths.n_classes == 1);
        self.with_errors += u64::from(prepared.paths.runs.iter().any(|run| run.end.is_memory_error()));
        let (programs, disagreements) = (self.programs, self.disagreements);
        self.progress.show(|| format!("{programs} programs, {disagreements} disagreements"));
        if number < keep {
            self.kept.push(prepared);
        }
    }

    fn disagree(&mut self, program: &Program, difference: &str) {
        self.disagreements += 1;
        if self.disagreements <= 5 {
            eprintln!("{program}\n{difference}");
            eprintln!("  reproduce: lookalikes --seed {} --only {}\n", self.seed, program.name.replace(' ', "-"));
        }
    }

    /// Compares the kept programs with each faulty tracker. Returns the number of undetected faults.
    fn faults(&mut self) -> usize {
        let mut missed = 0;
        println!("deliberate faults:");
        for &fault in Fault::ALL {
            let found = self.kept.iter().position(|prepared| prepared.compare(false, Some(fault)).is_err());
            missed += usize::from(found.is_none());
            let by_program = |index| format!("detected by program {}", index + 1);
            let where_found = found.map_or("NOT DETECTED".to_owned(), by_program);
            println!("  {:72} {where_found}", fault.text());
        }
        let all = Fault::ALL.len();
        println!("  {} of {all} detected, with {} programs", all - missed, self.kept.len());
        missed
    }

    fn only(&mut self, name: &str) -> ExitCode {
        let program = match name.split_once('-').map(|(kind, number)| (kind, number.parse::<u64>())) {
            Some(("wasm", Ok(number))) => Ok(wasm::program(self.seed, number)),
            Some(("rust", Ok(number))) => rust::programs(self.seed, number / BATCH, BATCH)
                .map(|mut batch| batch.swap_remove((number % BATCH) as usize)),
            _ => Err(format!("`{name}` is not of the form wasm-17 or rust-17")),
        };
        let result = program.and_then(|program| {
            let prepared = Prepared::new(program, None)?;
            println!("{}", prepared.program);
            prepared.compare(false, None)
        });
        match result {
            Ok(compared) => {
                println!("{compared:?}");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        }
    }
}
