//! A pointer to a value of a hash map is used after insertions have moved the table.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::hint::black_box;

pub fn run() {
    let mut ages: HashMap<u32, u64, BuildHasherDefault<DefaultHasher>> = HashMap::default();
    ages.insert(1, 36);
    let age: *const u64 = black_box(&raw const ages[&1]);
    for key in 2..40 {
        ages.insert(key, 0);
    }
    black_box(&ages);
    let value = unsafe { *age }; //~ ERROR use-after-free-read
    black_box(value);
}
