//! Translates functions, one after the other, into the code of their module.

use std::collections::BTreeMap;

use wasmparser::FunctionBody;

use super::builder::{Block, BlockKind, Builder, Output, slot_number};
use super::constants::{ConstantKey, Survey, survey};
use crate::module::error::LoadError;
use crate::module::loaded::Module;
use crate::module::parts::{Function, StaticConstant};

/// Translates the functions of one module, in order.
pub(in crate::module) struct Translator<'m> {
    module: &'m Module,
    output: Output,
}

impl<'m> Translator<'m> {
    pub(in crate::module) fn new(module: &'m Module) -> Self {
        Self { module, output: Output::default() }
    }

    pub(in crate::module) fn function(&mut self, index: u32, body: &FunctionBody<'_>) -> Result<(), LoadError> {
        let ty = self.module.function_type(index);
        let mut n_locals = 0_usize;
        for local in body.get_locals_reader()? {
            n_locals += local?.0 as usize;
        }
        let Survey { constants, moves_stack } = survey(self.module, body)?;
        let n_params = ty.params.len();
        let first_constant = n_params + n_locals;
        let temp_base = first_constant + constants.len();
        // Before anything else: slot numbers are cut to 16 bits from here on.
        check_size(index, temp_base.max(ty.results.len()))?;
        let start = self.output.code.len();
        let first_of_pool = self.output.constants.len();
        self.output.constants.extend(constants.iter().map(|constant| constant.value));
        let first_handler = self.output.handlers.len();
        let first_static = self.output.static_constants.len();
        let slots: BTreeMap<ConstantKey, u16> =
            constants.into_iter().zip(first_constant..).map(|(key, slot)| (key, slot_number(slot))).collect();
        let statics = slots.iter().filter_map(|(key, slot)| {
            Some(StaticConstant { slot: *slot, value: key.value as u32, object: key.object? })
        });
        self.output.static_constants.extend(statics);
        let mut builder = Builder::new(self.module, &mut self.output, slots, first_constant, temp_base);
        builder.stack_is_fixed = !moves_stack;
        builder.blocks.push(Block::new(BlockKind::Function, 0, 0, ty.results.len()));
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let (operator, offset) = reader.read_with_offset()?;
            builder.offset = u32::try_from(offset).map_err(|_| LoadError::ModuleTooLarge)?;
            builder.operator(&operator)?;
            check_size(index, temp_base + builder.max_height)?;
        }
        let n_slots = (temp_base + builder.max_height).max(ty.results.len());
        let end = u32::try_from(self.output.code.len()).map_err(|_| LoadError::ModuleTooLarge)?;
        let pool = |n: usize| u32::try_from(n).map_err(|_| LoadError::ModuleTooLarge);
        self.output.functions.push(Function {
            start: pool(start)?,
            end,
            n_params: slot_number(n_params),
            n_locals: slot_number(n_locals),
            n_slots: slot_number(n_slots),
            constants: pool(first_of_pool)?..pool(self.output.constants.len())?,
            statics: pool(first_static)?..pool(self.output.static_constants.len())?,
            handlers: pool(first_handler)?..pool(self.output.handlers.len())?,
        });
        Ok(())
    }

    pub(in crate::module) fn finish(self) -> Output {
        self.output
    }
}

fn check_size(function: u32, slots: usize) -> Result<(), LoadError> {
    if slots > usize::from(u16::MAX) {
        return Err(LoadError::FunctionTooLarge { function, slots });
    }
    Ok(())
}
