//! `Csr` of petgraph against a table of its edges.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod graph {
    use petgraph::Directed;
    use petgraph::csr::Csr;

    pub struct Subject {
        graph: Csr<(), (), Directed>,
        nodes: u32,
        /// Whether there is an edge from the first to the second.
        edges: [[bool; 3]; 3],
    }

    pub fn new() -> Subject {
        Subject { graph: Csr::new(), nodes: 0, edges: [[false; 3]; 3] }
    }

    pub fn with_nodes() -> Subject {
        Subject { graph: Csr::with_nodes(2), nodes: 2, edges: [[false; 3]; 3] }
    }

    pub fn add_node(subject: &mut Subject) {
        glassbox::assume(subject.nodes < 3);
        assert_eq!(subject.graph.add_node(()), subject.nodes);
        subject.nodes += 1;
    }

    pub fn add_edge(
        subject: &mut Subject,
        #[glassbox(values = 0..subject.nodes)] from: u32,
        #[glassbox(values = 0..subject.nodes)] to: u32,
    ) {
        let is_new = !std::mem::replace(&mut subject.edges[from as usize][to as usize], true);
        assert_eq!(subject.graph.add_edge(from, to, ()), is_new);
    }

    pub fn clear_edges(subject: &mut Subject) {
        subject.graph.clear_edges();
        subject.edges = [[false; 3]; 3];
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        assert_eq!(subject.graph.clone().edge_count(), subject.graph.edge_count());
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let Subject { graph, nodes, edges } = subject;
        let neighbors = |from: u32| (0..*nodes).filter(move |to| edges[from as usize][*to as usize]);
        graph.node_count() == *nodes as usize
            && graph.edge_count() == edges.iter().flatten().filter(|is_there| **is_there).count()
            && (0..*nodes).all(|from| graph.neighbors_slice(from).iter().copied().eq(neighbors(from)))
    }
}
