//! The file format of saved sets.
//!
//! The format refers to variables by position and to nodes by distance. It does not depend on the engine:
//!
//! | bytes | meaning |
//! |---|---|
//! | `GBS` and a version byte | identification |
//! | n, then n numbers | variables: their number, and the number of choices of each |
//! | n, then 2 numbers each | groups: their number, and the first variable of each and the one behind its last |
//! | n, then | nodes, children first |
//! | 3 numbers | for a bit: its level, child where the bit is clear, child where the bit is set |
//! | 2 numbers, then 2 each | for a product: the level of its group, number of pairs, choices and rest of each |
//! | n, then n numbers | sets: their number, and the root of each |
//! | 8 bytes | FNV-1a of all bytes before, little end first |
//!
//! Levels are those of `levels.rs`; a level says whether the node is a bit or a product. Numbers are unsigned LEB128: 7 bits per byte, the least significant first, and the
//! eighth bit is set if more bytes follow. A child is 0 for the empty set, 1 for all states, and d + 1 for the node d
//! places before; a root is 0, 1, or r for node number r - 2.
//!
//! Loading checks every rule, because a wrong set could hide states from a check: children come first and are in the scope of
//! their parent, no bit has equal children, no two nodes are equal, and the codes of one state lead to the same node. Whether
//! the pairs of a product are all choices and share none is for the engine to check (`sets.rs`), which can. So every
//! file that loads is a valid diagram. The checksum finds accidental damage.

use rustc_hash::FxHashSet;

use super::codes::Codes;
use super::graph::{Edge, Graph, GraphNode, LEAVES, edge_to};
use super::walk::Pair;
use crate::LoadError;

const MAGIC: &[u8] = b"GBS";
const VERSION: u8 = 2;
const CHECKSUM_LEN: usize = 8;

/// Serializes the sets of `graph`.
pub(super) fn encode(graph: &Graph, codes: &Codes) -> Vec<u8> {
    let mut bytes = [MAGIC, &[VERSION]].concat();
    put_all(&mut bytes, codes.choices());
    put_all(&mut bytes, &groups(codes));
    put(&mut bytes, length(graph.nodes.len()));
    for (index, node) in graph.nodes.iter().enumerate() {
        let own = edge_to(index);
        let relative = |edge: Edge| if Graph::index(edge).is_none() { edge } else { own - edge + 1 };
        put(&mut bytes, node.level());
        if let GraphNode::Product { first, end, .. } = node {
            put(&mut bytes, length(end - first));
        }
        for child in graph.children(node) {
            put(&mut bytes, relative(child));
        }
    }
    put_all(&mut bytes, &graph.roots);
    let checksum = checksum(&bytes);
    bytes.extend(checksum);
    bytes
}

/// The variables of all groups, as a list of numbers.
fn groups(codes: &Codes) -> Vec<u32> {
    codes.groups().into_iter().flat_map(|group| [length(group.start), length(group.end)]).collect()
}

/// Parses `bytes` and checks all rules.
pub(super) fn decode(bytes: &[u8], codes: &Codes) -> Result<Graph, LoadError> {
    let (head, bytes) = bytes.split_at_checked(MAGIC.len()).ok_or(LoadError::NotASet)?;
    let (&version, rest) = bytes.split_first().ok_or(LoadError::NotASet)?;
    if head != MAGIC {
        return Err(LoadError::NotASet);
    }
    if version != VERSION {
        return Err(LoadError::Version { found: version, known: VERSION });
    }
    let (body, end) = rest.split_last_chunk::<CHECKSUM_LEN>().ok_or(LoadError::Length)?;
    if *end != checksum(&[head, &[version], body].concat()) {
        return Err(LoadError::Checksum);
    }
    decode_body(&mut Reader(body), codes)
}

