//! Reports for programs: files that `--report` names, and what GitHub shows of a job.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use glassbox_engine::result::{Outcome, Verdict};
use glassbox_engine::search::{Detail, Options, RunStep, Strategy, replay};
use glassbox_report::document::{Document, Entry, FORMAT, Step, Totals, picture};
use glassbox_report::frames::user_frames;
use glassbox_report::terminal::Summary;
use glassbox_report::{github, html, json, junit, sarif};
use glassbox_space::Bdd;
use glassbox_vm::backtrace::Symbols;

use super::job::Job;
use crate::args::report_file::{ReportFile, ReportKind};
use crate::error::Error;
use crate::partial_file::PartialFile;
use crate::{report_page, trace};

/// Files for reports.
#[derive(Debug)]
pub(super) struct Reports {
    files: Vec<(ReportKind, PartialFile)>,
    /// The target folder.
    target: PathBuf,
}

impl Reports {
    /// Makes the files: if one cannot be written, it is better to know that before the checks run.
    /// A page without a name is in the target folder.
    pub(super) fn open(reports: &[ReportFile], target: &Path) -> Result<Self, Error> {
        let create = |report: &ReportFile| {
            let path = report.path.clone().unwrap_or_else(|| target.join(report_page::USUAL_NAME));
            let file = PartialFile::create(&path);
            file.map(|file| (report.kind, file)).map_err(|source| error(&path, source))
        };
        Ok(Self { target: target.to_owned(), files: reports.iter().map(create).collect::<Result<_, _>>()? })
    }

    /// Writes all of them, and records the page of the workspace for `report open`.
    pub(super) fn write(&self, document: &Document, root: &Path) -> Result<(), Error> {
        let _span = trace::span("command", || "write reports".to_owned());
        for (kind, file) in &self.files {
            file.write(|out| write(*kind, document, out)).map_err(|source| error(file.path(), source))?;
            if *kind == ReportKind::Html {
                // Without a record the page is there as well.
                let _ = report_page::record(&self.target, root, file.path());
            }
        }
        Ok(())
    }
}

fn write(kind: ReportKind, document: &Document, out: &mut dyn Write) -> io::Result<()> {
    match kind {
        ReportKind::Html => html::write(document, out),
        ReportKind::Json => json::write(document, out),
        ReportKind::Junit => junit::write(document, out),
        ReportKind::Sarif => sarif::write(document, out),
    }
}

fn error(path: &Path, source: io::Error) -> Error {
    Error::Report { path: path.to_owned(), source }
}

/// Adds the steps of a failing run.
pub(super) fn add_steps(entry: &mut Entry, job: &Job, outcome: Option<&Outcome>) {
    let (Some(failure), Some(Verdict::Fails(found))) = (&mut entry.failure, outcome.map(Outcome::verdict)) else {
        return;
    };
    if found.state().is_none() || found.replay.is_empty() {
        return;
    }
    let options = Options::new(Strategy::Paths);
    let replayed = replay(&job.module, &job.subject.path, &found.replay, &options, Detail::Steps, Bdd::default());
    // The report has the failure in any case.
    let Ok(replayed) = replayed else { return };
    let symbols = Symbols::new(&job.module, &job.bytes);
    let place =
        |step: &RunStep| user_frames(&job.subject, &symbols, &step.trace).into_iter().next().map(|frame| frame.place);
    let step = |step: RunStep| Step { place: place(&step), picture: picture(&step.picture), changes: step.changes };
    failure.steps = replayed.steps.into_iter().map(step).collect();
}

/// Everything that was found.
pub(super) fn document(
    summary: &Summary<'_>,
    checks: Vec<Entry>,
    notes: Vec<String>,
    less_than_lock: Vec<String>,
) -> Document {
    let Summary { seconds, holding, failing, unknown, not_run, errors, .. } = *summary;
    Document {
        format: FORMAT,
        glassbox: env!("CARGO_PKG_VERSION").to_owned(),
        summary: Totals { seconds, holds: holding, fails: failing, unknown, not_run, errors },
        checks,
        notes,
        less_than_lock,
    }
}

/// In a job of GitHub: writes annotations to stdout, and a table to the page of the job.
pub(super) fn write_for_github(document: &Document) -> io::Result<()> {
    if std::env::var_os("GITHUB_ACTIONS").is_none_or(|value| value != "true") {
        return Ok(());
    }
    github::write_annotations(document, &mut io::stdout().lock())?;
    let Some(page) = std::env::var_os("GITHUB_STEP_SUMMARY") else { return Ok(()) };
    github::write_summary(document, &mut OpenOptions::new().append(true).create(true).open(page)?)
}
