//! f32 and f64: NaN, infinities, signed zero, subnormals, rounding of every kind, min/max, exact operations.

use std::fmt::Write;

fn classify(x: f64) -> String {
    let sign = if x.is_nan() {
        ""
    } else if x.is_sign_negative() {
        "-"
    } else {
        "+"
    };
    format!("{sign}{:?}", x.classify())
}

pub fn run() -> String {
    let mut out = String::new();
    let values = [0.0, -0.0, 1.5, -2.5, 1e-310, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    writeln!(out, "{}", values.map(classify).join(" ")).unwrap();
    // A string per operand: < = > for the order, ? for unordered.
    for a in values {
        let row = values.map(|b| a.partial_cmp(&b).map_or('?', |order| ['<', '=', '>'][(order as i8 + 1) as usize]));
        let sums = values.map(|b| {
            if (a + b).is_nan() {
                'n'
            } else if (a + b).is_infinite() {
                'i'
            } else {
                'f'
            }
        });
        let products = values.map(|b| {
            if (a * b).is_nan() {
                'n'
            } else if a * b == 0.0 {
                '0'
            } else {
                'f'
            }
        });
        let show = |row: [char; 9]| row.iter().collect::<String>();
        writeln!(out, "{} {} {}", show(row), show(sums), show(products)).unwrap();
    }
    for x in [2.5_f64, -2.5, 0.5, -0.4, 1e15 + 0.5, -7.999, 3.0] {
        writeln!(out, "{} {} {} {} {} {}", x.floor(), x.ceil(), x.round(), x.trunc(), x.round_ties_even(), x.fract())
            .unwrap();
    }
    writeln!(
        out,
        "{} {} {} {}",
        f64::NAN.max(1.0),
        1.0_f64.min(f64::NAN),
        (-0.0_f64).max(0.0).abs(),
        5.0_f64.clamp(-1.0, 2.0)
    )
    .unwrap();
    writeln!(out, "{} {} {}", 1.0_f64.copysign(-0.0), (-4.0_f64).signum(), 7.5_f64.rem_euclid(-2.0)).unwrap();
    writeln!(out, "{} {} {:e}", -7.5 % 2.0, 2.0_f64.sqrt(), (0.1_f64).mul_add(10.0, -1.0)).unwrap();

    // Newton's square root and a compensated sum: plenty of roundings that have to agree.
    let (mut total, mut lost) = (0.0_f32, 0.0_f32);
    let mut worst = 0.0_f64;
    for i in 1..400_u16 {
        let x = f64::from(i) * 0.37;
        let root = (0..30).fold(x, |root, _| 0.5 * (root + x / root));
        worst = worst.max((root * root - x).abs());
        let term = 1.0 / f32::from(i) - lost;
        let next = total + term;
        lost = (next - total) - term;
        total = next;
    }
    writeln!(out, "{total:?} {lost:?} {worst:e}").unwrap();
    let tiny = (0..60).fold(1e-300_f64, |x, _| x / 2.0);
    let gap = f32::from_bits(1.0_f32.to_bits() + 1) - 1.0;
    write!(out, "{tiny:e} {gap:e} {:?} {:016x}", 1.0_f64.next_up(), (-1.25_f64).to_bits()).unwrap();
    out
}
