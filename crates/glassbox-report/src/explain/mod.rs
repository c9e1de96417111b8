//! Pages that explain verdicts, findings, reasons and bounds, for `cargo glassbox explain`.
//!
//! A page is a Markdown file in this folder. Findings and reasons are keyed by their codes: every code has a page, and every
//! page in these groups has a code.

mod pages;

pub use pages::{GROUPS, Group, Page, all};

use std::io::{self, Write};

use crate::terminal::HELP;

/// The page that a text names: case, spaces, dashes and a colon at the end do not matter.
pub fn find(text: &str) -> Option<&'static Page> {
    let word = normalised(text);
    all().find(|page| page.words().any(|known| known == word))
}

/// A text in the form of page names: `Lost node:` is `lost-node`.
pub fn normalised(text: &str) -> String {
    let is_break = |c: char| c.is_whitespace() || c == '-' || c == '_';
    let parts = text.trim_end_matches([':', '.']).split(is_break).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// Writes a page.
pub fn write_page(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HELP}{}{HELP:#}\n", page.title())?;
    for line in page.body().lines() {
        let Some(rest) = line.strip_prefix("What to do:") else {
            writeln!(out, "{line}")?;
            continue;
        };
        writeln!(out, "{HELP}What to do{HELP:#}:{rest}")?;
    }
    Ok(())
}

/// Writes the list of all pages.
pub fn write_list(out: &mut dyn Write) -> io::Result<()> {
    let width = all().map(|page| page.word.len()).max().unwrap_or_default();
    for group in GROUPS {
        writeln!(out, "{HELP}{}{HELP:#}", group.title)?;
        for page in group.pages {
            writeln!(out, "  {:width$}  {}", page.word, page.line())?;
        }
    }
    writeln!(out, "\n{HELP}help{HELP:#}: `cargo glassbox explain lost-node` explains one of them")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use glassbox_abi::names::BOUNDS;
    use glassbox_engine::result::{Finding, FindingCode, NodeName, ReasonCode};

    use super::*;
    use crate::words;

    fn words_of(group: &str) -> BTreeSet<&'static str> {
        let group = GROUPS.iter().find(|known| known.title == group).expect("a group");
        group.pages.iter().map(|page| page.word).collect()
    }

    #[test]
    fn every_code_has_a_page_and_every_page_a_code() {
        let findings: BTreeSet<&str> = FindingCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(words_of("Findings"), findings);
        let reasons: BTreeSet<&str> = ReasonCode::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(words_of("Why a verdict is unknown"), reasons);
    }

    #[test]
    fn a_word_of_the_message_finds_the_page() {
        let node = || NodeName::Path("tree.root".to_owned());
        let findings = [
            Finding::InvariantBroken { node: node(), message: "red".into(), children: Vec::new() },
            Finding::LostNode { node: node() },
            Finding::LawBroken { law: "sorted".into() },
        ];
        for finding in findings {
            let (code, text) = (finding.code().as_str(), words::finding(&finding));
            assert!(text.split([' ', ':']).any(|part| find(part).is_some_and(|page| page.word == code)), "{text}");
        }
    }

    #[test]
    fn pages_are_found_however_they_are_written() {
        for text in ["lost-node", "lost node", "Lost_Node:", "LOST"] {
            assert_eq!(find(text).expect("known").word, "lost-node");
        }
        assert!(find("giraffe").is_none());
    }

    #[test]
    fn no_word_means_two_pages() {
        let mut seen = BTreeSet::new();
        for word in all().flat_map(Page::words) {
            assert!(seen.insert(word), "{word}");
        }
    }

    #[test]
    fn texts_begin_with_their_word() {
        for page in all() {
            let (word, line) = page.title().split_once(": ").expect(page.word);
            assert_eq!(word.to_lowercase().replace(' ', "-"), page.word);
            assert!(!line.is_empty() && line.len() <= 76, "{word}: {line}");
            assert!(!page.body().is_empty());
        }
    }

    /// All pages that a text refers to exist.
    #[test]
    fn texts_name_pages_that_exist() {
        for page in all() {
            let paragraphs = page.body().split("\n\n").filter(|paragraph| paragraph.contains("topic"));
            let quoted = paragraphs.flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
            for word in quoted.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-')) {
                assert!(find(word).is_some(), "{}: {word}", page.word);
            }
        }
    }

    #[test]
    fn bounds_are_explained() {
        for bound in BOUNDS {
            assert_eq!(find(bound).expect("a page").word, bound);
        }
    }
}
