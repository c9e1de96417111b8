//! Attributes on the arguments of a check.

#[glassbox::check]
fn structure(#[glassbox(values = [1])] _number: &mut u8) {}

#[glassbox::check]
fn wrong(#[glassbox(values = ["one"])] _number: u8) {}

#[glassbox::check]
fn unknown(#[glassbox(value = [1])] _number: u8) {}

#[glassbox::check]
fn no_structure(#[glassbox(new = u8::from(1))] _number: u8) {}

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Light {
    on: bool,
}

fn off() -> bool {
    false
}

#[glassbox::check]
fn another_type(#[glassbox(new = off())] _light: &mut Light) {}

#[glassbox::check]
fn no_call(#[glassbox(new = Light { on: true })] _light: &mut Light) {}

fn main() {}
