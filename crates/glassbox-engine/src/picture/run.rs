//! The structures of a check before and after a run.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::ShownKind;
use glassbox_space::{Diagram, State};

use super::model::{Note, Picture, PictureNode};
use super::structure::{Before, Nodes, Reader, VARIANT, lies_in_a_block, node_name};
use crate::guest::Shown;
use crate::ids::{NodeKey, short_type_name};
use crate::states::States;

/// Steps that showing a node may take.
const FUEL: u64 = 1_000_000;

/// Pictures of the structures before a run and after it.
#[derive(Debug)]
pub(crate) struct Pictures {
    /// The state and the arguments.
    pub(crate) before: Picture,
    /// The structures after the run; none if nothing has changed.
    pub(crate) after: Option<Picture>,
}

/// The pictures of a run from `state`; `run` makes it.
pub(crate) fn pictures<D: Diagram>(
    states: &mut States<D>,
    state: &State,
    run: impl FnOnce(&mut States<D>),
) -> Pictures {
    let described = states.picture(state);
    let before = before(states, state);
    let mut reader = Reader::new(states, None);
    let roots = reader.roots();
    // Types that are described by hand may have nothing to show.
    let mut before_picture =
        if reader.read_nodes.len() == before.0.len() { Picture { roots, ..described } } else { described };
    run(states);
    let mut reader = Reader::new(states, Some(&before));
    let roots = reader.roots();
    let is_changed = reader.is_changed;
    let still_there = reader.places();
    let gone = before.0.keys().filter(|node| !still_there.contains_key(node));
    let gone = gone.filter_map(|node| {
        let how = if states.is_there(*node) { Note::Unlinked } else { Note::Freed };
        Some((states.place(*node)?, how))
    });
    let gone: BTreeMap<String, Note> = gone.collect();
    for root in &mut before_picture.roots {
        let path = root.link.clone();
        mark_gone(root, &path, &gone);
    }
    let after = (is_changed || !gone.is_empty()).then_some(Picture { roots, ..Picture::default() });
    Pictures { before: before_picture, after }
}

/// The structures at the beginning of a run, for pictures of later moments.
pub(crate) struct Start(Before);

impl Start {
    /// The state is in memory afterwards.
    pub(crate) fn new<D: Diagram>(states: &mut States<D>, state: &State) -> Self {
        Self(before(states, state))
    }

    /// The structures as they are now, with what has changed.
    pub(crate) fn picture_now<D: Diagram>(&self, states: &mut States<D>) -> Picture {
        Picture { roots: Reader::new(states, Some(&self.0)).roots(), ..Picture::default() }
    }
}

/// Marks the nodes at these paths.
fn mark_gone(node: &mut PictureNode, path: &str, gone: &BTreeMap<String, Note>) {
    node.notes.extend(gone.get(path).cloned());
    for child in &mut node.children {
        let path = format!("{path}.{}", child.link);
        mark_gone(child, &path, gone);
    }
}

/// The fields of the nodes of a state, which is in memory afterwards.
fn before<D: Diagram>(states: &mut States<D>, state: &State) -> Before {
    states.write(state);
    let nodes: Vec<NodeKey> = {
        let positions = states.skeleton.record().nodes.iter();
        let existing = positions.filter(|node| states.skeleton.holds(&states.space, &node.condition, state));
        existing.map(|node| NodeKey::new(node.address, node.node_type)).collect()
    };
    Before(nodes.into_iter().map(|node| (node, states.show(node).unwrap_or_default())).collect())
}

/// All nodes that can be read at one moment of a run, by name, with their fields.
#[derive(Debug, Default)]
pub(crate) struct Look(BTreeMap<String, BTreeMap<String, String>>);

