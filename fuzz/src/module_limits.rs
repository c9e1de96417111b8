//! Limits that generated modules keep, so that all engines run them alike.

/// Limits that all engines must at least offer. Modules declare maxima below them, so that growth succeeds
/// and fails in all engines alike.
pub const MAX_PAGES: u32 = 16;
/// Most elements of a table. See [`MAX_PAGES`].
pub const MAX_ELEMENTS: u32 = 1000;

/// What a module must keep away from for the sake of an oracle.
#[derive(Clone, Copy, Debug)]
pub struct Avoid {
    /// NaNs whose payload WebAssembly leaves open: the oracle chooses another one than the machine.
    pub open_nans: bool,
    /// Functions with more than three results: the oracle gets them wrong.
    pub many_results: bool,
}

impl Avoid {
    /// Nothing.
    pub const NOTHING: Self = Self { open_nans: false, many_results: false };
}
