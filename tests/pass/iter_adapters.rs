//! Iterator adapters: zip, chain, flat_map, peekable, scan, rev, step_by, skip_while, take_while, partition, unzip.

use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    let zipped: i64 = (1..200_i64).zip((1..200_i64).rev()).map(|(a, b)| a * b).sum();
    let chained: Vec<u32> = (0..5).chain(90..93).chain(std::iter::repeat_n(7, 3)).collect();
    writeln!(out, "{zipped} {chained:?}").unwrap();

    let triples: Vec<(u32, u32, u32)> = (1..40_u32)
        .flat_map(|c| (1..c).flat_map(move |b| (1..b).map(move |a| (a, b, c))))
        .filter(|&(a, b, c)| a * a + b * b == c * c)
        .collect();
    writeln!(out, "{} triples, {:?}", triples.len(), triples.last()).unwrap();

    let mut stream = "3a12b0c44".chars().peekable();
    let mut tokens = Vec::new();
    while let Some(c) = stream.next() {
        let mut token = c.to_string();
        while let Some(digit) = stream.next_if(|next| c.is_ascii_digit() && next.is_ascii_digit()) {
            token.push(digit);
        }
        tokens.push((token, stream.peek().copied()));
    }
    writeln!(out, "{tokens:?}").unwrap();

    let running: Vec<i32> = (1..=20)
        .scan(0, |sum, n| {
            (*sum < 100).then(|| {
                *sum += n;
                *sum
            })
        })
        .collect();
    let stepped: Vec<i32> = (-10..=10).rev().step_by(4).collect();
    writeln!(out, "{running:?} {stepped:?}").unwrap();

    let middle: Vec<u32> = (0..100).map(|n| n * n % 31).skip_while(|n| *n < 20).take_while(|n| *n != 0).collect();
    let (even, odd): (Vec<u32>, Vec<u32>) = middle.iter().partition(|n| *n % 2 == 0);
    let (indices, squares): (Vec<usize>, Vec<u32>) = odd.iter().enumerate().map(|(i, n)| (i, n * n)).unzip();
    writeln!(out, "{middle:?} {even:?} {indices:?} {squares:?}").unwrap();

    let max = middle.iter().max_by_key(|n| (*n % 10, **n));
    let min = middle.iter().copied().min_by(|a, b| (a % 7).cmp(&(b % 7)));
    let all = middle.iter().all(|n| *n < 31) && !middle.iter().any(|n| *n == 13);
    writeln!(out, "{max:?} {min:?} {all} {:?}", middle.iter().rposition(|n| n % 5 == 0)).unwrap();

    let nested = vec![Some(1), None, Some(3)];
    let sum: Option<i32> = nested.iter().copied().sum();
    let flat: Vec<i32> = nested.into_iter().flatten().cycle().take(7).inspect(|n| assert!(*n > 0)).collect();
    let product: Result<u32, String> =
        ["2", "5", "x"].iter().map(|t| t.parse::<u32>().map_err(|e| e.to_string())).product();
    writeln!(out, "{sum:?} {flat:?} {product:?}").unwrap();
    let ordering = (1..5).cmp(1..4);
    let map_while: String = "abcXdef".chars().map_while(|c| c.is_lowercase().then(|| c.to_ascii_uppercase())).collect();
    write!(
        out,
        "{ordering:?} {map_while} {:?} {}",
        (0..10).reduce(|a, b| a * 2 + b),
        (1..9).map(|n| n.to_string()).collect::<String>()
    )
    .unwrap();
    out
}
