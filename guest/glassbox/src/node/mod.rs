//! Live nodes: everything glassbox does with a node of which it has the address and the type.
//!
//! - `node_type`: the type, as data: size, name, and functions that take an address
//! - `entries`: these functions, made for each type with an `Invariant`
//! - `visitor`: collects the links, keys and values of a node
//! - `show`: collects the fields of a node as text
//! - `live_links`: how links and vectors of nodes are visited and shown

mod entries;
mod live_links;
mod node_type;
mod show;
mod visitor;

pub(crate) use node_type::NodeType;
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use node_type::Visited;
#[cfg(all(glassbox, target_family = "wasm"))]
pub(crate) use node_type::remember;
pub use show::Show;
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use show::Shown;
pub(crate) use show::UNSHOWN;
pub use visitor::{Visitor, same_place};
