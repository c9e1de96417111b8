//! What a run proves, and `glassbox.lock`: compared with `--locked`, written with `--write-lock`.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use glassbox_files::lock::{CheckName, Ended, Less, Lock, NAME, Operations, Ran, compare};
use glassbox_report::terminal::write_less;
use glassbox_source::read::TypeOperations;

use super::job::Job;
use crate::args::build_options::ValueKind;
use crate::args::resolved::{CheckOptions, LockUse, Sharing};
use crate::checks::{NotBuilt, is_meant};
use crate::error::Error;
use crate::left_out::operations;
use crate::lock_file;
use crate::project::Project;

/// The lock of a run.
#[derive(Debug)]
pub(super) enum RunLock {
    /// There is none, or it does not matter.
    None,
    /// The run must prove at least this.
    Compare {
        lock: Lock,
        /// Targets that were not chosen by the user.
        not_chosen: Vec<NotBuilt>,
        types: Types,
    },
    /// The run writes the lock of this folder.
    Write { root: PathBuf, types: Types },
}

/// The types that are checked, with their public operations.
type Types = BTreeMap<CheckName, Operations>;

/// What the lock adds to a run.
#[derive(Debug, Default)]
pub(super) struct LockReport {
    /// What the run proves less.
    pub(super) less: Vec<Less>,
    /// Remarks.
    pub(super) notes: Vec<String>,
}

impl RunLock {
    /// Reads the lock before the checks run, so that a broken one is noticed at once.
    pub(super) fn open(
        project: &Project,
        options: &CheckOptions,
        not_built: Vec<NotBuilt>,
        jobs: &[Job],
    ) -> Result<Self, Error> {
        let root = project.workspace.root();
        let lock = match options.lock {
            LockUse::Ignore => return Ok(Self::None),
            // What a shard proves is known when all of them are put together.
            LockUse::Compare if matches!(options.sharing, Sharing::Shard(..)) => return Ok(Self::None),
            LockUse::Write => {
                let mut packages: Vec<String> = not_built.into_iter().map(|target| target.package).collect();
                packages.dedup();
                if !packages.is_empty() {
                    return Err(Error::LockOfPart { packages });
                }
                Self::Write { root, types: types(project, |_| true) }
            }
            LockUse::Compare => {
                // What cargo leaves out at the root of a workspace was not left out by the user.
                let is_whole = project.workspace.is_at_root(&options.build.packages);
                let not_chosen = if is_whole { Vec::new() } else { not_built };
                match lock_file::read(&root)? {
                    Some(lock) => {
                        let is_chosen = |package: &str| jobs.iter().any(|job| job.subject.package == package);
                        Self::Compare { lock, not_chosen, types: types(project, is_chosen) }
                    }
                    None => return Ok(Self::None),
                }
            }
        };
        refuse_same_paths(jobs)?;
        Ok(lock)
    }

    /// Compares the lock with the results, or writes it.
    pub(super) fn finish(&self, options: &CheckOptions, results: Vec<Ran>) -> Result<LockReport, Error> {
        let results: BTreeMap<CheckName, Ended> = results.into_iter().map(|ran| (ran.name, ran.ended)).collect();
        match self {
            Self::None => Ok(LockReport::default()),
            Self::Compare { lock, not_chosen, types } => {
                let is_chosen = |name: &CheckName| {
                    let is_here = |target: &NotBuilt| {
                        target.package == name.package && name.path.split("::").next() == Some(&target.crate_name)
                    };
                    options.types.is_empty()
                        && is_meant(&name.path, &options.filters)
                        && !not_chosen.iter().any(is_here)
                };
                let mut found = compare(lock, &results, is_chosen);
                found.add_operations(lock, types);
                let notes = found.notes();
                Ok(LockReport { less: found.less, notes })
            }
            Self::Write { root, types } => Ok(LockReport { less: Vec::new(), notes: write(root, &results, types)? }),
        }
    }
}

impl LockReport {
    /// Writes a line for everything that the run proves less.
    pub(super) fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.less.iter().try_for_each(|less| write_less(&less.check.path, &less.text(), out))
    }

    /// What the run proves less, as sentences.
    pub(super) fn sentences(&self) -> Vec<String> {
        self.less.iter().map(|less| format!("`{}` {}", less.check.path, less.text())).collect()
    }
}

