//! Nodes in memory as a picture, with changes since a run began.
//!
//! The guest gives its nodes as text. No verdict depends on that text, so it may be incomplete: where a link dangles or
//! a node cannot be read, the picture says so and stops there.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::ShownKind;
use glassbox_vm::exec::Machine;
use glassbox_vm::memory::GuestAddr;
use glassbox_vm::track::Tracker;

use super::model::{Note, PictureNode};
use crate::guest::Shown;
use crate::ids::NodeKey;
use crate::result::NodeName;

/// Name of the node's own variant, which has no field.
pub(super) const VARIANT: &str = "variant";

/// Access to nodes in memory.
pub(super) trait Nodes {
    /// The fields of a node; none if it cannot be read.
    fn show(&mut self, node: NodeKey) -> Option<Vec<Shown>>;

    /// The name of a node's type.
    fn type_name(&self, node: NodeKey) -> String;

    /// Whether a node's memory is allocated.
    fn is_there(&self, node: NodeKey) -> bool;

    /// The node that a link leads to.
    fn target(&self, link: &Shown) -> Option<NodeKey>;

    /// The path of a node, if it has one.
    fn place(&self, node: NodeKey) -> Option<String>;

    /// The text of a field that is no link, if it is shown.
    fn words(&self, shown: &Shown) -> Option<String>;
}

/// Whether a live block has room for so many bytes at an address.
pub(super) fn lies_in_a_block<T: Tracker>(machine: &Machine<T>, GuestAddr(address): GuestAddr, size: u32) -> bool {
    let block = machine.heap().block_at_or_before(address).filter(|block| block.freed.is_none());
    block.is_some_and(|block| (address - block.address).saturating_add(size) <= block.size)
}

/// The fields of the nodes of a state before a run.
#[derive(Debug, Default)]
pub(super) struct Before(pub(super) BTreeMap<NodeKey, Vec<Shown>>);

/// Reads nodes, each once.
pub(super) struct Reader<'a, N> {
    pub(super) nodes: &'a mut N,
    /// The state to compare with, if any.
    before: Option<&'a Before>,
    /// Nodes that have been read, with their current paths.
    pub(super) read_nodes: BTreeMap<NodeKey, String>,
    /// Whether something differs from before.
    pub(super) is_changed: bool,
}

impl<'a, N: Nodes> Reader<'a, N> {
    pub(super) fn new(nodes: &'a mut N, before: Option<&'a Before>) -> Self {
        Self { nodes, before, read_nodes: BTreeMap::new(), is_changed: false }
    }

    /// The paths of all nodes that have been read.
    pub(super) fn places(self) -> BTreeMap<NodeKey, String> {
        self.read_nodes
    }

    /// Reads a node and those below it. `path` is its current path.
    pub(super) fn node(&mut self, node: NodeKey, link: &str, path: &str) -> PictureNode {
        let type_name = self.nodes.type_name(node);
        let mut drawn = PictureNode {
            link: link.to_owned(),
            type_name,
            fields: Vec::new(),
            children: Vec::new(),
            most_children: 0,
            notes: Vec::new(),
        };
        let shown = match self.read(node, path) {
            Ok(shown) => shown,
            Err(trouble) => {
                self.is_changed = true;
                drawn.notes.push(trouble);
                return drawn;
            }
        };
        let changes = self.changes(node, path, &shown);
        self.is_changed |= !changes.is_empty();
        drawn.notes = changes;
        drawn.fields = self.fields(&shown);
        for link in shown.into_iter().filter(|shown| shown.kind == ShownKind::Tree) {
            drawn.most_children += 1;
            if let Some(child) = self.nodes.target(&link) {
                let below = format!("{path}.{}", link.path);
                drawn.children.push(self.node(child, &link.path, &below));
            }
        }
        drawn
    }

    /// The fields of a node, or the reason why it cannot be drawn.
    pub(super) fn read(&mut self, node: NodeKey, path: &str) -> Result<Vec<Shown>, Note> {
        if !self.is_alive(node) {
            return Err(Note::NoSuchNode);
        }
        if self.read_nodes.contains_key(&node) {
            return Err(Note::DrawnBefore);
        }
        self.read_nodes.insert(node, path.to_owned());
        self.nodes.show(node).ok_or(Note::Unreadable)
    }

