//! Limits that generated modules keep, so that all engines run them alike.

/// Largest memory of a module, in pages. All engines support at least this, so that growth succeeds and fails in all of
/// them alike.
pub const MAX_PAGES: u32 = 16;
/// Largest table of a module, in elements. See [`MAX_PAGES`].
pub const MAX_ELEMENTS: u32 = 1000;

/// Features that generated modules must avoid because an oracle differs from the machine.
#[derive(Clone, Copy, Debug)]
pub struct Avoid {
    /// NaNs with a payload that WebAssembly leaves open: the oracle chooses another payload than the machine.
    pub open_nans: bool,
    /// Functions with more than three results: the oracle has a bug there.
    pub many_results: bool,
    /// Exceptions: the oracle does not have them.
    pub exceptions: bool,
}

impl Avoid {
    /// No restrictions.
    pub const NOTHING: Self = Self { open_nans: false, many_results: false, exceptions: false };
}
