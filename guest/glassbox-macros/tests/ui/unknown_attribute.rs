//! Attributes that do not exist, with and without one that was probably meant.

#[derive(glassbox::Structure)]
#[glassbox(no_invariants)]
struct A {
    #[glassbox(value = 0..3)]
    a: u8,
    #[glassbox(colour = "red")]
    b: u8,
}

fn main() {}
