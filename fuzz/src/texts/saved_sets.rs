//! Sets of states, saved and loaded in two engines.

use glassbox_space::{Bdd, Diagram, Explicit, OutOfMemory};

use super::answer::Answer;
use crate::random::Random;

/// Choices of the variables: few enough to list all states.
const CHOICES: [u32; 5] = [2, 3, 1, 5, 4];
/// Bytes of the checksum at the end of a file.
const CHECKSUM_LEN: usize = 8;
/// Sets in a file at most.
const MOST_SETS: usize = 4;

/// Two engines over the same variables.
#[derive(Debug)]
pub(super) struct SavedSets {
    diagram: Bdd,
    explicit: Explicit,
}

impl Default for SavedSets {
    fn default() -> Self {
        Self { diagram: with_variables(Bdd::default()), explicit: with_variables(Explicit::default()) }
    }
}

fn with_variables<D: Diagram>(mut diagram: D) -> D {
    for n in CHOICES {
        diagram.add_variable(n).expect("five variables fit");
    }
    diagram
}

impl SavedSets {
    /// Loads a file. Sets that load are the same in both engines, and are saved as a file with the same sets.
    pub(super) fn read(&self, whole: &[u8], damaged: &[u8]) -> Result<Answer, String> {
        let (sets, listed) = match (self.diagram.load(damaged), self.explicit.load(damaged)) {
            (Ok(sets), Ok(listed)) => (sets, listed),
            (Err(error), Err(other)) if error.to_string() == other.to_string() => return Ok(Answer::Refused),
            (one, other) => return Err(format!("two engines load {one:?} and {other:?}")),
        };
        for (set, listed) in sets.iter().zip(&listed) {
            if !self.diagram.iter(set).eq(self.explicit.iter(listed)) {
                return Err(format!("two engines load other states: {listed:?}"));
            }
        }
        let written = self.diagram.save(&sets.iter().collect::<Vec<_>>());
        let again = self.diagram.load(&written).map_err(|error| format!("saved again: {error}"))?;
        if again != sets {
            return Err("saved again, they are other sets".to_owned());
        }
        let has_same_end = whole.last_chunk::<CHECKSUM_LEN>() == damaged.last_chunk::<CHECKSUM_LEN>();
        if has_same_end && whole != damaged {
            return Err("damage that the checksum does not show".to_owned());
        }
        Ok(Answer::Accepted)
    }
}

/// A file with random sets.
pub(super) fn seed(random: &mut Random) -> Vec<u8> {
    let diagram = with_variables(Bdd::default());
    let sets: Result<Vec<_>, OutOfMemory> = (0..random.range(0, MOST_SETS)).map(|_| set(&diagram, random)).collect();
    diagram.save(&sets.expect("small sets fit").iter().collect::<Vec<_>>())
}

fn set(diagram: &Bdd, random: &mut Random) -> Result<<Bdd as Diagram>::Set, OutOfMemory> {
    let mut set = diagram.empty();
    for _ in 0..random.below(6) {
        let mut part = diagram.full();
        for _ in 0..random.range(1, 3) {
            let variable = random.below(CHOICES.len());
            let choice = random.below(CHOICES[variable] as usize) as u32;
            part = diagram.and(&part, &diagram.literal(variable, choice)?)?;
        }
        set = diagram.or(&set, &part)?;
    }
    Ok(set)
}

/// The file with the checksum that fits (FNV-1a).
pub(super) fn with_checksum(file: &[u8]) -> Vec<u8> {
    let front = &file[..file.len().saturating_sub(CHECKSUM_LEN)];
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let end = front.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes();
    [front, &end].concat()
}
