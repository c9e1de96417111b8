//! Texts to begin with. `fuzz/texts` has a folder for each reader, with texts of real runs: one per line for short texts, one per
//! file for the others.

use std::path::{Path, PathBuf};

use glassbox_engine::texts::PartKind;

use super::damage::damage;
use super::reader::Reader;
use super::saved_sets;
use crate::random::Random;

/// Files of sets to begin with.
const N_SETS: u64 = 64;

/// Texts of each reader.
#[derive(Debug)]
pub struct Seeds {
    seed: u64,
    /// In the order of [`Reader::ALL`].
    texts: Vec<Vec<Vec<u8>>>,
}

impl Seeds {
    /// Reads the texts of `fuzz/texts`.
    pub fn read(seed: u64) -> std::io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts");
        let texts = Reader::ALL.into_iter().map(|reader| match reader {
            Reader::Sets => Ok((0..N_SETS).map(|number| saved_sets::seed(&mut Random::new(seed, number, 5))).collect()),
            Reader::Lock | Reader::Settings | Reader::Shard => read_files(&folder.join(reader.name())),
            Reader::Part(PartKind::SearchPart | PartKind::ExplorationPart | PartKind::ExplorationShard) => {
                read_files(&folder.join(reader.name().replace(' ', "-")))
            }
            Reader::State | Reader::History | Reader::Part(_) => read_blocks(&folder, reader),
        });
        Ok(Self { seed, texts: texts.collect::<std::io::Result<_>>()? })
    }

    /// All texts with their readers.
    pub fn whole(&self) -> impl Iterator<Item = (Reader, &[u8])> {
        let readers = Reader::ALL.into_iter().zip(&self.texts);
        readers.flat_map(|(reader, texts)| texts.iter().map(move |text| (reader, text.as_slice())))
    }

    /// The reader of the input with this number, a whole text, and the same text damaged. Some are not damaged.
    pub fn input(&self, number: u64) -> (Reader, &[u8], Vec<u8>) {
        let index = (number % Reader::ALL.len() as u64) as usize;
        let reader = Reader::ALL[index];
        let mut random = Random::new(self.seed, number, 6);
        let texts = &self.texts[index];
        let whole = &texts[random.below(texts.len())];
        if random.chance(1) {
            return (reader, whole, whole.clone());
        }
        let other = &texts[random.below(texts.len())];
        let mut damaged = damage(whole, other, &mut random);
        if reader == Reader::Sets && random.chance(80) {
            damaged = saved_sets::with_checksum(&damaged);
        }
        (reader, whole, damaged)
    }
}

/// The files of a folder, in the order of their names.
fn read_files(folder: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}

/// The texts of a file for short ones: replay texts without the end of their lines, parts with empty lines between them.
fn read_blocks(folder: &Path, reader: Reader) -> std::io::Result<Vec<Vec<u8>>> {
    let text = std::fs::read_to_string(folder.join(format!("{}.txt", reader.name())))?;
    Ok(match reader {
        Reader::Part(_) => text.trim_end().split("\n\n").map(|part| format!("{part}\n").into_bytes()).collect(),
        _ => text.lines().map(|line| line.as_bytes().to_vec()).collect(),
    })
}
