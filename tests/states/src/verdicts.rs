//! Checks that get a wrong verdict if one gate before it is left out.

use std::sync::Arc;

use glassbox_engine::catalog;
use glassbox_engine::decide::{Request, decide};
use glassbox_engine::explore::Matching;
use glassbox_engine::observer::Unobserved;
use glassbox_engine::result::{Bounds, Verdict};
use glassbox_engine::rules::{Rule, Rules};
use glassbox_engine::search::{Options, Strategy};
use glassbox_vm::module::Module;

/// Kind of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The check holds.
    Holds,
    /// It fails.
    Fails,
    /// It is not decided.
    Unknown,
}

/// A check, its verdict, and the wrong one that it gets without a rule.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The rule.
    pub rule: Rule,
    /// The subject.
    pub package: &'static str,
    /// The path of the check.
    pub path: &'static str,
    /// Its verdict.
    pub with: Kind,
    /// Its verdict if the rule is left out.
    pub without: Kind,
}

const fn gate(rule: Rule, package: &'static str, path: &'static str, with: Kind, without: Kind) -> Gate {
    Gate { rule, package, path, with, without }
}

/// At least one for each rule about verdicts.
pub const GATES: [Gate; 9] = [
    gate(Rule::Layouts, "address-order", "address_order::set_first", Kind::Unknown, Kind::Holds),
    gate(Rule::Drops, "gates", "gates::leaking_drop::push", Kind::Fails, Kind::Holds),
    gate(Rule::Capacities, "gates", "gates::no_room::has_room", Kind::Fails, Kind::Holds),
    gate(Rule::LimitsAreNoPass, "gates", "gates::too_long::count_far", Kind::Unknown, Kind::Holds),
    gate(Rule::LimitsAreNoBug, "gates", "gates::too_long::count_far", Kind::Unknown, Kind::Fails),
    gate(Rule::LeavingIsNoPass, "gates", "gates::other_value::turn_up", Kind::Unknown, Kind::Holds),
    gate(Rule::ReachedStates, "outsiders", "outsiders::too_strong::push", Kind::Unknown, Kind::Holds),
    gate(Rule::Statics, "hidden-counter", "hidden_counter::toggle_unless_forbidden", Kind::Unknown, Kind::Holds),
    gate(Rule::Statics, "hidden-counter", "hidden_counter::toggle_but_every_third_time", Kind::Unknown, Kind::Holds),
];

/// Decides a check of a module with these rules.
pub fn verdict(bytes: &[u8], path: &str, rules: Rules) -> Result<Kind, String> {
    let module = Arc::new(Module::load(bytes).map_err(|error| error.to_string())?);
    let subjects = catalog::read(bytes).map_err(|error| error.to_string())?;
    let subject =
        subjects.iter().find(|subject| subject.path == path).ok_or_else(|| format!("there is no `{path}`"))?;
    let (bounds, options) = (Bounds::none(), Options { rules, ..Options::new(Strategy::Paths) });
    let matching = Matching::Exactly;
    let request = Request { module: &module, subject, bounds: &bounds, options: &options, matching, build: &[] };
    let outcome = decide(&request, &mut Unobserved).map_err(|error| error.to_string())?;
    Ok(match outcome.verdict() {
        Verdict::Holds => Kind::Holds,
        Verdict::Fails(_) => Kind::Fails,
        Verdict::Unknown(_) => Kind::Unknown,
    })
}
