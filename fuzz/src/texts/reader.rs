//! The readers of texts, and what must be true of every text that one accepts.

use glassbox_engine::texts::{PartKind, history_again, state_again};
use glassbox_files::lock;
use glassbox_files::settings;
use glassbox_files::shard_file::ShardFile;
use glassbox_vm::digest::Digest;

use super::answer::Answer;
use super::saved_sets::SavedSets;
use super::settings_text;
use crate::random::Random;
use crate::{allocator, panics};

/// The largest number of bytes that reading a text may take. Texts have a quarter of a MiB at most, and TOML takes the most: some
/// hundred bytes for each pair of brackets.
const MEMORY_LIMIT: usize = 128 << 20;

/// A reader of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Replay texts of checks.
    State,
    /// Replay texts of explorations.
    History,
    /// `glassbox.lock`.
    Lock,
    /// `glassbox.toml`.
    Settings,
    /// Entries of the cache.
    Part(PartKind),
    /// Files of shards.
    Shard,
    /// Saved sets of states.
    Sets,
}

impl Reader {
    /// All readers.
    pub const ALL: [Self; 13] = [
        Self::State,
        Self::History,
        Self::Lock,
        Self::Settings,
        Self::Part(PartKind::Search),
        Self::Part(PartKind::Drops),
        Self::Part(PartKind::Reached),
        Self::Part(PartKind::Exploration),
        Self::Part(PartKind::SearchPart),
        Self::Part(PartKind::ExplorationPart),
        Self::Part(PartKind::ExplorationShard),
        Self::Shard,
        Self::Sets,
    ];

    /// Its name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::History => "history",
            Self::Lock => "lock",
            Self::Settings => "settings",
            Self::Part(kind) => kind.name(),
            Self::Shard => "shard",
            Self::Sets => "sets",
        }
    }
}

/// The readers with what they need.
#[derive(Debug, Default)]
pub struct Readers {
    sets: SavedSets,
}

impl Readers {
    /// Reads `damaged`, which was made from `whole`. The error is a panic, too much memory, or something that is not true of it.
    pub fn read(&self, reader: Reader, whole: &[u8], damaged: &[u8], number: u64) -> Result<Answer, String> {
        allocator::reset_peak(number);
        let before = allocator::peak();
        let answer = panics::catch(|| self.answer(reader, whole, damaged, number))??;
        let needed = allocator::peak() - before;
        if needed > MEMORY_LIMIT {
            return Err(format!("needs {needed} bytes of memory, for {} bytes", damaged.len()));
        }
        Ok(answer)
    }

    fn answer(&self, reader: Reader, whole: &[u8], damaged: &[u8], number: u64) -> Result<Answer, String> {
        if reader == Reader::Sets {
            return self.sets.read(whole, damaged);
        }
        if reader == Reader::Shard {
            return shard(whole, damaged);
        }
        // Files and arguments that are not UTF-8 are refused before anyone reads them; entries are bytes.
        let text = match (reader, std::str::from_utf8(damaged)) {
            (_, Ok(text)) => text,
            (Reader::Part(kind), Err(_)) => return entry(kind, whole, damaged),
            (_, Err(_)) => return Ok(Answer::Refused),
        };
        match reader {
            Reader::State => state(text),
            Reader::History => again(history_again(text), text),
            Reader::Lock => lock(text),
            Reader::Settings => settings(text),
            // Either the lines are damaged, and the digest is right, or the entry is damaged.
            Reader::Part(kind) if Random::new(0, number, 4).chance(50) => part(kind, text),
            Reader::Part(kind) => entry(kind, whole, damaged),
            Reader::Shard | Reader::Sets => unreachable!("they are no text"),
        }
    }
}

/// A text that is accepted is the one that is written.
fn again(written: Option<String>, text: &str) -> Result<Answer, String> {
    match written {
        None => Ok(Answer::Refused),
        Some(written) if written == text => Ok(Answer::Accepted),
        Some(written) => Err(format!("accepted, and written as {}", short(&written))),
    }
}

/// Choices that are missing at the end of a state are 0, so `:1;` is `:1`.
fn state(text: &str) -> Result<Answer, String> {
    let (front, mark) = text.strip_suffix('~').map_or((text, ""), |front| (front, "~"));
    let usual = format!("{}{mark}", front.strip_suffix(';').unwrap_or(front));
    again(state_again(text), if state_again(&usual).is_some() { &usual } else { text })
}

