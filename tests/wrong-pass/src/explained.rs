//! Disagreements that somebody has looked at: `explained.tsv`, lines with the beginning of a mutant's name, the class, words of what was
//! said about it, and a reason. Words of a verdict keep a reason from covering another disagreement about the same code.

use crate::entry::Entry;

const TEXT: &str = include_str!("../explained.tsv");

/// The reasons.
#[derive(Debug)]
pub(crate) struct Explained(Vec<Line>);

#[derive(Debug)]
struct Line {
    mutant: &'static str,
    class: &'static str,
    words: &'static str,
    reason: &'static str,
}

impl Explained {
    pub(crate) fn read() -> Result<Self, String> {
        Self::parse(TEXT)
    }

    fn parse(text: &'static str) -> Result<Self, String> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let parsed = lines.map(|line| {
            let mut parts = line.split('\t');
            let mut part =
                || parts.next().filter(|part| !part.is_empty()).ok_or_else(|| format!("`{line}` is too short"));
            Ok(Line { mutant: part()?, class: part()?, words: part()?, reason: part()? })
        });
        Ok(Self(parsed.collect::<Result<_, String>>()?))
    }

    /// Why a disagreement about a mutant is right.
    pub(crate) fn reason(&self, entry: &Entry) -> Option<&'static str> {
        // Lines and places change with the source; what is different does not.
        let (mutant, said) = (without_place(&entry.mutant), entry.line());
        let class = entry.decided.class().name();
        let is_about =
            |line: &&Line| mutant.starts_with(line.mutant) && line.class == class && said.contains(line.words);
        self.0.iter().find(is_about).map(|line| line.reason)
    }
}

/// `stack/src/lib.rs:7 [100..110]: without ..` as `stack/src/lib.rs: without ..`.
fn without_place(mutant: &str) -> String {
    let parts = mutant.split_once(':').zip(mutant.split_once("]: "));
    parts.map_or_else(|| mutant.to_owned(), |((file, _), (_, name))| format!("{file}: {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decided::{Decided, Said};

    fn entry(mutant: &str, finding: &str) -> Entry {
        let decided = Decided {
            is_unviable: false,
            checks: Some(Said::Fails(finding.to_owned())),
            exploration: Some(Said::Passes),
            is_beyond: false,
            natively: None,
            explored: 3,
        };
        Entry { mutant: mutant.to_owned(), decided }
    }

    #[test]
    fn reasons_do_not_depend_on_lines() {
        let text = "# comment\nstack/src/lib.rs: without `a\tfails in checks only\tinvariant\tit does nothing";
        let explained = Explained::parse(text).expect("lines");
        let reason = |mutant: &str, finding: &str| explained.reason(&entry(mutant, finding));
        let mutant = "stack/src/lib.rs:7 [10..20]: without `a();`";
        assert_eq!(reason(mutant, "push: the invariant is broken"), Some("it does nothing"));
        assert_eq!(reason(mutant, "push: it panics"), None);
        assert_eq!(reason("stack/src/lib.rs:7 [10..20]: twice `a();`", "push: the invariant is broken"), None);
        assert!(Explained::parse("no\treason").is_err());
    }

    #[test]
    fn a_reason_is_about_one_class() {
        let explained = Explained::parse("stack/\twrong PASS\tinvariant\ta reason").expect("lines");
        assert_eq!(explained.reason(&entry("stack/src/lib.rs:7 [1..2]: x", "push: the invariant")), None);
    }
}
