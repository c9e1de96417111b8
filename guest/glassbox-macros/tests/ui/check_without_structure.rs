//! A check needs to know the states of its structure and the values of its arguments.

struct Bare;

#[derive(glassbox::Structure)]
struct WithoutInvariant;

#[glassbox::check]
fn bare(_bare: &mut Bare) {}

#[glassbox::check]
fn without_invariant(_subject: &WithoutInvariant) {}

#[glassbox::check]
fn text(_text: std::ffi::OsString) {}

fn main() {}
