//! The compiler that builds the code under check.
//!
//! Its version and target are checked before cargo runs, because cargo's message when they are wrong ("can't find crate
//! for `core`", once per dependency) does not tell a newcomer what to do.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

use cargo_platform::Cfg;
use glassbox_source::read::TARGET;
use semver::{Version, VersionReq};

use crate::compiler;
use crate::error::Error;

/// The oldest compiler we test with, as `major.minor`: the workspace's `rust-version`.
const MINIMUM_RUSTC: &str = env!("CARGO_PKG_RUST_VERSION");

/// A compiler that can build for [`TARGET`].
#[derive(Debug)]
pub(crate) struct Rustc {
    program: OsString,
    pub(crate) version: Version,
    /// `cfg` values when it builds for the machine.
    pub(crate) cfgs: Vec<Cfg>,
}

impl Rustc {
    /// Finds the compiler: `GLASSBOX_RUSTC` if set (only guests are built with it), else the one that cargo uses.
    pub(crate) fn find() -> Result<Self, Error> {
        let named = std::env::var_os("GLASSBOX_RUSTC").or_else(|| std::env::var_os("RUSTC"));
        let program = named.filter(|name| !name.is_empty()).unwrap_or_else(|| "rustc".into());
        let rustc = version(&program)?;
        let minimum = VersionReq::parse(&format!(">={MINIMUM_RUSTC}")).expect("rust-version is a version");
        // A beta or nightly of the minimum is good enough.
        if !minimum.matches(&Version::new(rustc.major, rustc.minor, rustc.patch)) {
            return Err(Error::RustcTooOld { found: rustc, minimum: MINIMUM_RUSTC });
        }
        // With rustup each call takes tens of milliseconds, so one call asks for both: the folder is the first line,
        // the `cfg` values are all others.
        let print = ["--print=target-libdir", "--print=cfg", "--target", TARGET, "--cfg", "glassbox"];
        let answer = ask(&program, &print)?;
        let (folder, cfgs) = answer.split_once('\n').unwrap_or((&answer, ""));
        if !has_target(folder) {
            return Err(Error::NoTarget { rustc });
        }
        let cfgs = cfgs.lines().filter_map(|line| Cfg::from_str(line).ok()).collect();
        Ok(Self { program, version: rustc, cfgs })
    }

    /// The folder with its libraries and sources.
    pub(crate) fn sysroot(&self) -> Result<PathBuf, Error> {
        ask(&self.program, &["--print=sysroot"]).map(|answer| answer.trim().into())
    }

    /// All that it says about its version.
    pub(crate) fn verbose_version(&self) -> Result<String, Error> {
        ask(&self.program, &["-vV"])
    }

    /// A cargo command that uses this compiler.
    pub(crate) fn cargo(&self) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.env("RUSTC", &self.program);
        command
    }

    /// A cargo command that uses this compiler, with `flags` after those of the user.
    pub(crate) fn cargo_with(&self, flags: &[String]) -> std::io::Result<Command> {
        let mut command = self.cargo();
        compiler::set(&mut command, &self.program, flags)?;
        Ok(command)
    }
}

fn version(program: &OsString) -> Result<Version, Error> {
    let answer = ask(program, &["-vV"])?;
    let release = answer.lines().find_map(|line| line.strip_prefix("release: "));
    let version = release.and_then(|release| Version::parse(release.trim()).ok());
    version.ok_or_else(|| Error::NotRustc { program: program.to_string_lossy().into_owned(), answer })
}

/// Whether the target's `core` lies in the folder in which the compiler looks for it.
fn has_target(folder: &str) -> bool {
    let Ok(entries) = std::fs::read_dir(folder.trim()) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

fn ask(program: &OsString, args: &[&str]) -> Result<String, Error> {
    let name = || program.to_string_lossy().into_owned();
    let output = Command::new(program).args(args).output();
    let output = output.map_err(|source| Error::Spawn { program: name(), source })?;
    if !output.status.success() {
        let answer = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Error::NotRustc { program: name(), answer });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
