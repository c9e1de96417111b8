//! Operators: control flow, locals and globals.

use wasmparser::{BlockType, Operator};

use super::builder::{BlockKind, Builder, Operand};
use super::constants::constant;
use crate::isa::{Op, Slot};
use crate::module::error::LoadError;

impl Builder<'_> {
    /// Whether `operator` is reachable; keeps track of the nesting of unreachable code.
    fn reachable(&mut self, operator: &Operator<'_>) -> bool {
        let Some(depth) = self.skip else { return true };
        match operator {
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Try { .. }
            | Operator::TryTable { .. } => self.skip = Some(depth + 1),
            Operator::End | Operator::Delegate { .. } if depth > 0 => self.skip = Some(depth - 1),
            Operator::End | Operator::Delegate { .. } => return true,
            Operator::Else | Operator::Catch { .. } | Operator::CatchAll if depth == 0 => return true,
            _ => {}
        }
        false
    }

    pub(super) fn operator(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
        if !self.reachable(operator) {
            return Ok(());
        }
        if let Some(key) = constant(self.module, operator, self.offset) {
            self.push(Operand::Constant(self.constants[&key]));
            return Ok(());
        }
        self.control(operator)
    }

    fn control(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
        match operator {
            Operator::Unreachable => {
                self.emit_branch(Op::Unreachable);
                self.skip = Some(0);
            }
            Operator::Block { blockty } => self.begin(*blockty, |_| BlockKind::Block),
            Operator::Loop { blockty } => self.begin(*blockty, |b| BlockKind::Loop(b.label())),
            Operator::If { blockty } => {
                let condition = self.pop();
                // The copies of rule 2 come before the branch.
                self.begin_if(*blockty, condition);
            }
            Operator::Else => self.otherwise(),
            Operator::End => self.end(),
            Operator::Br { relative_depth } => {
                self.jump(*relative_depth);
                self.skip = Some(0);
            }
            Operator::BrIf { relative_depth } => self.br_if(*relative_depth),
            Operator::BrTable { targets } => {
                self.br_table(targets)?;
                self.skip = Some(0);
            }
            Operator::Return => {
                self.return_values();
                self.skip = Some(0);
            }
            Operator::Call { function_index } => self.call_function(*function_index),
            Operator::CallIndirect { type_index, table_index } => self.call_indirect(*type_index, *table_index)?,
            Operator::ReturnCall { function_index } => {
                self.call_function(*function_index);
                self.return_call();
            }
            Operator::ReturnCallIndirect { type_index, table_index } => {
                self.call_indirect(*type_index, *table_index)?;
                self.return_call();
            }
            Operator::Try { blockty } => self.begin_try(*blockty),
            Operator::TryTable { try_table } => self.begin_try_table(try_table),
            Operator::Catch { tag_index } => self.catch(Some(*tag_index)),
            Operator::CatchAll => self.catch(None),
            Operator::Delegate { relative_depth } => self.delegate(*relative_depth),
            Operator::Throw { tag_index } => self.throw(*tag_index),
            Operator::ThrowRef => self.throw_ref(),
            Operator::Rethrow { relative_depth } => self.rethrow(*relative_depth),
            Operator::Drop => drop(self.pop()),
            Operator::Select | Operator::TypedSelect { .. } => {
                let (condition, b, a) = (self.pop(), self.pop(), self.pop());
                let dst = self.push_temp();
                self.emit(Op::Select { dst, condition, a, b });
            }
            Operator::LocalGet { local_index } => self.push(Operand::Local(*local_index as u16)),
            Operator::LocalSet { local_index } => self.set_local(*local_index as u16),
            Operator::LocalTee { local_index } => {
                self.set_local(*local_index as u16);
                self.push(Operand::Local(*local_index as u16));
            }
            Operator::GlobalGet { global_index } => {
                let (dst, global) = (self.push_temp(), *global_index);
                let is_leaf = self.stack_is_fixed && self.module.stack_pointer == Some(global);
                self.emit(if is_leaf { Op::LeafFrame { dst, global } } else { Op::GlobalGet { dst, global } });
            }
            Operator::GlobalSet { global_index } => {
                let src = self.pop();
                self.emit(Op::GlobalSet { src, global: *global_index });
            }
            // Slots hold bits: nothing to do for reinterpretations.
            Operator::Nop
            | Operator::I32ReinterpretF32
            | Operator::I64ReinterpretF64
            | Operator::F32ReinterpretI32
            | Operator::F64ReinterpretI64 => {}
            other => return self.tables_and_bulk(other),
        }
        Ok(())
    }

    fn call_function(&mut self, function: u32) {
        let module = self.module;
        let host = function < module.n_imported_functions;
        self.call(module.function_type(function), |base| {
            if host { Op::CallHost { base, function } } else { Op::Call { base, function } }
        });
    }

    fn call_indirect(&mut self, type_index: u32, table: u32) -> Result<(), LoadError> {
        let index = self.pop();
        let module = self.module;
        let ty = module.canonical_types[type_index as usize];
        let table = self.table_number(table)?;
        self.call(&module.types[ty as usize], |base| Op::CallIndirect { base, index, table, ty });
        Ok(())
    }

    /// Makes a call that was just emitted the last one of the function: exceptions of it are not caught here. The frame stays until it
    /// returns, so a long chain of such calls exhausts the stack.
    fn return_call(&mut self) {
        self.let_pass(self.pc() - 1);
        self.return_values();
        self.skip = Some(0);
    }

    /// Like `begin`, with the branch to the `else` part after the copies. They do not touch the condition: it is a local, a
    /// constant or the slot above all operands. If there are copies, the comparison is not fused with the branch.
    fn begin_if(&mut self, ty: BlockType, condition: Slot) {
        self.begin(ty, |builder| BlockKind::If(builder.branch_if(condition, false)));
    }
}
