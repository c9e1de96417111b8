//! Explorations, as the command runs them.

use insta::assert_snapshot;

use crate::story::Story;

const LIBRARY: &str = "
/// A list that forgets where its end is.
#[glassbox::explore(operations = 4)]
mod list {
    use glassbox::Val;

    #[derive(Default)]
    pub struct List {
        items: Vec<Val>,
        last: usize,
    }

    pub fn new() -> List {
        List::default()
    }

    pub fn push(list: &mut List, value: Val) {
        list.last = list.items.len();
        list.items.push(value);
    }

    pub fn truncate(list: &mut List, #[glassbox(values = 0..=list.items.len())] len: usize) {
        list.items.truncate(len);
    }

    pub fn last_is_there(list: &List) -> bool {
        list.items.is_empty() || list.last < list.items.len()
    }
}

/// Nothing is wrong with it.
#[glassbox::explore]
mod flags {
    pub fn new(bit: bool) -> Vec<bool> {
        vec![bit]
    }

    pub fn flip(flags: &mut Vec<bool>) {
        flags[0] = !flags[0];
    }
}
";

#[test]
fn histories() {
    let fresh = Story::library("explore", "histories", LIBRARY);
    assert_snapshot!("explore_list", fresh.cargo("glassbox list").text());
    assert_snapshot!("explore_check", fresh.cargo("glassbox").text());
    assert_snapshot!("explore_less", fresh.cargo("glassbox --bound operations=1 list").text());
    assert_eq!(fresh.cargo("glassbox --bound height=1").code(), 2, "no exploration has a height");
}

const HALF: &str = "
/// Half of it is never tried.
#[glassbox::explore(elements = 2)]
mod half {
    use glassbox::Val;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(vec: &mut Vec<Val>, value: Val) {
        vec.push(value);
    }

    pub fn pop(vec: &mut Vec<Val>) {
        vec.pop();
    }

    pub fn take_many(vec: &mut Vec<Val>) {
        glassbox::assume(vec.len() > 9);
        vec.clear();
    }

    pub fn is_sorted(vec: &Vec<Val>) -> bool {
        glassbox::assume(vec.len() > 9);
        false
    }
}

/// There is nothing to count.
#[glassbox::explore(operations = 2, elements = 2)]
mod numbers {
    pub fn new() -> u8 {
        0
    }

    pub fn flip(number: &mut u8) {
        *number ^= 1;
    }
}

#[glassbox::check]
fn nothing_to_explore(bit: bool) {
    let _ = bit;
}
";

/// Remarks stand below the verdicts that they limit.
#[test]
fn remarks() {
    let fresh = Story::library("explore-remarks", "half", HALF);
    assert_snapshot!("explore_remarks", fresh.cargo("glassbox").text());
    assert_snapshot!("explore_remarks_types", fresh.cargo("glassbox --types zst --bound elements=3").text());
}

const TREE: &str = "
/// A list with a link to its end, and a tree, as glassbox knows them.
mod structures {
    use glassbox::{Key, Structure, Val};

    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Tree {
        #[glassbox(tree)]
        pub root: Option<Box<Node>>,
        #[glassbox(alias)]
        pub latest: *const Node,
        pub is_full: bool,
    }

    #[derive(Structure)]
    #[glassbox(no_invariant, sorted(left, key, right))]
    pub struct Node {
        pub key: Key,
        pub value: Val,
        #[glassbox(tree)]
        pub left: Option<Box<Node>>,
        #[glassbox(tree)]
        pub right: Option<Box<Node>>,
    }
}

/// The tree forgets to look where a key belongs if it is the third one.
#[glassbox::explore(operations = 4)]
mod tree {
    use glassbox::{Key, Val};

    use super::structures::{Node, Tree};

    pub fn new() -> Tree {
        Tree { root: None, latest: std::ptr::null(), is_full: false }
    }

    pub fn insert(tree: &mut Tree, key: Key, value: Val) {
        glassbox::assume(!tree.is_full);
        let mut depth = 0;
        let mut link = &mut tree.root;
        while let Some(node) = link {
            depth += 1;
            glassbox::assume(node.key != key);
            link = if key < node.key || depth == 2 { &mut node.left } else { &mut node.right };
        }
        let node = link.insert(Box::new(Node { key, value, left: None, right: None }));
        tree.latest = &raw const **node;
        tree.is_full = depth == 2;
    }

