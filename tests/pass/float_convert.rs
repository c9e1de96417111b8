//! Conversions between integers and floats of all widths: rounding, saturation, NaN to 0, lossless round trips.

use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    let floats = [0.0, -0.9, 0.9, 127.9, 128.0, -128.9, 255.5, 256.0, -1.0, 1e10, -1e10, 9.3e18, 1.9e19, -1e30, 1e40];
    for x in floats.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY, f64::NAN]) {
        writeln!(out, "{x:?}: {} {} {} {} {} {}", x as i8, x as u8, x as i16, x as u32, x as i32, x as u64).unwrap();
        writeln!(out, "  {} {} {} {}", x as i64, x as i128, x as u128, x as f32 as i64).unwrap();
    }
    for n in [0_u64, 1, (1 << 24) + 1, (1 << 53) + 1, (1 << 53) + 3, u64::MAX - 1024, u64::MAX] {
        writeln!(out, "{} {} {} {}", n as f32, n as f64, n as i64 as f64, u128::from(n) as f64 * 4.0).unwrap();
    }
    let mut same = 0;
    let mut bits = 1_u32;
    for i in 0..400_u32 {
        bits = bits.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let (f, n) = (f32::from_bits(bits & 0x7f7f_ffff), bits >> 8);
        same += u32::from(f64::from(f) as f32 == f) + u32::from(n as f32 as u32 == n);
        same += u32::from(f64::from(bits) as u32 == bits) + u32::from((i as i8) as f32 as i8 == i as i8);
    }
    let chars: String = [65.9_f32, 97.0, 300.0, -5.0].iter().map(|x| char::from(*x as u8)).collect();
    write!(out, "{same} of 1600 {chars:?} {} {}", i64::MIN as f32, (0.1_f32 as f64 * 1e9) as u32).unwrap();
    out
}
