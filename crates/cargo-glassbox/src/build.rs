//! Builds a package to WebAssembly modules with cargo.
//!
//! Nothing in the user's Cargo.toml has to change beyond the dependency: the profile comes from the
//! command line, and a library becomes a module with `cargo rustc --crate-type cdylib`. Checks in unit
//! tests and in `tests/` come with the test executables of `cargo test --no-run`, which export them just
//! the same. Why both: `docs/design/0001-how-a-crate-depends-on-glassbox.md`.

use std::collections::BTreeSet;
use std::io::{BufReader, PipeReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anstream::ColorChoice;
use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use cargo_metadata::{Artifact, Message, Package, PackageId, TargetKind};
use glassbox_abi::DisturbanceChoice;
use glassbox_engine::result::Assumption;
use glassbox_source::read::{TARGET, library_target};

use crate::args::build_options::{BuildOptions, TargetChoice, ValueKind};
use crate::console;
use crate::error::Error;
use crate::target_folder::{Claim, TargetFolder};
use crate::toolchain::Rustc;
use crate::trace;
use crate::unwinding_std;
use crate::workspace::{Uses, Workspace};

/// Profile settings of the code under check, which override the user's profiles. The verdicts name them.
///
/// Overflow checks and debug assertions are on because they find bugs (std's unsafe preconditions among
/// them). One codegen unit and no incremental state, or the code, and with it the number
/// of runs, would depend on earlier builds.
const PROFILE: [&str; 6] = [
    "inherits='dev'",
    "overflow-checks=true",
    "debug='line-tables-only'",
    "strip='none'",
    "codegen-units=1",
    "incremental=false",
];

/// The assumption that verdicts make because of debug assertions, which a build has or has not.
pub(crate) fn assumption(options: &BuildOptions) -> Assumption {
    if options.without_debug_assertions { Assumption::NoDebugAssertions } else { Assumption::DebugAssertions }
}

/// Flags that come last on rustc's command line, for the code under check and its dependencies.
///
/// `--cfg glassbox` activates `[target.'cfg(glassbox)'.dependencies]` and `#[cfg(glassbox)]`; `--check-cfg` declares
/// the name, so that rustc does not warn about it. With `--emit-relocs` the linker leaves in the module which statics there are
/// and which constants are addresses of them; it makes modules about 2 % larger. With `--allow-undefined`, which rustc itself gave until
/// 1.95, a function of C that nobody has is imported, and only a check that calls it is undecided; without it, nothing could be built. The
/// crate `getrandom` gets its bytes from the crate `glassbox`. The others repeat settings of [`PROFILE`], which
/// profiles of single packages and flags of the user would override.
const RUSTFLAGS: [&str; 8] = [
    "--cfg",
    "glassbox",
    "--check-cfg=cfg(glassbox)",
    "--cfg",
    "getrandom_backend=\"custom\"",
    "-Clink-arg=--emit-relocs",
    "-Clink-arg=--allow-undefined",
    "-Coverflow-checks=on",
];

/// Target of a build.
enum Part {
    /// The library, as a module of its own.
    Library,
    /// Test executables, chosen by flags of `cargo test`.
    Tests(Vec<String>),
}

impl Part {
    fn name(&self) -> String {
        match self {
            Self::Library => "library".to_owned(),
            Self::Tests(flags) => format!("tests ({})", flags.join(" ")),
        }
    }
}

/// Builds the chosen targets of `package`. Returns the modules, the library's first.
pub(crate) fn build(
    rustc: &Rustc,
    workspace: &Workspace,
    folder: &TargetFolder,
    package: &Package,
    uses: Uses,
    options: &BuildOptions,
) -> Result<Vec<PathBuf>, Error> {
    let sysroot = options.disturbances.panics.then(|| unwinding_std::sysroot(rustc)).transpose()?;
    let build = Build { rustc, workspace, folder, package, options, sysroot };
    let parts = parts(package, uses, &options.targets)?;
    build.claim()?;
    let mut modules = Vec::new();
    for part in parts {
        modules.extend(build.run(&part)?);
    }
    Ok(modules)
}

/// Builds the library of `package` and prints nothing. The inner error has the compiler's errors in that package.
pub(crate) fn try_library(
    rustc: &Rustc,
    workspace: &Workspace,
    folder: &TargetFolder,
    package: &Package,
    options: &BuildOptions,
) -> Result<Result<(), Vec<Diagnostic>>, Error> {
    let sysroot = options.disturbances.panics.then(|| unwinding_std::sysroot(rustc)).transpose()?;
    let build = Build { rustc, workspace, folder, package, options, sysroot };
    build.claim()?;
    let (mut own, mut others, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let modules = build.run_with(&Part::Library, |printed| match printed {
        Printed::Line(line) => lines.push(line),
        Printed::Diagnostic(_, diagnostic) if diagnostic.level != DiagnosticLevel::Error => {}
        Printed::Diagnostic(id, diagnostic) if id == package.id => own.push(diagnostic),
        Printed::Diagnostic(id, diagnostic) => others.push((id, diagnostic)),
    })?;
    match modules {
        Some(_) => Ok(Ok(())),
        None if others.is_empty() && !own.is_empty() => Ok(Err(own)),
        None => {
            let rendered = others.iter().filter_map(|(_, diagnostic)| diagnostic.rendered.as_deref());
            rendered.for_each(console::print_diagnostic);
            if others.is_empty() {
                for line in lines {
                    console::print_diagnostic(&format!("{line}\n"));
                }
            }
            Err(build.failure(&Part::Library, others.into_iter().map(|(id, _)| id).collect()))
        }
    }
}

fn parts(package: &Package, uses: Uses, targets: &TargetChoice) -> Result<Vec<Part>, Error> {
    let library = (uses.in_library && library_target(package).is_some()).then_some(Part::Library);
    Ok(match targets {
        TargetChoice::All => {
            let tests = uses.in_tests.then(|| Part::Tests(vec!["--tests".into()]));
            library.into_iter().chain(tests).collect()
        }
        TargetChoice::Library => vec![library.unwrap_or_else(|| Part::Tests(vec!["--lib".into()]))],
        TargetChoice::Tests(names) => {
            require_tests(package, names)?;
            vec![Part::Tests(names.iter().map(|name| format!("--test={name}")).collect())]
        }
    })
}

fn require_tests(package: &Package, names: &[String]) -> Result<(), Error> {
    let tests = package.targets.iter().filter(|target| target.is_kind(TargetKind::Test));
    let tests: Vec<String> = tests.map(|target| target.name.clone()).collect();
    match names.iter().find(|name| !tests.contains(name)) {
        Some(name) => Err(Error::UnknownTest { package: package.name.to_string(), name: name.clone(), tests }),
        None => Ok(()),
    }
}

/// Output of cargo.
enum Printed {
    /// A line of cargo itself.
    Line(String),
    /// A message of the compiler about a package.
    Diagnostic(PackageId, Diagnostic),
}

/// Builds of one package.
struct Build<'a> {
    rustc: &'a Rustc,
    workspace: &'a Workspace,
    folder: &'a TargetFolder,
    package: &'a Package,
    options: &'a BuildOptions,
    /// The folder of std, if it is not the compiler's own.
    sysroot: Option<PathBuf>,
}

impl Build<'_> {
    /// Makes the target folder ours.
    fn claim(&self) -> Result<(), Error> {
        let (members, root) = (self.workspace.members(), self.workspace.root());
        let claims = members.into_iter().map(|package| Claim::of_package(package, &root));
        let claims: Vec<_> = claims.chain(Claim::of_library(self.package)).collect();
        self.folder.claim(&profile_name(self.options), &claims, |packages| self.remove(packages))
    }

    /// Runs cargo and prints rustc's diagnostics. Returns the modules.
    fn run(&self, part: &Part) -> Result<Vec<PathBuf>, Error> {
        let mut failed = Vec::new();
        let print = |text: &str| {
            if !self.options.is_quiet {
                console::print_diagnostic(text);
            }
        };
        let modules = self.run_with(part, |printed| match printed {
            Printed::Line(line) => print(&format!("{line}\n")),
            Printed::Diagnostic(package_id, diagnostic) => {
                print(diagnostic.rendered.as_deref().unwrap_or(&diagnostic.message));
                if diagnostic.level == DiagnosticLevel::Error {
                    failed.push(package_id);
                }
            }
        })?;
        modules.ok_or_else(|| self.failure(part, failed))
    }

    /// Runs cargo and passes on what it prints. Returns the modules; none if the build failed.
    fn run_with(&self, part: &Part, mut tell: impl FnMut(Printed)) -> Result<Option<Vec<PathBuf>>, Error> {
        let _span = trace::span("build", || format!("build {}, {}", self.package.name, part.name()));
        let spawn_error = |source| Error::Spawn { program: "cargo".into(), source };
        let is_quiet = self.options.is_quiet;
        let spawned = self.command(part).and_then(|command| spawn(command, is_quiet));
        let (mut child, output) = spawned.map_err(spawn_error)?;
        let mut modules = Vec::new();
        for message in Message::parse_stream(BufReader::new(output)) {
            match message.map_err(spawn_error)? {
                Message::TextLine(line) => tell(Printed::Line(line)),
                Message::CompilerArtifact(artifact) => modules.extend(self.module(part, &artifact)),
                Message::CompilerMessage(message) => tell(Printed::Diagnostic(message.package_id, message.message)),
                _ => {}
            }
        }
        // Cargo reports targets as they finish; which one that is depends on timing.
        modules.sort();
        Ok(child.wait().map_err(spawn_error)?.success().then_some(modules))
    }

    fn command(&self, part: &Part) -> std::io::Result<Command> {
        let mut command = self.cargo(match part {
            Part::Library => &["rustc", "--lib", "--crate-type=cdylib"],
            Part::Tests(_) => &["test", "--no-run"],
        })?;
        if let Part::Tests(flags) = part {
            command.args(flags);
        }
        command.arg("--message-format=json-diagnostic-rendered-ansi");
        command.args(&self.options.feature_flags);
        command.arg(match self.options.color {
            ColorChoice::Auto => "--color=auto",
            ColorChoice::Always | ColorChoice::AlwaysAnsi => "--color=always",
            ColorChoice::Never => "--color=never",
        });
        Ok(command)
    }

    /// Cargo with a subcommand and all that says where builds are and how they are made.
    fn cargo(&self, subcommand: &[&str]) -> std::io::Result<Command> {
        let opt_level = &self.options.opt_level;
        let mut command = self.rustc.cargo_with(&rustflags(self.options, self.sysroot.as_deref()))?;
        let profile = profile_name(self.options);
        command.args(subcommand).args(["--target", TARGET, "--profile", &profile]);
        let assertions = format!("debug-assertions={}", !self.options.without_debug_assertions);
        let settings = PROFILE.iter().map(|setting| (*setting).to_owned());
        let panic = if self.options.disturbances.panics { "unwind" } else { "abort" };
        let settings =
            settings.chain([assertions, format!("opt-level={}", opt_level.level()), format!("panic='{panic}'")]);
        command.args(settings.flat_map(|setting| ["--config".into(), format!("profile.{profile}.{setting}")]));
        command.arg("--manifest-path").arg(&self.package.manifest_path);
        command.arg("--target-dir").arg(self.folder.path());
        // The user's files can put intermediate results elsewhere, where other workspaces share them.
        command.arg("--config").arg(format!("build.build-dir={:?}", self.folder.path().display().to_string()));
        command.args(&self.options.lock_flags);
        Ok(command)
    }

    /// Removes earlier builds of packages.
    fn remove(&self, packages: &[&Package]) -> Result<(), Error> {
        if !self.folder.path().join(TARGET).join(profile_name(self.options)).exists() {
            return Ok(());
        }
        let spawn_error = |source| Error::Spawn { program: "cargo".into(), source };
        let mut command = self.cargo(&["clean", "--quiet"]).map_err(spawn_error)?;
        let names: BTreeSet<String> =
            packages.iter().map(|package| format!("--package={}@{}", package.name, package.version)).collect();
        command.args(names);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status().map_err(spawn_error)?;
        if status.success() { Ok(()) } else { Err(self.failure(&Part::Library, Vec::new())) }
    }

    /// The module of an artifact, if it is one of the chosen targets.
    fn module(&self, part: &Part, artifact: &Artifact) -> Option<PathBuf> {
        // Procedural macros are built for the host.
        if artifact.package_id != self.package.id || artifact.target.is_kind(TargetKind::ProcMacro) {
            return None;
        }
        match part {
            Part::Library => {
                let is_module = |file: &&Utf8PathBuf| file.extension() == Some("wasm");
                artifact.filenames.iter().find(is_module).map(|file| file.clone().into())
            }
            // Cargo also builds the package's binaries, because tests may run them.
            Part::Tests(_) if artifact.profile.test => artifact.executable.clone().map(Into::into),
            Part::Tests(_) => None,
        }
    }

    fn failure(&self, part: &Part, failed: Vec<PackageId>) -> Error {
        let outside = failed.into_iter().filter(|id| !self.workspace.is_member(id));
        let mut failed_dependencies: Vec<String> = outside.map(|id| package_name(&id)).collect();
        failed_dependencies.sort();
        failed_dependencies.dedup();
        Error::Build {
            package: self.package.name.to_string(),
            failed_dependencies,
            with_dev_dependencies: matches!(part, Part::Tests(_)),
        }
    }
}

