//! Symbols and relocations: which statics the guest has, and which constants are addresses of them.
//!
//! A linker that gets `--emit-relocs` leaves its symbols and relocations in the module. A symbol of data is a static, or a
//! constant without a name such as a string. A relocation says that a constant of the code, the offset of a load or store,
//! or a word of data is the address of a symbol plus a number. All of this is a hint: a module without it, or with a
//! malformed section, has no objects, and works as before.

use std::collections::BTreeMap;
use std::sync::Arc;

use wasmparser::{Linking, LinkingSectionReader, RelocSectionReader, RelocationType, SymbolFlags, SymbolInfo};

use super::constant::Constant;
use super::loaded::Module;
use super::objects::{StaticObject, StaticObjects, StaticPointer};

/// Relocations and symbols as the module has them, until its sections are all known.
#[derive(Debug, Default)]
pub(super) struct LinkerHints {
    /// For each symbol of data: name and place. None for others.
    symbols: Vec<Option<DataSymbol>>,
    code: Vec<Relocation>,
    data: Vec<Relocation>,
    /// Offset in the file of the data section's body.
    pub(super) data_start: u64,
    /// For each data segment: offset in the file of its first byte.
    pub(super) segment_offsets: Vec<u64>,
}

#[derive(Debug)]
struct DataSymbol {
    name: String,
    segment: u32,
    offset: u32,
    size: u32,
}

#[derive(Debug)]
struct Relocation {
    /// Offset in the section's body.
    offset: u32,
    symbol: u32,
    addend: i64,
}

impl LinkerHints {
    pub(super) fn read_symbols(&mut self, reader: &LinkingSectionReader<'_>) {
        for subsection in reader.subsections().flatten() {
            let Linking::SymbolTable(symbols) = subsection else { continue };
            self.symbols = symbols.into_iter().map_while(Result::ok).map(data_symbol).collect();
        }
    }

    /// Reads the relocations of addresses of data.
    pub(super) fn read_relocations(&mut self, section: &str, reader: &RelocSectionReader<'_>) {
        let list = match section {
            "reloc.CODE" => &mut self.code,
            "reloc.DATA" => &mut self.data,
            _ => return,
        };
        let is_address = |ty| {
            matches!(ty, RelocationType::MemoryAddrLeb | RelocationType::MemoryAddrSleb | RelocationType::MemoryAddrI32)
        };
        let entries = reader.entries().into_iter().map_while(Result::ok).filter(|entry| is_address(entry.ty));
        list.extend(entries.map(|entry| Relocation {
            offset: entry.offset,
            symbol: entry.index,
            addend: entry.addend,
        }));
    }
}

fn data_symbol(symbol: SymbolInfo<'_>) -> Option<DataSymbol> {
    let SymbolInfo::Data { flags, name, symbol: Some(place) } = symbol else { return None };
    // What the linker defines itself, such as the end of the stack, is an address and no object.
    let is_object = place.size > 0 && !flags.contains(SymbolFlags::ABSOLUTE);
    is_object.then(|| DataSymbol {
        name: name.to_owned(),
        segment: place.index,
        offset: place.offset,
        size: place.size,
    })
}

impl Module {
    /// The statics of the guest; empty if the linker left no symbols.
    pub fn objects(&self) -> &Arc<StaticObjects> {
        &self.objects
    }

    /// Number of the static that contains `address`.
    pub fn object_at(&self, address: u32) -> Option<u32> {
        self.objects.at(address)
    }

    /// Words of the data that are addresses of statics, in order.
    pub fn static_pointers(&self) -> &[StaticPointer] {
        &self.static_pointers
    }

    /// Number of the object whose address the constant at this offset in the file is.
    pub(super) fn relocated(&self, offset: u32) -> Option<u32> {
        self.relocated_constants.get(&offset).copied()
    }

