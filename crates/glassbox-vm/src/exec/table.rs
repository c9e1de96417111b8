//! Tables of references.

use crate::isa::Trap;

/// A table. An element is 0 for null, or the index of a function plus one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(super) elements: Vec<u64>,
    max: u32,
}

impl Table {
    pub(super) fn new(min: u32, max: u32) -> Self {
        Self { elements: vec![0; min as usize], max }
    }

    pub(super) fn get(&self, index: u32) -> Result<u64, Trap> {
        self.elements.get(index as usize).copied().ok_or(Trap::TableOutOfBounds)
    }

    pub(super) fn set(&mut self, index: u32, value: u64) -> Result<(), Trap> {
        *self.elements.get_mut(index as usize).ok_or(Trap::TableOutOfBounds)? = value;
        Ok(())
    }

    pub(super) fn size(&self) -> u32 {
        self.elements.len() as u32
    }

    /// Grows the table; returns the old size, or none if there is not enough room.
    pub(super) fn grow(&mut self, delta: u32, value: u64) -> Option<u32> {
        let old = self.size();
        let new = old.checked_add(delta).filter(|&new| new <= self.max)?;
        self.elements.resize(new as usize, value);
        Some(old)
    }

    pub(super) fn fill(&mut self, dst: u32, value: u64, len: u32) -> Result<(), Trap> {
        self.range_mut(dst, len)?.fill(value);
        Ok(())
    }

    pub(super) fn write(&mut self, dst: u32, values: &[u64]) -> Result<(), Trap> {
        self.range_mut(dst, u32::try_from(values.len()).map_err(|_| Trap::TableOutOfBounds)?)?.copy_from_slice(values);
        Ok(())
    }

    pub(super) fn range(&self, at: u32, len: u32) -> Result<&[u64], Trap> {
        let at = at as usize;
        self.elements.get(at..at + len as usize).ok_or(Trap::TableOutOfBounds)
    }

    fn range_mut(&mut self, at: u32, len: u32) -> Result<&mut [u64], Trap> {
        let at = at as usize;
        self.elements.get_mut(at..at + len as usize).ok_or(Trap::TableOutOfBounds)
    }
}
