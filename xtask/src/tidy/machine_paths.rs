//! No file contains an absolute path of a developer's computer.

use super::problem::Problem;
use crate::tree::Tree;

/// Prefixes of such paths, in two parts so that this file does not break its own rule.
const PLACES: [(&str, &str); 5] = [("/ro", "ot/"), ("/ho", "me/"), ("/wo", "rk/"), ("/Us", "ers/"), ("C:", "\\Users")];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let places = PLACES.map(|(a, b)| [a, b].concat());
    let mut problems = Vec::new();
    for (path, text) in tree.files() {
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(place) = places.iter().find(|place| has_place(line, place)) {
                problems.push(Problem::new(path, number, format!("contains an absolute path of a computer: {place}")));
            }
        }
    }
    problems
}

/// Whether `place` occurs at the beginning of a path, not inside a longer one.
fn has_place(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-)}".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_at_the_start_of_a_path_only() {
        let bad = format!("see {}", ["/ho", "me/me/x"].concat());
        let fine = format!("see docs{}", ["/wo", "rk/x"].concat());
        let tree = Tree::of(&[("a.md", &bad), ("b.md", &fine)]);
        assert_eq!(check(&tree).iter().map(|p| p.path.as_str()).collect::<Vec<_>>(), ["a.md"]);
    }
}
