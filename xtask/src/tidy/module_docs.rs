//! Every Rust file begins with module documentation.

use super::problem::Problem;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let undocumented = tree.ours(".rs").filter(|(_, text)| !text.starts_with("//! "));
    undocumented
        .map(|(path, _)| Problem::new(path, 1, "begin the file with a line `//! ..` that says what the module is for"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_without_docs_is_found() {
        let tree = Tree::of(&[
            ("a/good.rs", "//! Good.\n"),
            ("a/bad.rs", "use std::fmt;\n"),
            ("a/testdata/story/src/lib.rs", "fn users_need_not() {}"),
        ]);
        assert_eq!(check(&tree).iter().map(|p| p.path.as_str()).collect::<Vec<_>>(), ["a/bad.rs"]);
    }
}
