//! `--trace FILE`: spans of what takes time, in Chrome's trace format.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::story::Story;

/// A check that takes many runs, one that fails, and an exploration.
const SOURCE: &str = r"
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Digit(#[glassbox(values = 0..4)] u8);

    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Digits([Digit; 9]);

    #[glassbox::check]
    pub fn looks_at_all(digits: &mut Digits) {
        for digit in &mut digits.0 {
            if digit.0 == 0 || digit.0 == 2 {
                digit.0 += 1;
            } else if digit.0 == 1 {
                digit.0 = 0;
            }
        }
    }

    #[glassbox::check]
    pub fn looks_at_one(digits: &mut Digits) { assert!(digits.0[0].0 < 4) }

    #[glassbox::check]
    pub fn fails(digits: &mut Digits) { assert!(digits.0[1].0 < 3) }

    #[glassbox::explore(operations = 4)]
    mod explores {
        pub fn new() -> Vec<u8> { Vec::new() }
        pub fn push(vec: &mut Vec<u8>) { vec.push(glassbox::choose(2) as u8); }
    }
";

/// A span of the file.
#[derive(Debug)]
struct Span {
    name: String,
    category: String,
    track: u64,
    begin: u64,
    end: u64,
    args: Value,
}

impl Span {
    fn read(event: &Value) -> Option<Self> {
        let number = |name: &str| event[name].as_u64().unwrap_or_else(|| panic!("{name}: {event}"));
        let text = |name: &str| event[name].as_str().unwrap_or_else(|| panic!("{name}: {event}")).to_owned();
        assert_eq!(number("pid"), 1);
        let is_span = match event["ph"].as_str() {
            Some("X") => true,
            Some("M") => false,
            _ => panic!("{event}"),
        };
        is_span.then(|| Self {
            name: text("name"),
            category: text("cat"),
            track: number("tid"),
            begin: number("ts"),
            end: number("ts") + number("dur"),
            args: event["args"].clone(),
        })
    }

    fn duration(&self) -> u64 {
        self.end - self.begin
    }

    fn contains(&self, other: &Self) -> bool {
        self.track == other.track && self.begin <= other.begin && other.end <= self.end
    }
}

/// The spans of a file, those of each track in the order of time, the outer ones first.
fn spans(story: &Story, file: &str) -> Vec<Span> {
    let text = std::fs::read_to_string(story.path(file)).unwrap();
    let trace: Value = serde_json::from_str(&text).unwrap();
    let mut spans: Vec<Span> = trace["traceEvents"].as_array().unwrap().iter().filter_map(Span::read).collect();
    // A span without a length may be at an end of another.
    spans.sort_by_key(|span| (span.track, span.begin, std::cmp::Reverse(span.end)));
    spans
}

/// Fails if two spans of a track overlap, and none is inside the other.
fn require_nested(spans: &[Span]) {
    let mut open: Vec<&Span> = Vec::new();
    for span in spans {
        open.retain(|outer| outer.track == span.track && outer.end > span.begin);
        if let Some(outer) = open.last() {
            assert!(outer.contains(span), "{outer:?} {span:?}");
        }
        open.push(span);
    }
}

/// Length of the spans that are directly inside another.
fn inside<'a>(spans: &'a [Span], outer: &Span) -> Vec<&'a Span> {
    let mut children: Vec<&Span> = Vec::new();
    for span in spans.iter().filter(|span| !std::ptr::eq(*span, outer) && outer.contains(span)) {
        if children.last().is_none_or(|last| last.end <= span.begin) {
            children.push(span);
        }
    }
    children
}

fn length(spans: &[&Span]) -> u64 {
    spans.iter().map(|span| span.duration()).sum()
}

#[test]
fn spans_nest_and_have_all_checks() {
    let story = Story::library("trace-all", "trace-all", SOURCE);
    let screen = story.cargo("glassbox --jobs 2 --trace trace.json --report json=report.json");
    assert_eq!(screen.code(), 1, "{}", screen.text());
    let spans = spans(&story, "trace.json");
    require_nested(&spans);
    let verdicts: BTreeMap<&str, &Value> =
        spans.iter().filter(|span| span.category == "check").map(|span| (&*span.name, &span.args["verdict"])).collect();
    let expected = [("explores", "holds"), ("fails", "fails"), ("looks_at_all", "holds"), ("looks_at_one", "holds")];
    let names = expected.map(|(name, verdict)| (format!("trace_all::{name}"), Value::from(verdict)));
    assert!(names.iter().map(|(name, verdict)| (&**name, verdict)).eq(verdicts), "{spans:?}");
    for (category, name) in [("build", "build trace-all, library"), ("load", "load trace_all.wasm")] {
        assert!(spans.iter().any(|span| span.category == category && span.name == name), "{name}: {spans:?}");
    }
    for name in ["find valid states", "find reached states", "find the smallest failure", "4 operations"] {
        assert!(spans.iter().any(|span| span.name == name), "{name}: {spans:?}");
    }
    assert!(spans.iter().filter(|span| span.category == "check").all(|span| span.track >= 1000));
}

