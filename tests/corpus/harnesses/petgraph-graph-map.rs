//! `DiGraphMap` against a table of its edges.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod graph {
    use petgraph::Direction::{Incoming, Outgoing};
    use petgraph::graphmap::DiGraphMap;

    pub struct Subject {
        graph: DiGraphMap<u8, u8>,
        nodes: [bool; 3],
        edges: [[Option<u8>; 3]; 3],
    }

    pub fn new() -> Subject {
        Subject { graph: DiGraphMap::new(), nodes: [false; 3], edges: [[None; 3]; 3] }
    }

    pub fn add_node(subject: &mut Subject, #[glassbox(values = 0..3)] node: usize) {
        subject.graph.add_node(node as u8);
        subject.nodes[node] = true;
    }

    pub fn remove_node(subject: &mut Subject, #[glassbox(values = 0..3)] node: usize) {
        assert_eq!(subject.graph.remove_node(node as u8), std::mem::take(&mut subject.nodes[node]));
        subject.edges[node] = [None; 3];
        subject.edges.iter_mut().for_each(|edges| edges[node] = None);
    }

    pub fn add_edge(subject: &mut Subject, #[glassbox(values = 0..3)] a: usize, #[glassbox(values = 0..3)] b: usize) {
        assert_eq!(subject.graph.add_edge(a as u8, b as u8, 1), subject.edges[a][b].replace(1));
        subject.nodes[a] = true;
        subject.nodes[b] = true;
    }

    pub fn remove_edge(
        subject: &mut Subject,
        #[glassbox(values = 0..3)] a: usize,
        #[glassbox(values = 0..3)] b: usize,
    ) {
        assert_eq!(subject.graph.remove_edge(a as u8, b as u8), subject.edges[a][b].take());
    }

    pub fn clear(subject: &mut Subject) {
        subject.graph.clear();
        subject.nodes = [false; 3];
        subject.edges = [[None; 3]; 3];
    }

    pub fn counts_are_right(subject: &Subject) -> bool {
        subject.graph.node_count() == subject.nodes.iter().filter(|is_there| **is_there).count()
            && subject.graph.edge_count() == subject.edges.iter().flatten().flatten().count()
            && subject.graph.all_edges().count() == subject.graph.edge_count()
    }

    pub fn edges_are_right(subject: &Subject) -> bool {
        let Subject { graph, nodes, edges } = subject;
        (0..3).all(|a| {
            graph.contains_node(a as u8) == nodes[a]
                && (0..3).all(|b| graph.edge_weight(a as u8, b as u8) == edges[a][b].as_ref())
                && graph.neighbors_directed(a as u8, Outgoing).count() == edges[a].iter().flatten().count()
                && graph.neighbors_directed(a as u8, Incoming).count()
                    == (0..3).filter(|b| edges[*b][a].is_some()).count()
        })
    }
}
