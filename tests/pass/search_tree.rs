//! An AVL tree of boxes: insertion, removal with rotations, in-order iteration with a stack, checked heights.

use std::cmp::Ordering;
use std::fmt::Write;

type Link = Option<Box<Node>>;

struct Node {
    key: i32,
    height: u8,
    left: Link,
    right: Link,
}

fn height(link: &Link) -> u8 {
    link.as_ref().map_or(0, |node| node.height)
}

impl Node {
    fn update(&mut self) {
        self.height = 1 + height(&self.left).max(height(&self.right));
    }

    fn lean(&self) -> i16 {
        i16::from(height(&self.left)) - i16::from(height(&self.right))
    }
}

fn rotate_right(mut node: Box<Node>) -> Box<Node> {
    let Some(mut top) = node.left.take() else { return node };
    node.left = top.right.take();
    node.update();
    top.right = Some(node);
    top.update();
    top
}

fn rotate_left(mut node: Box<Node>) -> Box<Node> {
    let Some(mut top) = node.right.take() else { return node };
    node.right = top.left.take();
    node.update();
    top.left = Some(node);
    top.update();
    top
}

fn balance(mut node: Box<Node>) -> Box<Node> {
    node.update();
    match node.lean() {
        2.. => {
            node.left = node.left.map(|left| if left.lean() < 0 { rotate_left(left) } else { left });
            rotate_right(node)
        }
        ..=-2 => {
            node.right = node.right.map(|right| if right.lean() > 0 { rotate_right(right) } else { right });
            rotate_left(node)
        }
        _ => node,
    }
}

fn insert(link: Link, key: i32) -> (Box<Node>, bool) {
    let Some(mut node) = link else { return (Box::new(Node { key, height: 1, left: None, right: None }), true) };
    let side = match key.cmp(&node.key) {
        Ordering::Less => &mut node.left,
        Ordering::Greater => &mut node.right,
        Ordering::Equal => return (node, false),
    };
    let (child, fresh) = insert(side.take(), key);
    *side = Some(child);
    (balance(node), fresh)
}

fn take_least(mut node: Box<Node>) -> (i32, Link) {
    match node.left.take() {
        None => (node.key, node.right.take()),
        Some(left) => {
            let (least, rest) = take_least(left);
            node.left = rest;
            (least, Some(balance(node)))
        }
    }
}

fn remove(link: Link, key: i32) -> Link {
    let mut node = link?;
    match key.cmp(&node.key) {
        Ordering::Less => node.left = remove(node.left.take(), key),
        Ordering::Greater => node.right = remove(node.right.take(), key),
        Ordering::Equal => match (node.left.take(), node.right.take()) {
            (only, None) | (None, only) => return only,
            (left, Some(right)) => {
                (node.key, node.right) = take_least(right);
                node.left = left;
            }
        },
    }
    Some(balance(node))
}

fn check(link: &Link) -> u8 {
    let Some(node) = link else { return 0 };
    let (left, right) = (check(&node.left), check(&node.right));
    assert!(left.abs_diff(right) < 2 && node.height == 1 + left.max(right));
    node.height
}

fn in_order(root: &Link) -> impl Iterator<Item = i32> {
    let (mut stack, mut at) = (Vec::new(), root);
    std::iter::from_fn(move || {
        while let Some(node) = at {
            stack.push(node);
            at = &node.left;
        }
        let node = stack.pop()?;
        at = &node.right;
        Some(node.key)
    })
}

pub fn run() -> String {
    let mut out = String::new();
    let (mut root, mut n_fresh): (Link, u32) = (None, 0);
    for i in 0..250 {
        let (node, fresh) = insert(root.take(), i * 37 % 211);
        root = Some(node);
        n_fresh += u32::from(fresh);
    }
    writeln!(out, "{n_fresh} fresh, height {}", check(&root)).unwrap();
    assert!(in_order(&root).is_sorted());
    for i in 0..150 {
        root = remove(root.take(), i * 53 % 211);
        if i % 15 == 0 {
            check(&root);
        }
    }
    let left: Vec<i32> = in_order(&root).collect();
    writeln!(out, "{} left, height {}, sum {}", left.len(), check(&root), left.iter().sum::<i32>()).unwrap();
    let ascending = (0..120).fold(None, |root, key| Some(insert(root, key).0));
    write!(out, "{:?} {}", &left[..8], check(&ascending)).unwrap();
    out
}
