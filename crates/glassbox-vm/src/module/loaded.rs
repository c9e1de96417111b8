//! A loaded module.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::attached::Attached;
use super::constant::Constant;
use super::limits::Limits;
use super::objects::{StaticObjects, StaticPointer};
use super::parts::{
    DataSegment, ElementSegment, Export, ExportKind, Function, Global, Handler, Import, StaticConstant,
};
use super::types::{FunctionType, MemoryType, TableType, ValueType};
use crate::isa::Op;

/// A loaded module. It can be instantiated any number of times and never changes.
#[derive(Debug, Default)]
pub struct Module {
    pub(crate) types: Vec<FunctionType>,
    /// For each type index the first index of an equal type: equal types have equal numbers.
    pub(crate) canonical_types: Vec<u32>,
    /// The first type index of each type.
    pub(super) type_indices: BTreeMap<FunctionType, u32>,
    pub(crate) imports: Vec<Import>,
    /// Canonical type of each function, imported ones first.
    pub(crate) function_types: Vec<u32>,
    pub(crate) n_imported_functions: u32,
    /// The functions with a body.
    pub(crate) functions: Vec<Function>,
    pub(crate) code: Vec<Op>,
    /// For each instruction the offset in the file of its operator.
    pub(crate) offsets: Vec<u32>,
    pub(crate) jump_tables: Vec<u32>,
    /// Who catches exceptions; each function has a range, in which inner blocks come before those around them.
    pub(crate) handlers: Vec<Handler>,
    /// Canonical type of each tag of exceptions, imported ones first.
    pub(crate) tag_types: Vec<u32>,
    /// For each tag its number: equal tags have equal numbers.
    pub(crate) tags: Vec<u32>,
    /// Whether something that outlives a run can refer to an exception.
    pub(crate) keeps_exceptions: bool,
    /// Constants of all functions; each function has a range.
    pub(crate) constants: Vec<u64>,
    /// Constants of functions that are addresses of statics; each function has a range.
    pub(crate) static_constants: Vec<StaticConstant>,
    pub(super) objects: Arc<StaticObjects>,
    pub(super) static_pointers: Vec<StaticPointer>,
    /// For the operands of operators that are addresses of statics: offset in the file, and number of the object.
    pub(super) relocated_constants: BTreeMap<u32, u32>,
    pub(crate) tables: Vec<TableType>,
    pub(crate) memory: Option<MemoryType>,
    pub(crate) globals: Vec<Global>,
    pub(crate) exports: Vec<Export>,
    pub(crate) start: Option<u32>,
    pub(crate) elements: Vec<ElementSegment>,
    pub(crate) data: Vec<DataSegment>,
    /// Indices of the data segments that the linker calls read-only.
    pub(crate) read_only_data: Vec<u32>,
    /// Offset in the file of the code section's body; addresses in DWARF count from there.
    pub(crate) code_start: u64,
    pub(crate) custom_sections: Vec<(String, Range<u64>)>,
    /// The file, if panics may be caught in it.
    pub(super) file: Option<Box<[u8]>>,
    /// The global that the linker calls `__stack_pointer`.
    pub(crate) stack_pointer: Option<u32>,
    /// Names of functions, by index, from the name section.
    pub(crate) function_names: BTreeMap<u32, String>,
    /// What its machines may use.
    limits: Limits,
    attached: Attached,
}

impl Module {
    /// What its machines may use, unless the host chooses otherwise.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets what its machines may use.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What the user of this library keeps with the module: a value of one type, for as long as the module lives.
    pub fn attached<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        self.attached.get()
    }

    /// Addresses of data that the linker calls read-only, where they are known without a machine. A run that writes there stops.
    pub fn read_only(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        let segments = self.read_only_data.iter().filter_map(|index| self.data.get(*index as usize));
        segments.filter_map(|segment| match segment.active? {
            Constant::Value(start) => {
                let start = u32::try_from(start).ok()?;
                Some(start..start.checked_add(u32::try_from(segment.bytes.len()).ok()?)?)
            }
            Constant::Global(_) | Constant::Function(_) => None,
        })
    }

    /// Index of the function exported as `name`.
    pub fn exported_function(&self, name: &str) -> Option<u32> {
        self.export(name, ExportKind::Function)
    }

    /// Index of the export of this kind called `name`.
    pub fn export(&self, name: &str, kind: ExportKind) -> Option<u32> {
        self.exports.iter().find(|export| export.kind == kind && export.name == name).map(|export| export.index)
    }

    /// All exports.
    pub fn exports(&self) -> &[Export] {
        &self.exports
    }

    /// All imports.
    pub fn imports(&self) -> &[Import] {
        &self.imports
    }

    /// The type of a function.
    pub fn function_type(&self, function: u32) -> &FunctionType {
        &self.types[self.function_types[function as usize] as usize]
    }

    /// Type of a global.
    pub fn global_type(&self, global: u32) -> ValueType {
        self.globals[global as usize].ty
    }

    /// The type of the values that exceptions of a tag carry.
    pub fn tag_type(&self, tag: u32) -> &FunctionType {
        &self.types[self.tag_types[tag as usize] as usize]
    }

    /// Whether panics unwind in it: what rustc compiles with `-Cpanic=unwind` has a tag for them.
    pub fn unwinds(&self) -> bool {
        !self.tags.is_empty()
    }

    /// Finds out whether something that outlives a run can refer to an exception.
    pub(super) fn note_kept_exceptions(&mut self) {
        let is_exception = |ty: &ValueType| *ty == ValueType::ExnRef;
        self.keeps_exceptions = self.types.iter().any(|ty| ty.params.iter().chain(&ty.results).any(is_exception))
            || self.globals.iter().any(|global| is_exception(&global.ty))
            || self.tables.iter().any(|table| table.holds_exceptions);
    }

    /// The internal code of a function, one instruction per line.
    pub fn disassemble(&self, function: u32) -> String {
        let Some(index) = function.checked_sub(self.n_imported_functions) else { return "(imported)\n".to_owned() };
        let function = &self.functions[index as usize];
        let ops = (function.start..function.end).map(|pc| format!("{pc:6}  {}\n", self.code[pc as usize]));
        ops.collect::<Vec<_>>().concat()
    }
}
