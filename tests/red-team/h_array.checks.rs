//! Checks of `Stack` in `h_array.rs`, as `cargo glassbox init` writes them.

use super::Stack;

/// `push` works in every state.
#[glassbox::check]
fn push(stack: &mut Stack, #[glassbox(values = 0..4)] flags: u8) {
    let _ = stack.push(flags);
}

/// `pop` works in every state.
#[glassbox::check]
fn pop(stack: &mut Stack) {
    let _ = stack.pop();
}
