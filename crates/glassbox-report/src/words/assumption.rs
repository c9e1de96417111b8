//! Words for assumptions: a sentence for each, and shorter forms for the line of a verdict and for the end of a report.

use glassbox_engine::result::{Assumption, AssumptionCode, Leaving, LeftValue, NotReached};

use super::bounds::bounds;
use super::reason::left;

/// An assumption as a sentence, without the period at its end.
pub fn assumption(assumption: &Assumption) -> String {
    match assumption {
        Assumption::Wasm32 => {
            "`usize` and addresses have 32 bits; no file can be opened, and no environment variable is set".to_owned()
        }
        Assumption::DebugAssertions => "the code is built with debug assertions and overflow checks".to_owned(),
        Assumption::NoDebugAssertions => {
            "the code is built with overflow checks and without debug assertions: std's checks of `unsafe` calls are not there"
                .to_owned()
        }
        Assumption::SingleThread => "one thread runs at a time".to_owned(),
        Assumption::PanicAborts => "a panic ends the program: no code runs while unwinding".to_owned(),
        Assumption::OnePanic => {
            "at most one callback panics in a history: when a `Val` or `Key` is compared, hashed, cloned or dropped, or at `glassbox::panic_point`"
                .to_owned()
        }
        Assumption::AllocationsSucceed => {
            "allocations of at most 1 GiB never fail, and larger ones always do".to_owned()
        }
        Assumption::FewFailedAllocations(1) => "at most one allocation fails in a call".to_owned(),
        Assumption::FewFailedAllocations(number) => format!("at most {number} allocations fail in a call"),
        Assumption::FewLies(number) => format!(
            "`Val`, `Key` and glassbox's iterators lie at most {} in a call, and only memory safety is asked for after a lie",
            if *number == 1 { "once".to_owned() } else { format!("{number} times") }
        ),
        Assumption::FewOperationsAfter { operations, up_to: Some(bounds) } => format!(
            "where a panic or a lie leaves no valid structure, it is dropped, and at most {operations} operations follow, in states up to {bounds} that operations reach"
        ),
        Assumption::FewOperationsAfter { up_to: None, .. } => {
            "where a panic or a lie leaves no valid structure, it is only dropped".to_owned()
        }
        Assumption::OthersLeaveNoMore => {
            "other checks in which something goes wrong leave nothing more in statics than they do elsewhere: otherwise they are unknown themselves"
                .to_owned()
        }
        Assumption::AliasingUnchecked => {
            "references follow the aliasing rules, and values are valid for their types: not checked".to_owned()
        }
        Assumption::InnerBoundsUnchecked => {
            "no access goes from one field or local to another inside the same block or stack: not checked".to_owned()
        }
        Assumption::FixedPlaces => "locals and statics have the addresses that they have here".to_owned(),
        Assumption::LayoutsOfMemory => {
            "two orders of blocks in memory stand for all; freed addresses are used again where a run compares one"
                .to_owned()
        }
        Assumption::OrdersOfBlocks => {
            "operations ask where blocks lie, and a few orders and alignments of blocks stand for all".to_owned()
        }
        Assumption::NotMoved => "structures are not moved between operations".to_owned(),
        Assumption::SeparateStructures => "the structures share no nodes".to_owned(),
        Assumption::OptLevel(level) => format!("the code is built with opt-level {level}"),
        Assumption::ValueKind(kind) => format!("values are of the kind `{kind}`"),
        Assumption::OneValue { field } => format!("`{field}` always has the one value of its description"),
        Assumption::MayLeave(leaving) => {
            format!("states that the operation leaves behind, and that are not checked, are right: {}", left(leaving))
        }
        Assumption::StaticsOfOtherChecks { checks } => format!(
            "{}, which {} not decided to hold, change no static that this check reads",
            quoted(checks),
            if checks.len() == 1 { "is" } else { "are" }
        ),
        Assumption::NeverDropped => "the structures are never dropped".to_owned(),
        Assumption::DroppedUpTo(sizes) => {
            format!("dropping structures larger than {} shows no bug", bounds(sizes))
        }
        Assumption::OneSeed => "one random seed stands for all: every request for random bytes gets the same ones".to_owned(),
        Assumption::FewHashes(number) => format!(
            "{number} hashes of keys stand for all: the first, the last and the last but one place of a table of up to 16, and the \
             first with other upper bits"
        ),
        Assumption::MeantPanics => {
            "panics that the exploration allows with `may_panic` or asks for with `must_panic` are the caller's fault, and nothing runs after them".to_owned()
        }
        Assumption::OtherSubjects(most) => {
            format!("other subjects that functions take are made with at most {most} operations")
        }
        Assumption::Elements(most) => format!("states with more than {most} elements show no bug"),
        Assumption::NeverPossible(functions) => format!("{} work: no state allows a call", quoted(functions)),
        Assumption::ReachesNoOtherStates(why) => {
            format!("operations reach only checked states: not tried, because {}", not_reached(why))
        }
        Assumption::ReachesNoOtherStatesBeyond { states, all_up_to } => {
            let size = all_up_to.as_ref().map_or(String::new(), |sizes| format!(", all up to {}", bounds(sizes)));
            format!("operations reach only checked states: tried on {states} of them{size}")
        }
        Assumption::ElementsBoundNothing | Assumption::LeftByOthers(_) | Assumption::LargeStatesUnjudged { .. } => {
            remark(assumption).unwrap_or_default()
        }
    }
}

