//! The levels: all states after one operation, after two, and so on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glassbox_vm::exec::{Limits, Machine, Runtime, Snapshot, Stop, Stopped};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;
use glassbox_vm::track::{Provenance, Tracked, Tracker as _};

use super::canonical::{Baseline, Walk, walk};
use super::harness::{Function, Harness, HarnessError};
use super::host::{Bench, next_script};
use crate::catalog::Check;
use crate::finding::{Natively, stop_natively};

/// Steps of one operation.
const FUEL: u64 = 10_000_000;

/// The first token where names have other numbers.
const OTHER_TOKENS: u32 = 1 << 20 | 0xfff;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most operations of a history.
    pub operations: u32,
    /// The most states; beyond them nothing is known.
    pub states: usize,
}

/// What came of an exploration.
#[derive(Debug)]
pub struct Explored {
    /// Whether something is wrong.
    pub verdict: Verdict,
    /// Different states.
    pub states: usize,
    /// Operations that were run on a state, each with its arguments.
    pub transitions: u64,
    /// Operations of the longest histories.
    pub operations: u32,
    /// Whether longer histories lead to no other states.
    pub is_complete: bool,
    /// States after so many operations, from 0.
    pub levels: Vec<usize>,
}

/// Whether something is wrong.
#[derive(Debug)]
pub enum Verdict {
    /// Nothing, within the bounds.
    Holds,
    /// This, with a shortest history.
    Fails(Box<Fault>),
    /// It is not known.
    Unknown(String),
}

/// Something wrong, and how to get there.
#[derive(Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The calls that lead there; the last one fails.
    pub history: Vec<Call>,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// A call stopped.
    #[error("{0}")]
    Stopped(Stopped),
    /// A law does not hold.
    #[error("the law `{0}` does not hold")]
    Law(String),
    /// After the subject is gone, a block is still there.
    #[error("a block of {size} bytes is leaked: the subject is dropped, and nothing leads to it")]
    Leak {
        /// Its size.
        size: u32,
        /// Where it was allocated.
        trace: Vec<u32>,
    },
    /// After the subject is gone, a value has not been dropped.
    #[error("value {0} is lost: the subject is dropped, and the value is not")]
    LostValue(u32),
}

/// A call of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function; `drop` for the end of every history.
    pub function: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// What it does with the subject.
    pub role: Role,
    /// What `glassbox::choose` came to while it ran, where there was more than one possibility.
    pub choices: Vec<u32>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// In words: its `Debug` text, with keys as their places in the order.
    pub words: String,
    /// The choices that led to it.
    pub choices: Vec<u32>,
}

/// What a call does with the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Makes it.
    Makes,
    /// Takes it as `&mut`.
    Changes,
    /// Takes it as `&`.
    Looks,
    /// Takes it by value.
    Takes,
}

impl Call {
    /// As a statement.
    pub fn statement(&self) -> String {
        let before = if self.role == Role::Makes { "let mut subject = " } else { "" };
        format!("{before}{};", self.expression(self.arguments.iter().map(|argument| argument.words.as_str())))
    }

    /// As an expression, with these arguments.
    pub fn expression<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> String {
        let subject = match self.role {
            Role::Makes => None,
            Role::Changes => Some("&mut subject"),
            Role::Looks => Some("&subject"),
            Role::Takes => Some("subject"),
        };
        let arguments: Vec<&str> = subject.into_iter().chain(arguments).collect();
        format!("{}({})", self.function, arguments.join(", "))
    }
}

/// How far an exploration is.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Operations of the histories that are being tried.
    pub operations: u32,
    /// States so far.
    pub states: usize,
    /// Of the states of the level before, how many are done.
    pub done: usize,
    /// And how many there are.
    pub of: usize,
}

/// Asked now and then: go on?
pub type KeepExploring<'a> = &'a dyn Fn(Seen) -> bool;

/// Explores. If runs have asked how blocks lie to each other, it does so in two layouts of the heap.
pub fn explore(
    module: &Arc<Module>,
    exploration: &Check,
    bounds: Bounds,
    go_on: KeepExploring<'_>,
) -> Result<Explored, HarnessError> {
    let (first, questions) = Search::new(module, exploration, bounds, Layout::Upward)?.run(go_on);
    if questions.raw > 0 && matches!(first.verdict, Verdict::Holds) {
        let text = "operations decide by an address, a key or a value as a number: another number might lead elsewhere";
        return Ok(Explored { verdict: Verdict::Unknown(text.to_owned()), ..first });
    }
    if questions.order == 0 || !matches!(first.verdict, Verdict::Holds) {
        return Ok(first);
    }
    let (second, _) = Search::new(module, exploration, bounds, Layout::Downward)?.run(go_on);
    let verdict = match second.verdict {
        Verdict::Holds if second.levels == first.levels && second.transitions == first.transitions => Verdict::Holds,
        Verdict::Holds => Verdict::Unknown(format!(
            "what operations do depends on where blocks lie, or on the numbers of keys and values: {} states in one layout \
             of the heap, {} in another",
            first.states, second.states
        )),
        other => other,
    };
    Ok(Explored { verdict, ..first })
}

