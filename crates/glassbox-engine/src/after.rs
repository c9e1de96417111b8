//! What the structures look like after a run, for people.
//!
//! Nothing depends on it, so it may give up: where links lead to nowhere it says so and stops, and structures whose fields
//! do not all lie in their nodes (vectors, enums with contents) are not read at all.

use std::collections::BTreeSet;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::skeleton::{Cell, CellKind, visit};
use glassbox_space::{Diagram, State};

use crate::guest::Seen;
use crate::skeleton::{Picture, PictureNode, relative, short};
use crate::states::States;

/// Steps that naming the links of a node may take.
const FUEL: u64 = 100_000;

/// A node: its address and its type.
type Node = (u32, u32);

/// The structures after a run from `state`, which the machine has just made; none if they cannot be read, or nothing has
/// changed.
pub(crate) fn picture<D: Diagram>(states: &mut States<D>, state: &State) -> Option<Picture> {
    let record = states.skeleton.record().clone();
    if !record.cells.iter().all(|cell| is_plain(&record, cell)) {
        return None;
    }
    let mut reader = Reader { states, state, record: &record, seen: BTreeSet::new(), is_changed: false };
    let roots = record.arguments.iter().filter_map(|argument| argument.root);
    let roots = roots.map(|root| {
        let node = &record.nodes[root as usize];
        reader.node((node.address, node.node_type), &node.path, &node.path)
    });
    let picture = Picture { roots: roots.collect(), values: Vec::new() };
    reader.is_changed.then_some(picture)
}

/// Whether a field lies in its node, whatever the state. Arguments that are no structures do not matter.
fn is_plain(record: &Record, cell: &Cell) -> bool {
    let Some(node) = cell.node.map(|node| &record.nodes[node as usize]) else { return true };
    let inside = node.address..node.address + record.types[node.node_type as usize].size;
    inside.contains(&cell.address) && cell.condition == node.condition
}

/// A field of a type.
struct Field {
    /// It, in some position.
    cell: Cell,
    offset: u32,
    name: String,
}

struct Reader<'a, D: Diagram> {
    states: &'a mut States<D>,
    state: &'a State,
    record: &'a Record,
    seen: BTreeSet<Node>,
    is_changed: bool,
}

