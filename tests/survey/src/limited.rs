//! Runs a command for a limited time.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A command that ended, or was ended.
pub struct Ended {
    /// None if the time was over.
    pub status: Option<ExitStatus>,
    /// What it printed.
    pub stdout: String,
    /// What it printed as messages.
    pub stderr: String,
}

/// Runs a command in a package. Its output goes through files, so that it never waits for a reader.
#[expect(clippy::disallowed_methods, reason = "the time is limited")]
pub fn run_limited(command: &mut Command, package: &Path, limit: Duration) -> Result<Ended, String> {
    let text = |error: std::io::Error| format!("{}: {error}", package.display());
    let (out, err) = (package.join("stdout.txt"), package.join("stderr.txt"));
    command.current_dir(package).stdin(Stdio::null());
    command.stdout(File::create(&out).map_err(text)?).stderr(File::create(&err).map_err(text)?);
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    // Compilers that it has started end with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn().map_err(|error| format!("{command:?} does not run: {error}"))?;
    let end = Instant::now() + limit;
    let status = loop {
        match child.try_wait().map_err(text)? {
            Some(status) => break Some(status),
            None if Instant::now() >= end => {
                if cfg!(unix) {
                    // A group that has just ended is no error.
                    let _ = Command::new("kill").args(["-9", "--", &format!("-{}", child.id())]).status();
                }
                // The same for the process.
                let _ = child.kill();
                child.wait().map_err(text)?;
                break None;
            }
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    let read = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).map_err(text);
    Ok(Ended { status, stdout: read(&out)?, stderr: read(&err)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_command_ends_when_its_time_is_over() {
        let folder = std::env::temp_dir().join(format!("glassbox-survey-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let run = |script: &str, limit| {
            run_limited(Command::new("sh").args(["-c", script]), &folder, limit).expect("a shell")
        };
        let ended = run("echo a; echo b >&2", Duration::from_mins(1));
        assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("a\n", "b\n"));
        assert!(ended.status.is_some_and(|status| status.success()));
        let ended = run("echo a; sleep 600 & sleep 600", Duration::from_millis(200));
        assert_eq!((ended.stdout.as_str(), ended.status.is_some()), ("a\n", false));
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
