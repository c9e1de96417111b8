//! A union does not say which field is in use.

#[derive(glassbox::Structure)]
union Bits {
    number: u32,
    letter: char,
}

fn main() {}