impl<D: Diagram> Reader<'_, D> {
    /// Reads a node and those below it. `path` is where it is now.
    fn node(&mut self, node: Node, link: &str, path: &str) -> PictureNode {
        let (address, ty) = node;
        let trouble = if !self.is_alive(node) {
            "there is no such node"
        } else if !self.seen.insert(node) {
            "the same node again"
        } else {
            ""
        };
        let mut drawn = PictureNode {
            link: link.to_owned(),
            type_name: short(&self.record.types[ty as usize].name),
            fields: Vec::new(),
            children: Vec::new(),
            most_children: 0,
            note: trouble.to_owned(),
        };
        if !trouble.is_empty() {
            self.is_changed = true;
            return drawn;
        }
        let position = self.states.skeleton.position(node);
        let mut changes = match position.map(|position| &self.record.nodes[position as usize].path) {
            None => vec!["new".to_owned()],
            Some(before) if before != path => vec![format!("was {before}")],
            Some(_) => Vec::new(),
        };
        let links = self.links_of(node);
        for Field { cell, offset, name } in self.fields_of(ty) {
            let word = self.states.guest.machine.read(address + offset, cell.len.min(8)).value;
            match cell.kind {
                CellKind::Tree => {
                    drawn.most_children += 1;
                    let target = u32::try_from(word).ok().filter(|target| *target != 0);
                    if let Some(&child) = links.iter().find(|link| Some(link.0) == target) {
                        let below = self.node(child, &name, &format!("{path}.{name}"));
                        drawn.children.push(below);
                    }
                }
                CellKind::Parent | CellKind::Skipped => {}
                _ => {
                    let now = self.label(&cell, word);
                    let before = position.and_then(|position| self.before(position, &name));
                    if before.is_some_and(|before| before != now) {
                        changes.push(format!("{name} changed"));
                    }
                    // Values that may only be moved have no names: that one has changed says enough.
                    if cell.kind != CellKind::Token {
                        drawn.fields.push((name, now));
                    }
                }
            }
        }
        for (offset, len, name) in self.counts_of(ty) {
            let word = self.states.guest.machine.read(address + offset, len).value;
            drawn.fields.push((name, word.to_string()));
        }
        self.is_changed |= !changes.is_empty();
        drawn.note = changes.join(", ");
        drawn
    }

    /// The fields of a type, in the order in which a state is drawn: what varies before what the position fixes. Of the
    /// cells of a field, the one with the most patterns counts, since some positions have fewer.
    fn fields_of(&self, ty: u32) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for cell in &self.record.cells {
            let Some(node) = cell.node.map(|node| &self.record.nodes[node as usize]) else { continue };
            if node.node_type != ty {
                continue;
            }
            let field = Field {
                cell: cell.clone(),
                offset: cell.address - node.address,
                name: relative(&cell.path, &node.path),
            };
            match fields.iter_mut().find(|known| known.offset == field.offset) {
                Some(known) if known.cell.patterns.len() < field.cell.patterns.len() => *known = field,
                Some(_) => {}
                None => fields.push(field),
            }
        }
        fields.sort_by_key(|field| field.cell.variable.is_none());
        fields
    }

    /// Numbers of nodes that a type has: offset, length and name.
    fn counts_of(&self, ty: u32) -> BTreeSet<(u32, u32, String)> {
        let of_type = self.record.counts.iter().filter_map(|count| {
            let node = &self.record.nodes[count.node? as usize];
            let offset = count.address.checked_sub(node.address)?;
            (node.node_type == ty).then(|| (offset, count.len, relative(&count.path, &node.path)))
        });
        of_type.collect()
    }

    /// Where the tree links of a node lead, with types, as far as the guest can say.
    fn links_of(&mut self, (address, ty): Node) -> Vec<Node> {
        let visitor = self.states.guest.machine.table_function(0, self.record.types[ty as usize].links);
        self.states.guest.desk().seen.clear();
        self.states.guest.machine.set_fuel(FUEL);
        let visited = visitor.map(|visitor| self.states.guest.invoke(visitor, &[address, visit::LINKS]));
        let seen = std::mem::take(&mut self.states.guest.desk().seen);
        let links = seen.into_iter().filter_map(|seen| match seen {
            Seen::Link { target, check, .. } => {
                let ty = self.record.types.iter().position(|ty| ty.check == check)?;
                Some((target, u32::try_from(ty).ok()?))
            }
            _ => None,
        });
        if matches!(visited, Some(Ok(_))) { links.collect() } else { Vec::new() }
    }

    fn is_alive(&self, node: Node) -> bool {
        let size = self.record.types[node.1 as usize].size;
        let block = self.states.guest.machine.heap().block_at_or_before(node.0);
        block.is_some_and(|block| block.freed.is_none() && node.0 + size <= block.address + block.size)
    }

    /// What a field holds, in the user's words if there are any.
    fn label(&mut self, cell: &Cell, word: u64) -> String {
        let len = cell.len.min(8);
        let is_it = |&pattern: &u32| self.states.guest.machine.read(pattern, len).value == word;
        let choice = cell.patterns.iter().position(is_it);
        let labels = cell.variable.map(|variable| &self.record.variables[variable as usize].labels);
        let label = choice.and_then(|choice| labels?.get(choice)).filter(|label| !label.is_empty());
        let unnamed = || if cell.kind == CellKind::Alias { "another node".to_owned() } else { word.to_string() };
        label.cloned().unwrap_or_else(unnamed)
    }

    /// What a field of a position held before the run.
    fn before(&mut self, position: u32, name: &str) -> Option<String> {
        let path = format!("{}.{name}", self.record.nodes[position as usize].path);
        let cell = self.record.cells.iter().find(|cell| cell.node == Some(position) && cell.path == path)?.clone();
        let choice = match cell.variable {
            Some(variable) => {
                let id = self.states.skeleton.variable(variable);
                self.states.space.choice(id, self.state)? as usize
            }
            None => 0,
        };
        let pattern = *cell.patterns.get(choice)?;
        let word = self.states.guest.machine.read(pattern, cell.len.min(8)).value;
        Some(self.label(&cell, word))
    }
}
