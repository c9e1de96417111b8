//! Words for assumptions. Reports leave out those that every verdict makes.

use glassbox_engine::result::{Assumption, NotReached};

/// A condition beside the bounds of a verdict: `elements <= 3`. None if it is not shown there.
pub fn condition(assumption: &Assumption) -> Option<String> {
    match assumption {
        Assumption::Elements(most) => Some(format!("elements <= {most}")),
        Assumption::OneSeed => Some("one seed of RandomState".to_owned()),
        Assumption::ValueKind(kind) => Some(format!("values: {kind}")),
        Assumption::OptLevel(level) => Some(format!("opt-level = {level}")),
        _ => None,
    }
}

/// A remark below a verdict, if any.
pub fn remark(assumption: &Assumption) -> Option<String> {
    match assumption {
        Assumption::NeverPossible(functions) => {
            let names: Vec<String> = functions.iter().map(|name| format!("`{name}`")).collect();
            let (is, it) = if names.len() == 1 { ("is", "it") } else { ("are", "them") };
            Some(format!("{} {is} never possible here, so nothing is known about {it}", names.join(", ")))
        }
        Assumption::ElementsBoundNothing => {
            Some("`elements` has no effect here: no state contains a `Val` or a `Key`".to_owned())
        }
        Assumption::LeftByOthers(checks) => {
            let names: Vec<String> = checks.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("states that {} may leave are not checked: see there", names.join(", ")))
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
