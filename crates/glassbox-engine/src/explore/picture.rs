//! The subject of an exploration as a structure, if its type says how to show it.

use std::collections::BTreeMap;

use glassbox_abi::skeleton::ShownKind;

use super::explorer::Explorer;
use super::harness::Function;
use super::memory::{Memory, blocks};
use crate::guest::Shown;
use crate::pictures::{Node, Nodes, Reader, lies_in_a_block};
use crate::skeleton::{Picture, short};

/// What the subject is called.
const SUBJECT: &str = "subject";

/// The type of a subject: it is no type of nodes.
const ROOT: u32 = 0;

/// What is in memory: the structure, or else the blocks that the subject leads to.
pub(super) fn memory(explorer: &mut Explorer, show: Option<&Function>, subject: u32) -> Memory {
    let picture = show.and_then(|show| picture(explorer, show.index, subject));
    picture.map_or_else(|| Memory::Blocks(blocks(explorer.machine(), subject)), Memory::Drawn)
}

/// None if there is nothing to draw.
fn picture(explorer: &mut Explorer, show: u32, subject: u32) -> Option<Picture> {
    explorer.show(show, subject, None).filter(|shown| !shown.is_empty())?;
    let mut nodes = Subject { explorer, show, places: BTreeMap::new() };
    // Where links lead is known after all nodes have been read once.
    let mut reader = Reader::new(&mut nodes, None);
    reader.node((subject, ROOT), SUBJECT, SUBJECT);
    nodes.places = reader.places();
    let root = Reader::new(&mut nodes, None).node((subject, ROOT), SUBJECT, SUBJECT);
    Some(Picture { roots: vec![root], values: Vec::new() })
}

struct Subject<'a> {
    explorer: &'a mut Explorer,
    /// Shows the subject.
    show: u32,
    places: BTreeMap<Node, String>,
}

impl Nodes for Subject<'_> {
    fn show(&mut self, (address, ty): Node) -> Option<Vec<Shown>> {
        let function = match ty {
            ROOT => self.show,
            ty => self.explorer.machine().table_function(0, self.explorer.node_type(ty)?.show)?,
        };
        self.explorer.show(function, address, None)
    }

    fn type_name(&self, (_, ty): Node) -> String {
        self.explorer.node_type(ty).map_or_else(String::new, |ty| short(&ty.name))
    }

    fn is_there(&self, (address, ty): Node) -> bool {
        self.explorer.node_type(ty).is_some_and(|ty| lies_in_a_block(self.explorer.machine(), address, ty.size))
    }

    fn target(&self, link: &Shown) -> Option<Node> {
        (link.target.0 != 0).then_some(link.target)
    }

    fn place(&self, node: Node) -> Option<String> {
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
