//! The packages of the workspace and how each of them uses glassbox.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use glassbox_source::read::TARGET;

use crate::args::build_options::{BuildOptions, PackageChoice};
use crate::error::Error;
use crate::package_remark::PackageRemark;
use crate::toolchain::Rustc;

/// A workspace as `cargo metadata` describes it.
#[derive(Debug)]
pub(crate) struct Workspace {
    metadata: Metadata,
    /// The manifest that cargo would work with here.
    current_manifest: PathBuf,
}

/// How a package depends on glassbox when it is built for the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// From `[dependencies]`: checks are in the library.
    pub(crate) in_library: bool,
    /// From `[dev-dependencies]`: checks are in unit tests and in `tests/`.
    pub(crate) in_tests: bool,
}

/// The chosen packages.
#[derive(Debug)]
pub(crate) struct Selection<'a> {
    /// Those that use glassbox.
    pub(crate) users: Vec<(&'a Package, Uses)>,
    /// Names of all of them, also of those that do not use glassbox.
    pub(crate) names: BTreeSet<String>,
    /// Remarks about the others.
    pub(crate) remarks: Vec<PackageRemark>,
}

impl Workspace {
    pub(crate) fn load(rustc: &Rustc, options: &BuildOptions) -> Result<Self, Error> {
        let metadata = metadata(options.manifest_path.as_deref(), &options.lock_flags)?;
        Ok(Self { current_manifest: locate_manifest(rustc, options)?, metadata })
    }

    /// The chosen packages that use glassbox, in the workspace's order.
    pub(crate) fn select(&self, choice: &PackageChoice, rustc: &Rustc) -> Result<Selection<'_>, Error> {
        let chosen = self.choose(choice)?;
        let all: Vec<_> = chosen.iter().map(|&package| (package, uses(package, rustc))).collect();
        // A package named by the user must use glassbox; of a whole workspace, some will not.
        let strict = matches!(choice, PackageChoice::Named(_));
        let (users, without): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, uses)| *uses != Uses::default());
        let names = |packages: &[&Package]| packages.iter().map(|package| package.name.to_string()).collect::<Vec<_>>();
        let without: Vec<&Package> = without.into_iter().map(|(package, _)| package).collect();
        let all_without = names(&without);
        let (inactive, without): (Vec<_>, Vec<_>) = without.into_iter().partition(|package| depends(package));
        if users.is_empty() || (strict && !all_without.is_empty()) {
            return Err(Error::NoDependency { packages: all_without, off: names(&inactive) });
        }
        let mut remarks: Vec<_> =
            names(&inactive).into_iter().map(|name| PackageRemark::DependencyIsOff { name }).collect();
        if !without.is_empty() {
            remarks.push(PackageRemark::NoDependency { names: names(&without) });
        }
        let is_left = |package: &&Package| chosen.iter().all(|it| it.id != package.id) && depends(package);
        if self.is_at_root(choice) {
            let left: Vec<&Package> = self.metadata.workspace_packages().into_iter().filter(is_left).collect();
            remarks.extend((!left.is_empty()).then(|| PackageRemark::NotDefault { names: names(&left) }));
        }
        Ok(Selection { users, names: names(&chosen).into_iter().collect(), remarks })
    }

    /// Whether cargo chose the packages, for the folder of the whole workspace.
    pub(crate) fn is_at_root(&self, choice: &PackageChoice) -> bool {
        matches!(choice, PackageChoice::Default)
            && self.current_manifest == self.metadata.workspace_root.join("Cargo.toml").as_std_path()
    }

    /// Target folder of modules: separate from the user's own builds, so that neither waits for the other's lock.
    pub(crate) fn target_dir(&self) -> PathBuf {
        target_dir(&self.metadata)
    }

    /// Working folder of the compiler, which paths of source files are relative to.
    pub(crate) fn root(&self) -> PathBuf {
        self.metadata.workspace_root.clone().into()
    }

    /// All packages of the workspace.
    pub(crate) fn members(&self) -> Vec<&Package> {
        self.metadata.workspace_packages()
    }

    /// The packages of the workspace that depend on glassbox, for whatever target and purpose.
    pub(crate) fn users(&self) -> impl Iterator<Item = &Package> {
        self.members().into_iter().filter(|package| depends(package))
    }

    pub(crate) fn is_member(&self, id: &PackageId) -> bool {
        self.metadata.workspace_members.contains(id)
    }

    fn choose(&self, choice: &PackageChoice) -> Result<Vec<&Package>, Error> {
        let members = self.metadata.workspace_packages();
        match choice {
            PackageChoice::Workspace => Ok(members),
            PackageChoice::Named(names) => names.iter().map(|name| find(&members, name)).collect(),
            PackageChoice::Default => {
                let here = members.iter().find(|package| package.manifest_path == self.current_manifest);
                Ok(here.map_or_else(|| self.metadata.workspace_default_packages(), |package| vec![*package]))
            }
        }
    }
}

