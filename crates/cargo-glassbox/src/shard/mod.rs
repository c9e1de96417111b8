//! Shards: `--shard 2/4 --out FILE` does a part of the work, `cargo glassbox merge FILE..` puts all parts together.
//!
//! What a shard is and why the parts add up is the engine's business (`glassbox_engine::search::Portion`). Here are the files: each says
//! which program made it, from which code, with which bounds, and which shard it is (`glassbox_files::shard_file`). Files that do not belong
//! together are refused, by name. `entries.rs` has the results of a shard while it runs.

mod entries;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use glassbox_engine::decide::Decider;
use glassbox_engine::kept::Kept;
use glassbox_engine::search::{Portion, Shard};
use glassbox_files::shard_file::{ShardFile, belong_together};
use glassbox_vm::module::Module;

use crate::args::resolved::Sharing;
use crate::cache::{kept_in, program};
use crate::error::Error;
use entries::Entries;

/// The checks that shards were about, if they are put together: those of the first file, because all must have the same.
pub(crate) fn chosen(sharing: &Sharing) -> Option<Vec<String>> {
    let Sharing::Merge(files) = sharing else { return None };
    ShardFile::read(&fs::read(files.first()?).ok()?).map(|file| file.checks)
}

/// A file of a shard, with its name.
fn read(path: &PathBuf) -> Result<(String, ShardFile), String> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    match ShardFile::read(&bytes) {
        Some(file) => Ok((name, file)),
        None => Err(format!("{name} is not the file of a shard, or only a part of one")),
    }
}

/// What is shared of a run.
pub(crate) struct SharedRun {
    portion: Portion,
    kept: Arc<Kept>,
    entries: Entries,
    /// What the file will say, and where it will be; none if files are put together.
    file: Option<(ShardFile, PathBuf)>,
}

impl SharedRun {
    /// None if all work is done here. `checks` describe the checks of the run, each in a line.
    pub(crate) fn open<'a>(
        sharing: &Sharing,
        checks: Vec<String>,
        modules: impl Iterator<Item = (&'a Arc<Module>, &'a [u8])> + Clone,
    ) -> Result<Option<Self>, Error> {
        let entries = Entries::default();
        let (portion, paths) = match sharing {
            Sharing::Alone => return Ok(None),
            Sharing::Shard(shard, out) => (Portion::Shard(*shard), vec![out.clone()]),
            Sharing::Merge(files) => (Portion::Merged { of: files.len() }, files.clone()),
        };
        let refused = |message: String| Error::Shards { message };
        let kept = kept_in(Box::new(entries.clone()), modules.clone());
        let (Some(kept), Some(program)) = (kept, program()) else {
            return Err(refused(
                "this program cannot read itself, which it does to compare files of shards".to_owned(),
            ));
        };
        let mut code: Vec<String> = modules.filter_map(|(module, _)| Some(kept.code(module)?.to_string())).collect();
        code.sort_unstable();
        code.dedup();
        let shard = if let Portion::Shard(shard) = portion { shard } else { Shard { index: 0, of: paths.len() } };
        let expected = ShardFile { program, shard, code, checks, entries: Vec::new() };
        if let Sharing::Merge(_) = sharing {
            let files = paths.iter().map(read).collect::<Result<Vec<_>, _>>().map_err(refused)?;
            belong_together(&expected, &files).map_err(refused)?;
            entries.fill(files.into_iter().flat_map(|(_, file)| file.entries));
            return Ok(Some(Self { portion, kept: Arc::new(kept), entries, file: None }));
        }
        let path = paths.into_iter().next().unwrap_or_default();
        // Whether it can be written is known before the work is done; an old one must not be taken for the new one.
        fs::write(&path, b"").map_err(|source| Error::Report { path: path.clone(), source })?;
        let file = Some((expected, path));
        Ok(Some(Self { portion, kept: Arc::new(kept), entries, file }))
    }

    pub(crate) fn share(&self, decider: Decider) -> Decider {
        decider.sharing(self.portion, self.kept.clone())
    }

    /// Writes the file of a shard, if the shard is done. Returns sentences about that.
    pub(crate) fn finish(self, is_done: bool) -> Result<Option<String>, Error> {
        let Some((mut file, path)) = self.file else { return Ok(None) };
        if !is_done {
            let _ = fs::remove_file(&path);
            let text = format!("the shard is not done, so {} was not written; run it again to go on", path.display());
            return Ok(Some(text));
        }
        file.entries = self.entries.take();
        let Shard { index, of } = file.shard;
        fs::write(&path, file.write()).map_err(|source| Error::Report { path: path.clone(), source })?;
        Ok(Some(format!(
            "shard {} of {of} is in {}; `cargo glassbox merge` puts all of them together",
            index + 1,
            path.display()
        )))
    }
}