/// The types of these packages that are checked. All targets are read, whatever the user has chosen, because a check of a type may be
/// in any of them.
fn types(project: &Project, is_chosen: impl Fn(&str) -> bool) -> Types {
    let mut types = Types::new();
    for package in project.workspace.users().filter(|package| is_chosen(&package.name)) {
        let name = |path: String| CheckName { package: package.name.to_string(), path };
        let found = operations(package).into_iter();
        types.extend(
            found.map(|(path, TypeOperations { checked, unchecked })| (name(path), Operations { checked, unchecked })),
        );
    }
    types
}

/// Writes the lock, unless a check was not finished. Returns notes about it.
fn write(root: &Path, results: &BTreeMap<CheckName, Ended>, types: &Types) -> Result<Vec<String>, Error> {
    let is_unfinished = |ended: &Ended| matches!(ended, Ended::Not { is_unfinished: true, .. });
    let n_unfinished = results.values().filter(|ended| is_unfinished(ended)).count();
    if n_unfinished > 0 {
        let checks = if n_unfinished == 1 { "1 check was" } else { &format!("{n_unfinished} checks were") };
        return Ok(vec![format!("{NAME} is not written: {checks} not finished; raise `--budget` or `--memory`")]);
    }
    let n_all = results.len();
    let holding = results.iter().filter_map(|(name, ended)| match ended {
        Ended::Holds(proof) => Some((name.clone(), proof.clone())),
        Ended::Not { .. } => None,
    });
    let lock = Lock { checks: holding.collect(), types: Some(types.clone()) };
    // A lock that cannot be read says nothing.
    let before = lock_file::read(root).ok().flatten().unwrap_or_default();
    let mut found = compare(&before, results, |_| true);
    // Without a lock, or with an old one, no operation was there before.
    if before.types.is_some() {
        found.add_operations(&before, types);
    }
    let mut notes: Vec<String> = found.less.iter().map(less_than_before).collect();
    notes.extend(unchecked(types));
    let is_new = lock_file::write(root, &lock)?;
    let n_held = lock.checks.len();
    let held = if n_held == 1 { "1 check holds" } else { &format!("{n_held} checks hold") };
    let wrote = if is_new { "wrote" } else { "nothing has changed in" };
    let others = match n_all - n_held {
        0 => String::new(),
        n => format!("; {n} of {n_all} checks are not in it, because they do not hold"),
    };
    notes.push(format!("{wrote} {NAME}: {held}{others}"));
    Ok(notes)
}

/// A note about the operations without a check.
fn unchecked(types: &Types) -> Option<String> {
    const MOST: usize = 3;
    let all: Vec<String> = types
        .iter()
        .flat_map(|(name, operations)| operations.unchecked.iter().map(|it| format!("`{}::{it}`", name.path)))
        .collect();
    let (n, named) = (all.len(), all.iter().take(MOST).cloned().collect::<Vec<_>>().join(", "));
    let more = if n > MOST { format!(" and {} more", n - MOST) } else { String::new() };
    let have = if n == 1 { "1 public operation has" } else { &format!("{n} public operations have") };
    let them = if n == 1 { "it" } else { "them" };
    (n > 0).then(|| format!("{have} no check: {named}{more}; {NAME} lists {them} as `unchecked`"))
}

fn less_than_before(less: &Less) -> String {
    format!("less than before: `{}` {}", less.check.path, less.text())
}

/// Refuses two checks with the same name: a package's library and binary may have the same modules.
fn refuse_same_paths(jobs: &[Job]) -> Result<(), Error> {
    let usual = || jobs.iter().filter(|job| job.values == ValueKind::default()).map(|job| &job.subject);
    for (index, subject) in usual().enumerate() {
        if usual().skip(index + 1).any(|other| (&other.package, &other.path) == (&subject.package, &subject.path)) {
            return Err(Error::SamePath { package: subject.package.clone(), path: subject.path.clone() });
        }
    }
    Ok(())
}
