//! The value stack and the calls on it.
//!
//! Frames overlap: the arguments that a caller computes are the first slots of the callee's frame, and the callee leaves
//! its results in the slots where the caller expects them. No call copies a value.

use crate::stop::Panic;
use crate::track::Zeroed;

/// Slots, their shadows, and the frames of the calls in progress.
#[derive(Debug)]
pub(crate) struct Stack<S> {
    pub(super) slots: Vec<u64>,
    pub(super) shadows: Vec<S>,
    /// Callers of the running function, the outermost first.
    pub(super) frames: Vec<Frame>,
    /// Index of the instruction being executed. The loop updates it before host calls and stops, not at every step.
    pub(super) pc: u32,
    pub(super) max_depth: usize,
    /// The panic that the guest has reported last in this run, if panics unwind.
    pub(super) panic: Option<ReportedPanic>,
}

/// A panic, with the offsets in the module's file of the calls in which it happened, the innermost first.
#[derive(Clone, Debug)]
pub(super) struct ReportedPanic {
    pub(super) panic: Panic,
    pub(super) trace: Vec<u32>,
    /// Whether it unwinds. Otherwise the guest ends next.
    pub(super) is_thrown: bool,
}

/// A caller that waits for its callee to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Index of the instruction after the call.
    pub(super) return_pc: u32,
    /// Index of its first slot.
    pub(super) base: u32,
    /// Index after its last slot.
    pub(super) end: u32,
}

impl<S: Zeroed> Stack<S> {
    pub(super) fn new(n_slots: usize, max_depth: usize) -> Self {
        Self { slots: vec![0; n_slots], shadows: S::many(n_slots), frames: Vec::new(), pc: 0, max_depth, panic: None }
    }

    /// Indices of the instructions being executed, the innermost first.
    pub(crate) fn pcs(&self) -> impl Iterator<Item = u32> {
        // Without frames no function of the guest is running: the host has called an imported function directly.
        let running = (!self.frames.is_empty()).then_some(self.pc);
        // The outermost frame is the host's.
        let callers = self.frames.iter().skip(1).rev().map(|frame| frame.return_pc - 1);
        running.into_iter().chain(callers)
    }
}