/// A kind of assumption in a few words, for a list of all; none if the line of a verdict or a note shows it.
pub fn short(code: AssumptionCode) -> Option<&'static str> {
    Some(match code {
        AssumptionCode::Wasm32 => "32-bit `usize`",
        AssumptionCode::DebugAssertions => "debug assertions",
        AssumptionCode::SingleThread => "one thread",
        AssumptionCode::PanicAborts => "panics that abort",
        AssumptionCode::OnePanic => "one panic of a callback",
        AssumptionCode::AllocationsSucceed => "no failed allocation",
        AssumptionCode::FewFailedAllocations => "few failed allocations",
        AssumptionCode::FewLies => "few lies of traits",
        AssumptionCode::FewOperationsAfter => "few operations after a panic or a lie",
        AssumptionCode::OthersLeaveNoMore => "statics that disturbed checks leave alone",
        AssumptionCode::AliasingUnchecked => "no aliasing error",
        AssumptionCode::InnerBoundsUnchecked => "no error inside one block",
        AssumptionCode::FixedPlaces => "fixed places of statics",
        AssumptionCode::LayoutsOfMemory | AssumptionCode::OrdersOfBlocks => "a few orders of blocks in memory",
        AssumptionCode::NotMoved => "no moves",
        AssumptionCode::SeparateStructures => "structures without shared nodes",
        AssumptionCode::OneValue => "fields that keep one value",
        AssumptionCode::StaticsOfOtherChecks => "statics that other checks leave alone",
        AssumptionCode::NeverDropped => "structures that are never dropped",
        AssumptionCode::DroppedUpTo => "large structures that can be dropped",
        AssumptionCode::MeantPanics => "panics that are meant",
        AssumptionCode::OptLevel
        | AssumptionCode::NoDebugAssertions
        | AssumptionCode::MayLeave
        | AssumptionCode::ValueKind
        | AssumptionCode::OneSeed
        | AssumptionCode::FewHashes
        | AssumptionCode::OtherSubjects
        | AssumptionCode::Elements
        | AssumptionCode::ElementsBoundNothing
        | AssumptionCode::NeverPossible
        | AssumptionCode::ReachesNoOtherStates
        | AssumptionCode::ReachesNoOtherStatesBeyond
        | AssumptionCode::LeftByOthers
        | AssumptionCode::LargeStatesUnjudged => return None,
    })
}

/// A condition beside the bounds of a verdict: `elements <= 3`. None if it is not shown there.
pub fn condition(assumption: &Assumption) -> Option<String> {
    match assumption {
        Assumption::Elements(most) => Some(format!("elements <= {most}")),
        Assumption::OneSeed => Some("one random seed".to_owned()),
        Assumption::FewHashes(number) => Some(format!("{number} hashes")),
        Assumption::OtherSubjects(most) => Some(format!("other subjects: operations <= {most}")),
        Assumption::ValueKind(kind) => Some(format!("values: {kind}")),
        Assumption::OptLevel(level) => Some(format!("opt-level = {level}")),
        Assumption::NoDebugAssertions => Some("no debug assertions".to_owned()),
        Assumption::MayLeave(leaving) => Some(format!("may leave the checked states ({})", left_briefly(leaving))),
        _ => None,
    }
}

