//! Those who read what the command prints.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use super::NUMBER;
use crate::story::Story;

/// Only glassbox itself colours anything: the code cannot clear the screen, set a title, or hide a line.
#[test]
fn what_the_code_says_is_printed_and_nothing_else() {
    let source = format!(
        "{NUMBER}
        #[glassbox::check]
        pub fn paints(number: &mut Number) {{
            panic!(\"\\x1b[2Jgone\\x1b]0;title\\x07\\r\\n\\u{{202e}}live \\u{{9b}}31m\\0 {{}}\", number.0);
        }}"
    );
    let story = Story::library("hostile-text", "hostile-text", &source);
    for color in ["never", "always"] {
        let screen = story.cargo(&format!("glassbox --color {color}"));
        assert_eq!(screen.code(), 1, "{}", screen.text());
        let out = screen.stdout();
        assert!(out.contains(r"\u{1b}[2Jgone\u{1b}]0;title\u{7}\r"), "{out}");
        assert!(out.contains(r"\u{202e}live \u{9b}31m\u{0} 0"), "{out}");
        assert!(!out.contains(['\x07', '\r', '\0', '\u{9b}', '\u{202e}']) && !out.contains("\x1b[2J"), "{out:?}");
    }
}

#[test]
fn a_reader_that_goes_away_does_not_change_the_exit_code() {
    let check = |n| format!("#[glassbox::check] pub fn fails_{n}(number: &mut Number) {{ assert!(number.0 > {n}) }}");
    let checks = (0..20).map(check).collect::<Vec<_>>().join("\n");
    let story = Story::library("hostile-reader", "hostile-reader", &format!("{NUMBER}{checks}"));
    story.cargo("glassbox list").succeeded();
    let mut command = story.command("glassbox");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("FAIL"), "{line}");
    let ended = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{stderr}");
    assert!(!stderr.contains("panicked") && !stderr.contains("error"), "{stderr}");
}
