//! Lays states out in a machine of the oracle's own: from choices to memory.
//!
//! The guest has described the largest state in this machine, with patterns that it made itself, so bytes of addresses are
//! known as such. A state is laid by the plainest rule: blocks that it does not have are freed, all others become undefined,
//! and the cells that exist are copied from their patterns in the order of the record. That shares nothing with the terms that
//! the search writes states with.

use std::sync::Arc;

use glassbox_abi::Skeleton as Record;
use glassbox_abi::names::PLAN_EXPORT_PREFIX;
use glassbox_abi::skeleton::{CellKind, Condition, Count};
use glassbox_vm::exec::{Machine, Refusal, Runtime, Snapshot, Stop, Stopped};
use glassbox_vm::heap::Layout;
use glassbox_vm::module::Module;
use glassbox_vm::track::{NamedByte, Origin, Provenance, Tracker as _};

use super::dependences::{Dependences, Laid};
use super::host::LaidHost;
use super::words::{address_at, write_word};
use crate::guest::Shown;
use crate::planned::{Happened, Planned};
use crate::result::{Bounds, PlanError, StatesError};
use crate::seed::Seed;

/// The largest buffer that is laid out with another capacity than the record has.
const MOST_BYTES: u32 = 1 << 20;

/// The bytes of a pattern.
pub(crate) type Pattern = Vec<NamedByte>;

/// A state as choices: what [`Instance::lay`] writes and a decoder finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Read {
    /// The choices of the record's variables.
    pub(crate) choices: Vec<u32>,
    /// Vectors with another capacity than the chosen one.
    pub(crate) resized: Vec<Resized>,
}

/// A vector with another capacity than those of the described states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resized {
    /// Number of its cell.
    pub(crate) cell: usize,
    /// Its capacity.
    pub(crate) capacity: u32,
}

/// A vector in a pattern: where its words are, and their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    /// Offset of the address in the pattern.
    pub(crate) address_at: u32,
    pub(crate) address: u32,
    /// Offset of the capacity.
    pub(crate) capacity_at: u32,
    pub(crate) capacity: u32,
    pub(crate) len: u32,
}

/// A machine in which states can be laid out and checks can be run.
pub(crate) struct Instance {
    pub(crate) machine: Machine<Provenance>,
    host: Runtime<LaidHost>,
    record: Arc<Record>,
    /// For each cell its patterns.
    patterns: Vec<Vec<Pattern>>,
    start: Snapshot<Provenance>,
    /// Buffers of the record that have another capacity in the state, with the blocks that they lie in instead.
    moved: Vec<Moved>,
    /// What depends on which choices; none if that is not known of all memory.
    pub(super) dependences: Option<Dependences>,
    /// A state that others are laid out from, where they differ.
    pub(super) laid: Option<Laid>,
    /// Questions of all runs up to the last but one, without those about alignment.
    questions_before: Questions,
}

/// A buffer that lies in another block than the record says.
#[derive(Clone, Copy, Debug)]
struct Moved {
    from: u32,
    to: u32,
    size: u32,
}

/// Numbers of questions about the places of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Questions {
    /// How two blocks lie to each other.
    pub(crate) order: u64,
    /// The number of an address.
    pub(crate) raw: u64,
    /// Whether a freed address is used again, or a block begins where another one ends.
    pub(crate) reuse: u64,
    /// Low bits of an address that depend on where its block is.
    pub(crate) alignment: u64,
}

