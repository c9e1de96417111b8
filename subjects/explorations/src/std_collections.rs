//! The collections of std, as the toolchain ships them, each beside a plain model.

/// `VecDeque` beside a `Vec`.
#[glassbox::explore(operations = 5)]
mod vec_deque {
    use std::collections::VecDeque;

    #[derive(Default)]
    pub struct Both {
        deque: VecDeque<u8>,
        model: Vec<u8>,
    }

    pub fn new() -> Both {
        Both::default()
    }

    pub fn with_capacity(#[glassbox(values = [2])] capacity: usize) -> Both {
        Both { deque: VecDeque::with_capacity(capacity), model: Vec::new() }
    }

    pub fn push_back(both: &mut Both, #[glassbox(values = 0..2)] item: u8) {
        both.deque.push_back(item);
        both.model.push(item);
    }

    pub fn push_front(both: &mut Both, #[glassbox(values = 0..2)] item: u8) {
        both.deque.push_front(item);
        both.model.insert(0, item);
    }

    pub fn pop_front(both: &mut Both) {
        let expected = if both.model.is_empty() { None } else { Some(both.model.remove(0)) };
        assert_eq!(both.deque.pop_front(), expected);
    }

    pub fn pop_back(both: &mut Both) {
        assert_eq!(both.deque.pop_back(), both.model.pop());
    }

    pub fn insert(both: &mut Both, #[glassbox(values = 0..=both.model.len())] at: usize) {
        both.deque.insert(at, 9);
        both.model.insert(at, 9);
    }

    pub fn remove(both: &mut Both, #[glassbox(values = 0..both.model.len())] at: usize) {
        assert_eq!(both.deque.remove(at), Some(both.model.remove(at)));
    }

    pub fn rotate(both: &mut Both, #[glassbox(values = 0..=both.model.len())] by: usize) {
        both.deque.rotate_left(by);
        both.model.rotate_left(by);
    }

    pub fn shrink(both: &mut Both) {
        both.deque.shrink_to_fit();
    }

    pub fn is_like_the_model(both: &Both) -> bool {
        both.deque.len() == both.model.len() && both.deque.iter().eq(&both.model)
    }
}

/// `LinkedList` beside a `Vec`.
#[glassbox::explore(operations = 5)]
mod linked_list {
    use std::collections::LinkedList;

    #[derive(Default)]
    pub struct Both {
        list: LinkedList<u8>,
        model: Vec<u8>,
    }

    pub fn new() -> Both {
        Both::default()
    }

    pub fn push_back(both: &mut Both, #[glassbox(values = 0..2)] item: u8) {
        both.list.push_back(item);
        both.model.push(item);
    }

    pub fn push_front(both: &mut Both, #[glassbox(values = 0..2)] item: u8) {
        both.list.push_front(item);
        both.model.insert(0, item);
    }

    pub fn pop_front(both: &mut Both) {
        let expected = if both.model.is_empty() { None } else { Some(both.model.remove(0)) };
        assert_eq!(both.list.pop_front(), expected);
    }

    pub fn pop_back(both: &mut Both) {
        assert_eq!(both.list.pop_back(), both.model.pop());
    }

    pub fn split_and_append_in_turn(both: &mut Both, #[glassbox(values = 0..=both.model.len())] at: usize) {
        let mut rest = both.list.split_off(at);
        rest.append(&mut both.list);
        both.list = rest;
        both.model.rotate_left(at);
    }

    pub fn is_like_the_model(both: &Both) -> bool {
        both.list.len() == both.model.len() && both.list.iter().rev().eq(both.model.iter().rev())
    }
}

/// `BinaryHeap` beside a sorted `Vec`.
#[glassbox::explore(operations = 5)]
mod binary_heap {
    use std::collections::BinaryHeap;

    #[derive(Default)]
    pub struct Both {
        heap: BinaryHeap<u8>,
        model: Vec<u8>,
    }

    pub fn new() -> Both {
        Both::default()
    }

    pub fn push(both: &mut Both, #[glassbox(values = 0..3)] item: u8) {
        both.heap.push(item);
        both.model.push(item);
        both.model.sort_unstable();
    }

    pub fn pop(both: &mut Both) {
        assert_eq!(both.heap.pop(), both.model.pop());
    }

