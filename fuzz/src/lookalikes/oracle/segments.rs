//! Address ranges of a module's data segments, read from its bytes.
//!
//! The machine knows them, too, but the oracle should not depend on the code that it checks.

use std::ops::Range;

/// Number of the data section.
const DATA: u8 = 11;
/// Opcode of `i32.const`.
const I32_CONST: u8 = 0x41;
/// Opcode at the end of an expression.
const END: u8 = 0x0b;

/// Address range of each data segment; none for a passive one. The module must be valid.
pub(super) fn read(module: &[u8]) -> Result<Vec<Option<Range<u32>>>, String> {
    // Magic number and version come first.
    let mut bytes = Bytes { rest: module.get(8..).ok_or("the module is too short")? };
    while !bytes.rest.is_empty() {
        let (section, len) = (bytes.take(1)?[0], bytes.number()?);
        let mut body = Bytes { rest: bytes.take(len as usize)? };
        if section == DATA {
            let n = body.number()?;
            return (0..n).map(|_| body.segment()).collect();
        }
    }
    Ok(Vec::new())
}

struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or("the module ends too early")?;
        self.rest = rest;
        Ok(taken)
    }

    /// Reads an unsigned LEB128 number. Of a signed one it returns the low 32 bits, which is enough for an address.
    fn number(&mut self) -> Result<u32, String> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number as u32);
            }
        }
        Err("a number is too long".to_owned())
    }

    fn segment(&mut self) -> Result<Option<Range<u32>>, String> {
        let kind = self.number()?;
        if kind == 2 {
            // The number of the memory; there is only one.
            self.number()?;
        }
        let start = if kind == 1 { None } else { Some(self.offset()?) };
        let len = self.number()?;
        self.take(len as usize)?;
        Ok(start.map(|start| start..start + len))
    }

    fn offset(&mut self) -> Result<u32, String> {
        if self.take(1)? != [I32_CONST] {
            return Err("a data segment's offset is no constant".to_owned());
        }
        let offset = self.number()?;
        if self.take(1)? == [END] { Ok(offset) } else { Err("a data segment's offset is no constant".to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{ConstExpr, DataSection, MemorySection, MemoryType, Module};

    use super::*;

    #[test]
    fn active_segments_have_a_place_and_passive_ones_have_none() {
        let mut memories = MemorySection::new();
        let maximum = None;
        memories.memory(MemoryType { minimum: 1, maximum, memory64: false, shared: false, page_size_log2: None });
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(60_000), [1, 2, 3]);
        data.passive([4]);
        data.active(0, &ConstExpr::i32_const(63), std::iter::repeat_n(5, 200));
        let mut module = Module::new();
        module.section(&memories).section(&data);
        let bytes = module.finish();
        assert_eq!(read(&bytes), Ok(vec![Some(60_000..60_003), None, Some(63..263)]));
        assert!(read(&bytes[..bytes.len() - 1]).is_err());
    }
}
