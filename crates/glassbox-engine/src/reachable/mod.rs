//! Checks that every state that operations reach is among the valid ones.
//!
//! A check holds for all states that satisfy the invariant. If the invariant is too strong, a rank is wrong, a capacity is
//! missing or a static holds a part of the state, then the set of valid states lacks states that a program reaches, and a
//! verdict on the set says nothing about them. Neither the sum of the lookalikes nor an audit can see that: both look at the
//! set only. So all checks of a structure are run as operations of an exploration that begins with `Default::default()`, or
//! what a check names (`#[glassbox(new = ..)]`), and the oracle judges every state that is reached. Each of them is dropped as
//! well.
//!
//! What is found belongs to the check whose operation led to it: its own verdict says so, and others name it in their
//! assumptions. What a constructor or a static is guilty of concerns all checks.
//!
//! Bounds grow from 1 to those of the check, until there are no more sizes or too many operations were run. States that are
//! larger than the bounds are judged, too, but no operation is run on them.

mod aftermath;
mod kept;
mod observed;
mod reach;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_abi::names::{APPLY_EXPORT_PREFIX, END_EXPORT_PREFIX, NEW_EXPORT_PREFIX};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::{ExportKind, Module};

use crate::explore::{Disturbing, Explorer, Function, Step};
use crate::kept::path_of_export;
use crate::oracle::Oracle;
use crate::result::{Bounds, Call, Failure, NotReached, Outsider, Role, StatesError};
use crate::states::{bounds as bounds_of, record};
use crate::warm_up::seed_of;
use aftermath::Aftermath;
pub(crate) use aftermath::MOST_AFTER;
pub use observed::{Observations, ObservedNode, ObservedState, OutsideValue};
use reach::{End, Functions, Judge, Most, reach};

/// The most operations that are run, over all sizes: about as much work as the search itself, but the same for as many checks of
/// a structure as possible, so that they share it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// 5,000 operations.
    #[default]
    Little,
    /// 50,000 operations.
    Much,
    /// 5,000 operations, and not many instructions: where a check fails, operations may run without end.
    BesideFailure,
}

impl Effort {
    /// The effort that fits a search of so many runs.
    pub fn beside(runs: u64) -> Self {
        if runs < 2_000 { Self::Little } else { Self::Much }
    }

    fn transitions(self) -> u64 {
        match self {
            Self::Little | Self::BesideFailure => 5_000,
            Self::Much => 50_000,
        }
    }

    /// The most instructions, for a call that is begun.
    fn steps(self) -> u64 {
        match self {
            Self::Little | Self::Much => u64::MAX,
            Self::BesideFailure => 20_000_000,
        }
    }
}

/// Result of checking that every reachable state is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachable {
    /// States were reached and judged.
    Reached(ReachedStates),
    /// No state was reached.
    NotTried(NotReached),
    /// The search was stopped before the end.
    Stopped,
}

/// States that were reached, and what was found in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedStates {
    /// Number of states at the largest bounds of which all were reached; of those that were reached, if there are none.
    pub states: usize,
    /// The largest bounds of which all states were reached.
    pub all_up_to: Option<Bounds>,
    /// Whether these are the check's own.
    pub is_complete: bool,
    /// States beyond the bounds that were too large to be judged.
    pub unjudged: usize,
    /// What was found: for each check the first thing that its operation led to. Without a path, it concerns all checks.
    pub found: Vec<(Option<String>, Found)>,
}

/// Result of operations on what panics and lies have left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AfterDisturbances {
    /// The bounds up to which all states were tried that operations reach; none if they reach none.
    pub(crate) up_to: Option<Bounds>,
    /// The first bug after a disturbance in each check.
    pub(crate) found: Vec<(Option<String>, Found)>,
}

/// Something that a reached state shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A bug.
    Fails(Box<Failure>),
    /// It is not among the states that are checked.
    Outside(Outsider),
}

