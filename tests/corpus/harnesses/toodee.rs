//! `TooDee`, a table, against a vector of rows.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3)]
mod numbers {
    use toodee::{TooDee, TooDeeOps, TooDeeOpsMut};

    pub struct Subject {
        table: TooDee<u32>,
        rows: Vec<Vec<u32>>,
    }

    pub fn new() -> Subject {
        Subject { table: TooDee::default(), rows: Vec::new() }
    }

    pub fn from_vec() -> Subject {
        Subject { table: TooDee::from_vec(2, 2, vec![0, 1, 2, 3]), rows: vec![vec![0, 1], vec![2, 3]] }
    }

    pub fn insert_row(subject: &mut Subject, #[glassbox(values = 0..=subject.rows.len())] index: usize) {
        let row: Vec<u32> = (4..4 + n_columns(subject) as u32).collect();
        glassbox::assume(!row.is_empty() && subject.rows.len() < 3);
        subject.table.insert_row(index, row.clone());
        subject.rows.insert(index, row);
    }

    pub fn insert_col(subject: &mut Subject, #[glassbox(values = 0..=n_columns(subject))] index: usize) {
        glassbox::assume(!subject.rows.is_empty() && n_columns(subject) < 3);
        subject.table.insert_col(index, vec![4; subject.rows.len()]);
        subject.rows.iter_mut().for_each(|row| row.insert(index, 4));
    }

    pub fn remove_row(subject: &mut Subject, #[glassbox(values = 0..subject.rows.len())] index: usize) {
        assert!(subject.table.remove_row(index).eq(subject.rows.remove(index)));
    }

    pub fn remove_col(subject: &mut Subject, #[glassbox(values = 0..n_columns(subject))] index: usize) {
        let removed: Vec<u32> = subject.rows.iter_mut().map(|row| row.remove(index)).collect();
        assert!(subject.table.remove_col(index).eq(removed));
        if n_columns(subject) == 0 {
            subject.rows.clear();
        }
    }

    pub fn pop_row(subject: &mut Subject) {
        assert_eq!(subject.table.pop_row().map(Iterator::collect::<Vec<u32>>), subject.rows.pop());
    }

    pub fn pop_col(subject: &mut Subject) {
        glassbox::assume(n_columns(subject) > 1);
        for row in &mut subject.rows {
            row.pop();
        }
        assert_eq!(subject.table.pop_col().map(Iterator::count), Some(subject.rows.len()));
    }

    pub fn swap_rows(subject: &mut Subject) {
        glassbox::assume(subject.rows.len() > 1);
        subject.table.swap_rows(0, 1);
        subject.rows.swap(0, 1);
    }

    pub fn shrink_to_fit(subject: &mut Subject) {
        subject.table.shrink_to_fit();
    }

    pub fn clear(subject: &mut Subject) {
        subject.table.clear();
        subject.rows.clear();
    }

    pub fn clone_and_drop(subject: &mut Subject) {
        assert!(subject.table.clone() == subject.table);
    }

    pub fn is_like_the_model(subject: &Subject) -> bool {
        subject.table.num_rows() == subject.rows.len()
            && subject.table.num_cols() == n_columns(subject)
            && subject.table.data().iter().eq(subject.rows.iter().flatten())
    }

    fn n_columns(subject: &Subject) -> usize {
        subject.rows.first().map_or(0, Vec::len)
    }
}
