//! `--why-slow`: what tells the runs of a check apart, where its time goes, and what to change.

use std::io::{self, Write};
use std::time::Duration;

use glassbox_engine::observer::Phase;
use glassbox_engine::result::Bounds;
use glassbox_engine::search::FieldName;

use crate::terminal::{CHECK, FAINT, HELP};

/// What is known of a check that takes many runs.
#[derive(Clone, Debug)]
pub struct WhySlow {
    /// Its path.
    pub path: String,
    /// Runs at growing bounds.
    pub growth: Vec<(Bounds, u64)>,
    /// Time of each phase, the longest first.
    pub times: Vec<(Phase, Duration)>,
    /// The bounds at which runs were looked at.
    pub bounds: Bounds,
    /// The number of runs that were looked at.
    pub runs: u64,
    /// Whether the check declares an effect.
    pub has_effect: bool,
    /// The number of its arguments that are no structures.
    pub n_values: usize,
    /// What tells them apart, the causes of most runs first.
    pub causes: Vec<RunCause>,
}

/// A cause of runs.
#[derive(Clone, Debug)]
pub struct RunCause {
    /// Number of runs.
    pub runs: u64,
    /// The fields and arguments that are asked about.
    pub fields: Vec<FieldName>,
    /// Who asks.
    pub asker: RunAsker,
}

/// Who tells runs apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunAsker {
    /// The check itself, or a comparison of whole values, at this place.
    Law {
        /// File and line.
        place: String,
    },
    /// The operation.
    Code {
        /// File and line.
        place: String,
        /// The function.
        function: String,
    },
    /// Code of libraries that the user does not call directly.
    Library,
    /// The invariant or the declared effect.
    Judge,
}

/// A change that may help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Declare an effect instead of a law.
    Effect,
    /// Write the invariant with summaries.
    Summaries,
    /// Give this field fewer values.
    FewerValues(FieldName),
    /// Do not ask so much in this function.
    AskLess {
        /// The function.
        function: String,
        /// Its file and line with the most runs.
        place: String,
    },
    /// Smaller domains, because sets of states take the time.
    SmallerSets,
}

/// From this share on, in per cent, a cause is worth a change.
const MUCH: u64 = 25;

/// From this share on, in per cent, a function or the invariant asks about more than it has to: the nodes on its way, or those that a run
/// changes.
const MOST: u64 = 60;

/// From this number of values on, fewer may do.
const MANY_VALUES: u32 = 5;

/// Causes that are listed.
const MOST_CAUSES: usize = 5;

/// Steps whose runs are listed.
const MOST_STEPS: usize = 4;

impl WhySlow {
    /// Changes that may help, the most certain first.
    pub fn advice(&self) -> Vec<Advice> {
        let mut advice = Vec::new();
        for field in self.fields_with_many_values() {
            if self.share(|cause| cause.fields.contains(field)) >= MUCH {
                advice.push(Advice::FewerValues(field.clone()));
            }
        }
        let is_law = |cause: &&RunCause| matches!(cause.asker, RunAsker::Law { .. });
        if self.share(is_law) >= MUCH || (self.n_values > 1 && !self.has_effect) {
            advice.push(Advice::Effect);
        }
        if self.share(|cause| cause.asker == RunAsker::Judge) >= MOST {
            advice.push(Advice::Summaries);
        }
        if advice.is_empty() {
            advice.extend(self.busiest_function());
        }
        let of = |phase| self.phase_shares().find(|(of, _)| *of == phase).map_or(0, |(_, share)| share);
        if of(Phase::FindingStates) + of(Phase::Covering) >= 50 {
            advice.push(Advice::SmallerSets);
        }
        advice
    }

    /// The function that tells most runs apart, if these are many, and if they grow faster than the sizes: an operation that looks for a
    /// place has some runs for each position, and needs them.
    fn busiest_function(&self) -> Option<Advice> {
        let [.., (_, before), (_, last)] = &self.growth[..] else { return None };
        if last * 2 < before * 3 {
            return None;
        }
        let functions = self.causes.iter().filter_map(|cause| match &cause.asker {
            RunAsker::Code { function, place } => Some((function, place)),
            _ => None,
        });
        let share_of = |name: &String| {
            self.share(|cause| matches!(&cause.asker, RunAsker::Code { function, .. } if function == name))
        };
        // The first place of a function is the one with the most runs.
        let (share, function, place) = functions
            .map(|(function, place)| (share_of(function), function, place))
            .rev()
            .max_by_key(|(share, ..)| *share)?;
        (share >= MOST).then(|| Advice::AskLess { function: function.clone(), place: place.clone() })
    }

    /// Share of each phase in the time, in per cent, the largest first.
    fn phase_shares(&self) -> impl Iterator<Item = (Phase, u64)> {
        let micros = |time: &Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let whole = self.times.iter().map(|(_, time)| micros(time)).sum();
        self.times.iter().map(move |(phase, time)| (*phase, percent(micros(time), whole)))
    }

