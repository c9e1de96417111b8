//! Subjects and the bugs that can be planted into them, read from their manifests, so that none is forgotten.

use std::collections::BTreeMap;

use cargo_metadata::MetadataCommand;

use crate::build::repository;

/// Prefix of features that plant a bug.
const BUG: &str = "bug-";

/// Every package in the folder of subjects, with its features that plant a bug.
pub fn mutants() -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut command = MetadataCommand::new();
    command.no_deps().current_dir(repository()).other_options(["--offline".to_owned()]);
    let metadata = command.exec().map_err(|error| error.to_string())?;
    let packages = metadata.packages.into_iter().filter(|package| {
        let folder = package.manifest_path.parent().and_then(|folder| folder.parent());
        folder.is_some_and(|folder| folder.ends_with("subjects"))
    });
    let bugs = |features: BTreeMap<String, Vec<String>>| features.into_keys().filter(|name| name.starts_with(BUG));
    Ok(packages.map(|package| (package.name.to_string(), bugs(package.features).collect())).collect())
}