    /// Makes objects of the symbols, and finds the constants and words that are their addresses.
    pub(super) fn resolve(&mut self, hints: &LinkerHints, bytes: &[u8]) {
        let starts = self.segment_starts(hints, bytes);
        let start_of = |symbol: &DataSymbol| starts.get(&symbol.segment)?.checked_add(symbol.offset);
        // Of several objects at one address the largest counts: two names for one static, or strings with the same start.
        let mut largest: BTreeMap<u32, &DataSymbol> = BTreeMap::new();
        for symbol in hints.symbols.iter().flatten() {
            let Some(start) = start_of(symbol) else { continue };
            let known = largest.entry(start).or_insert(symbol);
            if symbol.size > known.size {
                *known = symbol;
            }
        }
        let number: BTreeMap<u32, u32> = largest.keys().copied().zip(0..).collect();
        let object = |(&start, symbol): (&u32, &&DataSymbol)| StaticObject {
            start,
            size: symbol.size,
            name: symbol.name.clone(),
            is_read_only: self.read_only_data.contains(&symbol.segment),
        };
        self.objects = Arc::new(StaticObjects::new(largest.iter().map(object).collect()));
        let object_of = |relocation: &Relocation| {
            let symbol = hints.symbols.get(relocation.symbol as usize)?.as_ref()?;
            number.get(&start_of(symbol)?).copied()
        };
        self.relocated_constants = hints
            .code
            .iter()
            .filter_map(|relocation| {
                let offset = u32::try_from(self.code_start.checked_add(relocation.offset.into())?).ok()?;
                Some((offset, object_of(relocation)?))
            })
            .collect();
        let pointer = |relocation: &Relocation| {
            let file = hints.data_start.checked_add(relocation.offset.into())?;
            let segment = hints.segment_offsets.partition_point(|start| *start <= file).checked_sub(1)?;
            let start = starts.get(&u32::try_from(segment).ok()?)?;
            let at = start.checked_add(u32::try_from(file - hints.segment_offsets[segment]).ok()?)?;
            Some(StaticPointer { at, object: object_of(relocation)? })
        };
        self.static_pointers = hints.data.iter().filter_map(pointer).collect();
        self.static_pointers.sort_unstable();
    }

    /// The address of each data segment. The linker leaves out a segment of zeros (`.bss`); its address follows from a
    /// constant that is the address of something in it.
    fn segment_starts(&self, hints: &LinkerHints, bytes: &[u8]) -> BTreeMap<u32, u32> {
        let mut starts: BTreeMap<u32, u32> = BTreeMap::new();
        for (segment, index) in self.data.iter().zip(0..) {
            if let Some(Constant::Value(start)) = segment.active {
                starts.insert(index, start as u32);
            }
        }
        for relocation in &hints.code {
            let Some(Some(symbol)) = hints.symbols.get(relocation.symbol as usize) else { continue };
            if starts.contains_key(&symbol.segment) {
                continue;
            }
            let at = self.code_start.checked_add(relocation.offset.into()).and_then(|at| usize::try_from(at).ok());
            let Some(value) = at.and_then(|at| bytes.get(at..at.checked_add(5)?)).and_then(padded_leb) else {
                continue;
            };
            let start = i64::from(value) - relocation.addend - i64::from(symbol.offset);
            if let Ok(start) = u32::try_from(start) {
                starts.insert(symbol.segment, start);
            }
        }
        starts
    }
}

/// A number that the linker wrote: five bytes of seven bits each, the lowest first. Addresses are the same as signed and as
/// unsigned numbers.
pub(super) fn padded_leb(bytes: &[u8]) -> Option<u32> {
    let value = bytes.iter().rev().fold(0_u64, |value, byte| value << 7 | u64::from(byte & 0x7f));
    let is_padded =
        bytes.iter().rev().skip(1).all(|byte| byte & 0x80 != 0) && bytes.last().is_some_and(|byte| byte & 0x80 == 0);
    is_padded.then_some(value as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_linker_have_five_bytes() {
        assert_eq!(padded_leb(&[0x80, 0x80, 0xc0, 0x80, 0x00]), Some(0x10_0000));
        assert_eq!(padded_leb(&[0xe5, 0x8e, 0xa6, 0x80, 0x00]), Some(624_485));
        assert_eq!(padded_leb(&[0xe5, 0x8e, 0x26, 0x80, 0x00]), None);
    }
}
