//! The tracker that tracks nothing.

use super::extension::Extension;
use super::tracker::Tracker;
use super::value::{Place, Tracked};
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::Memory;
use crate::stop::Stop;

/// Plain execution. All hooks are empty, and the compiler removes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Tracker for Concrete {
    type Shadow = ();
    type Snapshot = ();

    #[inline(always)]
    fn unary(&mut self, _: UnaryOp, _: Tracked<()>, _: u64) {}

    #[inline(always)]
    fn binary(&mut self, _: BinaryOp, _: Tracked<()>, _: Tracked<()>, _: u64) {}

    #[inline(always)]
    fn select(&mut self, _: Tracked<()>, _: Tracked<()>, _: Tracked<()>) {}

    #[inline(always)]
    fn decide(&mut self, _: Decision, _: Tracked<()>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn decide_unary_trap(&mut self, _: UnaryOp, _: Tracked<()>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn decide_binary_trap(&mut self, _: BinaryOp, _: Tracked<()>, _: Tracked<()>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn decide_comparison(&mut self, _: BinaryOp, _: Tracked<()>, _: Tracked<()>, _: bool) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn decide_switch(&mut self, _: Tracked<()>, _: u32, _: &[u32]) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn load(&mut self, _: &Memory, _: Place<()>, _: Extension) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn store(&mut self, _: &Memory, _: Place<()>, _: Tracked<()>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn copy(&mut self, _: &Memory, _: u32, _: u32, _: u32) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn fill(&mut self, _: &Memory, _: u32, _: u32, _: Tracked<()>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn init(&mut self, _: &Memory, _: u32, _: u32) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn host_reads(&mut self, _: &Memory, _: u32, _: u32) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn grown(&mut self, _: usize) {}

    fn snapshot(&mut self) {}

    fn restore(&mut self, (): &()) {}
}
