//! Places in a node: numbers by which the description of a type and a visit of a live value name the same field.
//!
//! A place is a hash of the way from the node to the field: names of fields, elements of vectors and arrays, payloads of
//! `Option`s. All elements of a vector have the same place, and so have the same fields of all nodes of a type. The host
//! compares the places with the paths of the record, so that two ways with the same number are noticed.

/// The node itself.
pub const NODE: u32 = 0x811c_9dc5;

/// Step to an element of a vector or an array.
pub const ELEMENT: u32 = 1;

/// Step to the payload of an `Option`, or to the target of a sentinel.
pub const PAYLOAD: u32 = 2;

/// The place one step further.
pub const fn step(place: u32, step: u32) -> u32 {
    let mut hash = place;
    let bytes = step.to_le_bytes();
    let mut at = 0;
    while at < bytes.len() {
        hash = byte(hash, bytes[at]);
        at += 1;
    }
    hash
}

/// The step to a field with this name.
pub const fn field(name: &str) -> u32 {
    let mut hash = NODE;
    let mut at = 0;
    while at < name.len() {
        hash = byte(hash, name.as_bytes()[at]);
        at += 1;
    }
    hash
}

/// One step of the hash FNV-1a.
const fn byte(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_ways_have_different_places() {
        let names = ["a", "b", "ab", "left", "right", "Node.0", "Node.1"];
        let mut places: alloc::vec::Vec<u32> = alloc::vec![NODE, step(NODE, ELEMENT), step(NODE, PAYLOAD)];
        for name in names {
            let place = step(NODE, field(name));
            places.extend([place, step(place, ELEMENT), step(place, PAYLOAD), step(place, field("a"))]);
        }
        let n_places = places.len();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), n_places);
    }
}