impl Instance {
    /// Lets the guest describe the states of a check.
    pub(crate) fn new(
        module: &Arc<Module>,
        check: &str,
        bounds: &Bounds,
        layout: Layout,
        seed: &Seed,
    ) -> Result<Self, StatesError> {
        let mut host = Runtime { inner: LaidHost { bounds: bounds.clone(), ..LaidHost::default() } };
        let mut machine = Machine::new(module.clone(), Provenance::default(), module.limits(), &mut host)?;
        machine.set_layout(layout);
        set_statics(&mut machine, &seed.bytes);
        let no_plan = || PlanError::NoPlan { check: check.to_owned() };
        let plan = module.exported_function(&format!("{PLAN_EXPORT_PREFIX}{check}")).ok_or_else(no_plan)?;
        let stopped = |stopped: Stopped| PlanError::Stopped { check: check.to_owned(), stopped };
        machine.invoke_tracked(&mut host, plan, &[]).map_err(stopped)?;
        let record = host.inner.plan.take().ok_or_else(|| PlanError::Silent { check: check.to_owned() })?;
        let record = Record::decode(&record).map_err(PlanError::from)?;
        let patterns = patterns(&machine, &record);
        set_statics(&mut machine, &seed.bytes);
        let start = machine.snapshot();
        let dependences = Dependences::of(&record);
        Ok(Self {
            machine,
            host,
            record: Arc::new(record),
            patterns,
            start,
            moved: Vec::new(),
            dependences,
            laid: None,
            questions_before: Questions::default(),
        })
    }

    pub(crate) fn record(&self) -> &Arc<Record> {
        &self.record
    }

    pub(crate) fn patterns(&self) -> &[Vec<Pattern>] {
        &self.patterns
    }

    pub(crate) fn host(&self) -> &LaidHost {
        &self.host.inner
    }

    /// The machine before any state was laid.
    pub(crate) fn restore(&mut self) {
        let start = self.start.clone();
        self.restore_to(&start);
    }

    /// The machine as it was, before a run.
    pub(super) fn restore_to(&mut self, snapshot: &Snapshot<Provenance>) {
        self.machine.restore(snapshot);
        self.moved.clear();
        self.host.inner.begin_run();
    }

    /// Lays out a state, with its arguments.
    pub(crate) fn lay(&mut self, read: &Read) {
        self.restore();
        let record = self.record.clone();
        let Read { choices, resized } = read;
        for block in &record.blocks {
            if holds(&block.condition, choices) {
                (block.address..block.address + block.len)
                    .for_each(|at| self.machine.set_named_byte(at, NamedByte::UNDEFINED));
            } else {
                // A block of the record is one of the heap: the guest has allocated it.
                let _ = self.machine.free_block(block.address);
            }
        }
        (0..record.cells.len()).for_each(|cell| self.lay_cell(cell, choices));
        record.counts.iter().for_each(|count| self.lay_count(count, choices));
        for resized in resized {
            self.resize(resized, choices);
        }
    }

    /// Copies the pattern of a cell of the record, if the state has the cell.
    pub(super) fn lay_cell(&mut self, cell: usize, choices: &[u32]) {
        let (patterns, cell) = (&self.patterns[cell], &self.record.cells[cell]);
        if holds(&cell.condition, choices) {
            let choice = cell.variable.map_or(0, |variable| choices[variable as usize]);
            for (at, byte) in (cell.address..).zip(&patterns[choice as usize]) {
                self.machine.set_named_byte(at, *byte);
            }
        }
    }

    /// Writes a number of positions, if the state has it.
    pub(super) fn lay_count(&mut self, count: &Count, choices: &[u32]) {
        if holds(&count.condition, choices) {
            let counted = count.counted.iter().filter(|condition| holds(condition, choices)).count() as u64;
            for (at, byte) in (count.address..count.address + count.len).zip(counted.to_le_bytes()) {
                self.machine.set_named_byte(at, NamedByte::plain(byte));
            }
        }
    }

    /// Gives a vector a buffer of another capacity.
    fn resize(&mut self, resized: &Resized, choices: &[u32]) {
        let cell = &self.record.cells[resized.cell];
        let choice = cell.variable.map_or(0, |variable| choices[variable as usize]);
        let Some(vector) = vector(&self.patterns[resized.cell][choice as usize]) else { return };
        let Some(old) = self.machine.heap().block_at_or_before(vector.address).cloned() else { return };
        let size = old.size.checked_div(vector.capacity).and_then(|element| element.checked_mul(resized.capacity));
        // A capacity that is no capacity gives another memory, which the comparison sees.
        let Some(size) = size.filter(|size| *size <= MOST_BYTES) else { return };
        let Some(new) = self.machine.make_block(size, old.align) else { return };
        for offset in 0..old.size.min(size) {
            let byte = self.machine.named_byte(old.address + offset);
            self.machine.set_named_byte(new + offset, byte);
        }
        let _ = self.machine.free_block(old.address);
        self.moved.push(Moved { from: old.address, to: new, size });
        write_word(&mut self.machine, cell.address + vector.capacity_at, resized.capacity);
        // All words that lead into the old buffer lead into the new one.
        let live: Vec<(u32, u32)> = self.machine.heap().live().map(|block| (block.address, block.size)).collect();
        for (start, size) in live {
            for at in start..start + size {
                let target = address_at(&self.machine, at);
                let offset = target.and_then(|target| target.checked_sub(old.address));
                if let Some(offset) = offset.filter(|offset| *offset <= old.size) {
                    write_word(&mut self.machine, at, new + offset);
                }
            }
        }
    }

