//! The types of pictures.

/// A picture of a state or of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Structures: the arguments of a check, or the subject of an exploration.
    pub roots: Vec<PictureNode>,
    /// Other arguments of a check: name and value.
    pub values: Vec<(String, String)>,
    /// Blocks of memory, where the subject of an exploration has no description: the subject's own block first.
    pub blocks: Vec<BlockPicture>,
}

/// A node that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureNode {
    /// The field that leads to it: `left`, `children.2`; for a root, the argument's name.
    pub link: String,
    /// Its type, without the module.
    pub type_name: String,
    /// Names and values of its fields that can vary, in the order of the source.
    pub fields: Vec<(String, String)>,
    /// Its tree children.
    pub children: Vec<Self>,
    /// Number of tree children that it can have at this position.
    pub most_children: usize,
    /// Annotations: changes since the run began, or why it cannot be drawn.
    pub notes: Vec<Note>,
}

/// Annotation of a node: new, moved, which fields changed, or why it cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The run made the node.
    New,
    /// The node was at another place before the run.
    MovedFrom {
        /// Its path before the run.
        path: String,
    },
    /// A field holds another value than before.
    FieldChanged {
        /// The field.
        field: String,
    },
    /// A link led to a node before, and is null now.
    LinkCleared {
        /// The link.
        link: String,
    },
    /// In a picture of the state before a run: the run frees the node.
    Freed,
    /// In a picture of the state before a run: afterwards no link leads to the node, and it is not freed.
    Unlinked,
    /// The node is drawn elsewhere in the picture.
    DrawnBefore,
    /// The link does not lead to a live node.
    NoSuchNode,
    /// The node cannot be read.
    Unreadable,
}

/// A block of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPicture {
    /// Its size in bytes; none if it is freed.
    pub size: Option<u32>,
    /// Its words: a number, `Val(3)`, `Key(2)`, `?` if undefined, or `#1+4` for an address in block 1.
    pub words: Vec<String>,
}

impl Picture {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All texts that stand for values in memory.
    pub(crate) fn words(&mut self) -> Vec<&mut String> {
        let mut words: Vec<&mut String> = self.blocks.iter_mut().flat_map(|block| &mut block.words).collect();
        let mut nodes: Vec<&mut PictureNode> = self.roots.iter_mut().collect();
        while let Some(node) = nodes.pop() {
            words.extend(node.fields.iter_mut().map(|(_, text)| text));
            nodes.extend(&mut node.children);
        }
        words
    }
}
