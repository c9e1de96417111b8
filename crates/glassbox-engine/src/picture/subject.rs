//! The subject of an exploration as a structure, if its type says how to show it.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::ShownKind;
use glassbox_vm::memory::GuestAddr;

use super::blocks::blocks;
use super::model::Picture;
use super::structure::{Nodes, Reader, lies_in_a_block};
use crate::explore::{Explorer, Function};
use crate::guest::Shown;
use crate::ids::{NodeKey, TypeKey, short_type_name};

/// Name of the subject in pictures.
const SUBJECT: &str = "subject";

/// The type of a subject, which is not a type of nodes.
const ROOT: TypeKey = TypeKey(0);

/// Draws the subject as a structure, or else the blocks that it leads to.
pub(crate) fn subject(explorer: &mut Explorer, show: Option<&Function>, subject: u32) -> Picture {
    let structure = show.and_then(|show| structure(explorer, show.index, subject));
    structure.unwrap_or_else(|| Picture { blocks: blocks(explorer.machine(), subject), ..Picture::default() })
}

/// None if there is nothing to draw.
fn structure(explorer: &mut Explorer, show: u32, subject: u32) -> Option<Picture> {
    explorer.show(show, subject).filter(|shown| !shown.is_empty())?;
    let root = NodeKey { address: GuestAddr(subject), node_type: ROOT };
    let mut nodes = Subject { explorer, show, places: BTreeMap::new() };
    // The targets of links are known after all nodes have been read once.
    let mut reader = Reader::new(&mut nodes, None);
    reader.node(root, SUBJECT, SUBJECT);
    nodes.places = reader.places();
    let root = Reader::new(&mut nodes, None).node(root, SUBJECT, SUBJECT);
    Some(Picture { roots: vec![root], ..Picture::default() })
}

struct Subject<'a> {
    explorer: &'a mut Explorer,
    /// Shows the subject.
    show: u32,
    places: BTreeMap<NodeKey, String>,
}

impl Nodes for Subject<'_> {
    fn show(&mut self, node: NodeKey) -> Option<Vec<Shown>> {
        let function = match node.node_type {
            ROOT => self.show,
            ty => self.explorer.machine().table_function(0, self.explorer.node_type(ty)?.show)?,
        };
        self.explorer.show(function, node.address.0)
    }

    fn type_name(&self, node: NodeKey) -> String {
        self.explorer.node_type(node.node_type).map_or_else(String::new, |ty| short_type_name(&ty.name))
    }

    fn is_there(&self, node: NodeKey) -> bool {
        let ty = self.explorer.node_type(node.node_type);
        ty.is_some_and(|ty| lies_in_a_block(self.explorer.machine(), node.address, ty.size))
    }

    fn target(&self, link: &Shown) -> Option<NodeKey> {
        let target = link.target.filter(|_| link.leads_somewhere())?;
        Some(NodeKey { address: target.address, node_type: TypeKey(target.check) })
    }

    fn place(&self, node: NodeKey) -> Option<String> {
        self.places.get(&node).cloned()
    }

    fn words(&self, shown: &Shown) -> Option<String> {
        Some(match shown.kind {
            ShownKind::Key => format!("Key({})", shown.text),
            ShownKind::Token => format!("Val({})", shown.text),
            _ => shown.text.clone(),
        })
    }
}
