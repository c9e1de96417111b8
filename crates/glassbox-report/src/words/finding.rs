//! Words for bugs.

use glassbox_engine::result::{
    BrokenMemory, ChildSummary, ContentsProblem, Finding, LeakTime, LinkTarget, OtherLayout, ValueProblem,
};

/// One sentence about a bug; the message of a panic may have several lines.
pub fn finding(finding: &Finding) -> String {
    match finding {
        Finding::Stopped(stopped) => stopped.to_string(),
        Finding::ReturnedFalse => "the check returned false".to_owned(),
        Finding::WhileDropping { finding } => format!("when the structure is dropped: {}", self::finding(finding)),
        Finding::Disturbed { disturbance, finding } => format!("{disturbance}, and then {}", self::finding(finding)),
        Finding::InOtherLayout { layout: OtherLayout::Elsewhere, finding } => {
            format!("with blocks elsewhere in memory: {}", self::finding(finding))
        }
        Finding::InOtherLayout { layout: OtherLayout::UsedAgain, finding } => {
            format!("where the allocator uses a freed address again: {}", self::finding(finding))
        }
        Finding::LawBroken { law } => format!("the law `{law}` does not hold"),
        Finding::Value { token, problem } => format!("value {token} {}", value_problem(*problem)),
        Finding::Leak { when: LeakTime::AfterDrop, blocks, bytes, .. } => {
            format!("{}: the subject is dropped, and nothing leads to it", leaked(*blocks, *bytes))
        }
        Finding::Leak { when: LeakTime::AfterMove, blocks, bytes, .. } => {
            format!("{}: the check takes the structure by value, and does not free it", leaked(*blocks, *bytes))
        }
        after_the_run => format!("afterwards, {}", state_after(after_the_run)),
    }
}

/// The bug in the state after a run.
fn state_after(finding: &Finding) -> String {
    match finding {
        Finding::InvariantBroken { node, message, children } => {
            format!("the invariant of {node} is broken: {message}{}", summaries(children))
        }
        Finding::GlobalInvariantBroken { node } => {
            format!("the invariant of {node} is broken: the global invariant does not hold")
        }
        Finding::UnreadableNode { node, stopped } => format!("looking at {node} failed: {stopped}"),
        Finding::DanglingLink { node, target } => format!("a link of {node} dangles: {}", link_target(target)),
        Finding::UnknownType { node } => {
            format!("{node} links to a type that no state within the bounds has: allow larger bounds")
        }
        Finding::SharedLink { node } => format!("two links lead to {node}"),
        Finding::Cycle { node } => format!("{node} is below itself"),
        Finding::LostNode { node } => format!("{node} is lost: no link leads to it, and it is not freed"),
        Finding::ParentLink { node, .. } => format!("a link of {node} does not lead to the node above"),
        Finding::KeyOrder { node } => format!("the keys at {node} are not in order"),
        Finding::FixedField { node, field } => format!("{field} of {node} is not the one value that it may have"),
        Finding::UndefinedField { node, field } => format!("{field} of {node} was never written"),
        Finding::DanglingOwner { node } => format!("{node} owns memory that is not allocated"),
        Finding::WrongBlock { node, offset, owned, allocated } => {
            let start = if *offset > 0 { format!(" {offset} bytes behind the start of it") } else { String::new() };
            format!(
                "{node} owns a block as {} bytes aligned to {}{start}, but it was allocated as {} bytes aligned to {}",
                owned.size, owned.align, allocated.size, allocated.align
            )
        }
        Finding::SharedBlock { node, other } if node == other => format!("{node} owns one block twice"),
        Finding::SharedBlock { node, other } => format!("{node} and {other} own the same block"),
        Finding::DanglingAlias { node, field } => {
            format!("the link {field} of {node} leads to no node of the structure")
        }
        Finding::NodeCount { field, .. } => format!("{field} is not the number of nodes"),
        Finding::Contents(problem) => format!("the contents are wrong: {}", contents_problem(problem)),
        Finding::BrokenState { field, problem } => broken_memory(field, *problem),
        Finding::Leak { blocks, bytes, first, .. } => {
            let blocks_word = if *blocks == 1 { "block" } else { "blocks" };
            let first = first.as_ref().map(|block| format!(" (block of {} bytes at {})", block.size, block.address));
            format!("{blocks} {blocks_word} of {bytes} bytes in all never freed{}", first.unwrap_or_default())
        }
        Finding::Stopped(_)
        | Finding::ReturnedFalse
        | Finding::LawBroken { .. }
        | Finding::Value { .. }
        | Finding::InOtherLayout { .. }
        | Finding::Disturbed { .. }
        | Finding::WhileDropping { .. } => self::finding(finding),
    }
}