/// Name of the cargo profile. Each combination of settings has its own profile, and so its own folder: switching
/// between settings does not rebuild everything.
fn profile_name(options: &BuildOptions) -> String {
    let stack = options.limits.stack().map(|mebibytes| format!("stack{mebibytes}"));
    let assertions = options.without_debug_assertions.then_some("unasserted");
    let level = options.opt_level.asked().into_iter();
    let parts = level.chain(assertions).chain(options.values.name()).chain(stack.as_deref());
    let disturbances: String = options.disturbances.names().flat_map(|name| ["-", name]).collect();
    std::iter::once("glassbox").chain(parts).collect::<Vec<_>>().join("-") + &disturbances
}

/// Starts cargo. Returns its output.
///
/// Without a terminal, its own lines go through the same pipe as rustc's diagnostics, and so keep their order: the line
/// that a crate could not be compiled never comes before the reason. A terminal is passed to cargo directly, for its
/// progress bar.
fn spawn(mut cargo: Command, is_quiet: bool) -> std::io::Result<(Child, PipeReader)> {
    let (output, input) = std::io::pipe()?;
    if is_quiet {
        cargo.stderr(Stdio::null());
    } else if !console::is_watched() {
        cargo.stderr(input.try_clone()?);
    }
    // The output ends when the last copy of the pipe's input is closed; `cargo` holds one until this function returns.
    let child = cargo.stdin(Stdio::null()).stdout(input).spawn()?;
    Ok((child, output))
}

