//! `StringInterner`: each text has one symbol.
#![cfg(glassbox)]

#[glassbox::explore(operations = 6)]
mod texts {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::BuildHasherDefault;

    use string_interner::{StringInterner, Sym};

    // The hasher of std has a new seed in every map, which would make all states differ.
    type Interner = StringInterner<Sym, BuildHasherDefault<DefaultHasher>>;

    pub fn new() -> Interner {
        StringInterner::with_hasher(BuildHasherDefault::default())
    }

    pub fn with_capacity() -> Interner {
        StringInterner::with_capacity_and_hasher(2, BuildHasherDefault::default())
    }

    pub fn intern(interner: &mut Interner, #[glassbox(values = 0..3)] which: usize) {
        let text = ["", "a", "ab"][which];
        let known = interner.get(text);
        let symbol = interner.get_or_intern(text);
        assert_eq!(interner.resolve(symbol), Some(text));
        assert!(known.is_none() || known == Some(symbol));
    }

    pub fn clone_and_drop(interner: &mut Interner) {
        let copy = interner.clone();
        assert!(copy == *interner);
    }

    pub fn become_clone(interner: &mut Interner) {
        *interner = interner.clone();
    }

    pub fn shrink_to_fit(interner: &mut Interner) {
        interner.shrink_to_fit();
    }

    pub fn into_iter(interner: Interner) {
        interner.into_iter().for_each(drop);
    }

    pub fn symbols_and_texts_agree(interner: &Interner) -> bool {
        interner.len() == interner.iter().count()
            && interner.iter().all(|(symbol, text)| interner.get(text) == Some(symbol))
    }
}