fn broken_memory(field: &str, problem: BrokenMemory) -> String {
    match problem {
        BrokenMemory::Undefined => format!("`{field}` was never written"),
        BrokenMemory::Freed => format!("`{field}` leads to memory that is freed"),
        BrokenMemory::NoBlock => format!("`{field}` leads to memory that is not allocated"),
        BrokenMemory::OtherPlace => format!("`{field}` leads to another place in its block than it should"),
        BrokenMemory::TwoOwners => format!("something else owns the block that `{field}` leads to"),
        BrokenMemory::OtherBlock => format!("`{field}` leads to another block than it should"),
        BrokenMemory::Layout { expected, actual } => format!(
            "`{field}` will free its block as {} bytes aligned to {}, but it was allocated as {} bytes aligned to {}",
            expected.size, expected.align, actual.size, actual.align
        ),
        BrokenMemory::TwoPlaces => format!("the value in `{field}` is in another place, too"),
        BrokenMemory::KeyOrder => format!("the key in `{field}` is not in order"),
        BrokenMemory::Count => format!("`{field}` is not the number of nodes"),
        BrokenMemory::ParentLink => format!("`{field}` does not lead to the node above"),
        BrokenMemory::FixedField => format!("`{field}` is not the one value that it may have"),
    }
}

fn summaries(children: &[ChildSummary]) -> String {
    let summary = |child: &ChildSummary| format!("{} has {}", child.child, child.summary);
    let summaries: Vec<String> = children.iter().map(summary).collect();
    if summaries.is_empty() { String::new() } else { format!(" ({})", summaries.join(", ")) }
}

fn link_target(target: &LinkTarget) -> String {
    match target {
        LinkTarget::Freed(node) => format!("{node} is freed"),
        LinkTarget::Absent(node) => format!("{node} does not exist"),
        LinkTarget::NoNode => "there is no node where it leads".to_owned(),
    }
}

fn contents_problem(problem: &ContentsProblem) -> String {
    let text = match problem {
        ContentsProblem::EntryMissing => "an entry is gone that should be there",
        ContentsProblem::EntryExtra => "there is an entry that should not be there",
        ContentsProblem::KeyTwice => "an entry was added whose key was there already",
        ContentsProblem::NothingAdded => "nothing was added",
        ContentsProblem::SeveralAdded => "more than one entry was added",
        ContentsProblem::NotReplaced => "the entry was not replaced",
        ContentsProblem::NothingRemoved => "nothing was removed",
        ContentsProblem::SeveralRemoved => "more than one entry is gone",
        ContentsProblem::EntryNew => "there is an entry that was not there before",
        ContentsProblem::OtherKey => "an entry with another key was changed",
        ContentsProblem::OtherValue => "an entry has another value than it should",
        ContentsProblem::WrongResult => "what the operation returned is not what it did",
        ContentsProblem::NoKeys => "the effect names a key, but the structure has none",
        ContentsProblem::UndefinedValue { node } => return format!("a value in {node} is undefined"),
    };
    text.to_owned()
}

fn value_problem(problem: ValueProblem) -> &'static str {
    match problem {
        ValueProblem::TwoPlaces => "is in two places",
        ValueProblem::DroppedTwice => "is dropped twice",
        ValueProblem::Lost => "is neither kept nor dropped",
        ValueProblem::LostAtDrop => "is lost: the subject is dropped, and the value is not",
    }
}

fn leaked(blocks: usize, bytes: u64) -> String {
    match blocks {
        1 => format!("a block of {bytes} bytes is leaked"),
        blocks => format!("{blocks} blocks of {bytes} bytes in all are leaked"),
    }
}
