//! Tests as a maintainer would write them. They pass with each of the planted bugs.

use crate::{Full, Page};

fn page(keys: &[u8]) -> Page<64> {
    let mut page = Page::new();
    for key in keys {
        page.insert(*key, &[*key; 4]).unwrap();
    }
    page
}

fn keys(page: &Page<64>) -> Vec<u8> {
    page.iter().map(|(key, _)| key).collect()
}

#[test]
fn keys_are_in_order() {
    let page = page(&[5, 1, 4, 2]);
    assert_eq!(keys(&page), [1, 2, 4, 5]);
    assert_eq!(page.get(4), Some(&[4; 4][..]));
    assert_eq!(page.get(3), None);
}

#[test]
fn a_new_value_replaces_the_old_one() {
    let mut page = page(&[1, 2]);
    page.insert(1, b"one").unwrap();
    assert_eq!(page.get(1), Some(&b"one"[..]));
    assert_eq!(page.len(), 2);
}

#[test]
fn a_full_page_refuses_an_entry() {
    let mut page = page(&[1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(page.insert(9, &[9; 4]), Err(Full));
    assert_eq!(keys(&page), [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn deleted_entries_make_room() {
    let mut page = page(&[1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(page.delete(3) && page.delete(4) && !page.delete(4));
    page.insert(9, b"a value").unwrap();
    assert_eq!(keys(&page), [1, 2, 5, 6, 7, 8, 9]);
    assert_eq!((page.get(8), page.get(9)), (Some(&[8; 4][..]), Some(&b"a value"[..])));
}

#[test]
fn split_makes_halves() {
    let mut lower = page(&[1, 2, 3, 4]);
    let upper = lower.split();
    assert_eq!((keys(&lower), keys(&upper)), (vec![1, 2], vec![3, 4]));
    assert_eq!((lower.get(2), upper.get(3)), (Some(&[2; 4][..]), Some(&[3; 4][..])));
}
