//! The tracker that detects memory errors.
//!
//! It knows the undefined bits of every slot and byte, and for every byte whether it may be accessed. It reports an access
//! outside the heap's blocks at once. Undefined bits are different: to copy, move or compute with them is no error (rustc
//! loads the payload of an enum before it looks at the tag, and masks it afterwards), so the sanitizer reports them only when
//! a decision depends on them. A branch whose two ways meet is no decision; see `exec/meeting.rs`.
//!
//! The rules for bits are in `bits.rs`. They follow Memcheck (Seward and Nethercote, 2005): exact for bit operations, and for
//! addition, subtraction and comparison as exact as an interval of possible values is. They never call an undefined bit
//! defined; where they call a defined bit undefined, that may raise a false alarm, and the programs under `tests/pass` show
//! that rustc's output does not trigger it.
//!
//! Memory below the stack pointer belongs to no local: an access there goes through a null pointer plus an offset, or to a
//! local that is gone. LLVM has one exception. A function that calls no other and needs at most 128 bytes uses them below
//! the stack pointer without moving it. The translator recognises such functions: they read the stack pointer and never
//! write it. [`Tracker::leaf_frame`] opens these bytes until the function returns.
//!
//! LIMIT (misses bugs): blocks have no inner borders, so the sanitizer does not detect an access outside a field but inside
//! its block, or anywhere above the stack pointer on the stack. Shown by `accesses_inside_a_block_are_not_told_apart`.

use super::bits;
use super::extension::Extension;
use super::tracker::Tracker;
use super::value::{Place, Tracked};
use super::written_words::WORD;
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::{GuestAddr, Memory, PAGE, Paged, PagedSnapshot, n_zeros};
use crate::stop::{Access, MemoryError, MemoryErrorKind, Stop};

/// An access below this address is one through a null pointer with an offset. The stack grows down to 0, so it loses its last
/// bytes.
const NULL_PAGE: u32 = 4096;

/// Number of bytes below the stack pointer that LLVM lets a leaf function use.
const LEAF_ZONE: u32 = 128;

/// Marks of bytes: whether they may be accessed.
mod mark {
    /// May be accessed.
    pub(super) const OPEN: u8 = 0;
    /// Part of the heap, but not of a block.
    pub(super) const NO_BLOCK: u8 = 1;
    /// Part of a block that was freed.
    pub(super) const FREED: u8 = 2;
    /// Near address 0.
    pub(super) const NULL: u8 = 3;
    /// Part of a block that another tracker guards: it knows whether the byte may be accessed.
    pub(super) const GUARDED: u8 = 4;
    /// May be read, but not written: part of an immutable static. A bit of its own, so that reads can mask it.
    pub(super) const READ_ONLY: u8 = 0x80;
}

/// Detects memory errors. See the module's documentation.
#[derive(Debug)]
pub struct Sanitizer {
    /// The undefined bits of each byte of memory.
    undefined: Paged,
    /// The mark of each byte of memory.
    marks: Paged,
    /// The address from which the guest's stack grows down.
    stack_top: u32,
    /// Whether the stack begins at address 0, so that all memory below the stack pointer belongs to it.
    stack_is_first: bool,
    /// Nothing below this address may be accessed: the stack pointer, or the end of a leaf function's frame below it.
    lowest: u32,
}

/// A snapshot of a [`Sanitizer`].
#[derive(Clone, Debug)]
pub struct SanitizerSnapshot {
    undefined: PagedSnapshot,
    marks: PagedSnapshot,
    lowest: u32,
}

impl Default for Sanitizer {
    fn default() -> Self {
        Self { undefined: Paged::new(0, 0), marks: Paged::new(0, 0), stack_top: 0, stack_is_first: false, lowest: 0 }
    }
}

impl Sanitizer {
    /// Whether the run may access all `len` bytes at `address` in this way.
    #[inline(always)]
    pub(super) fn allows(&self, access: Access, address: u32, len: u32) -> bool {
        let at = address as usize;
        let marks = match len {
            1 => u64::from(self.marks.array::<1>(at)[0]),
            2 => u64::from(u16::from_le_bytes(self.marks.array(at))),
            4 => u64::from(u32::from_le_bytes(self.marks.array(at))),
            8 => u64::from_le_bytes(self.marks.array(at)),
            _ => self.marks.as_slice()[at..at + len as usize].iter().fold(0, |all, mark| all | u64::from(*mark)),
        };
        let ignored = if access == Access::Read { u64::from_le_bytes([mark::READ_ONLY; 8]) } else { 0 };
        marks & !ignored == 0 && address >= self.lowest
    }