impl ReachedStates {
    /// These states, and those of larger bounds. What was not finished adds to what is found, not to what is known to be all.
    fn and_then(self, larger: Self) -> Self {
        let mut all: BTreeMap<Option<String>, Found> = self.found.iter().cloned().collect();
        for (path, now) in larger.found.iter().cloned() {
            match all.get(&path) {
                // A bug says more than a state that is not among the checked ones.
                Some(Found::Outside(_)) if matches!(now, Found::Fails(_)) => drop(all.insert(path, now)),
                Some(_) => {}
                None => drop(all.insert(path, now)),
            }
        }
        let found: Vec<(Option<String>, Found)> = all.into_iter().collect();
        if larger.all_up_to.is_none() && self.all_up_to.is_some() {
            return Self { found, is_complete: false, unjudged: larger.unjudged, ..self };
        }
        Self { found, ..larger }
    }
}

/// The states of a structure, and the operations that reach them.
pub struct Inquiry {
    module: Arc<Module>,
    check: String,
    bounds: Bounds,
    functions: Functions,
    key: StructureKey,
}

/// Identity of a structure: checks with the same one get the same answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StructureKey {
    type_name: String,
    /// Name of the argument: answers name its fields.
    name: String,
    bounds: Bounds,
    /// Path and choices of each variable.
    variables: Vec<(String, u32, Vec<String>)>,
}

/// Prepares to reach states from a structure's default by all checks of its type in the module. `bounds` override those in
/// the attribute. None if the check does not have exactly one structure.
pub fn inquire(module: &Arc<Module>, check: &str, bounds: &Bounds) -> Result<Option<Inquiry>, StatesError> {
    let mut explorer = Explorer::new(module, Layout::Upward, None)?;
    let Some((mut functions, type_name)) = functions(module, &mut explorer, check) else { return Ok(None) };
    let bounds = bounds.clone().overridden_by(&bounds_of(module, check, bounds)?);
    let key = structure_key(module, check, type_name, &bounds)?;
    // A check may restrict the domains of its own structure. What cannot be laid out at all, its own check says.
    functions.operations.retain(|(path, _)| {
        let other = structure_key(module, path, key.type_name.clone(), &bounds);
        other.is_ok_and(|other| other.variables == key.variables)
    });
    let (module, check) = (module.clone(), check.to_owned());
    Ok(Some(Inquiry { module, check, bounds, functions, key }))
}

fn structure_key(
    module: &Arc<Module>,
    check: &str,
    type_name: String,
    bounds: &Bounds,
) -> Result<StructureKey, StatesError> {
    let record = record(module, check, bounds)?;
    let root = record.arguments.iter().find_map(|argument| argument.root);
    let root = root.map_or("", |root| record.nodes[root as usize].path.as_str());
    let of_structure = record.variables.iter().filter(|variable| variable.node.is_some());
    let variables = of_structure.map(|variable| {
        let path = variable.path.strip_prefix(root).unwrap_or(&variable.path);
        (path.to_owned(), variable.choices, variable.labels.clone())
    });
    let variables = variables.collect();
    Ok(StructureKey { type_name, name: root.to_owned(), bounds: bounds.clone(), variables })
}

impl Inquiry {
    /// The structure.
    pub fn key(&self) -> &StructureKey {
        &self.key
    }

    /// What the answer depends on, except code. It is the same for all checks of the structure.
    pub(crate) fn inputs(&self) -> String {
        let operations = self.functions.operations.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>();
        format!("{:?} {} {operations:?}", self.key, self.bounds)
    }

    /// Whether an export is called to find the answer.
    pub(crate) fn is_root(&self, export: &str) -> bool {
        let is_constructor = || {
            let index = self.module.exported_function(export);
            self.functions.new.iter().any(|new| Some(new.index) == index)
        };
        match path_of_export(export) {
            None => true,
            Some(path) => self.functions.operations.iter().any(|(operation, _)| operation == path) || is_constructor(),
        }
    }

