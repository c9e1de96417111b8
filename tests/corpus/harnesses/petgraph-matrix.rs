//! `DiMatrix` against a table of its edges.
#![cfg(glassbox)]

// Not `remove_node`: it counts wrong in 0.8.3, too.
#[glassbox::explore(operations = 3)]
mod graph {
    use petgraph::matrix_graph::{DiMatrix, NodeIndex};

    pub struct Subject {
        graph: DiMatrix<u8, u8>,
        nodes: [bool; 6],
        edges: [[Option<u8>; 6]; 6],
    }

    pub fn new() -> Subject {
        with_nodes(0)
    }

    pub fn with_nodes(#[glassbox(values = 1..6)] n: usize) -> Subject {
        let mut subject = Subject { graph: DiMatrix::new(), nodes: [false; 6], edges: [[None; 6]; 6] };
        (0..n).for_each(|_| add_node(&mut subject));
        subject
    }

    pub fn add_node(subject: &mut Subject) {
        glassbox::assume(subject.nodes.contains(&false));
        let node = subject.graph.add_node(0).index();
        assert!(!std::mem::replace(&mut subject.nodes[node], true));
    }

    pub fn add_edge(subject: &mut Subject, #[glassbox(values = 0..6)] a: usize, #[glassbox(values = 0..6)] b: usize) {
        glassbox::assume(subject.nodes[a] && subject.nodes[b] && subject.edges[a][b].is_none());
        subject.graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), 1);
        subject.edges[a][b] = Some(1);
    }

    pub fn update_edge(
        subject: &mut Subject,
        #[glassbox(values = 0..6)] a: usize,
        #[glassbox(values = 0..6)] b: usize,
    ) {
        glassbox::assume(subject.nodes[a] && subject.nodes[b]);
        assert_eq!(subject.graph.update_edge(NodeIndex::new(a), NodeIndex::new(b), 2), subject.edges[a][b].replace(2));
    }

    pub fn remove_edge(
        subject: &mut Subject,
        #[glassbox(values = 0..6)] a: usize,
        #[glassbox(values = 0..6)] b: usize,
    ) {
        glassbox::assume(subject.edges[a][b].is_some());
        assert_eq!(Some(subject.graph.remove_edge(NodeIndex::new(a), NodeIndex::new(b))), subject.edges[a][b].take());
    }

    pub fn clear(subject: &mut Subject) {
        subject.graph.clear();
        subject.nodes = [false; 6];
        subject.edges = [[None; 6]; 6];
    }

    pub fn counts_are_right(subject: &Subject) -> bool {
        subject.graph.node_count() == subject.nodes.iter().filter(|is_there| **is_there).count()
            && subject.graph.edge_count() == subject.edges.iter().flatten().flatten().count()
    }

    /// Only edges that should be there are asked for: `has_edge` of others can panic in 0.5.1.
    pub fn edges_are_there(subject: &Subject) -> bool {
        let edges = subject.edges.iter().enumerate();
        let mut edges = edges.flat_map(|(a, edges)| (0..6).filter_map(move |b| Some((a, b, edges[b]?))));
        edges.all(|(a, b, edge)| {
            let (a, b) = (NodeIndex::new(a), NodeIndex::new(b));
            subject.graph.has_edge(a, b) && *subject.graph.edge_weight(a, b) == edge
        })
    }
}
