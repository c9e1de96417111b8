//! Rc and RefCell: a graph whose nodes know their neighbours by Weak, searched, edited and taken apart.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write;
use std::rc::{Rc, Weak};

struct Node {
    id: u32,
    distance: Cell<Option<u32>>,
    neighbours: RefCell<Vec<Weak<Node>>>,
}

impl Node {
    fn link(self: &Rc<Self>, other: &Rc<Self>) {
        self.neighbours.borrow_mut().push(Rc::downgrade(other));
        other.neighbours.borrow_mut().push(Rc::downgrade(self));
    }
}

fn measure(start: &Rc<Node>) -> usize {
    let mut queue = VecDeque::from([start.clone()]);
    start.distance.set(Some(0));
    let mut reached = 0;
    while let Some(node) = queue.pop_front() {
        reached += 1;
        let distance = node.distance.get().unwrap_or(0);
        for next in node.neighbours.borrow().iter().filter_map(Weak::upgrade) {
            if next.distance.get().is_none() {
                next.distance.set(Some(distance + 1));
                queue.push_back(next);
            }
        }
    }
    reached
}

pub fn run() -> String {
    let mut out = String::new();
    let mut nodes: Vec<Rc<Node>> =
        (0..60).map(|id| Rc::new(Node { id, distance: Cell::new(None), neighbours: RefCell::default() })).collect();
    for i in 0..60_usize {
        nodes[i].link(&nodes[(i * i + 3) % 60]);
        if i % 4 == 0 {
            nodes[i].link(&nodes[(i + 7) % 60]);
        }
    }
    let reached = measure(&nodes[0]);
    let far = nodes.iter().max_by_key(|node| (node.distance.get(), node.id)).unwrap();
    writeln!(out, "{reached} reached, {} is {:?} away", far.id, far.distance.get()).unwrap();

    // Every third node goes; the weak links to it must notice.
    let mut id = 0;
    nodes.retain(|_| {
        id += 1;
        id % 3 != 0
    });
    let dangling: usize =
        nodes.iter().map(|n| n.neighbours.borrow().iter().filter(|weak| weak.strong_count() == 0).count()).sum();
    for node in &nodes {
        node.neighbours.borrow_mut().retain(|weak| weak.upgrade().is_some());
        node.distance.set(None);
    }
    let reached = measure(&nodes[1]);
    writeln!(out, "{dangling} dangling, {reached} of {} reached", nodes.len()).unwrap();
    let counts: (usize, usize) =
        nodes.iter().fold((0, 0), |sum, n| (sum.0 + Rc::strong_count(n), sum.1 + Rc::weak_count(n)));
    writeln!(out, "{counts:?}").unwrap();

    let mut shared = Rc::new(vec![1, 2, 3]);
    let other = shared.clone();
    Rc::make_mut(&mut shared).push(4);
    let busy = nodes[0].neighbours.try_borrow_mut().is_ok();
    let unwrapped = Rc::try_unwrap(other).unwrap_or_default();
    write!(out, "{shared:?} {unwrapped:?} {busy} {}", Rc::get_mut(&mut shared).is_some()).unwrap();
    out
}
