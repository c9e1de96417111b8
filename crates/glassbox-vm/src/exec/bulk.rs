//! Instructions on ranges of memory, on tables and on references. They are rare, so they are not part of the loop.

use super::machine::Machine;
use super::registers::Registers;
use crate::isa::{Decision, Op, Slot, Trap};
use crate::stop::{Access, Stop};
use crate::track::{Tracked, Tracker};

/// Destination, source (or value) and length of a bulk instruction, all decided.
struct RangeOperands {
    dst: u32,
    src: u32,
    len: u32,
}

/// Bytes of memory, and elements of a table, that one step of fuel pays for.
const BYTES_PER_STEP: u32 = 64;
const ELEMENTS_PER_STEP: u32 = 8;

impl<T: Tracker> Machine<T> {
    #[inline(never)]
    pub(super) fn bulk(&mut self, op: Op, frame: &mut Registers<T::Shadow>) -> Result<(), Stop> {
        match op {
            Op::MemoryCopy { dst, src, len } => {
                let range = self.decide_range(frame, [dst, src, len], [Decision::Address, Decision::Address])?;
                let (to, from) = (frame.tracked(dst), frame.tracked(src));
                self.memory_copy(&range, to, from)
            }
            Op::MemoryFill { dst: at, value, len } => {
                let value = frame.tracked(value);
                let (dst, len) = self.decide_two(frame, at, len)?;
                let to = frame.tracked(at);
                self.memory_fill(dst, to, value, len)
            }
            Op::MemoryInit { dst, src, len, segment } => {
                let range = self.decide_range(frame, [dst, src, len], [Decision::Address, Decision::Address])?;
                self.memory_init(&range, segment as usize)
            }
            Op::DataDrop { segment } => {
                self.n_effects += 1;
                self.dropped_data[segment as usize] = true;
                Ok(())
            }
            Op::RefFunc { dst, function } => {
                frame.set(dst, u64::from(function) + 1, T::Shadow::default());
                Ok(())
            }
            Op::RefIsNull { dst, a } => {
                self.tracker.decide(Decision::TableIndex, frame.tracked(a))?;
                frame.set(dst, u64::from(frame.get(a) == 0), T::Shadow::default());
                Ok(())
            }
            other => self.table_op(other, frame),
        }
    }

    fn table_op(&mut self, op: Op, frame: &mut Registers<T::Shadow>) -> Result<(), Stop> {
        match op {
            Op::TableGet { dst, index, table } => {
                let index = self.decide_index(frame, index)?;
                let value = self.tables[table as usize].get(index)?;
                frame.set(dst, value, T::Shadow::default());
            }
            Op::TableSize { dst, table } => {
                frame.set(dst, u64::from(self.tables[table as usize].size()), T::Shadow::default());
            }
            other => {
                self.tables_written = true;
                self.n_effects += 1;
                self.table_write(other, frame)?;
            }
        }
        Ok(())
    }

    fn table_write(&mut self, op: Op, frame: &mut Registers<T::Shadow>) -> Result<(), Stop> {
        const INDICES: [Decision; 2] = [Decision::TableIndex, Decision::TableIndex];
        match op {
            Op::TableSet { index, value, table } => {
                let index = self.decide_index(frame, index)?;
                self.tracker.decide(Decision::TableIndex, frame.tracked(value))?;
                self.tables[table as usize].set(index, frame.get(value))?;
            }
            Op::TableGrow { dst, value, delta, table } => {
                self.tracker.decide(Decision::TableIndex, frame.tracked(value))?;
                self.tracker.decide(Decision::Size, frame.tracked(delta))?;
                let old = self.tables[table as usize].grow(frame.get(delta) as u32, frame.get(value));
                frame.set(dst, u64::from(old.unwrap_or(u32::MAX)), T::Shadow::default());
            }
            Op::TableFill { dst, value, len, table } => {
                let range = self.decide_range(frame, [dst, value, len], INDICES)?;
                self.tables[table as usize].fill(range.dst, frame.get(value), range.len)?;
                self.charge(range.len / ELEMENTS_PER_STEP)?;
            }
            Op::TableCopy { dst, src, len, tables } => {
                let range = self.decide_range(frame, [dst, src, len], INDICES)?;
                let (to, from) = (tables & 0xffff, tables >> 16);
                let values = self.tables[from as usize].range(range.src, range.len)?.to_vec();
                self.tables[to as usize].write(range.dst, &values)?;
                self.charge(range.len / ELEMENTS_PER_STEP)?;
            }
            Op::TableInit { dst, src, len, table_segment } => {
                let range = self.decide_range(frame, [dst, src, len], INDICES)?;
                let (table, segment) = (table_segment & 0xffff, table_segment >> 16);
                let values = self.segment_range(segment as usize, range.src, range.len)?;
                self.tables[table as usize].write(range.dst, &values)?;
                self.charge(range.len / ELEMENTS_PER_STEP)?;
            }
            Op::ElemDrop { segment } => self.dropped_elements[segment as usize] = true,
            other => unreachable!("{other} is not handled in the dispatch loop"),
        }
        Ok(())
    }

