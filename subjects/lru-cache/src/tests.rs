//! Behaves as a list does that is searched and reordered.

use super::*;

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }
}

/// Takes an entry out of the model.
fn take(model: &mut Vec<(u32, u32)>, key: u32) -> Option<(u32, u32)> {
    let at = model.iter().position(|entry| entry.0 == key)?;
    Some(model.remove(at))
}

#[test]
fn agrees_with_a_list() {
    let mut random = Random(1);
    for capacity in 1..5 {
        let (mut cache, mut model) = (Cache::new(capacity), Vec::new());
        for step in 0..2000 {
            let key = random.below(6);
            match random.below(6) {
                0..=2 => {
                    let mut gone = take(&mut model, key);
                    if gone.is_none() && model.len() == capacity {
                        gone = model.pop();
                    }
                    model.insert(0, (key, step));
                    assert_eq!(cache.put(key, step), gone);
                }
                3 => {
                    let entry = take(&mut model, key);
                    assert_eq!(cache.get(&key).copied(), entry.map(|entry| entry.1));
                    if let Some(entry) = entry {
                        model.insert(0, entry);
                    }
                }
                4 => assert_eq!(cache.remove(&key), take(&mut model, key).map(|entry| entry.1)),
                _ => assert_eq!(cache.pop(), model.pop()),
            }
            assert!(cache.iter().map(|(key, value)| (*key, *value)).eq(model.iter().copied()));
            let peeked = model.iter().find(|entry| entry.0 == key).map(|entry| &entry.1);
            assert_eq!(cache.peek(&key), peeked);
            assert_eq!((cache.len(), cache.is_empty(), cache.capacity()), (model.len(), model.is_empty(), capacity));
        }
    }
}
