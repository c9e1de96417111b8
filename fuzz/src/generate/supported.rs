//! A random module by one of the two generators.

use super::{smith, structured};
use crate::module_limits::Avoid;
use crate::random::Random;

/// A random module with features of the machine only. Every call of its functions ends.
pub fn supported(seed: u64, number: u64, avoid: Avoid) -> Vec<u8> {
    let mut random = Random::new(seed, number, 0);
    if random.chance(50) { structured::module(&mut random, avoid) } else { smith::supported(&mut random, avoid) }
}
