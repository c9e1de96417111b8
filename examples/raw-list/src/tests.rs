//! Tests as a maintainer would write them. They pass with each of the planted bugs.

use crate::List;

fn list(items: &[u8]) -> List<u8> {
    let mut list = List::new();
    items.iter().for_each(|item| list.push_back(*item));
    list
}

fn items(list: &List<u8>) -> Vec<u8> {
    list.iter().copied().collect()
}

#[test]
fn both_ends_work() {
    let mut list = list(&[2, 3]);
    list.push_front(1);
    assert_eq!(items(&list), [1, 2, 3]);
    assert_eq!(
        (list.pop_back(), list.pop_front(), list.pop_back(), list.pop_back()),
        (Some(3), Some(1), Some(2), None)
    );
}

#[test]
fn cursor_inserts_in_the_middle() {
    let mut list = list(&[1, 3]);
    let mut cursor = list.cursor_front_mut();
    cursor.move_next();
    cursor.insert_before(2);
    assert_eq!(items(&list), [1, 2, 3]);
    assert_eq!(list.len(), 3);
}

#[test]
fn cursor_removes_every_even_item() {
    let mut list = list(&[1, 2, 3, 4]);
    let mut cursor = list.cursor_front_mut();
    while let Some(item) = cursor.current() {
        if *item % 2 == 0 {
            cursor.remove_current();
        } else {
            cursor.move_next();
        }
    }
    assert_eq!(items(&list), [1, 3]);
}

#[test]
fn append_moves_all_items() {
    let (mut first, mut second) = (list(&[1, 2]), list(&[3]));
    first.append(&mut second);
    assert_eq!(items(&first), [1, 2, 3]);
    assert_eq!(first.back(), Some(&3));
    assert!(second.is_empty());
    assert_eq!(items(&second), []);
}
