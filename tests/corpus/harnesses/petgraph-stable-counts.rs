//! `StableGraph` of petgraph: what it says about its numbers.
#![cfg(glassbox)]

#[glassbox::explore(operations = 5)]
mod graph {
    use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableDiGraph};

    type Graph = StableDiGraph<(), ()>;

    pub fn new() -> StableDiGraph<(), ()> {
        Graph::new()
    }

    pub fn add_node(graph: &mut StableDiGraph<(), ()>) {
        glassbox::assume(graph.node_count() < 3);
        graph.add_node(());
    }

    pub fn remove_node(graph: &mut StableDiGraph<(), ()>, #[glassbox(values = 0..3)] node: usize) {
        graph.remove_node(NodeIndex::new(node));
    }

    pub fn try_add_edge(
        graph: &mut StableDiGraph<(), ()>,
        #[glassbox(values = 0..3)] from: usize,
        #[glassbox(values = 0..3)] to: usize,
    ) {
        glassbox::assume(graph.edge_count() < 3);
        let are_there = graph.contains_node(NodeIndex::new(from)) && graph.contains_node(NodeIndex::new(to));
        assert_eq!(graph.try_add_edge(NodeIndex::new(from), NodeIndex::new(to), ()).is_ok(), are_there);
    }

    pub fn remove_edge(graph: &mut StableDiGraph<(), ()>, #[glassbox(values = 0..3)] edge: usize) {
        graph.remove_edge(EdgeIndex::new(edge));
    }

    pub fn clear_edges(graph: &mut StableDiGraph<(), ()>) {
        graph.clear_edges();
    }

    pub fn counts_are_right(graph: &StableDiGraph<(), ()>) -> bool {
        graph.node_count() == graph.node_indices().count() && graph.edge_count() == graph.edge_indices().count()
    }
}
