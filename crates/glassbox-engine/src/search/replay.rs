//! Replay: runs a check on one state and its arguments again.

use std::sync::Arc;

use glassbox_space::Diagram;
use glassbox_vm::module::Module;

use super::options::Options;
use super::run::Runner;
use super::steps::{RunStep, steps};
use crate::picture::{Picture, Pictures, pictures};
use crate::result::{Bounds, Finding, StatesError};
use crate::states::states;

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
    let options = Options { drops: text.ends_with(DROP_MARK), ..options.clone() };
    let Parsed { bounds, structures, others } =
        parse(text.trim_end_matches(DROP_MARK)).ok_or_else(|| ReplayError::Text(text.to_owned()))?;
    let mut states = states(module, path, &bounds, diagram)?;
    let all = states.transitions().map_err(StatesError::from)?;
    let state = states.skeleton.state_of(&states.space, &structures, &others);
    let state = state.filter(|state| states.space.contains(&all, state));
    let state = state.ok_or_else(|| ReplayError::NoState(text.to_owned()))?;
    let runner = Runner::new(&mut states, path, &options).map_err(StatesError::from)?;
    let runner = runner.ok_or_else(|| ReplayError::NoCheck(path.to_owned()))?;
    let finding = runner.run(&mut states, &state).map_err(StatesError::from)?.finding;
    let Pictures { before, after } = pictures(&mut states, &state, |states| runner.leave(states, &state));
    let steps = if detail == Detail::Steps { steps(&mut states, &runner, &state) } else { Vec::new() };
    Ok(Replayed { finding, picture: before, after, steps })
}

/// The parts of a replay text.
struct Parsed {
    bounds: Bounds,
    structures: Vec<u32>,
    others: Vec<u32>,
}

fn parse(text: &str) -> Option<Parsed> {
    let (bounds, choices) = text.split_once(':')?;
    let bounds = Bounds::parse(bounds)?;
    let (structures, others) = choices.split_once(';').unwrap_or((choices, ""));
    Some(Parsed { bounds, structures: numbers(structures)?, others: numbers(others)? })
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split('.').filter(|number| !number.is_empty()).map(|number| number.parse().ok()).collect()
}
