//! Runs of zeros in arrays of marks, which are zero nearly everywhere.

/// Number of zeros at the beginning.
pub(crate) fn n_zeros(bytes: &[u8]) -> usize {
    const STEP: usize = size_of::<u64>();
    let mut words = bytes.chunks_exact(STEP);
    let mut at = 0;
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("a word is a word long"));
        if word != 0 {
            return at + word.trailing_zeros() as usize / 8;
        }
        at += STEP;
    }
    let rest = words.remainder();
    at + rest.iter().position(|byte| *byte != 0).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_end_at_the_first_other_byte() {
        for len in 0..40 {
            assert_eq!(n_zeros(&vec![0; len]), len);
            for other in 0..len {
                let mut bytes = vec![0; len];
                bytes[other..].fill(0x80);
                assert_eq!(n_zeros(&bytes), other, "of {len}");
                bytes[other + 1..].fill(0);
                assert_eq!(n_zeros(&bytes), other, "of {len}");
            }
        }
    }
}
