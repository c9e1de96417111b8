//! Reports for programs: each is valid by the schema of its format, and says what the screen says.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::story::{Screen, Story};

/// One check for each kind of verdict, with texts that have to be escaped.
const SOURCE: &str = r#"
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Number(#[glassbox(values = 0..3)] u8);

    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Stack { top: Option<Box<Node>> }

    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Node { item: Number, #[glassbox(tree)] below: Option<Box<Node>> }

    #[glassbox::check]
    pub fn holds(number: &mut Number) { assert!(number.0 < 3) }

    #[glassbox::check]
    pub fn fails(number: &mut Number) {
        assert!(number.0 < 2, "<![CDATA[ ]]> & \"quotes\" 'ticks' \x1b[2J \u{fffe}\n::error::ö %0A | `code`");
    }

    #[glassbox::check]
    pub fn pushes(stack: &mut Stack, #[glassbox(values = 0..3)] item: u8) {
        for item in [0, item] {
            let below = std::hint::black_box(&mut *stack).top.take();
            stack.top = Some(Box::new(Node { item: Number(item), below }));
        }
        assert!(item < 2, "too large");
    }

    #[glassbox::check]
    pub fn asks(number: &mut Number) {
        std::hint::black_box((std::time::Instant::now(), number.0));
    }

    #[glassbox::check]
    pub fn uses_freed(number: &mut Number) {
        let pointer = Box::into_raw(Box::new(number.0));
        // SAFETY: none.
        unsafe {
            drop(Box::from_raw(std::hint::black_box(pointer)));
            assert!(*std::hint::black_box(pointer) < 3);
        }
    }

    #[glassbox::explore(operations = 3)]
    mod exploring {
        pub fn new() -> Vec<u8> { Vec::new() }
        pub fn push(vec: &mut Vec<u8>) { vec.push(glassbox::choose(2) as u8); }
        pub fn short(vec: &Vec<u8>) -> bool { vec.len() < 3 }
    }
"#;

/// The folder with the schemas of others; `scripts/fetch-report-schemas` fills it.
fn schemas() -> Option<PathBuf> {
    let folder = std::env::var_os("GLASSBOX_SCHEMAS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: GLASSBOX_SCHEMAS is not set");
    }
    folder
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Makes all reports.
fn reported(name: &str) -> (Story, Screen) {
    let story = Story::library(name, name, SOURCE);
    let screen =
        story.cargo("glassbox --report json=r.json --report junit=r.xml --report sarif=r.sarif --report html=r.html");
    assert_eq!(screen.code(), 1, "{}", screen.text());
    (story, screen)
}

#[test]
fn json_says_what_the_screen_says() {
    let (story, screen) = reported("report-json");
    let report = json(&story.path("r.json"));
    let schema =
        Command::new(env!("CARGO_BIN_EXE_cargo-glassbox")).args(["glassbox", "report-schema"]).output().unwrap();
    let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validate(&schema, &report).unwrap();
    let verdicts: Vec<(&str, &str)> = report["checks"].as_array().unwrap().iter().map(verdict).collect();
    assert_eq!(
        verdicts,
        [
            ("report_json::holds", "holds"),
            ("report_json::fails", "fails"),
            ("report_json::pushes", "fails"),
            ("report_json::asks", "unknown"),
            ("report_json::uses_freed", "fails"),
            ("report_json::exploring", "fails")
        ]
    );
    for entry in report["checks"].as_array().unwrap() {
        let scope = entry["scope"].as_str().unwrap();
        assert!(screen.stdout().contains(scope), "{scope}: {}", screen.text());
        if let Some(replay) = entry["failure"]["replay"].as_str() {
            assert!(screen.stdout().contains(replay), "{replay}: {}", screen.text());
        }
    }
    let [_, fails, _, asks, freed, exploring] = report["checks"].as_array().unwrap().as_slice() else { panic!("six") };
    assert_eq!(fails["failure"]["code"], "panic");
    assert_eq!(fails["failure"]["before"]["roots"][0]["fields"][0], serde_json::json!(["0", "2"]));
    assert_eq!(asks["reasons"][0]["code"], "not-offered");
    assert_eq!(freed["failure"]["code"], "use-after-free");
    assert!(freed["failure"]["freed"]["frames"][0]["line"].as_u64().unwrap() > 0);
    assert_eq!(exploring["failure"]["calls"].as_array().unwrap().len(), 5);
    assert_eq!(exploring["counts"]["of"], "exploration");
    // Nothing else is left behind.
    let files = std::fs::read_dir(story.path(".")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(files.into_iter().all(|name| !name.to_string_lossy().contains("partial")));
}

fn verdict(entry: &Value) -> (&str, &str) {
    (entry["path"].as_str().unwrap(), entry["verdict"].as_str().unwrap())
}

#[test]
fn sarif_follows_its_schema() {
    let (story, _) = reported("report-sarif");
    let report = json(&story.path("r.sarif"));
    let kinds = report["runs"][0]["results"].as_array().unwrap().iter().map(|result| result["kind"].as_str().unwrap());
    assert_eq!(kinds.collect::<Vec<_>>(), ["pass", "fail", "fail", "open", "fail", "fail"]);
    let Some(schemas) = schemas() else { return };
    // Its pattern for languages has a bracket too many.
    let schema = std::fs::read_to_string(schemas.join("sarif-2.1.0.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}?$")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&report).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    // The schema is in force.
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{}] })));
}

