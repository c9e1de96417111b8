//! `glassbox.lock`: every way to prove less is noticed with `--locked`, and nothing else is.

use std::fs;

use crate::story::{Screen, Story};

const MANIFEST: &str = r#"
[features]
default = ["extra"]
extra = []

[lints.rust]
unexpected_cfgs = "allow"
"#;

/// A check for each way to prove less.
const SOURCE: &str = r#"
    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Number(#[glassbox(values = 0..3)] u8);

    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Items {
        items: Vec<Number>,
    }

    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct List {
        head: Option<Box<Node>>,
    }

    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Node {
        item: Number,
        #[glassbox(tree)]
        below: Option<Box<Node>>,
    }

    #[glassbox::check]
    pub fn step(number: &mut Number) {
        number.0 = (number.0 + 1) % 3;
    }

    #[cfg(feature = "extra")]
    #[glassbox::check]
    pub fn with_extra(number: &mut Number) {
        number.0 = 0;
    }

    #[glassbox::check(len = 2)]
    pub fn pops(items: &mut Items) {
        items.items.pop();
    }

    #[glassbox::check(height = 3)]
    pub fn unlinks(list: &mut List) {
        list.head = list.head.take().and_then(|node| node.below);
    }

    #[glassbox::explore(operations = 3)]
    mod exploring {
        pub fn new() -> Vec<glassbox::Val> { Vec::new() }
        pub fn push(vec: &mut Vec<glassbox::Val>, val: glassbox::Val) { vec.push(val); }
        pub fn pop(vec: &mut Vec<glassbox::Val>) { vec.pop(); }
        pub fn is_short(vec: &Vec<glassbox::Val>) -> bool { vec.len() < 9 }
    }
"#;

/// A crate with a lock.
fn locked(folder: &str) -> Story {
    let story = Story::library(folder, "locked", SOURCE);
    let manifest = fs::read_to_string(story.path("Cargo.toml")).unwrap();
    story.write("Cargo.toml", &(manifest + MANIFEST));
    story.cargo("glassbox --write-lock").succeeded();
    story
}

fn lock(story: &Story) -> String {
    fs::read_to_string(story.path("glassbox.lock")).unwrap()
}

#[track_caller]
fn assert_says(screen: &Screen, code: i32, words: &str) {
    assert!(screen.code() == code && screen.text().contains(words), "{code}, {words}: {}", screen.text());
}

/// A change of the source: what is replaced, and by what.
type Change = (&'static str, &'static str);

/// A way to prove less: changes of the source, settings, flags; then the exit code, and words of the answer.
type Attack = (&'static [Change], &'static str, &'static str, i32, &'static str);

/// Runs the attacks with `--locked`.
#[track_caller]
fn assert_noticed(folder: &str, attacks: &[Attack]) {
    let story = locked(folder);
    let before = lock(&story);
    let mut complaints = Vec::new();
    for (changes, settings, flags, code, words) in attacks {
        let mut source = SOURCE.to_owned();
        for (old, new) in *changes {
            assert!(source.contains(old), "{old}");
            source = source.replacen(old, new, 1);
        }
        story.write("src/lib.rs", &source);
        story.write("glassbox.toml", settings);
        let screen = story.cargo(&format!("glassbox --locked {flags}"));
        if screen.code() != *code || !screen.stdout().contains(words) {
            complaints.push(format!("{changes:?} {settings} {flags}: {code}, {words}: {}", screen.text()));
        }
    }
    assert!(complaints.is_empty(), "{} complaints:\n\n{}", complaints.len(), complaints.join("\n\n"));
    assert_eq!(lock(&story), before, "a comparison changes nothing");
}

#[test]
fn checks_that_are_gone_are_noticed() {
    let attacks: &[Attack] = &[
        (
            &[("#[glassbox::check]\n    pub fn step", "pub fn step")],
            "",
            "",
            4,
            "LESS locked::step is in glassbox.lock, and not in this build",
        ),
        (&[("fn step(", "fn stepped(")], "", "", 4, "LESS locked::step is in glassbox.lock, and not in this build"),
        (
            &[("#[glassbox::check(len = 2)]", "#[cfg(any())]\n#[glassbox::check(len = 2)]")],
            "",
            "",
            4,
            "LESS locked::pops is in",
        ),
        (&[("mod exploring", "mod explored")], "", "", 4, "LESS locked::exploring is in"),
        (&[], "", "--no-default-features", 4, "LESS locked::with_extra is in"),
        (&[("feature = \"extra\"", "feature = \"extras\"")], "", "", 4, "LESS locked::with_extra is in"),
    ];
    assert_noticed("lock-gone", attacks);
}

#[test]
fn smaller_bounds_and_fewer_functions_are_noticed() {
    let attacks: &[Attack] = &[
        (
            &[],
            "",
            "--bound height=2 unlinks",
            4,
            "LESS locked::unlinks holds for height <= 2, and in glassbox.lock for height <= 3",
        ),
        (
            &[],
            "[bounds]\nlen = 1",
            "pops",
            4,
            "LESS locked::pops holds for len <= 1, and in glassbox.lock for len <= 2",
        ),
        (&[], "[check.'locked::unl*']\nbounds.height = 1", "unlinks", 4, "LESS locked::unlinks holds for height <= 1"),
        (&[("height = 3", "height = 2")], "", "unlinks", 4, "LESS locked::unlinks holds for height <= 2"),
        (
            &[("operations = 3", "operations = 2")],
            "",
            "exploring",
            4,
            "LESS locked::exploring holds for operations <= 2",
        ),
        (&[], "", "--bound elements=1 exploring", 4, "LESS locked::exploring holds for elements <= 1"),
        (&[], "[bounds]\ncapacity = 1", "pops", 3, "LESS locked::pops holds in glassbox.lock, and is undecided"),
        (
            &[("items: Vec<Number>", "items: [Number; 2]"), ("items.items.pop();", "items.items[0].0 = 0;")],
            "",
            "pops",
            4,
            "LESS locked::pops has no bound `len`, and has one in glassbox.lock",
        ),
        (
            &[("pub fn pop(vec", "fn pop(vec")],
            "",
            "exploring",
            4,
            "LESS locked::exploring does not try `pop`, and does in glassbox.lock",
        ),
        (&[("pub fn is_short", "fn is_short")], "", "exploring", 4, "LESS locked::exploring does not try `is_short`"),
    ];
    assert_noticed("lock-smaller", attacks);
}

#[test]
fn new_assumptions_are_noticed() {
    let attacks: &[Attack] = &[
        (
            &[],
            "",
            "--no-debug-assertions step",
            4,
            "LESS locked::step assumes `no-debug-assertions`, and does not in glassbox.lock",
        ),
        (&[], "", "--release-opt 0 step", 4, "LESS locked::step assumes `opt-level: 0`"),
        (
            &[
                ("#[glassbox::check]\n    pub fn step", "#[glassbox::check(may_leave)]\n    pub fn step"),
                ("% 3", "% 4"),
            ],
            "",
            "step",
            4,
            "LESS locked::step assumes `may-leave`",
        ),
        (
            &[("unlinks(list:", "unlinks(#[glassbox(no_drop)] list:")],
            "",
            "unlinks",
            4,
            "LESS locked::unlinks assumes `never-dropped`",
        ),
        (
            &[(
                "#[derive(Default, glassbox::Structure)]\n    #[glassbox(no_invariant)]\n    pub struct List",
                "#[derive(glassbox::Structure)]\n    #[glassbox(no_invariant)]\n    pub struct List",
            )],
            "",
            "unlinks",
            4,
            "LESS locked::unlinks assumes `reaches-no-other-states`",
        ),
    ];
    assert_noticed("lock-assumptions", attacks);
}

#[test]
fn other_verdicts_are_noticed() {
    let attacks: &[Attack] = &[
        (
            &[("number.0 = 0;", "assert!(number.0 < 2);")],
            "",
            "with_extra",
            1,
            "LESS locked::with_extra holds in glassbox.lock, and fails",
        ),
        (&[("% 3", "% 4")], "", "step", 3, "LESS locked::step holds in glassbox.lock, and is undecided"),
        (&[], "", "--budget 0s pops", 3, "LESS locked::pops holds in glassbox.lock, and was not run"),
        (&[], "[limits]\nsteps = 1", "pops", 3, "LESS locked::pops holds in glassbox.lock, and is undecided"),
        (&[], "", "--match shape exploring", 3, "LESS locked::exploring holds in glassbox.lock, and is undecided"),
    ];
    assert_noticed("lock-verdicts", attacks);
}

#[test]
fn the_same_and_more_are_no_errors() {
    let story = locked("lock-more");
    let text = lock(&story);
    for flags in ["", "--jobs 1", "--prune off", "--prune values", "--audit=100"] {
        let screen = story.cargo(&format!("glassbox --locked {flags}"));
        assert_says(screen.succeeded(), 0, "5 hold");
        assert!(!screen.stdout().contains("glassbox.lock"), "{flags}: {}", screen.text());
    }
    let more = "this run proves more than glassbox.lock: 1 check proves more; `cargo glassbox --workspace --write-lock` writes it";
    assert_says(&story.cargo("glassbox --frozen --bound height=4"), 0, more);
    story.write(
        "src/lib.rs",
        &format!("{SOURCE}\n#[glassbox::check]\npub fn new(number: &mut Number) {{ number.0 = 1 }}"),
    );
    assert_says(&story.cargo("glassbox --locked"), 0, "proves more than glassbox.lock: 1 check is new; ");
    // The file is the same whoever writes it.
    story.write("src/lib.rs", SOURCE);
    assert_says(
        &story.cargo("glassbox --write-lock --jobs 1"),
        0,
        "nothing has changed in glassbox.lock: 5 checks hold",
    );
    assert_eq!(lock(&story), text);
    insta::assert_snapshot!(text);
}

/// A type with two operations, of which one has a check.
const COUNTER: &str = "
    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Counter {
        #[glassbox(values = 0..3)]
        value: u8,
    }

    impl Counter {
        pub fn step(&mut self) { self.value = (self.value + 1) % 3 }
        pub fn value(&self) -> u8 { self.value }
    }

    #[glassbox::check]
    pub fn steps(counter: &mut Counter) { counter.step() }
";

#[test]
fn operations_without_a_check_are_noticed() {
    let story = Story::library("lock-operations", "operations", COUNTER);
    let screen = story.cargo("glassbox --write-lock");
    assert_says(&screen, 0, "1 public operation has no check: `operations::Counter::value`");
    let section = "[[type]]\npackage = \"operations\"\npath = \"operations::Counter\"\nchecked = [\n  \"step\",\n]\nunchecked = [\n  \"value\",\n]\n";
    assert!(lock(&story).contains(section), "{}", lock(&story));
    let reset = "fn reset(&mut self) { self.value = 0 }";
    let check = "#[glassbox::check] pub fn resets(counter: &mut Counter) { Counter::reset(counter) }";
    let less = "LESS operations::Counter::reset has no check, and is not in glassbox.lock";
    let (nothing, new) = ("", "proves more than glassbox.lock: 1 check is new, 1 operation more has a check");
    for (added, code, words) in [
        (String::new(), 0, nothing),
        (format!("impl Counter {{ pub {reset} }}"), 4, less),
        (format!("mod inner {{ impl super::Counter {{ pub {reset} }} }}"), 4, "LESS operations::inner::Counter::reset"),
        (format!("impl Counter {{ pub {reset} }} {check}"), 0, new),
        (format!("impl Counter {{ {reset} }}"), 0, nothing),
        (format!("impl Counter {{ pub(crate) {reset} }}"), 0, nothing),
        (format!("impl Counter {{ #[cfg(test)] pub {reset} }}"), 0, nothing),
        ("impl Counter { pub fn one() -> Self { Self { value: 1 } } }".to_owned(), 0, nothing),
        ("impl Clone for Counter { fn clone(&self) -> Self { Self { value: self.value } } }".to_owned(), 0, nothing),
        ("pub struct Other; impl Other { pub fn turn(&self) {} }".to_owned(), 0, nothing),
        // An operation that a macro makes is not seen.
        (format!("macro_rules! make {{ () => {{ impl Counter {{ pub {reset} }} }} }} make!();"), 0, nothing),
    ] {
        story.write("src/lib.rs", &format!("{COUNTER}{added}"));
        let screen = story.cargo("glassbox --locked");
        assert!(screen.code() == code && screen.stdout().contains(words), "{added}: {}", screen.text());
        assert_eq!(screen.stdout().contains("glassbox.lock"), !words.is_empty(), "{added}: {}", screen.text());
    }
    // A check that does not call the operation any more.
    story.write("src/lib.rs", &COUNTER.replace("counter.step()", "counter.value = 0"));
    let less = "LESS operations::Counter::step has no check, and has one in glassbox.lock";
    assert_says(&story.cargo("glassbox --locked"), 4, less);
}

#[test]
fn sarif_and_json_have_operations_without_a_check() {
    let story = Story::library("lock-sarif", "operations", COUNTER);
    story.cargo("glassbox --write-lock").succeeded();
    story.write("src/lib.rs", &format!("{COUNTER} impl Counter {{ pub fn reset(&mut self) {{ self.value = 0 }} }}"));
    let screen = story.cargo("glassbox --locked --report json=report.json --report sarif=report.sarif");
    assert_says(&screen, 4, "LESS operations::Counter::reset");
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(story.path(name)).unwrap()).unwrap()
    };
    let sentence = "`operations::Counter::reset` has no check, and is not in glassbox.lock";
    assert_eq!(read("report.json")["less_than_lock"], serde_json::json!([sentence]));
    let sarif = read("report.sarif");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let less: Vec<_> = results.iter().filter(|result| result["ruleId"] == "less-than-lock").collect();
    assert_eq!(less.len(), 1, "{sarif}");
    assert_eq!((&less[0]["message"]["text"], &less[0]["level"]), (&sentence.into(), &"error".into()));
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "less-than-lock"), "{sarif}");
}

