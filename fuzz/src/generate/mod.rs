//! Random valid modules.
//!
//! Two generators with different strengths: [`smith`] is broad and knows every instruction, [`structured`] is
//! deep and made to confuse our translator.

pub mod smith;
pub mod structured;

use crate::random::Random;

/// Whether a module may look at a NaN whose payload WebAssembly leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nans {
    /// It may: the engines agree on the canonical one.
    Canonical,
    /// It must not: each engine chooses.
    Open,
}

/// A random module of what the machine supports. It ends whatever is called.
pub fn supported(seed: u64, number: u64, nans: Nans) -> Vec<u8> {
    let mut random = Random::new(seed, number, 0);
    if random.chance(50) { structured::module(&mut random, nans) } else { smith::supported(&mut random, nans) }
}