/// What runs have asked that the form of a state does not say.
struct Questions {
    /// How blocks lie to each other.
    order: u64,
    /// What number an address, a key or a value has.
    raw: u64,
}

/// A state that was reached.
struct Reached {
    /// The one before, and how it leads here.
    from: Option<usize>,
    step: Step,
    /// Until all operations have been run on it.
    image: Option<Image>,
}

#[derive(Clone)]
struct Image {
    snapshot: Snapshot<Provenance>,
    subject: u32,
    tokens: Arc<BTreeSet<u32>>,
    next_token: u32,
    keys: Arc<BTreeSet<u32>>,
}

/// A function and the choices of its run.
#[derive(Clone, Debug)]
struct Step {
    function: Function,
    script: Vec<u32>,
}

/// A run that failed: where it began, and with what.
struct Failed {
    from: Option<usize>,
    steps: Vec<Step>,
    kind: FaultKind,
}

struct Search {
    harness: Harness,
    machine: Machine<Provenance>,
    host: Runtime<Bench>,
    start: Image,
    baseline: Baseline,
    bounds: Bounds,
    states: Vec<Reached>,
    forms: BTreeMap<Vec<u8>, usize>,
    transitions: u64,
}

impl Search {
    fn new(module: &Arc<Module>, exploration: &Check, bounds: Bounds, layout: Layout) -> Result<Self, HarnessError> {
        let harness = Harness::new(module, exploration)?;
        let mut host = Runtime { inner: Bench::default() };
        let mut machine = Machine::new(module.clone(), Provenance::default(), Limits::default(), &mut host)?;
        machine.set_layout(layout);
        let snapshot = machine.snapshot();
        // In another layout, names have other numbers, too: nothing may depend on these either.
        host.inner.has_other_names = layout != Layout::Upward;
        let next_token = if host.inner.has_other_names { OTHER_TOKENS } else { 1 };
        let start = Image { snapshot, subject: 0, tokens: Arc::default(), next_token, keys: Arc::default() };
        let baseline = Baseline::new(&machine);
        Ok(Self {
            harness,
            machine,
            host,
            start,
            baseline,
            bounds,
            states: Vec::new(),
            forms: BTreeMap::new(),
            transitions: 0,
        })
    }

    /// All levels; and how often runs have asked how blocks lie to each other.
    fn run(mut self, go_on: KeepExploring<'_>) -> (Explored, Questions) {
        let mut levels = Vec::new();
        let mut verdict = None;
        let mut is_complete = false;
        let mut operations = 0;
        match self.construct() {
            Err(failed) => verdict = Some(self.told(failed)),
            Ok(()) if self.states.is_empty() => {
                verdict = Some(Verdict::Unknown("no constructor makes a subject, so nothing was tried".to_owned()));
            }
            Ok(()) => levels.push(self.states.len()),
        }
        let mut level = 0..self.states.len();
        while verdict.is_none() && !is_complete && operations < self.bounds.operations {
            let end = self.states.len();
            for (done, index) in level.clone().enumerate() {
                let seen = Seen { operations: operations + 1, states: self.states.len(), done, of: level.len() };
                if !go_on(seen) {
                    let text = format!(
                        "it was stopped after {} states; histories of {operations} operations are done",
                        self.states.len()
                    );
                    verdict = Some(Verdict::Unknown(text));
                    break;
                }
                if self.states.len() > self.bounds.states {
                    let text = format!(
                        "there are more than {} states; histories of {operations} operations are done",
                        self.bounds.states
                    );
                    verdict = Some(Verdict::Unknown(text));
                    break;
                }
                if let Err(failed) = self.expand(index) {
                    verdict = Some(self.told(failed));
                    break;
                }
            }
            if verdict.is_none() {
                operations += 1;
                level = end..self.states.len();
                levels.push(level.len());
                is_complete = level.is_empty();
            }
        }
        let explored = Explored {
            verdict: verdict.unwrap_or(Verdict::Holds),
            states: self.states.len(),
            transitions: self.transitions,
            operations,
            is_complete,
            levels,
        };
        let tracker = self.machine.tracker();
        (explored, Questions { order: tracker.n_order_questions(), raw: tracker.n_raw_questions() })
    }

