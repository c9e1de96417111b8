//! A crate outside the workspace in which commands are run.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};
use std::sync::Mutex;

/// A folder with a copy of `testdata/<name>`.
pub(crate) struct Story {
    dir: PathBuf,
    env: Vec<(&'static str, String)>,
}

impl Story {
    /// Copies `testdata/<name>`.
    pub(crate) fn copy(name: &str) -> Self {
        Self::copy_as(name, name)
    }

    /// Copies `testdata/<name>` to a separate folder.
    pub(crate) fn copy_as(name: &str, folder: &str) -> Self {
        let story = Self::empty(folder);
        copy_tree(&repository().join("tests/cli/testdata").join(name), &story.dir);
        story.pin_dependencies();
        story
    }

    /// A new library with this source that uses glassbox, alone in a folder.
    pub(crate) fn library(folder: &str, package: &str, source: &str) -> Self {
        let story = Self::empty(folder);
        story.cargo(&format!("new --lib --vcs none {package}")).succeeded();
        let library = story.inside(package);
        library.cargo(&format!("add --path {}", guest_crate())).succeeded();
        library.write("src/lib.rs", source);
        library.pin_dependencies();
        library
    }

    /// An empty folder.
    pub(crate) fn empty(folder: &str) -> Self {
        let dir = stories().join(folder);
        if dir.exists() {
            fs::remove_dir_all(&dir).unwrap();
        }
        fs::create_dir_all(&dir).unwrap();
        Self { dir, env: Vec::new() }
    }

    /// Uses the dependency versions of this workspace: they are known to work, and already downloaded.
    pub(crate) fn pin_dependencies(&self) {
        fs::copy(repository().join("Cargo.lock"), self.dir.join("Cargo.lock")).unwrap();
    }

    /// The same story, with a subfolder as the current folder.
    pub(crate) fn inside(&self, folder: &str) -> Self {
        Self { dir: self.dir.join(folder), env: self.env.clone() }
    }

    pub(crate) fn with_env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.env.push((name, value.into()));
        self
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs `cargo <args>`, split at spaces.
    pub(crate) fn cargo(&self, args: &str) -> Screen {
        Screen::new(&self.command(args).output().unwrap())
    }

    /// The command `cargo <args>`, split at spaces.
    pub(crate) fn command(&self, args: &str) -> Command {
        self.command_of(&args.split_whitespace().collect::<Vec<_>>())
    }

    /// The command `cargo <args>`.
    pub(crate) fn command_of(&self, args: &[impl AsRef<OsStr>]) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(args).current_dir(&self.dir);
        // Cargo finds its subcommands on the path: ours is the one just built.
        let ours = Path::new(env!("CARGO_BIN_EXE_cargo-glassbox")).parent().unwrap().to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env("PATH", std::env::join_paths([ours].into_iter().chain(std::env::split_paths(&path))).unwrap());
        command.env("CARGO_TARGET_DIR", target_dir());
        command.env("CARGO_NET_OFFLINE", "true");
        command.env("GLASSBOX_HOME", home());
        // What a test sees does not depend on earlier ones.
        command.env("GLASSBOX_CACHE", "off");
        for name in [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_TERM_COLOR",
            "NO_COLOR",
            "CLICOLOR_FORCE",
            "RUSTC",
            "RUST_BACKTRACE",
        ] {
            command.env_remove(name);
        }
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Output of a command, independent of machine and timing.
pub(crate) struct Screen {
    code: i32,
    seconds: Option<f64>,
    stdout: String,
    stderr: String,
}

impl Screen {
    /// What a command prints.
    pub(crate) fn of(command: &mut Command) -> Self {
        Self::new(&command.output().unwrap())
    }

    fn new(output: &Output) -> Self {
        Self::read(output.status, &output.stdout, &output.stderr)
    }

    /// What a command has printed.
    pub(crate) fn read(status: ExitStatus, stdout: &[u8], stderr: &[u8]) -> Self {
        Self {
            code: status.code().unwrap_or(-1),
            seconds: seconds(&String::from_utf8_lossy(stdout)),
            stdout: redact(stdout),
            stderr: without_progress(&redact(stderr)),
        }
    }

    pub(crate) fn code(&self) -> i32 {
        self.code
    }

    /// The time of the checks, as the summary has it.
    pub(crate) fn seconds(&self) -> f64 {
        self.seconds.unwrap_or_else(|| panic!("there is no summary: {}", self.text()))
    }

    /// Exit code and both streams, for a snapshot.
    pub(crate) fn text(&self) -> String {
        format!("exit code {}\n--- stdout\n{}--- stderr\n{}", self.code, self.stdout, self.stderr)
    }

    /// Like `text`, but with only the first line of each message of rustc: the rest changes with the compiler's
    /// version.
    pub(crate) fn headlines(&self) -> String {
        let is_headline = |line: &&str| ["error", "help: ", "warning"].iter().any(|word| plain(line).starts_with(word));
        let is_ours = |line: &&str| !plain(line).starts_with("help: ") || self.own_help().contains(*line);
        let kept = self.stderr.lines().filter(is_headline).filter(is_ours);
        let stderr: String = kept.flat_map(|line| [line, "\n"]).collect();
        format!("exit code {}\n--- stdout\n{}--- stderr\n{stderr}", self.code, self.stdout)
    }

    /// The help lines below our own error, the last one.
    fn own_help(&self) -> &str {
        let errors = self.stderr.match_indices("error").map(|(at, _)| at);
        errors.filter(|&at| self.stderr[at..].contains("did not build")).last().map_or("", |at| &self.stderr[at..])
    }

    /// Fails with the whole screen unless the command succeeded.
    #[track_caller]
    pub(crate) fn succeeded(&self) -> &Self {
        assert_eq!(self.code, 0, "{}", self.text());
        self
    }