    /// Elements of a segment; a dropped segment is empty.
    fn segment_range(&self, segment: usize, src: u32, len: u32) -> Result<Vec<u64>, Trap> {
        let items = if self.dropped_elements[segment] { &[][..] } else { &self.module.elements[segment].items };
        let items = items.get(src as usize..src as usize + len as usize).ok_or(Trap::TableOutOfBounds)?;
        Ok(items.iter().map(|&item| self.constant(item)).collect())
    }

    fn memory_copy(
        &mut self,
        range: &RangeOperands,
        to: Tracked<T::Shadow>,
        from: Tracked<T::Shadow>,
    ) -> Result<(), Stop> {
        let &RangeOperands { dst, src, len } = range;
        if self.memory.get(src, len).is_none() || self.memory.get(dst, len).is_none() {
            return Err(Trap::MemoryOutOfBounds.into());
        }
        self.charge(len / BYTES_PER_STEP)?;
        if len > 0 {
            self.tracker.copy(&self.memory, dst, src, len)?;
            self.tracker.stays_inside(Access::Read, from, src, len)?;
            self.tracker.stays_inside(Access::Write, to, dst, len)?;
            self.memory.bytes.copy(dst as usize, src as usize, len as usize);
        }
        Ok(())
    }

    fn memory_fill(
        &mut self,
        dst: u32,
        to: Tracked<T::Shadow>,
        value: Tracked<T::Shadow>,
        len: u32,
    ) -> Result<(), Stop> {
        if self.memory.get(dst, len).is_none() {
            return Err(Trap::MemoryOutOfBounds.into());
        }
        self.charge(len / BYTES_PER_STEP)?;
        if len > 0 {
            self.tracker.fill(&self.memory, dst, len, value)?;
            self.tracker.stays_inside(Access::Write, to, dst, len)?;
            self.memory.bytes.write(dst as usize, len as usize).fill(value.value as u8);
        }
        Ok(())
    }

    fn memory_init(&mut self, range: &RangeOperands, segment: usize) -> Result<(), Stop> {
        let &RangeOperands { dst, src, len } = range;
        let module = self.module.clone();
        let bytes = if self.dropped_data[segment] { &[][..] } else { &module.data[segment].bytes };
        let bytes = bytes.get(src as usize..src as usize + len as usize).ok_or(Trap::MemoryOutOfBounds)?;
        if self.memory.get(dst, len).is_none() {
            return Err(Trap::MemoryOutOfBounds.into());
        }
        self.charge(len / BYTES_PER_STEP)?;
        if len > 0 {
            self.tracker.init(&self.memory, dst, len)?;
            self.memory.bytes.write(dst as usize, len as usize).copy_from_slice(bytes);
        }
        Ok(())
    }

    /// Charges steps for a range that is in bounds. A range out of bounds traps instead, however long it is.
    fn charge(&mut self, steps: u32) -> Result<(), Trap> {
        match self.fuel.checked_sub(u64::from(steps)) {
            Some(fuel) => self.fuel = fuel,
            None => self.charge_reserve(steps.into())?,
        }
        Ok(())
    }

    fn decide_index(&mut self, frame: &Registers<T::Shadow>, index: Slot) -> Result<u32, Stop> {
        self.tracker.decide(Decision::TableIndex, frame.tracked(index))?;
        Ok(frame.get(index) as u32)
    }

    fn decide_two(&mut self, frame: &Registers<T::Shadow>, dst: Slot, len: Slot) -> Result<(u32, u32), Stop> {
        self.tracker.decide(Decision::Size, frame.tracked(len))?;
        self.tracker.decide(Decision::Address, frame.tracked(dst))?;
        Ok((frame.get(dst) as u32, frame.get(len) as u32))
    }

    fn decide_range(
        &mut self,
        frame: &Registers<T::Shadow>,
        [dst, src, len]: [Slot; 3],
        [for_dst, for_src]: [Decision; 2],
    ) -> Result<RangeOperands, Stop> {
        self.tracker.decide(Decision::Size, frame.tracked(len))?;
        self.tracker.decide(for_dst, frame.tracked(dst))?;
        self.tracker.decide(for_src, frame.tracked(src))?;
        Ok(RangeOperands { dst: frame.get(dst) as u32, src: frame.get(src) as u32, len: frame.get(len) as u32 })
    }
}
