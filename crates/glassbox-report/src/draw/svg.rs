//! A state as a drawing: nodes are boxes with their fields, links are arrows. What a run has changed is marked.
//!
//! A tree grows downwards, and a list to the right. Colours are those of the page that the drawing is in, or of the reader's system: it is made of classes
//! and variables, and a drawing that stands alone brings them along.

use std::fmt::Write as _;

use crate::document::{Mark, Node, Picture};
use crate::markup::escaped;

/// Width of a character, and height of a line: the font has one width.
const CHARACTER: f64 = 7.25;
const LINE: f64 = 17.0;

/// Space inside of a box, between boxes, and around everything.
const INSIDE: f64 = 8.0;
const BETWEEN: f64 = 22.0;
const LEVEL: f64 = 44.0;
const AROUND: f64 = 10.0;

/// The most characters of a line.
const MOST_CHARACTERS: usize = 44;

/// Styles of a drawing that stands alone. A page that has drawings in it defines the same variables.
pub const STYLE: &str = "\
svg.glassbox { --ink: #1f2328; --faint: #6e7781; --paper: #ffffff; --box: #f6f8fa; --line: #8c959f; --changed: #0969da; --new: #1a7f37; --gone: #cf222e; }
@media (prefers-color-scheme: dark) { svg.glassbox { --ink: #e6edf3; --faint: #8d96a0; --paper: #0d1117; --box: #161b22; --line: #6e7681; --changed: #58a6ff; --new: #3fb950; --gone: #ff7b72; } }
";

/// Styles of the parts of a drawing.
pub const PARTS: &str = "\
svg.glassbox { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
svg.glassbox text { fill: var(--ink); }
svg.glassbox .head { font-weight: 600; }
svg.glassbox .faint { fill: var(--faint); }
svg.glassbox rect { fill: var(--box); stroke: var(--line); }
svg.glassbox path { fill: none; stroke: var(--line); }
svg.glassbox .tip { fill: var(--line); stroke: none; }
svg.glassbox .changed { fill: var(--changed); font-weight: 600; }
svg.glassbox .new rect { stroke: var(--new); stroke-width: 2; }
svg.glassbox .gone rect { stroke: var(--gone); stroke-width: 2; stroke-dasharray: 5 3; }
svg.glassbox .note { fill: var(--changed); }
svg.glassbox .gone .note { fill: var(--gone); }
svg.glassbox .new .note { fill: var(--new); }
";

/// Draws a state as a file of its own.
pub fn file(picture: &Picture) -> String {
    drawing(
        picture,
        &format!(
            "<style>{STYLE}{PARTS}</style><rect class=\"paper\" width=\"100%\" height=\"100%\" style=\"fill: var(--paper); stroke: none\"/>"
        ),
    )
}

/// Draws a state for a page that has the styles.
pub fn inline(picture: &Picture) -> String {
    drawing(picture, "")
}

fn drawing(picture: &Picture, head: &str) -> String {
    let mut out = String::new();
    let (mut width, mut y) = (0.0_f64, AROUND);
    for root in &picture.roots {
        let placed = Placed::new(root, is_chain(root));
        placed.draw(AROUND, y, &mut out);
        width = width.max(placed.width);
        y += placed.height + BETWEEN;
    }
    if picture.values.is_empty() && !picture.roots.is_empty() {
        y -= BETWEEN;
    }
    for (name, value) in &picture.values {
        let line = shortened(&format!("{name} = {value}"));
        text(&mut out, "", AROUND, y + 12.0, &line);
        width = width.max(n_characters(&line) * CHARACTER);
        y += LINE;
    }
    let (width, height) = (width + 2.0 * AROUND, y + AROUND);
    format!(
        "<svg class=\"glassbox\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\"><title>{}</title>{head}{out}</svg>",
        escaped(picture.text.trim_end())
    )
}

/// Whether a structure is a list: no node can have more than one below it. A tree that happens to be thin is still a tree.
fn is_chain(root: &Node) -> bool {
    let mut node = root;
    while let [child] = node.children.as_slice() {
        if node.most_children > 1 {
            return false;
        }
        node = child;
    }
    node.children.is_empty()
}

/// A line of a box.
struct Line {
    class: &'static str,
    text: String,
}

/// A node and what is below it, with their sizes.
struct Placed<'a> {
    node: &'a Node,
    lines: Vec<Line>,
    /// Size of the box.
    own: (f64, f64),
    /// Size with everything below.
    width: f64,
    height: f64,
    children: Vec<Self>,
    is_chain: bool,
}

impl<'a> Placed<'a> {
    fn new(node: &'a Node, is_chain: bool) -> Self {
        let mut lines = vec![Line { class: "head", text: shortened(&format!("{}: {}", node.link, node.type_name)) }];
        for (name, value) in &node.fields {
            let class = if node.changed.contains(name) { "changed" } else { "" };
            lines.push(Line { class, text: shortened(&format!("{name} = {value}")) });
        }
        lines.extend(node.notes.iter().map(|note| Line { class: "note", text: shortened(note) }));
        let longest = lines.iter().map(|line| n_characters(&line.text)).fold(0.0, f64::max);
        let own = (longest * CHARACTER + 2.0 * INSIDE, float(lines.len()) * LINE + 2.0 * INSIDE - 4.0);
        let children: Vec<Self> = node.children.iter().map(|child| Self::new(child, is_chain)).collect();
        let gaps = BETWEEN * float(children.len().saturating_sub(1));
        let below: f64 = children.iter().map(|child| child.width).sum::<f64>() + gaps;
        let deepest = children.iter().map(|child| child.height).fold(0.0, f64::max);
        let (width, height) = match children.is_empty() {
            true => own,
            false if is_chain => (own.0 + LEVEL + below, own.1.max(deepest)),
            false => (own.0.max(below), own.1 + LEVEL + deepest),
        };
        Self { node, lines, own, width, height, children, is_chain }
    }

    fn draw(&self, x: f64, y: f64, out: &mut String) {
        // In a tree the box is in the middle above what is below it.
        let left = if self.is_chain { x } else { x + (self.width - self.own.0) / 2.0 };
        let below: f64 = self.children.iter().map(|child| child.width).sum::<f64>()
            + BETWEEN * float(self.children.len().saturating_sub(1));
        let mut child_x = if self.is_chain { x + self.own.0 + LEVEL } else { x + (self.width - below) / 2.0 };
        for child in &self.children {
            if self.is_chain {
                let (from, to, middle) = (left + self.own.0, child_x, y + 15.0);
                arrow(out, (from, middle), (to, middle));
                child.draw(child_x, y, out);
            } else {
                let top = y + self.own.1 + LEVEL;
                arrow(out, (left + self.own.0 / 2.0, y + self.own.1), (child_x + child.width / 2.0, top));
                child.draw(child_x, top, out);
            }
            child_x += child.width + BETWEEN;
        }
        let _ = write!(out, "<g class=\"{}\">", class(self.node));
        let _ = write!(
            out,
            "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/>",
            self.own.0, self.own.1
        );
        for (number, line) in self.lines.iter().enumerate() {
            text(out, line.class, left + INSIDE, y + INSIDE + 10.0 + float(number) * LINE, &line.text);
        }
        out.push_str("</g>");
    }
}

fn class(node: &Node) -> &'static str {
    match node.marks.first() {
        Some(Mark::New) => "new",
        Some(Mark::Freed | Mark::Unlinked | Mark::Broken) => "gone",
        Some(Mark::Moved | Mark::Changed | Mark::Again) | None => "node",
    }
}

