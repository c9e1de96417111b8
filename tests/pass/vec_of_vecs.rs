//! `Vec<Vec<T>>`: ragged rows, transposition, Pascal's triangle, bucket sort, adjacency lists, nested retain.

use std::fmt::Write;

fn transpose<T: Clone>(rows: &[Vec<T>]) -> Vec<Vec<T>> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..width).map(|j| rows.iter().filter_map(|row| row.get(j).cloned()).collect()).collect()
}

fn radix_sort(mut items: Vec<u32>) -> Vec<u32> {
    for shift in (0..16).step_by(4) {
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); 16];
        for item in items.drain(..) {
            buckets[(item >> shift & 15) as usize].push(item);
        }
        items.extend(buckets.into_iter().flatten());
    }
    items
}

fn topological(edges: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut pending = vec![0; edges.len()];
    edges.iter().flatten().for_each(|to| pending[*to] += 1);
    let mut ready: Vec<usize> = (0..edges.len()).filter(|i| pending[*i] == 0).collect();
    let mut order = Vec::new();
    while let Some(at) = ready.pop() {
        order.push(at);
        for to in &edges[at] {
            pending[*to] -= 1;
            if pending[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    (order.len() == edges.len()).then_some(order)
}

pub fn run() -> String {
    let mut out = String::new();
    let mut triangle: Vec<Vec<u64>> = vec![vec![1]];
    for i in 0..24 {
        let last = &triangle[i];
        let inner = last.windows(2).map(|two| two[0] + two[1]);
        triangle.push([1].into_iter().chain(inner).chain([1]).collect());
    }
    let odd = triangle.iter().flatten().filter(|n| *n % 2 == 1).count();
    writeln!(out, "{:?} {odd} odd", &triangle[24][10..14]).unwrap();

    let ragged: Vec<Vec<String>> = (0..9).map(|i| (0..i * 5 % 7).map(|j| format!("{i}{j}")).collect()).collect();
    let columns = transpose(&ragged);
    writeln!(out, "{:?} {:?}", columns.iter().map(Vec::len).collect::<Vec<_>>(), columns[3]).unwrap();

    let sorted = radix_sort((0..300_u32).map(|i| i * 40_503 % 65_536).collect());
    writeln!(out, "{} {:?}", sorted.is_sorted(), &sorted[..5]).unwrap();

    let mut edges: Vec<Vec<usize>> = (0..40).map(|i| (i + 1..40).filter(|j| (i * j) % 9 == 4).collect()).collect();
    let order = topological(&edges).unwrap_or_default();
    edges[39].push(0);
    edges[0].push(39);
    writeln!(out, "{:?} {:?}", &order[..10], topological(&edges)).unwrap();

    let mut grid = vec![vec![0_i32; 20]; 12];
    for i in 0..240 {
        grid[i * 5 % 12][i * 3 % 20] += i as i32 % 7 - 3;
    }
    grid.iter_mut().for_each(|row| row.retain(|n| *n != 0));
    grid.retain(|row| row.len() > 2);
    grid.sort();
    let (shortest, total) = (grid.iter().map(Vec::len).min(), grid.concat().iter().sum::<i32>());
    write!(out, "{} rows, {shortest:?} shortest, sum {total}, {:?}", grid.len(), grid.first().map(|row| &row[..3]))
        .unwrap();
    out
}
