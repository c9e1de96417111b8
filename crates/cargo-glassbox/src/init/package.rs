//! The package that is meant. No compiler is needed for that: `init` may be the first command that is ever run.

use std::path::PathBuf;
use std::process::Command;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, TargetKind};

use super::error::InitError;
use crate::args::resolved::InitOptions;
use crate::error::Error;

/// A package with a library.
pub(super) struct Meant {
    pub(super) package: Package,
    /// The library's `lib.rs`.
    pub(super) library: PathBuf,
    /// Cargo.toml of the workspace: the package's own, if it is in none.
    pub(super) root_manifest: PathBuf,
}

pub(super) fn find(options: &InitOptions) -> Result<Meant, Error> {
    let metadata = metadata(options, MetadataCommand::new().no_deps())?;
    let package = choose(&metadata, options)?;
    let library = library(&package).ok_or_else(|| InitError::NoLibrary { package: package.name.to_string() })?;
    Ok(Meant { library, root_manifest: metadata.workspace_root.join("Cargo.toml").into(), package })
}

/// The `lib.rs` of a dependency of the package's library.
pub(super) fn dependency(options: &InitOptions, package: &Package, name: &str) -> Result<Option<PathBuf>, Error> {
    if !dependencies(package).iter().any(|known| known == name) {
        return Ok(None);
    }
    // What has been built before is there without the network.
    let offline = metadata(options, MetadataCommand::new().other_options(vec!["--offline".to_owned()]));
    let metadata = offline.or_else(|_| metadata(options, &mut MetadataCommand::new()))?;
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let node = nodes.into_iter().find(|node| node.id == package.id);
    let meant = node.and_then(|node| node.deps.iter().find(|dep| dep.name.as_str() == name));
    let meant = meant.and_then(|dep| metadata.packages.iter().find(|package| package.id == dep.pkg));
    Ok(meant.and_then(library))
}

/// What the package's library depends on, as it is called in the source.
pub(super) fn dependencies(package: &Package) -> Vec<String> {
    let ours = package.dependencies.iter().filter(|it| it.kind == DependencyKind::Normal && it.name != "glassbox");
    ours.map(|it| it.rename.as_ref().unwrap_or(&it.name).replace('-', "_")).collect()
}

fn metadata(options: &InitOptions, command: &mut MetadataCommand) -> Result<Metadata, Error> {
    if let Some(path) = &options.manifest_path {
        command.manifest_path(path);
    }
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => Error::Metadata { message: format!("  {}", stderr.trim()) },
        error => Error::Metadata { message: format!("  {error}") },
    })
}

fn library(package: &Package) -> Option<PathBuf> {
    let kinds = [TargetKind::Lib, TargetKind::RLib, TargetKind::CDyLib, TargetKind::DyLib, TargetKind::StaticLib];
    let library = package.targets.iter().find(|target| kinds.iter().any(|kind| target.is_kind(kind.clone())));
    library.map(|library| library.src_path.clone().into())
}

fn choose(metadata: &Metadata, options: &InitOptions) -> Result<Package, Error> {
    let members = metadata.workspace_packages();
    let names = || members.iter().map(|package| package.name.to_string()).collect();
    if let Some(name) = &options.package {
        let found = members.iter().find(|package| *package.name == *name);
        let unknown = || Error::UnknownPackage { name: name.clone(), members: names() };
        return found.map(|package| (*package).clone()).ok_or_else(unknown);
    }
    let here = locate(options);
    let here = members.iter().find(|package| Some(package.manifest_path.as_std_path()) == here.as_deref());
    match (here, &members[..]) {
        (Some(package), _) | (None, [package]) => Ok((*package).clone()),
        _ => Err(InitError::SeveralPackages { members: names() }.into()),
    }
}

/// The manifest that cargo would work with here.
fn locate(options: &InitOptions) -> Option<PathBuf> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["locate-project", "--message-format=plain"]);
    if let Some(path) = &options.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    let output = command.output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}