    pub fn lower_the_greatest(both: &mut Both) {
        if let Some(mut greatest) = both.heap.peek_mut() {
            *greatest = 0;
        }
        if let Some(greatest) = both.model.last_mut() {
            *greatest = 0;
            both.model.sort_unstable();
        }
    }

    pub fn keep_some(both: &mut Both, #[glassbox(values = 0..3)] item: u8) {
        both.heap.retain(|other| *other != item);
        both.model.retain(|other| *other != item);
    }

    pub fn is_like_the_model(both: &Both) -> bool {
        both.heap.clone().into_sorted_vec() == both.model
    }
}

/// `BTreeMap` beside a sorted `Vec`, from small to beyond the first nodes that split.
#[glassbox::explore(operations = 3)]
mod btree_map {
    use std::collections::BTreeMap;

    #[derive(Default)]
    pub struct Both {
        map: BTreeMap<u8, u8>,
        model: Vec<(u8, u8)>,
    }

    /// So many entries, put in from the least or from the greatest.
    pub fn of(#[glassbox(values = [0, 3, 11, 12, 13])] len: u8, upward: bool) -> Both {
        let mut both = Both::default();
        for index in 0..len {
            insert_at(&mut both, if upward { 2 * index + 1 } else { 2 * (len - index) - 1 }, 0);
        }
        both
    }

    fn insert_at(both: &mut Both, key: u8, value: u8) {
        let old = both.map.insert(key, value);
        match both.model.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => assert_eq!(old, Some(std::mem::replace(&mut both.model[at].1, value))),
            Err(at) => {
                assert_eq!(old, None);
                both.model.insert(at, (key, value));
            }
        }
    }

    pub fn insert(both: &mut Both, #[glassbox(values = 0..27)] key: u8) {
        insert_at(both, key, 1);
    }

    pub fn remove(both: &mut Both, #[glassbox(values = 0..27)] key: u8) {
        let at = both.model.iter().position(|entry| entry.0 == key);
        assert_eq!(both.map.remove(&key), at.map(|at| both.model.remove(at).1));
    }

    pub fn pop(both: &mut Both, first: bool) {
        let (popped, expected) = if first {
            (both.map.pop_first(), (!both.model.is_empty()).then(|| both.model.remove(0)))
        } else {
            (both.map.pop_last(), both.model.pop())
        };
        assert_eq!(popped, expected);
    }

    pub fn is_like_the_model(both: &Both) -> bool {
        both.map.len() == both.model.len()
            && both.map.iter().map(|(key, value)| (*key, *value)).eq(both.model.iter().copied())
    }
}

/// `Vec`: what moves items about, with iterators that are left half-way.
#[glassbox::explore(operations = 4)]
mod vec {
    use glassbox::Val;

    pub fn new() -> Vec<Val> {
        Vec::new()
    }

    pub fn push(vec: &mut Vec<Val>, value: Val) {
        vec.push(value);
    }

    pub fn insert(vec: &mut Vec<Val>, #[glassbox(values = 0..=vec.len())] at: usize, value: Val) {
        vec.insert(at, value);
    }

    pub fn swap_remove(vec: &mut Vec<Val>, #[glassbox(values = 0..vec.len())] at: usize) {
        vec.swap_remove(at);
    }

    pub fn drain(vec: &mut Vec<Val>, #[glassbox(values = 0..=vec.len())] from: usize) {
        let taken = glassbox::choose(3);
        let mut drained = vec.drain(from..);
        for _ in 0..taken {
            drained.next_back();
        }
    }

    pub fn splice(vec: &mut Vec<Val>, #[glassbox(values = 0..=vec.len())] until: usize, a: Val, b: Val) {
        drop(vec.splice(..until, [a, b]));
    }

    pub fn retain(vec: &mut Vec<Val>) {
        vec.retain(|_| glassbox::choose(2) == 1);
    }

    pub fn dedup(vec: &mut Vec<Val>) {
        vec.dedup();
    }

    pub fn into_iter(vec: Vec<Val>) {
        let taken = glassbox::choose(3);
        let mut items = vec.into_iter();
        for _ in 0..taken {
            items.next();
        }
    }
}