    /// Stops the run unless all `len` bytes at `address` may be accessed.
    #[inline(always)]
    pub(super) fn check(&self, access: Access, address: u32, len: u32) -> Result<(), Stop> {
        if self.allows(access, address, len) { Ok(()) } else { Err(self.error(access, address, len)) }
    }

    #[cold]
    fn error(&self, access: Access, address: u32, len: u32) -> Stop {
        let marks = &self.marks.as_slice()[address as usize..address as usize + len as usize];
        let is_bad = |mark: &u8| *mark != mark::OPEN && (access == Access::Write || *mark != mark::READ_ONLY);
        let bad = marks.iter().copied().find(is_bad).unwrap_or(mark::OPEN);
        let address = GuestAddr(address);
        let kind = match bad {
            mark::NULL => MemoryErrorKind::Null { access, address },
            mark::FREED => MemoryErrorKind::UseAfterFree { access, address, len },
            mark::GUARDED => MemoryErrorKind::OutOfReach { access, address },
            mark::READ_ONLY => MemoryErrorKind::ReadOnly { address, len },
            mark::OPEN => MemoryErrorKind::BelowStack { access, address, len },
            _ => MemoryErrorKind::OutOfBounds { access, address, len },
        };
        MemoryError { kind, block: None }.into()
    }

    /// Undefined bits of `len` bytes, the first byte lowest.
    #[inline(always)]
    pub(super) fn undefined_bits(&self, address: u32, len: u32) -> u64 {
        let at = address as usize;
        match len {
            1 => u64::from(self.undefined.array::<1>(at)[0]),
            2 => u64::from(u16::from_le_bytes(self.undefined.array(at))),
            4 => u64::from(u32::from_le_bytes(self.undefined.array(at))),
            8 => u64::from_le_bytes(self.undefined.array(at)),
            len => {
                let mut bytes = [0; 8];
                bytes[..len as usize].copy_from_slice(&self.undefined.as_slice()[at..at + len as usize]);
                u64::from_le_bytes(bytes)
            }
        }
    }

    /// Sets the undefined bits of `len` bytes, the first byte lowest.
    #[inline(always)]
    pub(super) fn plant(&mut self, address: u32, len: u32, undefined: u64) {
        let at = address as usize;
        match len {
            1 => self.undefined.set_array(at, [undefined as u8]),
            2 => self.undefined.set_array(at, (undefined as u16).to_le_bytes()),
            4 => self.undefined.set_array(at, (undefined as u32).to_le_bytes()),
            8 => self.undefined.set_array(at, undefined.to_le_bytes()),
            len => {
                let bytes = &undefined.to_le_bytes()[..len as usize];
                self.undefined.write(at, bytes.len()).copy_from_slice(bytes);
            }
        }
    }

    pub(super) fn is_defined(&self, range: std::ops::Range<u32>) -> bool {
        self.undefined.as_slice()[range.start as usize..range.end as usize].iter().all(|&bits| bits == 0)
    }

    /// Number of bytes at the beginning of a range without an undefined bit.
    pub(super) fn n_defined(&self, range: std::ops::Range<u32>) -> u32 {
        n_zeros(&self.undefined.as_slice()[range.start as usize..range.end as usize]) as u32
    }

    /// Whether the undefined bits of bytes in a range are known to be those of a snapshot.
    pub(super) fn shares(&self, snapshot: &SanitizerSnapshot, range: std::ops::Range<usize>) -> bool {
        self.undefined.shares(&snapshot.undefined, range)
    }

    /// Indices of pages in which undefined bits may differ from the last snapshot or restore.
    pub(super) fn dirty_indices(&self) -> impl Iterator<Item = u32> {
        self.undefined.dirty_indices()
    }

    /// Whether the undefined bits of bytes in a range differ from the last snapshot or restore.
    pub(super) fn is_rewritten(&self, range: std::ops::Range<usize>) -> bool {
        self.undefined.written(range).any(|part| !part.is_same())
    }

