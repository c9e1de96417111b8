//! The types of the document. Names of fields are stable: see [`FORMAT`].

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// Version of the format. It grows if a field is removed or means something else. New fields may come at any time.
pub const FORMAT: u32 = 1;

/// Everything that a run of the command found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Report of cargo glassbox")]
pub struct Document {
    /// Version of the format.
    pub format: u32,
    /// Version of the command.
    pub glassbox: String,
    /// Number of verdicts of each kind.
    pub summary: Totals,
    /// The checks and explorations, in the order of the source.
    pub checks: Vec<Entry>,
    /// What the report leaves out, and other remarks.
    pub notes: Vec<String>,
    /// What the run proves less than `glassbox.lock` says, with `--locked`.
    pub less_than_lock: Vec<String>,
}

/// Number of verdicts of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Totals {
    /// Time after the build, in seconds.
    pub seconds: f64,
    /// Checks that hold.
    pub holds: usize,
    /// Checks that fail.
    pub fails: usize,
    /// Checks that are not decided.
    pub unknown: usize,
    /// Checks that were not started.
    pub not_run: usize,
    /// Checks that cannot be run.
    pub errors: usize,
}

/// A check or an exploration.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Entry {
    /// Module path, for a check with the function's name.
    pub path: String,
    /// Cargo package that defines it.
    pub package: String,
    /// Check or exploration.
    pub kind: CheckKind,
    /// Source file, relative to the package's workspace as rustc names it.
    pub file: String,
    /// Line of its name, from 1.
    pub line: u32,
    /// Time that it took, in seconds.
    pub seconds: f64,
    /// The verdict.
    pub verdict: VerdictWord,
    /// Whether its search, or its exploration, was kept from an earlier run.
    pub kept: bool,
    /// Bounds of the verdict; for a search that was stopped, those at which it stopped.
    pub bounds: BTreeMap<String, u32>,
    /// Bounds, conditions and counts in words, as on the screen.
    pub scope: String,
    /// Number of states and calls that were covered; none if it was not decided.
    pub counts: Option<Counts>,
    /// Runs at growing bounds.
    pub growth: Vec<Growth>,
    /// What the verdict assumes.
    pub assumptions: Vec<Coded>,
    /// Why it is not decided.
    pub reasons: Vec<Coded>,
    /// The failure, if it fails.
    pub failure: Option<Failure>,
    /// Why it cannot be run, if it cannot.
    pub error: Option<Problem>,
}

/// A check, or an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CheckKind {
    /// A function that runs on every valid state.
    Check,
    /// A module of functions, every sequence of which is tried.
    Exploration,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictWord {
    /// It holds within the bounds, under the assumptions.
    Holds,
    /// It fails.
    Fails,
    /// It is not decided; the reasons say why.
    Unknown,
    /// It was not started; the reasons say why.
    NotRun,
    /// It cannot be run.
    Error,
}

/// A stable code, and words for it that may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Coded {
    /// The code; `cargo glassbox explain` takes those of findings and reasons.
    pub code: String,
    /// A sentence.
    pub text: String,
}

/// Number of states and calls that were covered. Counts that may be too large for other programs are decimal texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "of")]
pub enum Counts {
    /// Of a check.
    Check {
        /// Pairs of a valid state and arguments.
        cases: String,
        /// Those that the runs cover.
        covered: String,
        /// Number of runs.
        runs: u64,
        /// States that an audit ran one by one.
        audited: u64,
        /// The largest bounds at which it is known not to fail.
        holds_up_to: Option<BTreeMap<String, u32>>,
    },
    /// Of an exploration.
    Exploration {
        /// Different states.
        states: String,
        /// Calls on a state, each with its arguments.
        transitions: String,
        /// Length of histories up to which all were tried.
        operations: u32,
        /// Whether longer histories lead to no other states.
        is_complete: bool,
        /// Number of new states for each length of history, from 0.
        levels: Vec<usize>,
    },
}

/// A failure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Failure {
    /// The finding, as a stable code.
    pub code: String,
    /// The finding in words.
    pub text: String,
    /// A command that repeats it.
    pub replay: Option<String>,
    /// Calls of an exploration as statements, the last of which fails; or calls that lead to a failure of a check.
    pub calls: Vec<String>,
    /// The state before the run, with its arguments, or the subject before the last call.
    pub before: Option<Picture>,
    /// The structures after the run, with what has changed.
    pub after: Option<Picture>,
    /// Changes of the structures in the failing run, in order, if they were asked for.
    pub steps: Vec<Step>,
    /// Number of pairs of state and arguments that fail in this way, as a decimal text.
    pub alike: Option<String>,
    /// Fields and arguments that the run depended on.
    pub depends_on: Vec<String>,
    /// Whether operations were seen not to lead to it: perhaps the invariant is too weak.
    pub is_out_of_reach: bool,
    /// Calls that were running when it stopped, the innermost first.
    pub at: Calls,
    /// Calls that freed the block that it is about.
    pub freed: Calls,
    /// Calls that allocated it.
    pub allocated: Calls,
}

/// Calls in the user's code, the innermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Calls {
    /// The calls.
    pub frames: Vec<Frame>,
    /// The line of source of the innermost one.
    pub line: Option<String>,
}

/// A call in the user's code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// File.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 if it is not known.
    pub column: u32,
}

/// A picture of a state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Picture {
    /// Structures.
    pub roots: Vec<Node>,
    /// Other arguments: name and value.
    pub values: Vec<(String, String)>,
    /// The picture as text. If there is no description, it has the words of the first blocks of memory.
    pub text: String,
}

/// A node of a picture.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Node {
    /// The field that leads to it; for a root, the argument's name.
    pub link: String,
    /// Its type, without the module.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Names and values of its fields.
    pub fields: Vec<(String, String)>,
    /// Annotations in words: what has changed, or why it cannot be drawn.
    pub notes: Vec<String>,
    /// The kinds of these annotations.
    pub marks: Vec<Mark>,
    /// Names of fields that have changed.
    pub changed: Vec<String>,
    /// The nodes below it.
    pub children: Vec<Self>,
    /// The most nodes that can be below it: 1 in a list.
    pub most_children: usize,
}

/// Kind of an annotation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The run made the node.
    New,
    /// The node was at another place before the run.
    Moved,
    /// A field or a link has changed.
    Changed,
    /// The run frees the node.
    Freed,
    /// Afterwards no link leads to the node, and it is not freed.
    Unlinked,
    /// The node is drawn elsewhere in the picture.
    Again,
    /// The link leads to no node that can be read.
    Broken,
}

/// A change of the structures in a failing run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Step {
    /// File and line, if they are in the user's code.
    pub place: Option<String>,
    /// The changes in words.
    pub changes: Vec<String>,
    /// The structures afterwards.
    pub picture: Picture,
}

/// The search at some bounds, on the way to the largest ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Growth {
    /// The bounds.
    pub bounds: BTreeMap<String, u32>,
    /// Runs at these bounds.
    pub runs: u64,
}

/// Why a check cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// The reason.
    pub message: String,
    /// Hints how to solve it.
    pub help: Vec<String>,
}
