//! Limits on how long guest code may run.

/// Steps of one run of a check, and of judging it: more than operations on small states ever need.
pub const RUN_FUEL: u64 = 1_000_000;

/// Steps that an invariant may take on one node.
pub const INVARIANT_FUEL: u64 = 10_000_000;

/// Steps of one operation of an exploration.
pub const OPERATION_FUEL: u64 = 10_000_000;
