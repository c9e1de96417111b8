//! Cuts a set into parts of equal size, for several workers.
//!
//! The parts are intervals of the order of states, because an interval is a thin diagram: the states from s on
//! need one literal for each variable. So a part has at most about as many nodes as the whole plus the variables.

use num_bigint::BigUint;

use super::Diagram;
use crate::{OutOfMemory, State};

/// See [`Diagram::split`].
pub(super) fn parts<D: Diagram>(diagram: &D, set: &D::Set, n: usize) -> Result<Vec<D::Set>, OutOfMemory> {
    assert!(n > 0, "a set is split into at least one part");
    let count = diagram.count(set);
    let ranks: Vec<BigUint> = (1..n).map(|part| &count * part / n).collect();
    let mut rest = set.clone();
    let mut parts = Vec::with_capacity(n);
    for begin in diagram.select(set, &ranks) {
        // There are fewer members than parts: this rank is past the last one.
        let after = match begin {
            Some(begin) => diagram.and(&rest, &from(diagram, &begin)?)?,
            None => diagram.empty(),
        };
        parts.push(diagram.minus(&rest, &after)?);
        rest = after;
    }
    parts.push(rest);
    Ok(parts)
}

/// The states from `begin` on: greater in some variable and equal in all before it.
fn from<D: Diagram>(diagram: &D, begin: &State) -> Result<D::Set, OutOfMemory> {
    let mut set = diagram.full();
    for (variable, &choice) in begin.choices().iter().enumerate().rev() {
        let equal = diagram.and(&diagram.literal(variable, choice)?, &set)?;
        set = diagram.or(&diagram.at_least(variable, choice + 1)?, &equal)?;
    }
    Ok(set)
}