/// A lock of a version without operations is compared without them.
#[test]
fn an_old_lock_has_no_operations() {
    let story = Story::library("lock-old", "operations", COUNTER);
    story.cargo("glassbox --write-lock").succeeded();
    let text = lock(&story);
    let (front, _) = text.split_once("\n[[type]]").unwrap();
    story.write("glassbox.lock", &format!("{}\n# end\n", front.replace("version = 2", "version = 1")));
    let screen = story.cargo("glassbox --locked");
    assert_says(&screen, 0, "glassbox.lock does not list operations, because an older command wrote it");
    story.cargo("glassbox --write-lock").succeeded();
    assert_eq!(lock(&story), text);
}

#[test]
fn a_selection_compares_a_part() {
    let story = locked("lock-selection");
    let part = story.cargo("glassbox --locked unlinks pops");
    assert_says(&part, 0, "3 of 5 checks in glassbox.lock were not compared: not chosen");
    assert_says(&story.cargo("glassbox --locked unlinks --bound height=2"), 4, "LESS locked::unlinks");
    assert_says(&story.cargo("glassbox --locked --types zst"), 0, "5 of 5 checks in glassbox.lock were not compared");
    assert_says(&story.cargo("glassbox --locked --lib"), 0, "5 hold");
    story.write("src/lib.rs", &SOURCE.replace("fn pops", "fn popped"));
    assert_says(&story.cargo("glassbox --locked pop"), 4, "LESS locked::pops is in glassbox.lock");
    assert_says(&story.cargo("glassbox --locked --lib"), 4, "LESS locked::pops is in glassbox.lock");
}

