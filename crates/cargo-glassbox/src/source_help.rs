//! Hints for the errors of `cargo glassbox init`.

use glassbox_files::suggest::nearest;
use glassbox_source::read::ReadError;
use glassbox_source::scaffold::ScaffoldError;

/// Hints how to solve an error, one per line.
pub(crate) fn scaffold_help(error: &ScaffoldError) -> Vec<String> {
    match error {
        ScaffoldError::Read(error) => read_help(error),
        ScaffoldError::NotGlassbox { .. } => {
            vec!["name the folder `guest/glassbox` in a clone of glassbox's repository: `--path ../glassbox/guest/glassbox`".into()]
        }
        ScaffoldError::Renamed { .. } => {
            vec!["`init` writes code with the name `glassbox`: use that name in Cargo.toml".into()]
        }
        ScaffoldError::NoCandidate { .. } => {
            vec!["`init` does not see types that macros define: write the first check by hand, as in the book's chapter 'A first check'".into()]
        }
        ScaffoldError::UnknownType { name, known } => {
            let suggestion = nearest(last_name(name), known.iter().map(String::as_str)).map(did_you_mean);
            suggestion.into_iter().chain(listed_types(known)).collect()
        }
        ScaffoldError::NoType { name, known, crates } => {
            let crates = crates.first().map(|first| {
                format!("for a type of a dependency, write its path, `{first}::Type`: {}", crates.join(", "))
            });
            let suggestion = nearest_path(name, known).map(did_you_mean);
            suggestion.into_iter().chain(listed_types(known)).chain(crates).collect()
        }
        ScaffoldError::SeveralTypes { known, .. } => vec![format!("choose one of them: {}", known.join(", "))],
        ScaffoldError::NotExplored { .. } => {
            vec!["nothing was changed; write the harness by hand, as in the book's chapter 'Exploring'".into()]
        }
        ScaffoldError::NotDescribed { others, .. } => {
            let by_hand = "nothing was changed; put `#[cfg_attr(any(test, glassbox), glassbox(..))]` on these fields, \
                           as the book's chapter 'A first structure' says, and run it again";
            let other = others.first().map(|other| format!("or choose another type: `cargo glassbox init {other}`"));
            std::iter::once(by_hand.to_owned()).chain(other).collect()
        }
        ScaffoldError::NoMethods { .. } => {
            vec!["`init` does not see types that macros define: name one, or write the harness by hand, as in the book's chapter 'Exploring'".into()]
        }
        ScaffoldError::NoOperation { .. } => {
            vec!["write the first check by hand, as in the book's chapter 'A first check'".into()]
        }
        ScaffoldError::InvalidRust { .. } => {
            vec![
                "nothing was changed; this is a bug in glassbox: please report it, with the file if you can share it"
                    .into(),
            ]
        }
        ScaffoldError::Write { .. } => vec!["files that were written before are restored".into()],
    }
}

fn read_help(error: &ReadError) -> Vec<String> {
    match error {
        ReadError::Metadata { message } => metadata_help(message),
        ReadError::NoStdSource => vec!["run `rustup component add rust-src`".into()],
        ReadError::UnknownPackage { members, .. } => unknown_package_help(members),
        ReadError::SeveralPackages { members } => {
            vec![format!("choose one with `-p NAME`: {}", members.join(", "))]
        }
        ReadError::NoLibrary { .. } => {
            vec!["put the structure into `src/lib.rs`: checks are part of the library".into()]
        }
        ReadError::Syntax { .. } => vec!["nothing was changed; run `cargo check` for details".into()],
        ReadError::File { .. } => Vec::new(),
    }
}

/// Hints for a failure of `cargo metadata`.
pub(crate) fn metadata_help(message: &str) -> Vec<String> {
    if message.contains("could not find `Cargo.toml`") {
        return vec!["run it inside a cargo package, or pass `--manifest-path`".into()];
    }
    Vec::new()
}

/// Hints if a workspace has no package of some name.
pub(crate) fn unknown_package_help(members: &[String]) -> Vec<String> {
    vec![format!("the packages are: {}", members.join(", "))]
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

fn listed_types(known: &[String]) -> Option<String> {
    (!known.is_empty()).then(|| format!("the types are: {}", known.join(", ")))
}

/// The known path that is nearest to what the user typed; if none is, the one with the nearest last name.
fn nearest_path<'a>(typed: &str, known: &'a [String]) -> Option<&'a str> {
    let by_name = || {
        let name = nearest(last_name(typed), known.iter().map(|path| last_name(path)))?;
        known.iter().map(String::as_str).find(|path| last_name(path) == name)
    };
    nearest(typed, known.iter().map(String::as_str)).or_else(by_name)
}

/// The name of a type without its path and arguments.
fn last_name(typed: &str) -> &str {
    let path = typed.split('<').next().unwrap_or(typed);
    path.rsplit("::").next().unwrap_or(path)
}
