//! Types without size: Vec, Box, Rc, maps and slices of them, zero-sized closures, and drops that still happen.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fmt::Write;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::marker::PhantomData;
use std::rc::Rc;

thread_local! {
    static DROPS: Cell<u32> = const { Cell::new(0) };
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Marker;

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPS.set(DROPS.get() + 1);
    }
}

#[derive(Clone, Copy)]
struct Metres<T>(f64, PhantomData<T>);

struct Road;

trait Visit {
    fn visit(&self, n: u32) -> u32;
}

impl Visit for Marker {
    fn visit(&self, n: u32) -> u32 {
        n + 1
    }
}

pub fn run() -> String {
    let mut out = String::new();
    DROPS.set(0);
    let mut units: Vec<()> = vec![(); 1000];
    units.extend(std::iter::repeat_n((), 500));
    units.truncate(1200);
    units.push(());
    let halves = units.split_at(600);
    writeln!(out, "{} {} {}", units.len(), halves.1.len(), units.iter().zip(0..).map(|(_, i)| i).sum::<u32>()).unwrap();

    let mut counted: Vec<Counted> = (0..40).map(|_| Counted).collect();
    counted.drain(5..15);
    let tail = counted.split_off(20);
    let boxed: Box<[Counted]> = tail.into_boxed_slice();
    let shared = Rc::new(Counted);
    let again = shared.clone();
    drop((boxed, shared));
    let between = DROPS.get();
    drop((again, counted));
    std::mem::forget(Counted);
    writeln!(out, "{between} {} drops", DROPS.get()).unwrap();

    let mut ring: VecDeque<Marker> = VecDeque::new();
    for i in 0..100 {
        ring.push_back(Marker);
        ring.push_front(Marker);
        if i % 3 == 0 {
            ring.pop_back();
        }
    }
    ring.rotate_left(17);
    let mut map = BTreeMap::from([((), "first")]);
    map.insert((), "second");
    let set: BTreeSet<Marker> = ring.iter().cloned().collect();
    let hashed: HashSet<Marker, BuildHasherDefault<DefaultHasher>> = ring.iter().cloned().collect();
    writeln!(out, "{} {map:?} {set:?} {}", ring.len(), hashed.len()).unwrap();

    let mut sorted = vec![Marker; 50];
    sorted.sort();
    sorted.dedup();
    let visitors: Vec<Box<dyn Visit>> = (0..30).map(|_| Box::new(Marker) as Box<dyn Visit>).collect();
    let visited = visitors.iter().fold(0, |n, visitor| visitor.visit(n));
    let length = (1..=10).fold(Metres::<Road>(0.0, PhantomData), |sum, n| Metres(sum.0 + f64::from(n) * 0.5, sum.1));
    let empty: [u64; 0] = [];
    write!(out, "{} {visited} {} {:?} {:?}", sorted.len(), length.0, empty, Some(()).cmp(&None)).unwrap();
    out
}
