//! One state and its arguments, once more.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_space::Diagram;
use glassbox_vm::module::Module;

use super::Options;
use super::run::Runner;
use crate::finding::FindingKind;
use crate::pictures::{Pictures, pictures};
use crate::skeleton::Picture;
use crate::states::{StatesError, states};

/// What a run from one state came to.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What is wrong, if anything.
    pub finding: Option<FindingKind>,
    /// The state and the arguments.
    pub picture: Picture,
    /// What the structures look like afterwards; none if that cannot be shown, or nothing has changed.
    pub after: Option<Picture>,
}

/// Why a state could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The text is none.
    #[error("`{0}` is no state: they look like `height=2:1.0.1;2`")]
    Text(String),
    /// There is no such state, or it is not a valid one.
    #[error("`{0}` is no valid state of this check: the structure, its invariant or the bounds may have changed")]
    NoState(String),
    /// The module has no such check.
    #[error("there is no check `{0}`")]
    NoCheck(String),
    /// The states of the check are not known.
    #[error(transparent)]
    States(#[from] StatesError),
}

/// Runs a check on the state that [`Finding::transition`](crate::finding::Finding::transition) describes.
pub fn replay<D: Diagram>(
    module: &Arc<Module>,
    path: &str,
    text: &str,
    options: &Options,
    diagram: D,
) -> Result<Replayed, ReplayError> {
    let Parsed { bounds, structures, others } = parse(text).ok_or_else(|| ReplayError::Text(text.to_owned()))?;
    let mut states = states(module, path, &bounds, diagram)?;
    let all = states.transitions().map_err(StatesError::from)?;
    let state = states.skeleton.state_of(&states.space, &structures, &others);
    let state = state.filter(|state| states.space.contains(&all, state));
    let state = state.ok_or_else(|| ReplayError::NoState(text.to_owned()))?;
    let runner = Runner::new(&mut states, path, options).map_err(StatesError::from)?;
    let runner = runner.ok_or_else(|| ReplayError::NoCheck(path.to_owned()))?;
    let finding = runner.run(&mut states, &state).map_err(StatesError::from)?.finding;
    let Pictures { before, after } = pictures(&mut states, &state, |states| runner.leave(states, &state));
    Ok(Replayed { finding, picture: before, after })
}

/// What a text says.
struct Parsed {
    bounds: BTreeMap<String, u32>,
    structures: Vec<u32>,
    others: Vec<u32>,
}

fn parse(text: &str) -> Option<Parsed> {
    let (bounds, choices) = text.split_once(':')?;
    let bound = |bound: &str| {
        let (name, value) = bound.split_once('=')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    let bounds = bounds.split(',').filter(|bound| !bound.is_empty()).map(bound).collect::<Option<_>>()?;
    let (structures, others) = choices.split_once(';').unwrap_or((choices, ""));
    Some(Parsed { bounds, structures: numbers(structures)?, others: numbers(others)? })
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split('.').filter(|number| !number.is_empty()).map(|number| number.parse().ok()).collect()
}
