//! `Grid` against rows of numbers.
#![cfg(glassbox)]

#[glassbox::explore(operations = 3)]
mod numbers {
    use grid::Grid;

    pub struct Subject {
        grid: Grid<u8>,
        model: Vec<Vec<u8>>,
    }

    pub fn new(#[glassbox(values = 0..3)] rows: usize, #[glassbox(values = 0..3)] cols: usize) -> Subject {
        Subject { grid: Grid::new(rows, cols), model: rectangle(rows, cols, 0) }
    }

    pub fn init(#[glassbox(values = 0..3)] rows: usize, #[glassbox(values = 0..3)] cols: usize) -> Subject {
        Subject { grid: Grid::init(rows, cols, 1), model: rectangle(rows, cols, 1) }
    }

    pub fn from_vec(#[glassbox(values = 1..3)] rows: usize, #[glassbox(values = 1..3)] cols: usize) -> Subject {
        Subject { grid: Grid::from_vec(vec![2; rows * cols], cols), model: rectangle(rows, cols, 2) }
    }

    pub fn push_row(subject: &mut Subject, #[glassbox(values = 1..3)] len: usize) {
        glassbox::assume(subject.model.len() < 3 && subject.model.first().is_none_or(|row| row.len() == len));
        subject.grid.push_row(vec![3; len]);
        subject.model.push(vec![3; len]);
    }

    pub fn push_col(subject: &mut Subject, #[glassbox(values = 1..3)] len: usize) {
        glassbox::assume(subject.model.is_empty() || subject.model.len() == len && subject.model[0].len() < 3);
        subject.grid.push_col(vec![4; len]);
        subject.model.resize(len, Vec::new());
        subject.model.iter_mut().for_each(|row| row.push(4));
    }

    pub fn pop_row(subject: &mut Subject) {
        assert_eq!(subject.grid.pop_row(), subject.model.pop());
    }

    pub fn pop_col(subject: &mut Subject) {
        let col: Vec<u8> = subject.model.iter_mut().filter_map(Vec::pop).collect();
        assert_eq!(subject.grid.pop_col(), (!col.is_empty()).then_some(col));
        subject.model.retain(|row| !row.is_empty());
    }

    pub fn insert_row(subject: &mut Subject, #[glassbox(values = 0..=subject.model.len())] index: usize) {
        glassbox::assume((1..3).contains(&subject.model.len()));
        let row = vec![5; subject.model[0].len()];
        subject.grid.insert_row(index, row.clone());
        subject.model.insert(index, row);
    }

    pub fn insert_col(subject: &mut Subject, #[glassbox(values = 0..3)] index: usize) {
        glassbox::assume(subject.model.first().is_some_and(|row| row.len() < 3 && index <= row.len()));
        subject.grid.insert_col(index, vec![6; subject.model.len()]);
        subject.model.iter_mut().for_each(|row| row.insert(index, 6));
    }

    pub fn transpose(subject: &mut Subject) {
        subject.grid = subject.grid.transpose();
        let cols = subject.model.first().map_or(0, Vec::len);
        subject.model = (0..cols).map(|col| subject.model.iter().map(|row| row[col]).collect()).collect();
    }

    pub fn clear(subject: &mut Subject) {
        subject.grid.clear();
        subject.model.clear();
    }

    pub fn become_clone(subject: &mut Subject) {
        subject.grid = subject.grid.clone();
    }

    pub fn size_is_right(subject: &Subject) -> bool {
        subject.grid.size() == (subject.model.len(), subject.model.first().map_or(0, Vec::len))
    }

    /// Also what is beyond the edges.
    pub fn elements_are_right(subject: &Subject) -> bool {
        let model = |row: usize, col: usize| subject.model.get(row)?.get(col);
        (0..4).all(|row| (0..4).all(|col| subject.grid.get(row, col) == model(row, col)))
    }

    fn rectangle(rows: usize, cols: usize, value: u8) -> Vec<Vec<u8>> {
        if cols == 0 { Vec::new() } else { vec![vec![value; cols]; rows] }
    }
}
