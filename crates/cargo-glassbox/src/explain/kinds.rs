//! Which topic explains which kind of finding, verdict or error: a new kind does not compile without one.

use glassbox_engine::finding::FindingKind;
use glassbox_vm::exec::{Stop, Trap};
use glassbox_vm::heap::MemoryErrorKind;

use super::topics::{self, Topic};

pub(super) fn of_finding(kind: &FindingKind) -> &'static Topic {
    match kind {
        FindingKind::Stopped(stopped) => of_stop(&stopped.stop),
        FindingKind::Refuted => &topics::RETURNED_FALSE,
        FindingKind::Broken { .. } => &topics::BROKEN_INVARIANT,
        FindingKind::Unreadable { .. } => &topics::UNREADABLE_NODE,
        FindingKind::Dangling { .. } => &topics::DANGLING_LINK,
        FindingKind::UnknownType { .. } => &topics::UNKNOWN_TYPE,
        FindingKind::Shared { .. } => &topics::SHARED_LINK,
        FindingKind::Cycle { .. } => &topics::CYCLE,
        FindingKind::Lost { .. } => &topics::LOST_NODE,
        FindingKind::Parent { .. } => &topics::PARENT_LINK,
        FindingKind::Order { .. } => &topics::KEY_ORDER,
        FindingKind::Leak { .. } => &topics::MEMORY_LEAK,
        FindingKind::Fixed { .. } => &topics::FIXED_FIELD,
        FindingKind::Contents { .. } => &topics::CONTENTS,
        FindingKind::Token { .. } => &topics::DROPPED_VALUE,
        FindingKind::Count { .. } => &topics::NODE_COUNT,
    }
}

fn of_stop(stop: &Stop) -> &'static Topic {
    match stop {
        Stop::Trap(trap) => of_trap(*trap),
        Stop::Panic(_) => &topics::PANIC,
        Stop::Memory(error) => of_memory_error(&error.kind),
        Stop::Refused(_) | Stop::AssumptionFailed | Stop::Breakpoint { .. } => &topics::STOPPED_BY_HOST,
    }
}

fn of_trap(trap: Trap) -> &'static Topic {
    match trap {
        Trap::FuelExhausted => &topics::TOO_MANY_STEPS,
        Trap::StackExhausted => &topics::STACK_OVERFLOW,
        Trap::Unreachable
        | Trap::MemoryOutOfBounds
        | Trap::TableOutOfBounds
        | Trap::UndefinedElement
        | Trap::UninitializedElement
        | Trap::IndirectCallType
        | Trap::DivisionByZero
        | Trap::IntegerOverflow
        | Trap::InvalidConversion => &topics::TRAP,
    }
}

fn of_memory_error(kind: &MemoryErrorKind) -> &'static Topic {
    match kind {
        MemoryErrorKind::OutOfBounds { .. } | MemoryErrorKind::Absent { .. } => &topics::OUT_OF_BOUNDS,
        MemoryErrorKind::UseAfterFree { .. } => &topics::USE_AFTER_FREE,
        MemoryErrorKind::OutOfReach { .. } => &topics::OUT_OF_REACH,
        MemoryErrorKind::Null { .. } => &topics::NULL_POINTER,
        MemoryErrorKind::StackOverflow => &topics::STACK_OVERFLOW,
        MemoryErrorKind::DoubleFree { .. } | MemoryErrorKind::InvalidFree { .. } => &topics::DOUBLE_FREE,
        MemoryErrorKind::WrongLayout { .. } => &topics::WRONG_LAYOUT,
        MemoryErrorKind::Undefined { .. } => &topics::UNINITIALISED_MEMORY,
        MemoryErrorKind::Leak { .. } => &topics::MEMORY_LEAK,
    }
}

#[cfg(test)]
mod tests {
    use glassbox_abi::names::BOUNDS;
    use glassbox_engine::audit::Disagreement;
    use glassbox_engine::invariant::InvariantError;
    use glassbox_engine::search::Verdict;
    use glassbox_engine::states::StatesError;
    use glassbox_report::terminal::CheckOutcome;
    use glassbox_vm::exec::Stopped;

    use super::super::find;
    use super::*;
    use crate::exit_code::ExitCode;