#[test]
fn junit_follows_its_schema() {
    let (story, _) = reported("report-junit");
    let text = std::fs::read_to_string(story.path("r.xml")).unwrap();
    assert!(text.contains("tests=\"6\" failures=\"4\" errors=\"1\""), "{text}");
    let Some(schemas) = schemas() else { return };
    let mut command = Command::new("xmllint");
    command.args(["--noout", "--schema"]).arg(schemas.join("junit-10.xsd")).arg(story.path("r.xml"));
    match command.output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => eprintln!("skipped: xmllint: {error}"),
    }
}

#[test]
fn a_job_of_github_has_annotations_and_a_page() {
    let story = Story::library("report-github", "report-github", SOURCE);
    let page = story.path("page.md");
    std::fs::write(&page, "before\n").unwrap();
    let mut command = story.command("glassbox");
    let screen = Screen::of(command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &page));
    assert_eq!(screen.code(), 1);
    let commands: Vec<&str> = screen.stdout().lines().filter(|line| line.starts_with("::")).collect();
    let levels: Vec<&str> = commands.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(levels, ["::error", "::error", "::warning", "::error", "::error"], "{}", screen.text());
    assert!(
        commands[0].contains("file=src/lib.rs,line=") && commands[0].contains("%0A::error::ö %250A"),
        "{}",
        commands[0]
    );
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.starts_with("before\n## glassbox\n") && page.contains("| ✅ PASS | `report_github::holds` |"),
        "{page}"
    );
}

#[test]
fn a_report_that_cannot_be_written_is_an_error_before_the_checks() {
    let story = Story::library("report-nowhere", "report-nowhere", SOURCE);
    for (report, words) in [
        ("json=nosuch/r.json", "cannot write the report nosuch/r.json"),
        ("json=", "write a file after `=`"),
        ("yaml=r.yaml", "there is no report `yaml`"),
        ("r.json", "write a kind"),
    ] {
        let screen = story.cargo(&format!("glassbox --report {report}"));
        assert!(screen.code() == 2 && screen.text().contains(words), "{report}: {}", screen.text());
        assert!(!screen.stdout().contains("PASS"), "{}", screen.text());
    }
}

/// A script that uses the page as a reader would, and leaves what it saw in attributes of the body.
const READER: &str = "<script>
    const see = (name, value) => document.body.setAttribute('data-' + name, value);
    const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const steps = document.querySelector('.steps');
    const step = () => steps.querySelector('output').textContent;
    const shown = () => document.querySelectorAll('.check:not([hidden])').length;
    const visible = () => [...steps.querySelectorAll('.step')].filter((step) => getComputedStyle(step).display !== 'none').length;
    see('first', step()); see('visible', visible());
    press('ArrowRight'); see('second', step());
    press('ArrowLeft'); press('ArrowLeft'); see('back', step());
    see('all', shown());
    document.querySelector('.chip[data-verdict=holds]').click(); see('chip', shown());
    const filter = document.getElementById('filter');
    press('/'); see('focus', document.activeElement === filter);
    filter.value = 'EXPLORING'; filter.dispatchEvent(new Event('input')); see('filtered', shown());
    filter.value = ''; filter.dispatchEvent(new Event('input')); filter.blur();
    press('ArrowDown'); see('down', document.activeElement.closest('.check').dataset.path);
    see('wide', document.documentElement.scrollWidth <= window.innerWidth);
</script>";

/// The page in a browser: no errors, no requests, and the keyboard works.
#[test]
fn the_page_works_in_a_browser() {
    let (story, _) = reported("report-html");
    let page = std::fs::read_to_string(story.path("r.html")).unwrap();
    assert!(!page.contains('\x1b'), "the code cannot write control characters");
    assert!(!page.contains("<![CDATA["), "the code cannot write markup");
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    story.write("read.html", &page.replace("</body>", &format!("{READER}</body>")));
    let Some(browser) = browser() else { return };
    for width in [1280, 500] {
        let mut command = Command::new(browser);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0", "--dump-dom"]);
        let output = command.arg(format!("--window-size={width},900")).arg(story.path("read.html")).output().unwrap();
        let (page, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && !log.contains("CONSOLE"), "{log}");
        let body = page.split("<body").nth(1).unwrap_or_else(|| panic!("{page}\n{log}"));
        let body = body.split('>').next().unwrap();
        for (name, value) in [
            ("first", "1 of 3"),
            ("visible", "1"),
            ("second", "2 of 3"),
            ("back", "1 of 3"),
            ("all", "6"),
            ("chip", "5"),
            ("focus", "true"),
            ("filtered", "1"),
            ("wide", "true"),
        ] {
            assert!(body.contains(&format!("data-{name}=\"{value}\"")), "{name} is not {value} at {width}: {body}");
        }
        assert!(body.contains("data-down=\"report_html::"), "{body}");
    }
}

