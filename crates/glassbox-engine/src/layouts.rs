//! Runs in other layouts of memory.
//!
//! Where the allocator puts blocks says nothing about a structure, so a run must end the same way wherever they are. Each
//! class is run once more, in a machine that knows which values are addresses. If nothing that the run decided depends on where
//! blocks are, it goes the same way in every layout, and there is nothing to do. Otherwise it is run again: if it asked which of
//! two blocks comes first, with each block before the last one; if it asked for low bits of an address that the alignment of
//! its block leaves open, with blocks aligned to 1, 2, 4 and 8 and no better; if it compared the address of a freed block, with
//! freed blocks used again. Each of these is a real execution: if it fails, the check fails. If it leaves other memory, up to
//! the names of blocks, the result depends on addresses, and nothing is known. A run that decides by the number of an address, as
//! hashing does, or keeps a number that was computed from one, is unknown in any case: its memory is judged for these addresses
//! only.
//!
//! A run that asks nothing about where blocks are stands for its class: all states of it take the same path in every layout. So does one that asks, if it
//! does the same in the other layouts: the same instructions on the same bytes of the same blocks, with the same answers to all such questions. (std asks before
//! each copy whether two ranges overlap, which they do nowhere.) Any other run stands for its own state only. In another layout it takes another path, and what
//! it asks there is not among the decisions that make the class: another state of the class could fail there.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use glassbox_vm::exec::{Configuration, NoteAt, Stopped};
use glassbox_vm::heap::{Block, Layout};
use glassbox_vm::module::Module;
use glassbox_vm::track::{NamedByte, Origin, Step};

use crate::laid::{Instance, Name, Questions, Read, name_at};
use crate::planned::Planned;
use crate::result::{Bounds, Finding, OtherLayout, Unfinished};
use crate::seed::Seed;
use crate::user_function::unfinished;

/// Runs a check in several layouts.
pub(crate) struct Layouts {
    module: Arc<Module>,
    check: String,
    bounds: Bounds,
    /// The seed of std's hashers.
    seed: Seed,
    instances: BTreeMap<Layout, Instance>,
    /// Whether the last run does something else where blocks are elsewhere.
    is_alone: bool,
    /// The configurations of the last run, if it asked nothing about addresses and kept no number of one.
    configurations: Option<Vec<Configuration>>,
}

/// The calls of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calls<'a> {
    /// The exported function that is run.
    pub(crate) function: u32,
    /// What goes wrong in it.
    pub(crate) disturbance: Option<&'a Arc<Planned>>,
    /// The exported function that then drops the structures.
    pub(crate) drop: Option<u32>,
    pub(crate) fuel: u64,
    /// Numbers of the calls and returns at which the run's configurations are noted.
    pub(crate) noted: Option<&'a [u64]>,
}

/// How a state behaves in other layouts.
#[derive(Debug)]
pub(crate) enum InLayouts {
    /// As in the first one.
    Alike,
    /// It fails.
    Fails(Finding),
    /// It leaves other memory.
    Differs,
    /// It leaves a number that was computed from an address, perhaps where a value has no bytes.
    KeepsNumber {
        /// Whether all such numbers are in the memory of the arguments themselves, not in other blocks or statics.
        in_arguments: bool,
    },
    /// It decides by the number of an address, which has too many values to try.
    ByNumber(Option<Unfinished>),
    /// Its states cannot be laid out there.
    NoStates,
}

impl std::fmt::Debug for Layouts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layouts").field("check", &self.check).finish_non_exhaustive()
    }
}

impl Layouts {
    /// Machines for a check are made when they are needed.
    pub(crate) fn new(module: &Arc<Module>, check: &str, bounds: &Bounds, seed: &Seed) -> Self {
        let (module, check, bounds, seed) = (module.clone(), check.to_owned(), bounds.clone(), seed.clone());
        Self { module, check, bounds, seed, instances: BTreeMap::new(), is_alone: false, configurations: None }
    }

