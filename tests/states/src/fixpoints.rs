//! Compares explorations with others that merge less: an exploration that says 'any number of operations' claims that no
//! history leads to another state.
//!
//! An exploration takes states with equal forms for one and goes on with the first only. Here it goes on with several, from
//! different histories and so in different memory; and where there are not too many of them, with every history. The states
//! and the verdict must be the same.

use std::fmt;
use std::sync::Arc;

use glassbox_engine::catalog::{self, Subject};
use glassbox_engine::explore::{Explored, Matching, explore};
use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Bounds, Reason, SearchEnd};
use glassbox_vm::module::Module;

/// A state is explored so many times.
const TIMES: u32 = 3;

/// Explorations that are compared, if they end with this many states.
#[derive(Clone, Copy, Debug)]
pub struct FixpointLimits {
    /// The most states of the exploration itself.
    pub states: u32,
    /// The most histories.
    pub histories: u32,
}

impl FixpointLimits {
    /// Takes some seconds.
    pub const QUICK: Self = Self { states: 400, histories: 4_000 };
    /// Takes some minutes.
    pub const FULL: Self = Self { states: 6_000, histories: 60_000 };
}

/// An exploration, and how it ended each time.
#[derive(Clone, Debug)]
pub struct Fixpoint {
    /// Its path and bounds.
    pub name: String,
    /// Number of states.
    pub states: usize,
    /// Whether there are values or keys, so that a bound of their number matters.
    has_elements: bool,
    /// Operations after which there are no more.
    pub operations: u32,
    /// States of the exploration that explores each of them several times.
    pub repeated: usize,
    /// States of the exploration of every history, unless there are too many.
    pub every_history: Option<usize>,
    /// The difference, if any.
    pub disagreement: Option<String>,
}

impl fmt::Display for Fixpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, states, operations, repeated, every_history, disagreement, .. } = self;
        write!(f, "{name:60} {states:6} states after {operations:2} operations; each {TIMES} times: {repeated:6}")?;
        if let Some(states) = every_history {
            write!(f, "; every history: {states:6}")?;
        }
        disagreement.as_ref().map_or(Ok(()), |how| write!(f, "; DIFFERENT: {how}"))
    }
}

/// Compares all explorations of a package that end, with any number of elements or with few. Tells of each that it was compared.
pub fn fixpoints(
    bytes: &[u8],
    limits: FixpointLimits,
    mut found: impl FnMut(&Fixpoint),
) -> Result<Vec<Fixpoint>, String> {
    let module = Arc::new(Module::load(bytes).map_err(|error| error.to_string())?);
    let subjects = catalog::read(bytes).map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for subject in subjects.iter().filter(|subject| subject.is_exploration()) {
        let few_elements = [1, 2].map(|elements| Bounds::from([("elements", elements)]));
        for bounds in [Bounds::none()].into_iter().chain(few_elements) {
            let compared = Comparison { module: &module, subject, bounds, limits };
            let fixpoint = compared.run()?;
            let has_elements = fixpoint.as_ref().is_none_or(|fixpoint| fixpoint.has_elements);
            fixpoint.iter().for_each(&mut found);
            all.extend(fixpoint);
            if !has_elements {
                break;
            }
        }
    }
    Ok(all)
}

struct Comparison<'a> {
    module: &'a Arc<Module>,
    subject: &'a Subject,
    bounds: Bounds,
    limits: FixpointLimits,
}

impl Comparison<'_> {
    fn explore(&self, more: &Bounds, matching: Matching) -> Result<Explored, String> {
        let subject = Subject { bounds: self.bounds.clone(), ..self.subject.clone() };
        let explored = explore(self.module, &subject, more, &matching.into(), &mut Unobserved);
        explored.map_err(|error| format!("{}: {error}", subject.path))
    }

    /// None if the exploration does not hold for any number of operations.
    fn run(&self) -> Result<Option<Fixpoint>, String> {
        // Explorations of numbers need not end.
        let most = Bounds::from([("states", self.limits.states), ("operations", 60)]);
        let merged = self.explore(&most, Matching::Exactly)?;
        if merged.end != SearchEnd::Covered || !merged.is_complete {
            return Ok(None);
        }
        let most = Bounds::from([("states", u32::MAX)]);
        let repeated = self.explore(&most, Matching::Repeatedly(TIMES))?;
        let most = Bounds::from([("states", self.limits.histories), ("operations", merged.operations)]);
        let every = self.explore(&most, Matching::EVERY_HISTORY)?;
        let has_too_many =
            matches!(&every.end, SearchEnd::Undecided(why) if matches!(why[..], [Reason::TooManyStates { .. }]));
        let every = (!has_too_many).then_some(every);
        let disagreement = [Some(&repeated), every.as_ref()].into_iter().flatten().find_map(|other| {
            (other.end != merged.end).then(|| format!("{:?}", other.end)).or_else(|| {
                (other.states != merged.states).then(|| format!("{} states, but {}", merged.states, other.states))
            })
        });
        Ok(Some(Fixpoint {
            name: format!("{} {}", self.subject.path, bounds_text(&self.bounds)),
            states: merged.states,
            has_elements: merged.has_elements,
            operations: merged.operations,
            repeated: repeated.states,
            every_history: every.map(|every| every.states),
            disagreement,
        }))
    }
}

fn bounds_text(bounds: &Bounds) -> String {
    bounds.iter().map(|(name, value)| format!("{name} <= {value}")).collect::<Vec<String>>().join(", ")
}
