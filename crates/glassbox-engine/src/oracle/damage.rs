//! Random damage to laid states, for tests: the oracle must notice all of it.
//!
//! A state is laid out, something in its memory is changed, and the oracle judges the result. What it accepts must again be a
//! laid state: the same one because nothing that belongs to it changed, the same one with names exchanged, or another one.

use std::collections::BTreeSet;

use glassbox_abi::skeleton::{Cell, Role};
use glassbox_vm::exec::Machine;
use glassbox_vm::track::{NamedByte, Origin, Provenance};

use super::owners::reached;
use super::{Oracle, Rejection, Runner, outside};
use crate::laid::{Name, Read, Resized, address_at, block_of, holds, name_at, vector, write_word};

/// Kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// Changes a byte that is no part of a name.
    Flip,
    /// Makes a byte undefined.
    Undefine,
    /// Exchanges two words.
    Swap,
    /// Lets one address lead where another leads, and frees the block that it led to, or not.
    Share,
    /// Lets an address lead to another place.
    Move,
    /// Frees a block.
    Free,
    /// Makes a block that nothing leads to.
    Leak,
    /// Gives a block another size.
    Resize,
    /// Gives a block another alignment.
    Realign,
    /// Gives a vector a capacity that no state has, with a buffer that fits it.
    Capacity,
}

impl Damage {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Flip,
        Self::Undefine,
        Self::Swap,
        Self::Share,
        Self::Move,
        Self::Free,
        Self::Leak,
        Self::Resize,
        Self::Realign,
        Self::Capacity,
    ];
}

/// Result of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damaged {
    /// The state has nothing that can be damaged in this way.
    NotPossible,
    /// The oracle noticed it.
    Noticed,
    /// It touched nothing that belongs to the state.
    Harmless,
    /// The result is the same state with other names.
    Renamed,
    /// The result is another valid state.
    OtherState,
    /// The oracle accepted it, and must not.
    Missed,
}

impl Oracle {
    /// Lays out the state with these choices, and reads it. Returns the choices that were read.
    pub fn round_trip(&mut self, choices: &[u32]) -> Result<Vec<u32>, Rejection> {
        self.with_runner(|oracle, runner| {
            runner.instance.lay(&Read { choices: choices.to_vec(), resized: Vec::new() });
            oracle.judge_laid(runner, &owned(runner)).map(|read| read.choices)
        })
    }

    /// Lays out the state with these choices, damages it and judges it. `random` gives a number below another.
    pub fn damage(
        &mut self,
        choices: &[u32],
        damage: Damage,
        random: &mut dyn FnMut(u32) -> u32,
    ) -> Result<Damaged, Rejection> {
        self.with_runner(|oracle, runner| {
            let original = Read { choices: choices.to_vec(), resized: Vec::new() };
            runner.instance.lay(&original);
            let (owned, roots) = (owned(runner), roots(runner));
            let touched = if damage == Damage::Capacity {
                resize_vector(runner, choices, random)
            } else {
                inflict(&mut runner.instance.machine, &roots, damage, random)
            };
            let Some(touched) = touched else { return Ok(Damaged::NotPossible) };
            let Ok(read) = oracle.judge_laid(runner, &owned) else { return Ok(Damaged::Noticed) };
            if read.choices.iter().zip(choices).zip(&runner.instance.record().variables).any(is_other) {
                let is_valid = oracle.level(0)?.must_be_valid(&read).is_ok();
                return Ok(if touched.is_empty() || !is_valid { Damaged::Missed } else { Damaged::OtherState });
            }
            // The oracle has just laid the same state, at the same addresses.
            let laid = &oracle.level(0)?.laid.machine;
            let is_live = |at: &u32| laid.named_byte(*at).undefined != 0xff;
            let live: Vec<u32> = touched.iter().copied().filter(is_live).collect();
            // Keys have an order, so they cannot be exchanged.
            let is_name = |at: &u32| matches!(laid.named_byte(*at).origin, Origin::Address(_) | Origin::Token(_));
            Ok(if touched.is_empty() {
                Damaged::Missed
            } else if live.is_empty() {
                Damaged::Harmless
            } else if live.iter().all(is_name) && damage == Damage::Swap {
                Damaged::Renamed
            } else {
                Damaged::Missed
            })
        })
    }

