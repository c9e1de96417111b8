//! Fields deep below choices: elements of vectors in vectors, variants in variants, and arguments that are described.

#![allow(dead_code)]

/// Wrong: only for a value in the second inner vector, if the outer one has room for more.
pub mod vectors_in_vectors {
    use glassbox::Structure;
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub struct Rows {
        #[glassbox(domain(u8 = 0..2))]
        rows: Vec<Vec<u8>>,
    }
    #[glassbox::check(len = 2)]
    fn wrong(rows: &Rows) -> bool {
        let has_room = rows.rows.capacity() > rows.rows.len();
        !(has_room && rows.rows.get(1).is_some_and(|row| row.capacity() == 2 && row[..] == [0, 1]))
    }
    /// Right: no value is larger.
    #[glassbox::check(len = 2)]
    fn right(rows: &Rows) -> bool {
        rows.rows.iter().flatten().all(|value| *value < 2)
    }
}

/// Wrong: only for a number in a variant in an element in a variant.
pub mod variants_in_elements {
    use glassbox::Structure;
    #[derive(Structure)]
    pub enum Inner {
        Empty,
        Number(#[glassbox(values = [3, 5, 8])] u8),
    }
    #[derive(Structure)]
    #[glassbox(no_invariant)]
    pub enum Outer {
        Nothing,
        Many(Vec<Option<Inner>>),
        One(Inner),
    }
    #[glassbox::check(len = 2)]
    fn wrong(outer: &Outer) -> bool {
        !matches!(outer, Outer::Many(all) if matches!(all[..], [None, Some(Inner::Number(8))]))
    }
    /// Right: three other numbers.
    #[glassbox::check(len = 2)]
    fn right(outer: &Outer) -> bool {
        !matches!(outer, Outer::One(Inner::Number(4 | 6 | 7)))
    }
}

/// Wrong: an argument that is described with values of its own leads to a state that is not among the checked ones.
pub mod described_argument {
    use glassbox::{Invariant, Structure};
    #[derive(Default, Structure)]
    pub struct Level {
        #[glassbox(values = 0..3)]
        level: u8,
    }
    impl Invariant for Level {
        type Summary = ();
        fn check(&self, _: &glassbox::Children) -> Result<(), glassbox::Broken> {
            Ok(())
        }
    }
    #[glassbox::check]
    fn sets(level: &mut Level, #[glassbox(domain(u8 = 0..4))] to: (bool, u8)) {
        if to.0 {
            level.level = to.1;
        }
    }
    #[glassbox::check]
    fn looks(level: &Level) -> bool {
        level.level < 3
    }
}

/// Wrong: an argument that needs no description, beside one that does.
pub mod arguments_of_both_kinds {
    use glassbox::Structure;
    #[derive(Default, Structure)]
    #[glassbox(no_invariant)]
    pub struct Level {
        #[glassbox(values = 0..3)]
        level: u8,
    }
    #[glassbox::check]
    fn sets(level: &mut Level, is_set: bool, #[glassbox(domain(u8 = 0..4))] to: Option<u8>) {
        if let (true, Some(to)) = (is_set, to) {
            level.level = to;
        }
    }
}
