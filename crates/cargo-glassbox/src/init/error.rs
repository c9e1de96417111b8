//! Why `init` changed nothing, and what to do about it.

use std::path::PathBuf;

/// A reason to change nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InitError {
    #[error("this workspace has several packages")]
    SeveralPackages { members: Vec<String> },
    #[error("package `{package}` has no library")]
    NoLibrary { package: String },
    #[error("{} cannot be read: {message}", path.display())]
    Syntax { path: PathBuf, message: String },
    #[error("{} is not the crate `glassbox`", path.display())]
    NotGlassbox { path: PathBuf },
    #[error("package `{package}` depends on glassbox under the name `{name}`")]
    Renamed { package: String, name: String },
    #[error("the library of package `{package}` has no type with methods that take `&mut self`")]
    NoCandidate { package: String },
    #[error("there is no type `{name}` with methods that take `&mut self`")]
    UnknownType { name: String, known: Vec<String>, meant: Option<String> },
    #[error("`{name}` cannot be described as it is:\n{}", lines(problems))]
    NotDescribed { name: String, problems: Vec<String>, others: Vec<String> },
    #[error("none of the operations of `{name}` can be called:\n{}", lines(left_out))]
    NoOperation { name: String, left_out: Vec<String> },
    #[error("there is no type `{name}`")]
    NoType { name: String, known: Vec<String>, crates: Vec<String>, meant: Option<String> },
    #[error("there are several types `{name}`")]
    SeveralTypes { name: String, known: Vec<String> },
    #[error("`{name}` cannot be explored as it is:\n{}", lines(problems))]
    NotExplored { name: String, problems: Vec<String> },
    #[error("what would be written to {} is no Rust: {message}", path.display())]
    Nonsense { path: PathBuf, message: String },
    #[error("could not write {}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
}

impl InitError {
    /// What to do next, one hint per line.
    pub(crate) fn help(&self) -> Vec<String> {
        match self {
            Self::SeveralPackages { members } => {
                vec![format!("say which one is meant, `-p NAME`: {}", members.join(", "))]
            }
            Self::NoLibrary { .. } => {
                vec!["put the structure into `src/lib.rs`: checks are part of the library".into()]
            }
            Self::Syntax { .. } => vec!["nothing was changed; `cargo check` says more".into()],
            Self::NotGlassbox { .. } => {
                vec!["name the folder `guest/glassbox` in a clone of glassbox's repository: `--path ../glassbox/guest/glassbox`".into()]
            }
            Self::Renamed { .. } => vec!["what `init` writes says `glassbox::`: use that name in Cargo.toml".into()],
            Self::NoCandidate { .. } => {
                vec!["types that macros make are not seen: write the first check by hand, as in the book's chapter 'A first check'".into()]
            }
            Self::UnknownType { known, meant, .. } => {
                let meant = meant.iter().map(|meant| format!("did you mean `{meant}`?"));
                meant.chain((!known.is_empty()).then(|| format!("there are: {}", known.join(", ")))).collect()
            }
            Self::NoType { known, crates, meant, .. } => {
                let meant = meant.iter().map(|meant| format!("did you mean `{meant}`?"));
                let known = (!known.is_empty()).then(|| format!("there are: {}", known.join(", ")));
                let crates = (!crates.is_empty()).then(|| {
                    format!("for a type of a dependency, write its path, `{}::Type`: {}", crates[0], crates.join(", "))
                });
                meant.chain(known).chain(crates).collect()
            }
            Self::SeveralTypes { known, .. } => {
                vec![format!("say which one is meant: {}", known.join(", "))]
            }
            Self::NotExplored { .. } => {
                vec!["nothing was changed; write the harness by hand, as in the book's chapter 'Exploring'".into()]
            }
            Self::NotDescribed { others, .. } => {
                let by_hand = "nothing was changed; put `#[cfg_attr(any(test, glassbox), glassbox(..))]` on these fields, \
                               as the book's chapter 'A first structure' says, and run it again";
                let others =
                    others.iter().take(1).map(|other| format!("or take another type: `cargo glassbox init {other}`"));
                std::iter::once(by_hand.to_owned()).chain(others).collect()
            }
            Self::NoOperation { .. } => {
                vec!["write the first check by hand, as in the book's chapter 'A first check'".into()]
            }
            Self::Nonsense { .. } => {
                vec![
                    "nothing was changed; this should not happen: please report it, with the file if you can share it"
                        .into(),
                ]
            }
            Self::Write { .. } => vec!["what was written before is as it was".into()],
        }
    }
}

fn lines(texts: &[String]) -> String {
    texts.iter().map(|text| format!("  {text}")).collect::<Vec<_>>().join("\n")
}
