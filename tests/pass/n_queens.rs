//! N-queens by bit masks and by a Vec of columns; a knight's tour; both with backtracking.

use std::fmt::Write;

fn by_masks(n: u32, columns: u32, left: u32, right: u32) -> u32 {
    if columns == (1 << n) - 1 {
        return 1;
    }
    let mut free = !(columns | left | right) & ((1 << n) - 1);
    let mut found = 0;
    while free != 0 {
        let place = free & free.wrapping_neg();
        free ^= place;
        found += by_masks(n, columns | place, (left | place) << 1, (right | place) >> 1);
    }
    found
}

fn first_by_columns(n: usize, queens: &mut Vec<usize>) -> bool {
    if queens.len() == n {
        return true;
    }
    for column in 0..n {
        let row = queens.len();
        let safe = queens.iter().enumerate().all(|(r, &c)| c != column && row - r != column.abs_diff(c));
        if safe {
            queens.push(column);
            if first_by_columns(n, queens) {
                return true;
            }
            queens.pop();
        }
    }
    false
}

const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Goes where the fewest ways lead on (Warnsdorff).
fn tour(board: &mut [[u8; 6]; 6], x: i32, y: i32, step: u8) -> bool {
    board[y as usize][x as usize] = step;
    if step == 36 {
        return true;
    }
    let free = |board: &[[u8; 6]; 6], x: i32, y: i32| {
        (0..6).contains(&x) && (0..6).contains(&y) && board[y as usize][x as usize] == 0
    };
    let mut ways: Vec<(usize, i32, i32)> = JUMPS
        .iter()
        .map(|(dx, dy)| (x + dx, y + dy))
        .filter(|&(x, y)| free(board, x, y))
        .map(|(x, y)| (JUMPS.iter().filter(|(dx, dy)| free(board, x + dx, y + dy)).count(), x, y))
        .collect();
    ways.sort_unstable();
    if ways.into_iter().any(|(_, x, y)| tour(board, x, y, step + 1)) {
        return true;
    }
    board[y as usize][x as usize] = 0;
    false
}

pub fn run() -> String {
    let mut out = String::new();
    writeln!(out, "{:?}", (1..=8).map(|n| by_masks(n, 0, 0, 0)).collect::<Vec<_>>()).unwrap();
    let mut queens = Vec::new();
    let found = first_by_columns(10, &mut queens);
    writeln!(out, "{found} {queens:?} {}", first_by_columns(3, &mut Vec::new())).unwrap();
    let mut board = [[0; 6]; 6];
    writeln!(out, "{}", tour(&mut board, 0, 0, 1)).unwrap();
    for row in board {
        writeln!(out, "{}", row.map(|step| format!("{step:3}")).concat()).unwrap();
    }
    out
}
