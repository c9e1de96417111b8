//! A binary heap: a vector of integers with a domain.

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure, ensure};

use crate::states::{States, drops_everything_once};

/// `domain(u8 = 0..3)`
struct Heap {
    items: Vec<u8>,
}

// SAFETY: the one field is described once.
unsafe impl Structure for Heap {
    fn sample(plan: &mut Plan) -> Self {
        Heap { items: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        plan.with::<u8, _>((0..3).collect(), |plan| {
            // SAFETY: the field of the value at `at`.
            plan.field("items", |plan| unsafe { Structure::describe(&raw mut (*at).items, plan) });
        });
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: the field of a valid value.
        unsafe { Structure::visit(&raw const (*this).items, visitor) }
    }
}

impl Invariant for Heap {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let below_parent = |i: usize| self.items[(i - 1) / 2] >= self.items[i];
        ensure((1..self.items.len()).all(below_parent), "an item is greater than its parent")
    }
}

/// All words with at most this many letters.
pub(crate) fn words(max_len: u32, letters: &[u8]) -> Vec<Vec<u8>> {
    let mut words = vec![Vec::new()];
    let mut longest = words.clone();
    for _ in 0..max_len {
        let longer =
            longest.iter().flat_map(|word| letters.iter().map(|letter| [word.as_slice(), &[*letter]].concat()));
        longest = longer.collect();
        words.extend(longest.iter().cloned());
    }
    words
}

fn is_heap(word: &[u8]) -> bool {
    let children = |i: usize| [2 * i + 1, 2 * i + 2].into_iter().filter(|child| *child < word.len());
    (0..word.len()).all(|i| children(i).all(|child| word[i] >= word[child]))
}

#[test]
fn heaps_are_all_words_and_valid_where_parents_are_not_less() {
    let words = words(5, &[0, 1, 2]);
    let valid = words.iter().filter(|word| is_heap(word)).map(|word| format!("{word:?}"));
    States::of::<Heap>(&[("len", 5), ("capacity", 1)], |heap| format!("{:?}", heap.items))
        .are(words.iter().map(|word| format!("{word:?}")))
        .valid_are(valid);
}

#[test]
fn every_capacity_is_freed_as_it_was_allocated() {
    drops_everything_once::<Heap>(&[("len", 4)], |_| Vec::new());
}
