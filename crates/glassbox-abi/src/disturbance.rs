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

/// The kinds of disturbances that are tried around a check or an exploration. Each needs a build with its places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DisturbanceChoice {
    /// Callbacks panic, and panics unwind.
    pub panics: bool,
    /// Traits lie, and results are forgotten.
    pub hostile: bool,
    /// Allocations fail.
    pub alloc_failures: bool,
}

impl DisturbanceChoice {
    /// The names of those that are chosen.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let Self { panics, hostile, alloc_failures } = self;
        let all = [(panics, "panics"), (hostile, "hostile"), (alloc_failures, "alloc-failures")];
        all.into_iter().filter(|(is_chosen, _)| *is_chosen).map(|(_, name)| name)
    }

    /// Those that are in one of two choices.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            panics: self.panics || other.panics,
            hostile: self.hostile || other.hostile,
            alloc_failures: self.alloc_failures || other.alloc_failures,
        }
    }

    /// As bits of a number.
    pub(crate) const fn bits(self) -> u8 {
        self.panics as u8 | (self.hostile as u8) << 1 | (self.alloc_failures as u8) << 2
    }

    /// From the bits of a number.
    pub(crate) fn of_bits(bits: u8) -> Option<Self> {
        let bit = |number: u8| bits >> number & 1 != 0;
        (bits < 8).then(|| Self { panics: bit(0), hostile: bit(1), alloc_failures: bit(2) })
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
    fn choices_are_bits() {
        let mut choices = alloc::vec::Vec::new();
        for bits in 0..=u8::MAX {
            let choice = DisturbanceChoice::of_bits(bits);
            assert!(choice.is_none_or(|choice| choice.bits() == bits), "{bits}");
            choices.extend(choice);
        }
        choices.dedup();
        assert_eq!(choices.len(), 8);
        let all = choices.into_iter().fold(DisturbanceChoice::default(), DisturbanceChoice::or);
        assert!(all.names().eq(["panics", "hostile", "alloc-failures"]));
    }

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
