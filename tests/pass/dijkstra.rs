//! Shortest paths: Dijkstra with a heap, Bellman-Ford and Floyd-Warshall agree on the same graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write;

#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    cost: u32,
}

fn dijkstra(graph: &[Vec<Edge>], start: usize) -> (Vec<Option<u32>>, Vec<Option<usize>>) {
    let (mut distance, mut previous) = (vec![None; graph.len()], vec![None; graph.len()]);
    distance[start] = Some(0);
    let mut queue = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((so_far, at))) = queue.pop() {
        if distance[at].is_some_and(|best| best < so_far) {
            continue;
        }
        for edge in &graph[at] {
            let total = so_far + edge.cost;
            if distance[edge.to].is_none_or(|best| total < best) {
                distance[edge.to] = Some(total);
                previous[edge.to] = Some(at);
                queue.push(Reverse((total, edge.to)));
            }
        }
    }
    (distance, previous)
}

fn bellman_ford(edges: &[Edge], n_nodes: usize, start: usize) -> Vec<Option<u32>> {
    let mut distance = vec![None; n_nodes];
    distance[start] = Some(0);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for edge in edges {
            let Some(total) = distance[edge.from].map(|so_far: u32| so_far + edge.cost) else { continue };
            if distance[edge.to].is_none_or(|best| total < best) {
                distance[edge.to] = Some(total);
                changed = true;
            }
        }
    }
    distance
}

fn floyd_warshall(edges: &[Edge], n_nodes: usize) -> Vec<Vec<Option<u32>>> {
    let mut distance: Vec<Vec<Option<u32>>> =
        (0..n_nodes).map(|i| (0..n_nodes).map(|j| (i == j).then_some(0)).collect()).collect();
    for edge in edges {
        let cell = &mut distance[edge.from][edge.to];
        *cell = Some(cell.map_or(edge.cost, |best| best.min(edge.cost)));
    }
    for k in 0..n_nodes {
        for i in 0..n_nodes {
            for j in 0..n_nodes {
                if let (Some(a), Some(b)) = (distance[i][k], distance[k][j])
                    && distance[i][j].is_none_or(|best| a + b < best)
                {
                    distance[i][j] = Some(a + b);
                }
            }
        }
    }
    distance
}

pub fn run() -> String {
    let mut out = String::new();
    let n_nodes = 18;
    let edges: Vec<Edge> = (0..54_usize)
        .map(|i| Edge { from: i * 5 % n_nodes, to: (i * i + i / 3) % (n_nodes - 2), cost: (i * 37 % 23 + 1) as u32 })
        .collect();
    let mut graph = vec![Vec::new(); n_nodes];
    edges.iter().for_each(|edge| graph[edge.from].push(*edge));
    let (distance, previous) = dijkstra(&graph, 3);
    let all = floyd_warshall(&edges, n_nodes);
    assert_eq!(distance, bellman_ford(&edges, n_nodes, 3));
    assert_eq!(distance, all[3]);
    writeln!(out, "{distance:?}").unwrap();
    let far = (0..n_nodes).filter(|i| distance[*i].is_some()).max_by_key(|i| distance[*i]).unwrap_or(3);
    let mut path: Vec<usize> = std::iter::successors(Some(far), |at| previous[*at]).collect();
    path.reverse();
    let reachable = all.iter().flatten().flatten().count();
    write!(out, "{path:?} {reachable} pairs, widest {:?}", all.iter().flatten().max()).unwrap();
    out
}
