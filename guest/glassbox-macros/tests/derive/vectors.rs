//! Vectors: of numbers, of boxed nodes, of nodes in place.

use std::collections::BTreeSet;

use glassbox::{Broken, Children, Invariant, Structure, ensure};

use crate::states::{check, check_valid, states};

/// Without this a vector occurs with several capacities, which print alike.
const FIXED: (&str, u32) = ("capacity", 1);

// --- A binary heap ---

#[derive(Structure)]
struct Heap {
    #[glassbox(domain(u8 = 0..3))]
    items: Vec<u8>,
}

impl Invariant for Heap {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let ordered = (1..self.items.len()).all(|i| self.items[(i - 1) / 2] >= self.items[i]);
        ensure(ordered, "a child is larger than its parent")
    }
}

fn words(len: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..len {
        let longer = longest.iter().flat_map(|word| (0..3).map(move |item| [word.as_slice(), &[item]].concat()));
        longest = longer.collect();
        all.extend(longest.clone());
    }
    all
}

#[test]
fn a_vector_has_all_words_up_to_its_length() {
    check::<Heap>(&[("len", 4), FIXED], |heap| format!("{:?}", heap.items), words(4).iter().map(|w| format!("{w:?}")));
}

#[test]
fn the_valid_words_are_the_heaps() {
    let is_heap = |word: &&Vec<u8>| {
        let children = |i: usize| [2 * i + 1, 2 * i + 2].into_iter().filter(|&child| child < word.len());
        (0..word.len()).all(|i| children(i).all(|child| word[i] >= word[child]))
    };
    let heaps: Vec<String> = words(4).iter().filter(is_heap).map(|w| format!("{w:?}")).collect();
    check_valid::<Heap>(&[("len", 4), FIXED], |heap| format!("{:?}", heap.items), heaps);
}

/// `rows` can have room for 5 and 16 as well; its elements and `others` cannot.
#[derive(Structure)]
#[glassbox(no_invariant, domain(u8 = 0..1))]
struct Roomy {
    #[glassbox(capacities = [5, 16])]
    rows: Vec<Vec<u8>>,
    others: Vec<u8>,
}

#[test]
fn listed_capacities_are_added_to_one_vector() {
    let show = |Roomy { rows, others }: &Roomy| {
        let row = rows.first().map(|row| format!("{} {}", row.capacity(), row.len()));
        format!("{} {} {} {}", rows.capacity(), others.capacity(), others.len(), row.unwrap_or_default())
    };
    let (all, _) = states::<Roomy>(&[("len", 1)], show);
    let column =
        |number: usize| -> BTreeSet<&str> { all.iter().filter_map(|text| text.split(' ').nth(number)).collect() };
    assert_eq!(column(0), ["0", "1", "4", "5", "16"].into());
    assert_eq!(column(1), ["0", "1", "8"].into());
    assert_eq!(column(3), ["", "0", "1", "8"].into());
}

#[test]
fn a_vector_has_several_capacities() {
    let show = |heap: &Heap| format!("{:?} of {}", heap.items, heap.items.capacity());
    let (all, _) = states::<Heap>(&[("len", 2)], show);
    for text in ["[] of 0", "[] of 2", "[1] of 1", "[1] of 2", "[2, 0] of 2"] {
        assert!(all.contains(text), "{text} is missing in {all:?}");
    }
}

// --- Wide trees ---

#[derive(Structure)]
struct Boxed {
    #[expect(clippy::vec_box, reason = "that is what is tested")]
    children: Vec<Box<Boxed>>,
    #[glassbox(values = 0..2)]
    key: u8,
}

impl Invariant for Boxed {
    type Summary = usize;

    fn check(&self, children: &Children) -> Result<usize, Broken> {
        Ok(1 + children.summary(&self.children).into_iter().sum::<usize>())
    }
}

#[derive(Structure)]
struct Inline<K> {
    #[glassbox(tree)]
    children: Vec<Inline<K>>,
    key: K,
}

impl Invariant for Inline<bool> {
    type Summary = usize;

    fn check(&self, children: &Children) -> Result<usize, Broken> {
        Ok(1 + self.children.iter().map(|child| children.summary(child)).sum::<usize>())
    }
}

fn show_boxed(tree: &Boxed) -> String {
    let children: Vec<String> = tree.children.iter().map(|child| show_boxed(child)).collect();
    format!("{}[{}]", tree.key, children.join(","))
}

fn show_inline(tree: &Inline<bool>) -> String {
    let children: Vec<String> = tree.children.iter().map(show_inline).collect();
    format!("{}[{}]", u8::from(tree.key), children.join(","))
}

fn trees(height: u32, width: usize) -> Vec<String> {
    let below = if height == 0 { Vec::new() } else { trees(height - 1, width) };
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    let mut longest = rows.clone();
    for _ in 0..width {
        let longer = longest
            .iter()
            .flat_map(|row| below.iter().map(move |tree| [row.as_slice(), std::slice::from_ref(tree)].concat()));
        longest = longer.collect();
        rows.extend(longest.clone());
    }
    rows.iter().flat_map(|row| [0, 1].map(|key| format!("{key}[{}]", row.join(",")))).collect()
}

#[test]
fn nodes_in_a_vector_are_children_boxed_or_not() {
    for (height, width) in [(1, 2), (2, 2), (1, 3)] {
        let bounds = [("height", height), ("len", u32::try_from(width).expect("small")), FIXED];
        check(&bounds, show_boxed, trees(height, width));
        check(&bounds, show_inline, trees(height, width));
    }
}
