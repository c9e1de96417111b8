//! Which way a run went, as a number: for comparing runs that should go the same way.
//!
//! Unlike the log of decisions it also has what was decided without terms, and no addresses: so runs of one state in two
//! layouts of memory can be compared. Two ways that differ have the same number with a probability of 2^-64. Values that
//! are chosen without a branch are no part of it: the library does that with addresses, in checks that never fail.

/// Which way a run went: branches, jumps through tables, indirect calls and sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint(u64);

impl Footprint {
    #[cold]
    pub(super) fn went(&mut self, way: u64) {
        // Multiplication by an odd number spreads upwards, the shift downwards.
        let mixed = (self.0 ^ way ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ (mixed >> 32);
    }
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
            footprint
        };
        let all = [&[][..], &[0], &[0, 0], &[0, 1], &[1, 0], &[1], &[0, 0, 0]].map(of);
        for (index, path) in all.iter().enumerate() {
            assert!(!all[..index].contains(path), "{index}");
        }
    }
}
