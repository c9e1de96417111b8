//! Every crate in `crates` and `guest` has a README.

use super::problem::Problem;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let crates = tree.ours("/Cargo.toml").filter_map(|(path, _)| path.strip_suffix("/Cargo.toml"));
    let public = crates.filter(|path| path.starts_with("crates/") || path.starts_with("guest/"));
    let readmes = public.map(|path| format!("{path}/README.md"));
    readmes.filter(|readme| !tree.exists(readme)).map(|readme| Problem::new(&readme, 0, "is missing")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_without_a_readme_is_found() {
        let tree = Tree::of(&[
            ("crates/a/Cargo.toml", ""),
            ("crates/a/README.md", ""),
            ("guest/b/Cargo.toml", ""),
            ("Cargo.toml", ""),
        ]);
        assert_eq!(check(&tree), [Problem::new("guest/b/README.md", 0, "is missing")]);
    }
}
