//! States that operations reach, as values of fields: what their descriptions can be compared with.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::Role;

use crate::laid::holds;

/// States that were reached.
#[derive(Clone, Debug, Default)]
pub struct Observations {
    /// Those that the description has.
    pub states: BTreeSet<ObservedState>,
    /// Values that no state of the description has.
    pub outside: BTreeSet<OutsideValue>,
    /// Whether these are all states within the bounds.
    pub is_complete: bool,
}

/// A state, as its nodes: each comes after the one that leads to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObservedState {
    /// The nodes.
    pub nodes: Vec<ObservedNode>,
}

/// A node of a state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObservedNode {
    /// The name of its type.
    pub type_name: String,
    /// Position of the node that leads to it; none for the structure itself.
    pub parent: Option<usize>,
    /// The field that leads to it.
    pub link: String,
    /// The values of its fields, as text; the length of a vector.
    pub values: BTreeMap<String, String>,
    /// Links of which nothing is known but whether they lead somewhere.
    pub links: BTreeMap<String, bool>,
}

/// A value that a state has and no state of the description.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutsideValue {
    /// The path of its field.
    pub field: String,
    /// The value.
    pub value: String,
}

impl ObservedState {
    /// The state with these choices.
    pub(crate) fn new(record: &Record, choices: &[u32]) -> Self {
        let mut places = BTreeMap::new();
        let mut nodes: Vec<ObservedNode> = Vec::new();
        for (number, node) in (0_u32..).zip(&record.nodes) {
            if !holds(&node.condition, choices) {
                continue;
            }
            let above = node.parent.map_or("", |parent| record.nodes[parent as usize].path.as_str());
            places.insert(number, nodes.len());
            nodes.push(ObservedNode {
                type_name: record.types[node.node_type as usize].name.clone(),
                parent: node.parent.and_then(|parent| places.get(&parent).copied()),
                link: below(&node.path, above),
                values: BTreeMap::new(),
                links: BTreeMap::new(),
            });
        }
        for (variable, choice) in record.variables.iter().zip(choices) {
            let Some(number) = variable.node.filter(|_| holds(&variable.condition, choices)) else { continue };
            let Some(node) = places.get(&number).map(|place| &mut nodes[*place]) else { continue };
            let field = below(&variable.path, &record.nodes[number as usize].path);
            let label = variable.labels.get(*choice as usize).cloned();
            match variable.role {
                Role::Tree => drop(node.links.insert(field, *choice == 1)),
                Role::Alias => drop(node.links.insert(field, *choice != 0)),
                Role::Value | Role::Variant | Role::Length => drop(label.map(|label| node.values.insert(field, label))),
            }
        }
        Self { nodes }
    }
}

/// The end of a path below another one, without the dot.
fn below(path: &str, above: &str) -> String {
    path.strip_prefix(above).unwrap_or(path).trim_start_matches('.').to_owned()
}
