//! An undirected graph: every node has the list of its neighbours, in order.
//!
//! Features whose names begin with `bug-` plant a bug each: they are there to be found.

use glassbox::{Broken, Children, Invariant, Structure, ensure};

/// A graph with `N` nodes.
#[derive(Clone, Debug, Structure)]
pub struct Graph<const N: usize> {
    #[glassbox(domain(usize = 0..N))]
    neighbours: [Vec<usize>; N],
}

impl<const N: usize> Default for Graph<N> {
    fn default() -> Self {
        Self { neighbours: std::array::from_fn(|_| Vec::new()) }
    }
}

impl<const N: usize> Graph<N> {
    /// Connects two nodes; says whether they were not connected before.
    pub fn connect(&mut self, a: usize, b: usize) -> bool {
        if a == b || self.is_connected(a, b) {
            return false;
        }
        self.add(a, b);
        if !cfg!(feature = "bug-connect-one-way") {
            self.add(b, a);
        }
        true
    }

    fn add(&mut self, from: usize, to: usize) {
        let list = &mut self.neighbours[from];
        let place = list.partition_point(|other| *other < to);
        list.insert(place, to);
    }

    /// Whether two nodes are connected.
    pub fn is_connected(&self, a: usize, b: usize) -> bool {
        self.neighbours[a].contains(&b)
    }

    /// Removes all edges of a node.
    pub fn isolate(&mut self, node: usize) {
        let list = std::mem::take(&mut self.neighbours[node]);
        let known = if cfg!(feature = "bug-remove-forgets-back-edge") { list.len().min(1) } else { list.len() };
        for other in &list[..known] {
            self.neighbours[*other].retain(|it| *it != node);
        }
    }
}

impl<const N: usize> Invariant for Graph<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        for (node, list) in self.neighbours.iter().enumerate() {
            ensure(list.windows(2).all(|pair| pair[0] < pair[1]), "the neighbours are not in order")?;
            ensure(!list.contains(&node), "a node is its own neighbour")?;
            ensure(list.iter().all(|other| self.is_connected(*other, node)), "an edge has only one direction")?;
        }
        Ok(())
    }
}

#[glassbox::check(len = 2)]
fn connect(graph: &mut Graph<3>, #[glassbox(values = 0..3)] a: usize, #[glassbox(values = 0..3)] b: usize) -> bool {
    let (was, before) = (graph.is_connected(a, b), edges(graph));
    let is_right = graph.connect(a, b) == (a != b && !was) && (a == b || graph.is_connected(b, a));
    is_right
        && edges(graph).iter().zip(before).all(|((edge, is), (_, was))| is == &was || [(a, b), (b, a)].contains(edge))
}

/// All pairs of nodes, and whether they are connected.
fn edges(graph: &Graph<3>) -> [((usize, usize), bool); 9] {
    std::array::from_fn(|at| ((at / 3, at % 3), graph.is_connected(at / 3, at % 3)))
}

#[glassbox::check(len = 2)]
fn isolate(
    graph: &mut Graph<3>,
    #[glassbox(values = 0..3)] node: usize,
    #[glassbox(values = 0..3)] other: usize,
) -> bool {
    let before = edges(graph);
    graph.isolate(node);
    let others = |((a, b), _): &&((usize, usize), bool)| *a != node && *b != node;
    let is_kept = edges(graph).iter().filter(others).eq(before.iter().filter(others));
    is_kept && !graph.is_connected(node, other) && !graph.is_connected(other, node)
}
