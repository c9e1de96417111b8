//! What the structures look like after a run, for people, and what has changed.
//!
//! The guest says in words what its nodes hold, before the run and after it. Nothing depends on that, so it may give up:
//! where links lead to nowhere, or a node cannot be read, the picture says so and goes no further there.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::ShownKind;
use glassbox_space::{Diagram, State};
use glassbox_vm::exec::Machine;
use glassbox_vm::track::Tracker;

use crate::guest::Shown;
use crate::skeleton::{Picture, PictureNode, short};
use crate::states::States;

/// Steps that showing a node may take.
const FUEL: u64 = 1_000_000;

/// What nodes are called that were not there before the run.
const NEW: &str = "a new node";

/// What the choice of a node's own variant is called.
const VARIANT: &str = "variant";

/// A node: its address and its type.
pub(crate) type Node = (u32, u32);

/// Nodes in memory, and what is known about them.
pub(crate) trait Nodes {
    /// What a node shows; none if it cannot be read.
    fn show(&mut self, node: Node) -> Option<Vec<Shown>>;

    /// What its type is called.
    fn type_name(&self, node: Node) -> String;

    /// Whether its memory is.
    fn is_there(&self, node: Node) -> bool;

    /// Where a link leads.
    fn target(&self, link: &Shown) -> Option<Node>;

    /// What the node is called by others, if it has a place.
    fn place(&self, node: Node) -> Option<String>;

    /// What is said of a field that is no link, if it is mentioned.
    fn words(&self, shown: &Shown) -> Option<String>;
}

impl<D: Diagram> Nodes for States<D> {
    fn show(&mut self, (address, ty): Node) -> Option<Vec<Shown>> {
        let function = self.guest.machine.table_function(0, self.skeleton.record().types[ty as usize].show)?;
        self.guest.desk().shown.clear();
        self.guest.machine.set_fuel(FUEL);
        let result = self.guest.invoke(function, &[address]);
        let shown = std::mem::take(&mut self.guest.desk().shown);
        result.is_ok().then_some(shown)
    }

    fn type_name(&self, node: Node) -> String {
        short(&self.skeleton.record().types[node.1 as usize].name)
    }

    fn is_there(&self, node: Node) -> bool {
        lies_in_a_block(&self.guest.machine, node.0, self.skeleton.record().types[node.1 as usize].size)
    }

    fn target(&self, link: &Shown) -> Option<Node> {
        let (address, check) = link.target;
        let types = &self.skeleton.record().types;
        let ty = types.iter().position(|ty| ty.check == check)?;
        (address != 0).then_some((address, u32::try_from(ty).ok()?))
    }

    fn place(&self, node: Node) -> Option<String> {
        let position = self.skeleton.position(node)?;
        Some(self.skeleton.record().nodes[position as usize].path.clone())
    }

    fn words(&self, shown: &Shown) -> Option<String> {
        (shown.kind != ShownKind::Token).then(|| shown.text.clone())
    }
}

/// Whether a block that is not freed has room for so many bytes at an address.
pub(crate) fn lies_in_a_block<T: Tracker>(machine: &Machine<T>, address: u32, size: u32) -> bool {
    let block = machine.heap().block_at_or_before(address).filter(|block| block.freed.is_none());
    block.is_some_and(|block| (address - block.address).saturating_add(size) <= block.size)
}

/// What the nodes of a state show before a run.
#[derive(Debug, Default)]
pub(crate) struct Before(BTreeMap<Node, Vec<Shown>>);

/// What the structures look like before a run and after it.
#[derive(Debug)]
pub(crate) struct Pictures {
    /// The state and the arguments.
    pub(crate) before: Picture,
    /// The structures afterwards; none if nothing has changed.
    pub(crate) after: Option<Picture>,
}

/// The pictures of a run from `state`; `run` makes it.
pub(crate) fn pictures<D: Diagram>(
    states: &mut States<D>,
    state: &State,
    run: impl FnOnce(&mut States<D>),
) -> Pictures {
    let described = states.skeleton.picture(&states.space, state);
    let before = before(states, state);
    let mut reader = Reader::new(states, None);
    let roots = reader.roots();
    // Types whose authors describe them by hand may not say what to show.
    let before_picture = if reader.seen.len() == before.0.len() { Picture { roots, ..described } } else { described };
    run(states);
    let mut reader = Reader::new(states, Some(&before));
    let roots = reader.roots();
    let after = reader.is_changed.then_some(Picture { roots, values: Vec::new() });
    Pictures { before: before_picture, after }
}

/// What the nodes of a state show. It is in memory afterwards.
fn before<D: Diagram>(states: &mut States<D>, state: &State) -> Before {
    states.write(state);
    let nodes: Vec<Node> = {
        let positions = states.skeleton.record().nodes.iter();
        let existing = positions.filter(|node| states.skeleton.holds(&states.space, &node.condition, state));
        existing.map(|node| (node.address, node.node_type)).collect()
    };
    Before(nodes.into_iter().map(|node| (node, states.show(node).unwrap_or_default())).collect())
}

