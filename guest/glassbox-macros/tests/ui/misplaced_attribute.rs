//! Attributes in the wrong place, in the wrong form, or twice.

#[derive(glassbox::Structure)]
#[glassbox(values = [1])]
struct A {
    #[glassbox(sorted(a))]
    a: bool,
    #[glassbox(values(1, 2))]
    b: u8,
    #[glassbox(values = [1], values = [2])]
    c: u8,
    #[glassbox]
    d: bool,
}

#[derive(glassbox::Structure)]
#[glassbox(sorted(0))]
enum E {
    #[glassbox(no_invariant)]
    V(bool),
}

fn main() {}