    /// Makes calls on the state with these choices. They are known to hold in the first layout.
    pub(crate) fn run(&mut self, calls: &Calls<'_>, choices: &[u32]) -> InLayouts {
        (self.is_alone, self.configurations) = (false, None);
        let state = Read { choices: choices.to_vec(), resized: Vec::new() };
        let Some((first, questions)) = self.run_in(Layout::Upward, calls, &state) else {
            return InLayouts::NoStates;
        };
        if let Some(finding) = first {
            return InLayouts::Fails(finding);
        }
        let noted = self.instances.get_mut(&Layout::Upward).and_then(|first| first.machine.take_configurations());
        let first = self.instances.get(&Layout::Upward);
        let kept = first.and_then(|first| {
            let is_argument = |block| first.record().arguments.iter().any(|argument| Some(argument.address) == block);
            let blocks = first.kept_numbers_since_laid();
            let in_arguments = blocks.iter().all(|block| is_argument(*block));
            (!blocks.is_empty()).then_some(InLayouts::KeepsNumber { in_arguments })
        });
        // Until all other layouts are known.
        self.is_alone = questions != Questions::default();
        let mut is_same_elsewhere = true;
        self.configurations = noted.filter(|_| kept.is_none() && questions == Questions::default());
        for (layout, is_asked) in [
            (Layout::Downward, questions.order + questions.raw > 0),
            (Layout::Aligned(1), questions.alignment > 0),
            (Layout::Aligned(2), questions.alignment > 0),
            (Layout::Aligned(4), questions.alignment > 0),
            (Layout::Aligned(8), questions.alignment > 0),
            (Layout::Reusing, questions.reuse > 0),
        ] {
            if !is_asked {
                continue;
            }
            let Some((end, _)) = self.run_in(layout, calls, &state) else { return InLayouts::NoStates };
            if let Some(finding) = end {
                let other = if layout == Layout::Reusing { OtherLayout::UsedAgain } else { OtherLayout::Elsewhere };
                return InLayouts::Fails(Finding::InOtherLayout { layout: other, finding: Box::new(finding) });
            }
            // With freed blocks used again, there are fewer of them, and no two memories to compare.
            let instances = (self.instances.get(&Layout::Upward), self.instances.get(&layout));
            let (Some(first), Some(second)) = instances else { return InLayouts::NoStates };
            is_same_elsewhere &= takes_same_steps(first, second);
            if layout != Layout::Reusing && !is_same(first, second) {
                return InLayouts::Differs;
            }
        }
        self.is_alone = !is_same_elsewhere;
        // No number of layouts stands for all addresses.
        if questions.raw == 0 {
            return kept.unwrap_or(InLayouts::Alike);
        }
        let first = self.instances.get_mut(&Layout::Upward);
        let at = first.and_then(|instance| instance.first_number(&state, |instance| call(instance, calls)));
        InLayouts::ByNumber(at.map(|stopped| unfinished(&self.module, stopped)))
    }

    /// Whether the last run says nothing about other states, because it does something else where blocks are elsewhere.
    pub(crate) fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// The configurations of the last run, with where addresses come from; none if it depends on addresses in any way, or was not noted.
    pub(crate) fn take_configurations(&mut self) -> Option<Vec<Configuration>> {
        self.configurations.take()
    }

    /// The finding of a run in one layout, and what it asked; none if there are no states there.
    fn run_in(&mut self, layout: Layout, calls: &Calls<'_>, state: &Read) -> Option<(Option<Finding>, Questions)> {
        let Self { module, check, bounds, seed, instances, .. } = self;
        let instance = match instances.entry(layout) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(Instance::new(module, check, bounds, layout, seed).ok()?),
        };
        // All classes are run in the first layout, and few in others.
        if layout == Layout::Upward {
            instance.lay_differences(&state.choices);
        } else {
            instance.lay(state);
        }
        let _ = instance.take_questions();
        instance.machine.tracker_mut().note_steps(true);
        if let Some(numbers) = calls.noted.filter(|_| layout == Layout::Upward) {
            instance.machine.note_configurations(NoteAt::Numbers(numbers.to_vec()));
        }
        let end = call(instance, calls);
        Some((finding(end), instance.take_questions()))
    }
}