    fn construct(&mut self) -> Result<(), Failed> {
        for function in self.harness.constructors.clone() {
            self.each_choice(None, &function, Self::made)?;
        }
        Ok(())
    }

    /// Runs everything on a state.
    fn expand(&mut self, index: usize) -> Result<(), Failed> {
        for function in self.harness.operations.clone() {
            self.each_choice(Some(index), &function, Self::changed)?;
        }
        for function in self.harness.consumers.clone() {
            self.each_choice(Some(index), &function, Self::consumed)?;
        }
        self.states[index].image = None;
        Ok(())
    }

    /// Runs a function with every choice of arguments, and looks at what became of it.
    fn each_choice(
        &mut self,
        from: Option<usize>,
        function: &Function,
        then: fn(&mut Self, Option<usize>, &Step, u32) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let mut script = Some(Vec::new());
        while let Some(choices) = script {
            let image = self.image(from);
            let result = self.call(&image, function.index, choices);
            let chosen: Vec<u32> = self.host.inner.chosen.iter().map(|chosen| chosen.choice).collect();
            script = next_script(&self.host.inner.chosen);
            let step = Step { function: function.clone(), script: chosen };
            if self.host.inner.gave_up {
                continue;
            }
            self.transitions += 1;
            match result {
                Ok(value) => then(self, from, &step, value)?,
                Err(stopped) => return Err(Failed { from, steps: vec![step], kind: FaultKind::Stopped(stopped) }),
            }
        }
        Ok(())
    }

    fn image(&self, of: Option<usize>) -> Image {
        let image = of.map_or(Some(&self.start), |index| self.states[index].image.as_ref());
        image.expect("a state has its image until it is done").clone()
    }

    /// Runs a function on an image.
    fn call(&mut self, image: &Image, function: u32, script: Vec<u32>) -> Result<u32, Stopped> {
        self.machine.restore(&image.snapshot);
        self.machine.set_fuel(FUEL);
        let bench = &mut self.host.inner;
        bench.script = script;
        bench.chosen.clear();
        bench.gave_up = false;
        bench.tokens = image.tokens.clone();
        bench.next_token = image.next_token;
        bench.keys.clone_from(&image.keys);
        let shadow = self.machine.tracker().address();
        let subject = Tracked { value: u64::from(image.subject), shadow };
        let results = self.machine.invoke_tracked(&mut self.host, function, &[subject])?;
        Ok(results.first().and_then(|result| u32::try_from(result.value).ok()).unwrap_or(0))
    }

    fn made(&mut self, from: Option<usize>, step: &Step, subject: u32) -> Result<(), Failed> {
        self.reached(from, step, subject)
    }

    fn changed(&mut self, from: Option<usize>, step: &Step, _: u32) -> Result<(), Failed> {
        let subject = self.image(from).subject;
        self.reached(from, step, subject)
    }

    /// The subject is gone: nothing may be left.
    fn consumed(&mut self, from: Option<usize>, step: &Step, _: u32) -> Result<(), Failed> {
        self.nothing_left().map_err(|kind| Failed { from, steps: vec![step.clone()], kind })
    }

    /// The machine is in a state: if it is a new one, the laws are asked and its end is tried.
    fn reached(&mut self, from: Option<usize>, step: &Step, subject: u32) -> Result<(), Failed> {
        let tokens = self.host.inner.tokens.clone();
        let Walk { form, keys, .. } = walk(&self.machine, &self.baseline, Some(subject), &tokens);
        if self.forms.contains_key(&form) {
            return Ok(());
        }
        let next_token = self.host.inner.next_token;
        let image = Image { snapshot: self.machine.snapshot(), subject, tokens, next_token, keys: Arc::new(keys) };
        self.forms.insert(form, self.states.len());
        self.states.push(Reached { from, step: step.clone(), image: Some(image.clone()) });
        let failed = |kind, more: Option<Step>| Failed {
            from,
            steps: std::iter::once(step.clone()).chain(more).collect(),
            kind,
        };
        for law in self.harness.laws.clone() {
            let mut script = Some(Vec::new());
            while let Some(choices) = script {
                let result = self.call(&image, law.index, choices);
                let chosen: Vec<u32> = self.host.inner.chosen.iter().map(|chosen| chosen.choice).collect();
                script = next_script(&self.host.inner.chosen);
                let step = Step { function: law.clone(), script: chosen };
                match result {
                    _ if self.host.inner.gave_up => {}
                    Ok(0) => return Err(failed(FaultKind::Law(law.name), Some(step))),
                    Ok(_) => {}
                    Err(stopped) => return Err(failed(FaultKind::Stopped(stopped), Some(step))),
                }
            }
        }
        let end = Step { function: Function { name: "drop".to_owned(), index: self.harness.drop }, script: Vec::new() };
        match self.call(&image, self.harness.drop, Vec::new()) {
            Ok(_) => self.nothing_left().map_err(|kind| failed(kind, Some(end))),
            Err(stopped) => Err(failed(FaultKind::Stopped(stopped), Some(end))),
        }
    }

