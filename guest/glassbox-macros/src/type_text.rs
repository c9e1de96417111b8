//! Prints a type as a person would write it.
//!
//! Tokens print with a space between any two (`& mut Stack < u8 >`), and stable Rust cannot ask for the
//! source text of more than one token. So we print with our own spacing. The text is only for people:
//! no code depends on it.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The text of `ty`, `&mut Stack<u8>`.
pub(crate) fn type_text(ty: &impl ToTokens) -> String {
    let mut printer = Printer::default();
    printer.tokens(ty.to_token_stream());
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    /// The last token was a word: another word needs a space before it.
    after_word: bool,
}

impl Printer {
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => self.word(&ident.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Punct(punct) => self.punct(punct.as_char(), punct.spacing()),
                TokenTree::Group(group) => self.group(group.delimiter(), group.stream()),
            }
        }
    }

    fn word(&mut self, word: &str) {
        if self.after_word {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.after_word = true;
    }

    fn punct(&mut self, c: char, spacing: Spacing) {
        let arrow_head = c == '>' && self.text.ends_with('-');
        match c {
            ',' | ';' | ':' if !self.text.ends_with(':') && spacing == Spacing::Alone => {
                self.text.push(c);
                self.text.push(' ');
            }
            '+' | '=' => self.text.extend([' ', c, ' ']),
            '-' => self.text.push_str(" -"),
            '>' if arrow_head => self.text.push_str("> "),
            '\'' if self.after_word => self.text.push_str(" '"),
            _ => self.text.push(c),
        }
        self.after_word = false;
    }

    fn group(&mut self, delimiter: Delimiter, tokens: TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => ("", ""),
        };
        self.text.push_str(open);
        self.after_word = false;
        self.tokens(tokens);
        self.text.push_str(close);
        self.after_word = delimiter != Delimiter::Parenthesis && delimiter != Delimiter::None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trips(source: &str) {
        let ty: syn::Type = syn::parse_str(source).expect("a type");
        assert_eq!(type_text(&ty), source);
    }

    #[test]
    fn types_print_as_written() {
        for source in [
            "u8",
            "&mut Stack<u8>",
            "&'a Stack<'a, Vec<Option<Box<T>>>>",
            "&'a mut Stack",
            "*const u8",
            "*mut Node<K, V>",
            "(u8, [u16; 4])",
            "std::collections::BTreeMap<Key, Val>",
            "fn(u8, u8) -> bool",
            "Box<dyn Fn(u8) -> u8 + Send>",
            "Box<dyn Iterator<Item = u8> + 'static>",
            "<T as Trait>::Item",
            "Array<3>",
            "()",
        ] {
            round_trips(source);
        }
    }
}
