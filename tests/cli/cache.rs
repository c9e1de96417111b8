//! What is kept between runs: a second run repeats nothing, an edit repeats what reaches it, and nothing else changes a verdict.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::story::{Screen, Story};

const STACK: &str = r"
    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Stack { top: Option<Box<Node>>, #[glassbox(count(Node))] len: usize }

    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Node { #[glassbox(values = 0..2)] item: u8, #[glassbox(tree)] below: Option<Box<Node>> }

    impl Stack {
        #[inline(never)]
        pub fn push(&mut self, item: u8) {
            let below = self.top.take();
            self.top = Some(Box::new(Node { item, below }));
            self.len += 1;
        }

        #[inline(never)]
        pub fn pop(&mut self) -> Option<u8> {
            let node = self.top.take()?;
            self.top = node.below;
            self.len -= 1;
            Some(node.item)
        }

        #[inline(never)]
        pub fn peek(&self) -> Option<u8> { Some(self.top.as_ref()?.item) }
    }

    #[glassbox::check(height = 3)]
    pub fn push(stack: &mut Stack, #[glassbox(values = 0..2)] item: u8) { stack.push(item); }

    #[glassbox::check(height = 3)]
    pub fn pop(stack: &mut Stack) { stack.pop(); }

    #[glassbox::check(height = 3)]
    pub fn push_then_pop(stack: &mut Stack) { stack.push(1); assert_eq!(stack.pop(), Some(1)); }

    #[glassbox::check(height = 3)]
    pub fn peek(stack: &mut Stack) { assert_eq!(stack.peek().is_none(), stack.len == 0); assert_ne!(stack.peek(), Some(9)); }

    #[glassbox::explore(operations = 3)]
    mod explored {
        pub fn new() -> super::Stack { super::Stack::default() }
        pub fn push(stack: &mut super::Stack) { stack.push(glassbox::choose(2) as u8); }
        pub fn pop(stack: &mut super::Stack) -> Option<u8> { stack.pop() }
    }
";

const ALL: [&str; 5] = ["explored", "peek", "pop", "push", "push_then_pop"];

fn stack(folder: &str) -> Story {
    Story::library(folder, "kept-stack", STACK)
}

/// Runs with a report. Returns for each check its verdict, and whether it was kept.
fn run(story: &Story, args: &[&str]) -> (Screen, BTreeMap<String, (String, bool)>) {
    let report = story.path("report.json");
    let to_report = format!("json={}", report.display());
    let all = [&["glassbox", "--report", &to_report], args].concat();
    let screen = Screen::of(&mut story.command_of(&all));
    let report: Value = serde_json::from_slice(&fs::read(&report).unwrap_or_default()).unwrap_or_default();
    let checks = report["checks"].as_array().cloned().unwrap_or_default();
    let name = |path: &str| path.rsplit("::").next().unwrap().to_owned();
    let entry = |entry: &Value| {
        let (path, verdict) = (entry["path"].as_str().unwrap(), entry["verdict"].as_str().unwrap());
        (name(path), (verdict.to_owned(), entry["kept"].as_bool().unwrap()))
    };
    (screen, checks.iter().map(entry).collect())
}

/// The checks that were run, if all hold.
#[track_caller]
fn ran(story: &Story, args: &[&str]) -> Vec<String> {
    let (screen, checks) = run(story, args);
    screen.succeeded();
    assert_eq!(checks.keys().map(String::as_str).collect::<Vec<_>>(), ALL);
    assert!(checks.values().all(|(verdict, _)| verdict == "holds"), "{}", screen.text());
    checks.into_iter().filter(|(_, (_, kept))| !kept).map(|(name, _)| name).collect()
}

#[test]
fn an_edit_runs_the_checks_that_reach_it() {
    let story = stack("kept-edits").with_env("GLASSBOX_CACHE", "kept");
    assert_eq!(ran(&story, &[]), ALL, "the first run");
    assert!(ran(&story, &[]).is_empty(), "nothing has changed");
    let (screen, _) = run(&story, &[]);
    assert_eq!(screen.stdout().matches(" (kept)\n").count(), ALL.len(), "{}", screen.text());
    assert_eq!(ran(&story, &["--no-cache"]), ALL);
    assert_eq!(ran(&story, &["--cache", "off"]), ALL);
    // The number of threads changes nothing; another limit or bound might.
    assert!(ran(&story, &["--jobs", "1"]).is_empty());
    assert_eq!(ran(&story, &["--limit", "steps=50000000"]), ALL);
    assert_eq!(ran(&story, &["--bound", "height=2"]), ALL);
    // Comments, documentation and lines are not code.
    story.write("src/lib.rs", &STACK.replace("#[inline(never)]", "\n\n/// More lines.\n#[inline(never)]"));
    assert!(ran(&story, &[]).is_empty(), "lines have changed");
    let edited = STACK.replace("Some(self.top.as_ref()?.item)", "self.top.as_ref().map(|node| node.item & 1)");
    story.write("src/lib.rs", &edited);
    assert_eq!(ran(&story, &[]), ["peek"]);
    story.write(
        "src/lib.rs",
        &STACK.replace("let node = self.top.take()?;", "let node = self.top.take()?; self.len ^= 0;"),
    );
    assert!(ran(&story, &[]).is_empty(), "the compiler has removed it");
    story.write("src/lib.rs", &STACK.replace("self.len -= 1;", "self.len = self.len.wrapping_sub(1);"));
    assert_eq!(ran(&story, &[]), ["explored", "pop", "push_then_pop"]);
    story.write("src/lib.rs", STACK);
    assert!(ran(&story, &[]).is_empty(), "everything is known again");
    // A bug is found where it is reached, and nowhere else; what fails is not kept.
    story.write("src/lib.rs", &STACK.replace("self.len += 1;", "self.len += usize::from(self.len < 2);"));
    for _ in 0..2 {
        let (screen, checks) = run(&story, &[]);
        assert_eq!(screen.code(), 1);
        let failing: Vec<&str> =
            checks.iter().filter(|(_, (it, _))| it == "fails").map(|(name, _)| name.as_str()).collect();
        assert!(failing.contains(&"push") && !failing.contains(&"peek"), "{}", screen.text());
        assert!(checks["peek"].1 && !checks["push"].1, "{checks:?}");
    }
    // Another description is other code, too.
    story.write("src/lib.rs", &STACK.replace("values = 0..2)] item: u8, #", "values = 0..3)] item: u8, #"));
    assert_eq!(ran(&story, &[]), ["peek", "pop", "push", "push_then_pop"]);
}

/// Edits that a key could overlook, each as a pair of texts. With all of them, every check of `edited` fails.
const EDITS: [(&str, &str); 10] = [
    ("const LIMIT: u8 = 3;", "const LIMIT: u8 = 2;"),
    ("static NAMES: [&str; 3] = [\"a\", \"b\", \"c\"]", "static NAMES: [&str; 3] = [\"a\", \"b\", \"x\"]"),
    ("static TABLE: [fn(u8) -> u8; 2] = [same, same]", "static TABLE: [fn(u8) -> u8; 2] = [same, next]"),
    ("static START: AtomicU8 = AtomicU8::new(3)", "static START: AtomicU8 = AtomicU8::new(2)"),
    ("impl Shape for Round { fn sides(&self) -> u8 { 0 } }", "impl Shape for Round { fn sides(&self) -> u8 { 7 } }"),
    (
        "static SOFT: Kind = Kind { name: \"a.rs\", soft: 1, code: 2 }",
        "static SOFT: Kind = Kind { name: \"a.rs\", soft: 0, code: 2 }",
    ),
    ("fn drop(&mut self) { self.0 = 0; }", "fn drop(&mut self) { assert!(self.0 < 2); }"),
    ("pub fn rejects(&self) -> bool { self.0 == 2 }", "pub fn rejects(&self) -> bool { self.0 == 9 }"),
    ("const fn folded() -> u8 { 4 }", "const fn folded() -> u8 { 1 }"),
    ("generic::<u16>()", "generic::<u8>()"),
];

const EDITED: &str = r#"
    use std::hint::black_box;
    use std::sync::atomic::{AtomicU8, Ordering};

    #[derive(Default, glassbox::Structure)]
    pub struct Number(#[glassbox(values = 0..3)] u8);

    impl glassbox::Invariant for Number {
        type Summary = ();
        fn check(&self, _: &glassbox::Children) -> Result<(), glassbox::Broken> { glassbox::ensure(!self.rejects(), "two") }
    }
    impl Number { pub fn rejects(&self) -> bool { self.0 == 2 } }

    #[derive(Default, glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Digit(#[glassbox(values = 0..3)] u8);

    const LIMIT: u8 = 3;
    #[glassbox::check]
    pub fn limit(digit: &mut Digit) { assert!(digit.0 < black_box(LIMIT)); }

    static NAMES: [&str; 3] = ["a", "b", "c"];
    #[glassbox::check]
    pub fn names(digit: &mut Digit) { assert_ne!(NAMES[black_box(digit.0 as usize)], "x"); }

    #[inline(never)] fn same(item: u8) -> u8 { black_box(item) }
    #[inline(never)] fn next(item: u8) -> u8 { black_box(item) + 1 }
    static TABLE: [fn(u8) -> u8; 2] = [same, same];
    #[glassbox::check]
    pub fn table(digit: &mut Digit) { black_box(next as fn(u8) -> u8); assert!(TABLE[black_box(digit.0 as usize) & 1](digit.0) == digit.0); }

    static START: AtomicU8 = AtomicU8::new(3);
    #[glassbox::check]
    pub fn start(digit: &mut Digit) { assert!(digit.0 < START.load(Ordering::Relaxed)); }

    trait Shape { fn sides(&self) -> u8; }
    struct Round;
    impl Shape for Round { fn sides(&self) -> u8 { 0 } }
    struct Square;
    impl Shape for Square { fn sides(&self) -> u8 { 4 } }
    #[glassbox::check]
    pub fn shapes(digit: &mut Digit) {
        let shape: Box<dyn Shape> = if digit.0 == 1 { Box::new(Round) } else { Box::new(Square) };
        assert!(black_box(shape).sides() < 5);
    }

    struct Kind { name: &'static str, soft: u32, code: u32 }
    static SOFT: Kind = Kind { name: "a.rs", soft: 1, code: 2 };
    #[inline(never)]
    fn end(kind: &'static Kind) -> ! {
        glassbox::assume(black_box(kind).soft == 0);
        panic!("{} {}", kind.name, kind.code)
    }
    #[glassbox::explore(operations = 2)]
    pub mod ends {
        pub fn new() -> u8 { 0 }
        pub fn up(number: &mut u8) { *number += 1; if std::hint::black_box(*number) > 1 { super::end(&super::SOFT) } }
    }

    struct Guard(u8);
    impl Drop for Guard { fn drop(&mut self) { self.0 = 0; } }
    #[glassbox::check]
    pub fn guard(digit: &mut Digit) { drop(black_box(Guard(digit.0))); }

    #[glassbox::check]
    pub fn invariant(number: &mut Number) { assert!(number.0 < 2); }

    const fn folded() -> u8 { 4 }
    #[glassbox::check]
    pub fn folding(digit: &mut Digit) { assert!(digit.0 < folded()); }

    #[inline(never)]
    fn generic<T>() -> usize { size_of::<T>() }
    #[glassbox::check]
    pub fn generics(digit: &mut Digit) { assert!(usize::from(digit.0) < generic::<u16>() + 1); }
"#;

/// What was kept of the right code says nothing about the edited one.
#[test]
fn edits_that_keys_could_overlook() {
    let story = Story::library("kept-attacks", "edited", EDITED).with_env("GLASSBOX_CACHE", "kept");
    let all_but = |expected: &str, args: &[&str]| {
        let (screen, checks) = run(&story, args);
        let others: Vec<String> = checks
            .iter()
            .filter(|(_, (verdict, _))| verdict != expected)
            .map(|(name, it)| format!("{name} {it:?}"))
            .collect();
        assert_eq!(checks.len(), EDITS.len(), "{}", screen.text());
        (others, screen)
    };
    let (others, screen) = all_but("holds", &[]);
    assert!(others.is_empty(), "{others:?}\n{}", screen.text());
    let edited = EDITS.iter().fold(EDITED.to_owned(), |source, (right, wrong)| {
        assert_eq!(source.matches(right).count(), 1, "{right}");
        source.replace(right, wrong)
    });
    story.write("src/lib.rs", &edited);
    let (others, screen) = all_but("fails", &[]);
    assert!(others.is_empty(), "{others:?}\n{}", screen.text());
}

/// Files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn whatever_is_in_the_folder_verdicts_stay() {
    let story = stack("kept-damage").with_env("GLASSBOX_CACHE", "kept");
    ran(&story, &[]);
    let entries = files(&story.path("kept"));
    assert!(entries.len() >= ALL.len());
    let texts: Vec<Vec<u8>> = entries.iter().map(|file| fs::read(file).unwrap()).collect();
    // Entries of one another, halves, rubbish, folders.
    for (index, file) in entries.iter().enumerate() {
        match index % 4 {
            0 => fs::write(file, &texts[(index + 1) % texts.len()]).unwrap(),
            1 => fs::write(file, &texts[index][..texts[index].len() / 2]).unwrap(),
            2 => fs::write(file, vec![0xff; 5_000_000]).unwrap(),
            _ => {
                fs::remove_file(file).unwrap();
                fs::create_dir(file).unwrap();
            }
        }
    }
    assert_eq!(ran(&story, &[]), ALL);
    // A folder that is a file is no cache, and no error.
    story.write("file", "");
    assert_eq!(ran(&story, &["--cache", "file"]), ALL);
}

/// An entry with wrong contents and a right digest can only come from somebody who can write there. A comparison finds it.
#[test]
fn a_comparison_finds_forged_entries() {
    let story = stack("kept-forged").with_env("GLASSBOX_CACHE", "kept");
    ran(&story, &[]);
    let (screen, _) = run(&story, &["--cache-check=100"]);
    assert!(screen.succeeded().text().contains("kept results were made again and compared"), "{}", screen.text());
    let mut n_forged = 0;
    for file in files(&story.path("kept")) {
        let text = fs::read_to_string(&file).unwrap();
        let front = &text[..text.len() - 65];
        if front.lines().nth(1).unwrap().starts_with("search ") {
            let forged = front.replacen("height=1;", "height=1;1", 1);
            let end = glassbox_vm::digest::Digest::of(forged.as_bytes());
            fs::write(&file, format!("{forged}{end}\n")).unwrap();
            n_forged += 1;
        }
    }
    assert_eq!(n_forged, 4);
    let (screen, _) = run(&story, &["--cache-check=100"]);
    assert_eq!(screen.code(), 2, "{}", screen.text());
    assert!(screen.stderr().contains("4 kept results are not what the same code gives now"), "{}", screen.text());
}

#[test]
fn two_commands_at_once_share_a_folder() {
    let story = stack("kept-at-once").with_env("GLASSBOX_CACHE", "kept");
    story.cargo("glassbox list").succeeded();
    let start = || story.command("glassbox").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let running: Vec<Child> = (0..4).map(|_| start()).collect();
    for child in running {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    assert!(files(&story.path("kept")).iter().all(|file| file.extension().is_none()), "nothing is left beside");
    assert!(ran(&story, &[]).is_empty());
}

/// nginx with `WebDAV`, as a server for everybody.
struct Nginx {
    child: Child,
    url: String,
}

impl Nginx {
    /// None if there is no nginx.
    fn start(folder: &Path, methods: &str) -> Option<Self> {
        let nginx =
            ["/usr/sbin/nginx", "nginx"].into_iter().find(|nginx| Command::new(nginx).arg("-v").output().is_ok())?;
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let place = folder.display();
        let config = format!(
            "daemon off; master_process off; pid {place}/pid; error_log {place}/error.log; events {{}}
             http {{ access_log off; client_body_temp_path {place}/bodies; proxy_temp_path {place}/proxy;
               fastcgi_temp_path {place}/fastcgi; uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
               server {{ listen 127.0.0.1:{port}; location /glassbox/ {{ root {place}/files; {methods} }} }} }}"
        );
        fs::create_dir_all(folder.join("files/glassbox")).unwrap();
        fs::write(folder.join("nginx.conf"), config).unwrap();
        let mut command = Command::new(nginx);
        let conf = folder.join("nginx.conf");
        let child = command.arg("-p").arg(folder).arg("-c").arg(&conf).stderr(Stdio::null()).spawn().unwrap();
        let server = Self { child, url: format!("http://127.0.0.1:{port}/glassbox") };
        for _ in 0..100 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Some(server);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("nginx does not answer");
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A run on one computer is known on another one; there the folder is empty.
#[test]
fn computers_share_a_server() {
    let story = stack("kept-server");
    let folder = story.path("server");
    fs::create_dir_all(&folder).unwrap();
    let Some(server) = Nginx::start(&folder, "dav_methods PUT; create_full_put_path on;") else {
        println!("skipped: there is no nginx");
        return;
    };
    let forget = || {
        let kept = crate::story::target_dir().join("glassbox/kept");
        for file in files(&kept) {
            fs::remove_file(file).unwrap();
        }
    };
    let first = ran(&story, &["--cache", &server.url]);
    assert_eq!(first, ALL);
    assert!(files(&folder.join("files/glassbox")).len() >= ALL.len());
    forget();
    assert!(ran(&story, &["--cache", &server.url]).is_empty());
    // Entries that somebody has damaged are not trusted.
    for file in files(&folder.join("files/glassbox")) {
        fs::write(file, "rubbish").unwrap();
    }
    forget();
    assert_eq!(ran(&story, &["--cache", &server.url]), ALL);
    // A server that is gone, and one that refuses, cost a line.
    drop(server);
    forget();
    let (screen, _) = run(&story, &["--cache", "http://127.0.0.1:9/none"]);
    assert!(
        screen.succeeded().stdout().contains("the cache http://127.0.0.1:9/none was not used to the end"),
        "{}",
        screen.text()
    );
    let refusing = story.path("refusing");
    fs::create_dir_all(&refusing).unwrap();
    let server = Nginx::start(&refusing, "deny all;").unwrap();
    forget();
    let (screen, _) = run(&story, &["--cache", &server.url]);
    assert!(screen.succeeded().stdout().contains("it answers 403 to GET"), "{}", screen.text());
}
