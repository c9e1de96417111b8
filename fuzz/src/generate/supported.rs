//! A random module by one of the generators.

use super::throwing::Form;
use super::{smith, structured, throwing};
use crate::module_limits::Avoid;
use crate::random::Random;

/// A module for the machine, and one that does the same for the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// For the machine.
    pub machine: Vec<u8>,
    /// For the oracle.
    pub oracle: Vec<u8>,
}

impl From<Vec<u8>> for Generated {
    fn from(bytes: Vec<u8>) -> Self {
        Self { machine: bytes.clone(), oracle: bytes }
    }
}

/// A random module with features of the machine only. Every call of its functions ends.
pub fn supported(seed: u64, number: u64, avoid: Avoid) -> Generated {
    let mut random = Random::new(seed, number, 0);
    if !avoid.exceptions && random.chance(40) {
        let form = random.pick(&[Form::Older, Form::Newer]);
        let module = |form| throwing::module(&mut Random::new(seed, number, 2), form);
        return Generated { machine: module(form), oracle: module(Form::Newer) };
    }
    let bytes =
        if random.chance(50) { structured::module(&mut random, avoid) } else { smith::supported(&mut random, avoid) };
    bytes.into()
}
