//! An expression compiler: tokens, precedence climbing into boxed trees, simplification, a stack machine.

use std::fmt::{self, Write};
use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Number(i64),
    Name(String),
    Negate(Box<Expr>),
    Binary(Box<Expr>, char, Box<Expr>),
}

#[derive(Debug)]
enum Code {
    Push(i64),
    Load(usize),
    Negate,
    Apply(char),
}

type Source<'a> = Peekable<Chars<'a>>;

fn skip_spaces(source: &mut Source<'_>) -> Option<char> {
    while source.next_if(|c| c.is_whitespace()).is_some() {}
    source.peek().copied()
}

fn take_while(source: &mut Source<'_>, wanted: fn(&char) -> bool) -> String {
    std::iter::from_fn(|| source.next_if(wanted)).collect()
}

fn atom(source: &mut Source<'_>) -> Result<Expr, String> {
    match skip_spaces(source) {
        Some('0'..='9') => {
            take_while(source, char::is_ascii_digit).parse().map(Expr::Number).map_err(|e| e.to_string())
        }
        Some(c) if c.is_alphabetic() => Ok(Expr::Name(take_while(source, |c| c.is_alphanumeric()))),
        Some('-') => {
            source.next();
            Ok(Expr::Negate(Box::new(atom(source)?)))
        }
        Some('(') => {
            source.next();
            let inner = expression(source, 0)?;
            if skip_spaces(source) == Some(')') {
                source.next().map_or(Err("end".into()), |_| Ok(inner))
            } else {
                Err("no )".into())
            }
        }
        other => Err(format!("unexpected {other:?}")),
    }
}

fn level(operator: char) -> Option<u8> {
    "+-".contains(operator).then_some(1).or("*/%".contains(operator).then_some(2)).or((operator == '^').then_some(3))
}

fn expression(source: &mut Source<'_>, lowest: u8) -> Result<Expr, String> {
    let mut left = atom(source)?;
    while let Some(operator) = skip_spaces(source)
        && let Some(level) = level(operator)
        && level >= lowest
    {
        source.next();
        let right = expression(source, if operator == '^' { level } else { level + 1 })?;
        left = Expr::Binary(Box::new(left), operator, Box::new(right));
    }
    Ok(left)
}

fn apply(a: i64, operator: char, b: i64) -> Option<i64> {
    match operator {
        '+' => a.checked_add(b),
        '-' => a.checked_sub(b),
        '*' => a.checked_mul(b),
        '/' => a.checked_div(b),
        '%' => a.checked_rem(b),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

fn simplify(expr: Expr) -> Expr {
    match expr {
        Expr::Negate(inner) => match simplify(*inner) {
            Expr::Number(n) => Expr::Number(-n),
            Expr::Negate(twice) => *twice,
            inner => Expr::Negate(Box::new(inner)),
        },
        Expr::Binary(left, operator, right) => match (simplify(*left), operator, simplify(*right)) {
            (Expr::Number(a), _, Expr::Number(b)) if can_apply(a, operator, b) => {
                Expr::Number(apply(a, operator, b).unwrap_or(0))
            }
            (Expr::Number(0), '+', other) | (other, '+' | '-', Expr::Number(0)) => other,
            (Expr::Number(1), '*', other) | (other, '*' | '/' | '^', Expr::Number(1)) => other,
            (Expr::Number(0), '*', _) | (_, '*', Expr::Number(0)) => Expr::Number(0),
            (left, operator, right) => Expr::Binary(Box::new(left), operator, Box::new(right)),
        },
        plain => plain,
    }
}

fn can_apply(a: i64, operator: char, b: i64) -> bool {
    apply(a, operator, b).is_some()
}

fn compile(expr: &Expr, names: &mut Vec<String>, code: &mut Vec<Code>) {
    match expr {
        Expr::Number(n) => code.push(Code::Push(*n)),
        Expr::Name(name) => {
            let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            });
            code.push(Code::Load(at));
        }
        Expr::Negate(inner) => {
            compile(inner, names, code);
            code.push(Code::Negate);
        }
        Expr::Binary(left, operator, right) => {
            compile(left, names, code);
            compile(right, names, code);
            code.push(Code::Apply(*operator));
        }
    }
}

fn execute(code: &[Code], values: &[i64]) -> Option<i64> {
    let mut stack = Vec::new();
    for step in code {
        let value = match step {
            Code::Push(n) => *n,
            Code::Load(at) => values[*at],
            Code::Negate => stack.pop().and_then(i64::checked_neg)?,
            Code::Apply(operator) => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                apply(left, *operator, right)?
            }
        };
        stack.push(value);
    }
    stack.pop()
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Number(n) => write!(f, "{n}"),
            Expr::Name(name) => f.write_str(name),
            Expr::Negate(inner) => write!(f, "-{inner}"),
            Expr::Binary(left, operator, right) => write!(f, "({left}{operator}{right})"),
        }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let inputs = [
        "1 + 2 * 3 - 4 / 2",
        "2 ^ 3 ^ 2 % 100",
        "x*x + 2*x*y - -y ^ 3",
        "(0 + x) * 1 + 0 * (y / 0)",
        "--(a - (b - (c - 1)))",
        "10 / (5 - 5)",
        "9223372036854775807 + 1",
        "(1 + 2",
        "1 + * 2",
        "99999999999999999999",
    ];
    for input in inputs {
        let parsed = expression(&mut input.chars().peekable(), 0);
        let Ok(expr) = parsed else {
            writeln!(out, "{input}: {parsed:?}").unwrap();
            continue;
        };
        let simple = simplify(expr.clone());
        let (mut names, mut code, mut short) = (Vec::new(), Vec::new(), Vec::new());
        compile(&expr, &mut names, &mut code);
        compile(&simple, &mut names, &mut short);
        let values: Vec<i64> = (0..names.len() as i64).map(|i| i * 3 + 2).collect();
        let results = (execute(&code, &values), execute(&short, &values));
        writeln!(out, "{expr} -> {simple}: {results:?}, {} and {} steps", code.len(), short.len()).unwrap();
    }
    out
}