    fn judge_laid(&mut self, runner: &Runner, owned: &BTreeSet<u32>) -> Result<Read, Rejection> {
        let (machine, record) = (&runner.instance.machine, runner.instance.record());
        let roots = roots(runner);
        let foreign = |start: u32| runner.blocks.contains(&start) && !owned.contains(&start);
        let outside = || outside(machine, record, &runner.blocks, owned);
        let accepted = self.judge(machine, &roots, &foreign, &outside)?;
        if accepted.larger_by == 0 { Ok(accepted.read) } else { Err(Rejection::Beyond) }
    }
}

/// Whether a choice that belongs to a structure has changed.
fn is_other(((now, before), variable): ((&u32, &u32), &glassbox_abi::skeleton::Variable)) -> bool {
    variable.node.is_some() && now != before
}

/// Addresses of the structures.
fn roots(runner: &Runner) -> Vec<u32> {
    let arguments = runner.instance.record().arguments.iter();
    arguments.filter(|argument| argument.root.is_some()).map(|argument| argument.address).collect()
}

/// Blocks that belong to the state.
fn owned(runner: &Runner) -> BTreeSet<u32> {
    let arguments = runner.instance.record().arguments.iter().map(|argument| argument.address);
    reached(&runner.instance.machine, arguments.collect())
}

/// Damages memory. Returns the addresses of the bytes that it changed in place, without those that already were so; none if it
/// is not possible.
fn inflict(
    machine: &mut Machine<Provenance>,
    roots: &[u32],
    damage: Damage,
    random: &mut dyn FnMut(u32) -> u32,
) -> Option<Vec<u32>> {
    let blocks: Vec<(u32, u32)> = reached(machine, roots.to_vec())
        .into_iter()
        .filter_map(|start| Some((start, block_of(machine, start)?.size)))
        .filter(|(_, size)| *size > 0)
        .collect();
    let pick = |random: &mut dyn FnMut(u32) -> u32, n: usize| {
        u32::try_from(n).ok().filter(|n| *n > 0).map(|n| random(n) as usize)
    };
    let byte = |random: &mut dyn FnMut(u32) -> u32| {
        let (start, size) = blocks[pick(random, blocks.len())?];
        Some(start + random(size))
    };
    let names = |is: fn(&Name) -> bool| -> Vec<u32> {
        let all = blocks.iter().flat_map(|(start, size)| *start..start + size.saturating_sub(3));
        all.filter(|at| name_at(machine, *at).as_ref().is_some_and(is)).collect()
    };
    let others: Vec<u32> = blocks.iter().map(|(start, _)| *start).filter(|start| !roots.contains(start)).collect();
    match damage {
        Damage::Flip => {
            let at = byte(random)?;
            let old = machine.named_byte(at);
            let value = old.value ^ (1 << random(8));
            if old.origin != Origin::Data {
                return None;
            }
            machine.set_named_byte(at, NamedByte { value, undefined: 0, ..old });
            Some(vec![at])
        }
        Damage::Undefine => {
            let at = byte(random)?;
            machine.set_named_byte(at, NamedByte::UNDEFINED);
            Some(vec![at])
        }
        Damage::Swap => {
            let (a, b) = (byte(random)? & !3, byte(random)? & !3);
            let is_inside = |at: u32| {
                block_of(machine, at).is_some_and(|block| at >= block.address && at + 4 <= block.address + block.size)
            };
            if a == b || !is_inside(a) || !is_inside(b) {
                return None;
            }
            let words = [a, b].map(|at| [0, 1, 2, 3].map(|byte| machine.named_byte(at + byte)));
            for (at, word) in [(a, words[1]), (b, words[0])] {
                (at..).zip(word).for_each(|(at, byte)| machine.set_named_byte(at, byte));
            }
            let changed = (0..4).filter(|i| words[0][*i as usize] != words[1][*i as usize]);
            let changed: Vec<u32> = changed.flat_map(|i| [a + i, b + i]).collect();
            if changed.is_empty() { None } else { Some(changed) }
        }
        Damage::Share => {
            let links = names(|name| matches!(name, Name::Address(_)));
            let (a, b) = (links[pick(random, links.len())?], links[pick(random, links.len())?]);
            let (from, to) = (address_at(machine, a)?, address_at(machine, b)?);
            if from == to {
                return None;
            }
            write_word(machine, a, to);
            // Else the block that nothing leads to any more shows it.
            if others.contains(&from) && random(2) == 0 {
                machine.free_block(from).ok()?;
            }
            Some((a..a + 4).collect())
        }
        Damage::Move => {
            let links = names(|name| matches!(name, Name::Address(_)));
            let at = links[pick(random, links.len())?];
            let to = address_at(machine, at)?;
            write_word(machine, at, to.wrapping_add(1 + random(8)));
            Some((at..at + 4).collect())
        }
        Damage::Free => {
            let block = others[pick(random, others.len())?];
            machine.free_block(block).ok()?;
            Some(Vec::new())
        }
        Damage::Leak => {
            machine.make_block(1 + random(64), 1 << random(4))?;
            Some(Vec::new())
        }
        // Needs the description of the state.
        Damage::Capacity => None,
        Damage::Resize | Damage::Realign => {
            let block = others[pick(random, others.len())?];
            replace_block(machine, block, damage, random)?;
            Some(Vec::new())
        }
    }
}

