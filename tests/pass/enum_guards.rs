//! Matches with guards on payloads that only exist in some variants: the optimizer likes to load them early.

use std::fmt::Write;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Eof,
    Op(u8),
    Number(i64),
    Range { low: u16, high: u16 },
    Pair(u8, u8),
}

#[derive(Clone, Copy, PartialEq)]
enum Slot {
    Free,
    Used { generation: u32, live: bool },
}

fn token(i: u32) -> Token {
    match i % 5 {
        0 => Token::Eof,
        1 => Token::Op(b"+-*/"[(i / 5 % 4) as usize]),
        2 => Token::Number(i64::from(i) - 52),
        3 => Token::Range { low: (i % 20) as u16, high: (i % 33) as u16 },
        _ => Token::Pair((i % 7) as u8, (i % 3) as u8),
    }
}

fn interesting(token: Token) -> bool {
    matches!(token, Token::Number(n) if n > 10 && n % 3 == 0)
        || matches!(token, Token::Range { low, high } if low < high)
        || matches!(token, Token::Pair(a, b) if a == b)
        || matches!(token, Token::Op(b'+' | b'*'))
}

fn classify(token: &Token) -> &'static str {
    match token {
        Token::Eof => "end",
        Token::Number(0) => "zero",
        Token::Number(i64::MIN..=-1) => "negative",
        Token::Number(n) if n & 1 == 1 => "odd",
        Token::Number(_) => "even",
        Token::Range { low, high } if low == high => "empty",
        Token::Range { low: 0, .. } => "from zero",
        Token::Range { .. } => "range",
        Token::Pair(0, _) | Token::Pair(_, 0) => "pair with zero",
        Token::Pair(a, b) if a + b > 6 => "large pair",
        Token::Pair(..) => "pair",
        Token::Op(op @ (b'*' | b'/')) if *op == b'*' => "times",
        Token::Op(_) => "operator",
    }
}

/// Undefined in `Free`: the generation and the flag. Both comparisons are often made at once.
fn is_live(slot: Slot, wanted: u32) -> bool {
    matches!(slot, Slot::Used { generation, live } if live && generation == wanted)
}

fn pick(slots: &[Option<(u8, u8)>]) -> usize {
    slots
        .iter()
        .filter(|slot| matches!(slot, Some((3, b)) if *b < 5) || slot.is_none_or(|(a, b)| a == 1 && b == 1))
        .count()
}

pub fn run() -> String {
    let mut out = String::new();
    let tokens: Vec<Token> = (0..200).map(token).collect();
    writeln!(out, "{} interesting", tokens.iter().filter(|token| interesting(**token)).count()).unwrap();
    let mut names: Vec<&str> = tokens.iter().map(classify).collect();
    names.sort_unstable();
    let counts: Vec<String> =
        names.chunk_by(|a, b| a == b).map(|names| format!("{} {}", names.len(), names[0])).collect();
    writeln!(out, "{}", counts.join(", ")).unwrap();
    let equal = tokens.windows(6).filter(|window| window[0] == window[5]).count();
    let repeated = tokens.iter().filter(|token| tokens.contains(&Token::Number(0)) && **token == Token::Eof).count();
    writeln!(out, "{equal} equal, {repeated} ends").unwrap();

    let mut slots = vec![Slot::Free; 90];
    for i in (0..90).step_by(4) {
        slots[i] = Slot::Used { generation: i as u32 % 8, live: i % 3 != 0 };
    }
    slots[8] = Slot::Free;
    let live: Vec<usize> = (0..9).map(|wanted| slots.iter().filter(|slot| is_live(**slot, wanted)).count()).collect();
    let free = slots.iter().filter(|slot| **slot == Slot::Free).count();
    let pairs: Vec<Option<(u8, u8)>> = (0..70).map(|i| (i % 6 != 0).then_some((i % 4, i % 9))).collect();
    write!(out, "{live:?} {free} {} {:?}", pick(&pairs), pairs.iter().max()).unwrap();
    out
}
