//! `cargo glassbox doctor`: checks the toolchain and the packages, and says how to fix problems.

use std::io::Write;

use cargo_metadata::Package;
use glassbox_files::settings::{self, Settings};
use glassbox_report::terminal::{ERROR, GOOD, HELP};
use glassbox_source::read::TARGET;
use semver::Version;

use crate::args::build_options::BuildOptions;
use crate::config::file;
use crate::console;
use crate::error::Error;
use crate::exit_code::ExitCode;
use crate::toolchain::Rustc;
use crate::unwinding_std;
use crate::workspace::{Uses, Workspace};

/// Runs one test after the other. Tests that depend on a failed one are left out.
pub(crate) fn run(options: &BuildOptions) -> Result<ExitCode, Error> {
    let mut visit = Visit { is_well: true };
    console::written(visit.all(options))?;
    Ok(if visit.is_well { ExitCode::Success } else { ExitCode::Error })
}

struct Visit {
    is_well: bool,
}

impl Visit {
    fn all(&mut self, options: &BuildOptions) -> std::io::Result<()> {
        let rustc = match Rustc::find() {
            Ok(rustc) => rustc,
            Err(error) => return self.tell_error(&error),
        };
        self.tell(true, &format!("rustc {} builds for {TARGET}", rustc.version), &[])?;
        // Not having them is no problem, unless somebody wants callbacks that panic.
        match unwinding_std::sources(&rustc) {
            Ok(_) => self.tell(true, "`--panics` works: the sources of std are there", &[])?,
            Err(error) => tell_missing(&error)?,
        }
        let workspace = match Workspace::load(&rustc, options) {
            Ok(workspace) => workspace,
            Err(error) => return self.tell_error(&error),
        };
        match file::read(&workspace.root()) {
            Ok(settings) if settings == Settings::default() => {}
            Ok(_) => self.tell(true, &format!("{} can be read", settings::NAME), &[])?,
            Err(error) => self.tell_error(&error)?,
        }
        let packages = match workspace.select(&options.packages, &rustc) {
            Ok(packages) => packages,
            Err(error) => return self.tell_error(&error),
        };
        for (package, uses) in packages.users {
            self.package(package, uses)?;
        }
        Ok(())
    }

    fn package(&mut self, package: &Package, uses: Uses) -> std::io::Result<()> {
        let place = match uses {
            Uses { in_library: true, .. } => "its library",
            Uses { .. } => "its tests",
        };
        self.tell(true, &format!("package `{}` has its checks in {place}", package.name), &[])?;
        let own = Version::parse(env!("CARGO_PKG_VERSION")).expect("cargo checks versions");
        for dependency in package.dependencies.iter().filter(|dependency| dependency.name == "glassbox") {
            let is_same = dependency.req.matches(&own);
            let what = format!(
                "package `{}` requires glassbox {}; the command has version {own}",
                package.name, dependency.req
            );
            self.tell(is_same, &what, &["use the same version of both"])?;
        }
        let by_cfg = |dependency: &&cargo_metadata::Dependency| {
            dependency.name == "glassbox"
                && dependency.target.as_ref().is_some_and(|it| it.to_string().contains("glassbox"))
        };
        if package.dependencies.iter().any(|dependency| by_cfg(&dependency)) {
            let manifest = std::fs::read_to_string(&package.manifest_path).unwrap_or_default();
            let is_known = manifest.contains("check-cfg") && manifest.contains("cfg(glassbox)");
            // The workspace may declare it.
            let is_known = is_known || manifest.contains("lints.workspace") || manifest.contains("[lints]");
            let not = if is_known { "" } else { "not " };
            let what = format!("`cfg(glassbox)` is {not}declared in package `{}`", package.name);
            let help = "add to Cargo.toml: [lints.rust] unexpected_cfgs = { level = \"warn\", check-cfg = [\"cfg(glassbox)\"] }";
            self.tell(is_known, &what, &[help])?;
        }
        Ok(())
    }

    fn tell_error(&mut self, error: &Error) -> std::io::Result<()> {
        let help = error.help();
        let help: Vec<&str> = help.iter().map(String::as_str).collect();
        self.tell(false, &error.to_string(), &help)
    }

    fn tell(&mut self, is_well: bool, what: &str, help: &[&str]) -> std::io::Result<()> {
        self.is_well &= is_well;
        let mut out = anstream::stdout();
        if is_well {
            return writeln!(out, "{GOOD}  ok{GOOD:#} {what}");
        }
        writeln!(out, "{ERROR}fix{ERROR:#}  {what}")?;
        help.iter().try_for_each(|line| writeln!(out, "     {HELP}help{HELP:#}: {line}"))
    }
}

/// Something that only some commands need.
fn tell_missing(error: &Error) -> std::io::Result<()> {
    let mut out = anstream::stdout();
    writeln!(out, "note {error}")?;
    error.help().iter().try_for_each(|line| writeln!(out, "     {HELP}help{HELP:#}: {line}"))
}
