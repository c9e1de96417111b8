//! `cargo glassbox report open`: opens the newest page of `--report html` in a browser.
//!
//! A record in the target folder says which page that is, and of which workspace: several may share the folder.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::resolved::OpenOptions;
use crate::console;
use crate::error::Error;
use crate::workspace::Folders;

/// Name of the page in the target folder, if the user names no file.
pub(crate) const USUAL_NAME: &str = "report.html";

/// Name of the record.
const RECORD: &str = "newest-report";

/// Records that a page was written.
pub(crate) fn record(folder: &Path, root: &Path, page: &Path) -> io::Result<()> {
    let page = std::path::absolute(page)?;
    fs::write(folder.join(RECORD), format!("{}\n{}\n", root.display(), page.display()))
}

/// The newest page of a workspace, if it is still there.
fn newest(Folders { root, target }: &Folders) -> Option<PathBuf> {
    let record = fs::read_to_string(target.join(RECORD)).ok()?;
    let (owner, page) = record.strip_suffix('\n')?.split_once('\n')?;
    (Path::new(owner) == root).then(|| PathBuf::from(page)).filter(|page| page.is_file())
}

/// Prints the path of the newest page and opens it.
pub(crate) fn open(options: &OpenOptions) -> Result<(), Error> {
    let folders = Folders::find(options.manifest_path.as_deref())?;
    let page = newest(&folders).ok_or(Error::NoPage { root: folders.root })?;
    console::written(writeln!(anstream::stdout(), "{}", page.display()))?;
    let mut browser = browser();
    let program = browser.get_program().to_string_lossy().into_owned();
    let why = match browser.arg(&page).status() {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    };
    Err(Error::Browser { program, why })
}

/// The program of `BROWSER`, or else what the system opens files with.
fn browser() -> Command {
    let named = std::env::var_os("BROWSER").filter(|program| !program.is_empty());
    let usual = || {
        if cfg!(windows) {
            let mut command = Command::new("cmd");
            // `start` takes its first argument for a title if it has quotes.
            command.args(["/C", "start", ""]);
            command
        } else {
            Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
        }
    };
    named.map_or_else(usual, Command::new)
}
