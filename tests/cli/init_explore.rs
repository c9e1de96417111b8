//! `cargo glassbox init --explore`: from the public methods of a type to a harness that runs.

use std::fs;

use insta::assert_snapshot;

use crate::init::{files, init, package, read};
use crate::story::{Story, guest_crate};

const RING: &str = r"//! A queue in a ring.

use std::collections::VecDeque;

/// First in, first out, with room for `N` items.
pub struct Queue<T, const N: usize> {
    slots: [Option<T>; N],
    first: usize,
    len: usize,
}

impl<T, const N: usize> Queue<T, N> {
    pub fn new() -> Self {
        Self { slots: [const { None }; N], first: 0, len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..N).filter_map(|at| self.slots[(self.first + at) % N].as_ref())
    }

    /// Gives the item back if there is no room.
    pub fn push(&mut self, item: T) -> Result<(), T> {
        if self.len == N {
            return Err(item);
        }
        self.slots[(self.first + self.len) % N] = Some(item);
        self.len += 1;
        Ok(())
    }

    pub fn pop(&mut self) -> Option<T> {
        let item = self.slots[self.first].take()?;
        self.first = (self.first + 1) % N;
        self.len -= 1;
        Some(item)
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        for at in len..self.len {
            self.slots[(self.first + at) % N] = None;
        }
        self.len = self.len.min(len);
    }

    /// Puts another item in place of one.
    ///
    /// # Panics
    ///
    /// If there is no item at `index`.
    pub fn swap(&mut self, index: usize, item: &mut T) {
        assert!(index < self.len);
        std::mem::swap(self.slots[(self.first + index) % N].as_mut().unwrap(), item);
    }

    /// Moves all items of another one over, as far as there is room.
    pub fn append(&mut self, other: &mut Self) {
        while let Some(item) = other.pop() {
            let _ = self.push(item);
        }
    }

    pub fn drain(&mut self) -> impl Iterator<Item = T> {
        std::iter::from_fn(|| self.pop())
    }

    pub fn into_deque(mut self) -> VecDeque<T> {
        self.drain().collect()
    }

    /// # Safety
    ///
    /// There are so many items.
    pub unsafe fn set_len(&mut self, len: usize) {
        self.len = len;
    }

    pub fn with_each(&self, each: &dyn Fn(&T)) {
        self.iter().for_each(each);
    }
}

impl<T, const N: usize> Default for Queue<T, N> {
    fn default() -> Self {
        Self::new()
    }
}
";

/// Runs `init --explore` twice: the second time nothing changes. `cargo test` builds the new files without a warning.
fn begin(name: &str, library: &str, ty: &str) -> Story {
    let package = package(name, library);
    assert_snapshot!(format!("init_explore_{name}"), init(&package, &format!("--explore {ty}")).text());
    assert_snapshot!(format!("init_explore_{name}_file"), without_bounds(&read(&package.path("src/explorations.rs"))));
    let after = files(&package);
    let again = package.cargo(&format!("glassbox init --explore {ty}"));
    assert!(again.succeeded().stdout().contains("nothing to add"), "{}", again.text());
    assert_eq!(files(&package), after, "the second time nothing changes");
    let native = package.cargo("test");
    assert!(!native.succeeded().stderr().contains("warning"), "{}", native.text());
    package
}

/// The text of a harness without its bounds, which depend on the speed of the machine.
fn without_bounds(text: &str) -> String {
    let mut parts = text.split("explore(operations = ");
    let head = parts.next().unwrap_or_default().to_owned();
    let rest =
        parts.map(|part| format!("explore(operations = N{}", part.trim_start_matches(|c: char| c.is_ascii_digit())));
    head + &rest.collect::<String>()
}

#[test]
fn a_queue_in_a_ring() {
    let package = begin("ring", RING, "Queue");
    assert_snapshot!("init_explore_ring_explored", package.cargo("glassbox --bound operations=4").text());
    // Bugs are found: items stay where they are.
    let library = read(&package.path("src/lib.rs"));
    package.write("src/lib.rs", &library.replace("[(self.first + at) % N] = None", "[at] = None"));
    assert_snapshot!("init_explore_ring_broken", package.cargo("glassbox --bound operations=4").text());
}

#[test]
fn a_map_with_keys_and_values() {
    let package = begin(
        "pairs",
        r"use std::borrow::Borrow;
use std::ops::RangeBounds;

#[derive(Debug)]
pub struct Map<K, V> {
    pairs: Vec<(K, V)>,
}

impl<K: Ord, V> Map<K, V> {
    pub fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, (K, V)> {
        self.pairs.iter()
    }

    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.pairs[at].1, value)),
            Err(at) => {
                self.pairs.insert(at, (key, value));
                None
            }
        }
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| &self.pairs[at].1)
    }

    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| self.pairs.remove(at).1)
    }

    pub fn retain<F>(&mut self, mut keep: F)
    where
        F: FnMut(&K, &mut V) -> bool,
    {
        self.pairs.retain_mut(|(key, value)| keep(key, value));
    }

    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> std::vec::Drain<'_, (K, V)> {
        self.pairs.drain(range)
    }

    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.pairs.insert(at, (key, make()));
            at
        });
        &mut self.pairs[at].1
    }

    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.pairs.into_iter().map(|(_, value)| value)
    }

    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.pairs.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}
