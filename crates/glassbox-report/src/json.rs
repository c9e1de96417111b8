//! JSON: the document as it is.

use std::io::{self, Write};

use crate::document::Document;

/// Writes the document, and a newline.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    writeln!(out)
}

/// The schema of the document, as JSON.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Document);
    serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n"
}
