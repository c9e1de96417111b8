//! The compiler, the workspace and its settings: every command that builds begins with them.

use glassbox_files::lock;
use glassbox_files::settings::{self, Settings};

use crate::args::build_options::BuildOptions;
use crate::config::file;
use crate::error::Error;
use crate::toolchain::Rustc;
use crate::trace;
use crate::workspace::Workspace;

/// A workspace, how it is built, and its settings.
#[derive(Debug)]
pub(crate) struct Project {
    pub(crate) rustc: Rustc,
    pub(crate) workspace: Workspace,
    pub(crate) settings: Settings,
}

impl Project {
    /// The project of the current folder, or of the manifest in the options.
    pub(crate) fn open(options: &BuildOptions) -> Result<Self, Error> {
        let _span = trace::span("command", || "read the workspace".to_owned());
        let rustc = Rustc::find()?;
        let workspace = Workspace::load(&rustc, options)?;
        refuse_misplaced(&workspace)?;
        let settings = file::read(&workspace.root())?;
        Ok(Self { rustc, workspace, settings })
    }
}

/// Refuses files of ours in the folders of packages, where they would have no effect.
fn refuse_misplaced(workspace: &Workspace) -> Result<(), Error> {
    let root = workspace.root();
    for package in workspace.members() {
        let Some(folder) = package.manifest_path.parent().filter(|folder| folder.as_std_path() != root) else {
            continue;
        };
        for name in [settings::NAME, lock::NAME] {
            let path = folder.join(name).into_std_path_buf();
            if path.symlink_metadata().is_ok() {
                return Err(Error::Misplaced { path, root });
            }
        }
    }
    Ok(())
}
