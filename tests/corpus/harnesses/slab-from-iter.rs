//! `Slab` made of keys and values, against a table of its slots.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod numbers {
    use slab::Slab;

    pub struct Subject {
        slab: Slab<u32>,
        model: [Option<u32>; 6],
    }

    pub fn new() -> Subject {
        Subject { slab: Slab::new(), model: [None; 6] }
    }

    /// Up to three keys, in any order, also the same again.
    pub fn from_iter() -> Subject {
        let n = glassbox::choose(4);
        let pairs: Vec<(usize, u32)> = (0..n).map(|value| (glassbox::choose(3) as usize, value)).collect();
        let mut model = [None; 6];
        pairs.iter().for_each(|(key, value)| model[*key] = Some(*value));
        Subject { slab: pairs.into_iter().collect(), model }
    }

    pub fn insert(subject: &mut Subject) {
        glassbox::assume(subject.slab.len() < 5);
        let key = subject.slab.insert(7);
        assert_eq!(subject.model[key].replace(7), None);
    }

    pub fn vacant_entry(subject: &mut Subject) {
        glassbox::assume(subject.slab.len() < 5);
        let entry = subject.slab.vacant_entry();
        assert_eq!(subject.model[entry.key()].replace(8), None);
        entry.insert(8);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..6)] key: usize) {
        glassbox::assume(subject.slab.contains(key));
        assert_eq!(Some(subject.slab.remove(key)), subject.model[key].take());
    }

    pub fn retain_odd(subject: &mut Subject) {
        subject.slab.retain(|_, value| *value % 2 == 1);
        subject.model = subject.model.map(|slot| slot.filter(|value| value % 2 == 1));
    }

    pub fn compact(subject: &mut Subject) {
        let Subject { slab, model } = subject;
        slab.compact(|_, from, to| {
            model[to] = model[from].take();
            true
        });
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.slab.shrink_to_fit();
    }

    pub fn reserve(subject: &mut Subject) {
        subject.slab.reserve(1);
    }

    pub fn drain(subject: &mut Subject) {
        assert!(subject.slab.drain().eq(subject.model.into_iter().flatten()));
        subject.model = [None; 6];
    }

    pub fn clear(subject: &mut Subject) {
        subject.slab.clear();
        subject.model = [None; 6];
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let model = subject.model.iter().enumerate().filter_map(|(key, slot)| Some((key, slot.as_ref()?)));
        subject.slab.len() == subject.slab.iter().count() && subject.slab.iter().eq(model)
    }
}
