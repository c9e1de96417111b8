//! The colours, in one place. They follow cargo's: green for names, red for errors, cyan for hints.

use anstyle::{AnsiColor, Style};

/// `error:`
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// `help:`
pub const HELP: Style = AnsiColor::Cyan.on_default().bold();
/// A check that holds.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// A check whose verdict is unknown.
pub(super) const UNSURE: Style = AnsiColor::Yellow.on_default().bold();
/// What has changed in a picture.
pub(super) const CHANGED: Style = AnsiColor::Yellow.on_default();
/// A package's heading.
pub(super) const PACKAGE: Style = AnsiColor::Green.on_default().bold();
/// A check's name.
pub(crate) const CHECK: Style = Style::new().bold();
/// Secondary text.
pub(crate) const FAINT: Style = Style::new().dimmed();
