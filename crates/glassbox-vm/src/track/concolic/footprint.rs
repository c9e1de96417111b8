//! The path of a run as a hash, to compare runs that should take the same path.
//!
//! Unlike the log of decisions it includes decisions without terms, and no addresses, so it can compare runs of one state in
//! two layouts of memory. Two different paths have the same hash with a probability of 2^-64. Values that are chosen without
//! a branch are not included: the standard library does that with addresses, in checks that never fail.

/// Hash of the path of a run: branches, jumps through tables, indirect calls and sizes.
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
