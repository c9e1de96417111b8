//! The list of all rules, and `cargo xtask tidy`, which checks them.

use std::process::ExitCode;

use super::problem::Problem;
use super::{
    crate_readmes, dependencies, doc_paths, import_circles, limits, machine_paths, module_docs, packages,
    typed_results, verdict_makers,
};
use crate::tree::Tree;

/// Finds the places of a tree that break a rule.
type Rule = fn(&Tree) -> Vec<Problem>;

const RULES: [(&str, Rule); 10] = [
    ("every module has documentation", module_docs::check),
    ("every crate has a README", crate_readmes::check),
    ("paths in documentation exist", doc_paths::check),
    ("every dependency is explained", dependencies::check),
    ("packages say what a registry shows", packages::check),
    ("every LIMIT names a test", limits::check),
    ("no absolute paths of a computer", machine_paths::check),
    ("imports form no circles", import_circles::check),
    ("results have types", typed_results::check),
    ("only the engine makes verdicts", verdict_makers::check),
];

/// Checks the repository and prints every problem.
pub(crate) fn run() -> ExitCode {
    let tree = match Tree::of_repository() {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut n_problems = 0;
    for (name, rule) in RULES {
        let problems = rule(&tree);
        println!("{} {name}", if problems.is_empty() { "ok  " } else { "FAIL" });
        for problem in &problems {
            println!("     {problem}");
        }
        n_problems += problems.len();
    }
    if n_problems == 0 {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {n_problems} problem{}", if n_problems == 1 { "" } else { "s" });
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        let tree = Tree::of_repository().unwrap();
        let problems: Vec<String> =
            RULES.iter().flat_map(|(_, rule)| rule(&tree)).map(|problem| problem.to_string()).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}