    pub fn is_sorted(tree: &Tree) -> bool {
        fn sorted(node: &Option<Box<Node>>, above: Option<&Key>, below: Option<&Key>) -> bool {
            node.as_ref().is_none_or(|node| {
                above.is_none_or(|above| *above < node.key)
                    && below.is_none_or(|below| node.key < *below)
                    && sorted(&node.left, above, Some(&node.key))
                    && sorted(&node.right, Some(&node.key), below)
            })
        }
        sorted(&tree.root, None, None)
    }
}
";

/// If the type of the subject can be shown, the state is drawn.
#[test]
fn structures_are_drawn() {
    let fresh = Story::library("explore-drawn", "drawn", TREE);
    let found = fresh.cargo("glassbox");
    assert_eq!(found.code(), 1, "{}", found.text());
    assert_snapshot!("explore_drawn", found.text());
}

const BAGS: &str = "
use std::fmt;

/// A bag that others can use.
pub struct Bag<T> {
    items: Vec<T>,
}

impl<T> Bag<T> {
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }

    pub fn put(&mut self, item: T) {
        self.items.push(item);
    }

    pub fn forget(&mut self, n: usize) {
        let n = n.min(self.items.len());
        self.items.drain(..n).for_each(std::mem::forget);
    }
}

/// One that is nobody else's business.
struct Bits {
    is_set: [bool; 2],
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, \"{:?}\", self.is_set)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, glassbox::Structure)]
enum Which {
    First,
    Second,
}

/// It loses values.
#[glassbox::explore(operations = 3)]
mod values {
    use glassbox::{Key, Val};

    use super::*;

    pub fn new() -> Bag<(Key, Val)> {
        Bag::new()
    }

    pub fn put(bag: &mut Bag<(Key, Val)>, key: Key, value: Option<Val>) {
        if let Some(value) = value {
            bag.put((key, value));
        }
    }

    pub fn forget(bag: &mut Bag<(Key, Val)>) {
        let n = glassbox::choose(3);
        glassbox::assume(n != 1);
        bag.forget(n as usize);
    }

    pub fn nothing(bag: &mut Bag<(Key, Val)>) {
        let _ = bag;
    }
}

/// Sets too much.
#[glassbox::explore(operations = 3)]
mod bits {
    use super::*;

    pub fn new() -> Bits {
        Bits { is_set: [false; 2] }
    }

    pub fn set(bits: &mut Bits, which: Which) {
        match which {
            Which::First => bits.is_set[0] = true,
            Which::Second => bits.is_set = [true; 2],
        }
    }

    pub fn never_both(bits: &Bits) {
        assert_ne!(bits.to_string(), \"[true, true]\", \"both are set\");
    }
}
";

/// They need only the crate and std, and fail for the same reason.
#[test]
fn histories_become_tests() {
    let fresh = Story::library("explore-emit", "bags", BAGS);
    let found = fresh.cargo("glassbox --emit-tests");
    assert_eq!(found.code(), 1, "{}", found.text());
    assert_snapshot!("explore_emit", found.text());
    let file = |name: &str| std::fs::read_to_string(fresh.path(name)).unwrap();
    let (values, bits) = (file("tests/values_forget.rs"), file("tests/bits_never_both.rs"));
    assert_snapshot!("explore_emit_values", values);
    assert_snapshot!("explore_emit_bits", bits);
    for line in values.lines().chain(bits.lines()).filter(|line| line.contains("glassbox")) {
        assert!(line.trim_start().starts_with("//"), "{line}");
    }

    let natively = fresh.cargo("test --no-fail-fast").text();
    assert!(natively.starts_with("exit code 101"), "{natively}");
    for reason in ["values {1} are lost", "both are set"] {
        assert!(natively.contains(reason), "{natively}");
    }
    assert!(!natively.contains("warning"), "{natively}");

    // A second run adds no tests. Other files stay unchanged.
    fresh.write("tests/values_forget.rs", "");
    let again = fresh.cargo("glassbox --emit-tests").text();
    assert!(again.contains("tests/bits_never_both.rs already has a test for `bags::bits`"), "{again}");
    assert!(again.contains("wrote values_forget_2 to tests/values_forget_2.rs"), "{again}");
    assert_eq!(file("tests/values_forget.rs"), "");
}

const RESULTS: &str = "
/// Takes the list, and gives it back unsorted.
#[glassbox::explore(operations = 3)]
mod given_back {
    use glassbox::Key;

    pub fn new() -> Vec<Key> {
        Vec::new()
    }

    pub fn insert(mut keys: Vec<Key>, key: Key) -> Vec<Key> {
        keys.push(key);
        keys
    }

