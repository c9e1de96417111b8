//! Replay: runs a check on one state and its arguments again.

use std::fmt;
use std::sync::Arc;

use glassbox_abi::disturbance::split_mark;
use glassbox_abi::names;
use glassbox_space::Diagram;
use glassbox_vm::module::Module;

use super::options::Options;
use super::run::Runner;
use super::steps::{RunStep, steps};
use crate::observer::Phases;
use crate::picture::{Picture, Pictures, pictures};
use crate::planned::Planned;
use crate::result::{Bounds, Disturbance, Finding, StatesError, is_size};
use crate::states::{self, states};

/// The result of a run from one state.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The bug that the run found, if any.
    pub finding: Option<Finding>,
    /// The state and the arguments.
    pub picture: Picture,
    /// The structures after the run; none if they cannot be shown, or nothing has changed.
    pub after: Option<Picture>,
    /// Writes of the operation in order, if requested.
    pub steps: Vec<RunStep>,
}

/// Amount of detail in the report of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The result only.
    Result,
    /// The result, and every change of the structures.
    Steps,
}

/// Error when replaying a state.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The text has the wrong format.
    #[error("`{0}` is not a state: write it like `height=2:1.0.1;2`")]
    Text(String),
    /// The check has no such bound.
    #[error("`{0}` is not a state of this check: it has no bound `{1}`")]
    NoBound(String, String),
    /// There is no such state, or it is not valid.
    #[error("`{0}` is not a valid state of this check: the structure, its invariant or the bounds may have changed")]
    NoState(String),
    /// The module has no such check.
    #[error("there is no check `{0}`")]
    NoCheck(String),
    /// The valid states of the check cannot be computed.
    #[error(transparent)]
    States(#[from] StatesError),
}

/// Bounds that a text may have although its check does not use them: they were given for all checks.
const OF_OTHERS: [&str; 5] = [names::OPERATIONS, names::ELEMENTS, names::STATES, "capacity", "gaps"];

/// At the end of a text, it means that the structures are dropped instead of running the check.
pub(super) const DROP_MARK: char = '~';

/// Runs a check on the state that [`Failure::replay`](crate::result::Failure::replay) describes.
pub fn replay<D: Diagram>(
    module: &Arc<Module>,
    path: &str,
    text: &str,
    options: &Options,
    detail: Detail,
    diagram: D,
) -> Result<Replayed, ReplayError> {
    let StateText { bounds, structures, others, drops, disturbance } =
        StateText::parse(text).ok_or_else(|| ReplayError::Text(text.to_owned()))?;
    let options = Options { drops, disturbance: disturbance.map(Planned::new), ..options.clone() };
    let known = states::bounds(module, path, &bounds)?;
    let is_known = |name: &str| known.get(name).is_some() || is_size(name) || OF_OTHERS.contains(&name);
    if let Some((name, _)) = bounds.iter().find(|(name, _)| !is_known(name)) {
        return Err(ReplayError::NoBound(text.to_owned(), name.to_owned()));
    }
    let mut states = states(module, path, &bounds, diagram)?;
    let all = states.transitions().map_err(StatesError::from)?;
    let state = states.skeleton.state_of(&states.space, &structures, &others);
    let state = state.filter(|state| states.space.contains(&all, state));
    let state = state.ok_or_else(|| ReplayError::NoState(text.to_owned()))?;
    let runner = Runner::new(&mut states, path, &options).map_err(StatesError::from)?;
    let runner = runner.ok_or_else(|| ReplayError::NoCheck(path.to_owned()))?;
    let finding = runner.run(&mut states, &state, false, Phases::NONE).map_err(StatesError::from)?.finding;
    let Pictures { before, after } = pictures(&mut states, &state, |states| runner.leave(states, &state));
    let steps = if detail == Detail::Steps { steps(&mut states, &runner, &state) } else { Vec::new() };
    Ok(Replayed { finding, picture: before, after, steps })
}

/// The parts of a replay text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StateText {
    bounds: Bounds,
    /// Choices of the structures.
    structures: Vec<u32>,
    /// Choices of the other arguments.
    others: Vec<u32>,
    /// Whether the structures are dropped instead of running the check.
    drops: bool,
    /// What goes wrong.
    disturbance: Option<Disturbance>,
}

impl StateText {
    /// None if the text is not a state.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (text, disturbance) = split_mark(text)?;
        let (text, drops) = text.strip_suffix(DROP_MARK).map_or((text, false), |text| (text, true));
        let (bounds, choices) = text.split_once(':')?;
        let bounds = Bounds::parse(bounds)?;
        let (structures, others) = choices.split_once(';').unwrap_or((choices, ""));
        Some(Self { bounds, structures: numbers(structures)?, others: numbers(others)?, drops, disturbance })
    }
}

impl fmt::Display for StateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
        let mut text = format!("{}:{}", self.bounds, joined(&self.structures));
        if !self.others.is_empty() {
            text.push(';');
            text.push_str(&joined(&self.others));
        }
        text.extend(self.drops.then_some(DROP_MARK));
        f.write_str(&self.disturbance.map_or_else(|| text.clone(), |disturbance| disturbance.mark(&text)))
    }
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    let number = |number: &str| number.parse().ok().filter(|parsed: &u32| parsed.to_string() == number);
    if text.is_empty() { Some(Vec::new()) } else { text.split('.').map(number).collect() }
}