/// Lays out a state with another capacity of one of its vectors.
fn resize_vector(runner: &mut Runner, choices: &[u32], random: &mut dyn FnMut(u32) -> u32) -> Option<Vec<u32>> {
    let instance = &mut runner.instance;
    let record = instance.record().clone();
    let chosen = |cell: &Cell| cell.variable.map_or(0, |variable| choices[variable as usize] as usize);
    let has_buffer = |index: &usize| {
        let cell = &record.cells[*index];
        let is_length = cell.variable.is_some_and(|it| record.variables[it as usize].role == Role::Length);
        let vector = vector(&instance.patterns()[*index][chosen(cell)]);
        is_length
            && cell.node.is_some()
            && holds(&cell.condition, choices)
            && vector.is_some_and(|vector| vector.capacity > 0)
    };
    let vectors: Vec<usize> = (0..record.cells.len()).filter(has_buffer).collect();
    let n_vectors = u32::try_from(vectors.len()).ok().filter(|n| *n > 0)?;
    let cell = vectors[random(n_vectors) as usize];
    let most =
        instance.patterns()[cell].iter().filter_map(|pattern| vector(pattern)).map(|vector| vector.capacity).max();
    // Larger bounds have capacities of twice the size.
    let capacity = 4 * most? + 9 + random(16);
    instance.lay(&Read { choices: choices.to_vec(), resized: vec![Resized { cell, capacity }] });
    Some(Vec::new())
}

/// Puts a block of another size or alignment in the place of one.
fn replace_block(
    machine: &mut Machine<Provenance>,
    block: u32,
    damage: Damage,
    random: &mut dyn FnMut(u32) -> u32,
) -> Option<()> {
    let old = block_of(machine, block)?.clone();
    let size = match damage {
        Damage::Realign => old.size,
        _ if random(2) == 0 => old.size + 1 + random(16),
        _ => old.size - 1 - random(old.size),
    };
    let align = if damage == Damage::Realign { if old.align > 1 { old.align / 2 } else { 2 } } else { old.align };
    let new = machine.make_block(size, align)?;
    for offset in 0..old.size.min(size) {
        let byte = machine.named_byte(old.address + offset);
        machine.set_named_byte(new + offset, byte);
    }
    let links: Vec<u32> = machine
        .heap()
        .live()
        .flat_map(|block| block.address..block.address + block.size.saturating_sub(3))
        .filter(|at| address_at(machine, *at).is_some_and(|to| (old.address..=old.address + old.size).contains(&to)))
        .collect();
    for at in links {
        let to = address_at(machine, at)?;
        write_word(machine, at, new + (to - old.address));
    }
    machine.free_block(old.address).ok()?;
    Some(())
}