",
        "pairs::Map",
    );
    let explored = package.cargo("glassbox --bound operations=3");
    assert_snapshot!("init_explore_pairs_explored", explored.succeeded().text());
}

/// The harness of a dependency's type goes into the library that depends on it.
#[test]
fn a_type_of_a_dependency() {
    let story = Story::empty("init-explore-foreign");
    story.cargo("new --lib --vcs none ring-buffer").succeeded();
    story.inside("ring-buffer").write("src/lib.rs", "mod ring;\n\npub use ring::Queue;\n");
    story.inside("ring-buffer").write("src/ring.rs", RING);
    story.cargo("new --lib --vcs none user").succeeded();
    let user = story.inside("user");
    user.write("src/lib.rs", "//! Uses it.\n");
    user.cargo("add --path ../ring-buffer").succeeded();
    user.pin_dependencies();
    assert_snapshot!("init_explore_foreign_unknown", init(&user, "--explore ring_buffer::Quue").text());
    assert_snapshot!("init_explore_foreign_unnamed", init(&user, "--explore Queue").text());
    assert_snapshot!("init_explore_foreign", init(&user, "--explore ring_buffer::Queue").text());
    assert!(read(&user.path("src/explorations.rs")).contains("    use ring_buffer::Queue;\n"));
    assert_eq!(fs::read_to_string(user.path("src/lib.rs")).unwrap().matches("mod explorations;").count(), 1);
    let explored = user.cargo("glassbox");
    assert!(explored.succeeded().stdout().contains("PASS"), "{}", explored.text());
}

/// The name of a crate stands for one of its types.
#[test]
fn the_name_of_a_dependency() {
    let story = Story::empty("init-explore-crate");
    story.cargo("new --lib --vcs none ring-buffer").succeeded();
    let other = "\n/// Counts.\n#[derive(Default)]\npub struct Counter(u8);\n\nimpl Counter {\n    \
                 pub fn count(&mut self) {\n        self.0 = (self.0 + 1) % 3;\n    }\n}\n";
    story.inside("ring-buffer").write("src/lib.rs", &format!("mod ring;\n\npub use ring::Queue;\n{other}"));
    story.inside("ring-buffer").write("src/ring.rs", RING);
    story.cargo("new --lib --vcs none user").succeeded();
    let user = story.inside("user");
    user.write("src/lib.rs", "//! Uses it.\n");
    user.cargo("add --path ../ring-buffer").succeeded();
    user.pin_dependencies();
    assert_snapshot!("init_explore_crate", init(&user, "--explore ring_buffer").text());
    assert!(read(&user.path("src/explorations.rs")).contains("    use ring_buffer::Queue;\n"));
    // A type with the name of the crate comes before one with more operations.
    story
        .inside("ring-buffer")
        .write("src/lib.rs", &format!("mod ring;\n\npub use ring::Queue;\n{}", other.replace("Counter", "RingBuffer")));
    user.write("src/lib.rs", "//! Uses it.\n");
    fs::remove_file(user.path("src/explorations.rs")).unwrap();
    let named = init(&user, "--explore ring_buffer");
    assert!(named.succeeded().stdout().contains("note explores `ring_buffer::RingBuffer`;"), "{}", named.text());
}

/// A library without std, and a parameter with many required traits.
#[test]
fn a_bag_without_std() {
    let package = begin(
        "bag",
        r"#![no_std]

extern crate alloc;

use alloc::vec::Vec;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bag<T: Copy> {
    items: Vec<T>,
}

impl<T: Copy> Bag<T> {
    pub fn put_all(&mut self, items: &[T]) {
        self.items.truncate(2);
        self.items.extend_from_slice(items);
    }

    pub fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        self.items.sort_by_key(key);
    }
}
",
        "Bag",
    );
    let explored = package.cargo("glassbox --bound operations=2");
    assert!(explored.succeeded().stdout().contains("PASS"), "{}", explored.text());
}

/// Keys that operations return are kept and offered to later ones. Methods that need more traits are in a second module, and what
/// does not compile is left out.
#[test]
fn an_arena_with_keys() {
    let package = begin(
        "arena",
        r"#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Id(usize);

#[derive(Default)]
pub struct Arena<T> {
    items: Vec<Option<T>>,
}

impl<T> Arena<T> {
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }

    pub fn add(&mut self, item: T) -> Id {
        self.items.push(Some(item));
        Id(self.items.len() - 1)
    }

    pub fn get(&self, id: Id) -> Option<&T> {
        self.items[id.0].as_ref()
    }

    pub fn remove(&mut self, id: Id) -> Option<T> {
        self.items[id.0].take()
    }

    /// Swaps two items.
    pub fn swap(&mut self, index: usize, other: usize) {
        assert!(index < self.len() && other < self.len());
        self.items.swap(index, other);
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn fill(&mut self, item: T)
    where
        T: Clone,
    {
        self.items.fill(Some(item));
    }

    #[cfg(windows)]
    pub fn absent(&mut self) {}

    pub fn convert<U: From<T>>(&mut self) -> Option<U> {
        self.items.pop().flatten().map(U::from)
    }
}
",
        "Arena",
    );
    let explored = package.cargo("glassbox --bound operations=3");
    assert_snapshot!("init_explore_arena_explored", explored.succeeded().text());
}

