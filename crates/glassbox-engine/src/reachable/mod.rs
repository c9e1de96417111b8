//! Checks that every state that operations reach is among the valid ones.
//!
//! A check holds for all states that satisfy the invariant. If the invariant is too strong, a rank is wrong, a capacity is
//! missing or a static holds a part of the state, then the set of valid states lacks states that a program reaches, and a
//! verdict on the set says nothing about them. Neither the sum of the lookalikes nor an audit can see that: both look at the
//! set only. So, within small bounds, all checks of a structure are run as operations of an exploration that begins with
//! `Default::default()`, or what a check names (`#[glassbox(new = ..)]`); every state that is reached is decoded (`decode.rs`)
//! and must be in the set. One that is not makes the verdict unknown, with the calls that lead to it.
//!
//! States that are larger than the bounds are left out, and so is what lies behind them. What stops (a panic, a memory
//! error) is left to the checks themselves.

mod decode;

use std::collections::BTreeSet;
use std::sync::Arc;

use glassbox_abi::names::{APPLY_EXPORT_PREFIX, NEW_EXPORT_PREFIX};
use glassbox_space::Diagram;
use glassbox_vm::heap::Layout;
use glassbox_vm::module::{ExportKind, Module};

use crate::explore::{Explorer, Function, Step};
use crate::result::{Bounds, Call, NotReached, OutsideCause, Outsider, Role, StatesError};
use crate::states::{States, bounds as bounds_of, planned, states_in};
use decode::{Answers, Ask, Decoded, Decoder};

/// The most states, operations and steps of an exploration: it must be quick.
const MOST_STATES: usize = 1_000;
const MOST_TRANSITIONS: u64 = 5_000;
const MOST_STEPS: u64 = 100_000_000;

/// Sizes above which states are left out.
const SMALL: u32 = 3;

/// Result of checking that every reachable state is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachable {
    /// All are valid.
    Contained {
        /// How many there are.
        states: usize,
        /// Whether all states within the bounds were reached.
        is_complete: bool,
    },
    /// One is not.
    Outside(Outsider),
    /// No state was reached.
    NotTried(NotReached),
}

