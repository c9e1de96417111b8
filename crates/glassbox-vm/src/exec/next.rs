//! The program counter of the dispatch loop, as a raw pointer.

use crate::isa::Op;

/// The instruction to execute next. It is a pointer because an index would cost a multiplication by 12 at every step.
#[derive(Clone, Copy)]
pub(super) struct Next(*const Op);

impl Next {
    #[inline(always)]
    pub(super) fn at(code: &[Op], index: u32) -> Self {
        debug_assert!((index as usize) < code.len(), "a target outside the code");
        // SAFETY: targets are indices of instructions; the translator patches all of them.
        Self(unsafe { code.as_ptr().add(index as usize) })
    }

    #[inline(always)]
    pub(super) fn index(self, code: &[Op]) -> u32 {
        // SAFETY: `self` points into `code`, or one past its end.
        unsafe { self.0.offset_from(code.as_ptr()) as u32 }
    }

    /// Number of instructions between a `target` that lies before and this one; none if it does not lie before.
    #[inline(always)]
    pub(super) fn length_back_to(self, target: Self) -> Option<u64> {
        // SAFETY: both point into the module's code.
        (target.0 < self.0).then(|| unsafe { self.0.offset_from(target.0) } as u64)
    }

    /// Returns the instruction and moves on to the one after it.
    #[inline(always)]
    pub(super) fn take<'a>(&mut self, code: &'a [Op]) -> &'a Op {
        debug_assert!((self.index(code) as usize) < code.len(), "ran past the code");
        // SAFETY: every function ends with `Return`, `Jump` or `Unreachable`, so an instruction after which the
        // loop goes on has another one behind it.
        let op = unsafe { &*self.0 };
        // SAFETY: as above; at most one past the end.
        self.0 = unsafe { self.0.add(1) };
        op
    }
}
