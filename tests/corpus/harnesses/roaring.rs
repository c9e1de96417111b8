//! `RoaringBitmap` against a table of small numbers.
#![cfg(glassbox)]

#[glassbox::explore(operations = 4)]
mod numbers {
    use roaring::RoaringBitmap;

    pub struct Subject {
        bitmap: RoaringBitmap,
        /// Whether each number is in it.
        model: [bool; 5],
    }

    pub fn new() -> Subject {
        Subject { bitmap: RoaringBitmap::new(), model: [false; 5] }
    }

    pub fn insert(subject: &mut Subject, #[glassbox(values = 0..5)] number: u32) {
        let was_there = std::mem::replace(&mut subject.model[number as usize], true);
        assert_eq!(subject.bitmap.insert(number), !was_there);
    }

    pub fn insert_range(
        subject: &mut Subject,
        #[glassbox(values = 0..5)] from: u32,
        #[glassbox(values = 0..5)] to: u32,
    ) {
        glassbox::assume(from <= to);
        let range = &mut subject.model[from as usize..=to as usize];
        let n_new = range.iter().filter(|is_there| !**is_there).count();
        range.fill(true);
        assert_eq!(subject.bitmap.insert_range(from..=to), n_new as u64);
    }

    pub fn remove(subject: &mut Subject, #[glassbox(values = 0..5)] number: u32) {
        let was_there = std::mem::take(&mut subject.model[number as usize]);
        assert_eq!(subject.bitmap.remove(number), was_there);
    }

    pub fn remove_range(
        subject: &mut Subject,
        #[glassbox(values = 0..5)] from: u32,
        #[glassbox(values = 0..5)] to: u32,
    ) {
        glassbox::assume(from <= to);
        let range = &mut subject.model[from as usize..=to as usize];
        let n_old = range.iter().filter(|is_there| **is_there).count();
        range.fill(false);
        assert_eq!(subject.bitmap.remove_range(from..=to), n_old as u64);
    }

    pub fn remove_smallest(subject: &mut Subject, #[glassbox(values = 0..5)] n: usize) {
        subject.bitmap.remove_smallest(n as u64);
        subject.model.iter_mut().filter(|is_there| **is_there).take(n).for_each(|is_there| *is_there = false);
    }

    pub fn remove_biggest(subject: &mut Subject, #[glassbox(values = 0..5)] n: usize) {
        subject.bitmap.remove_biggest(n as u64);
        subject.model.iter_mut().rev().filter(|is_there| **is_there).take(n).for_each(|is_there| *is_there = false);
    }

    pub fn optimize(subject: &mut Subject) {
        subject.bitmap.optimize();
    }

    pub fn remove_run_compression(subject: &mut Subject) {
        subject.bitmap.remove_run_compression();
    }

    pub fn clear(subject: &mut Subject) {
        subject.bitmap.clear();
        subject.model = [false; 5];
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.bitmap = subject.bitmap.clone();
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        let numbers = || (0..5).filter(|number| subject.model[*number as usize]);
        subject.bitmap.iter().eq(numbers())
            && subject.bitmap.len() == numbers().count() as u64
            && subject.bitmap.min() == numbers().min()
            && subject.bitmap.max() == numbers().max()
    }

    pub fn numbers_are_there(subject: &Subject) -> bool {
        (0..5).all(|number| subject.bitmap.contains(number) == subject.model[number as usize])
    }
}
