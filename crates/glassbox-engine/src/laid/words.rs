//! Words of memory that are names: addresses, tokens and keys.

use glassbox_vm::exec::Machine;
use glassbox_vm::heap::Block;
use glassbox_vm::track::{NamedByte, Origin, Provenance};

/// A word that is a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Address(u32),
    Token(u32),
    Key(u32),
}

/// The name that begins at the first of these bytes, if they are all of it.
pub(crate) fn name(bytes: &[NamedByte]) -> Option<Name> {
    let [a, b, c, d, ..] = bytes else { return None };
    let bytes = [a, b, c, d];
    let is_whole = |origin: fn(u8) -> Origin| {
        (0..4).zip(bytes).all(|(index, byte)| byte.origin == origin(index) && byte.undefined == 0 && byte.of == a.of)
    };
    let value = u32::from_le_bytes(bytes.map(|byte| byte.value));
    match bytes[0].origin {
        Origin::Address(0) if is_whole(Origin::Address) => Some(Name::Address(value)),
        Origin::Token(0) if is_whole(Origin::Token) => Some(Name::Token(value)),
        Origin::Key(0) if is_whole(Origin::Key) => Some(Name::Key(value)),
        _ => None,
    }
}

/// The name at an address in memory.
pub(crate) fn name_at(machine: &Machine<Provenance>, at: u32) -> Option<Name> {
    if machine.tracker().origin(at) == Origin::Data || at as usize + 4 > machine.memory().bytes().len() {
        return None;
    }
    name(&[0, 1, 2, 3].map(|offset| machine.named_byte(at + offset)))
}

/// The address at an address in memory, if there is one.
pub(crate) fn address_at(machine: &Machine<Provenance>, at: u32) -> Option<u32> {
    match name_at(machine, at) {
        Some(Name::Address(address)) => Some(address),
        _ => None,
    }
}

/// Writes a number and leaves the origins of its bytes as they are; if it is an address, it is one in the block that it lies in.
pub(crate) fn write_word(machine: &mut Machine<Provenance>, at: u32, word: u32) {
    let block = block_of(machine, word).map_or(0, |block| block.address);
    for (at, value) in (at..).zip(word.to_le_bytes()) {
        let byte = machine.named_byte(at);
        let of = if matches!(byte.origin, Origin::Address(_)) { block } else { byte.of };
        machine.set_named_byte(at, NamedByte { value, of, ..byte });
    }
}

/// The block that an address lies in, or behind the last byte of which it lies; it may have been freed.
pub(crate) fn block_of(machine: &Machine<Provenance>, address: u32) -> Option<&Block> {
    let block = machine.heap().block_at_or_before(address)?;
    (address - block.address <= block.size).then_some(block)
}

/// The addresses in a block of memory.
pub(crate) fn addresses_in(machine: &Machine<Provenance>, start: u32, size: u32) -> impl Iterator<Item = u32> + '_ {
    (start..start + size.saturating_sub(3)).filter_map(|at| address_at(machine, at))
}
