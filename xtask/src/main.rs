//! Chores of the repository: `cargo xtask <chore>`.
//!
//! Logic that would be too much for a shell script lives here, with tests. Chores: `tidy` checks what
//! neither rustc nor clippy look at.

mod tidy;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask tidy";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args == ["tidy"] {
        return tidy::run();
    }
    eprintln!("{USAGE}");
    ExitCode::from(2)
}
