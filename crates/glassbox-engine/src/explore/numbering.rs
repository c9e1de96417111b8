//! Numbers for names, in the order in which the names come.

use std::collections::BTreeMap;

/// So many names are compared one by one; more are looked up.
const FEW: usize = 16;

/// Names with their numbers.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The names in the order of their numbers.
    names: Vec<u32>,
    /// Number by name, if there are many.
    numbers: BTreeMap<u32, u32>,
}

impl Numbering {
    /// Forgets all names.
    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.numbers.clear();
    }

    /// The name with this number.
    pub(super) fn get(&self, number: usize) -> Option<u32> {
        self.names.get(number).copied()
    }

    /// The number of a name, if it has one.
    pub(super) fn of(&self, name: u32) -> Option<u32> {
        if self.names.len() > FEW {
            return self.numbers.get(&name).copied();
        }
        (0..).zip(&self.names).find(|(_, it)| **it == name).map(|(number, _)| number)
    }

    /// The number of a name, which gets the next one if it has none.
    pub(super) fn number(&mut self, name: u32) -> u32 {
        if let Some(number) = self.of(name) {
            return number;
        }
        let number = u32::try_from(self.names.len()).expect("fewer than 2^32 names");
        self.names.push(name);
        if !self.numbers.is_empty() {
            self.numbers.insert(name, number);
        } else if self.names.len() > FEW {
            self.numbers = self.by_name();
        }
        number
    }

    /// Number by name.
    pub(super) fn by_name(&self) -> BTreeMap<u32, u32> {
        self.names.iter().copied().zip(0..).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_as_they_come() {
        let mut numbering = Numbering::default();
        for round in 0..2 {
            let mut expected: Vec<u32> = Vec::new();
            for name in (0..200_u32).map(|i| i * 7919 % 61) {
                let number = expected.iter().position(|it| *it == name).unwrap_or_else(|| {
                    assert_eq!(numbering.of(name), None, "{round}");
                    expected.push(name);
                    expected.len() - 1
                });
                assert_eq!(numbering.number(name) as usize, number);
                assert_eq!(numbering.of(name), u32::try_from(number).ok());
                assert_eq!(numbering.get(number), Some(name));
            }
            assert_eq!(numbering.names, expected);
            assert_eq!(numbering.by_name().len(), expected.len());
            numbering.clear();
            assert_eq!(numbering.get(0), None);
        }
    }
}