    /// The address in the record for an address in the laid state.
    pub(crate) fn described(&self, at: u32) -> u32 {
        let moved = self.moved.iter().find(|moved| (moved.to..moved.to + moved.size).contains(&at));
        moved.map_or(at, |moved| moved.from + (at - moved.to))
    }

    /// Sets a byte of a pattern, for all states that are laid from now on.
    pub(crate) fn set_pattern_byte(&mut self, cell: usize, choice: u32, offset: usize, byte: NamedByte) {
        self.patterns[cell][choice as usize][offset] = byte;
        self.laid = None;
    }

    /// The fields of a node; none if the function that shows them stops.
    pub(crate) fn show(&mut self, show: u32, node: u32, fuel: u64) -> Option<Vec<Shown>> {
        let function = self.machine.table_function(0, show)?;
        self.machine.set_fuel(fuel);
        self.host.inner.shown.clear();
        let node = self.machine.address(node);
        self.machine.invoke_tracked(&mut self.host, function, &[node]).ok()?;
        Some(std::mem::take(&mut self.host.inner.shown))
    }

    /// Questions of the last run about the places of blocks.
    pub(crate) fn take_questions(&mut self) -> Questions {
        let tracker = self.machine.tracker();
        let (order, raw, reuse) = (tracker.n_order_questions(), tracker.n_raw_questions(), tracker.n_reuse_questions());
        let all = Questions { order, raw: raw - reuse, reuse, alignment: 0 };
        let before = std::mem::replace(&mut self.questions_before, all);
        let alignment = self.machine.take_alignment_questions();
        Questions {
            order: all.order - before.order,
            raw: all.raw - before.raw,
            reuse: all.reuse - before.reuse,
            alignment,
        }
    }

    /// The blocks in which the last run has left a number that was computed from an address, a token or a key; without an address,
    /// the statics.
    pub(crate) fn kept_numbers(&self) -> impl Iterator<Item = Option<u32>> {
        let live = self.machine.heap().live();
        let blocks = live.map(|block| (Some(block.address), block.address..block.address + block.size));
        let all = blocks.chain([(None, self.machine.statics())]);
        all.filter(|(block, range)| self.has_number(*block, range.clone())).map(|(block, _)| block)
    }

    /// Whether there is such a number in a block, or in the statics. Outside of the state, what was there before is not of the run;
    /// the blocks of the state were written when it was laid, so that nothing in them was there before.
    pub(super) fn has_number(&self, block: Option<u32>, mut range: std::ops::Range<u32>) -> bool {
        let is_of_state = || self.record.blocks.iter().any(|laid| Some(laid.address) == block);
        while let Some(at) = self.machine.tracker().number_of_a_name(range.clone()) {
            if self.machine.is_rewritten(at..at + 1) || is_of_state() {
                return true;
            }
            range.start = at + 1;
        }
        false
    }

    /// Where calls on a state decide by the number of an address for the first time.
    pub(crate) fn first_number(
        &mut self,
        state: &Read,
        call: impl FnOnce(&mut Self) -> Result<bool, Stopped>,
    ) -> Option<Stopped> {
        self.lay(state);
        self.machine.tracker_mut().stop_at_numbers(true);
        let end = call(self);
        self.machine.tracker_mut().stop_at_numbers(false);
        end.err().filter(|stopped| stopped.stop == Stop::Refused(Refusal::DecidesByNumber))
    }

