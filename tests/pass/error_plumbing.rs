//! Result and Option: the ? operator, From conversions, `Box<dyn Error>` with sources, collect, transpose, and_then.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Write};
use std::num::ParseIntError;

#[derive(Debug)]
enum ConfigError {
    Missing(&'static str),
    Number { key: String, source: ParseIntError },
    Range(i64),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Missing(key) => write!(f, "{key} is missing"),
            ConfigError::Number { key, .. } => write!(f, "{key} is no number"),
            ConfigError::Range(n) => write!(f, "{n} is out of range"),
        }
    }
}

impl Error for ConfigError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let ConfigError::Number { source, .. } = self { Some(source) } else { None }
    }
}

#[derive(Debug, PartialEq)]
struct Config {
    width: i64,
    height: i64,
    title: Option<String>,
}

fn number(fields: &BTreeMap<&str, &str>, key: &'static str) -> Result<i64, ConfigError> {
    let text = fields.get(key).ok_or(ConfigError::Missing(key))?;
    let number: i64 = text.parse().map_err(|source| ConfigError::Number { key: key.to_owned(), source })?;
    if (1..=999).contains(&number) { Ok(number) } else { Err(ConfigError::Range(number)) }
}

fn parse(text: &str) -> Result<Config, Box<dyn Error>> {
    let fields = text
        .split(',')
        .map(|field| field.split_once('=').ok_or_else(|| format!("no = in {field:?}")))
        .collect::<Result<BTreeMap<&str, &str>, String>>()?;
    let title = fields.get("title").map(|hex| decode(hex)).transpose()?;
    Ok(Config { width: number(&fields, "width")?, height: number(&fields, "height")?, title })
}

fn decode(hex: &str) -> Result<String, Box<dyn Error>> {
    let bytes =
        hex.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair)?, 16).map_err(Box::from));
    Ok(String::from_utf8(bytes.collect::<Result<Vec<u8>, Box<dyn Error>>>()?)?)
}

fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text} <- {error}");
        source = error.source();
    }
    text
}

pub fn run() -> String {
    let mut out = String::new();
    let inputs = [
        "width=3,height=40",
        "width=3,height=40,title=68c3a96c6c6f",
        "width=3",
        "width=x,height=1",
        "height=5000,width=1",
        "width",
        "width=1,height=2,title=ff",
        "width=1,height=2,title=6q",
    ];
    for input in inputs {
        match parse(input) {
            Ok(config) => writeln!(out, "{config:?}").unwrap(),
            Err(error) => {
                let known = error.downcast_ref::<ConfigError>().is_some();
                writeln!(out, "{} ({known})", chain(error.as_ref())).unwrap();
            }
        }
    }
    let good: Vec<Config> = inputs.iter().cycle().take(100).filter_map(|input| parse(input).ok()).collect();
    let total: Result<i64, String> =
        inputs.iter().map(|input| parse(input).map(|c| c.width).map_err(|e| e.to_string())).sum();
    writeln!(out, "{} good, {total:?}", good.len()).unwrap();
    let halves: Option<Vec<u32>> = [4, 8, 10].into_iter().map(|n: u32| (n % 2 == 0).then_some(n / 2)).collect();
    let steps = Some(20_u32).filter(|n| n % 2 == 0).and_then(|n| n.checked_sub(5)).xor(None).zip(Some('z'));
    let either =
        Err::<u8, _>("bad").or_else(|text: &str| if text.len() > 9 { Err(text) } else { Ok(text.len() as u8) });
    let nested: Result<Option<i32>, ()> = Some(Ok(3)).transpose();
    write!(out, "{halves:?} {steps:?} {either:?} {nested:?} {:?}", Some(Some(4)).flatten().is_some_and(|n| n > 3))
        .unwrap();
    out
}