/// `String`: characters of one and of three bytes.
#[glassbox::explore(operations = 4)]
mod string {
    pub fn new() -> String {
        String::new()
    }

    pub fn push(string: &mut String, #[glassbox(values = ['a', '€'])] c: char) {
        string.push(c);
    }

    pub fn insert(string: &mut String, #[glassbox(values = string.char_indices().map(|(at, _)| at))] at: usize) {
        string.insert(at, 'ß');
    }

    pub fn remove(string: &mut String, #[glassbox(values = string.char_indices().map(|(at, _)| at))] at: usize) {
        string.remove(at);
    }

    pub fn replace_range(string: &mut String, #[glassbox(values = string.char_indices().map(|(at, _)| at))] at: usize) {
        string.replace_range(at.., "é");
    }

    pub fn is_text(string: &String) -> bool {
        std::str::from_utf8(string.as_bytes()).is_ok() && string.chars().rev().count() == string.chars().count()
    }
}

/// `HashMap` with a hasher that makes keys collide, beside a sorted `Vec`.
#[glassbox::explore(operations = 4)]
mod hash_map {
    use std::collections::HashMap;
    use std::hash::{BuildHasherDefault, Hasher};

    /// Two classes of keys: even and odd.
    #[derive(Default)]
    pub struct Classes(u64);

    impl Hasher for Classes {
        fn write(&mut self, bytes: &[u8]) {
            self.0 = u64::from(bytes[0] % 2) << 60;
        }

        fn finish(&self) -> u64 {
            self.0
        }
    }

    #[derive(Default)]
    pub struct Both {
        map: HashMap<u8, u8, BuildHasherDefault<Classes>>,
        model: Vec<(u8, u8)>,
    }

    pub fn new() -> Both {
        Both::default()
    }

    pub fn insert(both: &mut Both, #[glassbox(values = 0..4)] key: u8, second: bool) {
        let value = u8::from(second);
        let old = both.map.insert(key, value);
        match both.model.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => assert_eq!(old, Some(std::mem::replace(&mut both.model[at].1, value))),
            Err(at) => both.model.insert(at, (key, value)),
        }
    }

    pub fn remove(both: &mut Both, #[glassbox(values = 0..4)] key: u8) {
        let at = both.model.iter().position(|entry| entry.0 == key);
        assert_eq!(both.map.remove(&key), at.map(|at| both.model.remove(at).1));
    }

    pub fn retain_even(both: &mut Both) {
        both.map.retain(|key, _| key % 2 == 0);
        both.model.retain(|(key, _)| key % 2 == 0);
    }

    pub fn is_like_the_model(both: &Both) -> bool {
        both.map.len() == both.model.len() && both.model.iter().all(|(key, value)| both.map.get(key) == Some(value))
    }
}

/// `BTreeMap` with keys of which only the order is known.
#[glassbox::explore(operations = 6)]
mod btree_map_of_keys {
    use std::collections::BTreeMap;

    use glassbox::{Key, Val};

    pub fn new() -> BTreeMap<Key, Val> {
        BTreeMap::new()
    }

    pub fn insert(map: &mut BTreeMap<Key, Val>, key: Key, value: Val) {
        map.insert(key, value);
    }

    pub fn can_be_printed(map: &BTreeMap<Key, Val>) -> bool {
        format!("{map:?}").len() >= 2
    }

    pub fn remove(map: &mut BTreeMap<Key, Val>, key: Key) {
        map.remove(&key);
    }

    pub fn keys_are_sorted(map: &BTreeMap<Key, Val>) -> bool {
        map.keys().is_sorted_by(|a, b| a < b) && map.iter().count() == map.len()
    }
}

/// The same with seven numbers for keys: up to six are in the map at once, and there is one more.
#[glassbox::explore(operations = 6)]
mod btree_map_of_numbers {
    use std::collections::BTreeMap;

    use glassbox::Val;

    pub fn new() -> BTreeMap<u32, Val> {
        BTreeMap::new()
    }

    pub fn insert(map: &mut BTreeMap<u32, Val>, #[glassbox(values = 1..=7)] key: u32, value: Val) {
        map.insert(key, value);
    }

