//! Collections of the standard library, listed as a whole: one variable over all values within the bounds.
//!
//! Nothing here knows how std lays out a collection. Every value is built with the collection's public functions, in memory of
//! its own, and the host compares what an operation leaves with these values, block for block. So a list that lacks a value
//! cannot make a verdict wrong: an operation that leads to such a value leaves the states that are checked. A list is complete
//! enough if the usual operations do not lead out of it. That is why one set of contents has several values: with other
//! capacities, other places in the buffer, or an emptied node.
//!
//! What was removed leaves its bytes behind. They belong to no value, so [`forget`] makes them undefined.
//!
//! - `elements`: what is in a collection
//! - `sequences`: `VecDeque`, `BinaryHeap`, `String`
//! - `ordered`: `BTreeMap`, `BTreeSet`
//! - `hashed`: `HashMap`, `HashSet`

mod elements;
mod forget;
mod hashed;
mod ordered;
mod sequences;

use crate::plan::Plan;
use crate::structure::Structure;

/// The most values of one collection. More are refused.
const MOST_LISTED: usize = 4096;

/// Describes a collection by its list of values.
fn describe<T: Structure>(at: *mut T, plan: &mut Plan) {
    let values = T::listed(plan).unwrap_or_default();
    let labels = values.iter().map(Structure::label).collect();
    plan.labelled(at, values, labels);
}

/// Refuses a list that is too long.
fn must_be_few(plan: &Plan, n_values: Option<usize>) {
    if n_values.is_none_or(|n_values| n_values > MOST_LISTED) {
        plan.refuse(&format!(
            "there are more than {MOST_LISTED} such collections within the bounds: lower the bound `len`, or give the contents \
             fewer values with `#[glassbox(domain(..))]`"
        ));
    }
}
