//! Source files, for the lines that reports show.

/// The text of a source file; none if it cannot be read.
pub(crate) fn source(file: &str) -> Option<String> {
    std::fs::read_to_string(file).ok()
}
