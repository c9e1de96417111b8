//! Lists of all values of small types, and their combinations.

use std::mem::ManuallyDrop;

use crate::plan::Plan;
use crate::structure::Structure;

/// A type with more values than this is described field by field.
///
/// One variable is exact where fields overlap (niches), and makes small diagrams. With many values, code that reads one
/// field would have to tell all of them apart.
pub const MOST_VALUES: usize = 64;

/// The values of one field, for combination with those of other fields.
pub struct Values<T>(Vec<ManuallyDrop<T>>);

impl<T> Values<T> {
    /// All values of a type, if they are few.
    pub fn of(plan: &mut Plan) -> Option<Self>
    where
        T: Structure,
    {
        T::values(plan).and_then(Self::listed)
    }

    /// These values, if they are few.
    pub fn listed(values: Vec<T>) -> Option<Self> {
        let values: Vec<_> = values.into_iter().map(ManuallyDrop::new).collect();
        (values.len() <= MOST_VALUES).then_some(Self(values))
    }

    /// The number of values.
    #[expect(clippy::len_without_is_empty, reason = "a type without values is not asked for them")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// A copy of the value with this number.
    ///
    /// # Safety
    ///
    /// The copy must not be dropped if the type owns anything: there may be more copies.
    pub unsafe fn get(&self, index: usize) -> T {
        // SAFETY: the value is live, because it is never dropped; that the copy is not dropped either is the
        // caller's promise.
        unsafe { std::ptr::read(&raw const *self.0[index]) }
    }
}

impl Plan {
    /// Describes a type with few values as one variable, and returns whether it did. `describe` calls it first.
    pub fn flat<T: Structure>(&mut self, at: *mut T) -> bool {
        let Some(values) = Values::<T>::of(self) else { return false };
        // SAFETY: the copies are not dropped: their bytes become patterns.
        let values: Vec<T> = (0..values.len()).map(|index| unsafe { values.get(index) }).collect();
        let labels = values.iter().map(Structure::label).collect();
        if T::is_number() {
            self.numbers(at, values, labels);
        } else {
            self.labelled(at, values, labels);
        }
        true
    }
}

/// All ways to take one value of each field, given the number of values of each; `None` if these are too many.
pub fn combinations(sizes: &[usize]) -> Option<Vec<Vec<usize>>> {
    let total = sizes.iter().try_fold(1, |total: usize, size| {
        let total = total.checked_mul(*size)?;
        (total <= MOST_VALUES).then_some(total)
    })?;
    Some((0..total).map(|number| digits(number, sizes)).collect())
}

/// Digits of `number`, the last field's first, so that the last field varies fastest.
fn digits(mut number: usize, sizes: &[usize]) -> Vec<usize> {
    let mut digits: Vec<usize> = sizes
        .iter()
        .rev()
        .map(|size| {
            let digit = number % size;
            number /= size;
            digit
        })
        .collect();
    digits.reverse();
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_listed_in_order() {
        let expect = vec![vec![0, 0], vec![0, 1], vec![0, 2], vec![1, 0], vec![1, 1], vec![1, 2]];
        assert_eq!(combinations(&[2, 3]), Some(expect));
        assert_eq!(combinations(&[]), Some(vec![vec![]]), "no fields: one value");
        assert_eq!(combinations(&[3, 0]), Some(vec![]), "an impossible field: no value");
    }

    #[test]
    fn too_many_combinations_are_not_listed() {
        assert_eq!(combinations(&[8, 8]).map(|all| all.len()), Some(MOST_VALUES));
        assert_eq!(combinations(&[5, 13]), None);
        assert_eq!(combinations(&[2; 200]), None, "the product does not fit a word");
    }
}
