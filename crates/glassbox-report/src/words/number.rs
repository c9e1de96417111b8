//! Words for counts. There can be more cases than anyone reads digits.

use std::fmt::Display;

/// The most digits that are written out.
const MOST_DIGITS: usize = 15;

/// A count: `2508655324507`, or `2.9 × 10²⁷` if it has more than fifteen digits.
pub fn number(count: &impl Display) -> String {
    let digits = count.to_string();
    if digits.len() <= MOST_DIGITS {
        return digits;
    }
    let leading: u32 = digits[..3].parse().unwrap_or_default();
    let rounded = (leading + 5) / 10;
    let (mantissa, exponent) = if rounded == 100 { (10, digits.len()) } else { (rounded, digits.len() - 1) };
    format!("{}.{} × 10{}", mantissa / 10, mantissa % 10, superscript(exponent))
}

fn superscript(exponent: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    exponent.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_are_rounded() {
        assert_eq!(number(&0), "0");
        assert_eq!(number(&2_508_655_324_507_u64), "2508655324507");
        assert_eq!(number(&999_999_999_999_999_u64), "999999999999999");
        assert_eq!(number(&1_000_000_000_000_000_u64), "1.0 × 10¹⁵");
        assert_eq!(number(&1_949_999_999_999_999_u64), "1.9 × 10¹⁵");
        assert_eq!(number(&1_950_000_000_000_000_u64), "2.0 × 10¹⁵");
        assert_eq!(number(&9_960_000_000_000_000_u64), "1.0 × 10¹⁶");
    }
}