    /// The fields in the order in which a state is drawn: varying ones first, then keys, which the position determines,
    /// and counts.
    fn fields(&self, shown: &[Shown]) -> Vec<(String, String)> {
        let mut fields: Vec<&Shown> = shown.iter().filter(|shown| shown.kind != ShownKind::Tree).collect();
        fields.sort_by_key(|shown| match shown.kind {
            ShownKind::Key => 1,
            ShownKind::Count => 2,
            _ => 0,
        });
        let field = |shown: &Shown| {
            let name = if shown.path.is_empty() { VARIANT } else { &shown.path };
            let words = || self.nodes.words(shown);
            let text = if shown.kind == ShownKind::Alias { Some(self.name(shown)) } else { words() }?;
            Some((name.to_owned(), if text.is_empty() { "..".to_owned() } else { text }))
        };
        fields.into_iter().filter_map(field).collect()
    }

    /// Annotations of a node: new, moved, or which fields changed.
    fn changes(&self, node: NodeKey, path: &str, shown: &[Shown]) -> Vec<Note> {
        let Some(before) = self.before else { return Vec::new() };
        let Some(before) = before.0.get(&node) else { return vec![Note::New] };
        let moved = self.nodes.place(node).filter(|was| was != path).map(|path| Note::MovedFrom { path });
        let is_gone = |link: &&Shown| {
            let now = shown.iter().find(|now| now.kind == ShownKind::Tree && now.path == link.path);
            link.kind == ShownKind::Tree && link.leads_somewhere() && now.is_some_and(|now| !now.leads_somewhere())
        };
        let gone = before.iter().filter(is_gone).map(|link| Note::LinkCleared { link: link.path.clone() });
        // Links to other nodes are drawn as edges.
        let values = |shown: &[Shown]| -> Vec<Shown> {
            shown.iter().filter(|shown| shown.kind != ShownKind::Tree).cloned().collect()
        };
        let (before, now) = (values(before), values(shown));
        let differing = before.iter().filter(|shown| !now.contains(shown));
        let differing = differing.chain(now.iter().filter(|shown| !before.contains(shown)));
        let mut names: Vec<String> = Vec::new();
        for shown in differing {
            let name = field_name(&shown.path);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        // Another variant has other fields.
        if names.iter().any(|name| name == VARIANT) {
            names.retain(|name| name == VARIANT);
        }
        let changed = names.into_iter().map(|field| Note::FieldChanged { field });
        moved.into_iter().chain(changed).chain(gone).collect()
    }

    /// The node that a link leads to, or `null`.
    pub(super) fn name(&self, alias: &Shown) -> String {
        match self.nodes.target(alias) {
            None => "null".to_owned(),
            Some(target) if self.nodes.place(target).is_none() && !self.nodes.is_there(target) => {
                "a freed node".to_owned()
            }
            Some(target) => node_name(self.nodes, target).to_string(),
        }
    }

    fn is_alive(&self, node: NodeKey) -> bool {
        // A position that the state does not have is not a node, although its memory is reserved.
        let existed = self.before.is_none_or(|before| before.0.contains_key(&node));
        self.nodes.is_there(node) && (existed || self.nodes.place(node).is_none())
    }
}

/// The name of a node in a message.
pub(super) fn node_name(nodes: &impl Nodes, node: NodeKey) -> NodeName {
    nodes.place(node).map_or(NodeName::New, NodeName::Path)
}

/// The name without the index of an element: `items.2` is in `items`. A field of a variant has no name of its own.
fn field_name(path: &str) -> String {
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    match path.rsplit_once('.') {
        Some((name, element)) if is_number(element) => name.to_owned(),
        _ if path.is_empty() => VARIANT.to_owned(),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::field_name;

    #[test]
    fn elements_belong_to_a_field() {
        assert_eq!(field_name("items.12"), "items");
        assert_eq!(field_name("level2"), "level2");
        assert_eq!(field_name("0"), "0");
        assert_eq!(field_name(""), "variant");
    }
}
