//! `cargo glassbox explain`: what verdicts and messages mean.
//!
//! The texts are the Markdown files in this folder, one for each topic of `topics`. `kinds` says which topic belongs to
//! which kind of finding, so that none can be forgotten.

mod kinds;
mod topics;

use std::io::{self, Write};

use glassbox_engine::finding::FindingKind;
use glassbox_report::terminal::HELP;

use crate::error::Error;
use crate::suggest::nearest;
use topics::Topic;

/// The word of the topic that explains a finding.
pub(crate) fn topic_of(kind: &FindingKind) -> &'static str {
    kinds::of_finding(kind).word
}

/// Explains what `words` say, or lists the topics if there are none.
pub(crate) fn run(words: &[String]) -> Result<(), Error> {
    let mut out = anstream::stdout();
    if words.is_empty() {
        return write_list(&mut out).map_err(Error::Write);
    }
    let topic = find(&words.join(" "))?;
    write_topic(topic, &mut out).map_err(Error::Write)
}

/// The topic that is meant: case, spaces, dashes and a colon at the end do not matter.
fn find(text: &str) -> Result<&'static Topic, Error> {
    let is_break = |c: char| c.is_whitespace() || c == '-' || c == '_';
    let parts = text.trim_end_matches([':', '.']).split(is_break).filter(|part| !part.is_empty());
    let word = parts.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    let found = topics::all().find(|topic| topic.words().any(|known| known == word));
    found.ok_or_else(|| {
        let meant = nearest(&word, topics::all().flat_map(Topic::words));
        let meant = topics::all().find(|topic| topic.words().any(|known| Some(known) == meant));
        Error::UnknownTopic { text: text.to_owned(), meant: meant.map(|topic| topic.word) }
    })
}

fn write_topic(topic: &Topic, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HELP}{}{HELP:#}\n", topic.title())?;
    for line in topic.body().lines() {
        let Some(rest) = line.strip_prefix("What to do:") else {
            writeln!(out, "{line}")?;
            continue;
        };
        writeln!(out, "{HELP}What to do{HELP:#}:{rest}")?;
    }
    Ok(())
}

fn write_list(out: &mut dyn Write) -> io::Result<()> {
    let width = topics::all().map(|topic| topic.word.len()).max().unwrap_or_default();
    for group in topics::GROUPS {
        writeln!(out, "{HELP}{}{HELP:#}", group.title)?;
        for topic in group.topics {
            writeln!(out, "  {:width$}  {}", topic.word, topic.line())?;
        }
    }
    writeln!(out, "\n{HELP}help{HELP:#}: `cargo glassbox explain lost-node` explains one of them")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn words_are_found_however_they_are_written() {
        for text in ["lost-node", "lost node", "Lost_Node:", "LOST"] {
            assert_eq!(find(text).expect("known").word, "lost-node");
        }
        assert!(matches!(find("lots-node"), Err(Error::UnknownTopic { meant: Some("lost-node"), .. })));
        assert!(matches!(find("giraffe"), Err(Error::UnknownTopic { meant: None, .. })));
    }

    #[test]
    fn no_word_means_two_topics() {
        let mut seen = BTreeSet::new();
        for word in topics::all().flat_map(Topic::words) {
            assert!(seen.insert(word), "{word}");
        }
    }

    #[test]
    fn texts_begin_with_their_word() {
        for topic in topics::all() {
            let (word, line) = topic.title().split_once(": ").expect(topic.word);
            assert_eq!(word.to_lowercase().replace(' ', "-"), topic.word);
            assert!(!line.is_empty() && line.len() <= 72, "{word}: {line}");
            assert!(!topic.body().is_empty());
        }
    }

    /// Other topics that a text names are there.
    #[test]
    fn texts_name_topics_that_exist() {
        for topic in topics::all() {
            let paragraphs = topic.body().split("\n\n").filter(|paragraph| paragraph.contains("topic"));
            let quoted = paragraphs.flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
            for word in quoted.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-')) {
                assert!(find(word).is_ok(), "{}: {word}", topic.word);
            }
        }
    }
}
