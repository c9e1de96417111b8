//! Compares our diagrams with OxiDD's, on sets that are too large to list.
//!
//! Both engines have reduced diagrams over the same bits in the same order, and a set determines such a diagram. So
//! they agree on members, on the number of nodes, and on which sets are equal.

use glassbox_space::{Bdd, BddSet, Diagram as _, State};
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{BooleanFunction as _, Function as _, Manager as _, ManagerRef as _};

const N_BITS: u32 = 48;

/// The same set in both engines.
#[derive(Clone)]
struct Pair {
    ours: BddSet,
    theirs: BDDFunction,
}

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}

struct Engines {
    ours: Bdd,
    theirs: BDDManagerRef,
}

impl Engines {
    fn new() -> Self {
        // A small capacity, so that garbage has to be collected.
        let mut ours = Bdd::with_capacity(1 << 13, 1 << 12);
        (0..N_BITS).for_each(|_| ours.add_variable(2).unwrap());
        let theirs = oxidd::bdd::new_manager(1 << 22, 1 << 18, 1);
        theirs.with_manager_exclusive(|manager| manager.add_vars(N_BITS));
        Self { ours, theirs }
    }

    fn literal(&self, bit: usize, choice: u32) -> Pair {
        let bit_number = u32::try_from(bit).unwrap();
        let set = self.theirs.with_manager_shared(|manager| BDDFunction::var(manager, bit_number).unwrap());
        let theirs = if choice == 1 { set } else { set.not().unwrap() };
        Pair { ours: self.ours.literal(bit, choice).unwrap(), theirs }
    }

    fn combine(&self, operator: usize, a: &Pair, b: &Pair) -> Pair {
        let (ours, theirs) = match operator {
            0 => (self.ours.and(&a.ours, &b.ours), a.theirs.and(&b.theirs)),
            1 => (self.ours.or(&a.ours, &b.ours), a.theirs.or(&b.theirs)),
            _ => (self.ours.minus(&a.ours, &b.ours), b.theirs.imp_strict(&a.theirs)),
        };
        Pair { ours: ours.unwrap(), theirs: theirs.unwrap() }
    }

    fn compare(&self, pair: &Pair, random: &mut Random) {
        // OxiDD also counts the leaves that the set has.
        let is_leaf = self.ours.is_empty(&pair.ours) || pair.ours == self.ours.full();
        let leaves = if is_leaf { 1 } else { 2 };
        assert_eq!(self.ours.n_nodes(&pair.ours) + leaves, pair.theirs.node_count());
        for _ in 0..20 {
            let state: State = (0..N_BITS).map(|_| u32::from(random.below(2) == 0)).collect();
            let bits = (0..N_BITS).zip(state.choices()).map(|(bit, choice)| (bit, *choice == 1));
            assert_eq!(self.ours.contains(&pair.ours, &state), pair.theirs.eval(bits));
        }
    }
}

#[test]
fn another_engine_makes_the_same_diagrams() {
    for seed in 1..=6_u64 {
        let engines = Engines::new();
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut sets: Vec<Pair> = (0..12).map(|_| engines.literal(random.below(48), 1)).collect();
        for step in 0..3000 {
            let place = random.below(sets.len());
            let (a, b) = (random.below(sets.len()), random.below(sets.len()));
            let next = if random.below(4) == 0 {
                engines.literal(random.below(48), u32::from(random.below(2) == 0))
            } else {
                engines.combine(random.below(3), &sets[a], &sets[b])
            };
            // Replace sets that are too large or empty.
            let n_nodes = engines.ours.n_nodes(&next.ours);
            sets[place] = if (1..400).contains(&n_nodes) { next } else { engines.literal(random.below(48), 1) };
            if step % 10 == 0 {
                engines.compare(&sets[place], &mut random);
            }
            assert_eq!(sets[a].ours == sets[b].ours, sets[a].theirs == sets[b].theirs);
        }
        assert!(engines.ours.statistics().collections > 0, "{:?}", engines.ours.statistics());
    }
}
