//! Tests as a maintainer would write them. They pass with each of the planted bugs.

use crate::Table;

#[test]
fn inserted_keys_are_found() {
    let mut table: Table<u32, String> = Table::new();
    for key in 0..100 {
        assert_eq!(table.insert(key, key.to_string()), None);
    }
    assert_eq!(table.len(), 100);
    assert!((0..100).all(|key| table.get(&key) == Some(&key.to_string())));
    assert_eq!(table.get(&100), None);
}

#[test]
fn a_new_value_replaces_the_old_one() {
    let mut table: Table<&str, u8> = Table::new();
    table.insert("a", 1);
    assert_eq!(table.insert("a", 2), Some(1));
    assert_eq!((table.get(&"a"), table.len()), (Some(&2), 1));
}

#[test]
fn removed_keys_are_gone() {
    let mut table: Table<u32, u32> = Table::new();
    for key in 0..20 {
        table.insert(key, key);
    }
    for key in (0..20).step_by(2) {
        assert_eq!(table.remove(&key), Some(key));
    }
    assert_eq!(table.len(), 10);
    assert!((0..20).step_by(2).all(|key| table.get(&key).is_none()));
    assert!((1..20).step_by(2).all(|key| table.get(&key) == Some(&key)));
}

#[test]
fn a_removed_key_comes_back() {
    let mut table: Table<u32, u32> = Table::new();
    for round in 0..10 {
        table.insert(1, round);
        assert_eq!(table.remove(&1), Some(round));
    }
    assert!(table.is_empty());
}