/// Makes calls on the state that is laid out. What a disturbance excuses is no end.
fn call(instance: &mut Instance, calls: &Calls<'_>) -> Result<bool, Stopped> {
    let Calls { function, disturbance, drop, fuel, noted: _ } = *calls;
    let (end, happened) = instance.call_disturbed(function, disturbance, fuel);
    let is_forgiven = |end: &Result<bool, Stopped>| match end {
        Ok(_) => false,
        Err(stopped) => happened.is_disturbed && disturbance.is_some_and(|planned| planned.forgives(&stopped.stop)),
    };
    if is_forgiven(&end) || happened.required.is_some() {
        return Ok(true);
    }
    match drop {
        Some(drop) => {
            end?;
            let end = instance.call(drop, fuel);
            if is_forgiven(&end) { Ok(true) } else { end.map(|_| true) }
        }
        None => end,
    }
}

fn finding(end: Result<bool, Stopped>) -> Option<Finding> {
    match end {
        Ok(true) => None,
        Ok(false) => Some(Finding::ReturnedFalse),
        Err(stopped) => Some(Finding::Stopped(stopped)),
    }
}

/// Whether two runs of one state in different layouts leave the same blocks with the same contents. Blocks have numbers in the
/// order in which they were allocated, and addresses are numbers of blocks with offsets. Numbers that were computed from addresses
/// in the first one may be others in the second.
fn is_same(first: &Instance, second: &Instance) -> bool {
    let blocks = (first.machine.heap().blocks(), second.machine.heap().blocks());
    let (by_address, by_other_address) = (numbers(blocks.0), numbers(blocks.1));
    let same_bytes = |block: &Block, other: &Block| {
        let mut offset = 0;
        while offset < block.size {
            let at = (block.address + offset, other.address + offset);
            let names = (name_at(&first.machine, at.0), name_at(&second.machine, at.1));
            let is_whole = offset + 4 <= block.size;
            if let (Some(Name::Address(to)), Some(Name::Address(other_to)), true) = (names.0, names.1, is_whole) {
                if place(&by_address, to) != place(&by_other_address, other_to) {
                    return false;
                }
                offset += 4;
                continue;
            }
            let bytes: (NamedByte, NamedByte) = (first.machine.named_byte(at.0), second.machine.named_byte(at.1));
            // Whether such a number means something is asked apart from this, in the first layout.
            let is_number = names.0.is_none() && matches!(bytes.0.origin, Origin::Mixed | Origin::Address(_));
            if is_number {
                offset += 1;
                continue;
            }
            if bytes.0.undefined != bytes.1.undefined || (bytes.0.undefined != 0xff && bytes.0 != bytes.1) {
                return false;
            }
            offset += 1;
        }
        true
    };
    let is_same_block = |(block, other): (&Block, &Block)| {
        block.layout() == other.layout()
            && block.freed.is_some() == other.freed.is_some()
            && (block.freed.is_some() || same_bytes(block, other))
    };
    blocks.0.len() == blocks.1.len()
        && blocks.0.iter().zip(blocks.1).all(is_same_block)
        && first.host().returned == second.host().returned
        && first.host().dropped == second.host().dropped
}

/// Whether two runs of one state in different layouts do the same, step by step.
fn takes_same_steps(first: &Instance, second: &Instance) -> bool {
    let (steps, others) = (first.machine.tracker().steps(), second.machine.tracker().steps());
    let (by_address, by_other_address) =
        (numbers(first.machine.heap().blocks()), numbers(second.machine.heap().blocks()));
    let is_same = |(step, other): (&Step, &Step)| match (step, other) {
        (Step::Access(at), Step::Access(other_at)) => place(&by_address, *at) == place(&by_other_address, *other_at),
        _ => step == other,
    };
    steps.len() == others.len() && steps.iter().zip(others).all(is_same)
}

/// Numbers of blocks by address.
fn numbers(blocks: &[Block]) -> BTreeMap<u32, (usize, u32)> {
    blocks.iter().enumerate().map(|(number, block)| (block.address, (number, block.size))).collect()
}

/// The number of the block that an address leads to, and the offset there. An address far outside is itself.
fn place(blocks: &BTreeMap<u32, (usize, u32)>, address: u32) -> (usize, u32) {
    let block = blocks.range(..=address).next_back();
    let block = block.filter(|(start, (_, size))| address - *start <= *size);
    block.map_or((usize::MAX, address), |(start, (number, _))| (*number, address - start))
}
