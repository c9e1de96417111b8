//! A page for people: everything in one file, without a network.
//!
//! `style.css` and `script.js` are parts of the page. The script only filters, opens and steps: without it, the page shows everything.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::document::{Calls, CheckKind, Counts, Document, Entry, Failure, Growth, Picture, VerdictWord};
use crate::draw::svg::{self, float};
use crate::markup::escaped;
use crate::words;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Writes the page.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(page(document).as_bytes())
}

fn page(document: &Document) -> String {
    let mut body = String::new();
    let totals = &document.summary;
    let chips = [
        ("fails", "FAIL", totals.fails),
        ("error", "ERROR", totals.errors),
        ("unknown", "UNKNOWN", totals.unknown),
        ("not-run", "not run", totals.not_run),
        ("holds", "PASS", totals.holds),
    ];
    let n_checks = document.checks.len();
    let _ = write!(
        body,
        "<header><h1>glassbox</h1><p class=\"lead\">{n_checks} {} in {:.1} s, version {}</p><nav aria-label=\"Verdicts\">",
        if n_checks == 1 { "check" } else { "checks" },
        totals.seconds,
        escaped(&document.glassbox)
    );
    for (verdict, word, count) in chips.into_iter().filter(|(.., count)| *count > 0) {
        let _ = write!(
            body,
            "<button class=\"chip {verdict}\" data-verdict=\"{verdict}\" aria-pressed=\"true\">{count} {word}</button>"
        );
    }
    body.push_str("</nav><input id=\"filter\" type=\"search\" placeholder=\"Filter (press /)\" aria-label=\"Filter\"></header><main>");
    // What needs attention first, otherwise in the order of the source.
    let order = [VerdictWord::Fails, VerdictWord::Error, VerdictWord::Unknown, VerdictWord::NotRun, VerdictWord::Holds];
    for verdict in order {
        document.checks.iter().filter(|entry| entry.verdict == verdict).for_each(|entry| write_entry(entry, &mut body));
    }
    write_list("Less than glassbox.lock", &document.less_than_lock, &mut body);
    write_list("Notes", &document.notes, &mut body);
    body.push_str("</main><footer><kbd>↑</kbd> <kbd>↓</kbd> checks, <kbd>Enter</kbd> opens, <kbd>←</kbd> <kbd>→</kbd> steps of a run, <kbd>/</kbd> filters</footer>");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\
         <title>glassbox: {} of {n_checks} hold</title><style>{STYLE}{}</style></head><body>{body}<script>{SCRIPT}</script></body></html>\n",
        totals.holds,
        svg::PARTS
    )
}

fn word(verdict: VerdictWord) -> (&'static str, &'static str) {
    match verdict {
        VerdictWord::Holds => ("holds", "PASS"),
        VerdictWord::Fails => ("fails", "FAIL"),
        VerdictWord::Unknown => ("unknown", "UNKNOWN"),
        VerdictWord::NotRun => ("not-run", "NOT RUN"),
        VerdictWord::Error => ("error", "ERROR"),
    }
}

/// Writes sentences with a title, if there are any.
fn write_list(title: &str, sentences: &[String], body: &mut String) {
    if sentences.is_empty() {
        return;
    }
    let _ = write!(body, "<section class=\"notes\"><h2>{title}</h2><ul>");
    for sentence in sentences {
        let _ = write!(body, "<li>{}</li>", escaped(sentence));
    }
    body.push_str("</ul></section>");
}

fn write_entry(entry: &Entry, out: &mut String) {
    let (class, word) = word(entry.verdict);
    let open = if entry.failure.is_some() || entry.error.is_some() { " open" } else { "" };
    let _ = write!(
        out,
        "<details class=\"check\" data-verdict=\"{class}\" data-path=\"{path}\"{open}><summary><span class=\"verdict {class}\">{word}</span> \
         <span class=\"path\">{path}</span> <span class=\"scope\">{scope}</span><span class=\"time\">{:.3} s</span></summary><div class=\"inside\">",
        entry.seconds,
        path = escaped(&entry.path),
        scope = escaped(&entry.scope)
    );
    if let Some(failure) = &entry.failure {
        write_failure(entry.kind, failure, out);
    }
    if let Some(error) = &entry.error {
        let _ = write!(out, "<p class=\"finding\">{}</p>", escaped(&error.message));
        error.help.iter().for_each(|hint| {
            let _ = write!(out, "<p class=\"hint\">{}</p>", escaped(hint));
        });
    }
    for reason in &entry.reasons {
        let _ = write!(out, "<p class=\"reason\">{}</p>{}", escaped(&reason.text), explain(&reason.code));
    }
    write_facts(entry, out);
    out.push_str("</div></details>");
}

