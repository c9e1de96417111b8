//! A JSON parser and printer: recursive enums, errors with positions, escapes, numbers, round trips.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

#[derive(Clone, Debug, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

#[derive(Debug)]
struct Error {
    at: usize,
    what: &'static str,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn fail<T>(&self, what: &'static str) -> Result<T, Error> {
        Err(Error { at: self.at, what })
    }

    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self) -> Result<Json, Error> {
        match self.peek() {
            Some(b'[') => self.list(),
            Some(b'{') => self.object(),
            Some(b'"') => Ok(Json::Text(self.text()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.eat("null") => Ok(Json::Null),
            _ if self.eat("true") => Ok(Json::Bool(true)),
            _ if self.eat("false") => Ok(Json::Bool(false)),
            _ => self.fail("expected a value"),
        }
    }

    fn number(&mut self) -> Result<Json, Error> {
        let rest = &self.text[self.at..];
        let len = rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let Ok(number) = rest[..len].parse() else { return self.fail("bad number") };
        self.at += len;
        Ok(Json::Number(number))
    }

    fn list(&mut self) -> Result<Json, Error> {
        self.at += 1;
        let mut items = Vec::new();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value()?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break self.at += 1,
                _ => return self.fail("expected , or ]"),
            }
        }
        Ok(Json::List(items))
    }

    fn object(&mut self) -> Result<Json, Error> {
        let mut fields = BTreeMap::new();
        while self.peek() != Some(b'}') || fields.is_empty() {
            self.at += 1;
            if self.peek() == Some(b'}') && fields.is_empty() {
                break;
            }
            let key = self.text()?;
            if self.peek() != Some(b':') {
                return self.fail("expected :");
            }
            self.at += 1;
            fields.insert(key, self.value()?);
            if !matches!(self.peek(), Some(b',' | b'}')) {
                return self.fail("expected , or }");
            }
        }
        self.at += 1;
        Ok(Json::Object(fields))
    }

    fn text(&mut self) -> Result<String, Error> {
        if self.peek() != Some(b'"') {
            return self.fail("expected a string");
        }
        let mut text = String::new();
        let mut chars = self.text[self.at + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += i + 2;
                    return Ok(text);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 'u')) => {
                        let code = self.text.get(self.at + i + 3..self.at + i + 7);
                        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
                        let Some(c) = code else { return self.fail("bad escape") };
                        text.push(c);
                        chars.nth(3);
                    }
                    Some((_, c)) => text.push(c),
                    None => break,
                },
                c => text.push(c),
            }
        }
        self.fail("unfinished string")
    }
}

fn parse(text: &str) -> Result<Json, Error> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value()?;
    if parser.peek().is_some() { parser.fail("something after the end") } else { Ok(value) }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Text(text) => write!(f, "{text:?}"),
            Json::List(items) => {
                f.write_char('[')?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
                }
                f.write_char(']')
            }
            Json::Object(fields) => {
                f.write_char('{')?;
                for (i, (key, value)) in fields.iter().enumerate() {
                    write!(f, "{}{key:?}:{value}", if i == 0 { "" } else { "," })?;
                }
                f.write_char('}')
            }
        }
    }
}

impl Json {
    fn depth(&self) -> usize {
        match self {
            Json::List(items) => 1 + items.iter().map(Json::depth).max().unwrap_or(0),
            Json::Object(fields) => 1 + fields.values().map(Json::depth).max().unwrap_or(0),
            _ => 0,
        }
    }
}

pub fn run() -> String {
    let mut out = String::new();
    let text = r#" { "name" : "gl\u00e4ss\nbox", "list": [1, -2.5e3, true, null, []],
        "empty": {}, "deep": [[[{"a":[0.1]}]]] } "#;
    let json = parse(text).unwrap();
    let printed = json.to_string();
    writeln!(out, "{printed} depth {}", json.depth()).unwrap();
    assert_eq!(parse(&printed).unwrap(), json);

    let mut nested = Json::Number(1.0);
    for i in 0..40 {
        nested = if i % 2 == 0 {
            Json::List(vec![nested, Json::Null])
        } else {
            Json::Object(BTreeMap::from([(i.to_string(), nested)]))
        };
    }
    let printed = nested.to_string();
    writeln!(out, "{} bytes, same {}, depth {}", printed.len(), parse(&printed).unwrap() == nested, nested.depth())
        .unwrap();
    for bad in ["", "[1,", "[1 2]", "{\"a\" 1}", "\"open", "tru", "-", "[]]", "{\"a\":\"\\uZZZZ\"}", "{1:2}"] {
        let error = parse(bad).unwrap_err();
        writeln!(out, "{bad:?}: {} at {}", error.what, error.at).unwrap();
    }
    out
}