    /// Reaches states, and has them judged.
    pub fn answer(&self, effort: Effort, go_on: &dyn Fn() -> bool) -> Result<Reachable, StatesError> {
        let most = effort.transitions();
        let seed = seed_of(&self.module, &self.check);
        let mut oracle = Oracle::new(&self.module, &self.check, &self.bounds, Layout::Upward);
        let largest = self.bounds.sizes().map(|(_, value)| value).max().unwrap_or(1).max(1);
        let mut reached: Option<ReachedStates> = None;
        let mut n_transitions = 0;
        let mut why_not = NotReached::NoConstructor;
        for size in 1..=largest {
            let bounds = self.bounds.clamped(size);
            let mut explorer = Explorer::new(&self.module, Layout::Upward, None)?;
            explorer.set_disturbing(Disturbing::Off);
            explorer.start_with(&seed.bytes);
            explorer.set_bounds(&bounds);
            oracle.set_bounds(&bounds);
            let mut judge = Judge::new(&mut oracle, &self.functions);
            let limits = Most { transitions: most.saturating_sub(n_transitions), steps: effort.steps() };
            let end = reach(&mut explorer, &mut judge, limits, go_on);
            if end == End::Stopped {
                return Ok(Reachable::Stopped);
            }
            if judge.is_out_of_memory {
                return Err(glassbox_space::OutOfMemory.into());
            }
            n_transitions += explorer.transitions;
            why_not = match () {
                () if judge.n_made == 0 => NotReached::NoConstructor,
                () if judge.is_without_states => NotReached::NoSmallState,
                () if judge.within.is_empty() => NotReached::LargeConstructor { most: size },
                () => NotReached::NoArguments,
            };
            let found: Vec<(Option<String>, Found)> = judge.found.into_iter().collect();
            let all_up_to = (end == End::Complete).then(|| bounds.clone());
            let is_complete = end == End::Complete && size == largest;
            let now =
                ReachedStates { states: judge.within.len(), all_up_to, is_complete, unjudged: judge.unjudged, found };
            let tried = !judge.within.is_empty() && explorer.transitions > judge.n_made;
            if tried || !now.found.is_empty() {
                reached = Some(match reached.take() {
                    Some(before) => before.and_then(now),
                    None => now,
                });
            }
            if end == End::TooMany || n_transitions >= most {
                break;
            }
        }
        Ok(reached.map_or(Reachable::NotTried(why_not), Reachable::Reached))
    }

