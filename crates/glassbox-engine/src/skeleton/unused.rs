//! Positions and values of fields that no valid state uses.
//!
//! They show a domain that is too large, an invariant that is too strong, or a bound that cannot be reached. A value is
//! reported only if it is used at no position of its type: a small subtree never has a large height.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::{Role, Variable};
use glassbox_space::{Diagram, OutOfMemory, Space};

use super::Skeleton;
use crate::ids::short_type_name;

impl<D: Diagram> Skeleton<D> {
    /// Names of the positions and values that none of `states` uses.
    pub fn unused(&self, space: &Space<D>, states: &D::Set) -> Result<Vec<String>, OutOfMemory> {
        let mut unused = self.unused_positions(space, states)?;
        unused.extend(self.unused_values(space, states)?);
        Ok(unused)
    }

    fn unused_positions(&self, space: &Space<D>, states: &D::Set) -> Result<Vec<String>, OutOfMemory> {
        let mut unused: Vec<String> = Vec::new();
        for node in &self.record.nodes {
            // Positions below an unused one are unused as well, and are not listed.
            let below = |known: &String| node.path.starts_with(known.as_str());
            if !unused.iter().any(below) && space.is_disjoint(states, &self.known_guard(space, &node.condition)?)? {
                unused.push(node.path.clone());
            }
        }
        Ok(unused)
    }

    fn unused_values(&self, space: &Space<D>, states: &D::Set) -> Result<Vec<String>, OutOfMemory> {
        // For each field and value: whether it is used anywhere.
        let mut used: BTreeMap<(String, u32), (String, bool)> = BTreeMap::new();
        for (index, variable) in (0..).zip(&self.record.variables) {
            if variable.role == Role::Tree || is_compound(variable) {
                continue;
            }
            let matters = self.known_guard(space, &variable.condition)?;
            let states = space.and(states, &matters)?;
            for choice in 0..variable.choices {
                let is_used = !space.is_disjoint(&states, &space.guard(self.variable(index), choice))?;
                let field = self.field_name(variable);
                let entry = used.entry((field, choice)).or_insert_with(|| (label(variable, choice), false));
                entry.1 |= is_used;
            }
        }
        let unused = used.into_iter().filter(|(_, (_, is_used))| !is_used);
        Ok(unused.map(|((field, _), (label, _))| format!("{field} = {label}")).collect())
    }

    /// `Node.height`; the whole path for a variable that belongs to no node.
    fn field_name(&self, variable: &Variable) -> String {
        let Some(node) = variable.node else { return variable.path.clone() };
        let node = &self.record.nodes[node as usize];
        let rest = variable.path.strip_prefix(node.path.as_str()).unwrap_or(&variable.path);
        format!("{}{rest}", short_type_name(&self.record.types[node.node_type as usize].name))
    }

    fn known_guard(
        &self,
        space: &Space<D>,
        condition: &glassbox_abi::skeleton::Condition,
    ) -> Result<D::Set, OutOfMemory> {
        let mut guard = space.full();
        for requirement in condition {
            let variable = self.variable(requirement.variable);
            let choices = requirement.choices.iter().map(|&choice| space.guard(variable, choice)).collect();
            guard = space.and(&guard, &space.union(choices)?)?;
        }
        Ok(guard)
    }
}

/// Whether the values are lists or tuples, of which some hardly ever occur.
fn is_compound(variable: &Variable) -> bool {
    variable.labels.iter().any(|label| label.contains(['[', '(', '{']))
}

fn label(variable: &Variable, choice: u32) -> String {
    let label = variable.labels.get(choice as usize).filter(|label| !label.is_empty());
    label.cloned().unwrap_or_else(|| format!("#{choice}"))
}