/// A command that is not about verdicts has cargo's meaning of the flag only.
#[test]
fn other_commands_do_not_look_at_the_lock() {
    let story = locked("lock-others");
    story.write("glassbox.lock", "version = 3");
    for command in ["list", "states", "config", "doctor"] {
        story.cargo(&format!("glassbox {command} --locked")).succeeded();
    }
    story.cargo("glassbox").succeeded();
    assert_says(&story.cargo("glassbox --locked"), 2, "update cargo-glassbox");
}

#[test]
fn a_lock_is_written_after_a_run_of_everything() {
    let story = locked("lock-written");
    let text = lock(&story);
    for flags in ["pops", "--types zst", "-p locked", "--lib", "--test x", "--locked", "--frozen"] {
        assert_says(&story.cargo(&format!("glassbox --write-lock {flags}")), 2, "cannot be used with");
    }
    for flags in ["--budget 0s", "--budget 0ms --jobs 1"] {
        let screen = story.cargo(&format!("glassbox --write-lock {flags}"));
        assert_says(&screen, 3, "glassbox.lock is not written: 5 checks were not finished");
    }
    assert_eq!(lock(&story), text);
    // What does not hold is not in it.
    story.write(
        "src/lib.rs",
        &SOURCE.replace("number.0 = 0;", "assert!(number.0 < 2);").replace("height = 3", "height = 2"),
    );
    let screen = story.cargo("glassbox --write-lock");
    assert_says(
        &screen,
        1,
        "wrote glassbox.lock: 4 checks hold; 1 of 5 checks are not in it, because they do not hold",
    );
    assert_says(&screen, 1, "less than before: `locked::with_extra` holds in glassbox.lock, and fails");
    assert_says(&screen, 1, "less than before: `locked::unlinks` holds for height <= 2");
    assert!(!lock(&story).contains("path = \"locked::with_extra\""), "{}", lock(&story));
    assert_says(&story.cargo("glassbox --locked"), 1, "1 fails");
    assert!(!story.cargo("glassbox --locked").stdout().contains("LESS"));
}

