//! What runs of earlier drafts have shown: conditions for invariants, values for domains, and operations to leave out.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_engine::reachable::{ObservedState, OutsideValue};
use syn::Field;

use super::candidate::Candidate;
use super::conditions::conditions;
use super::description::Rule;
use crate::read::library_source::LibrarySource;

/// No number beyond this becomes part of a domain.
const LARGEST: u32 = 64;

/// What runs of earlier drafts have shown.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// States that operations reach.
    pub states: BTreeSet<ObservedState>,
    /// Values that operations reach and no described state has.
    pub outside: BTreeSet<OutsideValue>,
    /// Messages of conditions that an operation does not keep in all states that satisfy the others.
    pub not_kept: BTreeSet<String>,
    /// Operations to leave out, and why.
    pub left_out: BTreeMap<String, String>,
    /// By how much bounds are smaller than usual, because checks take too long otherwise.
    pub smaller: u32,
}

impl Learned {
    /// Makes use of it.
    pub(super) fn apply(&self, source: &LibrarySource, candidate: &mut Candidate) {
        let operations = &mut candidate.operations;
        for (name, why) in &self.left_out {
            if operations.found.iter().any(|operation| operation.name == *name) {
                operations.found.retain(|operation| operation.name != *name);
                operations.left_out.push(format!("`{name}`: {why}"));
            }
        }
        let description = &mut candidate.description;
        description.smaller = self.smaller;
        for OutsideValue { field, value } in &self.outside {
            let last = field.rsplit('.').find(|part| !part.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or(field);
            let number = value.parse::<u32>().ok().filter(|number| *number <= LARGEST);
            let of_field = description.number_fields.iter().find(|(_, name, _)| name == last);
            if let (Some(number), Some((.., number_type))) = (number, of_field) {
                description.more_values.entry(number_type.clone()).or_default().insert(number);
            }
        }
        for part in description.parts.iter_mut().filter(|part| matches!(part.rule, Rule::All | Rule::Written)) {
            let definition = &source.types[part.of];
            let fields: BTreeMap<String, &Field> = definition
                .fields()
                .into_iter()
                .enumerate()
                .map(|(at, field)| (field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string), field))
                .collect();
            if !part.is_described {
                part.conditions = conditions(&self.states, &definition.ident.to_string(), &fields);
                part.conditions.retain(|condition| !self.not_kept.contains(&condition.message));
            }
        }
        // What `no_invariant` derives holds for all type arguments, and requires the same of the parts.
        if description.parts.iter().any(|part| !part.conditions.is_empty()) {
            let all = description.parts.iter_mut().filter(|part| part.rule == Rule::All && !part.is_described);
            all.for_each(|part| part.rule = Rule::Written);
        }
    }
}