    /// [`call`](Self::call) with a disturbance.
    pub(crate) fn call_disturbed(
        &mut self,
        function: u32,
        disturbance: Option<&Arc<Planned>>,
        fuel: u64,
    ) -> (Result<bool, Stopped>, Happened) {
        self.host.inner.places.begin(disturbance);
        let end = self.call(function, fuel);
        let happened = self.host.inner.places.end(end.as_ref().err().map(|stopped| &stopped.stop));
        (end, happened)
    }

    /// Calls a function with the addresses of all arguments. True unless it returns 0.
    pub(crate) fn call(&mut self, function: u32, fuel: u64) -> Result<bool, Stopped> {
        self.machine.set_fuel(fuel);
        let arguments = self.record.arguments.iter().map(|argument| self.machine.address(argument.address));
        let arguments: Vec<_> = arguments.collect();
        let results = self.machine.invoke_tracked(&mut self.host, function, &arguments)?;
        let Some(&result) = results.first() else { return Ok(true) };
        // Code without branches may have computed the result from undefined bits; this reports them.
        let decided = self.machine.tracker_mut().decide(glassbox_vm::track::Decision::Branch, result);
        decided.map_err(|stop| Stopped { stop, trace: Vec::new() })?;
        Ok(result.value != 0)
    }
}

/// Sets bytes of statics. They are numbers, whatever they were computed from.
fn set_statics(machine: &mut Machine<Provenance>, bytes: &[(u32, u8)]) {
    for (at, value) in bytes {
        machine.set_named_byte(*at, NamedByte::plain(*value));
    }
}

/// Whether a condition holds in a state.
pub(crate) fn holds(condition: &Condition, choices: &[u32]) -> bool {
    condition.iter().all(|requirement| requirement.choices.contains(&choices[requirement.variable as usize]))
}

/// The patterns of all cells, with keys and tokens as names.
fn patterns(machine: &Machine<Provenance>, record: &Record) -> Vec<Vec<Pattern>> {
    let of_cell = |cell: &glassbox_abi::skeleton::Cell| {
        let name: Option<fn(u8) -> Origin> = match cell.kind {
            CellKind::Rank | CellKind::Key => Some(Origin::Key),
            CellKind::Token => Some(Origin::Token),
            _ => None,
        };
        let pattern = |&pattern: &u32| {
            let mut bytes: Pattern = (pattern..pattern + cell.len).map(|at| machine.named_byte(at)).collect();
            let number = bytes.iter().take(4).rev().fold(0, |number, byte| number << 8 | u32::from(byte.value));
            for (index, byte) in (0..4).zip(&mut bytes) {
                if let (Some(name), Origin::Data) = (name, byte.origin) {
                    (byte.origin, byte.of) = (name(index), number);
                }
            }
            bytes
        };
        cell.patterns.iter().map(pattern).collect()
    };
    record.cells.iter().map(of_cell).collect()
}

/// A pattern as a vector with a buffer: one address and two numbers.
pub(crate) fn vector(pattern: &[NamedByte]) -> Option<Vector> {
    if pattern.len() != 12 {
        return None;
    }
    let word = |at: usize| {
        let bytes: Vec<u8> = pattern[at..at + 4].iter().map(|byte| byte.value).collect();
        let is_defined = pattern[at..at + 4].iter().all(|byte| byte.undefined == 0);
        Some(u32::from_le_bytes(bytes.try_into().ok()?)).filter(|_| is_defined)
    };
    let is_address = |at: usize| (0..4).all(|i| pattern[at + usize::from(i)].origin == Origin::Address(i));
    let address_at = [0, 4, 8].into_iter().find(|at| is_address(*at))?;
    let mut rest = [0, 4, 8].into_iter().filter(|at| *at != address_at);
    let (first, second) = (rest.next()?, rest.next()?);
    // The capacity comes first in every layout of `Vec` so far; where both are equal it does not matter, and a wrong guess
    // makes a state that does not compare as equal.
    let (capacity_at, len_at) = if word(first)? >= word(second)? { (first, second) } else { (second, first) };
    let offset = |at: usize| u32::try_from(at).unwrap_or(0);
    Some(Vector {
        address_at: offset(address_at),
        address: word(address_at)?,
        capacity_at: offset(capacity_at),
        capacity: word(capacity_at)?,
        len: word(len_at)?,
    })
}
