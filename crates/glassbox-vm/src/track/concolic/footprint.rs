//! Which way a run went, as a number: for comparing runs that should go the same way.
//!
//! Unlike the log of decisions it also has what was decided without terms, and no addresses: so runs of one state in two
//! layouts of memory can be compared. Two ways that differ have the same number with a probability of 2^-64.

/// Which way a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Branches, jumps through tables, indirect calls and sizes: the same for all lookalikes of a run.
    pub path: u64,
    /// Values chosen without a branch. Lookalikes may differ in them; one state in two layouts should not.
    pub chosen: u64,
}

impl Footprint {
    #[cold]
    pub(super) fn went(&mut self, way: u64) {
        self.path = mix(self.path, way);
    }

    #[cold]
    pub(super) fn chose(&mut self, way: u64) {
        self.chosen = mix(self.chosen, way);
    }
}

/// A step of a 64-bit hash: multiplication by an odd number spreads upwards, the shift downwards.
fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_number_of_ways_matter() {
        let of = |ways: &[u64]| {
            let mut footprint = Footprint::default();
            for &way in ways {
                footprint.went(way);
            }
            footprint.path
        };
        let all = [&[][..], &[0], &[0, 0], &[0, 1], &[1, 0], &[1], &[0, 0, 0]].map(of);
        for (index, path) in all.iter().enumerate() {
            assert!(!all[..index].contains(path), "{index}");
        }
    }
}
