//! Rules about the tree that no compiler checks. One file per rule, all in [`RULES`].
//!
//! A rule looks at a [`Tree`] in memory, so that its tests can show it trees that break it.

mod crate_readmes;
mod dependencies;
mod doc_paths;
mod limits;
mod machine_paths;
mod module_docs;
mod tree;

use std::process::ExitCode;

use tree::Tree;

/// A rule: finds what is wrong with the tree.
type Rule = fn(&Tree) -> Vec<Problem>;

const RULES: [(&str, Rule); 6] = [
    ("every module says what it is for", module_docs::check),
    ("every crate has a README", crate_readmes::check),
    ("paths named in docs exist", doc_paths::check),
    ("every dependency is explained", dependencies::check),
    ("every LIMIT names a test", limits::check),
    ("no paths of a machine", machine_paths::check),
];

/// Something that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
struct Problem {
    path: String,
    /// From 1; 0 if it concerns the whole file.
    line: usize,
    message: String,
}

impl Problem {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// Checks the repository and prints what is wrong.
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
