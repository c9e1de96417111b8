//! Closures: boxed, FnOnce, FnMut, captured by move, returned, composed, and kept in a table.

use std::collections::BTreeMap;
use std::fmt::Write;

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

fn counter(start: u32, step: u32) -> impl FnMut() -> u32 {
    let mut value = start;
    move || {
        value += step;
        value
    }
}

fn curry(a: i64) -> Box<dyn Fn(i64) -> Box<dyn Fn(i64) -> i64>> {
    Box::new(move |b| Box::new(move |c| a * 100 + b * 10 + c))
}

fn apply_n(n: usize, f: &mut dyn FnMut(usize)) {
    for i in 0..n {
        f(i);
    }
}

fn finish(tasks: Vec<Box<dyn FnOnce(&mut String)>>) -> String {
    let mut log = String::new();
    for task in tasks {
        task(&mut log);
    }
    log
}

pub fn run() -> String {
    let mut out = String::new();
    let both = compose(|n: u32| n * 3, |n: u32| format!("<{n}>"));
    let (mut by_two, mut by_five) = (counter(0, 2), counter(100, 5));
    let mixed: Vec<u32> = (0..40).map(|i| if i % 3 == 0 { by_two() } else { by_five() }).collect();
    writeln!(out, "{} {} {:?}", both(14), curry(1)(2)(3), &mixed[34..]).unwrap();

    let mut table: BTreeMap<&str, Box<dyn Fn(f64, f64) -> Option<f64>>> = BTreeMap::new();
    table.insert("add", Box::new(|a, b| Some(a + b)));
    table.insert("div", Box::new(|a, b| (b != 0.0).then(|| a / b)));
    let scale = 2.5;
    table.insert("scaled", Box::new(move |a, b| Some((a - b) * scale)));
    for (name, f) in &table {
        writeln!(out, "{name}: {:?} {:?}", f(7.0, 2.0), f(1.0, 0.0)).unwrap();
    }

    let mut seen = Vec::new();
    apply_n(50, &mut |i| {
        if i * i % 7 == 2 {
            seen.push(i);
        }
    });
    writeln!(out, "{seen:?}").unwrap();

    let mut tasks: Vec<Box<dyn FnOnce(&mut String)>> = Vec::new();
    for i in 0..30 {
        let (owned, big) = (format!("task{i}"), [i as u8; 100]);
        match i % 3 {
            0 => tasks.push(Box::new(move |log| log.push_str(&owned))),
            1 => tasks.push(Box::new(move |log| log.push(char::from(b'a' + big[99] % 26)))),
            _ => tasks.push(Box::new(|log| log.push('.'))),
        }
    }
    // Not every closure is called: its captures have to be dropped all the same.
    tasks.truncate(25);
    writeln!(out, "{}", finish(tasks)).unwrap();

    fn fixpoint(f: &dyn Fn(&dyn Fn(u64) -> u64, u64) -> u64, n: u64) -> u64 {
        f(&|n| fixpoint(f, n), n)
    }
    let fib = fixpoint(&|recurse, n| if n < 2 { n } else { recurse(n - 1) + recurse(n - 2) }, 15);
    let pointers: [fn(i32) -> i32; 3] = [i32::abs, |n| n * n, |n| n - 1];
    write!(out, "{fib} {}", pointers.iter().cycle().take(10).fold(-3, |n, f| f(n) % 1000)).unwrap();
    out
}
