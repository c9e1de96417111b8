//! Lines that several reports share.

use std::io::{self, Write};

use super::style::HELP;

/// `explain: cargo glassbox explain budget`
pub(super) fn write_explain_line(code: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {HELP}explain{HELP:#}: cargo glassbox explain {code}")
}

/// Writes text, each line indented.
pub(super) fn write_indented(text: &str, out: &mut dyn Write) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "    {line}"))
}
