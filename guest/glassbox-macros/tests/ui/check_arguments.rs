//! Attributes on the arguments of a check.

#[glassbox::check]
fn structure(#[glassbox(values = [1])] _number: &mut u8) {}

#[glassbox::check]
fn wrong(#[glassbox(values = ["one"])] _number: u8) {}

#[glassbox::check]
fn unknown(#[glassbox(value = [1])] _number: u8) {}

fn main() {}
