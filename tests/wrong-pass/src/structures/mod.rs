//! Random structures with and without a fault: what is right is known by construction, and natively.
//!
//! | file | holds |
//! |---|---|
//! | `part.rs` | what structures are made of, and what can be wrong with it |
//! | `generate.rs` | a structure as source |
//! | `campaign.rs` | packages of structures, their verdicts, and what is not as it should be |

mod campaign;
mod generate;
mod part;

pub(crate) use campaign::{StructureCampaign, run};