/// The phases of a check are no longer than the check, and not much shorter; all runs are in the spans, which are few.
#[test]
fn phases_add_up() {
    let story = Story::library("trace-sums", "trace-sums", SOURCE);
    for jobs in [1, 2] {
        // A busy computer stops threads wherever it likes, also between two spans.
        let tries: Vec<String> = (0..5).map_while(|_| gaps_of_a_trace(&story, jobs).err()).collect();
        assert!(tries.len() < 5, "{tries:#?}");
    }
}

/// Fails if a trace does not have all runs, or if spans are not in others; the error is a span with long gaps, or a
/// worker that came too late.
fn gaps_of_a_trace(story: &Story, jobs: usize) -> Result<(), String> {
    story.cargo(&format!("glassbox looks_at_all --jobs {jobs} --no-cache --trace trace.json")).succeeded();
    let spans = spans(story, "trace.json");
    require_nested(&spans);
    assert!(spans.len() < 500, "{}", spans.len());
    let check = spans.iter().find(|span| span.category == "check").unwrap();
    let step = spans.iter().rfind(|span| span.category == "step").unwrap();
    assert_eq!((&step.args["cases"], &step.args["is_covered"]), (&"262144".into(), &true.into()), "{step:?}");
    let worker = |span: &&Span| span.name == "runs" && span.begin >= step.begin && span.end <= step.end;
    let slices: Vec<&Span> = spans.iter().filter(worker).collect();
    // Workers repeat classes that lie in the parts of several.
    let runs: u64 = slices.iter().map(|span| span.args["times"].as_u64().unwrap()).sum();
    assert!(runs >= step.args["runs"].as_u64().unwrap() && runs >= 512, "{runs} {step:?}");

    for outer in slices.iter().copied().chain([check]) {
        require_no_gaps(outer, &inside(&spans, outer))?;
    }
    require_no_gaps(step, &slices.iter().copied().filter(|span| span.track == step.track).collect::<Vec<_>>())?;
    let workers: std::collections::BTreeSet<u64> = slices.iter().map(|span| span.track).collect();
    if workers.len() == jobs.min(cores()) { Ok(()) } else { Err(format!("{workers:?}")) }
}

/// Fails if the inner spans are longer than the outer one; an error if they are much shorter.
fn require_no_gaps(outer: &Span, inner: &[&Span]) -> Result<(), String> {
    let sum = length(inner);
    assert!(sum <= outer.duration(), "{sum} of {outer:?}");
    if sum >= outer.duration() / 2 { Ok(()) } else { Err(format!("{sum} of {outer:?}")) }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[test]
fn a_trace_that_cannot_be_written_is_an_error_before_the_checks() {
    let story = Story::library("trace-nowhere", "trace-nowhere", SOURCE);
    let screen = story.cargo("glassbox --trace nosuch/trace.json");
    assert_eq!(screen.code(), 2, "{}", screen.text());
    assert!(screen.stderr().contains("cannot write the report nosuch/trace.json"), "{}", screen.text());
    assert!(!screen.stdout().contains("trace_nowhere"), "{}", screen.text());
}

/// A budget ends checks, and what was open ends with them.
#[test]
fn a_trace_is_written_if_time_is_used_up() {
    let endless = "#[glassbox::check] pub fn endless(#[glassbox(values = 0..3)] n: u8) {
        let mut n = n as u64 + 3;
        while std::hint::black_box(n) != 0 { n += 1; }
    }";
    let story = Story::library("trace-budget", "trace-budget", endless);
    let screen = story.cargo("glassbox --budget 300ms --limit steps=100000000000 --trace trace.json");
    assert_eq!(screen.code(), 3, "{}", screen.text());
    let spans = spans(&story, "trace.json");
    require_nested(&spans);
    let check = spans.iter().find(|span| span.category == "check").unwrap();
    assert!(check.duration() >= 300_000 && check.name == "trace_budget::endless", "{check:?}");
    let left: Vec<_> = std::fs::read_dir(story.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("partial")), "{left:?}");
}
