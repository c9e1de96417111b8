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
pub const GATES: [Gate; 18] = [
    gate(Rule::Layouts, "address-order", "address_order::set_first", Kind::Unknown, Kind::Holds),
    gate(Rule::LayoutsOfEachState, "address-order", "address_order::compare_marks", Kind::Fails, Kind::Holds),
    gate(Rule::WholeConfigurations, "traversals", "traversals::wrong::five_nodes", Kind::Fails, Kind::Holds),
    gate(Rule::KeptNumbers, "address-order", "address_order::set_left_to_a_bit", Kind::Unknown, Kind::Holds),
    gate(Rule::Drops, "gates", "gates::leaking_drop::push", Kind::Fails, Kind::Holds),
    gate(Rule::Disturbances, "disturbed", "disturbed::asked_twice::pop", Kind::Fails, Kind::Holds),
    gate(Rule::Capacities, "gates", "gates::no_room::has_room", Kind::Fails, Kind::Holds),
    gate(Rule::LimitsAreNoPass, "gates", "gates::too_long::count_far", Kind::Unknown, Kind::Holds),
    gate(Rule::LimitsAreNoBug, "gates", "gates::too_long::count_far", Kind::Unknown, Kind::Fails),
    gate(Rule::LeavingIsNoPass, "gates", "gates::other_value::turn_up", Kind::Unknown, Kind::Holds),
    gate(Rule::UnreadBytes, "gates", "gates::no_such_value::spoil", Kind::Unknown, Kind::Holds),
    gate(Rule::AnyValue, "gates", "gates::any_value::turn", Kind::Unknown, Kind::Holds),
    gate(Rule::ReachedStates, "outsiders", "outsiders::too_strong::push", Kind::Unknown, Kind::Holds),
    gate(Rule::Statics, "hidden-counter", "hidden_counter::toggle_unless_forbidden", Kind::Unknown, Kind::Holds),
    gate(Rule::Statics, "hidden-counter", "hidden_counter::toggle_but_every_third_time", Kind::Unknown, Kind::Holds),
    gate(Rule::StaticsOfDrops, "hidden-counter", "hidden_counter::fill_what_leaks_later", Kind::Unknown, Kind::Holds),
    gate(Rule::StaticsOfInvariants, "gates", "gates::strict_from_now_on::tighten", Kind::Unknown, Kind::Holds),
    gate(
        Rule::NotedBeforeRewind,
        "hidden-counter",
        "hidden_counter::push_but_every_third_time",
        Kind::Unknown,
        Kind::Holds,
    ),
];

/// At least one exploration for each rule about explorations.
pub const EXPLORATIONS: [Gate; 27] = [
    gate(Rule::FormAlignments, "explorations", "explorations::needed::alignment", Kind::Fails, Kind::Holds),
    gate(Rule::FormOffsets, "explorations", "explorations::needed::offset", Kind::Fails, Kind::Holds),
    gate(Rule::FormFreed, "explorations", "explorations::needed::freed", Kind::Fails, Kind::Holds),
    gate(Rule::FormUndefined, "explorations", "explorations::needed::undefined", Kind::Fails, Kind::Holds),
    gate(Rule::FormStatics, "explorations", "explorations::careless::has_a_hidden_static", Kind::Fails, Kind::Holds),
    gate(Rule::FormNamesInStatics, "explorations", "explorations::needed::undefined_static", Kind::Fails, Kind::Holds),
    gate(
        Rule::FormStaticAddresses,
        "explorations",
        "explorations::needed::address_of_a_static",
        Kind::Fails,
        Kind::Holds,
    ),
    gate(Rule::FormLiveValues, "explorations", "explorations::needed::live_value", Kind::Fails, Kind::Holds),
    gate(Rule::FormEqualities, "explorations", "explorations::needed::equal_values", Kind::Fails, Kind::Holds),
    gate(Rule::FormKeyOrder, "explorations", "explorations::needed::key_order", Kind::Fails, Kind::Holds),
    gate(Rule::FormHashes, "explorations", "explorations::needed::hashes", Kind::Fails, Kind::Holds),
    gate(Rule::FormMixed, "explorations", "explorations::needed::mixed", Kind::Fails, Kind::Unknown),
    gate(Rule::FormLost, "explorations", "explorations::needed::lost", Kind::Fails, Kind::Holds),
    gate(Rule::FormForgotten, "explorations", "explorations::needed::unwritten_beside_dead", Kind::Fails, Kind::Holds),
    gate(Rule::Moves, "explorations", "explorations::needed::moves", Kind::Fails, Kind::Holds),
    gate(Rule::WritingLaws, "explorations", "explorations::needed::writing_law", Kind::Fails, Kind::Holds),
    gate(Rule::LawChoices, "explorations", "explorations::needed::choice_of_a_law", Kind::Fails, Kind::Holds),
    gate(Rule::DropChoices, "explorations", "explorations::needed::choice_of_a_drop", Kind::Fails, Kind::Holds),
    gate(Rule::EqualValues, "explorations", "explorations::needed::equal_values", Kind::Fails, Kind::Holds),
    gate(Rule::SeveralHashes, "explorations", "explorations::needed::hashes", Kind::Fails, Kind::Holds),
    gate(Rule::DeadKeys, "explorations", "explorations::needed::dead_keys", Kind::Fails, Kind::Holds),
    gate(Rule::BlockOrder, "explorations", "explorations::renaming::order_of_addresses", Kind::Unknown, Kind::Holds),
    gate(Rule::BlockAlignment, "explorations", "explorations::needed::alignment_of_bytes", Kind::Fails, Kind::Holds),
    gate(Rule::NumbersDecide, "explorations", "explorations::renaming::hashed_address", Kind::Unknown, Kind::Holds),
    gate(Rule::NothingLeft, "explorations", "explorations::careless::leaks", Kind::Fails, Kind::Holds),
    gate(Rule::HiddenOwners, "explorations", "explorations::needed::hidden_owner", Kind::Unknown, Kind::Fails),
    gate(Rule::SomeOperation, "explorations", "explorations::renaming::nothing_to_do", Kind::Unknown, Kind::Holds),
];

/// Decides a check or exploration of a module with these rules.
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
