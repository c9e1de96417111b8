//! Summaries are asked for with links and nodes.

use glassbox::{Broken, Children, Invariant, Structure};

#[derive(Structure)]
struct Node {
    next: Option<Box<Node>>,
    #[glassbox(values = 0..3)]
    number: u8,
}

impl Invariant for Node {
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        let next = children.summary(&self.number);
        let first = children.summary_or(&self.number, 0);
        Ok(children.summary(&self.next).unwrap_or(next + first))
    }
}

fn main() {}
