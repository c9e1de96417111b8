//! Cow: text and slices that are copied only when they change, and how often that was.

use std::borrow::Cow;
use std::fmt::Write;

fn escape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(['<', '>', '&']) else { return Cow::Borrowed(text) };
    let mut escaped = text[..first].to_owned();
    for c in text[first..].chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            _ => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

fn clamp(numbers: &mut Cow<'_, [i32]>, limit: i32) {
    for i in 0..numbers.len() {
        if numbers[i] > limit {
            numbers.to_mut()[i] = limit;
        }
    }
}

fn join<'a>(parts: &[Cow<'a, str>]) -> Cow<'a, str> {
    parts.iter().cloned().fold(Cow::Borrowed(""), |joined, part| joined + part)
}

pub fn run() -> String {
    let mut out = String::new();
    let lines = ["plain", "a < b", "x & y > z", "", "no change here", "<<>>"];
    let escaped: Vec<Cow<'_, str>> = lines.iter().map(|line| escape(line)).collect();
    let owned = escaped.iter().filter(|text| matches!(text, Cow::Owned(_))).count();
    writeln!(out, "{owned} owned: {escaped:?}").unwrap();
    let joined = join(&escaped);
    let borrowed = matches!(join(&escaped[..1]), Cow::Borrowed("plain"));
    writeln!(out, "{joined} {borrowed}").unwrap();

    let base: Vec<i32> = (0..100).map(|i| i * i % 71).collect();
    for limit in [80, 60, 5] {
        let mut numbers = Cow::Borrowed(&base[..]);
        clamp(&mut numbers, limit);
        let kind = if matches!(numbers, Cow::Borrowed(_)) { "borrowed" } else { "owned" };
        writeln!(out, "{limit}: {kind}, sum {}", numbers.iter().sum::<i32>()).unwrap();
    }
    let mut cached: Vec<Cow<'static, str>> = vec![Cow::Borrowed("static"); 5];
    for (i, text) in cached.iter_mut().enumerate().skip(2) {
        text.to_mut().push_str(&format!("-{i}"));
    }
    let strings: Vec<String> = cached.into_iter().map(Cow::into_owned).collect();
    write!(out, "{strings:?} {}", String::from_utf8_lossy(b"ok\xf0\x9f")).unwrap();
    out
}
