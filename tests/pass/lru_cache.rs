//! A least-recently-used cache: a map of raw pointers into a circular list with a sentinel, correct.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ptr;

struct Node {
    key: u32,
    value: String,
    newer: *mut Node,
    older: *mut Node,
}

/// All nodes are in the ring around the sentinel, and all but the sentinel in the map.
struct Cache {
    nodes: BTreeMap<u32, *mut Node>,
    sentinel: *mut Node,
    capacity: usize,
}

impl Cache {
    fn new(capacity: usize) -> Self {
        let node = Node { key: u32::MAX, value: String::new(), newer: ptr::null_mut(), older: ptr::null_mut() };
        let sentinel = Box::into_raw(Box::new(node));
        // SAFETY: just allocated.
        unsafe { ((*sentinel).newer, (*sentinel).older) = (sentinel, sentinel) };
        Self { nodes: BTreeMap::new(), sentinel, capacity }
    }

    /// # Safety
    /// `node` must be in the ring.
    unsafe fn unlink(node: *mut Node) {
        // SAFETY: a node of the ring has neighbours, if only itself.
        unsafe {
            (*(*node).newer).older = (*node).older;
            (*(*node).older).newer = (*node).newer;
        }
    }

    /// # Safety
    /// `node` must be allocated and not in the ring.
    unsafe fn link_newest(&mut self, node: *mut Node) {
        // SAFETY: the sentinel is always in the ring.
        unsafe {
            let newest = (*self.sentinel).older;
            ((*node).newer, (*node).older) = (self.sentinel, newest);
            (*newest).newer = node;
            (*self.sentinel).older = node;
        }
    }

    fn get(&mut self, key: u32) -> Option<&str> {
        let node = *self.nodes.get(&key)?;
        // SAFETY: nodes in the map are in the ring.
        unsafe {
            Self::unlink(node);
            self.link_newest(node);
            Some(&(*node).value)
        }
    }

    fn put(&mut self, key: u32, value: String) -> Option<(u32, String)> {
        if let Some(node) = self.nodes.get(&key) {
            // SAFETY: nodes in the map are allocated.
            unsafe { (**node).value = value };
            self.get(key);
            return None;
        }
        // SAFETY: if the cache is full, the oldest node is not the sentinel; it leaves ring and map before it is freed.
        let evicted = (self.nodes.len() == self.capacity).then(|| unsafe {
            let oldest = (*self.sentinel).newer;
            Self::unlink(oldest);
            self.nodes.remove(&(*oldest).key);
            let node = Box::from_raw(oldest);
            (node.key, node.value)
        });
        let node = Box::into_raw(Box::new(Node { key, value, newer: ptr::null_mut(), older: ptr::null_mut() }));
        // SAFETY: just allocated.
        unsafe { self.link_newest(node) };
        self.nodes.insert(key, node);
        evicted
    }

    fn oldest_first(&self) -> Vec<u32> {
        let mut keys = Vec::new();
        // SAFETY: the ring is closed and comes back to the sentinel.
        unsafe {
            let mut at = (*self.sentinel).newer;
            while at != self.sentinel {
                keys.push((*at).key);
                at = (*at).newer;
            }
        }
        keys
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        for node in self.nodes.values().chain([&self.sentinel]) {
            // SAFETY: each node is in the map once, the sentinel never.
            drop(unsafe { Box::from_raw(*node) });
        }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let mut cache = Cache::new(10);
    let (mut hits, mut evicted) = (0, Vec::new());
    for i in 0..300_u32 {
        let key = i * i % 23;
        if cache.get(key).is_some_and(|value| value.len() > 3) {
            hits += 1;
        } else {
            evicted.extend(cache.put(key, format!("v{i}")));
        }
    }
    writeln!(out, "{hits} hits, {} evicted, last {:?}", evicted.len(), evicted.last()).unwrap();
    writeln!(out, "{:?}", cache.oldest_first()).unwrap();
    let first = cache.oldest_first()[0];
    let value = cache.get(first).map(str::to_owned);
    write!(out, "{value:?} {} {:?}", cache.get(999).is_none(), cache.oldest_first()).unwrap();
    out
}