#[test]
fn a_broken_lock_is_refused() {
    let story = locked("lock-broken");
    let text = lock(&story);
    let half = text.split("\n[[check]]").take(3).collect::<Vec<_>>().join("\n[[check]]");
    let twice = text.replace("# end", &format!("[[check]]{}", text.split("[[check]]").nth(1).unwrap())) + "# end\n";
    let cases: [(String, &str); 12] = [
        (String::new(), "glassbox.lock:1: there is no `version`"),
        ("nonsense".into(), "glassbox.lock:1: "),
        (half, "the end of the file is missing"),
        (twice, "comes twice"),
        (text.replace("version = 2", "version = 3"), "glassbox.lock:3: version 3 of the format is newer"),
        (text.replace("version = 2", ""), "there is no `version`"),
        (text.replace("height = 3", "height = \"3\""), "`height` must be a number"),
        (text.replace("height = 3", "height = 3, height = 2"), "duplicate key"),
        (text.replace("not-moved", "not-move"), "`not-move` is no assumption"),
        (text.replace("package = ", "packages = "), "`packages` does not belong here"),
        (text.replacen("[[check]]", "<<<<<<< ours\n[[check]]", 1), "merge conflict"),
        (text.replace("functions = [", "functions = [\n  1,"), "must be a list of texts"),
    ];
    for (broken, words) in cases {
        story.write("glassbox.lock", &broken);
        let screen = story.cargo("glassbox --locked");
        assert_says(&screen, 2, words);
        assert!(screen.stderr().contains("help: ") && !screen.stdout().contains("PASS"), "{}", screen.text());
    }
    // It can be written anew.
    assert_says(&story.cargo("glassbox --write-lock"), 0, "wrote glassbox.lock");
    assert_eq!(lock(&story), text);
    fs::remove_file(story.path("glassbox.lock")).unwrap();
    fs::create_dir(story.path("glassbox.lock")).unwrap();
    assert_says(&story.cargo("glassbox --locked"), 2, "could not read");
    assert_says(&story.cargo("glassbox --write-lock"), 2, "cannot write");
    fs::remove_dir(story.path("glassbox.lock")).unwrap();
    // Without a lock there is nothing to compare with.
    story.cargo("glassbox --locked").succeeded();
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_no_missing_lock() {
    let story = locked("lock-link");
    fs::remove_file(story.path("glassbox.lock")).unwrap();
    std::os::unix::fs::symlink("nowhere", story.path("glassbox.lock")).unwrap();
    assert_says(&story.cargo("glassbox --locked"), 2, "could not read");
}

#[test]
fn reports_have_what_is_less() {
    let story = locked("lock-reports");
    let screen = Screen::of(
        story
            .command(
                "glassbox --locked --bound height=2 --report json=r.json --report junit=r.xml --report html=r.html",
            )
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_STEP_SUMMARY", story.path("page.md")),
    );
    let less = "holds for height <= 2, and in glassbox.lock for height <= 3";
    assert_says(&screen, 4, &format!("::error file=glassbox.lock,title=glassbox.lock::`locked::unlinks` {less}"));
    let read = |file: &str| fs::read_to_string(story.path(file)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&read("r.json")).unwrap();
    assert_eq!(json["less_than_lock"], serde_json::json!([format!("`locked::unlinks` {less}")]));
    let escaped = less.replace('<', "&lt;");
    assert!(
        read("r.xml").contains("tests=\"6\" failures=\"1\"") && read("r.xml").contains(&escaped),
        "{}",
        read("r.xml")
    );
    assert!(read("r.html").contains(&escaped));
    assert!(read("page.md").contains("LESS"), "{}", read("page.md"));
}

/// The lock is that of the workspace, and a package is a part of it.
#[test]
fn a_workspace_has_one_lock() {
    let story = Story::copy_as("left-out-packages", "lock-workspace").inside("all");
    story.pin_dependencies();
    assert_says(&story.cargo("glassbox --write-lock"), 2, "add `--workspace`");
    assert_says(&story.inside("checked").cargo("glassbox --write-lock"), 2, "add `--workspace`");
    assert_says(
        &story.inside("checked").cargo("glassbox --write-lock --workspace"),
        0,
        "wrote glassbox.lock: 2 checks hold",
    );
    story.cargo("glassbox --workspace --locked").succeeded();
    let part = "1 of 2 checks in glassbox.lock was not compared: not chosen";
    assert_says(&story.cargo("glassbox -p checked --locked"), 0, part);
    assert_says(&story.inside("checked").cargo("glassbox --locked"), 0, part);
    // What cargo leaves out by itself is less: a change of Cargo.toml is enough for it.
    assert_says(&story.cargo("glassbox --locked"), 4, "and not in this build");
    // So is a package that is turned off, or taken out.
    let manifest = fs::read_to_string(story.path("user/Cargo.toml")).unwrap();
    story.write("user/Cargo.toml", &manifest.replace("[dependencies]", "[target.'cfg(windows)'.dependencies]"));
    story.write("user/src/lib.rs", "");
    assert_says(&story.cargo("glassbox --workspace --locked"), 4, "LESS user::");
    let root = fs::read_to_string(story.path("Cargo.toml")).unwrap();
    story.write("Cargo.toml", &root.replace(", \"user\"", "").replace("\"user\", ", ""));
    assert_says(&story.cargo("glassbox --workspace --locked"), 4, "LESS user::");
    // A lock elsewhere would never be read.
    fs::copy(story.path("glassbox.lock"), story.path("checked/glassbox.lock")).unwrap();
    assert_says(&story.cargo("glassbox --workspace --locked"), 2, "checked/glassbox.lock has no effect");
}
