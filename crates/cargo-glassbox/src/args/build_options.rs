//! Options of all commands that build: which packages and targets, and how.

use std::path::PathBuf;

use anstream::ColorChoice;
use glassbox_abi::DisturbanceChoice;
use glassbox_files::run_limits::RunLimits;

use super::raw;

/// The packages and targets to build, and the settings of the build.
#[derive(Clone, Debug)]
pub(crate) struct BuildOptions {
    pub(crate) packages: PackageChoice,
    pub(crate) targets: TargetChoice,
    pub(crate) manifest_path: Option<PathBuf>,
    /// Flags for every cargo command that resolves features: `--features ..` and the like.
    pub(crate) feature_flags: Vec<String>,
    /// Flags for every cargo command: `--locked`, `--offline`.
    pub(crate) lock_flags: Vec<String>,
    /// Optimisation level of the code under check.
    pub(crate) opt_level: OptLevel,
    /// Whether `debug_assert!` and std's checks of unsafe preconditions are left out.
    pub(crate) without_debug_assertions: bool,
    /// Representation of `glassbox::Val`.
    pub(crate) values: ValueKind,
    /// What goes wrong around operations.
    pub(crate) disturbances: DisturbanceChoice,
    /// Limits of runs.
    pub(crate) limits: RunLimits,
    pub(crate) color: ColorChoice,
    /// Whether diagnostics of the build are thrown away.
    pub(crate) is_quiet: bool,
}

/// The packages whose checks to build.
#[derive(Clone, Debug)]
pub(crate) enum PackageChoice {
    /// The packages that cargo chooses in the current folder.
    Default,
    /// All packages of the workspace.
    Workspace,
    /// The packages with these names.
    Named(Vec<String>),
}

/// The targets whose checks to build.
#[derive(Clone, Debug)]
pub(crate) enum TargetChoice {
    /// The library and all tests.
    All,
    /// Only the library.
    Library,
    /// Only these files of `tests/`.
    Tests(Vec<String>),
}

/// Optimisation level of the code under check. A verdict is about the code that was built, so it names the level if it is not
/// the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptLevel(String);

impl OptLevel {
    /// The machine runs a third of the instructions of opt-level 0, and traces still show the user's lines.
    const DEFAULT: &str = "1";

    /// The level as cargo writes it.
    pub(crate) fn level(&self) -> &str {
        &self.0
    }

    /// The level, if the user asked for another one than the default.
    pub(crate) fn asked(&self) -> Option<&str> {
        (self.0 != Self::DEFAULT).then_some(&self.0)
    }
}

/// Representation of `glassbox::Val` in the code under check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// Four bytes.
    #[default]
    U32,
    /// One byte, always the same.
    U8,
    /// No bytes.
    Zst,
    /// A heap block.
    Box,
    /// Aligned to 16 bytes.
    Align16,
}

impl ValueKind {
    /// Its name, unless it is the default.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::U32 => None,
            Self::U8 => Some("u8"),
            Self::Zst => Some("zst"),
            Self::Box => Some("box"),
            Self::Align16 => Some("align16"),
        }
    }
}

impl From<raw::ValueKind> for ValueKind {
    fn from(kind: raw::ValueKind) -> Self {
        match kind {
            raw::ValueKind::U32 => Self::U32,
            raw::ValueKind::U8 => Self::U8,
            raw::ValueKind::Zst => Self::Zst,
            raw::ValueKind::Box => Self::Box,
            raw::ValueKind::Align16 => Self::Align16,
        }
    }
}

impl BuildOptions {
    /// The flags with which another command builds the same: packages, targets, features, optimisation, limits.
    pub(crate) fn flags(&self) -> Vec<String> {
        let packages = match &self.packages {
            PackageChoice::Default => Vec::new(),
            PackageChoice::Workspace => vec!["--workspace".to_owned()],
            PackageChoice::Named(names) => names.iter().map(|name| format!("--package={name}")).collect(),
        };
        // A check in a file of `tests/` may be built only if the file is named.
        let targets = match &self.targets {
            TargetChoice::All => Vec::new(),
            TargetChoice::Library => vec!["--lib".to_owned()],
            TargetChoice::Tests(names) => names.iter().map(|name| format!("--test={name}")).collect(),
        };
        let opt_level = self.opt_level.asked().map(|level| format!("--release-opt={level}"));
        let assertions = flag(self.without_debug_assertions, "--no-debug-assertions");
        let disturbances = self.disturbances.names().map(|name| format!("--{name}"));
        let settings = opt_level.into_iter().chain(assertions).chain(disturbances).chain(self.limits.flags());
        packages.into_iter().chain(targets).chain(self.feature_flags.iter().cloned()).chain(settings).collect()
    }

    /// Options with which `init` builds the library of a package.
    pub(super) fn of_library(package: Option<String>, manifest_path: Option<PathBuf>, color: ColorChoice) -> Self {
        Self {
            packages: package.map_or(PackageChoice::Default, |name| PackageChoice::Named(vec![name])),
            targets: TargetChoice::Library,
            manifest_path,
            feature_flags: Vec::new(),
            lock_flags: Vec::new(),
            opt_level: OptLevel(OptLevel::DEFAULT.to_owned()),
            without_debug_assertions: false,
            values: ValueKind::U32,
            disturbances: DisturbanceChoice::default(),
            limits: RunLimits::default(),
            color,
            is_quiet: false,
        }
    }

    pub(super) fn new(args: raw::BuildArgs, color: ColorChoice) -> Self {
        let packages = if args.workspace {
            PackageChoice::Workspace
        } else if args.package.is_empty() {
            PackageChoice::Default
        } else {
            PackageChoice::Named(args.package)
        };
        let targets = if args.lib {
            TargetChoice::Library
        } else if args.test.is_empty() {
            TargetChoice::All
        } else {
            TargetChoice::Tests(args.test)
        };
        let mut feature_flags: Vec<String> = args.features.iter().map(|list| format!("--features={list}")).collect();
        feature_flags.extend(flag(args.all_features, "--all-features"));
        feature_flags.extend(flag(args.no_default_features, "--no-default-features"));
        let mut lock_flags: Vec<String> = flag(args.locked || args.frozen, "--locked").collect();
        lock_flags.extend(flag(args.offline || args.frozen, "--offline"));
        let opt_level = OptLevel(args.release_opt);
        Self {
            packages,
            targets,
            manifest_path: args.manifest_path,
            feature_flags,
            lock_flags,
            opt_level,
            without_debug_assertions: args.no_debug_assertions,
            values: ValueKind::U32,
            disturbances: DisturbanceChoice {
                panics: args.panics,
                hostile: args.hostile,
                alloc_failures: args.alloc_failures,
            },
            limits: RunLimits::new(&args.limit),
            color,
            is_quiet: false,
        }
    }
}

fn flag(given: bool, name: &str) -> impl Iterator<Item = String> {
    given.then(|| name.to_owned()).into_iter()
}
