//! Summaries are asked for with links and nodes.

use glassbox::{Broken, Children, Invariant, Structure};

#[derive(Structure)]
struct Node {
    next: Option<Box<Node>>,
    #[glassbox(domain(u8 = 0..3))]
    pair: (u8, u8),
}

impl Invariant for Node {
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        let next = children.summary(&self.pair);
        let first = children.summary_or(&self.pair, 0);
        Ok(children.summary(&self.next).unwrap_or(next + first))
    }
}

fn main() {}