/// The states of a structure, and the operations that reach them.
pub struct Inquiry {
    module: Arc<Module>,
    check: String,
    bounds: Bounds,
    explorer: Explorer,
    /// Functions that make the first states.
    new: Vec<Function>,
    /// Paths of all checks of the type, each as an operation.
    operations: Vec<(String, Function)>,
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

/// Prepares to reach states from a structure's default by all checks of its type in the module, within small bounds.
/// `bounds` override those in the attribute, as far as they are smaller. None if the check does not have exactly one
/// structure.
pub fn inquire(module: &Arc<Module>, check: &str, bounds: &Bounds) -> Result<Option<Inquiry>, StatesError> {
    let mut explorer = Explorer::new(module, Layout::Upward, None)?;
    let Some((new, operations, type_name)) = functions(module, &mut explorer, check) else { return Ok(None) };
    let bounds = bounds.clone().overridden_by(&bounds_of(module, check, bounds)?).clamped(SMALL);
    let key = structure_key(module, check, type_name, &bounds)?;
    explorer.set_bounds(&bounds);
    let (module, check) = (module.clone(), check.to_owned());
    Ok(Some(Inquiry { module, check, bounds, explorer, new, operations, key }))
}

fn structure_key(
    module: &Arc<Module>,
    check: &str,
    type_name: String,
    bounds: &Bounds,
) -> Result<StructureKey, StatesError> {
    let (_, record) = planned(Layout::Upward, module, check, bounds)?;
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

    /// Reaches states, and searches for one that is not valid.
    pub fn answer<D: Diagram>(mut self, diagram: D, go_on: &dyn Fn() -> bool) -> Result<Reachable, StatesError> {
        let mut is_made = false;
        let start = self.explorer.image(None);
        for new in &self.new {
            self.explorer.each_choice_on(&start, new, |_, _, result| {
                is_made |= result.is_ok();
                true
            });
        }
        if !is_made {
            return Ok(Reachable::NotTried(NotReached::NoConstructor));
        }
        let found = states_in(Layout::Upward, &self.module, &self.check, &self.bounds, diagram, go_on);
        let mut states = match found {
            Ok(states) => states,
            Err(StatesError::Empty { .. }) => {
                return Ok(Reachable::NotTried(NotReached::NoSmallState));
            }
            Err(error) => return Err(error),
        };
        let decoder = match Decoder::new(&mut states) {
            Ok(decoder) => decoder,
            Err(what) => return Ok(Reachable::NotTried(NotReached::NotDecodable { what })),
        };
        let operations = self.operations();
        let mut judge = Judge { states, decoder, within: Vec::new(), outside: None };
        let (n_made, is_complete) = reach(&mut self.explorer, &mut judge, &self.new, &operations, go_on);
        Ok(match judge.outside {
            None if judge.within.is_empty() => Reachable::NotTried(NotReached::LargeConstructor { most: SMALL }),
            None if self.explorer.transitions == n_made => Reachable::NotTried(NotReached::NoArguments),
            None => Reachable::Contained { states: judge.within.len(), is_complete },
            Some((cause, from, step)) => {
                let steps = self.explorer.steps_and(from, vec![step]);
                let mut history = self.explorer.retrace(steps).calls;
                if let Some(call) = history.first_mut() {
                    call.function = made_by(call);
                    // It has said what type it makes, and by what.
                    call.arguments.drain(..2);
                    call.arguments.retain(|argument| !argument.text.is_empty());
                }
                Reachable::Outside(Outsider { cause, history })
            }
        })
    }

    /// The operations that keep to the same description: a check may restrict the domains of its own structure. What cannot
    /// be laid out at all, its own check says.
    fn operations(&self) -> Vec<Function> {
        let is_alike = |path: &str| {
            let other = structure_key(&self.module, path, self.key.type_name.clone(), &self.bounds);
            other.is_ok_and(|other| other.variables == self.key.variables)
        };
        self.operations.iter().filter(|(path, _)| is_alike(path)).map(|(_, function)| function.clone()).collect()
    }
}

/// Functions that make the structure of a check, all checks of its type as operations, and the type's name.
type Functions = (Vec<Function>, Vec<(String, Function)>, String);

fn functions(module: &Module, explorer: &mut Explorer, check: &str) -> Option<Functions> {
    let function = |prefix: &str, path: &str, role: Role| {
        let index = module.exported_function(&format!("{prefix}{path}"))?;
        let name = path.rsplit("::").next().unwrap_or(path).to_owned();
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
    Some((all, operations, its_type))
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

/// Runs operations until there are no new states. Returns how often the structure was made, and whether the end was
/// reached.
fn reach<D: Diagram>(
    explorer: &mut Explorer,
    judge: &mut Judge<D>,
    new: &[Function],
    operations: &[Function],
    go_on: &dyn Fn() -> bool,
) -> (u64, bool) {
    for function in new {
        explorer.each_choice(None, function, |explorer, step, result| {
            result.is_err() || judge.visit(explorer, None, step, result.unwrap_or(0))
        });
        if judge.outside.is_some() {
            break;
        }
    }
    let n_made = explorer.transitions;
    let mut next = 0;
    while let Some(&state) = judge.within.get(next) {
        let is_too_much =
            explorer.n_states() > MOST_STATES || explorer.transitions > MOST_TRANSITIONS || explorer.steps > MOST_STEPS;
        if judge.outside.is_some() || is_too_much || !go_on() {
            return (n_made, false);
        }
        let subject = explorer.image(Some(state)).subject;
        for operation in operations {
            explorer.each_choice(Some(state), operation, |explorer, step, result| {
                result.is_err() || judge.visit(explorer, Some(state), step, subject)
            });
        }
        explorer.leave(state);
        next += 1;
    }
    (n_made, judge.outside.is_none())
}

/// Decides for states whether they are valid.
struct Judge<D: Diagram> {
    states: States<D>,
    decoder: Decoder,
    /// States within the bounds.
    within: Vec<usize>,
    /// A state that is not valid: reason, previous state, and last step.
    outside: Option<(OutsideCause, Option<usize>, Step)>,
}

impl<D: Diagram> Judge<D> {
    /// Records the machine's state. Returns whether to go on.
    fn visit(&mut self, explorer: &mut Explorer, from: Option<usize>, step: &Step, subject: u32) -> bool {
        let Some(state) = explorer.arrive(from, step, subject) else { return true };
        let mut answers = Answers::new();
        let decoded = loop {
            match self.decoder.decode(explorer.machine(), subject, &answers) {
                Decoded::Ask(ask) => {
                    answers.insert(ask, self.answer(explorer, ask));
                }
                decoded => break decoded,
            }
        };
        let cause = match decoded {
            Decoded::Ask(_) => None,
            Decoded::Beyond => {
                explorer.leave(state);
                return true;
            }
            Decoded::Nothing(what) => Some(OutsideCause::NoSuchState { what }),
            Decoded::State(choices) => self.what_is_wrong(&choices),
        };
        self.within.push(state);
        self.outside = cause.map(|cause| (cause, from, step.clone()));
        self.outside.is_none()
    }

    /// The choice that the guest reads the value as: it shows the same with the pattern of that choice in its place.
    fn answer(&self, explorer: &mut Explorer, Ask { cell, at, node, node_type }: Ask) -> Option<u32> {
        let show = self.states.skeleton.record().types[node_type as usize].show;
        // The table of a module is the same in every machine.
        let function = self.states.guest.machine.table_function(0, show)?;
        let is = explorer.shown(function, node, None)?;
        let mut patterns = (0..).zip(self.decoder.patterns(cell));
        let same = patterns.find(|(_, bytes)| explorer.shown(function, node, Some((at, bytes))).as_ref() == Some(&is));
        same.map(|(choice, _)| choice)
    }

    /// The reason why a state is not valid.
    fn what_is_wrong(&mut self, choices: &[u32]) -> Option<OutsideCause> {
        let States { space, skeleton, initial, .. } = &self.states;
        let of_structures =
            choices.iter().zip(&skeleton.record().variables).filter(|(_, variable)| variable.node.is_some());
        let of_structures: Vec<u32> = of_structures.map(|(choice, _)| *choice).collect();
        let Some(state) = skeleton.state_of(space, &of_structures, &[]) else {
            return Some(OutsideCause::NoSuchState { what: "a field has a value that no state has".to_owned() });
        };
        if space.contains(&initial.valid, &state) {
            return None;
        }
        self.states.guest.host().broken = None;
        let message = self.states.guest.host().broken.take();
        Some(OutsideCause::Invalid { message })
    }
}
