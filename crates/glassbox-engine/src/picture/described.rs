//! A state drawn from its description alone: nodes with fields, linked as in the source.

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Condition, Role};

use super::model::{Picture, PictureNode};
use crate::ids::short_type_name;
use crate::skeleton::Rank;

/// Draws a state; `choices` in the order of the record's variables. `ranks` are keys that follow from the position.
pub(crate) fn described(record: &Record, choices: &[u32], ranks: &[Rank]) -> Picture {
    let painter = Painter { record, choices, ranks };
    let roots = (0..).zip(&record.nodes).filter(|(_, node)| node.parent.is_none());
    Picture {
        roots: roots.map(|(node, _)| painter.node(node, "")).collect(),
        values: painter.values(),
        blocks: Vec::new(),
    }
}

struct Painter<'a> {
    record: &'a Record,
    choices: &'a [u32],
    ranks: &'a [Rank],
}

impl Painter<'_> {
    fn holds(&self, condition: &Condition) -> bool {
        condition.iter().all(|requirement| requirement.choices.contains(&self.choices[requirement.variable as usize]))
    }

    fn node(&self, index: u32, parent_path: &str) -> PictureNode {
        let node = &self.record.nodes[index as usize];
        let possible = (0..).zip(&self.record.nodes).filter(|(_, child)| child.parent == Some(index));
        let children = possible.clone().filter(|(_, child)| self.holds(&child.condition));
        PictureNode {
            link: relative(&node.path, parent_path),
            type_name: short_type_name(&self.record.types[node.node_type as usize].name),
            fields: self.fields(index, &node.path),
            children: children.map(|(child, _)| self.node(child, &node.path)).collect(),
            most_children: possible.count(),
            notes: Vec::new(),
        }
    }

    fn fields(&self, node: u32, path: &str) -> Vec<(String, String)> {
        let mut fields = Vec::new();
        for (index, variable) in self.record.variables.iter().enumerate() {
            if variable.node == Some(node) && variable.role != Role::Tree && self.holds(&variable.condition) {
                let name = Some(relative(&variable.path, path)).filter(|name| !name.is_empty());
                // The choice of the node's own variant has no field's name.
                fields.push((name.unwrap_or_else(|| "variant".to_owned()), self.label(index)));
            }
        }
        for rank in self.ranks.iter().filter(|rank| rank.node == node) {
            fields.push((relative(&rank.path, path), rank.value.clone()));
        }
        for count in self.record.counts.iter().filter(|count| count.node == Some(node)) {
            let n = count.counted.iter().filter(|condition| self.holds(condition)).count();
            fields.push((relative(&count.path, path), n.to_string()));
        }
        fields
    }

    fn label(&self, variable: usize) -> String {
        let choice = self.choices[variable] as usize;
        let label = self.record.variables[variable].labels.get(choice).filter(|label| !label.is_empty());
        label.cloned().unwrap_or_else(|| format!("#{choice}"))
    }

    fn values(&self) -> Vec<(String, String)> {
        let variables = self.record.variables.iter().enumerate();
        let own = variables.filter(|(_, variable)| variable.node.is_none() && self.holds(&variable.condition));
        own.map(|(index, variable)| (variable.path.clone(), self.label(index))).collect()
    }
}

/// The part of a path behind that of the node it belongs to.
fn relative(path: &str, base: &str) -> String {
    path.strip_prefix(base).map_or(path, |rest| rest.strip_prefix('.').unwrap_or(rest)).to_owned()
}

#[cfg(test)]
mod tests {
    use glassbox_abi::skeleton::{Node, NodeType, Requirement, Variable};

    use super::*;

    #[test]
    fn absent_nodes_are_not_shown() {
        let exists = vec![Requirement { variable: 0, choices: vec![1] }];
        let variable = |path: &str, node, condition, role, labels: &[&str]| Variable {
            path: path.to_owned(),
            choices: 2,
            condition,
            node: Some(node),
            labels: labels.iter().map(ToString::to_string).collect(),
            role,
        };
        let node =
            |path: &str, parent, condition| Node { path: path.to_owned(), address: 0, node_type: 0, parent, condition };
        let ty = NodeType {
            name: "a::List<b::Key>".to_owned(),
            size: 0,
            align: 4,
            summary_size: 0,
            check: 0,
            ok: 0,
            links: 0,
            show: 0,
            show_summary: 0,
        };
        let record = Record {
            variables: vec![
                variable("list.head", 0, Vec::new(), Role::Tree, &[]),
                variable("list.head.item", 1, exists.clone(), Role::Value, &["5", ""]),
            ],
            nodes: vec![node("list", None, Vec::new()), node("list.head", Some(0), exists)],
            types: vec![ty],
            ..Record::default()
        };
        let empty = described(&record, &[0, 0], &[]);
        assert_eq!(empty.roots[0].type_name, "List<Key>");
        assert!(empty.roots[0].children.is_empty());
        let full = described(&record, &[1, 1], &[]);
        let head = &full.roots[0].children[0];
        assert_eq!((head.link.as_str(), head.fields.as_slice()), ("head", &[("item".to_owned(), "#1".to_owned())][..]));
    }
}