    /// Runs operations on what panics and lies have left.
    pub(crate) fn after_disturbances(
        &self,
        effort: Effort,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<AfterDisturbances>, StatesError> {
        let mut oracle = Oracle::new(&self.module, &self.check, &self.bounds, Layout::Upward);
        let largest = self.bounds.sizes().map(|(_, value)| value).max().unwrap_or(1).max(1);
        let mut all = AfterDisturbances { up_to: None, found: Vec::new() };
        let mut n_transitions = 0;
        for size in 1..=largest {
            let bounds = self.bounds.clamped(size);
            let mut explorer = Explorer::new(&self.module, Layout::Upward, None)?;
            explorer.start_with(&seed_of(&self.module, &self.check).bytes);
            explorer.set_bounds(&bounds);
            oracle.set_bounds(&bounds);
            let mut aftermath = Aftermath::new(&mut explorer, &mut oracle, &self.functions);
            let most = effort.transitions().saturating_sub(n_transitions);
            let end = aftermath.run(Most { transitions: most, steps: effort.steps() }, go_on);
            let Aftermath { found, has_states, is_out_of_memory, .. } = aftermath;
            if is_out_of_memory && found.is_empty() {
                return Err(glassbox_space::OutOfMemory.into());
            }
            all.found = found.into_iter().collect();
            n_transitions += explorer.transitions;
            match end {
                End::Stopped => return Ok(None),
                End::Complete => all.up_to = has_states.then_some(bounds),
                End::TooMany => break,
            }
            if !all.found.is_empty() {
                break;
            }
        }
        Ok(Some(all))
    }

    /// The states that operations reach, with at most this effort.
    pub fn observe(&self, effort: Effort, go_on: &dyn Fn() -> bool) -> Result<Observations, StatesError> {
        let mut oracle = Oracle::new(&self.module, &self.check, &self.bounds, Layout::Upward);
        let mut explorer = Explorer::new(&self.module, Layout::Upward, None)?;
        explorer.set_disturbing(Disturbing::Off);
        explorer.start_with(&seed_of(&self.module, &self.check).bytes);
        explorer.set_bounds(&self.bounds);
        oracle.set_bounds(&self.bounds);
        let mut judge = Judge::new(&mut oracle, &self.functions);
        judge.observes = true;
        let most = Most { transitions: effort.transitions(), steps: effort.steps() };
        let end = reach(&mut explorer, &mut judge, most, go_on);
        Ok(Observations { is_complete: end == End::Complete, ..judge.observations })
    }
}

/// Functions that make the structure of a check, all checks of its type as operations, and the type's name.
fn functions(module: &Module, explorer: &mut Explorer, check: &str) -> Option<(Functions, String)> {
    let function = |prefix: &str, path: &str, role: Role| {
        let index = module.exported_function(&format!("{prefix}{path}"))?;
        let name = path.rsplit("::").next().unwrap_or(path).into();
        Some(Function { name, index, role })
    };
    let start = explorer.image(None);
    let mut made = |path: &str| {
        let new = function(NEW_EXPORT_PREFIX, path, Role::Constructor)?;
        let said = explorer.argument_texts(&start, &new);
        Some((new, said))
    };
    let its_type = made(check)?.1.into_iter().next()?;
    let paths = module.exports().iter().filter(|export| export.kind == ExportKind::Function);
    let mut paths: Vec<&str> = paths.filter_map(|export| export.name.strip_prefix(APPLY_EXPORT_PREFIX)).collect();
    paths.sort_unstable();
    // Whichever check asks, structures begin in all ways that checks of their type say: answers are the same for all of them.
    let (mut all, mut operations, mut known) = (Vec::new(), Vec::new(), BTreeSet::new());
    for path in paths {
        let Some((new, said)) = made(path).filter(|(_, said)| said.first() == Some(&its_type)) else { continue };
        operations.push((path.to_owned(), function(APPLY_EXPORT_PREFIX, path, Role::Operation)?));
        // Functions of the same name may be different ones; a type has one default.
        let is_named = said.get(1).is_some_and(|function| !function.is_empty());
        if known.insert(is_named.then_some(path)) {
            all.push(new);
        }
    }
    let end = function(END_EXPORT_PREFIX, check, Role::Drop)?;
    let end = Function { name: "drop".into(), ..end };
    Some((Functions { new: all, operations, end }, its_type))
}

/// The calls of a history, with the constructor as the user wrote it.
fn history(explorer: &mut Explorer, steps: Vec<Step>) -> Vec<Call> {
    let mut history = explorer.retrace(steps).calls;
    if let Some(call) = history.first_mut() {
        call.function = made_by(call);
        // It has said what type it makes, and by what.
        call.arguments.drain(..call.arguments.len().min(2));
        call.arguments.retain(|argument| !argument.text.is_empty());
    }
    history
}

/// The name of the function that made a structure: the one that a check names, or else the default of its type.
fn made_by(call: &Call) -> String {
    let [its_type, function] = [0, 1].map(|at| call.arguments.get(at).map_or("", |argument| argument.text.as_str()));
    if function.is_empty() { format!("{}::default", short(its_type)) } else { function.to_owned() }
}

/// The name of a type without the modules that lead to it.
fn short(type_name: &str) -> String {
    let end = type_name.find('<').unwrap_or(type_name.len());
    type_name[..end].rsplit("::").next().unwrap_or(type_name).to_owned()
}