    pub fn is_sorted(keys: &Vec<Key>) {
        assert!(keys.is_sorted(), \"given back unsorted\");
    }
}

/// What is split off is too long.
#[glassbox::explore(operations = 3)]
mod split {
    #[derive(Default)]
    pub struct Counted {
        items: Vec<u8>,
        len: usize,
    }

    pub fn new() -> Counted {
        Counted { items: vec![1, 2], len: 2 }
    }

    pub fn split_off(counted: &mut Counted) -> Result<(u8, Counted), String> {
        let items = counted.items.split_off(counted.items.len() / 2);
        let len = std::mem::replace(&mut counted.len, counted.items.len());
        Ok((1, Counted { items, len }))
    }

    pub fn len_is_right(counted: &Counted) {
        assert!(counted.items.len() == counted.len, \"split off too long\");
    }
}

/// The second item is one too many.
#[glassbox::explore(operations = 3)]
mod lazy {
    pub fn new() -> Vec<u8> {
        vec![1, 2]
    }

    pub fn first_only(items: &mut Vec<u8>) -> impl Iterator<Item = u8> {
        items.iter().map(|item| {
            assert!(*item < 2, \"iterated too far\");
            *item
        })
    }
}

/// The second call waits for too much.
#[glassbox::explore(operations = 3)]
mod later {
    pub struct Counter(u8);

    pub fn new() -> Counter {
        Counter(0)
    }

    pub async fn next(counter: Counter) -> Option<Counter> {
        assert!(counter.0 < 2, \"polled too often\");
        Some(Counter(counter.0 + 1))
    }
}

/// What is returned cannot be printed.
#[glassbox::explore(operations = 3)]
mod printed {
    pub struct Even(u8);

    impl std::fmt::Debug for Even {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            assert!(self.0 % 2 == 0, \"printed an odd number\");
            self.0.fmt(f)
        }
    }

    pub fn new() -> u8 {
        0
    }

    pub fn get(n: &mut u8) -> Even {
        *n += 1;
        Even(*n)
    }
}
";

/// What a history does with results, its test does, too.
#[test]
fn results_become_tests() {
    let fresh = Story::library("explore-results", "results", RESULTS);
    let found = fresh.cargo("glassbox --emit-tests");
    assert_eq!(found.code(), 1, "{}", found.text());
    assert_snapshot!("explore_results", found.text());
    let file = |name: &str| std::fs::read_to_string(fresh.path(name)).unwrap();
    assert_snapshot!("explore_results_later", file("tests/later_next.rs"));

    let natively = fresh.cargo("test --no-fail-fast").text();
    assert!(natively.starts_with("exit code 101"), "{natively}");
    for reason in
        ["given back unsorted", "split off too long", "iterated too far", "polled too often", "printed an odd number"]
    {
        assert!(natively.contains(reason), "{reason}: {natively}");
    }
    assert!(!natively.contains("warning"), "{natively}");
}

/// What an operation returns is kept beside the subject if its type allows that, and other operations run in between.
#[test]
fn results_that_are_kept() {
    let story = Story::library("explore-kept", "kept_results", include_str!("testdata/kept_results.rs"));
    let ran = story.cargo("glassbox");
    assert_eq!(ran.code(), 1, "{}", ran.text());
    for line in ran.stdout().lines().filter(|line| line.contains("] kept_results::")) {
        let expected = if line.contains("::wrong::") { "FAIL" } else { "PASS" };
        assert!(line.trim_start().starts_with(expected), "{line}\n{}", ran.text());
    }
    assert!(ran.stdout().contains("6 checks: 3 hold, 3 fail"), "{}", ran.text());
}

const UNSEEN: &str = "
#![allow(dead_code, unused_imports)]

macro_rules! operation {
    ($name:ident) => {
        pub fn $name(n: &mut u8) {
            *n += 1;
            assert!(*n < 2);
        }
    };
}

mod operations {
    operation!(add);
    operation!(other);
}

/// Two functions are not seen.
#[glassbox::explore(operations = 2)]
mod two {
    pub use super::operations::{add, other as another};

    pub fn new() -> u8 {
        0
    }

    pub fn flip(n: &mut u8) {
        *n ^= 1;
    }
}

/// One function is not seen.
#[glassbox::explore(operations = 2)]
mod one {
    operation!(add);

    #[cfg(any())]
    operation!(configured_away);

    pub fn new() -> u8 {
        0
    }

    pub fn flip(n: &mut u8) {
        *n ^= 1;
    }
}

/// All that is not seen is left out on purpose.
#[glassbox::explore(operations = 2)]
mod left_out {
    #[glassbox(skip)]
    operation!(add);

