//! Links between pages lead somewhere: to a file, and to a heading in it. Links to other sites are not looked at.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::markdown::{Piece, pieces};

/// What is wrong with the links of a page.
pub(super) fn broken(root: &Path, page: &str) -> Vec<String> {
    let file = root.join(page);
    let mut broken = Vec::new();
    for link in links(&fs::read_to_string(&file).unwrap()) {
        if link.contains("://") {
            continue;
        }
        let (path, anchor) = link.split_once('#').map_or((link.as_str(), None), |(path, anchor)| (path, Some(anchor)));
        let target = if path.is_empty() { file.clone() } else { file.with_file_name(path) };
        let is_there = match (fs::read_to_string(&target), anchor) {
            (Ok(text), Some(anchor)) => anchors(&text).contains(anchor),
            (Ok(_), None) => true,
            (Err(_), _) => target.is_dir(),
        };
        if !is_there {
            broken.push(format!("{page}: {link}"));
        }
    }
    broken
}

/// The targets of links in the text of a page, outside of blocks.
fn links(text: &str) -> Vec<String> {
    let lines =
        pieces(text).into_iter().filter_map(|piece| if let Piece::Line(line) = piece { Some(line) } else { None });
    // A link may go over two lines; its target does not.
    let text = lines.collect::<Vec<_>>().join("\n");
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// The names of the headings of a page, as mdBook makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let titles = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    titles.map(|title| title.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-")).collect()
}

#[test]
fn links_are_found() {
    let text = "See [a\nb](x.md#y) and [c](#d).\n\n```text\n[no](link)\n```\n## What `a` is: it\n";
    assert_eq!(links(text), ["x.md#y", "#d"]);
    assert_eq!(anchors(text), BTreeSet::from(["what-a-is-it".to_owned()]));
}
