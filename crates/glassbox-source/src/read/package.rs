//! The cargo package that the user means, its library and its dependencies. This needs cargo but no compiler: `init` may be
//! the first command that a user runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, Target, TargetKind};

use super::error::ReadError;

/// The package that the user asked for.
#[derive(Debug, Default)]
pub struct PackageQuery {
    /// Its name; without it, the package of the current folder.
    pub package: Option<String>,
    /// Path to Cargo.toml; without it, cargo searches the current folder and its parents.
    pub manifest_path: Option<PathBuf>,
}

/// A package with a library.
pub(crate) struct SelectedPackage {
    pub(crate) package: Package,
    /// Root file of the library, usually `src/lib.rs`.
    pub(crate) library_root: PathBuf,
    /// Cargo.toml of the workspace; the package's own if it is in no workspace.
    pub(crate) workspace_manifest: PathBuf,
}

impl SelectedPackage {
    /// Finds the package with `cargo metadata`.
    pub(crate) fn find(query: &PackageQuery) -> Result<Self, ReadError> {
        let metadata = metadata(query, MetadataCommand::new().no_deps())?;
        let package = choose(&metadata, query)?;
        let library = library_root(&package);
        let library_root = library.ok_or_else(|| ReadError::NoLibrary { package: package.name.to_string() })?;
        Ok(Self { library_root, workspace_manifest: metadata.workspace_root.join("Cargo.toml").into(), package })
    }

    /// The folder of the package's Cargo.toml.
    pub(crate) fn folder(&self) -> &Path {
        self.package.manifest_path.as_std_path().parent().unwrap_or(Path::new(""))
    }
}

/// The folder and the library of a package.
#[derive(Clone, Debug, Default)]
pub struct PackageLayout {
    /// The folder of its Cargo.toml.
    pub folder: PathBuf,
    /// Its library, if it has one.
    pub library: Option<Library>,
}

impl PackageLayout {
    /// The layout of a package.
    pub fn of(package: &Package) -> Self {
        let folder = package.manifest_path.parent().map(PathBuf::from).unwrap_or_default();
        let library = library_target(package)
            .map(|target| Library { name: target.name.replace('-', "_"), root: target.src_path.clone().into() });
        Self { folder, library }
    }
}

/// A library of the user.
#[derive(Clone, Debug)]
pub struct Library {
    /// Its name in source code.
    pub name: String,
    /// Its root file, usually `src/lib.rs`.
    pub root: PathBuf,
}

/// The library target of a package. A procedural macro does not count: it runs on the host.
pub fn library_target(package: &Package) -> Option<&Target> {
    let kinds = [TargetKind::Lib, TargetKind::RLib, TargetKind::CDyLib, TargetKind::DyLib, TargetKind::StaticLib];
    package.targets.iter().find(|target| kinds.iter().any(|kind| target.is_kind(kind.clone())))
}

/// The root file of the library of a dependency; none if the package has no dependency of that name.
pub(crate) fn dependency_root(
    query: &PackageQuery,
    package: &Package,
    name: &str,
) -> Result<Option<PathBuf>, ReadError> {
    if !dependency_names(package).iter().any(|known| known == name) {
        return Ok(None);
    }
    let metadata = with_dependencies(query, &[])?;
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let node = nodes.into_iter().find(|node| node.id == package.id);
    let dependency = node.and_then(|node| node.deps.iter().find(|dep| dep.name.as_str() == name));
    let found = dependency.and_then(|dep| metadata.packages.iter().find(|package| package.id == dep.pkg));
    Ok(found.and_then(library_root))
}

/// Whether a crate of this name, in a version that begins so, is built for the machine.
pub(crate) fn is_built_for_machine(query: &PackageQuery, name: &str, version: &str) -> bool {
    let metadata = with_dependencies(query, &["--filter-platform", "wasm32-unknown-unknown"]);
    let Ok(Metadata { packages, resolve: Some(resolve), .. }) = metadata else { return false };
    let is_it = |it: &&Package| it.name.as_str() == name && it.version.to_string().starts_with(version);
    let found: Vec<&Package> = packages.iter().filter(is_it).collect();
    resolve.nodes.iter().any(|node| found.iter().any(|package| package.id == node.id))
}

/// The packages with all they depend on.
fn with_dependencies(query: &PackageQuery, options: &[&str]) -> Result<Metadata, ReadError> {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    // Dependencies that were built before are available without the network.
    let offline = [&options[..], &["--offline".to_owned()]].concat();
    let offline = metadata(query, MetadataCommand::new().other_options(offline));
    offline.or_else(|_| metadata(query, MetadataCommand::new().other_options(options)))
}

/// Dependencies of the package's library except glassbox, by their names in source code.
pub(crate) fn dependency_names(package: &Package) -> Vec<String> {
    let normal = package.dependencies.iter().filter(|it| it.kind == DependencyKind::Normal && it.name != "glassbox");
    normal.map(|it| it.rename.as_ref().unwrap_or(&it.name).replace('-', "_")).collect()
}

fn metadata(query: &PackageQuery, command: &mut MetadataCommand) -> Result<Metadata, ReadError> {
    if let Some(path) = &query.manifest_path {
        command.manifest_path(path);
    }
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            ReadError::Metadata { message: format!("  {}", stderr.trim()) }
        }
        error => ReadError::Metadata { message: format!("  {error}") },
    })
}

fn library_root(package: &Package) -> Option<PathBuf> {
    library_target(package).map(|library| library.src_path.clone().into())
}

fn choose(metadata: &Metadata, query: &PackageQuery) -> Result<Package, ReadError> {
    let members = metadata.workspace_packages();
    let names = || members.iter().map(|package| package.name.to_string()).collect();
    if let Some(name) = &query.package {
        let found = members.iter().find(|package| *package.name == *name);
        let unknown = || ReadError::UnknownPackage { name: name.clone(), members: names() };
        return found.map(|package| (*package).clone()).ok_or_else(unknown);
    }
    let current = current_manifest(query);
    let current = members.iter().find(|package| Some(package.manifest_path.as_std_path()) == current.as_deref());
    match (current, &members[..]) {
        (Some(package), _) | (None, [package]) => Ok((*package).clone()),
        _ => Err(ReadError::SeveralPackages { members: names() }),
    }
}

/// The manifest that cargo uses in the current folder.
fn current_manifest(query: &PackageQuery) -> Option<PathBuf> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["locate-project", "--message-format=plain"]);
    if let Some(path) = &query.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    let output = command.output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}
