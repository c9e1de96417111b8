//! An assumption in a lock: its code, and what it is about.
//!
//! Two verdicts with the same code can assume different things: another field that keeps its value, another function that was
//! never possible, drops up to smaller bounds. So the lock has these, too. Counts that change with every edit of the code are
//! left out.

use std::fmt;

use glassbox_engine::result::{Assumption, AssumptionCode, Bounds};

/// An assumption.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LockedAssumption {
    pub(crate) code: AssumptionCode,
    pub(crate) about: About,
}

/// What an assumption is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum About {
    /// The code says it all.
    Everything,
    /// A field, a function, a check or a setting.
    Name(String),
    /// It begins beyond these bounds: it is weaker if they are larger.
    Beyond(Bounds),
}

/// Codes whose assumptions have a name.
const NAMED: [AssumptionCode; 6] = [
    AssumptionCode::OptLevel,
    AssumptionCode::ValueKind,
    AssumptionCode::OneValue,
    AssumptionCode::StaticsOfOtherChecks,
    AssumptionCode::NeverPossible,
    AssumptionCode::LeftByOthers,
];

/// Codes whose assumptions have bounds.
const BOUNDED: [AssumptionCode; 4] = [
    AssumptionCode::DroppedUpTo,
    AssumptionCode::FewHashes,
    AssumptionCode::OtherSubjects,
    AssumptionCode::ReachesNoOtherStatesBeyond,
];

/// Pairs of codes of which the first assumes more than the second.
const STRONGER: [(AssumptionCode, AssumptionCode); 2] = [
    (AssumptionCode::NeverDropped, AssumptionCode::DroppedUpTo),
    (AssumptionCode::ReachesNoOtherStates, AssumptionCode::ReachesNoOtherStatesBeyond),
];

impl LockedAssumption {
    /// An assumption of a verdict, which may be several: one for each name.
    pub(crate) fn of(assumption: &Assumption) -> Vec<Self> {
        let code = assumption.code();
        let names: &[String] = match assumption {
            Assumption::OptLevel(name) | Assumption::ValueKind(name) | Assumption::OneValue { field: name } => {
                std::slice::from_ref(name)
            }
            Assumption::StaticsOfOtherChecks { checks: names }
            | Assumption::NeverPossible(names)
            | Assumption::LeftByOthers(names) => names,
            Assumption::DroppedUpTo(bounds) => return vec![Self { code, about: About::Beyond(sizes(bounds)) }],
            Assumption::FewHashes(n) => {
                return vec![Self { code, about: About::Beyond(Bounds::from([("hashes", *n)])) }];
            }
            Assumption::OtherSubjects(n) => {
                return vec![Self { code, about: About::Beyond(Bounds::from([("operations", *n)])) }];
            }
            Assumption::ReachesNoOtherStatesBeyond { all_up_to, .. } => {
                let bounds = all_up_to.as_ref().map(sizes).unwrap_or_default();
                return vec![Self { code, about: About::Beyond(bounds) }];
            }
            _ => return vec![Self { code, about: About::Everything }],
        };
        names.iter().map(|name| Self { code, about: About::Name(name.clone()) }).collect()
    }

    /// Whether it assumes at most what `other` assumes.
    pub(crate) fn follows_from(&self, other: &Self) -> bool {
        if self.code != other.code {
            return STRONGER.contains(&(other.code, self.code));
        }
        match (&self.about, &other.about) {
            (About::Beyond(own), About::Beyond(other)) => {
                other.iter().all(|(name, value)| own.get(name).is_some_and(|own| own >= value))
            }
            (own, other) => own == other,
        }
    }

    /// The assumption that [`Display`](fmt::Display) writes. None if the text is something else.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (code, rest) = text.split_once(": ").map_or((text, None), |(code, rest)| (code, Some(rest)));
        let code = *AssumptionCode::ALL.iter().find(|known| known.as_str() == code)?;
        let about = match rest {
            None if BOUNDED.contains(&code) => About::Beyond(Bounds::none()),
            None if NAMED.contains(&code) => return None,
            None => About::Everything,
            Some("") => return None,
            Some(name) if NAMED.contains(&code) => About::Name(name.to_owned()),
            Some(bounds) if BOUNDED.contains(&code) => About::Beyond(Bounds::parse(bounds)?),
            Some(_) => return None,
        };
        Some(Self { code, about })
    }
}

/// The bounds on sizes: settings are in the bounds of the check.
fn sizes(bounds: &Bounds) -> Bounds {
    bounds.sizes().collect()
}

impl fmt::Display for LockedAssumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.about {
            About::Everything => write!(f, "{}", self.code),
            About::Name(name) => write!(f, "{}: {name}", self.code),
            About::Beyond(bounds) if bounds.is_empty() => write!(f, "{}", self.code),
            About::Beyond(bounds) => write!(f, "{}: {bounds}", self.code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> LockedAssumption {
        LockedAssumption::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn text_and_assumption_are_inverse() {
        for code in AssumptionCode::ALL {
            let abouts = match code {
                code if NAMED.contains(code) => vec![About::Name("a::b: c".into())],
                code if BOUNDED.contains(code) => {
                    vec![About::Beyond(Bounds::none()), About::Beyond(Bounds::from([("height", 2), ("len", 3)]))]
                }
                _ => vec![About::Everything],
            };
            for about in abouts {
                let assumption = LockedAssumption { code: *code, about };
                assert_eq!(LockedAssumption::parse(&assumption.to_string()), Some(assumption));
            }
        }
        for text in [
            "",
            "nosuch",
            "one-value",
            "one-value: ",
            "not-moved: x",
            "dropped-up-to: x",
            "dropped-up-to: ",
            "few-hashes: hashes=x",
        ] {
            assert_eq!(LockedAssumption::parse(text), None, "{text}");
        }
    }

    #[test]
    fn less_is_assumed_beyond_larger_bounds() {
        let follows = |a: &str, b: &str| parsed(a).follows_from(&parsed(b));
        assert!(follows("not-moved", "not-moved") && !follows("not-moved", "fixed-places"));
        assert!(follows("one-value: a", "one-value: a") && !follows("one-value: a", "one-value: b"));
        assert!(follows("dropped-up-to: height=3", "dropped-up-to: height=2"));
        assert!(!follows("dropped-up-to: height=2", "dropped-up-to: height=3"));
        assert!(!follows("dropped-up-to: height=3", "dropped-up-to: height=3,len=1"));
        assert!(follows("dropped-up-to", "dropped-up-to") && !follows("dropped-up-to", "dropped-up-to: len=1"));
        assert!(follows("dropped-up-to: len=1", "never-dropped") && !follows("never-dropped", "dropped-up-to: len=1"));
        assert!(follows("reaches-no-other-states-beyond", "reaches-no-other-states"));
        assert!(
            !follows("debug-assertions", "no-debug-assertions") && !follows("no-debug-assertions", "debug-assertions")
        );
    }
}
