//! `cargo glassbox ci`: files that run shards in CI systems and on clusters. glassbox has no scheduler of its own.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use crate::args::CiSystem;
use crate::console;
use crate::error::Error;

/// Writes the file for a system. A file that is there is not overwritten.
pub(crate) fn write(system: CiSystem, shards: u32) -> Result<(), Error> {
    let (path, text) = match system {
        CiSystem::Github => (".github/workflows/glassbox.yml", include_str!("github.yml")),
        CiSystem::Gitlab => ("glassbox.gitlab-ci.yml", include_str!("gitlab.yml")),
        CiSystem::Slurm => ("glassbox.slurm", include_str!("slurm.sh")),
        CiSystem::K8s => ("glassbox.k8s.yaml", include_str!("k8s.yaml")),
    };
    let numbers = (1..=shards).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let text = text.replace("@numbers@", &numbers).replace("@shards@", &shards.to_string());
    let path = Path::new(path);
    let failed = |source| Error::Report { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    let how = match system {
        CiSystem::Github | CiSystem::Gitlab => "commit it",
        CiSystem::Slurm => "run it with `sh glassbox.slurm`",
        CiSystem::K8s => "fill in the image and the volume, then run it with `kubectl apply -f glassbox.k8s.yaml`",
    };
    console::written(writeln!(anstream::stdout(), "wrote {}: {how}", path.display()))
}
