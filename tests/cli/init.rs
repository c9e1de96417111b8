//! `cargo glassbox init`: from a library without glassbox to checks that run.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::story::{Screen, Story, guest_crate, repository};

/// A new package with this library.
pub(crate) fn package(name: &str, library: &str) -> Story {
    let story = Story::empty(&format!("init-{name}"));
    story.cargo(&format!("new --lib --vcs none {name}")).succeeded();
    let package = story.inside(name);
    package.write("src/lib.rs", library);
    package.pin_dependencies();
    package
}

pub(crate) fn init(package: &Story, arguments: &str) -> Screen {
    package.cargo(&format!("glassbox init {arguments} --path {}", guest_crate()))
}

/// Names and contents of all files, without those of this machine.
pub(crate) fn files(package: &Story) -> String {
    let mut paths = vec![package.path("Cargo.toml")];
    collect(&package.path("src"), &mut paths);
    let show = |path: &Path| {
        let name = path.strip_prefix(package.path("")).unwrap().display().to_string();
        format!("--- {name}\n{}", read(path))
    };
    paths.iter().map(|path| show(path)).collect()
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap().replace(repository().to_str().unwrap(), "[GLASSBOX]")
}

fn collect(folder: &Path, paths: &mut Vec<std::path::PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

/// Runs `init` and the command that it names. A second `init` has nothing to do; and `cargo test` builds the new files
/// without a warning.
fn begin(name: &str, library: &str) -> Story {
    let package = package(name, library);
    let first = init(&package, "");
    assert_snapshot!(format!("init_{name}"), first.text());
    let after = files(&package);
    assert_snapshot!(format!("init_{name}_files"), after);
    let again = package.cargo("glassbox init");
    assert!(again.succeeded().stdout().contains("nothing to add"), "{}", again.text());
    assert_eq!(files(&package), after, "the second time nothing changes");
    assert_snapshot!(format!("init_{name}_checked"), package.cargo("glassbox").text());
    let native = package.cargo("test");
    assert!(!native.succeeded().stderr().contains("warning"), "{}", native.text());
    assert_eq!(package.cargo("glassbox doctor").code(), 0);
    package
}

#[test]
fn a_stack_of_a_vector() {
    begin(
        "vecstack",
        r"//! A stack. Comments, blanks   and format stay as they are.

/// Last in, first out.
#[derive(Debug, Default)]
pub struct Stack<T> {
    items: Vec<T>, // the last one is on top
}

impl<T> Stack<T> {
    pub fn new() -> Self { Self { items: Vec::new() } }

    pub fn push(&mut self, item: T) { self.items.push(item); }

    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Private operations are checked as well.
    #[allow(dead_code)]
    fn remove(&mut self, index: usize) -> bool {
        let is_there = index < self.items.len();
        if is_there {
            self.items.remove(index);
        }
        is_there
    }

    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.items.retain(keep);
    }
}
",
    );
}

#[test]
fn a_tree_with_keys_and_values() {
    begin(
        "keytree",
        r"use std::borrow::Borrow;
use std::cmp::Ordering;

type Link<K, V> = Option<Box<Node<K, V>>>;

pub struct Map<K, V> {
    root: Link<K, V>,
    len: usize,
}

struct Node<K, V> {
    key: K,
    value: V,
    left: Link<K, V>,
    right: Link<K, V>,
}

impl<K: Ord, V> Map<K, V> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let mut link = &mut self.root;
        while let Some(node) = link {
            link = match key.cmp(&node.key) {
                Ordering::Less => &mut node.left,
                Ordering::Greater => &mut node.right,
                Ordering::Equal => return Some(std::mem::replace(&mut node.value, value)),
            };
        }
        *link = Some(Box::new(Node { key, value, left: None, right: None }));
        self.len += 1;
        None
    }

    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let mut link = &mut self.root;
        while let Some(node) = link {
            link = match key.cmp(node.key.borrow()) {
                Ordering::Less => &mut node.left,
                Ordering::Greater => &mut node.right,
                Ordering::Equal => return Some(&mut node.value),
            };
        }
        None
    }
}
",
    );
}

const LIST: &str = r"use std::ptr::NonNull;

/// Two ends, and links in both directions.
pub struct List<T> {
    head: Option<NonNull<Node<T>>>,
    tail: Option<NonNull<Node<T>>>,
    len: usize,
}

struct Node<T> {
    prev: Option<NonNull<Node<T>>>,
    next: Option<NonNull<Node<T>>>,
    item: T,
}

impl<T> List<T> {
    pub const fn new() -> List<T> {
        List { head: None, tail: None, len: 0 }
    }

