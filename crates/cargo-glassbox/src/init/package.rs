//! The package that is meant. No compiler is needed for that: `init` may be the first command that is ever run.

use std::path::PathBuf;
use std::process::Command;

use cargo_metadata::{Metadata, MetadataCommand, Package, TargetKind};

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
    let mut command = MetadataCommand::new();
    command.no_deps();
    if let Some(path) = &options.manifest_path {
        command.manifest_path(path);
    }
    let metadata = command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => Error::Metadata { message: format!("  {}", stderr.trim()) },
        error => Error::Metadata { message: format!("  {error}") },
    })?;
    let package = choose(&metadata, options)?;
    let kinds = [TargetKind::Lib, TargetKind::RLib, TargetKind::CDyLib, TargetKind::DyLib, TargetKind::StaticLib];
    let library = package.targets.iter().find(|target| kinds.iter().any(|kind| target.is_kind(kind.clone())));
    let library = library.ok_or_else(|| InitError::NoLibrary { package: package.name.to_string() })?;
    let library = library.src_path.clone().into();
    Ok(Meant { library, root_manifest: metadata.workspace_root.join("Cargo.toml").into(), package })
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