fn decode_body(reader: &mut Reader<'_>, codes: &Codes) -> Result<Graph, LoadError> {
    let found = reader.numbers()?;
    if found != codes.choices() {
        return Err(LoadError::Variables { found, expected: codes.choices().to_vec() });
    }
    if reader.numbers()? != groups(codes) {
        return Err(LoadError::Groups);
    }
    let mut graph = Graph::default();
    let mut seen = FxHashSet::default();
    for index in 0..reader.number()? as usize {
        let node = reader.node(index, codes, &mut graph.pairs)?;
        check_node(&graph, codes, node).map_err(|rule| LoadError::Node { node: index, rule })?;
        let children: Vec<Edge> = graph.children(&node).collect();
        if !seen.insert((node.level(), children)) {
            return Err(LoadError::Node { node: index, rule: "it repeats another node" });
        }
        graph.nodes.push(node);
    }
    graph.roots = reader.numbers()?;
    let n_edges = graph.nodes.len() + LEAVES;
    if let Some(set) = graph.roots.iter().position(|&root| root as usize >= n_edges) {
        return Err(LoadError::Root { set });
    }
    if let Some(node) = graph.open_node(codes) {
        return Err(LoadError::Node { node, rule: "codes of one choice lead to different nodes" });
    }
    if reader.0.is_empty() { Ok(graph) } else { Err(LoadError::Length) }
}

/// Checks a node against the nodes before it.
fn check_node(graph: &Graph, codes: &Codes, node: GraphNode) -> Result<(), &'static str> {
    let levels = codes.levels();
    // Whether a child lies between a level and the end of the node's scope, or before.
    let is_between = |child: Edge, first: u32, end: u32| {
        Graph::index(child).is_none_or(|child| (first..end).contains(&graph.nodes[child].level()))
    };
    match node {
        GraphNode::Bit { lo, hi, .. } if lo == hi => Err("its two children are equal"),
        GraphNode::Bit { bit, lo, hi } => {
            let fits = [lo, hi].into_iter().all(|child| is_between(child, bit + 1, levels.end(bit)));
            if fits { Ok(()) } else { Err("a child has an earlier bit") }
        }
        GraphNode::Product { level, first, end } => {
            let group_end = levels.group_end(level).ok_or("its group does not exist")?;
            let fits = |pair: &Pair<Edge>| {
                is_between(pair.group, level + 1, group_end) && is_between(pair.rest, group_end, levels.end(level))
            };
            if graph.pairs[first..end].iter().all(fits) { Ok(()) } else { Err("a pair has a part outside its scope") }
        }
    }
}

/// FNV-1a. Each step is a bijection, so any single changed byte changes the result.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_LEN] {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn put_all(bytes: &mut Vec<u8>, numbers: &[u32]) {
    put(bytes, length(numbers.len()));
    for &number in numbers {
        put(bytes, number);
    }
}

fn length(n: usize) -> u32 {
    u32::try_from(n).expect("fewer than 2^32 of anything")
}

/// The bytes that are not read yet.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Result<u32, LoadError> {
        let mut number = 0_u64;
        for shift in (0..u32::BITS).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or(LoadError::Length)?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| LoadError::Length);
            }
        }
        Err(LoadError::Length)
    }

    /// Reads a list. The vector grows with the numbers read, so that a wrong length cannot allocate much memory.
    fn numbers(&mut self) -> Result<Vec<u32>, LoadError> {
        let n = self.number()?;
        (0..n).map(|_| self.number()).collect()
    }

    /// Reads a node, and adds its pairs if it is a product.
    fn node(&mut self, index: usize, codes: &Codes, pairs: &mut Vec<Pair<Edge>>) -> Result<GraphNode, LoadError> {
        let level = self.number()?;
        if level >= codes.levels().len() {
            return Err(LoadError::Node { node: index, rule: "its bit does not exist" });
        }
        if codes.levels().group_end(level).is_none() {
            let [lo, hi] = [self.edge(index)?, self.edge(index)?];
            return Ok(GraphNode::Bit { bit: level, lo, hi });
        }
        let first = pairs.len();
        for _ in 0..self.number()? {
            pairs.push(Pair { group: self.edge(index)?, rest: self.edge(index)? });
        }
        Ok(GraphNode::Product { level, first, end: pairs.len() })
    }

    /// Reads a child of the node at `index`.
    fn edge(&mut self, index: usize) -> Result<Edge, LoadError> {
        let number = self.number()?;
        if Graph::index(number).is_none() {
            return Ok(number);
        }
        let edge = (index + LEAVES).checked_sub(number as usize - 1).filter(|&edge| edge >= LEAVES);
        let edge = edge.and_then(|edge| u32::try_from(edge).ok());
        edge.ok_or(LoadError::Node { node: index, rule: "it refers to a node that does not exist" })
    }
}