    fn of_verdict(verdict: &Verdict) -> &'static Topic {
        match verdict {
            Verdict::Holds => &topics::PASS,
            Verdict::Fails(finding) => of_finding(&finding.kind),
            Verdict::Unknown(_) => &topics::UNKNOWN,
        }
    }

    fn of_outcome(outcome: &CheckOutcome) -> &'static Topic {
        match outcome {
            CheckOutcome::Holds => &topics::PASS,
            CheckOutcome::Fails(_) | CheckOutcome::FailsAfter(_) => &topics::FAIL,
            CheckOutcome::Unknown { .. } | CheckOutcome::NotRun { .. } => &topics::UNKNOWN,
            CheckOutcome::Error { .. } => &topics::ERROR,
        }
    }

    fn of_disagreement(disagreement: &Disagreement) -> &'static Topic {
        match disagreement {
            Disagreement::Mistake { .. } => &topics::GLASSBOX_MISTAKE,
            Disagreement::Addresses { .. } => &topics::DEPENDS_ON_ADDRESSES,
        }
    }

    fn of_states_error(error: &StatesError) -> &'static Topic {
        match error {
            StatesError::Plan(_) => &topics::NO_DOMAIN,
            StatesError::Empty { .. } => &topics::NO_VALID_STATE,
            StatesError::OutOfMemory(_) | StatesError::Invariant(InvariantError::OutOfMemory(_)) => {
                &topics::OUT_OF_MEMORY
            }
            StatesError::Invariant(InvariantError::Stopped { .. }) => &topics::INVARIANT_STOPPED,
            StatesError::Invariant(InvariantError::Interrupted) => &topics::UNKNOWN,
            StatesError::Invariant(InvariantError::NotLocal { .. }) => &topics::LOOKS_BEYOND,
            StatesError::Instantiate(_) | StatesError::Invariant(InvariantError::NoFunction { .. }) => &topics::ERROR,
        }
    }

    /// What the text of the code says about itself, in the topic on exit codes.
    fn line_of(code: ExitCode) -> &'static str {
        match code {
            ExitCode::Success => "0  the command did",
            ExitCode::Fails => "1  a check fails",
            ExitCode::Error => "2  it could not",
            ExitCode::Unknown => "3  no check fails, but",
        }
    }

    #[test]
    fn findings_have_topics_with_words_of_their_messages() {
        let node = || "tree.root".to_owned();
        let stopped = |stop: Stop| FindingKind::Stopped(Stopped { stop, trace: Vec::new() });
        let kinds = [
            (stopped(Stop::Trap(Trap::FuelExhausted)), "too-many-steps"),
            (FindingKind::Broken { node: node(), what: "red".into(), below: Vec::new() }, "broken-invariant"),
            (FindingKind::Dangling { node: node(), target: "it is freed".into() }, "dangling-link"),
            (FindingKind::Lost { node: node() }, "lost-node"),
        ];
        for (kind, word) in kinds {
            assert_eq!(of_finding(&kind).word, word);
            assert!(
                kind.to_string().split([' ', ':']).any(|part| find(part).is_ok_and(|it| it.word == word)),
                "{kind}"
            );
        }
    }

    #[test]
    fn verdicts_and_errors_have_topics() {
        assert_eq!(of_verdict(&Verdict::Holds).word, "pass");
        assert_eq!(of_outcome(&CheckOutcome::Unknown { reason: String::new() }).word, "unknown");
        let disagreement = Disagreement::Addresses { state: "1".into(), what: "fails".into() };
        assert_eq!(of_disagreement(&disagreement).word, "depends-on-addresses");
        assert_eq!(of_states_error(&StatesError::Empty { check: "it".into() }).word, "no-valid-state");
    }

    #[test]
    fn bounds_and_exit_codes_are_explained() {
        for bound in BOUNDS {
            assert_eq!(find(bound).expect("a topic").word, bound);
        }
        for code in [ExitCode::Success, ExitCode::Fails, ExitCode::Error, ExitCode::Unknown] {
            let line = line_of(code);
            assert!(topics::EXIT_CODES.body().contains(line), "{line}");
        }
    }
}
