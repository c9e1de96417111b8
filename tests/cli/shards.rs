//! Work in parts: shards and what they make together, and searches that go on after they were stopped or killed.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::story::{Screen, Story};

/// A tree with enough cases that a search takes a while, a check that fails in its largest states, one that changes a static, and an exploration.
const SOURCE: &str = "
    #[derive(Default)]
    #[cfg_attr(glassbox, derive(glassbox::Structure))]
    #[cfg_attr(glassbox, glassbox(no_invariant))]
    pub struct Tree(#[cfg_attr(glassbox, glassbox(values = 0..3))] u8, Option<Box<Tree>>, Option<Box<Tree>>);

    impl Tree {
        pub fn sum(&self) -> u32 {
            u32::from(self.0) + [&self.1, &self.2].into_iter().flatten().map(|tree| tree.sum()).sum::<u32>()
        }
    }

    #[cfg(glassbox)]
    mod checks {
        use super::Tree;
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

        #[glassbox::check(height = 2)]
        fn sum(tree: &Tree) {
            assert!(tree.sum() <= 30);
        }

        #[glassbox::check(height = 2)]
        fn is_small(tree: &Tree) {
            assert!(tree.sum() < 13);
        }

        #[glassbox::check(height = 1)]
        fn count(tree: &Tree) {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            COUNT.fetch_add(tree.sum(), Relaxed);
        }
    }

    #[cfg(glassbox)]
    #[glassbox::explore(operations = 5)]
    mod vector {
        use glassbox::Val;
        pub type Subject = Vec<Val>;
        pub fn new() -> Subject { Vec::new() }
        pub fn push(subject: &mut Subject, value: Val) { subject.push(value); }
        pub fn insert(subject: &mut Subject, value: Val) { subject.insert(0, value); }
        pub fn pop(subject: &mut Subject) { subject.pop(); }
    }
";

fn story(folder: &str) -> Story {
    Story::library(folder, "trees", SOURCE)
}

/// Verdicts without times, assumptions and the closing line.
fn verdicts(screen: &Screen) -> Vec<String> {
    let lines = screen.stdout().lines().filter(|line| line.contains(" trees::") && line.contains("TIME"));
    lines.map(|line| line.replace(" (continued)", "")).collect()
}

#[test]
fn shards_together_have_the_verdicts_of_one_run() {
    let story = story("shards");
    let alone = story.cargo("glassbox --no-cache");
    assert_eq!(alone.code(), 1, "{}", alone.text());
    for n in 1..=4 {
        let shard = story.cargo(&format!("glassbox --no-cache --shard {n}/4 --out part{n}"));
        assert!(shard.stdout().contains("SHARD") && !shard.stdout().contains("PASS"), "{}", shard.text());
        // One of them has the failing states; a check that changes a static is not split.
        assert!([0, 1].contains(&shard.code()), "{}", shard.text());
    }
    let merged = story.cargo("glassbox merge part4 part1 part2 part3");
    assert_eq!(merged.code(), 1, "{}", merged.text());
    assert_eq!(verdicts(&merged), verdicts(&alone));
    assert_eq!(verdicts(&merged).len(), 4, "{}", merged.text());

    // One is missing, there twice, of another number of shards, of other bounds, damaged, or of other code.
    story.cargo("glassbox --no-cache --shard 3/3 --out third");
    story.cargo("glassbox --no-cache --shard 4/4 --out smaller --bound height=1");
    fs::write(story.path("half"), &fs::read(story.path("part4")).unwrap()[..300]).unwrap();
    for (files, words) in [
        ("part1 part2 part3", "the file of shard 4/4 is missing"),
        ("part1 part2 part3 part3", "part3 and part3 are both shard 3/4"),
        ("part1 part2 part3 third", "third is one of 3 shards, and part1 is one of 4"),
        ("part1 part2 part3 smaller", "smaller has other checks, or other bounds: `trees::checks::sum height=1`"),
        ("part1 part2 part3 half", "half is not the file of a shard, or only a part of one"),
        ("part1 part2 part3 part5", "part5: No such file"),
    ] {
        let refused = story.cargo(&format!("glassbox merge {files}"));
        assert_eq!(refused.code(), 2, "{files}: {}", refused.text());
        assert!(refused.stderr().contains(words), "{files}: {}", refused.text());
    }
    story.write("src/lib.rs", &SOURCE.replace("sum() <= 30", "sum() <= 31"));
    let refused = story.cargo("glassbox merge part1 part2 part3 part4");
    assert_eq!(refused.code(), 2, "{}", refused.text());
    assert!(refused.stderr().contains("part1 was made from other code"), "{}", refused.text());
}

/// The lock is compared with what all shards prove together, and shards of some checks do not make one.
#[test]
fn locks_and_shards() {
    let story = story("locked-shards");
    let names = "checks::sum vector";
    // A check fails, so there is nothing to lock in its case.
    assert_eq!(story.cargo("glassbox --write-lock").code(), 1);
    let before = fs::read_to_string(story.path("glassbox.lock")).unwrap();
    for n in 1..=2 {
        let shard = story.cargo(&format!("glassbox --locked --no-cache --shard {n}/2 --out part{n} {names}"));
        assert_eq!(shard.code(), 0, "{}", shard.text());
    }
    let merged = story.cargo("glassbox merge part1 part2");
    let words = "2 checks are not in these files, or with other bounds, and not run";
    assert!(merged.succeeded().stdout().contains(words), "{}", merged.text());
    let locked = story.cargo("glassbox merge --locked part1 part2");
    assert_eq!(locked.code(), 4, "{}", locked.text());
    assert!(locked.stdout().contains("trees::checks::count"), "{}", locked.text());
    let refused = story.cargo("glassbox merge --write-lock part1 part2");
    assert_eq!(refused.code(), 2, "{}", refused.text());
    assert!(refused.stderr().contains("2 checks are not in these files"), "{}", refused.text());
    assert_eq!(fs::read_to_string(story.path("glassbox.lock")).unwrap(), before);
}

#[test]
fn wrong_shards_are_refused() {
    let story = story("shards-refused");
    for (args, words) in [
        ("--shard 5/4 --out f", "write the number of the shard and of all shards"),
        ("--shard 0/4 --out f", "write the number of the shard and of all shards"),
        ("--shard 1 --out f", "write the number of the shard and of all shards"),
        ("--shard 1/2", "--out"),
        ("--out f", "--shard"),
        ("--shard 1/2 --out f --write-lock", "cannot be used with"),
        ("--shard 1/2 --out no/such/folder/f", "no/such/folder/f"),
        ("merge", "FILE"),
    ] {
        let refused = story.cargo(&format!("glassbox {args}"));
        assert_eq!(refused.code(), 2, "{args}: {}", refused.text());
        assert!(refused.stderr().contains(words), "{args}: {}", refused.text());
    }
}

/// Sends a signal when it is time. Returns whether the process was still there.
#[cfg(unix)]
fn signal(command: &mut Command, signal: &str, mut is_time: impl FnMut() -> bool) -> bool {
    use std::os::unix::process::CommandExt as _;
    let mut child = command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_there = loop {
        if child.try_wait().unwrap().is_some() {
            break false;
        }
        if is_time() {
            break true;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    // `cargo` runs the command as its child; both belong to the group, and the next run waits for both.
    let group = format!("-{}", child.id());
    let kill = |signal: &str| Command::new("kill").args([signal, "--", &group]).stderr(Stdio::null()).status();
    let _ = kill(signal);
    let _ = child.wait();
    while kill("-0").is_ok_and(|status| status.success()) {
        std::thread::sleep(Duration::from_millis(2));
    }
    is_there
}

/// Killed, or asked to end, at several points: the last run has the verdicts of one run. `GLASSBOX_KILLS` is the number of rounds.
///
/// The first point of a round is the first save, the second a part of the time that one run takes: a slow computer has them in the search too.
#[test]
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "signals come at certain times")]
fn what_was_killed_goes_on() {
    let story = story("killed").with_env("GLASSBOX_CACHE", "kept");
    let args = "glassbox --save-every 20ms --bound height=3 -j 2 checks::sum vector --bound operations=7";
    story.cargo("glassbox list").succeeded();
    let started = Instant::now();
    let alone = story.cargo(&format!("{args} --no-cache"));
    let whole = started.elapsed();
    let n_saves = || fs::read_dir(story.path("kept/unfinished")).map_or(0, Iterator::count);
    let mut n_continued = 0;
    let n_rounds = std::env::var("GLASSBOX_KILLS").map_or(6, |n| n.parse().expect("a number"));
    let mut n_signals = 0;
    for (round, signal_name) in (0..n_rounds).zip(["-KILL", "-TERM"].iter().cycle()) {
        let _ = fs::remove_dir_all(story.path("kept"));
        let after = whole * (15 + 17 * round % 70) / 100;
        n_signals += usize::from(signal(&mut story.command(args), signal_name, || n_saves() > 0));
        let started = Instant::now();
        n_signals += usize::from(signal(&mut story.command(args), signal_name, || started.elapsed() >= after));
        let last = story.cargo(args);
        n_continued += usize::from(last.stdout().contains("(continued)"));
        let kept = |lines: Vec<String>| lines.iter().map(|line| line.replace(" (kept)", "")).collect::<Vec<_>>();
        assert_eq!(kept(verdicts(&last)), verdicts(&alone), "{}", last.text());
    }
    println!("{n_rounds} rounds, {n_signals} signals, {n_continued} last runs went on");
    assert!(n_continued > 0, "nothing went on");
}

/// What is over is forgotten; what a budget ends is not.
#[test]
fn a_budget_ends_a_part_of_the_work() {
    let story = story("budgets").with_env("GLASSBOX_CACHE", "kept");
    let unfinished = || fs::read_dir(story.path("kept/unfinished")).map_or(0, Iterator::count);
    let args = "glassbox checks::sum --bound height=3";
    // A slow computer needs longer to get to the search. One that was stopped at smaller bounds goes on there, and begins the last one.
    let mut budgets = (4..100).map(|step| step * 50);
    let is_continued = budgets.any(|budget| {
        let _ = fs::remove_dir_all(story.path("kept"));
        let stopped = story.cargo(&format!("{args} --budget {budget}ms"));
        assert!([0, 3].contains(&stopped.code()), "{}", stopped.text());
        let is_stopped = stopped.code() == 3 && unfinished() > 0;
        is_stopped && story.cargo(args).succeeded().stdout().contains("(continued)")
    });
    assert!(is_continued, "no budget has ended the search at the largest bounds");
    assert_eq!(unfinished(), 0);
    let again = story.cargo(args);
    assert!(again.stdout().contains("(kept)") && !again.stdout().contains("(continued)"), "{}", again.text());
}

/// Every file is written once, and a shell accepts the script. CI checks the others: `.ci/lint-workflows.cjs`.
#[test]
fn files_for_systems_that_run_shards() {
    let story = Story::empty("ci-files");
    for (system, file) in [
        ("github", ".github/workflows/glassbox.yml"),
        ("gitlab", "glassbox.gitlab-ci.yml"),
        ("slurm", "glassbox.slurm"),
        ("k8s", "glassbox.k8s.yaml"),
    ] {
        let written = story.cargo(&format!("glassbox ci {system} --shards 3"));
        assert!(written.succeeded().stdout().contains(file), "{}", written.text());
        let text = fs::read_to_string(story.path(file)).unwrap();
        assert!(!text.contains('@') || system == "github" || system == "slurm", "{text}");
        assert!(text.contains('3') && !text.contains("@shards@") && !text.contains("@numbers@"), "{text}");
        let again = story.cargo(&format!("glassbox ci {system}"));
        assert_eq!(again.code(), 2, "{}", again.text());
    }
    let shell = Command::new("sh").arg("-n").arg(story.path("glassbox.slurm")).status().unwrap();
    assert!(shell.success());
}
