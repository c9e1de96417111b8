//! Lines that several reports share.

use std::io::{self, Write};

use glassbox_engine::picture::Picture;

use super::style::{CHANGED, HELP};
use crate::draw::{self, NOTE};

/// `explain: cargo glassbox explain budget`
pub(super) fn write_explain_line(code: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {HELP}explain{HELP:#}: cargo glassbox explain {code}")
}

/// Writes a picture, indented. What has changed has a colour.
pub(super) fn write_picture(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    draw::text(picture).lines().try_for_each(|line| writeln!(out, "    {}", coloured(line)))
}

/// The line with its notes in a colour. The notes of a list, which is on one line, end with a bracket.
fn coloured(line: &str) -> String {
    let mut parts = line.split(NOTE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let end = part.find(']').filter(|_| line.contains("─▶")).unwrap_or(part.len());
        let (note, rest) = part.split_at(end);
        format!("{text}{CHANGED}{NOTE}{note}{CHANGED:#}{rest}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_have_a_colour() {
        let (on, off) = (CHANGED.render().to_string(), CHANGED.render_reset().to_string());
        assert_eq!(coloured("root: Node"), "root: Node");
        assert_eq!(coloured("root: Node  ◀ new"), format!("root: Node  {on}◀ new{off}"));
        assert_eq!(
            coloured("  a ─▶ [x = 1  ◀ new] b ─▶ [x = 2]"),
            format!("  a ─▶ [x = 1  {on}◀ new{off}] b ─▶ [x = 2]")
        );
    }
}
