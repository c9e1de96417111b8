//! A trap instruction.

pub fn run() {
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable(); //~ ERROR unreachable
    #[cfg(not(target_arch = "wasm32"))]
    panic!("only in the machine");
}
