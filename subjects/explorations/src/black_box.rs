//! Structures whose reachable states others have counted: a heap in an array, and a search tree.

/// A binary heap of numbers from 1 to `N`, in an array that is zero behind the last item.
pub(crate) struct Heap<const N: usize> {
    items: [u8; N],
    len: u8,
}

impl<const N: usize> Heap<N> {
    const EMPTY: Self = Self { items: [0; N], len: 0 };

    fn insert(&mut self, item: u8) {
        let mut at = usize::from(self.len);
        self.items[at] = item;
        self.len += 1;
        while at > 0 && self.items[at] < self.items[(at - 1) / 2] {
            self.items.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn extract_min(&mut self) {
        if self.len == 0 {
            return;
        }
        self.len -= 1;
        let end = usize::from(self.len);
        let last = std::mem::take(&mut self.items[end]);
        if end == 0 {
            return;
        }
        self.items[0] = last;
        let mut at = 0;
        loop {
            let less = |a: usize, b: usize| if b < end && self.items[b] < self.items[a] { b } else { a };
            let child = less(less(at, 2 * at + 1), 2 * at + 2);
            if child == at {
                return;
            }
            self.items.swap(at, child);
            at = child;
        }
    }
}

macro_rules! heap {
    ($($name:ident $n:literal)*) => { $(
        /// All heaps of this size.
        #[glassbox::explore(operations = 100)]
        mod $name {
            use super::Heap;

            pub fn new() -> Heap<$n> {
                Heap::EMPTY
            }

            pub fn insert(heap: &mut Heap<$n>, #[glassbox(values = 1..=$n)] item: u8) {
                glassbox::assume(heap.len < $n);
                heap.insert(item);
            }

            pub fn extract_min(heap: &mut Heap<$n>) {
                heap.extract_min();
            }
        }
    )* };
}

heap! { heap_3 3 heap_4 4 heap_5 5 heap_6 6 heap_7 7 }

/// A search tree that is not balanced.
#[derive(Default)]
pub(crate) struct Tree {
    root: Link,
}

type Link = Option<Box<Node>>;

struct Node {
    key: u8,
    left: Link,
    right: Link,
}

impl Tree {
    fn insert(&mut self, key: u8) {
        let mut link = &mut self.root;
        while let Some(node) = link {
            if node.key == key {
                return;
            }
            link = if key < node.key { &mut node.left } else { &mut node.right };
        }
        *link = Some(Box::new(Node { key, left: None, right: None }));
    }

    fn remove(&mut self, key: u8) {
        remove(&mut self.root, key);
    }
}

fn remove(link: &mut Link, key: u8) {
    let Some(node) = link else { return };
    if key < node.key {
        return remove(&mut node.left, key);
    }
    if key > node.key {
        return remove(&mut node.right, key);
    }
    *link = match (node.left.take(), node.right.take()) {
        (None, other) | (other, None) => other,
        (Some(left), Some(right)) => {
            let mut right = Some(right);
            let key = take_least(&mut right);
            Some(Box::new(Node { key, left: Some(left), right }))
        }
    };
}

fn take_least(link: &mut Link) -> u8 {
    let node = link.as_mut().expect("a tree that is not empty");
    if node.left.is_some() {
        return take_least(&mut node.left);
    }
    let key = node.key;
    *link = node.right.take();
    key
}

macro_rules! tree {
    ($($name:ident $n:literal)*) => { $(
        /// All trees with keys up to this number.
        #[glassbox::explore(operations = 100)]
        mod $name {
            use super::Tree;

            pub fn new() -> Tree {
                Tree::default()
            }

            pub fn insert(tree: &mut Tree, #[glassbox(values = 1..=$n)] key: u8) {
                tree.insert(key);
            }

            pub fn remove(tree: &mut Tree, #[glassbox(values = 1..=$n)] key: u8) {
                tree.remove(key);
            }
        }
    )* };
}

tree! { tree_5 5 tree_6 6 tree_7 7 tree_8 8 tree_9 9 }