/// All nodes that can be read at one moment of a run, by name, with what they show.
#[derive(Debug, Default)]
pub(crate) struct Look(BTreeMap<String, BTreeMap<String, String>>);

/// The nodes that the state has or that links lead to, as they are now.
pub(crate) fn look<D: Diagram>(states: &mut States<D>, state: &State) -> Look {
    let positions: Vec<Node> = {
        let nodes = states.skeleton.record().nodes.iter();
        let existing = nodes.filter(|node| states.skeleton.holds(&states.space, &node.condition, state));
        existing.map(|node| (node.address, node.node_type)).collect()
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
        let name = reader.nodes.place(node).unwrap_or_else(|| NEW.to_owned());
        look.0.insert(name, fields);
    }
    look
}

impl Look {
    /// In words what is not as it was.
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

/// Reads nodes, each once.
pub(crate) struct Reader<'a, N> {
    nodes: &'a mut N,
    /// What to compare with, if anything.
    before: Option<&'a Before>,
    /// What has been read, and where it is now.
    seen: BTreeMap<Node, String>,
    is_changed: bool,
}

impl<D: Diagram> Reader<'_, States<D>> {
    /// Reads all structures.
    fn roots(&mut self) -> Vec<PictureNode> {
        let record = self.nodes.skeleton.record();
        let roots = record.arguments.iter().filter_map(|argument| argument.root);
        let roots = roots.map(|root| &record.nodes[root as usize]);
        let roots: Vec<(Node, String)> =
            roots.map(|node| ((node.address, node.node_type), node.path.clone())).collect();
        roots.into_iter().map(|(node, path)| self.node(node, &path, &path)).collect()
    }
}

impl<'a, N: Nodes> Reader<'a, N> {
    pub(crate) fn new(nodes: &'a mut N, before: Option<&'a Before>) -> Self {
        Self { nodes, before, seen: BTreeMap::new(), is_changed: false }
    }

    /// Where all nodes are that have been read.
    pub(crate) fn places(self) -> BTreeMap<Node, String> {
        self.seen
    }

    /// Reads a node and those below it. `path` is where it is now.
    pub(crate) fn node(&mut self, node: Node, link: &str, path: &str) -> PictureNode {
        let type_name = self.nodes.type_name(node);
        let mut drawn = PictureNode {
            link: link.to_owned(),
            type_name,
            fields: Vec::new(),
            children: Vec::new(),
            most_children: 0,
            note: String::new(),
        };
        let shown = match self.read(node, path) {
            Ok(shown) => shown,
            Err(trouble) => {
                self.is_changed = true;
                trouble.clone_into(&mut drawn.note);
                return drawn;
            }
        };
        let changes = self.changes(node, path, &shown);
        self.is_changed |= !changes.is_empty();
        drawn.note = changes.join(", ");
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

    fn read(&mut self, node: Node, path: &str) -> Result<Vec<Shown>, &'static str> {
        if !self.is_alive(node) {
            return Err("there is no such node");
        }
        if self.seen.contains_key(&node) {
            return Err("the same node again");
        }
        self.seen.insert(node, path.to_owned());
        self.nodes.show(node).ok_or("it cannot be read")
    }

    /// The fields in the order in which a state is drawn: what varies before keys, which the position fixes, and counts.
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

    /// What is to be said about a node: that it is new, or was elsewhere, and which of its fields hold something else now.
    fn changes(&self, node: Node, path: &str, shown: &[Shown]) -> Vec<String> {
        let Some(before) = self.before else { return Vec::new() };
        let Some(before) = before.0.get(&node) else { return vec!["new".to_owned()] };
        let was = self.nodes.place(node).filter(|was| was != path).map(|was| format!("was {was}"));
        let is_gone = |link: &&Shown| {
            let now = shown.iter().find(|now| now.kind == ShownKind::Tree && now.path == link.path);
            link.kind == ShownKind::Tree && link.target.0 != 0 && now.is_some_and(|now| now.target.0 == 0)
        };
        let gone = before.iter().filter(is_gone).map(|link| format!("{} is null now", link.path));
        // Where other links lead is drawn.
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
        // The fields of another variant are other fields.
        if names.iter().any(|name| name == VARIANT) {
            names.retain(|name| name == VARIANT);
        }
        let changed = names.into_iter().map(|name| format!("{name} changed"));
        was.into_iter().chain(changed).chain(gone).collect()
    }

    /// Where a link leads to any node.
    fn name(&self, alias: &Shown) -> String {
        match self.nodes.target(alias) {
            None => "null".to_owned(),
            Some(target) => self.nodes.place(target).unwrap_or_else(|| NEW.to_owned()),
        }
    }

    fn is_alive(&self, node: Node) -> bool {
        // A position that the state does not have is no node, although its memory is set apart.
        let existed = self.before.is_none_or(|before| before.0.contains_key(&node));
        self.nodes.is_there(node) && (existed || self.nodes.place(node).is_none())
    }
}

/// The name without the number of an element: `items.2` is in `items`. What is in a variant has no name of its own.
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