    pub fn remove(map: &mut BTreeMap<u32, Val>, #[glassbox(values = 1..=7)] key: u32) {
        map.remove(&key);
    }

    pub fn keys_are_sorted(map: &BTreeMap<u32, Val>) -> bool {
        map.keys().is_sorted_by(|a, b| a < b) && map.iter().count() == map.len()
    }
}

/// `HashMap` with keys whose hashes collide in all ways, beside a list. Its usual hasher makes its seed of an address.
#[glassbox::explore(operations = 4)]
mod hash_map_of_keys {
    use std::collections::HashMap;
    use std::hash::{BuildHasherDefault, DefaultHasher};

    use glassbox::Key;

    #[derive(Default)]
    pub struct Both {
        map: HashMap<Key, bool, BuildHasherDefault<DefaultHasher>>,
        model: Vec<(Key, bool)>,
    }

    pub fn new() -> Both {
        Both::default()
    }

    pub fn insert(both: &mut Both, key: Key, value: bool) {
        let old = both.map.insert(key.clone(), value);
        match both.model.binary_search_by(|entry| entry.0.cmp(&key)) {
            Ok(at) => assert_eq!(old, Some(std::mem::replace(&mut both.model[at].1, value))),
            Err(at) => {
                assert_eq!(old, None);
                both.model.insert(at, (key, value));
            }
        }
    }

    pub fn remove(both: &mut Both, key: Key) {
        let at = both.model.iter().position(|entry| entry.0 == key);
        assert_eq!(both.map.remove(&key), at.map(|at| both.model.remove(at).1));
    }

    pub fn retain(both: &mut Both) {
        both.map.retain(|_, value| *value);
        both.model.retain(|(_, value)| *value);
    }

    pub fn is_like_the_model(both: &Both) -> bool {
        both.map.len() == both.model.len() && both.model.iter().all(|(key, value)| both.map.get(key) == Some(value))
    }
}

/// `HashSet` as everybody uses it, with a hasher whose seed nobody knows.
#[glassbox::explore(operations = 4)]
mod hash_set_with_a_seed {
    use std::collections::HashSet;

    #[derive(Default)]
    pub struct Both {
        set: HashSet<u8>,
        model: [bool; 3],
    }

    pub fn new() -> Both {
        Both::default()
    }

    pub fn insert(both: &mut Both, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(both.set.insert(key), !std::mem::replace(&mut both.model[usize::from(key)], true));
    }

    pub fn remove(both: &mut Both, #[glassbox(values = 0..3)] key: u8) {
        assert_eq!(both.set.remove(&key), std::mem::take(&mut both.model[usize::from(key)]));
    }

    pub fn shrink_to_fit(both: &mut Both) {
        both.set.shrink_to_fit();
    }

    pub fn is_like_the_model(both: &Both) -> bool {
        both.set.len() == both.model.iter().filter(|is_in| **is_in).count()
            && both.set.iter().all(|key| both.model[usize::from(*key)])
    }
}

/// `VecDeque` with any number of operations, as long as there are few values.
#[glassbox::explore(elements = 3)]
mod vec_deque_of_values {
    use std::collections::VecDeque;

    use glassbox::Val;

    pub fn new() -> VecDeque<Val> {
        VecDeque::new()
    }

    pub fn push_back(deque: &mut VecDeque<Val>, value: Val) {
        deque.push_back(value);
    }

    pub fn push_front(deque: &mut VecDeque<Val>, value: Val) {
        deque.push_front(value);
    }

    pub fn pop_back(deque: &mut VecDeque<Val>) {
        deque.pop_back();
    }

    pub fn pop_front(deque: &mut VecDeque<Val>) {
        deque.pop_front();
    }

    pub fn rotate_left(deque: &mut VecDeque<Val>, #[glassbox(values = 0..=deque.len())] by: usize) {
        deque.rotate_left(by);
    }

    pub fn shrink_to_fit(deque: &mut VecDeque<Val>) {
        deque.shrink_to_fit();
    }

    pub fn make_contiguous(deque: &mut VecDeque<Val>) {
        deque.make_contiguous();
        assert!(deque.as_slices().1.is_empty());
    }

    pub fn len_is_right(deque: &VecDeque<Val>) -> bool {
        deque.len() == deque.iter().count()
    }
}
