//! Parsing of integers and floats, with every way to fail, and that printing and parsing are inverse.

use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    for text in ["0", "-0", "+17", "255", "256", "-1", "", "-", "12a", " 1", "340282366920938463463374607431768211455"]
    {
        let (small, wide): (Result<u8, _>, Result<i128, _>) = (text.parse(), text.parse());
        let signed = text.parse::<i32>().map_err(|error| error.kind().clone());
        writeln!(out, "{text:?}: {small:?} {signed:?} {}", wide.map_or("none".to_owned(), |n| n.to_string())).unwrap();
    }
    for (text, radix) in
        [("ff", 16), ("-1010", 2), ("zz", 36), ("777", 8), ("8", 8), ("7fffffff", 16), ("80000000", 16)]
    {
        writeln!(out, "{text} base {radix}: {:?}", i32::from_str_radix(text, radix).ok()).unwrap();
    }
    for text in
        ["1", "-1.5", ".5", "5.", "1e3", "1E-3", "inf", "-infinity", "nan", "1e400", "1e-400", "0x1", "1.2.3", "e5"]
    {
        match text.parse::<f64>() {
            Ok(value) => writeln!(out, "{text} = {value:?}").unwrap(),
            Err(error) => writeln!(out, "{text}: {error}").unwrap(),
        }
    }
    // The halfway cases need the slow path with big integers.
    for text in [
        "9007199254740993",
        "0.1000000000000000055511151231257827",
        "2.2250738585072011e-308",
        "179769313486231580793e289",
    ] {
        writeln!(out, "{:?} {:?}", text.parse::<f64>(), text.parse::<f32>()).unwrap();
    }
    let mut n_same = 0;
    for i in 0..300_u32 {
        let value = f64::from(i * i) / 7.0 - f64::from(i) * 1e-3;
        n_same += u32::from(value.to_string().parse() == Ok(value));
        let whole = i64::from(i) * 1_234_567_891 - 99;
        n_same += u32::from(whole.to_string().parse() == Ok(whole));
    }
    write!(out, "{n_same} of 600; {:?} {:?} {:?}", "true".parse::<bool>(), "ab".parse::<char>(), "x".parse::<char>())
        .unwrap();
    out
}