/// Chromium, if there is one.
fn browser() -> Option<&'static str> {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let found = browsers.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    if found.is_none() {
        eprintln!("skipped: there is no chromium");
    }
    found
}

#[test]
fn any_state_can_be_drawn() {
    let story = Story::library("report-show", "report-show", SOURCE);
    let shown = |args: &[&str]| Screen::of(&mut story.command_of(&[&["glassbox", "show"], args].concat()));
    let text = shown(&["report_show::pushes@height=2:1.0.1.0"]);
    assert_eq!(text.code(), 0, "{}", text.text());
    assert!(text.stdout().starts_with("stack: Stack"), "{}", text.text());
    let svg = shown(&["--svg", "report_show::pushes@height=2:1.0.1.0"]);
    assert!(svg.stdout().starts_with("<svg class=\"glassbox\"") && svg.stdout().contains("<style>"), "{}", svg.text());
    assert_eq!(shown(&["report_show::pushes"]).code(), 2);
    assert_eq!(shown(&["report_show::nosuch@height=2:1"]).code(), 2);
    let history = shown(&["report_show::exploring@new/push:1/push:0"]);
    assert_eq!(history.code(), 0, "{}", history.text());
}

#[test]
fn events_are_lines_of_json() {
    let story = Story::library("report-events", "report-events", SOURCE);
    let screen = story.cargo("glassbox --events events.jsonl");
    assert_eq!(screen.code(), 1, "{}", screen.text());
    let text = std::fs::read_to_string(story.path("events.jsonl")).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |check: &str| -> Vec<&str> {
        let own = events.iter().filter(|event| event["check"] == format!("report_events::{check}"));
        own.map(|event| event["event"].as_str().unwrap()).collect()
    };
    assert_eq!(of("holds"), ["started", "step-started", "states-found", "deepened", "finished"]);
    assert!(of("pushes").contains(&"run-failed") && of("exploring").contains(&"level-started"), "{text}");
    let finished = events.iter().filter(|event| event["event"] == "finished");
    assert_eq!(
        finished.map(|event| event["verdict"].as_str().unwrap()).filter(|verdict| *verdict == "fails").count(),
        4
    );
    assert!(events.iter().all(|event| event["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0)));
    assert_eq!(story.cargo("glassbox --events nosuch/events.jsonl").code(), 2);
}

/// A program that writes its argument to a file, in place of a browser.
#[cfg(unix)]
fn recorder(story: &Story, code: i32) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let script = story.path("browser");
    let text = format!("#!/bin/sh\nprintf %s \"$1\" > {}\nexit {code}\n", story.path("opened").display());
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    script.into_os_string().into_string().unwrap()
}

#[cfg(unix)]
#[test]
fn the_newest_page_can_be_opened() {
    let story = Story::library("report-open", "report-open", SOURCE);
    // Other stories have another folder, and with it another newest report.
    let target = story.path("own target").into_os_string().into_string().unwrap();
    let story = story.with_env("CARGO_TARGET_DIR", target);
    let browser = recorder(&story, 0);
    let story = story.with_env("BROWSER", browser);
    let none = story.cargo("glassbox report open");
    assert_eq!(none.code(), 2, "{}", none.text());
    assert!(none.stderr().contains("run `cargo glassbox --report html`"), "{}", none.text());
    let opened = || {
        let screen = story.cargo("glassbox report open");
        screen.succeeded();
        let opened = std::fs::read_to_string(story.path("opened")).unwrap();
        assert_eq!(crate::story::redact(opened.as_bytes()), screen.stdout().trim_end());
        assert!(std::fs::read_to_string(&opened).unwrap().starts_with("<!DOCTYPE html>"), "{opened}");
        PathBuf::from(opened)
    };
    assert_eq!(story.cargo("glassbox holds --report html").code(), 0);
    assert_eq!(opened(), story.path("own target/glassbox/report.html"));
    assert_eq!(story.cargo("glassbox holds --report html=named.html").code(), 0);
    assert_eq!(opened(), story.path("named.html"));
    std::fs::remove_file(story.path("named.html")).unwrap();
    assert_eq!(story.cargo("glassbox report open").code(), 2);

    story.cargo("glassbox holds --report html").succeeded();
    recorder(&story, 1);
    let failed = story.cargo("glassbox report open");
    assert_eq!(failed.code(), 2, "{}", failed.text());
    assert!(failed.stdout().contains("report.html") && failed.stderr().contains("BROWSER="), "{}", failed.text());

    let other = Story::library("report-open-other", "report-open-other", SOURCE);
    let other = other.with_env("CARGO_TARGET_DIR", story.path("own target").into_os_string().into_string().unwrap());
    let none = other.cargo("glassbox report open");
    assert_eq!(none.code(), 2, "a folder that is shared has the page of another workspace: {}", none.text());
    assert_eq!(story.cargo("glassbox --report json").code(), 2);
}
