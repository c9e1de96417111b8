//! Values of other types than the field has.

#[derive(glassbox::Structure)]
struct A {
    #[glassbox(values = ["one"])]
    values: u8,
    #[glassbox(values = 3)]
    single: u8,
    #[glassbox(skip = "none")]
    skip: u8,
    #[glassbox(domain(u8 = [true]))]
    domain: u8,
}

fn main() {}
