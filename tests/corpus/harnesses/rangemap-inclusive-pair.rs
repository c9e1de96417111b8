//! Two of `RangeInclusiveMap`: they are equal if their contents are.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3)]
mod pairs {
    use rangemap::RangeInclusiveMap;

    #[derive(Clone)]
    pub struct Side {
        map: RangeInclusiveMap<u8, u8>,
        /// The value of each key.
        model: [Option<u8>; 3],
    }

    pub fn new() -> [Side; 2] {
        [
            Side { map: RangeInclusiveMap::new(), model: [None; 3] },
            Side { map: RangeInclusiveMap::new(), model: [None; 3] },
        ]
    }

    pub fn insert(
        sides: &mut [Side; 2],
        #[glassbox(values = 0..2)] side: usize,
        #[glassbox(values = 0..3)] from: u8,
        #[glassbox(values = 0..3)] last: u8,
        #[glassbox(values = 0..2)] value: u8,
    ) {
        glassbox::assume(from <= last);
        sides[side].map.insert(from..=last, value);
        sides[side].model[usize::from(from)..=usize::from(last)].fill(Some(value));
    }

    pub fn remove(
        sides: &mut [Side; 2],
        #[glassbox(values = 0..2)] side: usize,
        #[glassbox(values = 0..3)] from: u8,
        #[glassbox(values = 0..3)] last: u8,
    ) {
        glassbox::assume(from <= last);
        sides[side].map.remove(from..=last);
        sides[side].model[usize::from(from)..=usize::from(last)].fill(None);
    }

    pub fn become_clone(sides: &mut [Side; 2]) {
        sides[0] = sides[1].clone();
    }

    pub fn clear(sides: &mut [Side; 2], #[glassbox(values = 0..2)] side: usize) {
        sides[side].map.clear();
        sides[side].model = [None; 3];
    }

    pub fn keys_have_their_values(sides: &[Side; 2]) -> bool {
        sides.iter().all(|side| (0..3).all(|key| side.map.get(&key) == side.model[usize::from(key)].as_ref()))
    }

    pub fn equal_if_contents_are(sides: &[Side; 2]) -> bool {
        (sides[0].map == sides[1].map) == (sides[0].model == sides[1].model)
    }

    pub fn order_agrees_with_equality(sides: &[Side; 2]) -> bool {
        (sides[0].map == sides[1].map) == sides[0].map.cmp(&sides[1].map).is_eq()
    }
}
