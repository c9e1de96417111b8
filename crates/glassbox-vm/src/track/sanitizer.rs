//! stub
use super::{Decision, Tracked, Tracker};
/// x
#[derive(Debug)]
pub struct Sanitizer;
