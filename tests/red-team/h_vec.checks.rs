//! Checks of `Stack` in `h_vec.rs`, as `cargo glassbox init` writes them.

use super::Stack;

/// `push` works in every state.
#[glassbox::check(len = 3)]
fn push(stack: &mut Stack, #[glassbox(values = 0..4)] item: u32) {
    stack.push(item);
}

/// `pop` works in every state.
#[glassbox::check(len = 3)]
fn pop(stack: &mut Stack) {
    let _ = stack.pop();
}
