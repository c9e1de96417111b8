//! Tests as a maintainer would write them. They pass with each of the planted bugs.

use crate::Cache;

fn cache(capacity: usize, keys: &[u8]) -> Cache<u8, String> {
    let mut cache = Cache::new(capacity);
    for key in keys {
        cache.put(*key, key.to_string());
    }
    cache
}

#[test]
fn the_least_recently_used_entry_goes() {
    let mut cache = cache(2, &[1, 2, 3]);
    assert_eq!(cache.len(), 2);
    assert_eq!(cache.get(&1), None);
    assert_eq!(cache.get(&3).map(String::as_str), Some("3"));
}

#[test]
fn a_used_entry_stays() {
    let mut cache = cache(3, &[1, 2, 3]);
    cache.get(&2);
    cache.put(4, "4".into());
    cache.put(5, "5".into());
    assert!(cache.peek(&2).is_some());
}

#[test]
fn a_new_value_replaces_the_old_one() {
    let mut cache = cache(2, &[1, 2]);
    assert_eq!(cache.put(1, "one".into()).as_deref(), Some("1"));
    assert_eq!(cache.get(&2).map(String::as_str), Some("2"));
    assert_eq!(cache.peek(&1).map(String::as_str), Some("one"));
}

#[test]
fn a_smaller_capacity_keeps_the_newest() {
    let mut cache = cache(3, &[1, 2, 3]);
    cache.set_capacity(1);
    assert_eq!(cache.peek(&3).map(String::as_str), Some("3"));
    assert_eq!(cache.iter().count(), 1);
}

#[test]
fn removed_entries_are_gone() {
    let mut cache = cache(3, &[1, 2, 3]);
    assert_eq!(cache.remove(&2).as_deref(), Some("2"));
    assert_eq!(cache.peek(&2), None);
    assert_eq!(cache.pop(), Some((1, "1".into())));
}
