//! Lays out states and reads them back, and damages laid states at random: the full judge must read what was laid, and notice
//! all damage. A state that is laid out where it differs from the one before must be the same as if it was laid out whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::oracle::{Damage, Damaged, Oracle};
use glassbox_engine::rules::Rules;
use glassbox_engine::states::{States, states};
use glassbox_space::{Bdd, Diagram as _};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;

use crate::build::Builder;
use crate::cases::{Case, Size};

/// The most states of a check that are read back.
const MOST_STATES: usize = 20_000;

/// The states of a structure.
#[derive(Debug)]
pub struct Structure {
    /// The check whose states these are.
    pub path: String,
    oracle: Oracle,
    /// Choices of the record's variables.
    states: Vec<Vec<u32>>,
}

/// One check for each structure of a subject, judged with these rules.
pub fn structures(case: &Case, builder: &Builder, rules: &Rules) -> Result<Vec<Structure>, String> {
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
        let oracle = Oracle::new(&module, &check.path, &question.bounds, Layout::Upward).with_rules(rules.clone());
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
    /// Reads back all states, and then damages so many.
    pub fn try_all(&mut self, n_damages: u64, random: &mut Random) -> Result<RoundTrips, String> {
        let mut counts = RoundTrips::default();
        for choices in &self.states {
            counts.states += 1;
            match self.oracle.difference_of_laying(choices) {
                Ok(None) => {}
                Ok(Some(what)) => {
                    counts.note(format!("{}: {what} where {choices:?} is laid as a difference", self.path));
                }
                Err(rejection) => counts.note(format!("{}: {rejection} for {choices:?}", self.path)),
            }
            match self.oracle.round_trip(choices) {
                Ok(read) if read == *choices => {}
                Ok(read) => counts.note(format!("{}: read {read:?} instead of {choices:?}", self.path)),
                Err(rejection) => counts.note(format!("{}: {rejection} for {choices:?}", self.path)),
            }
        }
        self.damage_some(n_damages, random, &mut counts)?;
        Ok(counts)
    }

    /// Damages so many states.
    pub fn damage_some(&mut self, n_damages: u64, random: &mut Random, counts: &mut RoundTrips) -> Result<(), String> {
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
        Ok(())
    }
}

/// Counts of states that were read back, and of damages.
#[derive(Debug, Default)]
pub struct RoundTrips {
    states: u64,
    damages: BTreeMap<(Damage, Damaged), u64>,
    wrong: u64,
    /// The first that is wrong.
    pub first: Option<String>,
}

impl RoundTrips {
    fn note(&mut self, what: String) {
        self.wrong += 1;
        self.first.get_or_insert(what);
    }

    /// Number of damages.
    pub fn n_damages(&self) -> u64 {
        self.damages.values().sum()
    }

    /// Number of damages with this result.
    pub fn of(&self, wanted: Damaged) -> u64 {
        self.damages.iter().filter(|((_, damaged), _)| *damaged == wanted).map(|(_, n)| n).sum()
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.states += other.states;
        self.wrong += other.wrong;
        other.damages.iter().for_each(|(key, n)| *self.damages.entry(*key).or_default() += n);
        self.first = self.first.take().or_else(|| other.first.clone());
    }

    /// Whether every state was read back, and all damage noticed.
    pub fn is_well(&self) -> bool {
        self.wrong == 0
    }

    /// The counts as a line of text.
    pub fn text(&self, what: &str) -> String {
        let first = self.first.as_ref().map_or_else(String::new, |first| format!("; the first: {first}"));
        format!(
            "{what}: {} states read back, {} damages: {} noticed, {} of no byte of the state, {} renamed, {} another state, {} \
             missed; {} wrong{first}",
            self.states,
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
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `n`; 0 if that is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % n.max(1) as u64).unwrap_or(0)
    }
}