    /// Whether all is gone that was made since the start, except for what statics hold.
    fn nothing_left(&mut self) -> Result<(), FaultKind> {
        let tokens = self.host.inner.tokens.clone();
        let Walk { lost, lost_tokens, .. } = walk(&self.machine, &self.baseline, None, &tokens);
        if let Some(token) = lost_tokens.first() {
            return Err(FaultKind::LostValue(*token));
        }
        let Some(&(address, size)) = lost.first() else { return Ok(()) };
        let block = self.machine.heap().block_at_or_before(address);
        let trace = block.map(|block| block.allocated.to_vec()).unwrap_or_default();
        Err(FaultKind::Leak { size, trace })
    }

    /// The history of a failure, in words: everything is run once more.
    fn told(&mut self, failed: Failed) -> Verdict {
        let mut steps = failed.steps;
        let mut from = failed.from;
        while let Some(index) = from {
            steps.insert(0, self.states[index].step.clone());
            from = self.states[index].from;
        }
        let is_in = |functions: &[Function], index: u32| functions.iter().any(|function| function.index == index);
        let mut history: Vec<Call> = Vec::new();
        let mut all_keys: BTreeSet<u32> = BTreeSet::new();
        let mut image = self.start.clone();
        self.host.inner.wants_words = true;
        for (index, Step { function, script }) in steps.into_iter().enumerate() {
            self.host.inner.said.clear();
            let result = self.call(&image, function.index, script);
            let (arguments, choices) = self.host.inner.take_said();
            let role = if index == 0 {
                Role::Makes
            } else if is_in(&self.harness.operations, function.index) {
                Role::Changes
            } else if is_in(&self.harness.laws, function.index) {
                Role::Looks
            } else {
                Role::Takes
            };
            history.push(Call { function: function.name, arguments, role, choices });
            let Ok(value) = result else { break };
            let subject = if index == 0 { value } else { image.subject };
            let (tokens, next_token) = (self.host.inner.tokens.clone(), self.host.inner.next_token);
            let keys = Arc::new(walk(&self.machine, &self.baseline, Some(subject), &tokens).keys);
            all_keys.extend(self.host.inner.keys.iter().copied());
            image = Image { snapshot: self.machine.snapshot(), subject, tokens, next_token, keys };
        }
        self.host.inner.wants_words = false;
        all_keys.extend(self.host.inner.keys.iter().copied());
        name_keys(&mut history, &all_keys);
        Verdict::Fails(Box::new(Fault { kind: failed.kind, history }))
    }
}

/// Of keys only the order matters, so they are called by their places in it.
fn name_keys(history: &mut [Call], keys: &BTreeSet<u32>) {
    for argument in history.iter_mut().flat_map(|call| &mut call.arguments) {
        for (rank, key) in (1..).zip(keys) {
            argument.words = argument.words.replace(&format!("Key({key})"), &format!("Key#{rank}"));
        }
    }
}

impl FaultKind {
    /// Where the run was, or where what is left was allocated: offsets in the module's file, the innermost call first.
    pub fn trace(&self) -> &[u32] {
        match self {
            Self::Stopped(stopped) => &stopped.trace,
            Self::Leak { trace, .. } => trace,
            Self::Law(_) | Self::LostValue(_) => &[],
        }
    }

    /// Who sees it when the calls are run in ordinary memory, with values that watch over themselves.
    pub fn natively(&self) -> Natively {
        match self {
            Self::Stopped(stopped) => stop_natively(&stopped.stop),
            Self::Leak { .. } => Natively::OnlyInMemory,
            Self::Law(_) | Self::LostValue(_) => Natively::Fails,
        }
    }

    /// Whether it is a panic.
    pub fn is_panic(&self) -> bool {
        matches!(self, Self::Stopped(Stopped { stop: Stop::Panic(_), .. }))
    }
}
