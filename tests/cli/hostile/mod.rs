//! What the code under check, a reader, a user or a computer can do to the command. Whatever it is: no panic of ours, an end within a time limit, the
//! right exit code, and words that fit.

mod arguments;
mod limits;
mod programs;
mod readers;
mod replay_texts;
mod surroundings;

use std::fs::File;
use std::process::Command;
use std::time::Duration;

use crate::story::{Screen, Story};

/// A structure with three states.
const NUMBER: &str = "
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    pub struct Number(#[glassbox(values = 0..3)] u8);
";

/// Seconds for a command. They are generous, because other tests run beside it, and it may wait for their builds.
const SECONDS: u32 = 150;

/// Runs a command that must end in time, and must not panic. What the code under check says about its own panics is on stdout.
#[track_caller]
fn ended(story: &Story, command: &mut Command) -> Screen {
    let [out, err] = ["hostile-out", "hostile-err"].map(|name| story.path(&format!("target-of-{name}")));
    command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
    let mut child = command.spawn().unwrap();
    let mut ticks = 0..SECONDS * 100;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if ticks.next().is_none() {
            child.kill().unwrap();
            panic!("{command:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let screen = Screen::read(status, &std::fs::read(out).unwrap(), &std::fs::read(err).unwrap());
    assert!(!screen.stderr().contains("panicked at"), "{command:?}: {}", screen.text());
    screen
}

/// Runs a command, and compares the exit code and some words. Returns a complaint if they are others.
fn complaint(story: &Story, command: &mut Command, code: i32, words: &str) -> Option<String> {
    let screen = ended(story, command);
    let is_right = screen.code() == code && screen.text().contains(words);
    (!is_right).then(|| format!("expected {code} and {words:?}: {}", screen.text()))
}

#[track_caller]
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} complaints:\n\n{}", complaints.len(), complaints.join("\n\n"));
}
