//! An arena with a free list: indices are small integers, and the tree property is a global invariant.

use std::mem::MaybeUninit;

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure, ensure};

use crate::states::{States, drops_everything_once};

/// `domain(u32 = 0..len, u8 = [7])`
#[derive(Clone, Debug, PartialEq)]
struct Arena {
    slots: Vec<Slot>,
    free: Option<u32>,
    root: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
enum Slot {
    Free { next: Option<u32> },
    Used { left: Option<u32>, right: Option<u32>, key: u8 },
}

// SAFETY: every field is described once.
unsafe impl Structure for Arena {
    fn sample(plan: &mut Plan) -> Self {
        Arena { slots: Structure::sample(plan), free: Structure::sample(plan), root: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let len = plan.bound("len", 3);
        plan.with::<u8, _>(vec![7], |plan| {
            // SAFETY: the fields of the value at `at`.
            plan.with::<u32, _>((0..len).collect(), |plan| unsafe {
                plan.field("slots", |plan| Structure::describe(&raw mut (*at).slots, plan));
                plan.field("free", |plan| Structure::describe(&raw mut (*at).free, plan));
                plan.field("root", |plan| Structure::describe(&raw mut (*at).root, plan));
            });
        });
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value.
        unsafe { Structure::visit(&raw const (*this).slots, visitor) }
    }
}

// SAFETY: a sample of each variant, overlaid by its fields.
unsafe impl Structure for Slot {
    fn sample(plan: &mut Plan) -> Self {
        Slot::Free { next: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let mut variants = plan.variants(at);
        let sample = Slot::Free { next: Structure::sample(plan) };
        variants.add(plan, "Free", sample);
        let sample =
            Slot::Used { left: Structure::sample(plan), right: Structure::sample(plan), key: Structure::sample(plan) };
        variants.add(plan, "Used", sample);
        let tag = variants.done(plan);
        if let Some(sample @ Slot::Free { next }) = tag.sample("Free") {
            let next = tag.place(sample, next);
            // SAFETY: the place of the field in this variant.
            tag.when(plan, "Free", |plan| plan.field("next", |plan| unsafe { Structure::describe(next, plan) }));
        }
        if let Some(sample @ Slot::Used { left, right, key }) = tag.sample("Used") {
            let (left, right, key) = (tag.place(sample, left), tag.place(sample, right), tag.place(sample, key));
            // SAFETY: the places of the fields in this variant.
            tag.when(plan, "Used", |plan| unsafe {
                plan.field("left", |plan| Structure::describe(left, plan));
                plan.field("right", |plan| Structure::describe(right, plan));
                plan.field("key", |plan| Structure::describe(key, plan));
            });
        }
    }

    unsafe fn visit(this: *const Self, _: &mut Visitor) {
        // SAFETY: a valid value, maybe unaligned. Its fields have no links.
        let _ = unsafe { this.cast::<MaybeUninit<Self>>().read_unaligned() };
    }
}

impl Invariant for Arena {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }

    fn ok(&self) -> bool {
        self.every_slot_once().is_ok()
    }
}

impl Arena {
    /// The tree from the root and the free list together meet every slot once.
    fn every_slot_once(&self) -> Result<(), Broken> {
        let mut met = vec![false; self.slots.len()];
        let mut todo: Vec<u32> = self.root.into_iter().collect();
        while let Some(index) = todo.pop() {
            let Slot::Used { left, right, .. } = meet(&self.slots, &mut met, index)? else {
                return Err(Broken::new("the tree has a free slot"));
            };
            todo.extend([left, right].into_iter().flatten());
        }
        let mut free = self.free;
        while let Some(index) = free {
            let Slot::Free { next } = meet(&self.slots, &mut met, index)? else {
                return Err(Broken::new("the free list has a used slot"));
            };
            free = *next;
        }
        ensure(met.into_iter().all(|met| met), "a slot is lost")
    }
}

fn meet<'a>(slots: &'a [Slot], met: &mut [bool], index: u32) -> Result<&'a Slot, Broken> {
    let index = index as usize;
    ensure(index < slots.len(), "a link leads out of the arena")?;
    ensure(!std::mem::replace(&mut met[index], true), "two links lead to one slot")?;
    Ok(&slots[index])
}

fn all(len: u32) -> Vec<Arena> {
    let links: Vec<Option<u32>> = (0..len).map(Some).chain([None]).collect();
    let pairs = links.iter().flat_map(|left| links.iter().map(|right| (*left, *right)));
    let free = links.iter().map(|next| Slot::Free { next: *next });
    let slots: Vec<Slot> = pairs.clone().map(|(left, right)| Slot::Used { left, right, key: 7 }).chain(free).collect();
    let mut lists: Vec<Vec<Slot>> = vec![Vec::new()];
    let mut longest = lists.clone();
    for _ in 0..len {
        let longer =
            longest.iter().flat_map(|list| slots.iter().map(|slot| [&list[..], std::slice::from_ref(slot)].concat()));
        longest = longer.collect();
        lists.extend(longest.iter().cloned());
    }
    let arenas = lists.iter().flat_map(|slots| {
        let slots = slots.clone();
        pairs.clone().map(move |(free, root)| Arena { slots: slots.clone(), free, root })
    });
    arenas.collect()
}

#[test]
fn arenas_have_every_link_everywhere() {
    for len in [1, 2] {
        States::of::<Arena>(&[("len", len), ("capacity", 1)], |arena| {
            assert_eq!(arena.clone(), *arena);
            format!("{arena:?}")
        })
        .are(all(len).iter().map(|arena| format!("{arena:?}")));
    }
}

#[test]
fn valid_arenas_have_every_slot_once() {
    let states = States::of::<Arena>(&[("len", 2), ("capacity", 1)], |arena| format!("{arena:?}"));
    // No slot; one, free or used; two: both free (either first), both used (either root, either side), or one of each.
    assert_eq!(states.valid.len(), 1 + 2 + (2 + 4 + 2));
    drops_everything_once::<Arena>(&[("len", 2)], |_| Vec::new());
}