fn explain(code: &str) -> String {
    let page = crate::explain::find(code);
    let Some(page) = page else { return String::new() };
    format!(
        "<details class=\"explain\"><summary>{}</summary><p>{}</p></details>",
        escaped(page.title()),
        escaped(page.body())
    )
}

fn write_failure(kind: CheckKind, failure: &Failure, out: &mut String) {
    let _ = write!(out, "<p class=\"finding\">{}</p>", escaped(&failure.text));
    if failure.is_out_of_reach {
        out.push_str("<p class=\"hint\">Perhaps the invariant is too weak: operations lead to all states of this size in which it passes, and not to this one.</p>");
    }
    if !failure.calls.is_empty() {
        let head = match kind {
            CheckKind::Check => "Calls that lead to such a failure",
            CheckKind::Exploration => "Calls, the last of which fails",
        };
        let _ = write!(out, "<h3>{head}</h3><ol class=\"calls\">");
        failure.calls.iter().for_each(|call| {
            let _ = write!(out, "<li><code>{}</code></li>", escaped(call));
        });
        out.push_str("</ol>");
    }
    out.push_str("<div class=\"pictures\">");
    write_picture("Before", failure.before.as_ref(), out);
    write_picture("Afterwards", failure.after.as_ref(), out);
    out.push_str("</div>");
    write_steps(failure, out);
    write_calls("Where", &failure.at, out);
    write_calls("Freed", &failure.freed, out);
    write_calls("Allocated", &failure.allocated, out);
    if let Some(alike) = failure.alike.as_ref().filter(|alike| *alike != "1") {
        let _ = write!(
            out,
            "<p class=\"faint\">{} cases fail in this way; this is the smallest.</p>",
            words::number(alike)
        );
    }
    if let Some(replay) = &failure.replay {
        let _ = write!(
            out,
            "<p class=\"replay\"><code>{}</code> <button class=\"copy\">copy</button></p>",
            escaped(replay)
        );
    }
    out.push_str(&explain(&failure.code));
}

fn write_picture(head: &str, picture: Option<&Picture>, out: &mut String) {
    let Some(picture) = picture else { return };
    let _ = write!(out, "<figure><figcaption>{head}</figcaption>");
    if picture.roots.is_empty() && picture.values.is_empty() {
        let _ = write!(out, "<pre>{}</pre>", escaped(&picture.text));
    } else {
        let _ = write!(out, "<div class=\"scroll\">{}</div>", svg::inline(picture));
    }
    out.push_str("</figure>");
}

/// The run, step by step: the script shows one at a time.
fn write_steps(failure: &Failure, out: &mut String) {
    if failure.steps.is_empty() {
        return;
    }
    let n = failure.steps.len();
    let _ = write!(
        out,
        "<section class=\"steps\" tabindex=\"0\" aria-label=\"The run, step by step\"><h3>The run, step by step</h3>\
         <p class=\"controls\"><button data-step=\"-1\" aria-label=\"Step back\">←</button> <output>1 of {n}</output> \
         <button data-step=\"1\" aria-label=\"Step forward\">→</button></p>"
    );
    for (number, step) in (1..).zip(&failure.steps) {
        let place = step.place.as_deref().unwrap_or("in a library");
        let _ = write!(out, "<div class=\"step\" data-number=\"{number}\"><p><code>{}</code></p><ul>", escaped(place));
        step.changes.iter().for_each(|change| {
            let _ = write!(out, "<li>{}</li>", escaped(change));
        });
        let _ = write!(out, "</ul><div class=\"scroll\">{}</div></div>", svg::inline(&step.picture));
    }
    out.push_str("</section>");
}

