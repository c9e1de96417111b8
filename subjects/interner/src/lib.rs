//! An interner: every name has a number, and every number a name.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

#![expect(clippy::disallowed_types, reason = "nothing depends on the order of their entries")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A hasher without a seed.
#[derive(Clone, Debug, Default)]
pub struct Fixed(u64);

impl Hasher for Fixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// Numbers by name, and names by number.
#[derive(Debug, Default, Structure)]
#[glassbox(domain(u32 = 0..2))]
pub struct Interner {
    numbers: HashMap<u32, u32, BuildHasherDefault<Fixed>>,
    names: Vec<u32>,
}

impl Interner {
    /// The number of a name; a new one for a new name.
    ///
    /// # Panics
    ///
    /// If there are 2^32 names.
    pub fn intern(&mut self, name: u32) -> u32 {
        if let Some(number) = self.numbers.get(&name)
            && !cfg!(feature = "bug-intern-twice")
        {
            return *number;
        }
        let more = usize::from(cfg!(feature = "bug-intern-numbers-from-one"));
        let number = u32::try_from(self.names.len() + more).expect("fewer than 2^32 names");
        self.numbers.insert(name, number);
        self.names.push(name);
        number
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> Option<u32> {
        self.names.get(usize::try_from(number).ok()?).copied()
    }
}

impl Invariant for Interner {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.numbers.len() == self.names.len(), "a name has no number, or a number no name")?;
        let is_right = |(number, name): (u32, &u32)| self.numbers.get(name) == Some(&number);
        ensure((0..).zip(&self.names).all(is_right), "a name has another number")
    }
}

#[glassbox::check(len = 2)]
fn intern(interner: &mut Interner, #[glassbox(values = 0..2)] name: u32) -> bool {
    let before: Vec<Option<u32>> = (0..4).map(|number| interner.name(number)).collect();
    let number = interner.intern(name);
    let is_right = |at: u32, was: Option<u32>| match interner.name(at) {
        is if at == number => is == Some(name) && was.is_none_or(|was| was == name),
        is => is == was && is != Some(name),
    };
    (0..4).zip(before).all(|(at, was)| is_right(at, was))
}