/// The nodes that the state has or that links lead to, as they are now.
pub(crate) fn look<D: Diagram>(states: &mut States<D>, state: &State) -> Look {
    let positions: Vec<NodeKey> = {
        let nodes = states.skeleton.record().nodes.iter();
        let existing = nodes.filter(|node| states.skeleton.holds(&states.space, &node.condition, state));
        existing.map(|node| NodeKey::new(node.address, node.node_type)).collect()
    };
    let mut reader = Reader::new(states, None);
    let mut look = Look::default();
    let mut todo = positions;
    while let Some(node) = todo.pop() {
        let Ok(shown) = reader.read(node, "") else { continue };
        let mut fields = BTreeMap::new();
        for shown in shown {
            if shown.kind == ShownKind::Tree {
                todo.extend(reader.nodes.target(&shown));
            }
            let is_link = matches!(shown.kind, ShownKind::Tree | ShownKind::Alias);
            let text = if is_link { reader.name(&shown) } else { shown.text };
            fields.insert(if shown.path.is_empty() { VARIANT.to_owned() } else { shown.path }, text);
        }
        let name = node_name(reader.nodes, node).to_string();
        look.0.insert(name, fields);
    }
    look
}

impl Look {
    /// The differences between two moments, as text.
    pub(crate) fn changes(&self, now: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        for (node, fields) in &now.0 {
            let Some(before) = self.0.get(node) else {
                let fields: Vec<String> = fields.iter().map(|(name, text)| format!("{name} = {text}")).collect();
                changes.push(format!("{node}: {}", fields.join(", ")));
                continue;
            };
            for (name, text) in fields {
                match before.get(name) {
                    Some(was) if was == text => {}
                    Some(was) => changes.push(format!("{node}: {name} is {text}, was {was}")),
                    None => changes.push(format!("{node}: {name} is {text}")),
                }
            }
            let gone = before.keys().filter(|name| !fields.contains_key(*name));
            changes.extend(gone.map(|name| format!("{node}: {name} is gone")));
        }
        let gone = self.0.keys().filter(|node| !now.0.contains_key(*node));
        changes.extend(gone.map(|node| format!("{node} is gone")));
        changes
    }
}

impl<D: Diagram> Reader<'_, States<D>> {
    /// Reads all structures.
    fn roots(&mut self) -> Vec<PictureNode> {
        let record = self.nodes.skeleton.record();
        let roots = record.arguments.iter().filter_map(|argument| argument.root);
        let roots = roots.map(|root| &record.nodes[root as usize]);
        let roots: Vec<(NodeKey, String)> =
            roots.map(|node| (NodeKey::new(node.address, node.node_type), node.path.clone())).collect();
        roots.into_iter().map(|(node, path)| self.node(node, &path, &path)).collect()
    }
}

impl<D: Diagram> Nodes for States<D> {
    fn show(&mut self, node: NodeKey) -> Option<Vec<Shown>> {
        let show = self.skeleton.record().types[node.node_type.index()].show;
        let function = self.guest.machine.table_function(0, show)?;
        self.guest.host().shown.clear();
        self.guest.machine.set_fuel(FUEL);
        let result = self.guest.invoke(function, &[node.address.0]);
        let shown = std::mem::take(&mut self.guest.host().shown);
        result.is_ok().then_some(shown)
    }

    fn type_name(&self, node: NodeKey) -> String {
        short_type_name(&self.skeleton.record().types[node.node_type.index()].name)
    }

    fn is_there(&self, node: NodeKey) -> bool {
        lies_in_a_block(&self.guest.machine, node.address, self.skeleton.record().types[node.node_type.index()].size)
    }

    fn target(&self, link: &Shown) -> Option<NodeKey> {
        let target = link.target.filter(|_| link.leads_somewhere())?;
        let ty = self.skeleton.record().types.iter().position(|ty| ty.check == target.check)?;
        Some(NodeKey::new(target.address.0, u32::try_from(ty).ok()?))
    }

    fn place(&self, node: NodeKey) -> Option<String> {
        let position = self.skeleton.position(node)?;
        Some(self.skeleton.record().nodes[position as usize].path.clone())
    }

    fn words(&self, shown: &Shown) -> Option<String> {
        (shown.kind != ShownKind::Token).then(|| shown.text.clone())
    }
}
