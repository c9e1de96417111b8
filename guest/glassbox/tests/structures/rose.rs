//! Trees with any number of children: in boxes, and inside the vector's own buffer.

use glassbox::__private::{Plan, Visitor};
use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::{States, drops_everything_once};

#[expect(clippy::vec_box, reason = "boxes in vectors are what is tested")]
struct Rose {
    children: Vec<Box<Rose>>,
    /// `values = 0..2`
    key: u8,
}

// SAFETY: every field is described once.
unsafe impl Structure for Rose {
    fn sample(plan: &mut Plan) -> Self {
        Rose { children: Structure::sample(plan), key: 0 }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("children", |plan| Structure::describe(&raw mut (*at).children, plan));
            plan.field("key", |plan| plan.choice(&raw mut (*at).key, vec![0, 1]));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value.
        unsafe { Structure::visit(&raw const (*this).children, visitor) }
    }
}

impl Invariant for Rose {
    type Summary = usize;

    fn check(&self, children: &Children) -> Result<usize, Broken> {
        Ok(1 + children.summary(&self.children).into_iter().sum::<usize>())
    }
}

struct Inline<K> {
    /// `tree`
    children: Vec<Inline<K>>,
    key: K,
}

// SAFETY: every field is described once.
unsafe impl<K: Structure> Structure for Inline<K>
where
    Inline<K>: Invariant,
{
    fn sample(plan: &mut Plan) -> Self {
        Inline { children: Vec::new(), key: Structure::sample(plan) }
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        // SAFETY: the fields of the value at `at`.
        unsafe {
            plan.field("children", |plan| plan.tree_vec(&raw mut (*at).children));
            plan.field("key", |plan| Structure::describe(&raw mut (*at).key, plan));
        }
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        // SAFETY: a field of a valid value.
        unsafe { visitor.tree_vec(&raw const (*this).children) }
    }
}

impl Invariant for Inline<bool> {
    type Summary = usize;

    fn check(&self, children: &Children) -> Result<usize, Broken> {
        Ok(1 + self.children.iter().map(|child| children.summary(child)).sum::<usize>())
    }
}

fn show(rose: &Rose) -> String {
    let children: Vec<String> = rose.children.iter().map(|child| show(child)).collect();
    format!("{}[{}]", rose.key, children.join(","))
}

fn show_inline(rose: &Inline<bool>) -> String {
    let children: Vec<String> = rose.children.iter().map(show_inline).collect();
    format!("{}[{}]", u8::from(rose.key), children.join(","))
}

fn all(height: u32, max_children: usize) -> Vec<String> {
    let below = height.checked_sub(1).map_or_else(Vec::new, |height| all(height, max_children));
    let mut forests: Vec<Vec<String>> = vec![Vec::new()];
    let mut widest = forests.clone();
    for _ in 0..max_children {
        let wider = widest
            .iter()
            .flat_map(|forest| below.iter().map(|tree| [&forest[..], std::slice::from_ref(tree)].concat()));
        widest = wider.collect();
        forests.extend(widest.iter().cloned());
    }
    forests.iter().flat_map(|forest| [0, 1].map(|key| format!("{key}[{}]", forest.join(",")))).collect()
}

#[test]
fn roses_are_all_forests() {
    for (height, max_children) in [(0, 2), (1, 3), (2, 2)] {
        let bounds = [("height", height), ("len", max_children), ("capacity", 1)];
        let expect = all(height, max_children as usize);
        States::of(&bounds, show).are(expect.clone()).valid_are(expect.clone());
        States::of(&bounds, show_inline).are(expect.clone()).valid_are(expect);
        drops_everything_once::<Rose>(&bounds, |_| Vec::new());
        drops_everything_once::<Inline<bool>>(&bounds, |_| Vec::new());
    }
}

#[test]
fn roses_of_every_capacity_own_their_children_once() {
    let bounds = [("height", 2), ("len", 2)];
    drops_everything_once::<Rose>(&bounds, |_| Vec::new());
    drops_everything_once::<Inline<bool>>(&bounds, |_| Vec::new());
}
