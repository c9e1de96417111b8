//! Models: what the operations of a collection should do, as code with a collection of std that stands beside it.
//!
//! A type whose operations look like those of a map, a set, a list, a queue, a heap or an arena may be one. For each of these a
//! second exploration runs the operations that both have on the type and on the model, and compares the results. Names and types
//! do not tell a stack from a queue, so all models that fit are tried in the first run; the first one that holds there stays in
//! the file. Operations that only the type has are listed there as left out, and a verdict counts them: what they do to the
//! type is not compared with anything.

mod arena;
mod calls;
mod keyed;
mod partition;
mod sequence;

use self::calls::call;
use super::call_arguments::CallArguments;
use super::function::Function;
use super::settings::HarnessSettings;
use super::subject::Subject;
use crate::read::method::{Method, Receiver};

/// The name of the struct with both values.
pub(super) const BOTH: &str = "Both";

/// A kind of model, the strictest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModelKind {
    /// Items with priorities: the one with the greatest comes first.
    GreatestPriority,
    LeastPriority,
    /// Sets that are joined.
    Partition,
    Map,
    Set,
    /// A set that may refuse elements: the result says whether the element is there, or is new.
    RefusingSet,
    /// Values by keys that the type makes, each a new one.
    Arena,
    /// The same, and keys of removed values are used again.
    Slab,
    /// The same, and equal values have one key.
    Interner,
    Deque,
    Stack,
    Queue,
    Greatest,
    Least,
    /// A map that may lose entries.
    Cache,
}

impl ModelKind {
    /// In the order in which they are preferred.
    pub(super) const ALL: [Self; 15] = [
        Self::GreatestPriority,
        Self::LeastPriority,
        Self::Partition,
        Self::Map,
        Self::Set,
        Self::RefusingSet,
        Self::Arena,
        Self::Slab,
        Self::Interner,
        Self::Deque,
        Self::Stack,
        Self::Queue,
        Self::Greatest,
        Self::Least,
        Self::Cache,
    ];

    /// The end of the module's name.
    fn suffix(self) -> &'static str {
        match self {
            Self::GreatestPriority => "a_queue_greatest_priority_first",
            Self::LeastPriority => "a_queue_least_priority_first",
            Self::Partition => "a_partition",
            Self::Map => "a_map",
            Self::Set => "a_set",
            Self::RefusingSet => "a_refusing_set",
            Self::Arena => "an_arena",
            Self::Slab => "a_slab",
            Self::Interner => "an_interner",
            Self::Deque => "a_deque",
            Self::Stack => "a_stack",
            Self::Queue => "a_queue",
            Self::Greatest => "a_queue_greatest_first",
            Self::Least => "a_queue_least_first",
            Self::Cache => "a_cache",
        }
    }

    /// What the type is compared with.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::GreatestPriority => "a queue with the greatest priority first",
            Self::LeastPriority => "a queue with the least priority first",
            Self::Partition => "sets that are joined",
            Self::Map => "a map",
            Self::Set => "a set",
            Self::RefusingSet => "a set that may refuse elements",
            Self::Arena => "an arena that never uses a key again",
            Self::Slab => "an arena that uses keys again",
            Self::Interner => "an interner",
            Self::Deque => "a queue with two ends",
            Self::Stack => "a stack",
            Self::Queue => "a queue",
            Self::Greatest => "a queue with the greatest first",
            Self::Least => "a queue with the least first",
            Self::Cache => "a map that may lose entries",
        }
    }

    /// The model that this one is like, but asks for less.
    pub(super) fn stricter(self) -> Option<Self> {
        match self {
            Self::RefusingSet => Some(Self::Set),
            Self::Slab => Some(Self::Arena),
            Self::Cache => Some(Self::Map),
            _ => None,
        }
    }

    fn is_sequence(self) -> bool {
        matches!(self, Self::Deque | Self::Stack | Self::Queue | Self::Greatest | Self::Least)
    }
}

/// A model that a type may be compared with.
#[derive(Clone, Debug)]
pub struct CandidateModel {
    /// The module that compares them.
    pub module: String,
    /// What the model is.
    pub words: &'static str,
    /// The module of another model, which this one is like, but asks for less.
    pub stricter: Option<String>,
}

/// An exploration that compares a type with a model.
pub(super) struct Model {
    pub(super) kind: ModelKind,
    /// The type of the model.
    ty: String,
    /// Functions except the constructors.
    pub(super) operations: Vec<Function>,
    pub(super) laws: Vec<Function>,
    /// Signatures of methods that may change the type and are not called, each with the reason.
    pub(super) left_out: Vec<(String, String)>,
}

/// The name of the module that compares a type with a model.
pub(super) fn module_name(subject: &Subject<'_>, kind: ModelKind) -> String {
    format!("{}_like_{}", subject.module(), kind.suffix())
}