/// Folders of a workspace.
#[derive(Debug)]
pub(crate) struct Folders {
    pub(crate) root: PathBuf,
    /// Target folder of modules.
    pub(crate) target: PathBuf,
}

impl Folders {
    /// Finds them with cargo alone: no compiler is needed.
    pub(crate) fn find(manifest_path: Option<&Path>) -> Result<Self, Error> {
        let metadata = metadata(manifest_path, &[])?;
        Ok(Self { target: target_dir(&metadata), root: metadata.workspace_root.into() })
    }
}

fn metadata(manifest_path: Option<&Path>, lock_flags: &[String]) -> Result<Metadata, Error> {
    let mut command = MetadataCommand::new();
    command.no_deps().other_options(lock_flags);
    if let Some(path) = manifest_path {
        command.manifest_path(path);
    }
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => Error::Metadata { message: indent(&stderr) },
        error => Error::Metadata { message: indent(&error.to_string()) },
    })
}

fn target_dir(metadata: &Metadata) -> PathBuf {
    metadata.target_directory.join("glassbox").into()
}

fn find<'a>(members: &[&'a Package], name: &str) -> Result<&'a Package, Error> {
    let found = members.iter().find(|package| *package.name == name);
    found.copied().ok_or_else(|| Error::UnknownPackage {
        name: name.to_owned(),
        members: members.iter().map(|package| package.name.to_string()).collect(),
    })
}

/// Whether a package depends on glassbox, for whatever target and purpose.
fn depends(package: &Package) -> bool {
    package.dependencies.iter().any(|dependency| dependency.name == "glassbox")
}

fn uses(package: &Package, rustc: &Rustc) -> Uses {
    let mut uses = Uses::default();
    for dependency in package.dependencies.iter().filter(|dependency| dependency.name == "glassbox") {
        // `[target.'cfg(..)'.dependencies]` counts only if it holds for the machine.
        if dependency.target.as_ref().is_some_and(|platform| !platform.matches(TARGET, &rustc.cfgs)) {
            continue;
        }
        match dependency.kind {
            DependencyKind::Normal => uses.in_library = true,
            DependencyKind::Development => uses.in_tests = true,
            DependencyKind::Build | DependencyKind::Unknown => {}
        }
    }
    uses
}

/// Path of the manifest, from cargo, which knows about `--manifest-path` and workspaces.
fn locate_manifest(rustc: &Rustc, options: &BuildOptions) -> Result<PathBuf, Error> {
    let mut command = rustc.cargo();
    command.args(["locate-project", "--message-format=plain"]);
    if let Some(path) = &options.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    let output = command.output().map_err(|source| Error::Spawn { program: "cargo".into(), source })?;
    if !output.status.success() {
        return Err(Error::Metadata { message: indent(&String::from_utf8_lossy(&output.stderr)) });
    }
    Ok(Path::new(String::from_utf8_lossy(&output.stdout).trim()).to_owned())
}

fn indent(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
