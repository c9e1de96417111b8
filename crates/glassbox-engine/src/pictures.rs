//! What the structures look like after a run, for people, and what has changed.
//!
//! The guest says in words what its nodes hold, before the run and after it. Nothing depends on that, so it may give up:
//! where links lead to nowhere, or a node cannot be read, the picture says so and goes no further there.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_abi::skeleton::ShownKind;
use glassbox_space::{Diagram, State};

use crate::guest::Shown;
use crate::skeleton::{Picture, PictureNode, short};
use crate::states::States;

/// Steps that showing a node may take.
const FUEL: u64 = 1_000_000;

/// What the choice of a node's own variant is called.
const VARIANT: &str = "variant";

/// A node: its address and its type.
type Node = (u32, u32);

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
    Before(nodes.into_iter().map(|node| (node, show(states, node).unwrap_or_default())).collect())
}

/// What a node shows; none if it cannot be read.
fn show<D: Diagram>(states: &mut States<D>, (address, ty): Node) -> Option<Vec<Shown>> {
    let function = states.guest.machine.table_function(0, states.skeleton.record().types[ty as usize].show)?;
    states.guest.desk().shown.clear();
    states.guest.machine.set_fuel(FUEL);
    let result = states.guest.invoke(function, &[address]);
    let shown = std::mem::take(&mut states.guest.desk().shown);
    result.is_ok().then_some(shown)
}

struct Reader<'a, D: Diagram> {
    states: &'a mut States<D>,
    /// What to compare with, if anything.
    before: Option<&'a Before>,
    seen: BTreeSet<Node>,
    is_changed: bool,
}

impl<'a, D: Diagram> Reader<'a, D> {
    fn new(states: &'a mut States<D>, before: Option<&'a Before>) -> Self {
        Self { states, before, seen: BTreeSet::new(), is_changed: false }
    }

    /// Reads all structures.
    fn roots(&mut self) -> Vec<PictureNode> {
        let record = self.states.skeleton.record();
        let roots = record.arguments.iter().filter_map(|argument| argument.root);
        let roots = roots.map(|root| &record.nodes[root as usize]);
        let roots: Vec<(Node, String)> =
            roots.map(|node| ((node.address, node.node_type), node.path.clone())).collect();
        roots.into_iter().map(|(node, path)| self.node(node, &path, &path)).collect()
    }

    /// Reads a node and those below it. `path` is where it is now.
    fn node(&mut self, node: Node, link: &str, path: &str) -> PictureNode {
        let type_name = short(&self.states.skeleton.record().types[node.1 as usize].name);
        let mut drawn = PictureNode {
            link: link.to_owned(),
            type_name,
            fields: Vec::new(),
            children: Vec::new(),
            most_children: 0,
            note: String::new(),
        };
        let shown = match self.read(node) {
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
            if let Some(child) = self.target(&link) {
                let below = format!("{path}.{}", link.path);
                drawn.children.push(self.node(child, &link.path, &below));
            }
        }
        drawn
    }

    fn read(&mut self, node: Node) -> Result<Vec<Shown>, &'static str> {
        if !self.is_alive(node) {
            return Err("there is no such node");
        }
        if !self.seen.insert(node) {
            return Err("the same node again");
        }
        show(self.states, node).ok_or("it cannot be read")
    }

    /// The fields in the order in which a state is drawn: what varies before keys, which the position fixes, and counts.
    fn fields(&self, shown: &[Shown]) -> Vec<(String, String)> {
        let is_field = |shown: &&Shown| !matches!(shown.kind, ShownKind::Tree | ShownKind::Token);
        let mut fields: Vec<&Shown> = shown.iter().filter(is_field).collect();
        fields.sort_by_key(|shown| match shown.kind {
            ShownKind::Key => 1,
            ShownKind::Count => 2,
            _ => 0,
        });
        let field = |shown: &Shown| {
            let name = if shown.path.is_empty() { VARIANT } else { &shown.path };
            let text = if shown.kind == ShownKind::Alias { self.name(shown) } else { shown.text.clone() };
            (name.to_owned(), if text.is_empty() { "..".to_owned() } else { text })
        };
        fields.into_iter().map(field).collect()
    }

    /// What is to be said about a node: that it is new, or was elsewhere, and which of its fields hold something else now.
    fn changes(&self, node: Node, path: &str, shown: &[Shown]) -> Vec<String> {
        let Some(before) = self.before else { return Vec::new() };
        let Some(before) = before.0.get(&node) else { return vec!["new".to_owned()] };
        let was = self.path(node).filter(|was| was != path).map(|was| format!("was {was}"));
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

    fn path(&self, node: Node) -> Option<String> {
        let position = self.states.skeleton.position(node)?;
        Some(self.states.skeleton.record().nodes[position as usize].path.clone())
    }

    /// Where a link leads to any node.
    fn name(&self, alias: &Shown) -> String {
        match self.target(alias) {
            None => "null".to_owned(),
            Some(target) => self.path(target).unwrap_or_else(|| "a new node".to_owned()),
        }
    }

    fn target(&self, link: &Shown) -> Option<Node> {
        let (address, check) = link.target;
        let types = &self.states.skeleton.record().types;
        let ty = types.iter().position(|ty| ty.check == check)?;
        (address != 0).then_some((address, u32::try_from(ty).ok()?))
    }

    fn is_alive(&self, node: Node) -> bool {
        let size = self.states.skeleton.record().types[node.1 as usize].size;
        let block = self.states.guest.machine.heap().block_at_or_before(node.0);
        let lies_in = block.is_some_and(|block| block.freed.is_none() && node.0 + size <= block.address + block.size);
        // A position that the state does not have is no node, although its memory is set apart.
        let existed = self.before.is_none_or(|before| before.0.contains_key(&node));
        lies_in && (existed || self.states.skeleton.position(node).is_none())
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
