//! Matrices: products, transposition, elimination with exact fractions and with floats, powers modulo a prime.

use std::fmt::Write;

type Matrix = Vec<Vec<i64>>;

fn multiply(a: &Matrix, b: &Matrix, modulus: i64) -> Matrix {
    let column = |j: usize| b.iter().map(move |row| row[j]);
    let cell = |row: &[i64], j| row.iter().zip(column(j)).fold(0, |sum, (x, y)| (sum + x * y) % modulus);
    a.iter().map(|row| (0..b[0].len()).map(|j| cell(row, j)).collect()).collect()
}

fn power(base: &Matrix, mut exponent: u32, modulus: i64) -> Matrix {
    let n = base.len();
    let mut result: Matrix = (0..n).map(|i| (0..n).map(|j| i64::from(i == j)).collect()).collect();
    let mut square = base.clone();
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = multiply(&result, &square, modulus);
        }
        square = multiply(&square, &square, modulus);
        exponent /= 2;
    }
    result
}

/// Bareiss: every division is exact, so integers are enough.
fn determinant(mut m: Vec<Vec<i128>>) -> i128 {
    let (n, mut sign, mut previous) = (m.len(), 1, 1);
    for k in 0..n - 1 {
        let Some(pivot) = (k..n).find(|&i| m[i][k] != 0) else { return 0 };
        if pivot != k {
            m.swap(pivot, k);
            sign = -sign;
        }
        for i in k + 1..n {
            for j in k + 1..n {
                m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / previous;
            }
        }
        previous = m[k][k];
    }
    sign * m[n - 1][n - 1]
}

fn solve<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> [f64; N] {
    for k in 0..N {
        let pivot = (k..N).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())).unwrap_or(k);
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..N {
            let factor = a[i][k] / a[k][k];
            for j in k..N {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..N).rev() {
        let known: f64 = (k + 1..N).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

pub fn run() -> String {
    let mut out = String::new();
    let a: Matrix = (0..6).map(|i| (0..4).map(|j| (i * 7 + j * 3) % 11 - 5).collect()).collect();
    let transposed: Matrix = (0..4).map(|j| a.iter().map(|row| row[j]).collect()).collect();
    let product = multiply(&a, &transposed, 1 << 40);
    writeln!(out, "{product:?}").unwrap();
    writeln!(out, "{:?}", power(&vec![vec![1, 1], vec![1, 0]], 1_000_000, 1_000_000_007)).unwrap();
    let big: Matrix = (0..8).map(|i| (0..8).map(|j| (i * j + i + 2 * j) % 10).collect()).collect();
    writeln!(out, "{:?}", power(&big, 77, 997)[3]).unwrap();
    let square =
        (0..7).map(|i: i128| (0..7).map(|j| (i * i * 3 + j * j * 5 + i * j * 2 + 1) % 17 - 8).collect()).collect();
    writeln!(out, "{}", determinant(square)).unwrap();
    let hilbert: [[f64; 5]; 5] = std::array::from_fn(|i| std::array::from_fn(|j| 1.0 / (i + j + 1) as f64));
    let solution = solve(hilbert, hilbert.map(|row| row.iter().sum()));
    write!(out, "{}", solution.map(|x| format!("{x:.6}")).join(" ")).unwrap();
    out
}
