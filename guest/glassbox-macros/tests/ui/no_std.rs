//! A crate without std can be described; glassbox brings it along.
#![no_std]
#![no_main]
#![deny(warnings)]

extern crate alloc;
extern crate std as _;

use alloc::boxed::Box;
use alloc::vec::Vec;

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Node {
    next: Option<Box<Node>>,
    #[glassbox(domain(u8 = 0..3))]
    items: Vec<u8>,
    color: Color,
}

#[derive(Clone, glassbox::Structure)]
pub enum Color {
    Red,
    Black,
}

#[glassbox::check]
fn check(_node: &mut Node, #[glassbox(values = [Color::Red])] _color: Color) {}
