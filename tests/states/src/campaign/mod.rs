//! What long campaigns have in common: two workers, parts of the work, and results that are kept.

mod results_file;
mod shard;
mod workers;

pub use results_file::{Named, append_entry, merged_entries, read_entries};
pub use shard::Shard;
pub use workers::{attempt, in_parallel, resumed};
