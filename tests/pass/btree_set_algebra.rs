//! BTreeSet: set algebra, ranges, subsets, taking and replacing, on numbers and on tuples.

use std::collections::BTreeSet;
use std::fmt::Write;

fn show(set: impl Iterator<Item = u32>) -> String {
    let all: Vec<u32> = set.collect();
    format!("{} of sum {}, ends with {:?}", all.len(), all.iter().sum::<u32>(), &all[all.len() - 3..])
}

pub fn run() -> String {
    let mut out = String::new();
    let threes: BTreeSet<u32> = (0..900).step_by(3).collect();
    let squares: BTreeSet<u32> = (0..30).map(|n| n * n).collect();
    writeln!(out, "and: {}", show(threes.intersection(&squares).copied())).unwrap();
    writeln!(out, "or: {}", show((&threes | &squares).into_iter())).unwrap();
    writeln!(out, "minus: {}", show(squares.difference(&threes).copied())).unwrap();
    writeln!(out, "xor: {}", show(threes.symmetric_difference(&squares).copied())).unwrap();

    let nines: BTreeSet<u32> = threes.iter().filter(|n| *n % 9 == 0).copied().collect();
    writeln!(out, "subset {}, superset {}, disjoint {}", nines.is_subset(&threes), nines.is_superset(&squares), {
        let ones: BTreeSet<u32> = threes.iter().map(|n| n + 1).collect();
        ones.is_disjoint(&threes)
    })
    .unwrap();

    // Knight moves: a frontier of ordered pairs grows until the board is full.
    let mut seen: BTreeSet<(i8, i8)> = BTreeSet::from([(0, 0)]);
    let mut sizes = vec![1];
    while seen.len() < 64 {
        let reached: Vec<(i8, i8)> = seen.iter().flat_map(|&(x, y)| moves(x, y)).collect();
        seen.extend(reached);
        sizes.push(seen.len());
    }
    writeln!(out, "knight: {sizes:?}").unwrap();
    let row: Vec<i8> = seen.range((3, 2)..(3, 6)).map(|cell| cell.1).collect();
    writeln!(out, "row: {row:?}, first {:?}, last {:?}", seen.first(), seen.last()).unwrap();

    let mut rest = squares.clone();
    let taken = rest.take(&49);
    let upper = rest.split_off(&400);
    rest.retain(|n| n % 2 == 1);
    write!(out, "{taken:?} {rest:?} {}", upper.len()).unwrap();
    out
}

fn moves(x: i8, y: i8) -> impl Iterator<Item = (i8, i8)> {
    let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let targets = jumps.into_iter().map(move |(dx, dy)| (x + dx, y + dy));
    targets.filter(|&(x, y)| (0..8).contains(&x) && (0..8).contains(&y))
}