    /// Share of the runs with such causes, in per cent.
    fn share(&self, is_it: impl Fn(&&RunCause) -> bool) -> u64 {
        let runs: u64 = self.causes.iter().filter(is_it).map(|cause| cause.runs).sum();
        percent(runs, self.runs)
    }

    fn fields_with_many_values(&self) -> Vec<&FieldName> {
        let all = self.causes.iter().flat_map(|cause| &cause.fields);
        let mut fields: Vec<&FieldName> =
            all.filter(|field| field.choices >= MANY_VALUES && !field.is_abstract).collect();
        fields.sort();
        fields.dedup();
        fields
    }
}

/// Writes it.
pub fn write_why_slow(why: &WhySlow, out: &mut dyn Write) -> io::Result<()> {
    let WhySlow { path, growth, bounds, runs, causes, .. } = why;
    writeln!(out, "why is {CHECK}{path}{CHECK:#} slow?")?;
    let steps = growth.iter().skip(growth.len().saturating_sub(MOST_STEPS));
    let steps: Vec<String> = steps.map(|(bounds, runs)| format!("{runs}{}", at(bounds))).collect();
    writeln!(out, "  runs: {}", steps.join(", "))?;
    let shares = why.phase_shares().filter(|(_, share)| *share >= 5);
    let shares: Vec<String> = shares.map(|(phase, share)| format!("{share} % {}", phase_name(phase))).collect();
    writeln!(out, "  time: {}", shares.join(", "))?;
    writeln!(out, "  what tells {runs} runs{} apart:", at(bounds))?;
    for cause in causes.iter().take(MOST_CAUSES) {
        let share = percent(cause.runs, *runs);
        writeln!(out, "    {share:>3} %  {} {FAINT}{}{FAINT:#}", fields(&cause.fields), asker(&cause.asker))?;
    }
    let others: u64 = causes.iter().skip(MOST_CAUSES).map(|cause| cause.runs).sum();
    if others > 0 {
        writeln!(out, "    {:>3} %  others", percent(others, *runs))?;
    }
    for advice in why.advice() {
        writeln!(out, "  {HELP}help{HELP:#}: {}", advice_text(&advice))?;
    }
    Ok(())
}

fn at(bounds: &Bounds) -> String {
    if bounds.iter().next().is_none() { String::new() } else { format!(" at {bounds}") }
}

/// A part in per cent of the whole, rounded.
fn percent(part: u64, whole: u64) -> u64 {
    part.saturating_mul(100).saturating_add(whole / 2) / whole.max(1)
}

fn fields(fields: &[FieldName]) -> String {
    let name = |field: &FieldName| match &field.of {
        Some(of) => format!("`{of}.{}`", field.name),
        None => format!("argument `{}`", field.name),
    };
    match fields {
        [] => "a number of nodes, or a summary".to_owned(),
        fields => fields.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}

fn asker(asker: &RunAsker) -> String {
    match asker {
        RunAsker::Law { place } => format!("in the check itself, {place}"),
        RunAsker::Code { place, function } => format!("in {function}, {place}"),
        RunAsker::Library => "in library code".to_owned(),
        RunAsker::Judge => "in the invariant or the effect".to_owned(),
    }
}

fn advice_text(advice: &Advice) -> String {
    match advice {
        Advice::Effect => {
            "declare the effect of the operation instead of a law, as in `#[glassbox::check(adds(key))]`: it needs no more runs than \
             the invariant"
                .to_owned()
        }
        Advice::Summaries => {
            "the invariant tells most runs apart: if it is written as `ok`, write it as `check` with summaries of the nodes below; \
             then a run asks only about nodes that it changes"
                .to_owned()
        }
        Advice::FewerValues(field) => format!(
            "{} has {} values: give it those that make a difference (`#[glassbox(values = ..)]`, `domain(..)`), or make it a `Key` if it is only compared",
            fields(std::slice::from_ref(field)),
            field.choices
        ),
        Advice::AskLess { function, place } => format!(
            "`{function}` ({place}) asks about one node after the other, and runs multiply: if it asserts or recounts something, \
             leave that to the invariant"
        ),
        Advice::SmallerSets => {
            "sets of states take most of the time: give fields fewer values, or try a smaller bound".to_owned()
        }
    }
}

/// The name of a phase, as `--trace` has it.
pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Planning => "plan states",
        Phase::FindingStates => "find valid states",
        Phase::Running => "run the code",
        Phase::Judging => "judge",
        Phase::ComparingLayouts => "compare layouts",
        Phase::Covering => "cover",
        Phase::Auditing => "audit",
        Phase::Shrinking => "find the smallest failure",
        Phase::TryingStatics => "try statics",
        Phase::Dropping => "drop structures",
        Phase::Disturbing => "run where something goes wrong",
        Phase::Reaching => "find reached states",
    }
}
