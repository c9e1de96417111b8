//! Files for reports: `--report json=FILE`.

use std::path::PathBuf;

/// A file for a report.
#[derive(Clone, Debug)]
pub(crate) struct ReportFile {
    pub(crate) kind: ReportKind,
    /// None for the usual place of a page.
    pub(crate) path: Option<PathBuf>,
}

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportKind {
    Html,
    Json,
    Junit,
    Sarif,
}

/// Parses `json=FILE`, and `html` alone.
pub(super) fn parse_report(text: &str) -> Result<ReportFile, String> {
    if text == "html" {
        return Ok(ReportFile { kind: ReportKind::Html, path: None });
    }
    let (kind, path) = text.split_once('=').ok_or("write a kind, `=` and a file: `json=report.json`")?;
    let kind = match kind {
        "html" => ReportKind::Html,
        "json" => ReportKind::Json,
        "junit" => ReportKind::Junit,
        "sarif" => ReportKind::Sarif,
        _ => return Err(format!("there is no report `{kind}`: write `html`, `json`, `junit` or `sarif`")),
    };
    if path.is_empty() {
        return Err("write a file after `=`".to_owned());
    }
    Ok(ReportFile { kind, path: Some(path.into()) })
}