/// Types that do not exist, are ambiguous or cannot be constructed give an error with the alternatives.
/// A set of numbers and a relation; `BROKEN` marks where a bug is planted.
const RELATIONS: &str = r"//! Sets and relations of small numbers.

/// Numbers below 8.
#[derive(Default)]
pub struct Bits(u8);

impl Bits {
    /// Whether it is new.
    pub fn insert(&mut self, number: u8) -> bool {
        let is_new = !self.contains(number);
        self.0 |= 1 << number;
        is_new
    }

    pub fn contains(&self, number: u8) -> bool {
        self.0 & 1 << number != 0
    }

    pub fn remove(&mut self, number: u8) -> bool {
        let was_there = self.contains(number);
        self.0 &= !(1 << number); // BROKEN
        was_there
    }
}

/// Pairs of numbers below 3.
#[derive(Default)]
pub struct Friends([u8; 3]);

impl Friends {
    pub fn meet(&mut self, a: usize, b: usize) {
        self.0[a] |= 1 << b;
        self.0[b] |= 1 << a; // BROKEN
    }

    pub fn are_friends(&self, a: usize, b: usize) -> bool {
        self.0[a] & 1 << b != 0
    }
}
";

/// What `init --explore` says of a type of [`RELATIONS`], and the file.
fn told(name: &str, library: &str, ty: &str) -> (String, String) {
    let package = package(name, library);
    let text = init(&package, &format!("--explore {ty}")).text();
    (text, without_bounds(&read(&package.path("src/explorations.rs"))))
}

#[test]
fn models_and_laws_stay_only_if_they_hold_in_the_first_run() {
    let (text, file) = told("bits", RELATIONS, "Bits");
    assert!(
        text.contains("`mod bits_like_a_set` compares it with a set, which it was like in the first run"),
        "{text}"
    );
    assert!(file.contains("assert_eq!(both.explored.remove(number), both.model.remove(&number));"), "{file}");
    let (text, file) = told("friends", RELATIONS, "Friends");
    assert!(file.contains("fn are_friends_is_symmetric(friends: &Friends) -> bool"), "{text}\n{file}");

    let broken: String =
        RELATIONS.lines().filter(|line| !line.contains("BROKEN")).map(|line| line.to_owned() + "\n").collect();
    let (text, file) = told("bits-broken", &broken, "Bits");
    let difference =
        "it is not like a set, nor like a set that may refuse elements: after `default()`, `insert(0)`, `remove(0)`, ";
    assert!(text.contains(difference) && text.contains("; if it should be, that is a bug"), "{text}");
    assert!(!file.contains("_like_"), "{file}");
    let (text, file) = told("friends-broken", &broken, "Friends");
    let left_out = "left out, because a state breaks it: `are_friends_is_symmetric`; if it should hold, that is a bug";
    assert!(text.contains(left_out), "{text}");
    assert!(!file.contains("_is_symmetric"), "{file}");
}

#[test]
fn what_cannot_be_explored() {
    let package = package(
        "unexplored",
        r"pub mod front {
    #[derive(Default)]
    pub struct Deck(Vec<u8>);
    impl Deck {
        pub fn cut(&mut self) {}
    }
}

pub mod back {
    #[derive(Default)]
    pub struct Deck(Vec<u8>);
    impl Deck {
        pub fn cut(&mut self) {}
    }
}

pub struct Handle(*const u8);

impl Handle {
    pub fn from_raw(raw: *const u8) -> Self {
        Self(raw)
    }

    pub fn clear(&mut self) {
        self.0 = std::ptr::null();
    }
}

pub trait Policy {}

pub struct Cache<P: Policy>(P);

impl<P: Policy> Cache<P> {
    pub fn clear(&mut self) {}
}
",
    );
    let before = files(&package);
    assert_snapshot!("init_explore_several", init(&package, "--explore Deck").text());
    assert_snapshot!("init_explore_unknown", init(&package, "--explore back::Dek").text());
    assert_snapshot!("init_explore_unmade", init(&package, "--explore Handle").text());
    assert_snapshot!("init_explore_parameter", init(&package, "--explore Cache").text());
    assert_eq!(package.cargo("glassbox init Deck --explore Deck").code(), 2, "one of them");
    assert_eq!(files(&package), before, "nothing was changed");
    let there = package.cargo(&format!("glassbox init --explore back::Deck --path {}", guest_crate()));
    assert!(there.succeeded().stdout().contains("created src/back/explorations.rs"), "{}", there.text());
    assert_eq!(package.cargo("glassbox").code(), 0);
}
