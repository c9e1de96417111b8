//! The elements of a collection: all their values, and sequences of them.

use std::mem::ManuallyDrop;

use super::must_be_few;
use crate::plan::Plan;
use crate::structure::Structure;

/// All values of an element.
pub(super) struct Elements<T>(Vec<ManuallyDrop<T>>);

impl<T: Structure> Elements<T> {
    /// All values.
    ///
    /// # Panics
    ///
    /// If they cannot be listed.
    pub(super) fn of(plan: &mut Plan) -> Self {
        let Some(values) = T::listed(plan) else {
            plan.refuse(&format!(
                "the contents of a collection are listed, and the values of `{}` cannot be: use integers with \
                 `#[glassbox(domain(u8 = 0..3))]`, enums or `bool`; opaque keys and values go into a `Vec`",
                std::any::type_name::<T>()
            ));
        };
        Self(values.into_iter().map(ManuallyDrop::new).collect())
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The value with this number, for comparisons.
    pub(super) fn peek(&self, index: usize) -> &T {
        &self.0[index]
    }

    /// The value with this number, with memory of its own.
    pub(super) fn make(&self, plan: &mut Plan, index: usize) -> T {
        if std::mem::needs_drop::<T>() {
            let mut values = T::listed(plan).unwrap_or_default();
            let value = values.swap_remove(index);
            // As all values of a plan, they are never dropped: some types make copies of bytes.
            std::mem::forget(values);
            return value;
        }
        // SAFETY: the value is live, and dropping a copy does nothing.
        unsafe { std::ptr::read(&raw const *self.0[index]) }
    }

    /// The values with these numbers.
    pub(super) fn make_all(&self, plan: &mut Plan, indices: &[usize]) -> Vec<T> {
        indices.iter().map(|index| self.make(plan, *index)).collect()
    }

    /// All sequences of at most `most` of the values, shorter ones first.
    pub(super) fn sequences(&self, plan: &Plan, most: usize) -> Vec<Vec<usize>> {
        must_be_few(plan, n_sequences(self.len(), most));
        let mut all = vec![Vec::new()];
        let mut first = 0;
        for _ in 0..most {
            let last = all.len();
            for shorter in first..last {
                for next in 0..self.len() {
                    let longer = all[shorter].iter().copied().chain([next]).collect();
                    all.push(longer);
                }
            }
            first = last;
        }
        all
    }
}

/// Number of sequences of at most `most` of so many values; none if it does not fit a word.
fn n_sequences(n_values: usize, most: usize) -> Option<usize> {
    (0..most).try_fold(1_usize, |shorter, _| shorter.checked_mul(n_values)?.checked_add(1))
}

/// All subsets with at most `most` of the numbers below `n`, smaller ones first, each in ascending order.
pub(super) fn subsets(n: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..most.min(n) {
        let last = all.len();
        for smaller in first..last {
            for next in all[smaller].last().map_or(0, |last| last + 1)..n {
                let larger = all[smaller].iter().copied().chain([next]).collect();
                all.push(larger);
            }
        }
        first = last;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_order() {
        let expect: [&[usize]; 7] = [&[], &[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2]];
        assert_eq!(subsets(3, 2), expect);
        assert_eq!(subsets(2, 9).len(), 4);
    }

    #[test]
    fn sequences_are_counted_before_they_are_made() {
        assert_eq!(n_sequences(2, 3), Some(1 + 2 + 4 + 8));
        assert_eq!(n_sequences(0, 3), Some(1));
        assert_eq!(n_sequences(usize::MAX, 3), None);
    }
}
