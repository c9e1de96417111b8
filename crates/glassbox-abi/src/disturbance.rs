//! Something that goes wrong around a call, and its mark at the end of a replay text.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Display, Formatter};

/// Something that goes wrong around a call, because the host has chosen it. The numbers count from 1 in the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// A callback panics.
    CallbackPanics {
        /// The number of its panic point.
        point: u32,
    },
    /// The answer of a trait is not true.
    TraitLies {
        /// The number of the question.
        question: u32,
        /// Which of the other answers it gives, from 1.
        answer: u32,
    },
    /// The result is forgotten, and not dropped.
    ResultForgotten,
    /// An allocation fails.
    AllocationFails {
        /// The number of the allocation.
        allocation: u32,
    },
}

impl Display for Disturbance {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::CallbackPanics { point } => write!(f, "callback {point} panics"),
            Self::TraitLies { question, .. } => write!(f, "answer {question} is a lie"),
            Self::ResultForgotten => write!(f, "the result is forgotten"),
            Self::AllocationFails { allocation } => write!(f, "allocation {allocation} fails"),
        }
    }
}

/// Begins the mark of a disturbance at the end of a replay text.
const MARK: char = '!';

impl Disturbance {
    /// A replay text with the mark of the disturbance at its end.
    pub fn mark(self, text: &str) -> String {
        match self {
            Self::CallbackPanics { point } => format!("{text}{MARK}panic{point}"),
            Self::TraitLies { question, answer } => format!("{text}{MARK}lie{question}.{answer}"),
            Self::AllocationFails { allocation } => format!("{text}{MARK}allocation{allocation}"),
            Self::ResultForgotten => format!("{text}{MARK}forgotten"),
        }
    }
}

/// Takes the mark of a disturbance from the end of a text. None if it is no mark.
pub fn split_mark(text: &str) -> Option<(&str, Option<Disturbance>)> {
    let Some((rest, mark)) = text.split_once(MARK) else { return Some((text, None)) };
    let number = |text: &str| text.parse().ok().filter(|number: &u32| *number > 0 && format!("{number}") == text);
    let disturbance = if let Some(point) = mark.strip_prefix("panic") {
        Disturbance::CallbackPanics { point: number(point)? }
    } else if let Some(lie) = mark.strip_prefix("lie") {
        let (question, answer) = lie.split_once('.')?;
        Disturbance::TraitLies { question: number(question)?, answer: number(answer)? }
    } else {
        Disturbance::AllocationFails { allocation: number(mark.strip_prefix("allocation")?)? }
    };
    Some((rest, Some(disturbance)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_to_the_letter() {
        let all = [
            Disturbance::CallbackPanics { point: 3 },
            Disturbance::TraitLies { question: 2, answer: 1 },
            Disturbance::AllocationFails { allocation: 1 },
        ];
        for disturbance in all {
            let text = disturbance.mark("height=1:0;1");
            assert_eq!(split_mark(&text), Some(("height=1:0;1", Some(disturbance))), "{text}");
        }
        assert_eq!(split_mark("height=1:0"), Some(("height=1:0", None)));
        for damaged in ["a!", "a!panic", "a!panic0", "a!panic01", "a!panic1!panic2", "a!lie1", "a!lie1.0", "a!memory1"]
        {
            assert_eq!(split_mark(damaged), None, "{damaged}");
        }
    }
}
