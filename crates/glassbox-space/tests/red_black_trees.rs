//! Counts red-black trees without keys in the same way as the engine: position by position from the leaves up, with the
//! black height of each subtree as a derived variable.

#[path = "../examples/support/red_black.rs"]
mod red_black;

use glassbox_space::{Bdd, Space, State};
use red_black::{BLACK, RedBlackTrees};

fn trees(height: u32) -> (Space, RedBlackTrees<glassbox_space::BddSet>) {
    let mut space = Space::new(Bdd::with_capacity(1 << 17, 1 << 14));
    let trees = RedBlackTrees::new(&mut space, height).unwrap();
    (space, trees)
}

fn check(height: u32, expect: &str) {
    let (space, trees) = trees(height);
    assert_eq!(space.count(&trees.non_empty).to_string(), expect, "height {height}");
}

/// The counts of the first three heights are known from listing all trees; all counts follow a recurrence.
#[test]
fn the_numbers_of_trees_are_right() {
    check(1, "2");
    check(2, "7");
    check(3, "48");
    check(4, "1724");
    check(5, "2126353");
    check(6, "3822533847390");
    check(7, "12695599552439134828542614");
}

/// Trees with a black root, plus the empty tree: the counts of a prototype with another diagram engine.
#[test]
fn trees_with_a_black_root_are_as_many_as_others_found() {
    let expect = [2, 6, 31, 1082, 1_509_360, 2_508_655_324_507_u64];
    for (height, expect) in (1..).zip(expect) {
        let (space, trees) = trees(height);
        let black = space.and(&trees.non_empty, &space.guard(trees.root, BLACK)).unwrap();
        assert_eq!(space.count(&black) + 1_u32, expect.into(), "height {height}");
    }
}

#[test]
fn the_trees_of_height_3_are_those_that_a_plain_check_finds() {
    let (space, trees) = trees(3);
    let all = (0..3_u32.pow(7)).map(|n| (0..7).map(|i| n / 3_u32.pow(6 - i) % 3).collect::<State>());
    let expected: Vec<State> = all.filter(|state| plain_black_height(state, 6, 3).is_some() && state[6] != 0).collect();
    assert_eq!(space.iter(&trees.non_empty).collect::<Vec<_>>(), expected);
    for state in &expected {
        assert_eq!(space.choice(trees.black_height, state), plain_black_height(state, 6, 3));
    }
}

/// The black height of the subtree whose root is at `position`, in post-order; none if it is no red-black tree.
fn plain_black_height(state: &State, position: usize, height: u32) -> Option<u32> {
    let colour = state[position];
    if height == 1 {
        return Some(u32::from(colour == BLACK));
    }
    let children = [position - (1 << (height - 1)), position - 1];
    let [left, right] = children.map(|child| plain_black_height(state, child, height - 1));
    let colours = children.map(|child| state[child]);
    let fits = left? == right?
        && match colour {
            0 => colours == [0, 0],
            1 => !colours.contains(&1),
            _ => true,
        };
    fits.then_some(left? + u32::from(colour == BLACK))
}
