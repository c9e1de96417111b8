//! Words for annotations of nodes.

use glassbox_engine::picture::Note;

/// An annotation of a node in a picture.
pub fn note(note: &Note) -> String {
    match note {
        Note::New => "new".to_owned(),
        Note::MovedFrom { path } => format!("was {path}"),
        Note::FieldChanged { field } => format!("{field} changed"),
        Note::LinkCleared { link } => format!("{link} is null now"),
        Note::Freed => "is freed".to_owned(),
        Note::Unlinked => "is not linked afterwards".to_owned(),
        Note::DrawnBefore => "the same node again".to_owned(),
        Note::NoSuchNode => "there is no such node".to_owned(),
        Note::Unreadable => "cannot be read".to_owned(),
    }
}
