//! The order of variables: the one place that decides it.
//!
//! Arguments and lengths first: whatever is below them may depend on them. Then tree positions in post-order, what is
//! near the root last, so that a subtree is finished before its parent asks for it. Measured on a prototype: with
//! arguments last, 7.7 thousand nodes become 697 thousand; in level order, diagrams are ten times larger.

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Role, Variable};
use glassbox_space::{Diagram, OutOfMemory, Space, VariableId};

/// Declares all variables; gives the space's variable for each of the record's.
pub(super) fn declare<D: Diagram>(space: &mut Space<D>, record: &Record) -> Result<Vec<VariableId>, OutOfMemory> {
    let places = post_order(record);
    let mut order: Vec<usize> = (0..record.variables.len()).collect();
    order.sort_by_key(|&index| {
        let variable = &record.variables[index];
        (class(variable), variable.node.map_or(0, |node| places[node as usize]), index)
    });
    let mut declared = vec![None; order.len()];
    for index in order {
        declared[index] = Some(space.add_variable(record.variables[index].choices)?);
    }
    Ok(declared.into_iter().flatten().collect())
}

fn class(variable: &Variable) -> u32 {
    match (variable.node, variable.role) {
        (None, _) => 0,
        (_, Role::Length) => 1,
        _ => 2,
    }
}

/// For each node its place in post-order. Parents come before their children in the record.
fn post_order(record: &Record) -> Vec<usize> {
    let mut sizes = vec![1; record.nodes.len()];
    for (index, node) in record.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            sizes[parent as usize] += sizes[index];
        }
    }
    // The subtree of a node takes the places from `next` on, and the node itself the last of them.
    let mut next: Vec<usize> = vec![0; record.nodes.len()];
    let mut next_root = 0;
    let mut places = vec![0; record.nodes.len()];
    for (index, node) in record.nodes.iter().enumerate() {
        let first = node.parent.map_or(&mut next_root, |parent| &mut next[parent as usize]);
        let start = *first;
        *first += sizes[index];
        next[index] = start;
        places[index] = start + sizes[index] - 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use glassbox_abi::skeleton::Node;

    use super::*;

    #[test]
    fn children_come_before_their_parents() {
        let node = |parent| Node { path: String::new(), address: 0, node_type: 0, parent, condition: Vec::new() };
        // 0 has 1 and 4; 1 has 2 and 3.
        let nodes = [None, Some(0), Some(1), Some(1), Some(0)].map(node).to_vec();
        let record = Record { nodes, ..Record::default() };
        assert_eq!(post_order(&record), [4, 2, 0, 1, 3]);
    }
}
