//! `TooDee`, a table, with callbacks that panic.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3, elements = 6)]
mod values {
    use glassbox::Val;
    use toodee::{TooDee, TooDeeOps, TooDeeOpsMut};

    pub fn new() -> TooDee<Val> {
        TooDee::default()
    }

    pub fn init(value: Val) -> TooDee<Val> {
        TooDee::init(2, 1, value)
    }

    pub fn from_vec(a: Val, b: Val) -> TooDee<Val> {
        TooDee::from_vec(1, 2, vec![a, b])
    }

    pub fn insert_row(
        table: &mut TooDee<Val>,
        #[glassbox(values = 0..=table.num_rows())] index: usize,
        a: Val,
        b: Val,
    ) {
        let row: Vec<Val> = [a, b].into_iter().take(columns(table)).collect();
        table.insert_row(index, row.into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn push_row(table: &mut TooDee<Val>, a: Val, b: Val) {
        let row: Vec<Val> = [a, b].into_iter().take(columns(table)).collect();
        table.push_row(row.into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn insert_col(
        table: &mut TooDee<Val>,
        #[glassbox(values = 0..=table.num_cols())] index: usize,
        a: Val,
        b: Val,
    ) {
        let column: Vec<Val> = [a, b].into_iter().take(rows(table)).collect();
        table.insert_col(index, column.into_iter().inspect(|_| glassbox::panic_point()));
    }

    pub fn remove_row(table: &mut TooDee<Val>, #[glassbox(values = 0..table.num_rows())] index: usize) {
        table.remove_row(index);
    }

    pub fn pop_row(table: &mut TooDee<Val>) {
        table.pop_row();
    }

    pub fn swap_rows(table: &mut TooDee<Val>) {
        glassbox::assume(table.num_rows() > 1);
        table.swap_rows(0, 1);
    }

    pub fn clear(table: &mut TooDee<Val>) {
        table.clear();
    }

    pub fn clone_and_swap(table: &mut TooDee<Val>) {
        let copy = table.clone();
        *table = copy;
    }

    pub fn into_iter(table: TooDee<Val>, #[glassbox(values = 0..3)] n: usize) {
        table.into_iter().take(n).for_each(drop);
    }

    /// The length of a new row.
    fn columns(table: &TooDee<Val>) -> usize {
        let n = if table.num_rows() == 0 { 2 } else { table.num_cols() };
        glassbox::assume(n <= 2);
        n
    }

    /// The length of a new column.
    fn rows(table: &TooDee<Val>) -> usize {
        let n = if table.num_cols() == 0 { 2 } else { table.num_rows() };
        glassbox::assume(n <= 2);
        n
    }
}
