//! Counts the lines of a harness, after rustfmt: without blank lines and comments.

use std::io::Write;
use std::process::{Command, Stdio};

/// Formats a source.
pub(crate) fn formatted(source: &str) -> Result<String, String> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition=2024", "--config", "max_width=120,use_small_heuristics=Max"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("rustfmt does not run: {error}"))?;
    let mut input = child.stdin.take().ok_or("rustfmt has no input")?;
    input.write_all(source.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("rustfmt: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// Lines of code of a formatted source.
pub(crate) fn count(source: &str) -> usize {
    let is_code = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with("//") && !line.starts_with("#[doc =")
    };
    source.lines().filter(is_code).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_do_not_count() {
        assert_eq!(count("//! A.\n\n/// B.\nfn f() {\n    // c\n    g(); // d\n}\n#[doc = \" e\"]\n"), 3);
    }

    #[test]
    fn a_source_is_formatted_before_it_is_counted() {
        let formatted = formatted("fn f ( ) { g ( ) ; }").expect("rustfmt is installed");
        assert_eq!(formatted, "fn f() {\n    g();\n}\n");
        assert_eq!(count(&formatted), 3);
    }
}
