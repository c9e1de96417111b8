//! Control flow: labelled breaks and continues, loops with values, labelled blocks, early returns, nested matches.

use std::fmt::Write;

fn first_pair(items: &[u32], wanted: u32) -> Option<(usize, usize)> {
    'outer: for (i, a) in items.iter().enumerate() {
        if a % 4 == 1 {
            continue;
        }
        for (j, b) in items[i + 1..].iter().enumerate() {
            if b % 5 == 4 {
                continue 'outer;
            }
            if a * b == wanted {
                break 'outer;
            }
            if a + b == wanted {
                return Some((i, i + 1 + j));
            }
        }
    }
    None
}

fn collatz_record(limit: u64) -> (u64, u32) {
    let (mut best, mut start) = ((0, 0), 1);
    loop {
        let mut n = start;
        let steps = 'walk: {
            let mut steps = 0;
            while n != 1 {
                if steps > 150 {
                    break 'walk 0;
                }
                n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
                steps += 1;
            }
            steps
        };
        if steps > best.1 {
            best = (start, steps);
        }
        start += 1;
        if start > limit {
            break best;
        }
    }
}

fn classify(text: &str) -> Result<u8, String> {
    let kind = 'kind: {
        if text.is_empty() {
            return Err("empty".to_owned());
        }
        for c in text.chars() {
            match c {
                '0'..='9' => {}
                'a'..='f' => break 'kind 16,
                'g'..='z' => break 'kind 36,
                other => return Err(format!("{other:?} in {text}")),
            }
        }
        if text.bytes().all(|b| b < b'2') { 2 } else { 10 }
    };
    Ok(kind)
}

fn spiral(size: i32) -> Vec<(i32, i32)> {
    let (mut x, mut y, mut path) = (0, 0, Vec::new());
    'spiral: for length in 1.. {
        for (dx, dy) in if length % 2 == 1 { [(1, 0), (0, 1)] } else { [(-1, 0), (0, -1)] } {
            for _ in 0..length {
                path.push((x, y));
                if path.len() as i32 == size {
                    break 'spiral;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
    }
    path
}

pub fn run() -> String {
    let mut out = String::new();
    let items: Vec<u32> = (0..60).map(|i| i * 17 % 61).collect();
    let pairs: Vec<_> = (1..40).filter_map(|wanted| first_pair(&items, wanted).map(|pair| (wanted, pair))).collect();
    writeln!(out, "{} pairs, {:?}", pairs.len(), &pairs[..4]).unwrap();
    writeln!(out, "{:?}", collatz_record(300)).unwrap();
    writeln!(out, "{:?}", ["", "1011", "907", "12f", "zoo", "1-2"].map(classify)).unwrap();
    let path = spiral(100);
    let reach = path.iter().map(|(x, y)| x.abs().max(y.abs())).max();
    let mut n_while = 0;
    let mut stack = vec![5_u32];
    while let Some(top) = stack.pop() {
        n_while += 1;
        if top > 1 {
            stack.extend([top - 1, top / 2]);
        }
    }
    write!(out, "{:?} {reach:?} {n_while}", &path[90..94]).unwrap();
    out
}
