//! `OrdMap` of imbl: what `diff` tells of two maps, from few to many entries.
#![cfg(glassbox)]

#[glassbox::explore(operations = 2)]
mod numbers {
    use imbl::OrdMap;
    use imbl::ordmap::DiffItem;

    const N: usize = 36;

    pub struct Subject {
        map: OrdMap<u8, u8>,
        model: [Option<u8>; N],
        /// What it was in the beginning.
        old: OrdMap<u8, u8>,
        old_model: [Option<u8>; N],
    }

    /// As many as fit into a node, and one more or less.
    pub fn with_entries(#[glassbox(values = [0, 1, 2, 16, 17, 18, 33])] n: u8) -> Subject {
        let map: OrdMap<u8, u8> = (0..n).map(|key| (key, 0)).collect();
        let mut model = [None; N];
        model[..usize::from(n)].fill(Some(0));
        Subject { old: map.clone(), map, model, old_model: model }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..36)] key: u8) {
        assert_eq!(subject.map.insert(key, 1), subject.model[usize::from(key)].replace(1));
    }

    pub fn update(subject: &mut Subject, #[glassbox(values = 0..36)] key: u8) {
        subject.map = subject.map.update(key, 1);
        subject.model[usize::from(key)] = Some(1);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..36)] key: u8) {
        assert_eq!(subject.map.remove(&key), subject.model[usize::from(key)].take());
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let model = (0..).zip(&subject.model).filter_map(|(key, value)| Some((key, (*value)?)));
        subject.map.iter().map(|(key, value)| (*key, *value)).eq(model)
            && subject.map.len() == subject.model.iter().flatten().count()
    }

    pub fn equal_if_contents_are(subject: &Subject) -> bool {
        (subject.map == subject.old) == (subject.model == subject.old_model)
    }

    pub fn differences_are_told(subject: &Subject) -> bool {
        let told = subject.old.diff(&subject.map).map(|item| match item {
            DiffItem::Add(key, _) | DiffItem::Remove(key, _) | DiffItem::Update { old: (key, _), .. } => *key,
        });
        let differ = |key: &u8| subject.model[usize::from(*key)] != subject.old_model[usize::from(*key)];
        told.eq((0..36).filter(differ))
    }
}
