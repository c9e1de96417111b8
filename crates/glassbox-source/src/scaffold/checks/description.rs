//! The description of a type: which types it is made of, and the attributes that each of them and their fields need.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Ident, Type};

use super::conditions::Condition;

/// The description of a type and of all types that it is made of.
#[derive(Default)]
pub(super) struct Description {
    /// The types; the described one is first.
    pub(super) parts: Vec<Part>,
    /// Fields that need a domain: owner, name of the field, its number type.
    pub(super) number_fields: BTreeSet<(usize, String, String)>,
    /// Values beyond the usual ones, by number type.
    pub(super) more_values: BTreeMap<String, BTreeSet<u32>>,
    pub(super) has_links: bool,
    pub(super) has_vectors: bool,
    /// By how much bounds are smaller than usual.
    pub(super) smaller: u32,
    /// A list with a pointer to its last node, so that its invariant is known.
    pub(super) list: Option<List>,
    /// A node type whose keys are assumed to be sorted, and the order of its fields.
    pub(super) order: Option<(Ident, String)>,
    /// A type with numbers that look like links by index.
    pub(super) by_index: Option<Ident>,
    /// Reasons why it cannot be described.
    pub(super) problems: Vec<String>,
}

/// One of the types of a description.
pub(super) struct Part {
    /// Its position among the types of the library.
    pub(super) of: usize,
    pub(super) rule: Rule,
    /// The user has described it already.
    pub(super) is_described: bool,
    /// The fields in `sorted(..)`.
    pub(super) sorted: Option<String>,
    /// Attributes of fields, by the byte offset of the field.
    pub(super) fields: BTreeMap<usize, String>,
    /// Fields that own other nodes.
    pub(super) links: Vec<Link>,
    /// Conditions that all states satisfy which operations reach.
    pub(super) conditions: Vec<Condition>,
    /// Its type, in terms of the parameters of the described type.
    pub(super) instance: Type,
}

/// The invariant of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// It needs none: no link leads to it, and it is not the described type.
    Unneeded,
    /// `no_invariant`: all values are valid.
    All,
    /// The user has written one, or it follows from the names of the fields.
    Known,
    /// The new file implements `Invariant`: with the conditions that were found, or because the type links to itself through an
    /// alias, and the `impl` that `no_invariant` derives for such a type would require itself without end.
    Written,
}

/// A field that owns another node.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) name: String,
    /// The type of the node as it is written, in terms of the owner's parameters.
    pub(super) target: Type,
    /// Position of that type.
    pub(super) target_of: usize,
    /// It can be empty, as `children.summary_or` requires.
    pub(super) may_be_null: bool,
}

/// A linked list with a pointer to its last node.
pub(super) struct List {
    /// Position of the node's type.
    pub(super) node: usize,
    /// The node's type, in terms of the list's parameters.
    pub(super) node_type: Type,
    pub(super) head: String,
    pub(super) next: String,
    pub(super) tail: String,
    pub(super) tail_type: Type,
}

impl Description {
    /// Number types that need a domain.
    pub(super) fn number_types(&self) -> BTreeSet<String> {
        self.number_fields.iter().map(|(_, _, ty)| ty.clone()).collect()
    }
}

impl Part {
    /// Notes that a link leads to the type, or that it is the described one: it needs an invariant.
    pub(super) fn require_invariant(&mut self) {
        if self.rule == Rule::Unneeded {
            self.rule = Rule::All;
        }
    }

    /// The settings for the `glassbox(..)` attribute of the type.
    pub(super) fn settings(&self) -> Vec<String> {
        let no_invariant = (self.rule == Rule::All).then(|| "no_invariant".to_owned());
        no_invariant.into_iter().chain(self.sorted.iter().map(|parts| format!("sorted({parts})"))).collect()
    }
}
