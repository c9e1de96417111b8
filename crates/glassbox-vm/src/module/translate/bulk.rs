//! Operators: bulk memory, tables and references.

use wasmparser::Operator;

use super::builder::Builder;
use crate::isa::Op;
use crate::module::error::LoadError;

impl Builder<'_> {
    pub(super) fn tables_and_bulk(&mut self, operator: &Operator<'_>) -> Result<(), LoadError> {
        match *operator {
            Operator::MemorySize { .. } => {
                let dst = self.push_temp();
                self.emit(Op::MemorySize { dst });
            }
            Operator::MemoryGrow { .. } => {
                let delta = self.pop();
                let dst = self.push_temp();
                self.emit(Op::MemoryGrow { dst, delta });
            }
            Operator::MemoryCopy { .. } => {
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::MemoryCopy { dst, src, len });
            }
            Operator::MemoryFill { .. } => {
                let (len, value, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::MemoryFill { dst, value, len });
            }
            Operator::MemoryInit { data_index, .. } => {
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::MemoryInit { dst, src, len, segment: data_index });
            }
            Operator::DataDrop { data_index } => drop(self.emit(Op::DataDrop { segment: data_index })),
            Operator::TableGet { table } => {
                let index = self.pop();
                let dst = self.push_temp();
                self.emit(Op::TableGet { dst, index, table });
            }
            Operator::TableSet { table } => {
                let (value, index) = (self.pop(), self.pop());
                self.emit(Op::TableSet { index, value, table });
            }
            Operator::TableSize { table } => {
                let dst = self.push_temp();
                self.emit(Op::TableSize { dst, table });
            }
            Operator::TableGrow { table } => {
                let (delta, value) = (self.pop(), self.pop());
                let dst = self.push_temp();
                self.emit(Op::TableGrow { dst, value, delta, table });
            }
            Operator::TableFill { table } => {
                let (len, value, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::TableFill { dst, value, len, table });
            }
            Operator::TableCopy { dst_table, src_table } => {
                let tables = self.two_numbers(dst_table, src_table)?;
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::TableCopy { dst, src, len, tables });
            }
            Operator::TableInit { elem_index, table } => {
                let table_segment = self.two_numbers(table, elem_index)?;
                let (len, src, dst) = (self.pop(), self.pop(), self.pop());
                self.emit(Op::TableInit { dst, src, len, table_segment });
            }
            Operator::ElemDrop { elem_index } => drop(self.emit(Op::ElemDrop { segment: elem_index })),
            Operator::RefFunc { function_index } => {
                let dst = self.push_temp();
                self.emit(Op::RefFunc { dst, function: function_index });
            }
            Operator::RefIsNull => {
                let a = self.pop();
                let dst = self.push_temp();
                self.emit(Op::RefIsNull { dst, a });
            }
            ref other => return self.computing(other),
        }
        Ok(())
    }

    pub(super) fn table_number(&self, table: u32) -> Result<u16, LoadError> {
        u16::try_from(table).map_err(|_| self.unsupported("more than 65,535 tables"))
    }

    fn two_numbers(&self, low: u32, high: u32) -> Result<u32, LoadError> {
        let (Ok(low), Ok(high)) = (u16::try_from(low), u16::try_from(high)) else {
            return Err(self.unsupported("more than 65,535 tables or element segments"));
        };
        Ok(u32::from(low) | u32::from(high) << 16)
    }

    pub(super) fn unsupported(&self, what: &str) -> LoadError {
        LoadError::Unsupported { what: what.to_owned(), offset: u64::from(self.offset) }
    }
}
