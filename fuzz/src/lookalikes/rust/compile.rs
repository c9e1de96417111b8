//! Runs rustc.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::random::Random;

/// Compiler options of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Optimization level, as rustc spells it.
    opt_level: &'static str,
    /// Whether overflow panics, and whether the standard library checks the preconditions of its unsafe functions.
    checks: bool,
}

impl Options {
    /// Random options, mostly those with which glassbox compiles users' crates.
    pub(super) fn any(random: &mut Random) -> Self {
        Self { opt_level: random.pick(&["1", "1", "1", "1", "0", "2", "3", "s"]), checks: random.chance(50) }
    }

    /// The options as readable text.
    pub(super) fn text(self) -> String {
        format!("opt-level {}, checks {}", self.opt_level, if self.checks { "on" } else { "off" })
    }
}

/// Compiles a library, and returns the bytes of the module.
pub(super) fn compile(source: &str, options: Options) -> Result<Vec<u8>, String> {
    // Other threads and processes may compile at the same time.
    static COMPILED: AtomicU64 = AtomicU64::new(0);
    let unique = COMPILED.fetch_add(1, Ordering::Relaxed);
    let dir = work_dir()?.join(format!("{}-{unique}", std::process::id()));
    let result = compile_in(&dir, source, options);
    // A file that remains does no harm.
    let _ = fs::remove_dir_all(&dir);
    result
}

fn compile_in(dir: &Path, source: &str, options: Options) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("cannot write to {}: {error}", dir.display());
    fs::create_dir_all(dir).map_err(failed)?;
    fs::write(dir.join("lib.rs"), source).map_err(failed)?;
    let mut command = Command::new(std::env::var_os("GLASSBOX_RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--target", "wasm32-unknown-unknown", "--crate-type", "cdylib", "--crate-name", "programs"]);
    command.args(["--edition", "2024", "--cap-lints", "allow", "-C", "panic=abort"]);
    // A small stack makes a small memory. Names stay, since the machine looks for the stack pointer by its name.
    command.args(["-C", "link-arg=-zstack-size=16384", "-C", "strip=debuginfo"]);
    command.args([format!("-Copt-level={}", options.opt_level), format!("-Cdebug-assertions={}", options.checks)]);
    command.args(["-o", "lib.wasm", "lib.rs"]).current_dir(dir);
    let output = command.output().map_err(|error| format!("cannot run rustc: {error}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("rustc refuses a batch: {}", errors.chars().take(4000).collect::<String>()));
    }
    fs::read(dir.join("lib.wasm")).map_err(|error| format!("rustc made no module: {error}"))
}

/// The folder of the executable.
fn work_dir() -> Result<PathBuf, String> {
    let executable = std::env::current_exe().map_err(|error| format!("the executable has no path: {error}"))?;
    Ok(executable.parent().ok_or("the executable has no folder")?.join("lookalikes-guests"))
}