    pub(crate) fn stdout(&self) -> &str {
        &self.stdout
    }

    pub(crate) fn stderr(&self) -> &str {
        &self.stderr
    }
}

/// The time in a line like `Summary [   0.123s]`.
fn seconds(stdout: &str) -> Option<f64> {
    let time = stdout.lines().find_map(|line| line.strip_prefix("Summary ["))?;
    time.split_once("s]")?.0.trim_start().parse().ok()
}

/// Replaces paths and versions of this machine.
pub(crate) fn redact(bytes: &[u8]) -> String {
    let stories = stories().into_os_string().into_string().unwrap();
    let repository = repository().into_os_string().into_string().unwrap();
    let text = String::from_utf8_lossy(bytes).replace(&stories, "[STORIES]").replace(&repository, "[GLASSBOX]");
    without_times(&without_lines_of_glassbox(&text))
}

/// `[GLASSBOX]/file.rs:12` becomes `[GLASSBOX]/file.rs:LINE`: an edit elsewhere in our files does not change a screen.
fn without_lines_of_glassbox(text: &str) -> String {
    let mut parts = text.split("[GLASSBOX]/");
    let mut redacted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        redacted += "[GLASSBOX]/";
        let line = part.split_once(".rs:").filter(|(file, _)| !file.contains(char::is_whitespace));
        match line {
            Some((file, rest)) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
                redacted += file;
                redacted += ".rs:LINE";
                redacted += rest.trim_start_matches(|c: char| c.is_ascii_digit());
            }
            _ => redacted += part,
        }
    }
    redacted
}

/// `[   0.123s]` becomes `[    TIME]`.
pub(crate) fn without_times(text: &str) -> String {
    let is_time = |inside: &str| {
        inside
            .trim_start()
            .strip_suffix('s')
            .is_some_and(|number| number.contains('.') && number.parse::<f64>().is_ok())
    };
    let mut parts = text.split('[');
    let mut redacted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let time = part.split_once(']').filter(|(inside, _)| is_time(inside));
        redacted += &time.map_or_else(|| format!("[{part}"), |(_, rest)| format!("[    TIME]{rest}"));
    }
    without_addresses(&redacted)
}

/// `0x106f6c` becomes `[ADDRESS]`: addresses depend on the compiler.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut redacted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        redacted += "[ADDRESS]";
        redacted += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    redacted
}

/// Removes progress lines of cargo and glassbox, which depend on earlier builds.
pub(crate) fn without_progress(text: &str) -> String {
    const PROGRESS: [&str; 10] = [
        "Adding",
        "Blocking",
        "Compiling",
        "Creating",
        "Finished",
        "Locking",
        "Starting",
        "Updating",
        "Downloading",
        "Downloaded",
    ];
    let is_progress = |line: &str| PROGRESS.iter().any(|word| plain(line).trim_start().starts_with(word));
    let is_remark =
        |line: &str| line.contains("build failed, waiting") || line.starts_with("note: see more `Cargo.toml` keys");
    let kept = text.lines().filter(|line| !is_progress(line) && !is_remark(line));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// `line` without colours.
fn plain(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Folder of the stories: outside every workspace, and the same for each run of one build, so that cargo finds its
/// earlier results.
fn stories() -> PathBuf {
    let build: String =
        env!("CARGO_TARGET_TMPDIR").chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let dir = std::env::temp_dir().join(format!("glassbox-stories{build}"));
    fs::create_dir_all(&dir).unwrap();
    dir.canonicalize().unwrap()
}

/// Copies a tree. `Cargo.toml.in` becomes `Cargo.toml`, with `@glassbox@` replaced by the guest crate's
/// folder: under its real name, cargo would take the story for a part of this workspace.
fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &to.join(name));
        } else if let Some(name) = name.strip_suffix(".in") {
            let text = fs::read_to_string(entry.path()).unwrap();
            fs::write(to.join(name), text.replace("@glassbox@", &guest_crate())).unwrap();
        } else {
            fs::copy(entry.path(), to.join(name)).unwrap();
        }
    }
}

/// Where the command unpacks what it brings along.
pub(crate) fn home() -> PathBuf {
    stories().join("home")
}

/// Build folder of the stories that run one after the other: what they share is built once.
///
/// Stories that run at the same time have different folders, because cargo gives packages of the same name in different workspaces the same
/// files, and lets one build wait for the other.
pub(crate) fn target_dir() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stories-{}", slot()))
}

/// A number that no other test has while this one runs, as small as possible.
fn slot() -> String {
    std::env::var("NEXTEST_TEST_GLOBAL_SLOT").unwrap_or_else(|_| THREAD_SLOT.with(|slot| slot.0.to_string()))
}

/// The slot of a thread: without nextest, each test runs in a thread of its own.
struct ThreadSlot(usize);

/// By slot: whether a thread has it.
static TAKEN: Mutex<Vec<bool>> = Mutex::new(Vec::new());

thread_local! {
    static THREAD_SLOT: ThreadSlot = ThreadSlot::take();
}

impl ThreadSlot {
    fn take() -> Self {
        let mut taken = TAKEN.lock().unwrap();
        let slot = taken.iter().position(|is_taken| !is_taken).unwrap_or(taken.len());
        if slot == taken.len() {
            taken.push(true);
        }
        taken[slot] = true;
        Self(slot)
    }
}

impl Drop for ThreadSlot {
    fn drop(&mut self) {
        TAKEN.lock().unwrap()[self.0] = false;
    }
}

/// The folder of the guest crate.
pub(crate) fn guest_crate() -> String {
    repository().join("guest/glassbox").into_os_string().into_string().unwrap()
}
