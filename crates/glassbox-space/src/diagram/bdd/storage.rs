//! Nodes with automatic garbage collection.

use super::engine::Engine;
use super::gc_policy::GcPolicy;
use super::roots::{BddSet, Roots};
use super::table::{Edge, Full};
use crate::OutOfMemory;

/// The engine, the garbage collector's roots, and its policy.
#[derive(Debug)]
pub(super) struct Storage {
    pub(super) engine: Engine,
    pub(super) roots: Roots,
    pub(super) policy: GcPolicy,
}

impl Storage {
    /// Storage of a new diagram, for at most `node_limit` nodes and `cache_limit` cached results.
    pub(super) fn new(node_limit: usize, cache_limit: usize) -> Self {
        let engine = Engine::new(node_limit, cache_limit);
        Self { engine, roots: Roots::new(), policy: GcPolicy::new(node_limit) }
    }

    /// Runs an operator. Collects garbage before it if that is due; if the table gets full, collects garbage and runs
    /// the operator once more.
    pub(super) fn run<R>(&mut self, operator: impl Fn(&mut Engine) -> Result<R, Full>) -> Result<R, OutOfMemory> {
        if self.policy.is_due(self.engine.table.len()) {
            self.collect();
        }
        let result = operator(&mut self.engine).or_else(|Full| {
            self.collect();
            operator(&mut self.engine)
        });
        self.engine.cache.grow(self.engine.table.len());
        self.policy.measure(self.engine.table.len());
        result.map_err(|Full| OutOfMemory)
    }

    /// Runs an operator that returns a set.
    pub(super) fn make(&mut self, operator: impl Fn(&mut Engine) -> Result<Edge, Full>) -> Result<BddSet, OutOfMemory> {
        let edge = self.run(operator)?;
        Ok(self.roots.hold(edge))
    }

    fn collect(&mut self) {
        let marks = self.engine.table.mark(self.roots.alive());
        self.engine.table.sweep(&marks);
        self.engine.cache.sweep(&marks);
        self.policy.collected(self.engine.table.len());
    }
}