    pub fn push_back(&mut self, item: T) {
        let node = NonNull::from(Box::leak(Box::new(Node { prev: self.tail, next: None, item })));
        match self.tail {
            // SAFETY: the list owns its nodes.
            Some(tail) => unsafe { (*tail.as_ptr()).next = Some(node) },
            None => self.head = Some(node),
        }
        self.tail = Some(node);
        self.len += 1;
    }

    pub fn pop_front(&mut self) -> Option<T> {
        // SAFETY: the list owns its nodes, and gives this one up.
        let Node { next, item, .. } = *unsafe { Box::from_raw(self.head?.as_ptr()) };
        self.head = next;
        match next {
            // SAFETY: as above.
            Some(next) => unsafe { (*next.as_ptr()).prev = None },
            None => self.tail = None,
        }
        self.len -= 1;
        Some(item)
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop_front().is_some() {}
    }
}
";

/// In a separate module: the checks are its child, so that they can use private items.
#[test]
fn a_list_of_raw_pointers() {
    let package = package("ptrlist", "mod list;\npub use list::List;\n");
    package.write("src/list.rs", LIST);
    assert_snapshot!("init_ptrlist", init(&package, "").text());
    assert_snapshot!("init_ptrlist_files", files(&package));
    assert_snapshot!("init_ptrlist_checked", package.cargo("glassbox").text());
    // A bug is found: the tail stays where it is.
    package.write("src/list.rs", &read(&package.path("src/list.rs")).replace("None => self.tail = None", "None => {}"));
    let broken = package.cargo("glassbox pop_front");
    assert_eq!(broken.code(), 1);
    assert!(broken.stdout().contains("`tail` is not the last node"), "{}", broken.text());
}

/// Types that cannot be described are skipped, or rejected if the user names them, and nothing is changed.
#[test]
fn what_cannot_be_described() {
    let package = package(
        "cannot",
        r"use std::collections::HashMap;
use std::rc::Rc;

pub struct Cache {
    entries: HashMap<u32, Rc<str>>,
    hits: usize,
}

impl Cache {
    pub fn hit(&mut self) {
        self.hits += 1;
    }

    pub fn forget(&mut self, key: u32) {
        self.entries.remove(&key);
    }
}

pub struct Counter {
    hits: u8,
}

impl Counter {
    pub fn hit(&mut self) {
        self.hits = self.hits.wrapping_add(1);
    }
}

pub struct Tree {
    root: *mut Node,
}

pub struct Node {
    first: *mut Node,
    other: *mut Node,
}

impl Tree {
    pub fn clear(&mut self) {
        self.root = std::ptr::null_mut();
    }
}
",
    );
    let before = files(&package);
    assert_snapshot!("init_cannot", init(&package, "Cache").text());
    assert_snapshot!("init_cannot_tell", init(&package, "Tree").text());
    assert_snapshot!("init_unknown_type", init(&package, "Conter").text());
    assert_snapshot!("init_not_glassbox", package.cargo("glassbox init --path src").text());
    assert_eq!(files(&package), before, "nothing was changed");
    assert_snapshot!("init_another_one", init(&package, "").text());
    let checked = package.cargo("glassbox");
    // A counter that may have any value leaves those that are listed.
    assert_eq!(checked.code(), 3, "{}", checked.text());
    assert!(checked.stdout().contains("the operation leaves the states that are checked"), "{}", checked.text());
}

/// Links by index are checked as numbers, and a note says so.
#[test]
fn an_arena() {
    let package = package(
        "indexed",
        r"pub struct Arena {
    nodes: Vec<Node>,
    head: Option<usize>,
}

pub struct Node {
    item: bool,
    next: Option<usize>,
}

impl Arena {
    pub fn push(&mut self, item: bool) {
        self.nodes.push(Node { item, next: self.head });
        self.head = Some(self.nodes.len() - 1);
    }
}
",
    );
    assert_snapshot!("init_arena", init(&package, "").text());
    assert_eq!(package.cargo("glassbox").code(), 0);
}

