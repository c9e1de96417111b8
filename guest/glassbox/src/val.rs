//! A value that must be dropped exactly once.

use glassbox_abi::skeleton::CellKind;

use crate::host;
use crate::links::Links;
use crate::plan::Plan;
use crate::show::Show;
use crate::structure::Structure;

/// A value that can be moved, compared and dropped, and that the host watches: one that is dropped twice or gets lost
/// is a finding.
///
/// Use it for the value type of a collection. It cannot be made: values come with the state and as arguments, each
/// with a number that no other has.
#[derive(Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Val(u32);

impl Val {
    pub(crate) fn new(token: u32) -> Self {
        Self(token)
    }

    pub(crate) fn number(&self) -> u32 {
        self.0
    }
}

impl Drop for Val {
    fn drop(&mut self) {
        host::dropped(self.0);
    }
}

// SAFETY: the one cell is the value itself, with a value as its only pattern.
unsafe impl Structure for Val {
    fn sample(_: &mut Plan) -> Self {
        Self(0)
    }

    unsafe fn lay(at: *mut Self, plan: &mut Plan) {
        let token = plan.token();
        plan.fixed(at, Self(token), CellKind::Token);
    }

    unsafe fn links(this: *const Self, links: &mut Links) {
        // SAFETY: valid by the caller's promise.
        links.token(|| unsafe { this.cast::<u32>().read_unaligned() });
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: valid by the caller's promise.
        show.token(unsafe { this.cast::<u32>().read_unaligned() });
    }

    fn label(&self) -> String {
        format!("value {}", self.0)
    }
}
