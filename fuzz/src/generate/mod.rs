//! Random valid modules.
//!
//! Two generators with different strengths: [`smith`] is broad and knows every instruction, [`structured`] is
//! deep and made to confuse our translator.

pub mod smith;
pub mod structured;

use crate::random::Random;

/// A random module of what the machine supports, that ends whatever is called and looks at no NaN that engines
/// may choose freely.
pub fn supported(seed: u64, number: u64) -> Vec<u8> {
    let mut random = Random::new(seed, number, 0);
    if random.chance(50) { structured::module(&mut random) } else { smith::supported(&mut random) }
}
