//! Checks of every page of 10 bytes that the invariant allows, and an exploration of larger pages beside a `BTreeMap`.

use glassbox::{Broken, Children, Invariant, ensure};

use crate::{CELL_HEADER, Page, SLOTS};

const N: usize = 10;

impl Invariant for Page<N> {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        let n = self.len();
        ensure(SLOTS + n <= self.start() && self.start() <= N, "the slots overlap the cells")?;
        let mut used = [false; N];
        let mut last_key = None;
        for slot in 0..n {
            let offset = self.offset(slot);
            ensure(self.start() <= offset && offset + CELL_HEADER <= N, "a slot leads out of the cells")?;
            ensure(offset + self.size(slot) <= N, "a cell is longer than the page")?;
            let key = self.bytes[offset];
            ensure(key < 3, "a key that the checks do not use")?;
            ensure(last_key < Some(key), "the keys are not in order")?;
            for byte in &mut used[offset..offset + self.size(slot)] {
                ensure(!*byte, "two cells overlap")?;
                *byte = true;
            }
            last_key = Some(key);
        }
        Ok(())
    }
}

/// The value is there, or there was no room for it; no other entry changes.
#[glassbox::check]
fn insert(
    page: &mut Page<N>,
    #[glassbox(values = 0..3)] key: u8,
    #[glassbox(values = 0..3)] len: usize,
    #[glassbox(values = 0..3)] other: u8,
) -> bool {
    let fits = page.free() + page.get(key).map_or(0, |old| 1 + CELL_HEADER + old.len()) > CELL_HEADER + len;
    let was = page.get(other).map(<[u8]>::to_vec);
    let value = &[7, 8][..len];
    let done = page.insert(key, value).is_ok();
    done == fits && page.get(other) == if done && other == key { Some(value) } else { was.as_deref() }
}

/// The key is gone, and no other entry changes.
#[glassbox::check]
fn delete(page: &mut Page<N>, #[glassbox(values = 0..3)] key: u8, #[glassbox(values = 0..3)] other: u8) -> bool {
    let (had, was) = (page.get(key).is_some(), page.get(other).map(<[u8]>::to_vec));
    page.delete(key) == had && page.get(other) == was.as_deref().filter(|_| other != key)
}

/// Nothing is lost, and all free bytes are between slots and cells.
#[glassbox::check]
fn compact(page: &mut Page<N>, #[glassbox(values = 0..3)] key: u8) -> bool {
    let was = page.get(key).map(<[u8]>::to_vec);
    page.compact();
    page.gap() == page.free() && page.get(key) == was.as_deref()
}

/// Each entry is in the half where it belongs.
#[glassbox::check]
fn split(page: &mut Page<N>, #[glassbox(values = 0..3)] key: u8) -> bool {
    let (was, half) = (page.get(key).map(<[u8]>::to_vec), page.len() / 2);
    let is_lower = page.find(key).is_ok_and(|slot| slot < half);
    let upper = page.split();
    let (here, there) = if is_lower { (&*page, &upper) } else { (&upper, &*page) };
    here.get(key) == was.as_deref() && there.get(key).is_none()
}

/// A page of 16 bytes does what a `BTreeMap` does.
#[cfg(glassbox)]
#[glassbox::explore(operations = 4)]
mod like_a_map {
    use std::collections::BTreeMap;

    use crate::Page;

    pub struct Both {
        page: Page<16>,
        model: BTreeMap<u8, Vec<u8>>,
    }

    pub fn new() -> Both {
        Both { page: Page::new(), model: BTreeMap::new() }
    }

    pub fn insert(both: &mut Both, #[glassbox(values = 1..4)] key: u8, #[glassbox(values = [1, 3])] len: u8) {
        let value = vec![10 * key + len; len.into()];
        if both.page.insert(key, &value).is_ok() {
            both.model.insert(key, value);
        }
    }

    pub fn delete(both: &mut Both, #[glassbox(values = 1..4)] key: u8) {
        assert_eq!(both.page.delete(key), both.model.remove(&key).is_some());
    }

    pub fn split(both: &mut Both, keep_upper: bool) {
        let upper = both.page.split();
        let middle = upper.iter().next().map_or(u8::MAX, |(key, _)| key);
        let upper_model = both.model.split_off(&middle);
        if keep_upper {
            *both = Both { page: upper, model: upper_model };
        }
    }

    pub fn same_entries(both: &Both) -> bool {
        both.page.iter().eq(both.model.iter().map(|(key, value)| (*key, &value[..])))
    }
}
