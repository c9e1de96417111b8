//! Suggestions for mistyped names.

/// The nearest candidate, if one is close.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may be wrong: more would suggest `len` for `key`.
    let limit = name.chars().count().div_ceil(3);
    let distances = candidates.into_iter().map(|candidate| (distance(name, candidate), candidate));
    distances.filter(|(distance, _)| *distance <= limit).min_by_key(|(distance, _)| *distance).map(|(_, it)| it)
}

/// Number of letters to insert, remove or replace to get from one to the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // Distances from the part of `a` read so far to every prefix of `b`.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let replaced = row[j] + usize::from(letter != *other);
            next.push(replaced.min(row[j + 1] + 1).min(next[j] + 1));
        }
        row = next;
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_close_names_are_meant() {
        let names = ["Stack", "Queue"];
        assert_eq!(nearest("Stak", names), Some("Stack"));
        assert_eq!(nearest("Tree", names), None);
    }
}
