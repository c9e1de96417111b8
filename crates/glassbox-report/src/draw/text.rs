//! A state as text: a tree, or a list on one line.
//!
//! ```text
//! tree: Tree  len = 2
//! └─ root: Node  key = 3, color = Black
//!    └─ left: Node  key = 1, color = Red
//!
//! list: List  tail = head.next
//!   head ─▶ [value = 5] next ─▶ [value = 7]
//! ```

use std::fmt::Write as _;

use glassbox_engine::picture::{Picture, PictureNode};

use crate::words;

/// Begins the notes of a node.
pub(crate) const NOTE: char = '◀';

/// Draws a state; every line ends with a newline.
pub fn text(picture: &Picture) -> String {
    let mut out = String::new();
    for root in &picture.roots {
        draw_root(&mut out, root);
    }
    for (name, value) in grouped(&picture.values) {
        let _ = writeln!(out, "{name} = {value}");
    }
    out
}

fn draw_root(out: &mut String, root: &PictureNode) {
    let _ = writeln!(out, "{}", head(root));
    match chain(root) {
        Some(chain) if chain.len() > 1 => draw_chain(out, &chain),
        _ => draw_children(out, root, ""),
    }
}

/// `left: Node  key = 1, color = Red`
fn head(node: &PictureNode) -> String {
    let fields = fields(node);
    let gap = if fields.is_empty() { "" } else { "  " };
    format!("{}: {}{gap}{fields}{}", node.link, node.type_name, note(node))
}

/// `  ◀ new`
fn note(node: &PictureNode) -> String {
    let notes: Vec<String> = node.notes.iter().map(words::note).collect();
    if notes.is_empty() { String::new() } else { format!("  {NOTE} {}", notes.join(", ")) }
}

fn fields(node: &PictureNode) -> String {
    let fields: Vec<String> = grouped(&node.fields).iter().map(|(name, value)| format!("{name} = {value}")).collect();
    fields.join(", ")
}

fn draw_children(out: &mut String, node: &PictureNode, indent: &str) {
    let last = node.children.len().saturating_sub(1);
    for (index, child) in node.children.iter().enumerate() {
        let (branch, below) = if index == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let _ = writeln!(out, "{indent}{branch}{}", head(child));
        draw_children(out, child, &format!("{indent}{below}"));
    }
}

/// The nodes below the root, if none can have more than one child: a tree that happens to be thin is still a tree.
fn chain(root: &PictureNode) -> Option<Vec<&PictureNode>> {
    let mut chain = Vec::new();
    let mut node = root;
    loop {
        match node.children.as_slice() {
            [] => return Some(chain),
            [child] if node.most_children == 1 => {
                chain.push(child);
                node = child;
            }
            _ => return None,
        }
    }
}

fn draw_chain(out: &mut String, chain: &[&PictureNode]) {
    let links: Vec<String> =
        chain.iter().map(|node| format!("{} ─▶ [{}{}]", node.link, fields(node), note(node))).collect();
    let _ = writeln!(out, "  {}", links.join(" "));
}

/// Fields with numbers from 0 at the end of their names are elements: `items.0`, `items.1` become `items = [..]`.
fn grouped(fields: &[(String, String)]) -> Vec<(String, String)> {
    let mut grouped: Vec<(String, String)> = Vec::new();
    let mut list: Option<(String, Vec<String>)> = None;
    for (name, value) in fields {
        let element = name.rsplit_once('.').and_then(|(base, index)| Some((base, index.parse::<usize>().ok()?)));
        match (&mut list, element) {
            (Some((list_name, values)), Some((base, index))) if list_name == base && index == values.len() => {
                values.push(value.clone());
            }
            (_, element) => {
                grouped.extend(list.take().map(as_list));
                match element {
                    Some((base, 0)) => list = Some((base.to_owned(), vec![value.clone()])),
                    _ => grouped.push((name.clone(), value.clone())),
                }
            }
        }
    }
    grouped.extend(list.take().map(as_list));
    grouped
}

fn as_list((name, values): (String, Vec<String>)) -> (String, String) {
    (name, format!("[{}]", values.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(link: &str, fields: &[(&str, &str)], children: Vec<PictureNode>) -> PictureNode {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let most_children = children.len();
        let (type_name, notes) = ("Node".to_owned(), Vec::new());
        PictureNode { link: link.to_owned(), type_name, fields, children, most_children, notes }
    }

    fn check(root: PictureNode, expect: &str) {
        assert_eq!(text(&Picture { roots: vec![root], ..Picture::default() }), expect);
    }

    #[test]
    fn a_tree() {
        let left = node("left", &[("key", "1")], vec![node("left", &[("key", "0")], Vec::new())]);
        let right = node("right", &[("key", "5")], Vec::new());
        let root = node("root", &[("key", "3"), ("color", "Black")], vec![left, right]);
        check(
            node("tree", &[], vec![root]),
            "tree: Node\n\
             └─ root: Node  key = 3, color = Black\n   \
                ├─ left: Node  key = 1\n   \
                │  └─ left: Node  key = 0\n   \
                └─ right: Node  key = 5\n",
        );
    }

    #[test]
    fn a_list_on_one_line() {
        let last = node("next", &[("value", "7")], Vec::new());
        let first = node("head", &[("value", "5")], vec![last]);
        check(
            node("list", &[("tail", "head.next")], vec![first]),
            "list: Node  tail = head.next\n  head ─▶ [value = 5] next ─▶ [value = 7]\n",
        );
    }

    #[test]
    fn a_payload_is_no_array() {
        let fields = [("variant", "Node"), ("Node.1", "4")];
        check(node("tree", &fields, Vec::new()), "tree: Node  variant = Node, Node.1 = 4\n");
    }

    #[test]
    fn an_array_and_an_empty_structure() {
        let fields = [("len", "2"), ("items.0", "4"), ("items.1", "9"), ("full", "false")];
        check(node("heap", &fields, Vec::new()), "heap: Node  len = 2, items = [4, 9], full = false\n");
        check(node("heap", &[], Vec::new()), "heap: Node\n");
    }
}
