//! The command `cargo glassbox`, built by programs that run it on other packages.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the running program.
pub fn folder_of_executable() -> Result<PathBuf, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    executable.parent().map(Path::to_owned).ok_or_else(|| "the executable has no folder".to_owned())
}

/// This command, as it is called from other folders, or else `cargo glassbox` of this repository.
pub fn command_or_built(command: Option<&Path>) -> Result<PathBuf, String> {
    let absolute = |path| std::path::absolute(path).map_err(|error| format!("{}: {error}", Path::display(path)));
    command.map_or_else(built_command, absolute)
}

/// Builds `cargo glassbox` with the profile of the running program, into the same folder.
fn built_command() -> Result<PathBuf, String> {
    let folder = folder_of_executable()?;
    let profile = folder.file_name().and_then(|name| name.to_str()).ok_or("the executable has no folder")?;
    let profile = if profile == "debug" { "dev" } else { profile };
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--package", "cargo-glassbox", "--profile", profile]);
    let status = command.current_dir(repository()).status().map_err(|error| error.to_string())?;
    let executable = folder.join(format!("cargo-glassbox{}", std::env::consts::EXE_SUFFIX));
    if status.success() { Ok(executable) } else { Err("cargo-glassbox does not build".to_owned()) }
}

/// The folder of the workspace.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
