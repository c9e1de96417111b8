//! From a request to an outcome: the gates before `Holds`, failures that run again from their text, events, and stops.

mod assumptions;
mod checks;
mod common;
mod events;
mod full_diagrams;
mod kept;
mod parts;
mod replays;
mod statics;
mod stops;
