//! Matches the type of an `impl` block with the explored type: `Vec<T, Inline<T, N>>` with `Vec<Val, Inline<Val, 2>>`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

/// The texts that the free names of a pattern stand for; none if the pattern does not match the type.
pub(super) fn bindings(pattern: &str, concrete: &str, free: &BTreeSet<String>) -> Option<BTreeMap<String, String>> {
    let (pattern, concrete) = (tokens(pattern)?, tokens(concrete)?);
    let mut bound: BTreeMap<String, String> = BTreeMap::new();
    let mut rest = &concrete[..];
    for token in &pattern {
        if free.contains(token) {
            let end = length_of_argument(rest);
            let text = rest[..end].concat();
            if text.is_empty() || bound.get(token).is_some_and(|known| *known != text) {
                return None;
            }
            bound.insert(token.clone(), text);
            rest = &rest[end..];
        } else {
            let (first, others) = rest.split_first()?;
            if first != token {
                return None;
            }
            rest = others;
        }
    }
    rest.is_empty().then_some(bound)
}

/// Number of tokens before the end of the first argument.
fn length_of_argument(tokens: &[String]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "<" | "[" | "(" => depth += 1,
            ">" | "]" | ")" | "," | ";" if depth == 0 => return at,
            ">" | "]" | ")" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

fn tokens(text: &str) -> Option<Vec<String>> {
    let stream: TokenStream = text.parse().ok()?;
    let mut all = Vec::new();
    add(stream, &mut all);
    Some(all)
}

fn add(stream: TokenStream, all: &mut Vec<String>) {
    for token in stream {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::Brace => ("{", "}"),
                    proc_macro2::Delimiter::None => ("", ""),
                };
                all.push(open.to_owned());
                add(group.stream(), all);
                all.push(close.to_owned());
            }
            token => all.push(token.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_names_match_whole_arguments() {
        let check = |pattern: &str, concrete: &str| {
            let free: BTreeSet<String> = ["T".to_owned(), "N".to_owned()].into();
            let found = bindings(pattern, concrete, &free)?;
            Some(found.iter().map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(check("T", "Vec<u8>").as_deref(), Some("T=Vec<u8>"));
        assert_eq!(check("Inline<T, N>", "Inline<Val, 2>").as_deref(), Some("N=2 T=Val"));
        assert_eq!(check("[T; N]", "[Val; 2]").as_deref(), Some("N=2 T=Val"));
        assert_eq!(check("Pair<T, T>", "Pair<u8, u16>"), None);
        assert_eq!(check("usize", "u8"), None);
    }
}
