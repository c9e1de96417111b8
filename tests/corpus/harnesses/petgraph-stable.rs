//! `StableGraph` of petgraph: nodes and edges keep their numbers when others are removed.
#![cfg(glassbox)]

#[glassbox::explore(operations = 7)]
mod graph {
    use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableGraph};
    use petgraph::visit::NodeIndexable;

    type Graph = StableGraph<u8, ()>;

    pub fn new() -> Graph {
        StableGraph::default()
    }

    pub fn add_node(graph: &mut Graph) {
        glassbox::assume(graph.node_count() < 3);
        graph.add_node(0);
    }

    pub fn remove_node(graph: &mut Graph, #[glassbox(values = 0..3)] node: usize) {
        graph.remove_node(NodeIndex::new(node));
    }

    pub fn add_edge(graph: &mut Graph, #[glassbox(values = 0..2)] from: usize, #[glassbox(values = 0..2)] to: usize) {
        let (from, to) = (NodeIndex::new(from), NodeIndex::new(to));
        glassbox::assume(graph.edge_count() < 1 && graph.contains_node(from) && graph.contains_node(to));
        graph.add_edge(from, to, ());
    }

    pub fn remove_edge(graph: &mut Graph) {
        graph.remove_edge(EdgeIndex::new(0));
    }

    pub fn extend_with_edges(
        graph: &mut Graph,
        #[glassbox(values = 0..2)] from: u32,
        #[glassbox(values = 0..2)] to: u32,
    ) {
        glassbox::assume(graph.edge_count() < 1);
        graph.extend_with_edges([(from, to)]);
        assert!(graph.contains_edge(from.into(), to.into()));
    }

    pub fn retain_nodes(graph: &mut Graph) {
        graph.retain_nodes(|_, node| node.index() % 2 == 1);
    }

    pub fn retain_edges(graph: &mut Graph) {
        graph.retain_edges(|_, _| false);
    }

    pub fn clear(graph: &mut Graph) {
        graph.clear();
    }

    pub fn clear_edges(graph: &mut Graph) {
        graph.clear_edges();
    }

    pub fn clone_and_drop(graph: &mut Graph) {
        let copy = graph.clone();
        assert!(copy.node_indices().eq(graph.node_indices()));
    }

    pub fn counts_are_right(graph: &Graph) -> bool {
        graph.node_count() == graph.node_indices().count()
            && graph.edge_count() == graph.edge_indices().count()
            && graph.node_count() <= graph.node_bound()
    }

    pub fn edges_have_ends(graph: &Graph) -> bool {
        graph.edge_indices().all(|edge| {
            let ends = graph.edge_endpoints(edge);
            ends.is_some_and(|(from, to)| graph.contains_edge(from, to) && graph.contains_node(to))
        })
    }
}
