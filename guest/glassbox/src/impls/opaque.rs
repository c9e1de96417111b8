//! `Key` and `Val`: each is one cell.

use glassbox_abi::skeleton::CellKind;

use crate::key::Key;
use crate::node::{Show, Visitor};
use crate::plan::Plan;
use crate::structure::Structure;
use crate::val::Val;

// SAFETY: the one cell is the key itself, with keys as patterns.
unsafe impl Structure for Key {
    fn sample(_: &mut Plan) -> Self {
        Self::new(0)
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        plan.key(at);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
        // SAFETY: valid by the caller's promise.
        visitor.key(|| unsafe { this.cast::<u32>().read_unaligned() });
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: valid by the caller's promise.
        show.key(unsafe { this.cast::<u32>().read_unaligned() });
    }

    fn label(&self) -> String {
        self.number().to_string()
    }
}

// SAFETY: the one cell is the value itself, with a value as its only pattern.
unsafe impl Structure for Val {
    fn sample(_: &mut Plan) -> Self {
        Self::new(0)
    }

    unsafe fn describe(at: *mut Self, plan: &mut Plan) {
        let token = plan.token();
        plan.fixed(at, Self::new(token), CellKind::Token);
    }

    unsafe fn visit(this: *const Self, visitor: &mut Visitor) {
        visitor.part(this);
        // SAFETY: valid by the caller's promise.
        visitor.token(|| unsafe { Self::number_at(this) });
    }

    unsafe fn show(this: *const Self, show: &mut Show) {
        // SAFETY: valid by the caller's promise.
        show.token(unsafe { Self::number_at(this) });
    }

    fn label(&self) -> String {
        format!("value {}", self.number())
    }
}
