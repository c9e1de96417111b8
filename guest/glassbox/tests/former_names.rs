//! Former names still compile, and mean what they meant.

use glassbox::native::judge;
use glassbox::{Broken, Invariant, Kids, Structure, ensure};

#[derive(Structure)]
struct Node {
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    #[glassbox(tree)]
    others: Vec<Node>,
}

impl Invariant for Node {
    type Summary = usize;

    fn check(&self, kids: &Kids) -> Result<usize, Broken> {
        ensure(kids.of(&self.left).is_none_or(|n| n < 3), "more than two nodes on the left")?;
        let others: usize = self.others.iter().map(|node| kids.at(node)).sum();
        Ok(1 + kids.of(&self.left).unwrap_or(0) + kids.of_or(&self.right, 0) + others)
    }
}

fn node(left: Option<Node>, right: Option<Node>, others: Vec<Node>) -> Node {
    Node { left: left.map(Box::new), right: right.map(Box::new), others }
}

fn leaf() -> Node {
    node(None, None, Vec::new())
}

#[test]
fn former_names_give_summaries() {
    assert_eq!(judge(&node(Some(node(None, Some(leaf()), Vec::new())), None, Vec::new())), Ok(()));
    let left = node(None, None, vec![leaf(), leaf()]);
    assert_eq!(judge(&node(Some(left), None, Vec::new())), Err(Broken::new("more than two nodes on the left")));
}