fn write_calls(head: &str, calls: &Calls, out: &mut String) {
    if calls.frames.is_empty() {
        return;
    }
    let _ = write!(out, "<h3>{head}</h3>");
    if let Some(line) = &calls.line {
        let _ = write!(out, "<pre class=\"line\">{}</pre>", escaped(line));
    }
    out.push_str("<ol class=\"frames\">");
    for frame in &calls.frames {
        let (function, file) = (escaped(&frame.function), escaped(&frame.file));
        let _ = write!(out, "<li><code>{file}:{}</code> <span class=\"faint\">in {function}</span></li>", frame.line);
    }
    out.push_str("</ol>");
}

/// Counts, growth and assumptions.
fn write_facts(entry: &Entry, out: &mut String) {
    let kind = match entry.kind {
        CheckKind::Check => "Check",
        CheckKind::Exploration => "Exploration",
    };
    let _ = write!(out, "<dl><dt>{kind} at</dt><dd><code>{}:{}</code></dd>", escaped(&entry.file), entry.line);
    let mut fact = |name: &str, value: String| {
        let _ = write!(out, "<dt>{name}</dt><dd>{}</dd>", escaped(&value));
    };
    match &entry.counts {
        Some(Counts::Check { cases, covered, runs, audited, holds_up_to }) => {
            let share = if cases == covered {
                words::number(cases)
            } else {
                format!("{} of {}", words::number(covered), words::number(cases))
            };
            fact("Cases covered", share);
            fact("Runs", runs.to_string());
            if *audited > 0 {
                fact("Audited", audited.to_string());
            }
            if let Some(bounds) = holds_up_to {
                fact(
                    "Holds up to",
                    bounds.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", "),
                );
            }
        }
        Some(Counts::Exploration { states, transitions, operations, is_complete, .. }) => {
            fact("States", states.clone());
            fact("Calls", transitions.clone());
            let all = if *is_complete {
                "any number of operations".to_owned()
            } else {
                format!("up to {operations} operations")
            };
            fact("Histories", all);
        }
        None => {}
    }
    out.push_str("</dl>");
    if let Some(Counts::Exploration { levels, .. }) = &entry.counts {
        let bars: Vec<(String, usize)> =
            (0..).zip(levels).map(|(level, n): (u32, _)| (level.to_string(), *n)).collect();
        write_bars("New states by number of operations", &bars, out);
    }
    let bars: Vec<(String, usize)> = entry
        .growth
        .iter()
        .map(|Growth { bounds, runs }| {
            let sizes: Vec<String> = bounds.values().map(u32::to_string).collect();
            (sizes.join("/"), usize::try_from(*runs).unwrap_or(usize::MAX))
        })
        .collect();
    write_bars("Runs by bound", &bars, out);
    if !entry.assumptions.is_empty() {
        let n = entry.assumptions.len();
        let _ = write!(out, "<details class=\"assumptions\"><summary>{n} assumptions</summary><ul>");
        entry.assumptions.iter().for_each(|assumption| {
            let _ = write!(out, "<li><code>{}</code> {}</li>", escaped(&assumption.code), escaped(&assumption.text));
        });
        out.push_str("</ul></details>");
    }
}

/// Width and height of a bar.
const WIDTH: f64 = 34.0;
const HEIGHT: f64 = 80.0;

/// A row of bars.
fn write_bars(head: &str, bars: &[(String, usize)], out: &mut String) {
    if bars.len() < 2 {
        return;
    }
    let most = bars.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1);
    let width = WIDTH * float(bars.len());
    let _ = write!(
        out,
        "<figure class=\"bars\"><figcaption>{head}</figcaption><div class=\"scroll\"><svg class=\"glassbox\" role=\"img\" width=\"{width:.0}\" height=\"118\" viewBox=\"0 0 {width:.0} 118\"><title>{head}</title>"
    );
    for (number, (name, n)) in bars.iter().enumerate() {
        let (height, x) = ((float(*n) / float(most) * HEIGHT).max(1.0), float(number) * WIDTH);
        let (top, middle) = (16.0 + HEIGHT - height, x + WIDTH / 2.0);
        let _ = write!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/><text text-anchor=\"middle\" class=\"small\" x=\"{middle:.1}\" y=\"{:.1}\">{n}</text><text text-anchor=\"middle\" class=\"small faint\" x=\"{middle:.1}\" y=\"112\">{}</text>",
            x + 4.0,
            WIDTH - 8.0,
            top - 4.0,
            escaped(name)
        );
    }
    out.push_str("</svg></div></figure>");
}