/// Existing entries of Cargo.toml stay; missing ones come from the same source, and a lint goes to the other lints.
#[test]
fn manifests_are_completed() {
    let story = Story::empty("init-workspace");
    story.write(
        "Cargo.toml",
        "[workspace] # of two\nresolver = \"3\"\nmembers = [\"*\"]\nexclude = [\"target\"]\n\n[workspace.lints.rust]\nmissing_docs = \"allow\" # for now\n",
    );
    for name in ["dequeues", "others"] {
        fs::create_dir_all(story.path(name).join("src")).unwrap();
        let lints = if name == "dequeues" { "\n[lints]\nworkspace = true\n" } else { "" };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n{lints}\n[dev-dependencies.glassbox]\npath = {:?}\n",
            guest_crate()
        );
        story.write(&format!("{name}/Cargo.toml"), &manifest);
        story.write(
            &format!("{name}/src/lib.rs"),
            "pub struct Flag(bool);\n\nimpl Flag {\n    pub fn flip(&mut self) {\n        self.0 = !self.0;\n    }\n}\n",
        );
    }
    story.pin_dependencies();
    assert_snapshot!("init_several_packages", story.cargo("glassbox init").text());
    assert_snapshot!("init_workspace", story.cargo("glassbox init -p dequeues").text());
    let manifests = [read(&story.path("Cargo.toml")), read(&story.path("dequeues/Cargo.toml"))].join("---\n");
    assert_snapshot!("init_workspace_manifests", manifests);
    let checked = story.cargo("glassbox -p dequeues");
    assert!(!checked.succeeded().stderr().contains("warning"), "{}", checked.text());
}

const RING: &str = "
pub struct Ring<T> {
    slots: [Option<T>; 3],
    head: usize,
    len: usize,
}

impl<T> Ring<T> {
    pub fn new() -> Self {
        Self { slots: [None, None, None], head: 0, len: 0 }
    }

    pub fn push(&mut self, item: T) -> Result<(), T> {
        if self.len == 3 {
            return Err(item);
        }
        let slot = &mut self.slots[(self.head + self.len) % 3];
        assert!(slot.is_none());
        *slot = Some(item);
        self.len += 1;
        Ok(())
    }

    pub fn pop(&mut self) -> Option<T> {
        let item = self.slots[self.head].take()?;
        self.head = (self.head + 1) % 3;
        self.len -= 1;
        Some(item)
    }
}
";

/// `init` proposes the conditions that hold in all reached states. With them the checks hold; and they find a bug, which stays.
#[test]
fn conditions_are_proposed() {
    let ring = package("ring", RING);
    let written = init(&ring, "");
    assert!(written.succeeded().stdout().contains("ran 2 checks: 2 hold"), "{}", written.text());
    let checks = read(&ring.path("src/checks.rs"));
    for condition in ["% self.slots.len()", "self.head < self.slots.len()", "self.len <= self.slots.len()"] {
        assert!(checks.contains(condition), "{condition}:\n{checks}");
    }
    assert_eq!(ring.cargo("glassbox").code(), 0);

    let bug = package("ring-bug", &RING.replace("self.len -= 1;", "self.len = self.len.saturating_sub(2);"));
    let written = init(&bug, "");
    assert!(written.succeeded().stdout().contains("these fail, and the next command shows how"), "{}", written.text());
    assert_eq!(bug.cargo("glassbox").code(), 1);
}

/// Values beyond the usual ones, and items in order. What no operation keeps is not proposed.
#[test]
fn domains_are_widened() {
    let library = "
#[derive(Default)]
pub struct Sorted {
    items: Vec<u8>,
    limit: usize,
}

impl Sorted {
    pub fn new() -> Self {
        Self { items: Vec::new(), limit: 6 }
    }

    pub fn insert(&mut self, item: u8) -> bool {
        let at = self.items.binary_search(&item);
        let is_new = at.is_err() && self.items.len() < self.limit;
        if is_new {
            self.items.insert(at.unwrap_or_else(|at| at), item);
        }
        assert!(self.items.is_sorted());
        is_new
    }

    pub fn clear(&mut self) {
        self.items.clear();
    }
}
";
    let sorted = package("sorted", library);
    let written = init(&sorted, "");
    assert!(written.succeeded().stdout().contains("ran 2 checks: 2 hold"), "{}", written.text());
    let (library, checks) = (read(&sorted.path("src/lib.rs")), read(&sorted.path("src/checks.rs")));
    assert!(library.contains("usize = [0, 1, 2, 3, 6]"), "{library}");
    assert!(checks.contains("self.items.is_sorted_by(|a, b| a < b)"), "{checks}");
}

/// Nothing is known of the items of an array, so all checks fail in states that no operation reaches.
#[test]
fn nothing_is_written_if_no_check_is_useful() {
    let package = package(
        "links",
        "pub struct Links {
    next: [usize; 2],
}

impl Default for Links {
    fn default() -> Self {
        Self { next: [1, 0] }
    }
}

impl Links {
    pub fn follow(&mut self, last: bool) -> usize {
        self.next[self.next[usize::from(last)]]
    }
}
",
    );
    let before = files(&package);
    let screen = init(&package, "Links");
    let text = screen.text();
    assert!(
        text.contains("error: `init` found no useful check of `Links`: its check fails in a state that no operation"),
        "{text}"
    );
    assert!(
        text.contains("help: nothing was changed; `cargo glassbox init --explore Links` needs no invariant"),
        "{text}"
    );
    assert_eq!(files(&package), before);
}
