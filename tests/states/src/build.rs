//! Builds subjects for the machine, with the flags of `cargo glassbox`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

const PROFILE: [&str; 8] = [
    "inherits='dev'",
    "opt-level=1",
    "overflow-checks=true",
    "debug-assertions=true",
    "debug='line-tables-only'",
    "panic='abort'",
    "codegen-units=1",
    "incremental=false",
];

/// Builds the module of a subject, with a feature of it if one is named.
pub fn module(package: &str, feature: Option<&str>) -> Result<Vec<u8>, String> {
    Builder::new(0)?.module(package, feature)
}

/// Builds modules in its own folder, so that two builders do not wait for each other.
#[derive(Debug)]
pub struct Builder {
    target: PathBuf,
}

impl Builder {
    /// Number 0 shares its folder with the tests.
    pub fn new(number: usize) -> Result<Self, String> {
        let name = if number == 0 { "subjects".to_owned() } else { format!("subjects-{number}") };
        Ok(Self { target: folder_of_executable()?.join(name) })
    }

    /// Builds the module of a subject, with a feature of it if one is named.
    pub fn module(&self, package: &str, feature: Option<&str>) -> Result<Vec<u8>, String> {
        build(&repository(), package, feature, &self.target)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.target
    }

    /// A folder for a program of this name, and the folder of its build.
    pub(crate) fn native_folders(&self, name: &str) -> (PathBuf, PathBuf) {
        (self.target.join("natively").join(name), self.target.join("natively-target"))
    }
}

/// Builds the module of a package of another workspace, in a folder beside that. Cargo would take the module of such a package for that of a
/// subject that is called the same, because their files are.
pub fn module_in(workspace: &Path, package: &str) -> Result<Vec<u8>, String> {
    build(workspace, package, None, &workspace.with_file_name("modules"))
}

fn build(workspace: &Path, package: &str, feature: Option<&str>, target: &Path) -> Result<Vec<u8>, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["rustc", "--quiet", "--lib", "--crate-type=cdylib", "--profile=glassbox", "--offline"]);
    command.args(["--target=wasm32-unknown-unknown", "--package", package]);
    command.args(PROFILE.iter().flat_map(|setting| ["--config".into(), format!("profile.glassbox.{setting}")]));
    command.args(feature.iter().flat_map(|feature| ["--features", feature]));
    command.arg("--target-dir").arg(target).current_dir(workspace);
    command
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", "--cfg glassbox --check-cfg=cfg(glassbox) -C link-arg=--emit-relocs");
    if let Some(rustc) = std::env::var_os("GLASSBOX_RUSTC") {
        command.env("RUSTC", rustc);
    }
    let _own = lock(target)?;
    let output = command.output().map_err(|error| format!("cargo does not run: {error}"))?;
    if !output.status.success() {
        return Err(format!("{package} does not build:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let file = target.join(format!("wasm32-unknown-unknown/glassbox/{}.wasm", package.replace('-', "_")));
    fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Keeps other processes from building in a folder until the result is dropped. A package has one file, with whatever feature it was built last:
/// without the lock another one could come between a build and its reader.
fn lock(target: &Path) -> Result<File, String> {
    let path = target.join("lock");
    let locked = fs::create_dir_all(target).and_then(|()| File::create(&path)).and_then(|file| {
        file.lock()?;
        Ok(file)
    });
    locked.map_err(|error| format!("{}: {error}", path.display()))
}

/// The folder of the workspace.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Folder of the executable, so that modules are where the build is.
fn folder_of_executable() -> Result<PathBuf, String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    // Tests lie one folder deeper than programs.
    let folder = executable.ancestors().skip(1).find(|folder| !folder.ends_with("deps"));
    Ok(folder.ok_or("the executable has no folder")?.to_owned())
}
