//! `cargo glassbox show`: draws the state of a replay text.

use std::io::Write as _;

use glassbox_engine::search::Detail;
use glassbox_report::document::picture;
use glassbox_report::draw;

use crate::args::resolved::ShowOptions;
use crate::console;
use crate::error::Error;
use crate::replay::{find, replayed, replayed_history};

/// Draws the state of a check, or the subject of an exploration before the last call.
pub(crate) fn run(options: &ShowOptions) -> Result<(), Error> {
    let (found, text) = find(&options.build, &options.what)?;
    let module = found.file.load()?;
    let drawn = if found.subject.is_exploration() {
        replayed_history(&found, &module, text)?.before
    } else {
        replayed(&found, &module, text, Detail::Result)?.picture
    };
    let text = if options.is_svg { draw::svg::file(&picture(&drawn)) + "\n" } else { draw::text(&drawn) };
    console::written(std::io::stdout().write_all(text.as_bytes()))
}
