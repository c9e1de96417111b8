//! Random valid modules.
//!
//! Two generators with different strengths: [`smith`] is broad and knows every instruction, [`structured`] is
//! deep and made to confuse our translator.

pub mod smith;
pub mod structured;

use crate::random::Random;

/// What a module must keep away from for the sake of an oracle.
#[derive(Clone, Copy, Debug)]
pub struct Avoid {
    /// NaNs whose payload WebAssembly leaves open: the oracle chooses another one than the machine.
    pub open_nans: bool,
    /// Functions with more than three results: the oracle gets them wrong.
    pub many_results: bool,
}

impl Avoid {
    /// Nothing.
    pub const NOTHING: Self = Self { open_nans: false, many_results: false };
}

/// A random module of what the machine supports. It ends whatever is called.
pub fn supported(seed: u64, number: u64, avoid: Avoid) -> Vec<u8> {
    let mut random = Random::new(seed, number, 0);
    if random.chance(50) { structured::module(&mut random, avoid) } else { smith::supported(&mut random, avoid) }
}
