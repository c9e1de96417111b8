//! `RangeMap` against a table of the values of its keys.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod ranges {
    use std::ops::Range;

    use rangemap::RangeMap;

    pub struct Subject {
        map: RangeMap<u8, u8>,
        /// The value of each key.
        model: [Option<u8>; 4],
    }

    pub fn new() -> Subject {
        Subject { map: RangeMap::new(), model: [None; 4] }
    }

    pub fn insert(
        subject: &mut Subject,
        #[glassbox(values = 0..4)] from: u8,
        #[glassbox(values = 1..5)] to: u8,
        #[glassbox(values = 0..2)] value: u8,
    ) {
        glassbox::assume(from < to);
        subject.map.insert(from..to, value);
        subject.model[usize::from(from)..usize::from(to)].fill(Some(value));
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..4)] from: u8, #[glassbox(values = 1..5)] to: u8) {
        glassbox::assume(from < to);
        subject.map.remove(from..to);
        subject.model[usize::from(from)..usize::from(to)].fill(None);
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.map = subject.map.clone();
    }

    pub fn gaps(subject: &mut Subject, #[glassbox(values = 0..4)] from: u8, #[glassbox(values = 1..5)] to: u8) {
        glassbox::assume(from < to);
        let gaps = runs(&subject.model, from, to).into_iter().filter(|(_, value)| value.is_none());
        assert!(subject.map.gaps(&(from..to)).eq(gaps.map(|(range, _)| range)));
    }

    pub fn keys_have_their_values(subject: &Subject) -> bool {
        (0..4).all(|key| subject.map.get(&key) == subject.model[usize::from(key)].as_ref())
    }

    /// Ranges that touch and have one value are one range.
    pub fn ranges_are_like_the_model(subject: &Subject) -> bool {
        let runs = runs(&subject.model, 0, 4).into_iter();
        let runs = runs.filter_map(|(range, value)| Some((range, value?)));
        subject.map.iter().map(|(range, value)| (range.clone(), *value)).eq(runs)
    }

    /// The longest ranges of keys with equal values.
    fn runs(model: &[Option<u8>; 4], from: u8, to: u8) -> Vec<(Range<u8>, Option<u8>)> {
        let mut runs: Vec<(Range<u8>, Option<u8>)> = Vec::new();
        for key in from..to {
            let value = model[usize::from(key)];
            match runs.last_mut() {
                Some((range, last)) if *last == value => range.end = key + 1,
                _ => runs.push((key..key + 1, value)),
            }
        }
        runs
    }
}
