//! Lays out every state of every subject and reads it back, and damages laid states at random: the full judge must read what was
//! laid, and notice all damage.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use glassbox_engine::catalog;
use glassbox_engine::oracle::{Damage, Damaged, Oracle, Rejection};
use glassbox_engine::states::{States, states};
use glassbox_space::{Bdd, Diagram as _};
use glassbox_states::{Builder, CASES, Case, Size, exit_code};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

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

/// The most states of a check that are read back.
const MOST_STATES: usize = 20_000;

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
        subjects.extend(structures(case, &builder)?);
    }
    let mut total = Counts::default();
    let mut random = Random(args.seed);
    let n_each = n_damages / subjects.len().max(1) as u64 + 1;
    for mut subject in subjects {
        let counts = subject.try_all(n_each, &mut random)?;
        println!("{}", counts.text(&subject.path));
        total.add(&counts);
    }
    println!("{}", total.text("round trip"));
    Ok(total.is_well())
}

/// The states of a structure.
struct Structure {
    path: String,
    oracle: Oracle,
    /// Choices of the record's variables.
    states: Vec<Vec<u32>>,
}

/// One check for each structure of a subject.
fn structures(case: &Case, builder: &Builder) -> Result<Vec<Structure>, String> {
    let bytes = builder.module(case.package, None)?;
    let module = Arc::new(Module::load(&bytes).map_err(|error| error.to_string())?);
    let checks = catalog::read(&bytes).map_err(|error| error.to_string())?;
    let mut known = Vec::new();
    let mut structures = Vec::new();
    for check in checks.iter().filter(|check| !check.is_exploration()) {
        let Some(question) = case.question(&module, &check.path, Size::Quick) else { continue };
        let found =
            states(&module, &check.path, &question.bounds, Bdd::default()).map_err(|error| error.to_string())?;
        let record = found.skeleton.record();
        let of_structure = record.variables.iter().filter(|variable| variable.node.is_some());
        let root = record.nodes.first().map_or("", |node| node.path.as_str());
        let key: Vec<(String, u32)> = of_structure
            .map(|variable| (variable.path.strip_prefix(root).unwrap_or(&variable.path).to_owned(), variable.choices))
            .collect();
        let key = (record.types.first().map(|ty| ty.name.clone()), key);
        if known.contains(&key) {
            continue;
        }
        known.push(key);
        let oracle = Oracle::new(&module, &check.path, &question.bounds, Layout::Upward);
        structures.push(Structure { path: check.path.clone(), oracle, states: all_states(&found)? });
    }
    Ok(structures)
}

/// The choices of all valid states, or of as many as are read back.
fn all_states(states: &States<Bdd>) -> Result<Vec<Vec<u32>>, String> {
    let all = states.of_structures().map_err(|error| error.to_string())?;
    let mut choices = Vec::new();
    let mut state = states.space.least(&all);
    while let Some(at) = state.filter(|_| choices.len() < MOST_STATES) {
        choices.push(states.skeleton.choices(&states.space, &at));
        state = states.space.diagram().after(&all, &at);
    }
    Ok(choices)
}

impl Structure {
    fn try_all(&mut self, n_damages: u64, random: &mut Random) -> Result<Counts, String> {
        let mut counts = Counts::default();
        for choices in &self.states {
            counts.states += 1;
            match self.oracle.round_trip(choices) {
                Ok(read) if read == *choices => {}
                Ok(read) => counts.note(format!("{}: read {read:?} instead of {choices:?}", self.path)),
                // A description may admit links to nodes that the state does not have. No memory is such a state.
                Err(Rejection::Outside { value, .. }) if value.contains("not there") => counts.dangling += 1,
                Err(rejection) => counts.note(format!("{}: {rejection} for {choices:?}", self.path)),
            }
        }
        // Some states cannot be damaged in some ways.
        let mut left = 20 * n_damages;
        while counts.n_damages() < n_damages && left > 0 {
            left -= 1;
            let choices = &self.states[random.below(self.states.len())];
            let damage = Damage::ALL[random.below(Damage::ALL.len())];
            let damaged =
                self.oracle.damage(choices, damage, &mut |n| u32::try_from(random.below(n as usize)).unwrap_or(0));
            let damaged = damaged.map_err(|rejection| rejection.to_string())?;
            if damaged == Damaged::Missed {
                counts.note(format!("{}: {damage:?} of {choices:?} is not noticed", self.path));
            }
            if damaged != Damaged::NotPossible {
                *counts.damages.entry((damage, damaged)).or_default() += 1;
            }
        }
        Ok(counts)
    }
}

#[derive(Default)]
struct Counts {
    states: u64,
    /// States with a link to a node that they do not have.
    dangling: u64,
    damages: BTreeMap<(Damage, Damaged), u64>,
    wrong: u64,
    first: Option<String>,
}

impl Counts {
    fn note(&mut self, what: String) {
        self.wrong += 1;
        self.first.get_or_insert(what);
    }

    fn n_damages(&self) -> u64 {
        self.damages.values().sum()
    }

    fn of(&self, wanted: Damaged) -> u64 {
        self.damages.iter().filter(|((_, damaged), _)| *damaged == wanted).map(|(_, n)| n).sum()
    }

    fn add(&mut self, other: &Self) {
        self.states += other.states;
        self.dangling += other.dangling;
        self.wrong += other.wrong;
        other.damages.iter().for_each(|(key, n)| *self.damages.entry(*key).or_default() += n);
        self.first = self.first.take().or_else(|| other.first.clone());
    }

    fn is_well(&self) -> bool {
        self.wrong == 0
    }

    fn text(&self, what: &str) -> String {
        let first = self.first.as_ref().map_or_else(String::new, |first| format!("; the first: {first}"));
        format!(
            "{what}: {} states read back, {} with links to absent nodes, {} damages: {} noticed, {} of no byte of the state, {} renamed, {} another \
             state, {} missed; {} wrong{first}",
            self.states - self.dangling,
            self.dangling,
            self.n_damages(),
            self.of(Damaged::Noticed),
            self.of(Damaged::Harmless),
            self.of(Damaged::Renamed),
            self.of(Damaged::OtherState),
            self.of(Damaged::Missed),
            self.wrong,
        )
    }
}

/// A generator of random numbers: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % n.max(1) as u64).unwrap_or(0)
    }
}
