//! Checks of `Names` in `h_raw.rs`, as `cargo glassbox init` writes them.

use super::Names;

/// `push` works in every state.
#[glassbox::check(height = 3, len = 2)]
fn push(names: &mut Names, #[glassbox(values = 0..4)] name: u8) {
    names.push(name);
}

/// `pop` works in every state.
#[glassbox::check(height = 3, len = 2)]
fn pop(names: &mut Names) {
    let _ = names.pop();
}
