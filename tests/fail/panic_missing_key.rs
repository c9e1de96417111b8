//! A map is indexed with a key that it does not have.

use std::collections::BTreeMap;
use std::hint::black_box;

pub fn run() {
    let ages = black_box(BTreeMap::from([("ada", 36), ("alan", 41)]));
    let age = ages["grace"]; //~ ERROR panic
    black_box(age);
}
