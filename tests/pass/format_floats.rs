//! Formatting of floats: shortest, fixed, scientific, signs, infinities and the edges of the range.

use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    let values = [
        0.0,
        -0.0,
        1.0,
        0.1 + 0.2,
        1.0 / 3.0,
        -2.5,
        1e21,
        1.5e300,
        5e-324,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::EPSILON,
        123_456_789.987_654_3,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for value in values {
        writeln!(out, "{value} {value:?} {value:e} {value:.3e} {value:+.1E}").unwrap();
    }
    for value in [0.5, 1.5, 2.5, 0.125, 9.995, 99.95, 1e-7] {
        writeln!(out, "{value:.0} {value:.1} {value:.2} {value:8.3} [{value:<9.2}] [{value:+09.3}] [{value:^10}]")
            .unwrap();
    }
    for value in [0.1_f32, 16_777_216.0, 3.402_823_5e38, 1e-45, 1.0 / 3.0] {
        writeln!(out, "{value} {value:?} {value:e} {value:.12}").unwrap();
    }
    for precision in [0, 2, 5, 20] {
        writeln!(out, "{:.precision$} {:.*}", 2.0_f64.sqrt(), precision, 1e-3).unwrap();
    }
    write!(out, "{} {:?} {:5} {:.2} {:?}", f64::NAN, f32::NAN, f64::NAN, f32::INFINITY, [1.0, 1e16, 1e-5]).unwrap();
    out
}
