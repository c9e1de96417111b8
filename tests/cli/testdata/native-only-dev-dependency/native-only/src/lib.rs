#[cfg(target_family = "wasm")]
compile_error!("this crate needs an operating system");
