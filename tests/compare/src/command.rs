//! Folders, and the command `cargo glassbox`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
pub(crate) fn repository() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    path.canonicalize().unwrap_or(path)
}

/// The folder of the running program.
pub(crate) fn folder_of_executable() -> Result<PathBuf, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    executable.parent().map(Path::to_owned).ok_or_else(|| "the executable has no folder".to_owned())
}

/// This command, or else `cargo glassbox` of this repository, built for release into the folder of the running program.
pub(crate) fn glassbox(command: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(command) = command {
        return std::path::absolute(command).map_err(|error| format!("{}: {error}", command.display()));
    }
    let mut command = cargo();
    command.args(["build", "--quiet", "--release", "--package", "cargo-glassbox"]);
    let status = command.current_dir(repository()).status().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err("cargo-glassbox does not build".to_owned());
    }
    let folder = folder_of_executable()?;
    Ok(folder.with_file_name("release").join("cargo-glassbox"))
}

/// Cargo, without flags of the environment.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    command
}
