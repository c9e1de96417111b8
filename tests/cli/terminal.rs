//! A terminal in which the command runs, with everything that it showed.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use vt100::{Cell, Color, Parser, Screen};

use crate::story::{Story, redact, without_progress};

const ROWS: u16 = 60;

/// Timeout, longer than any test here takes on a slow machine.
const PATIENCE: Duration = Duration::from_mins(4);
const GLANCE: Duration = Duration::from_millis(20);

/// A command in a terminal.
pub(crate) struct Terminal {
    pty: Arc<Pty>,
    child: std::process::Child,
    shown: Arc<Mutex<Shown>>,
    reader: JoinHandle<()>,
}

struct Shown {
    parser: Parser,
    /// All screens in order.
    frames: Vec<String>,
}

/// Result of a command that has ended.
pub(crate) struct Ended {
    /// None if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) frames: Vec<String>,
    /// Time that it took to end.
    pub(crate) waited: Duration,
    screen: Screen,
}

impl Terminal {
    /// Runs `cargo <args>` in a terminal of this width.
    pub(crate) fn run(story: &Story, args: &str, width: u16) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(ROWS, width)).unwrap();
        let command = Command::from(story.command(args)).env("TERM", "xterm-256color");
        let child = command.spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let [rows, columns] = [ROWS, width].map(|size| NonZero::new(size).unwrap());
        let shown = Arc::new(Mutex::new(Shown { parser: Parser::new(rows, columns, 0), frames: Vec::new() }));
        let reader = std::thread::spawn({
            let (pty, shown) = (pty.clone(), shown.clone());
            move || read(&pty, &shown)
        });
        Self { pty, child, shown, reader }
    }

    /// Waits until there has been a screen like this. Returns the time.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, is_it: impl Fn(&str) -> bool) -> Duration {
        let mut waited = Duration::ZERO;
        loop {
            let frames = self.shown.lock().unwrap().frames.clone();
            if frames.iter().any(|frame| is_it(frame)) {
                return waited;
            }
            let ended = self.child.try_wait().unwrap();
            if ended.is_some() || waited >= PATIENCE {
                let _ = self.child.kill();
                panic!("{ended:?}\n{}", frames.last().map_or("", |frame| frame));
            }
            sleep(GLANCE);
            waited += GLANCE;
        }
    }

    pub(crate) fn ctrl_c(&self) {
        (&*self.pty).write_all(b"\x03").unwrap();
    }

    /// Waits until the command ends, up to the timeout.
    pub(crate) fn end(mut self) -> Ended {
        let mut waited = Duration::ZERO;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if waited >= PATIENCE {
                self.child.kill().unwrap();
            }
            sleep(GLANCE);
            waited += GLANCE;
        };
        self.reader.join().unwrap();
        let shown = self.shown.lock().unwrap();
        Ended { code: status.code(), frames: shown.frames.clone(), waited, screen: shown.parser.screen().clone() }
    }
}

fn read(mut pty: &Pty, shown: &Mutex<Shown>) {
    let mut buffer = [0; 4096];
    loop {
        match pty.read(&mut buffer) {
            // Linux reports an error for a terminal whose other end is closed.
            Ok(0) | Err(_) => return,
            Ok(n_bytes) => {
                let Shown { parser, frames } = &mut *shown.lock().unwrap();
                parser.process(&buffer[..n_bytes]);
                frames.push(parser.screen().contents());
            }
        }
    }
}

impl Ended {
    /// The last screen, independent of machine and timing.
    pub(crate) fn text(&self) -> String {
        without_progress(&redact(self.screen.contents().as_bytes()))
    }

    /// The colour of the first place with this word, and whether it is bold.
    pub(crate) fn look(&self, word: &str) -> Option<(Color, bool)> {
        let width = self.screen.size().1;
        let mut rows = self.screen.rows(0, width.into()).enumerate();
        let (row, column) = rows.find_map(|(row, text)| Some((row, text.find(word)?)))?;
        let cell = self.screen.cell(row.try_into().ok()?, column.try_into().ok()?);
        cell.map(|cell: &Cell| (cell.fgcolor(), cell.bold()))
    }
}