    /// The undefined bits and the marks, each with its snapshot.
    pub(super) fn arrays<'a>(&'a self, snapshot: &'a SanitizerSnapshot) -> [(&'a Paged, &'a PagedSnapshot); 2] {
        [(&self.undefined, &snapshot.undefined), (&self.marks, &snapshot.marks)]
    }

    /// [`Self::arrays`], to be restored.
    pub(super) fn arrays_mut<'a>(
        &'a mut self,
        snapshot: &'a SanitizerSnapshot,
    ) -> [(&'a mut Paged, &'a PagedSnapshot); 2] {
        [(&mut self.undefined, &snapshot.undefined), (&mut self.marks, &snapshot.marks)]
    }

    pub(super) fn lowest(&self) -> u32 {
        self.lowest
    }

    pub(super) fn restore_lowest(&mut self, lowest: u32) {
        self.lowest = lowest;
    }

    /// Whether the address is in bounds and its byte may be read.
    pub(super) fn is_open_byte(&self, address: u32) -> bool {
        self.marks.as_slice().get(address as usize).is_some_and(|mark| matches!(*mark, mark::OPEN | mark::READ_ONLY))
    }

    pub(super) fn memory_len(&self) -> usize {
        self.undefined.len()
    }

    /// Closes a block: from now on the caller decides whether the run may access it.
    pub(super) fn close(&mut self, range: std::ops::Range<u32>) {
        self.set_marks(range, mark::GUARDED);
    }

    /// Whether a word may hold something that the rest of the run can read: not below the stack pointer, and not in a local of which all bits
    /// are undefined, as those of the stack are at the start.
    pub(super) fn may_matter(&self, address: u32) -> bool {
        address >= self.lowest
            && !(self.stack_is_first
                && address + WORD <= self.stack_top
                && self.undefined_bits(address, WORD) == u64::from(u32::MAX))
    }

    /// Opens a closed block.
    pub(super) fn open(&mut self, range: std::ops::Range<u32>) {
        self.set_marks(range, mark::OPEN);
    }

    fn set_undefined(&mut self, range: std::ops::Range<u32>, undefined: bool) {
        let len = self.undefined.len() as u32;
        let (start, end) = (range.start.min(len), range.end.min(len));
        if start < end {
            self.undefined.write(start as usize, (end - start) as usize).fill(if undefined { 0xff } else { 0 });
        }
    }

    /// Forbids accesses to the stack below `address`.
    #[inline(always)]
    fn set_lowest(&mut self, address: u32) {
        self.lowest = if self.stack_is_first { address } else { 0 };
    }

    fn set_marks(&mut self, range: std::ops::Range<u32>, mark: u8) {
        let len = self.marks.len() as u32;
        let (start, end) = (range.start.min(len), range.end.min(len));
        if start < end {
            self.marks.write(start as usize, (end - start) as usize).fill(mark);
        }
    }
}

/// The bytes below the stack pointer that a leaf function may have written before it returned.
#[inline(always)]
pub(super) fn leaf_zone(stack_pointer: u32) -> std::ops::Range<u32> {
    stack_pointer.saturating_sub(LEAF_ZONE)..stack_pointer
}

#[cold]
fn undefined(decision: Decision) -> Stop {
    MemoryError { kind: MemoryErrorKind::Undefined { decision }, block: None }.into()
}

impl Tracker for Sanitizer {
    /// The undefined bits of the slot.
    type Shadow = u64;
    type Snapshot = SanitizerSnapshot;