    #[glassbox(skip)]
    pub use super::operations::*;

    thread_local! {
        static CALLS: u8 = const { 0 };
    }

    #[glassbox(skip)]
    pub fn panics(_: &mut u8) {
        panic!(\"left out\");
    }

    #[cfg(any())]
    pub fn configured_away(_: &mut u8) {
        panic!(\"configured away\");
    }

    pub fn new() -> u8 {
        CALLS.with(|calls| *calls)
    }

    pub fn flip(n: &mut u8, #[glassbox(values = [1])] by: u8) {
        *n ^= by;
    }
}

/// A failure of other functions counts.
#[glassbox::explore(operations = 2)]
mod fails {
    #[glassbox(skip)]
    pub use super::operations::add;

    operation!(other);

    pub fn new() -> u8 {
        0
    }

    #[glassbox(skip)]
    pub fn helper(n: &mut u8) {
        assert!(*n > 0, \"not added\");
    }

    pub fn call_helper(n: &mut u8) {
        helper(n);
    }
}
";

/// Functions that the macro cannot see are named, unless the user leaves them out.
#[test]
fn unseen_functions() {
    let fresh = Story::library("explore-unseen", "unseen", UNSEEN);
    let found = fresh.cargo("glassbox --emit-tests");
    assert_eq!(found.code(), 1, "{}", found.text());
    assert_snapshot!("explore_unseen", found.text());
    let written = std::fs::read_to_string(fresh.path("tests/fails_call_helper.rs")).unwrap();
    assert!(!written.contains("skip"), "{written}");
}

const HUNGRY: &str = "
/// A long loop.
#[glassbox::explore(operations = 1)]
mod steps {
    pub fn new() -> u64 {
        0
    }

    pub fn count(sum: &mut u64) {
        for number in 0..2_000_000 {
            *sum = sum.wrapping_mul(31).wrapping_add(std::hint::black_box(number));
        }
    }
}

/// A large buffer.
#[glassbox::explore(operations = 1)]
mod memory {
    pub fn new() -> Vec<u8> {
        Vec::new()
    }

    pub fn fill(buffer: &mut Vec<u8>) {
        *buffer = vec![0; 80 << 20];
    }
}

/// Many calls of a small function.
#[glassbox::explore(operations = 1)]
mod calls {
    #[inline(never)]
    fn down(n: u32) -> u32 {
        if n == 0 { 0 } else { std::hint::black_box(down(n - 1)) + 1 }
    }

    pub fn new() -> u32 {
        0
    }

    pub fn nest(depth: &mut u32) {
        *depth = down(20_000);
    }
}

/// Few calls of a function with many variables.
#[glassbox::explore(operations = 1)]
mod stack {
    #[inline(never)]
    fn down(n: u64) -> u64 {
        let variables = std::hint::black_box([n; 1000]);
        if n == 0 { 0 } else { std::hint::black_box(down(n - 1)) + variables[7] }
    }

    pub fn new() -> u64 {
        0
    }

    pub fn nest(depth: &mut u64) {
        *depth = down(500);
    }
}
";

/// Every limit is named, with the option that raises it; with these options all explorations hold.
#[test]
fn limits_can_be_raised() {
    let fresh = Story::library("explore-limits", "hungry", HUNGRY);
    let found = fresh.cargo("glassbox");
    assert_eq!(found.code(), 3, "{}", found.text());
    assert_snapshot!("explore_limits", found.text());
    let text = found.text();
    let raised = text.lines().filter_map(|line| line.split("`--limit ").nth(1)?.split('`').next());
    let flags: Vec<String> = raised.map(|limit| format!(" --limit {limit}")).collect();
    assert_eq!(flags.len(), 4, "{text}");
    let again = fresh.cargo(&format!("glassbox{}", flags.concat()));
    assert_eq!(again.code(), 0, "{}", again.text());
}

/// A limit that does not exist, or has two values.
#[test]
fn wrong_limits_are_refused() {
    let fresh = Story::library("explore-limits-wrong", "hungry", HUNGRY);
    for (limits, message) in [
        ("--limit time=5", "there is no limit `time`"),
        ("--limit memory=64", "write a number and a unit"),
        ("--limit steps=1 --limit steps=2", "the limit `steps` is given more than once"),
    ] {
        let refused = fresh.cargo(&format!("glassbox {limits}"));
        assert!(refused.code() != 0 && refused.text().contains(message), "{}", refused.text());
    }
}