/// A lock that can be read is written as one with the same contents, which is neither less nor more.
fn lock(text: &str) -> Result<Answer, String> {
    let read = match lock::parse(text) {
        Ok(read) => read,
        Err(at) => return refused(at.line, text, &at.problem.to_string(), &at.problem.help()),
    };
    let written = lock::print(&read);
    let again = lock::parse(&written).map_err(|at| format!("written as {}: {}", short(&written), at.problem))?;
    if again != read {
        return Err(format!("written as {}, which is another lock", short(&written)));
    }
    if lock::print(&again) != written {
        return Err(format!("written in two ways, one of which is {}", short(&written)));
    }
    let results = read.checks.iter().map(|(name, proof)| (name.clone(), lock::Ended::Holds(proof.clone())));
    let compared = lock::compare(&read, &results.collect(), |_| true);
    if !compared.less.is_empty() || !compared.notes().is_empty() {
        return Err(format!("a lock compared with itself: {compared:?}"));
    }
    Ok(Answer::Accepted)
}

/// Settings that can be read mean the same if they are written plainly.
fn settings(text: &str) -> Result<Answer, String> {
    let read = match settings::parse(text) {
        Ok(read) => read,
        Err(at) => return refused(at.line, text, &at.problem.to_string(), &at.problem.help()),
    };
    let written = settings_text::write(&read);
    let again = settings::parse(&written).map_err(|at| format!("written as {}: {}", short(&written), at.problem))?;
    if settings_text::write(&again) != written {
        return Err(format!("written as {}, which are other settings", short(&written)));
    }
    Ok(Answer::Accepted)
}

/// A text is refused with a line that it has, a sentence and a hint.
fn refused(line: usize, text: &str, problem: &str, help: &[String]) -> Result<Answer, String> {
    if line == 0 || line > text.split('\n').count() {
        return Err(format!("refused in line {line} of {}", text.split('\n').count()));
    }
    if problem.is_empty() || help.is_empty() {
        return Err(format!("refused without a reason or a hint: `{problem}`"));
    }
    Ok(Answer::Refused)
}

/// Lines of a part with a right digest are trusted if they are written in the same way.
fn part(kind: PartKind, text: &str) -> Result<Answer, String> {
    let key = key();
    let is_trusted = kind.is_trusted(&kind.entry(&key, text), &key);
    match kind.again(text) {
        Some(written) if written == text => {
            if is_trusted {
                Ok(Answer::Accepted)
            } else {
                Err("written in the same way, and not trusted".to_owned())
            }
        }
        _ if is_trusted => Err("trusted, and not written in the same way".to_owned()),
        _ => Ok(Answer::Refused),
    }
}

/// A file that is accepted is written in the same way. A digest at its end says that it is whole.
fn shard(whole: &[u8], damaged: &[u8]) -> Result<Answer, String> {
    match ShardFile::read(damaged) {
        None => Ok(Answer::Refused),
        Some(file) if file.write() != damaged => Err("accepted, and written in another way".to_owned()),
        Some(_) if damaged != whole => Err("a damaged file is accepted".to_owned()),
        Some(_) => Ok(Answer::Accepted),
    }
}

/// A damaged entry is not trusted. `whole` are the lines of a part; the damage is the one between `whole` and `damaged`, or, where these
/// are the same, none.
fn entry(kind: PartKind, whole: &[u8], damaged: &[u8]) -> Result<Answer, String> {
    let key = key();
    let lines = std::str::from_utf8(whole).map_err(|error| format!("a seed: {error}"))?;
    let good = kind.entry(&key, lines);
    // The head and the digest stay, so that the damage is in between.
    let start = good.len() - lines.len() - DIGEST_LEN;
    let bad = [&good[..start], damaged, &good[start + lines.len()..]].concat();
    match kind.is_trusted(&bad, &key) {
        true if bad == good => Ok(Answer::Accepted),
        true => Err("a damaged entry is trusted".to_owned()),
        false if bad == good => Err("a good entry is not trusted".to_owned()),
        false => Ok(Answer::Refused),
    }
}

/// A digest as text, and the end of the line.
const DIGEST_LEN: usize = 65;

fn key() -> Digest {
    Digest::of(b"key")
}

/// The beginning of a text, for messages.
fn short(text: &str) -> String {
    const MOST: usize = 300;
    format!("{:?}", text.chars().take(MOST).collect::<String>())
}
