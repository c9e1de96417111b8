//! Arenas: indices instead of pointers, with an invariant over the whole, or as links.

use glassbox::{Broken, Children, Invariant, Link, Structure, Summarise, ensure, slots};

use crate::states::{check, check_valid};

#[derive(Clone, Debug, Structure)]
#[glassbox(domain(u32 = 0..2, u8 = [7]))]
struct Arena {
    slots: Vec<Slot>,
    free: Option<u32>,
    root: Option<u32>,
}

#[derive(Clone, Debug, Structure)]
enum Slot {
    Free { next: Option<u32> },
    Used { left: Option<u32>, right: Option<u32>, key: u8 },
}

impl Invariant for Arena {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.free.is_none_or(|free| (free as usize) < self.slots.len()), "the free list leads outside")
    }
}

#[test]
fn slots_and_indices_have_all_combinations() {
    let indices = [None, Some(0), Some(1)];
    let mut slots = Vec::new();
    for left in indices {
        slots.push(Slot::Free { next: left });
        slots.extend(indices.map(|right| Slot::Used { left, right, key: 7 }));
    }
    let one = slots.iter().map(|slot| vec![slot.clone()]);
    let two = slots.iter().flat_map(|first| slots.iter().map(|second| vec![first.clone(), second.clone()]));
    let all: Vec<Vec<Slot>> = [Vec::new()].into_iter().chain(one).chain(two).collect();
    let mut expect = Vec::new();
    for slots in all {
        for free in indices {
            expect.extend(indices.map(|root| format!("{:?}", Arena { slots: slots.clone(), free, root })));
        }
    }
    check::<Arena>(&[("len", 2), ("capacity", 1)], |arena| format!("{arena:?}"), expect);
}

// --- Indices as links ---

#[derive(Clone, Copy, Debug, PartialEq)]
struct Index(u32);

// SAFETY: an index stands for the node in that slot.
unsafe impl Link for Index {
    type Target = Node;

    fn null() -> Option<Self> {
        Some(Index(u32::MAX))
    }

    unsafe fn put(slot: *mut Self, target: *mut Node) {
        // SAFETY: the same promise.
        unsafe { slot.write_unaligned(Index(slots::index_of(target))) }
    }

    unsafe fn target(this: *const Self) -> Option<*mut Node> {
        // SAFETY: the same promise.
        let index = unsafe { this.read_unaligned() };
        (Some(index) != Self::null()).then(|| slots::node_at(index.0))
    }
}

impl Summarise for Index {
    type Out = Option<usize>;

    fn summarise(&self, children: &Children) -> Option<usize> {
        // SAFETY: a reference is a valid address.
        unsafe { Self::target(self) }.map(|node| children.summary(unsafe { &*node }))
    }
}

#[derive(Structure)]
struct Forest {
    #[glassbox(tree)]
    root: Index,
    #[glassbox(count(Node))]
    len: usize,
    #[glassbox(holes)]
    nodes: Vec<Option<Node>>,
}

#[derive(Structure)]
struct Node {
    #[glassbox(tree)]
    children: [Index; 2],
    red: bool,
}

impl Invariant for Node {
    /// The number of nodes.
    type Summary = usize;

    fn check(&self, children: &Children) -> Result<usize, Broken> {
        Ok(1 + children.summary(&self.children).into_iter().flatten().sum::<usize>())
    }
}

impl Invariant for Forest {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        ensure(children.summary(&self.root).unwrap_or(0) == self.len, "the length is wrong")
    }
}

fn trees(height: u32) -> Vec<String> {
    let mut all = vec![".".to_owned()];
    let below = if height == 0 { Vec::new() } else { trees(height - 1) };
    for left in &below {
        all.extend(below.iter().flat_map(|right| [0, 1].map(|red| format!("({left}{red}{right})"))));
    }
    all
}

#[test]
fn nodes_lie_in_the_slots_of_an_arena() {
    fn show(forest: &Forest, index: Index, n_nodes: &mut usize) -> String {
        if Some(index) == Index::null() {
            return ".".to_owned();
        }
        let node = forest.nodes[index.0 as usize].as_ref().expect("a node in the slot");
        *n_nodes += 1;
        let [left, right] = node.children.map(|child| show(forest, child, n_nodes));
        format!("({left}{}{right})", u8::from(node.red))
    }
    let show = |forest: &Forest| {
        let mut n_nodes = 0;
        let text = show(forest, forest.root, &mut n_nodes);
        assert_eq!((n_nodes, n_nodes), (forest.len, forest.nodes.iter().flatten().count()));
        text
    };
    check(&[("height", 3)], show, trees(3));
    check_valid(&[("height", 3)], show, trees(3));
}