impl Model {
    /// The model of this kind, if the type has the operations that make one.
    pub(super) fn new(subject: &Subject<'_>, kind: ModelKind, settings: &HarnessSettings) -> Option<Self> {
        let module = module_name(subject, kind);
        let mut builder = Builder { subject, kind, types: Vec::new(), operations: Vec::new(), laws: Vec::new() };
        let is_possible = match kind {
            ModelKind::GreatestPriority | ModelKind::LeastPriority => builder.priorities(),
            ModelKind::Partition => builder.partition(),
            ModelKind::Map | ModelKind::Cache => builder.map(),
            ModelKind::Set | ModelKind::RefusingSet => builder.set(),
            ModelKind::Arena | ModelKind::Slab | ModelKind::Interner => builder.arena(),
            ModelKind::Deque | ModelKind::Stack | ModelKind::Queue | ModelKind::Greatest | ModelKind::Least => {
                builder.sequence()
            }
        };
        is_possible?;
        builder.common();
        let n_needed = builder.operations.len().min(2);
        let Builder { types, mut operations, mut laws, .. } = builder;
        let compiles = |it: &Function| settings.problems_in(&module, &it.name).next().is_none();
        // Without its first two operations, a model says nothing.
        if !operations[..n_needed].iter().all(compiles) {
            return None;
        }
        operations.retain(compiles);
        laws.retain(compiles);
        let changes = |method: &&Method<'_>| matches!(method.receiver(), Receiver::Mutable | Receiver::Value);
        let is_called = |method: &Method<'_>| operations.iter().any(|it| it.name == method.name());
        let left_out = subject.methods.iter().filter(changes).filter(|method| !is_called(method)).map(|method| {
            let name = method.name();
            let problem = settings.problems_in(&module, &name).next();
            let why = problem.map_or("the model has no such operation", |problem| problem.message.as_str());
            (method.signature(), why.to_owned())
        });
        let left_out = left_out.collect();
        Some(Self { kind, ty: model_type(kind, &types), operations, laws, left_out })
    }

    /// The struct with both values.
    pub(super) fn definition(&self, subject: &Subject<'_>) -> String {
        let (ty, model) = (subject.full_type(), &self.ty);
        let helper = match self.kind {
            ModelKind::Partition => partition::label(model),
            _ => String::new(),
        };
        format!(
            "/// The explored value, and the model.\npub struct {BOTH} {{\n    pub explored: {ty},\n    pub model: {model},\n}}\n{helper}"
        )
    }
}

fn model_type(kind: ModelKind, types: &[String]) -> String {
    let [first, rest @ ..] = types else { return String::new() };
    let second = rest.first().map(String::as_str).unwrap_or_default();
    match kind {
        ModelKind::Map | ModelKind::Cache | ModelKind::GreatestPriority | ModelKind::LeastPriority => {
            format!("std::collections::BTreeMap<{first}, {second}>")
        }
        ModelKind::Partition => format!("std::collections::BTreeMap<{first}, {first}>"),
        ModelKind::Set | ModelKind::RefusingSet => format!("std::collections::BTreeSet<{first}>"),
        // Values of keys that were removed are none.
        ModelKind::Arena | ModelKind::Slab | ModelKind::Interner => {
            format!("std::vec::Vec<({first}, Option<{second}>)>")
        }
        ModelKind::Deque | ModelKind::Stack | ModelKind::Queue | ModelKind::Greatest | ModelKind::Least => {
            format!("std::collections::VecDeque<{first}>")
        }
    }
}

struct Builder<'a> {
    subject: &'a Subject<'a>,
    kind: ModelKind,
    /// Types of keys and values, or of items.
    types: Vec<String>,
    operations: Vec<Function>,
    laws: Vec<Function>,
}

impl<'a> Builder<'a> {
    /// The first method with one of these names, this receiver and number of arguments.
    fn one_of(&self, names: &[&str], receiver: Receiver, n_inputs: usize) -> Option<Method<'a>> {
        let is_it = |method: &&Method<'_>, name: &str| {
            method.name() == name && is_usable(method, receiver) && method.function.sig.inputs.len() == n_inputs + 1
        };
        names.iter().find_map(|name| self.subject.methods.iter().find(|method| is_it(method, name)).copied())
    }

    fn arguments(&self, method: Method<'a>) -> Option<CallArguments<'a>> {
        CallArguments::new(self.subject, method, None).ok()
    }

    /// Adds a function with this body, whose call is `call`.
    fn add(&mut self, name: String, arguments: &CallArguments<'_>, body: Vec<String>) {
        let own = format!("{}: &mut {BOTH}", arguments.subject_parameter);
        let parameters = std::iter::once(own).chain(arguments.parameter_texts()).collect();
        let body = arguments.before.iter().cloned().chain(body).collect();
        self.operations.push(Function { name, parameters, body, ..Function::default() });
    }

    /// What all collections have.
    fn common(&mut self) {
        let is_counted = self.kind.is_sequence()
            || matches!(
                self.kind,
                ModelKind::Map
                    | ModelKind::Set
                    | ModelKind::RefusingSet
                    | ModelKind::GreatestPriority
                    | ModelKind::LeastPriority
            );
        if is_counted || self.kind == ModelKind::Cache {
            if is_counted && self.subject.has_number("len") {
                self.law("len_is_right", "both.explored.len() == both.model.len()".to_owned());
            }
            if let Some(clear) = self.one_of(&["clear"], Receiver::Mutable, 0)
                && let Some(arguments) = self.arguments(clear)
            {
                let body = vec![format!("let _ = {};", call(&arguments)), "both.model.clear();".to_owned()];
                self.add("clear".to_owned(), &arguments, body);
            }
        }
    }

    fn law(&mut self, name: &str, body: String) {
        let parameters = vec![format!("both: &{BOTH}")];
        let output = Some("bool".to_owned());
        self.laws.push(Function { name: name.to_owned(), parameters, output, body: vec![body], ..Function::default() });
    }
}

/// Whether a harness can call a method, which is taken by this receiver, in any state.
fn is_usable(method: &Method<'_>, receiver: Receiver) -> bool {
    method.receiver() == receiver && method.ensure_callable(true).is_ok() && method.panics().is_none()
}