fn arrow(out: &mut String, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
    let is_level = (y - to_y).abs() < 0.5;
    let path = if is_level {
        format!("M{x:.1} {y:.1}H{:.1}", to_x - 6.0)
    } else {
        let middle = f64::midpoint(y, to_y);
        format!("M{x:.1} {y:.1}C{x:.1} {middle:.1} {to_x:.1} {middle:.1} {to_x:.1} {:.1}", to_y - 6.0)
    };
    let tip =
        if is_level { format!("M{to_x:.1} {to_y:.1}l-8 -4v8z") } else { format!("M{to_x:.1} {to_y:.1}l-4 -8h8z") };
    let _ = write!(out, "<path d=\"{path}\"/><path class=\"tip\" d=\"{tip}\"/>");
}

fn text(out: &mut String, class: &str, x: f64, y: f64, text: &str) {
    let _ = write!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" xml:space=\"preserve\">{}</text>",
        escaped(text)
    );
}

fn n_characters(text: &str) -> f64 {
    float(text.chars().count())
}

/// A count, which is never so large that digits are lost.
pub(crate) fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(link: &str, children: Vec<Node>, most_children: usize) -> Node {
        let fields = vec![("key".to_owned(), "<1>".to_owned())];
        let (notes, marks, changed) = (vec!["new".to_owned()], vec![Mark::New], vec!["key".to_owned()]);
        Node {
            link: link.to_owned(),
            type_name: "Node".to_owned(),
            fields,
            notes,
            marks,
            changed,
            children,
            most_children,
        }
    }

    fn drawn(root: Node) -> String {
        inline(&Picture {
            roots: vec![root],
            values: vec![("n".to_owned(), "\u{1b}&".to_owned())],
            text: "a < b".to_owned(),
        })
    }

    /// Places of the boxes.
    fn boxes(svg: &str) -> Vec<(f64, f64)> {
        let number = |text: &str, name: &str| {
            let at = text.find(&format!(" {name}=\"")).expect("it is there") + name.len() + 3;
            text[at..].split('"').next().and_then(|number| number.parse::<f64>().ok()).expect("a number")
        };
        svg.split("<rect").skip(1).map(|text| (number(text, "x"), number(text, "y"))).collect()
    }

    #[test]
    fn lists_go_right_and_trees_go_down() {
        let places = boxes(&drawn(node("head", vec![node("next", Vec::new(), 1)], 1)));
        // What is below is drawn first.
        assert!(places[0].0 > places[1].0 && (places[0].1 - places[1].1).abs() < 0.1, "{places:?}");
        let places = boxes(&drawn(node("root", vec![node("left", Vec::new(), 2), node("right", Vec::new(), 2)], 2)));
        assert!(places[0].0 < places[2].0 && places[2].0 < places[1].0, "{places:?}");
        assert!(places[0].1 > places[2].1 && (places[0].1 - places[1].1).abs() < 0.1, "{places:?}");
    }

    #[test]
    fn texts_are_escaped_and_changes_are_marked() {
        let svg = drawn(node("root", Vec::new(), 2));
        assert!(
            svg.contains("key = &lt;1&gt;")
                && svg.contains("n = \u{fffd}&amp;")
                && svg.contains("<title>a &lt; b</title>")
        );
        assert!(svg.contains("<g class=\"new\">") && svg.contains("class=\"changed\""), "{svg}");
        assert!(!svg.contains("<style>"));
        assert!(file(&Picture { roots: Vec::new(), values: Vec::new(), text: String::new() }).contains("<style>"));
    }
}