/// A remark below a verdict, if any.
pub fn remark(assumption: &Assumption) -> Option<String> {
    match assumption {
        Assumption::NeverPossible(functions) => {
            let (is, it) = if functions.len() == 1 { ("is", "it") } else { ("are", "them") };
            Some(format!("{} {is} never possible here, so nothing is known about {it}", quoted(functions)))
        }
        Assumption::ElementsBoundNothing => {
            Some("`elements` has no effect here: no state contains a `Val` or a `Key`".to_owned())
        }
        Assumption::LeftByOthers(checks) => {
            Some(format!("states that {} may leave are not checked: see there", quoted(checks)))
        }
        Assumption::LargeStatesUnjudged { states } => {
            let states = if *states == 1 { "1 state".to_owned() } else { format!("{states} states") };
            Some(format!("operations lead to {states} much larger than the bounds, which no rule was applied to"))
        }
        _ => None,
    }
}

/// The reason why the checked states were not compared with the reachable ones.
pub fn not_reached(why: &NotReached) -> String {
    match why {
        NotReached::NoConstructor => "no constructor: implement `Default` or add `#[glassbox(new = ..)]`".to_owned(),
        NotReached::NoSmallState => "no small state is valid".to_owned(),
        NotReached::LargeConstructor { most } => {
            format!("the constructor makes a structure larger than {most}, the largest size that is tried")
        }
        NotReached::NoArguments => {
            "glassbox cannot enumerate the arguments of these checks; add `#[glassbox(values = ..)]`".to_owned()
        }
        NotReached::SeveralStructures => "the check has several structures".to_owned(),
    }
}

/// Field and value that an operation leaves, in a few words.
fn left_briefly(Leaving { node, field, value, .. }: &Leaving) -> String {
    let value = match value {
        LeftValue::NotListed { value: Some(value), .. } => format!("is {value}"),
        LeftValue::NotListed { value: None, .. } | LeftValue::Owning => "is not listed".to_owned(),
        LeftValue::Skipped | LeftValue::Pointed => "changes".to_owned(),
        LeftValue::Size { len, capacity } => format!("has {len} elements and room for {capacity}"),
        LeftValue::OddLink => "has other bits".to_owned(),
        LeftValue::Alias => "leads to another node".to_owned(),
    };
    format!("`{field}` of {node} {value}")
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use glassbox_engine::result::NodeName;

    use super::*;

    /// The codes in the first column of the book's table.
    fn rows() -> Vec<&'static str> {
        let page = include_str!("../../../../book/src/what-a-pass-means.md");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
        rows.filter_map(|row| row.split('`').next()).collect()
    }

    #[test]
    fn every_assumption_has_a_row_in_the_book_and_every_row_an_assumption() {
        let codes: Vec<&str> = AssumptionCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(rows(), codes);
    }

    #[test]
    fn rows_of_the_book_say_what_when_and_what_to_use_besides() {
        let page = include_str!("../../../../book/src/what-a-pass-means.md");
        for row in page.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            assert!(cells.len() == 4 && cells.iter().all(|cell| !cell.is_empty()), "{row}");
        }
    }

    /// Nothing is left out of a short report without a word elsewhere.
    #[test]
    fn what_is_not_in_the_short_list_is_in_the_line_or_in_a_note() {
        use Assumption::{
            Elements, ElementsBoundNothing, FewHashes, LargeStatesUnjudged, LeftByOthers, MayLeave, NeverPossible,
            NoDebugAssertions, OneSeed, OptLevel, OtherSubjects, ValueKind,
        };
        let node = NodeName::Path("list".to_owned());
        let (field, state) = ("mode".to_owned(), "list: 0".to_owned());
        let elsewhere = [
            MayLeave(Leaving { node, field, value: LeftValue::Skipped, state }),
            OptLevel("3".to_owned()),
            NoDebugAssertions,
            ValueKind("u8".to_owned()),
            OneSeed,
            FewHashes(4),
            OtherSubjects(3),
            Elements(3),
            ElementsBoundNothing,
            NeverPossible(vec!["push".to_owned()]),
            LeftByOthers(vec!["push".to_owned()]),
            LargeStatesUnjudged { states: 1 },
        ];
        for assumption in &elsewhere {
            assert!(condition(assumption).is_some() || remark(assumption).is_some(), "{assumption:?}");
        }
        // A note at the end of the report, and the number of reached states in the line.
        let others = [AssumptionCode::ReachesNoOtherStates, AssumptionCode::ReachesNoOtherStatesBeyond];
        let shown: Vec<_> = elsewhere.iter().map(Assumption::code).chain(others).collect();
        for code in AssumptionCode::ALL {
            assert_eq!(short(*code).is_none(), shown.contains(code), "{code}");
        }
    }
}
