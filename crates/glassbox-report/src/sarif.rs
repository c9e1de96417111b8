//! SARIF 2.1, which code hosts show beside the source: a result for each check, and a rule for each finding or reason.
//!
//! What a run proves less than `glassbox.lock` says is a result of the kind `fail`, in that file. A check that holds is a result of the kind `pass`, one that is not decided is `open`: evaluated, without a conclusion.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::document::{Document, Entry, Frame, VerdictWord};
use crate::explain;

/// The schema that the log says it follows.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The rule of checks that hold.
const HOLDS: &str = "pass";

/// The rule of what is less than `glassbox.lock` says.
const LESS: &str = "less-than-lock";

/// Writes the document, and a newline.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let less = document.less_than_lock.iter().map(|_| LESS);
    let rules: BTreeSet<&str> = document.checks.iter().map(rule).chain(less).collect();
    let less = document.less_than_lock.iter().map(|text| less_than_lock(text));
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "glassbox",
                "version": document.glassbox,
                "semanticVersion": document.glassbox,
                "rules": rules.into_iter().map(described).collect::<Vec<Value>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": document.checks.iter().map(result).chain(less).collect::<Vec<Value>>(),
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

/// The code that a result is about.
fn rule(entry: &Entry) -> &str {
    let finding = entry.failure.as_ref().map(|failure| &*failure.code);
    let reason = || entry.reasons.first().map(|reason| &*reason.code);
    let error = || entry.error.as_ref().map(|_| "error");
    finding.or_else(reason).or_else(error).unwrap_or(HOLDS)
}

/// A rule, with the page that explains its code.
fn described(code: &str) -> Value {
    if code == LESS {
        let line = "A run proves less than glassbox.lock says.";
        return json!({
            "id": code,
            "shortDescription": { "text": line },
            "fullDescription": { "text": line },
            "help": { "text": "prove it again, or accept the change: cargo glassbox --workspace --write-lock" },
        });
    }
    let page = explain::find(code);
    let (line, body) = page.map_or((code, ""), |page| (page.line(), page.body()));
    json!({
        "id": code,
        "shortDescription": { "text": line },
        "fullDescription": { "text": if body.is_empty() { line } else { body } },
        "help": { "text": format!("cargo glassbox explain {code}") },
    })
}

fn result(entry: &Entry) -> Value {
    let (kind, level) = match entry.verdict {
        VerdictWord::Holds => ("pass", "none"),
        VerdictWord::Fails | VerdictWord::Error => ("fail", "error"),
        VerdictWord::Unknown => ("open", "none"),
        VerdictWord::NotRun => ("notApplicable", "none"),
    };
    let mut result = json!({
        "ruleId": rule(entry),
        "kind": kind,
        "level": level,
        "message": { "text": message(entry) },
        "locations": [location(&innermost(entry), &entry.path)],
        "partialFingerprints": { "check/v1": entry.path },
    });
    if let Some(failure) = &entry.failure {
        let mut stacks = Vec::new();
        for (calls, text) in
            [(&failure.at, "running"), (&failure.freed, "freed here"), (&failure.allocated, "allocated here")]
        {
            if !calls.frames.is_empty() {
                let frames: Vec<Value> =
                    calls.frames.iter().map(|frame| json!({ "location": location(frame, &frame.function) })).collect();
                stacks.push(json!({ "message": { "text": text }, "frames": frames }));
            }
        }
        result["stacks"] = Value::Array(stacks);
    }
    result
}

/// A sentence about what a run proves less.
fn less_than_lock(text: &str) -> Value {
    json!({
        "ruleId": LESS,
        "kind": "fail",
        "level": "error",
        "message": { "text": text },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": "glassbox.lock" }, "region": { "startLine": 1 } },
        }],
        "partialFingerprints": { "less/v1": text },
    })
}

/// Where a failing run stopped, or else the check.
fn innermost(entry: &Entry) -> Frame {
    let stopped = entry.failure.as_ref().and_then(|failure| failure.at.frames.first()).cloned();
    stopped.unwrap_or_else(|| Frame {
        function: entry.path.clone(),
        file: entry.file.clone(),
        line: entry.line,
        column: 0,
    })
}

fn message(entry: &Entry) -> String {
    let reasons = entry.reasons.iter().map(|reason| reason.text.clone());
    let error = entry.error.iter().map(|error| error.message.clone());
    let failure = entry.failure.iter().map(|failure| {
        let state =
            failure.before.as_ref().map_or(String::new(), |picture| format!("\nin this state:\n{}", picture.text));
        let calls =
            if failure.calls.is_empty() { String::new() } else { format!("\ncalls:\n{}", failure.calls.join("\n")) };
        let replay = failure.replay.as_ref().map_or(String::new(), |replay| format!("\n{replay}"));
        format!("{}{state}{calls}{replay}", failure.text)
    });
    let parts: Vec<String> = failure.chain(reasons).chain(error).collect();
    let said = if parts.is_empty() { entry.scope.clone() } else { parts.join("\n") };
    format!("{}: {said}", entry.path)
}

fn location(frame: &Frame, name: &str) -> Value {
    let mut region = json!({ "startLine": frame.line.max(1) });
    if frame.column > 0 {
        region["startColumn"] = json!(frame.column);
    }
    json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&frame.file) }, "region": region },
        "logicalLocations": [{ "fullyQualifiedName": name }],
    })
}

/// A path as a URI reference: characters that are not allowed there are escaped.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        if is_plain(byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("src/lib.rs"), "src/lib.rs");
        assert_eq!(uri("größer/a b%.rs"), "gr%C3%B6%C3%9Fer/a%20b%25.rs");
        assert_eq!(uri(r"src\lib.rs"), "src/lib.rs");
        assert_eq!(uri("C:/src"), "C%3A/src");
    }
}
