//! A part of the work.

use std::str::FromStr;

/// A part of the rows, as evenly as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `all`.
    number: usize,
    all: usize,
}

impl Shard {
    /// The rows of this part. Every row is in exactly one part.
    pub fn of<T>(self, rows: Vec<T>) -> Vec<T> {
        rows.into_iter().skip(self.number - 1).step_by(self.all).collect()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, all)| Some((number.parse().ok()?, all.parse().ok()?)));
        match numbers {
            Some((number, all)) if 1 <= number && number <= all => Ok(Self { number, all }),
            _ => Err("a part is `I/N`, with I from 1 to N".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_in_one_part() {
        let parts = ["1/2", "2/2"].map(|it| it.parse::<Shard>().expect("a part").of(vec![1, 2, 3, 4, 5]));
        assert_eq!(parts, [vec![1, 3, 5], vec![2, 4]]);
        assert!(["0/2", "3/2", "1", "a/b"].iter().all(|it| it.parse::<Shard>().is_err()));
    }
}