    const TRACES: bool = true;

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, a: Tracked<u64>, _: u64) -> u64 {
        if a.shadow == 0 { 0 } else { bits::unary(op, a) }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>, _: u64) -> u64 {
        if a.shadow | b.shadow == 0 { 0 } else { bits::binary(op, a, b) }
    }

    #[inline(always)]
    fn select(&mut self, condition: Tracked<u64>, a: Tracked<u64>, b: Tracked<u64>) -> u64 {
        bits::select(condition, a, b)
    }

    #[inline(always)]
    fn decide(&mut self, decision: Decision, value: Tracked<u64>) -> Result<(), Stop> {
        let is_undefined = if decision == Decision::Branch { self.is_open(value) } else { value.shadow != 0 };
        if is_undefined { Err(undefined(decision)) } else { Ok(()) }
    }

    #[inline(always)]
    fn decide_unary_trap(&mut self, _: UnaryOp, a: Tracked<u64>) -> Result<(), Stop> {
        self.decide(Decision::TrapOperand, a)
    }

    #[inline(always)]
    fn decide_binary_trap(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>) -> Result<(), Stop> {
        if a.shadow | b.shadow == 0 || !bits::trap_is_open(op, a, b) {
            return Ok(());
        }
        Err(undefined(Decision::TrapOperand))
    }

    #[inline(always)]
    fn is_open(&mut self, condition: Tracked<u64>) -> bool {
        condition.shadow != 0 && !bits::truth_is_known(condition)
    }

    #[inline(always)]
    fn is_open_comparison(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>) -> bool {
        a.shadow | b.shadow != 0 && bits::binary(op, a, b) != 0
    }

    #[inline(always)]
    fn decide_comparison(&mut self, op: BinaryOp, a: Tracked<u64>, b: Tracked<u64>, _: bool) -> Result<(), Stop> {
        if self.is_open_comparison(op, a, b) { Err(undefined(Decision::Branch)) } else { Ok(()) }
    }

    #[inline(always)]
    fn decide_switch(&mut self, index: Tracked<u64>, _: u32, _: &[u32]) -> Result<(), Stop> {
        self.decide(Decision::Switch, index)
    }

    #[inline(always)]
    fn load(&mut self, _: &Memory, place: Place<u64>, extension: Extension) -> Result<u64, Stop> {
        let Place { base, address, len, .. } = place;
        self.decide(Decision::Address, base)?;
        self.check(Access::Read, address, len)?;
        let undefined = self.undefined_bits(address, len);
        Ok(if undefined == 0 { 0 } else { extension.of(undefined, len * 8) })
    }

    #[inline(always)]
    fn store(&mut self, _: &Memory, place: Place<u64>, value: Tracked<u64>) -> Result<(), Stop> {
        let Place { base, address, len, .. } = place;
        self.decide(Decision::Address, base)?;
        self.check(Access::Write, address, len)?;
        self.plant(address, len, value.shadow);
        Ok(())
    }

    fn copy(&mut self, _: &Memory, dst: u32, src: u32, len: u32) -> Result<(), Stop> {
        self.check(Access::Read, src, len)?;
        self.check(Access::Write, dst, len)?;
        self.undefined.copy(dst as usize, src as usize, len as usize);
        Ok(())
    }

    fn fill(&mut self, _: &Memory, dst: u32, len: u32, value: Tracked<u64>) -> Result<(), Stop> {
        self.check(Access::Write, dst, len)?;
        self.undefined.write(dst as usize, len as usize).fill(value.shadow as u8);
        Ok(())
    }

    fn init(&mut self, _: &Memory, dst: u32, len: u32) -> Result<(), Stop> {
        self.check(Access::Write, dst, len)?;
        self.set_undefined(dst..dst + len, false);
        Ok(())
    }

    fn host_reads(&mut self, _: &Memory, address: u32, len: u32) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        self.check(Access::Read, address, len)?;
        let undefined_bits = &self.undefined.as_slice()[address as usize..(address + len) as usize];
        if undefined_bits.iter().any(|&bits| bits != 0) { Err(undefined(Decision::Host)) } else { Ok(()) }
    }

    fn grown(&mut self, len: usize) {
        debug_assert_eq!(len % PAGE, 0);
        if len > self.undefined.len() {
            self.undefined.grow(len, 0);
            self.marks.grow(len, mark::OPEN);
        }
    }

    fn stack_at(&mut self, stack_pointer: u32, is_first: bool) {
        (self.stack_top, self.stack_is_first) = (stack_pointer, is_first);
        self.set_lowest(stack_pointer);
        self.set_marks(0..NULL_PAGE, mark::NULL);
        self.set_undefined(NULL_PAGE..stack_pointer, true);
    }

    fn read_only(&mut self, range: std::ops::Range<u32>) {
        self.set_marks(range, mark::READ_ONLY);
    }

    fn stack_moved(&mut self, old: u32, new: u32) -> Result<(), Stop> {
        // A frame that does not fit moves the pointer too low, or past 0 and so too high.
        if new < NULL_PAGE || new > self.stack_top {
            return Err(MemoryError { kind: MemoryErrorKind::StackOverflow, block: None }.into());
        }
        // Moving up leaves a frame, whose bytes become undefined. Moving down enters one; its bytes are undefined already.
        self.set_undefined(old..new.max(old), true);
        self.set_lowest(new);
        Ok(())
    }

    #[inline(always)]
    fn leaf_frame(&mut self, stack_pointer: u32) {
        self.set_lowest(leaf_zone(stack_pointer).start);
    }

    #[inline(always)]
    fn returned(&mut self, stack_pointer: u32) {
        self.set_undefined(leaf_zone(stack_pointer), true);
        self.set_lowest(stack_pointer);
    }

    fn heap_reserved(&mut self, range: std::ops::Range<u32>) {
        self.set_marks(range, mark::NO_BLOCK);
    }

    fn heap_allocated(&mut self, address: u32, size: u32) {
        self.set_marks(address..address + size, mark::OPEN);
        self.set_undefined(address..address + size, true);
    }

    fn heap_freed(&mut self, address: u32, size: u32) {
        self.set_marks(address..address + size, mark::FREED);
    }

    fn snapshot(&mut self) -> SanitizerSnapshot {
        SanitizerSnapshot { undefined: self.undefined.snapshot(), marks: self.marks.snapshot(), lowest: self.lowest }
    }

    fn restore(&mut self, snapshot: &SanitizerSnapshot) {
        self.undefined.restore(&snapshot.undefined);
        self.marks.restore(&snapshot.marks);
        self.lowest = snapshot.lowest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitizer_with_block(address: u32, size: u32) -> (Sanitizer, Memory) {
        let mut sanitizer = Sanitizer::default();
        let memory = Memory::new(1, 1);
        sanitizer.grown(memory.bytes().len());
        sanitizer.heap_reserved(0x8000..0x1_0000);
        sanitizer.heap_allocated(address, size);
        (sanitizer, memory)
    }

    fn at(address: u32, len: u32) -> Place<u64> {
        Place { base: Tracked { value: u64::from(address), shadow: 0 }, offset: 0, address, len }
    }

    fn kind(result: Result<u64, Stop>) -> Option<MemoryErrorKind> {
        match result {
            Ok(_) => None,
            Err(Stop::Memory(error)) => Some(error.kind),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn a_block_ends_to_the_byte() {
        let (mut sanitizer, memory) = sanitizer_with_block(0x9000, 13);
        for len in [1, 2, 4, 8] {
            assert_eq!(kind(sanitizer.load(&memory, at(0x9000 + 13 - len, len), Extension::Zero)), None);
            let past =
                MemoryErrorKind::OutOfBounds { access: Access::Read, address: GuestAddr(0x9000 + 14 - len), len };
            assert_eq!(kind(sanitizer.load(&memory, at(0x9000 + 14 - len, len), Extension::Zero)), Some(past));
            let before = MemoryErrorKind::OutOfBounds { access: Access::Read, address: GuestAddr(0x8fff), len };
            assert_eq!(kind(sanitizer.load(&memory, at(0x8fff, len), Extension::Zero)), Some(before));
        }
        sanitizer.heap_freed(0x9000, 13);
        let freed = MemoryErrorKind::UseAfterFree { access: Access::Read, address: GuestAddr(0x9004), len: 4 };
        assert_eq!(kind(sanitizer.load(&memory, at(0x9004, 4), Extension::Zero)), Some(freed));
    }

    #[test]
    fn undefined_bits_travel_through_memory_and_stop_at_decisions() {
        let (mut sanitizer, memory) = sanitizer_with_block(0x9000, 16);
        let half = Tracked { value: 0, shadow: 0xffff_0000 };
        sanitizer.store(&memory, at(0x9000, 4), half).unwrap();
        assert_eq!(
            sanitizer.load(&memory, at(0x9002, 1), Extension::SignTo64).unwrap(),
            u64::MAX,
            "sign extension spreads them"
        );
        sanitizer.copy(&memory, 0x9008, 0x9000, 4).unwrap();
        let shadow = sanitizer.load(&memory, at(0x9008, 4), Extension::Zero).unwrap();
        assert_eq!(shadow, 0xffff_0000);
        assert!(sanitizer.decide(Decision::Address, Tracked { value: 0, shadow }).is_err());
        assert!(sanitizer.decide(Decision::Branch, Tracked { value: 0, shadow }).is_err());
        // One defined bit is set: whatever the others are, the condition is true.
        assert!(sanitizer.decide(Decision::Branch, Tracked { value: 1, shadow }).is_ok());
    }

    #[test]
    fn immutable_statics_are_read_and_not_written() {
        let (mut sanitizer, memory) = sanitizer_with_block(0x9000, 16);
        sanitizer.read_only(0x4000..0x4010);
        let value = Tracked { value: 7, shadow: 0 };
        for len in [1, 2, 4, 8] {
            assert_eq!(kind(sanitizer.load(&memory, at(0x4010 - len, len), Extension::Zero)), None);
            let wrong = MemoryErrorKind::ReadOnly { address: GuestAddr(0x400f), len };
            assert_eq!(kind(sanitizer.store(&memory, at(0x400f, len), value).map(|()| 0)), Some(wrong));
            assert_eq!(kind(sanitizer.store(&memory, at(0x4010, len), value).map(|()| 0)), None);
        }
        assert_eq!(kind(sanitizer.copy(&memory, 0x9000, 0x4000, 16).map(|()| 0)), None);
        let wrong = MemoryErrorKind::ReadOnly { address: GuestAddr(0x3ff8), len: 9 };
        assert_eq!(kind(sanitizer.copy(&memory, 0x3ff8, 0x9000, 9).map(|()| 0)), Some(wrong.clone()));
        assert_eq!(kind(sanitizer.fill(&memory, 0x3ff8, 9, value).map(|()| 0)), Some(wrong));
    }

    #[test]
    fn memory_below_the_stack_pointer_belongs_to_no_local() {
        let (mut sanitizer, memory) = sanitizer_with_block(0x9000, 16);
        sanitizer.stack_at(0x4000, true);
        let found = |sanitizer: &mut Sanitizer, address| kind(sanitizer.load(&memory, at(address, 4), Extension::Zero));
        let below =
            |address| Some(MemoryErrorKind::BelowStack { access: Access::Read, address: GuestAddr(address), len: 4 });
        sanitizer.stack_moved(0x4000, 0x3f00).unwrap();
        assert_eq!(found(&mut sanitizer, 0x3f00), None);
        assert_eq!(found(&mut sanitizer, 0x3efe), below(0x3efe));
        assert_eq!(found(&mut sanitizer, 12_000), below(12_000));
        let null = MemoryErrorKind::Null { access: Access::Read, address: GuestAddr(12) };
        assert_eq!(found(&mut sanitizer, 12), Some(null));
        // A leaf function has 128 bytes more, until it returns.
        sanitizer.leaf_frame(0x3f00);
        assert_eq!(found(&mut sanitizer, 0x3e80), None);
        assert_eq!(found(&mut sanitizer, 0x3e7c), below(0x3e7c));
        sanitizer.returned(0x3f00);
        assert_eq!(found(&mut sanitizer, 0x3e80), below(0x3e80));
        // The frame is left, and restored.
        let kept = sanitizer.snapshot();
        sanitizer.stack_moved(0x3f00, 0x4000).unwrap();
        assert_eq!(found(&mut sanitizer, 0x3f00), below(0x3f00));
        sanitizer.restore(&kept);
        assert_eq!(found(&mut sanitizer, 0x3f00), None);
        // With data below the stack nothing is known.
        sanitizer.stack_at(0x4000, false);
        assert_eq!(found(&mut sanitizer, 0x3000), None);
    }

    #[test]
    fn accesses_inside_a_block_are_not_told_apart() {
        let (mut sanitizer, memory) = sanitizer_with_block(0x9000, 16);
        // Two arrays of 8 bytes in one struct: past the first is inside the block.
        let value = Tracked { value: 7, shadow: 0 };
        assert!(sanitizer.store(&memory, at(0x9008, 1), value).is_ok());
    }
}
