//! Builds the guest of the benchmarks in the same way as `cargo glassbox` builds a user's crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Allocator of the guest.
#[derive(Clone, Copy)]
pub(crate) enum Allocator {
    /// The allocator of std, inside the guest.
    Std,
    /// The allocator of glassbox, on the host.
    Host,
}

/// Builds the guest, and returns the bytes of the module.
pub(crate) fn build(allocator: Allocator) -> Vec<u8> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (name, flags, dependency) = match allocator {
        Allocator::Std => ("std", "", String::new()),
        Allocator::Host => {
            let guest = repository.join("guest/glassbox").canonicalize().expect("the repository is there");
            ("host", "--cfg glassbox", format!("glassbox = {{ path = {guest:?} }}\n"))
        }
    };
    let dir = work_dir().join(name);
    fs::create_dir_all(&dir).expect("the target folder can be written");
    let source = repository.join("benches/guest/lib.rs").canonicalize().expect("the repository is there");
    let manifest = format!(
        "[package]\nname = \"bench_guest\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [lib]\ncrate-type = [\"cdylib\"]\npath = {source:?}\n[dependencies]\n{dependency}[workspace]\n\
         [lints.rust]\nunexpected_cfgs = {{ level = \"warn\", check-cfg = [\"cfg(glassbox)\"] }}\n\
         [profile.guest]\ninherits = \"dev\"\nopt-level = 1\ndebug = \"line-tables-only\"\npanic = \"abort\"\n"
    );
    fs::write(dir.join("Cargo.toml"), manifest).expect("the target folder can be written");
    fs::copy(repository.join("Cargo.lock"), dir.join("Cargo.lock")).expect("the workspace has a lock file");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--offline", "--profile=guest", "--target=wasm32-unknown-unknown"]);
    command.current_dir(&dir).env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", dir.join("target"));
    if let Some(rustc) = std::env::var_os("GLASSBOX_RUSTC") {
        command.env("RUSTC", rustc);
    }
    assert!(command.status().expect("cargo runs").success(), "the guest does not build");
    fs::read(dir.join("target/wasm32-unknown-unknown/guest/bench_guest.wasm")).expect("cargo made the module")
}

/// A folder beside the executable of the benchmark.
fn work_dir() -> PathBuf {
    let executable = std::env::current_exe().expect("the executable has a path");
    executable.parent().expect("and a folder").join("bench-guests")
}