/// The flags of this build.
fn rustflags(options: &BuildOptions, sysroot: Option<&Path>) -> Vec<String> {
    let fixed = RUSTFLAGS.iter().map(|flag| (*flag).to_owned());
    let opt_level = format!("-Copt-level={}", options.opt_level.level());
    // The last one of several counts.
    let stack =
        options.limits.stack().map(|mebibytes| format!("-Clink-arg=-zstack-size={}", u64::from(mebibytes) << 20));
    let assertions = if options.without_debug_assertions { "off" } else { "on" };
    let own = [opt_level, format!("-Cdebug-assertions={assertions}")];
    let panics = sysroot.into_iter().flat_map(|sysroot| {
        let flags = unwinding_std::flags(options.opt_level.level());
        std::iter::once(format!("--sysroot={}", sysroot.display())).chain(flags)
    });
    let values = value_rustflags(options.values).into_iter();
    fixed.chain(own).chain(values).chain(stack).chain(panics).chain(rustflags_of(options.disturbances)).collect()
}

/// Flags that choose the representation of `Val`.
fn value_rustflags(values: ValueKind) -> Vec<String> {
    let Some(name) = values.name() else { return Vec::new() };
    let known = "--check-cfg=cfg(glassbox_val, values(any()))".to_owned();
    vec!["--cfg".to_owned(), format!("glassbox_val=\"{name}\""), known]
}

/// Flags that tell the guest's library what goes wrong.
fn rustflags_of(disturbances: DisturbanceChoice) -> Vec<String> {
    let flags: Vec<String> =
        disturbances.names().flat_map(|name| ["--cfg".to_owned(), format!("glassbox_with=\"{name}\"")]).collect();
    let known = (!flags.is_empty()).then(|| "--check-cfg=cfg(glassbox_with, values(any()))".to_owned());
    flags.into_iter().chain(known).collect()
}

/// The name in a package id, `registry+..#name@version` or `path+file:///..#version`.
fn package_name(id: &PackageId) -> String {
    let (url, fragment) = id.repr.rsplit_once('#').unwrap_or(("", &id.repr));
    match fragment.split_once('@') {
        Some((name, _)) => name.to_owned(),
        None => url.rsplit('/').next().unwrap_or(fragment).to_owned(),
    }
}
