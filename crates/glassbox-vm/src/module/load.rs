//! Decodes and validates a module and translates its functions.

use std::collections::BTreeMap;
use std::ops::Range;

use wasmparser::{
    CompositeInnerType, DataKind, ElementItems, ElementKind, ExternalKind, FuncToValidate, KnownCustom, Name, Parser,
    Payload, TableInit, TypeRef, ValidPayload, Validator, ValidatorResources, WasmFeatures,
};

use super::constant::Constant;
use super::outline::value_type;
use super::translate::Translator;
use super::{LoadError, ValueType};
use crate::isa::Op;

/// What the machine supports: WebAssembly 1.0, the proposals that rustc and clang emit by default, and what
/// those proposals bring along. Everything else fails validation with a message that names the proposal.
const FEATURES: WasmFeatures = WasmFeatures::MVP
    .union(WasmFeatures::MUTABLE_GLOBAL)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::REFERENCE_TYPES);

/// A module, ready to be instantiated any number of times. Never changes.
#[derive(Debug, Default)]
pub struct Module {
    pub(crate) types: Vec<FunctionType>,
    /// For each type index the first index of an equal type: equal types compare equal as numbers.
    pub(crate) canonical_types: Vec<u32>,
    /// The first index of each type.
    type_indices: BTreeMap<FunctionType, u32>,
    pub(crate) imports: Vec<Import>,
    /// Canonical type of each function, imported ones first.
    pub(crate) function_types: Vec<u32>,
    pub(crate) n_imported_functions: u32,
    /// The functions with a body.
    pub(crate) functions: Vec<Function>,
    pub(crate) code: Vec<Op>,
    /// For each instruction the offset in the file of the operator it comes from.
    pub(crate) offsets: Vec<u32>,
    pub(crate) jump_tables: Vec<u32>,
    /// Constants of all functions; each function has a range.
    pub(crate) constants: Vec<u64>,
    pub(crate) tables: Vec<TableType>,
    pub(crate) memory: Option<MemoryType>,
    pub(crate) globals: Vec<Global>,
    pub(crate) exports: Vec<Export>,
    pub(crate) start: Option<u32>,
    pub(crate) elements: Vec<ElementSegment>,
    pub(crate) data: Vec<DataSegment>,
    /// Where the code section's body starts in the file; DWARF counts from there.
    pub(crate) code_start: u64,
    pub(crate) custom_sections: Vec<(String, Range<u64>)>,
    /// The global that the linker calls `__stack_pointer`.
    pub(crate) stack_pointer: Option<u32>,
    /// Names of functions, by index, from the name section.
    pub(crate) function_names: BTreeMap<u32, String>,
}

/// Parameters and results.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionType {
    /// Types of the parameters.
    pub params: Vec<ValueType>,
    /// Types of the results.
    pub results: Vec<ValueType>,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// First instruction.
    pub(crate) start: u32,
    /// One past the last instruction.
    pub(crate) end: u32,
    pub(crate) n_params: u16,
    /// Locals without the parameters.
    pub(crate) n_locals: u16,
    /// Slots of a frame: parameters, locals, constants, stack.
    pub(crate) n_slots: u16,
    /// Its constants among the module's.
    pub(crate) constants: Range<u32>,
}

/// An import.
#[derive(Clone, Debug)]
pub struct Import {
    /// Module part of the name.
    pub module: String,
    /// Field part of the name.
    pub name: String,
    /// What is imported.
    pub kind: ImportKind,
}

impl Import {
    /// Whether it is a function of so many i32 parameters and results. A module may declare an import with any
    /// type; a host function relies on its own.
    pub fn is_i32_function(&self, params: usize, results: usize) -> bool {
        let ImportKind::Function(ty) = &self.kind else { return false };
        let all_i32 = ty.params.iter().chain(&ty.results).all(|ty| *ty == ValueType::I32);
        all_i32 && (ty.params.len(), ty.results.len()) == (params, results)
    }
}

/// What is imported.
#[derive(Clone, Debug)]
pub enum ImportKind {
    /// A function of this type.
    Function(FunctionType),
    /// A table; instances get one of their own.
    Table(TableType),
    /// A memory; instances get one of their own.
    Memory(MemoryType),
    /// A global.
    Global(GlobalImport),
}

/// Type of an imported global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobalImport {
    /// Its type.
    pub ty: ValueType,
    /// Whether the module may change it.
    pub mutable: bool,
}

/// Limits of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableType {
    /// Elements at the start.
    pub min: u32,
    /// Most elements.
    pub max: Option<u32>,
}

/// Limits of a memory, in pages of 64 KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryType {
    /// Pages at the start.
    pub min: u32,
    /// Most pages.
    pub max: Option<u32>,
}

/// A global, imported ones first.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    /// Its type.
    pub ty: ValueType,
    /// Its initial value; none if it is imported.
    pub init: Option<Constant>,
}

/// An export.
#[derive(Clone, Debug)]
pub struct Export {
    /// Its name.
    pub name: String,
    /// What is exported.
    pub kind: ExportKind,
    /// Which one.
    pub index: u32,
}

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// A function.
    Function,
    /// A table.
    Table,
    /// The memory.
    Memory,
    /// A global.
    Global,
}

/// A list of references.
#[derive(Clone, Debug)]
pub struct ElementSegment {
    /// Table and offset, if it is copied there at the start.
    pub active: Option<(u32, Constant)>,
    /// Declared only, never copied.
    pub declared: bool,
    /// The references.
    pub items: Vec<Constant>,
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub struct DataSegment {
    /// Offset, if it is copied there at the start.
    pub active: Option<Constant>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Module {
    /// Decodes, validates and translates.
    pub fn load(bytes: &[u8]) -> Result<Self, LoadError> {
        if Parser::is_component(bytes) {
            return Err(LoadError::Component);
        }
        let mut validator = Validator::new_with_features(FEATURES);
        let mut module = Self::default();
        let mut bodies = Vec::new();
        let mut parser = Parser::new(0);
        // The parser has features of its own: with 64-bit memories it takes numbers that are too long for ours.
        parser.set_features(FEATURES);
        for payload in parser.parse_all(bytes) {
            let payload = payload?;
            if let ValidPayload::Func(function, body) = validator.payload(&payload)? {
                bodies.push((function, body));
            }
            module.read(payload)?;
        }
        module.translate(bodies)?;
        Ok(module)
    }

    /// The function exported as `name`.
    pub fn exported_function(&self, name: &str) -> Option<u32> {
        self.export(name, ExportKind::Function)
    }

    /// The index of what is exported as `name`.
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

    /// The internal code of a function, one instruction a line.
    pub fn disassemble(&self, function: u32) -> String {
        let Some(index) = function.checked_sub(self.n_imported_functions) else { return "(imported)\n".to_owned() };
        let function = &self.functions[index as usize];
        let ops = (function.start..function.end).map(|pc| format!("{pc:6}  {}\n", self.code[pc as usize]));
        ops.collect::<Vec<_>>().concat()
    }

    fn read(&mut self, payload: Payload<'_>) -> Result<(), LoadError> {
        match payload {
            Payload::TypeSection(reader) => {
                for group in reader {
                    for ty in group?.into_types() {
                        let CompositeInnerType::Func(ty) = &ty.composite_type.inner else {
                            unreachable!("validated: without the GC proposal all types are function types")
                        };
                        self.add_type(FunctionType {
                            params: ty.params().iter().copied().map(value_type).collect(),
                            results: ty.results().iter().copied().map(value_type).collect(),
                        });
                    }
                }
            }
            Payload::ImportSection(reader) => {
                for import in reader.into_imports() {
                    self.read_import(&import?)?;
                }
            }
            Payload::FunctionSection(reader) => {
                for ty in reader {
                    self.function_types.push(self.canonical_types[ty? as usize]);
                }
            }
            Payload::TableSection(reader) => {
                for table in reader {
                    let table = table?;
                    if let TableInit::Expr(expr) = &table.init {
                        let offset = expr.get_operators_reader().original_position();
                        return Err(LoadError::Unsupported { what: "a table with an initial value".into(), offset });
                    }
                    self.tables.push(table_type(&table.ty));
                }
            }
            Payload::MemorySection(reader) => {
                for memory in reader {
                    self.memory = Some(memory_type(&memory?));
                }
            }
            Payload::GlobalSection(reader) => {
                for global in reader {
                    let global = global?;
                    let init = Some(Constant::read(&global.init_expr)?);
                    self.globals.push(Global { ty: value_type(global.ty.content_type), init });
                }
            }
            Payload::ExportSection(reader) => {
                for export in reader {
                    let export = export?;
                    let kind = match export.kind {
                        ExternalKind::Func | ExternalKind::FuncExact => ExportKind::Function,
                        ExternalKind::Table => ExportKind::Table,
                        ExternalKind::Memory => ExportKind::Memory,
                        ExternalKind::Global => ExportKind::Global,
                        ExternalKind::Tag => unreachable!("validated: no exceptions"),
                    };
                    self.exports.push(Export { name: export.name.to_owned(), kind, index: export.index });
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(reader) => {
                for element in reader {
                    self.read_element(element?)?;
                }
            }
            Payload::DataSection(reader) => {
                for data in reader {
                    let data = data?;
                    let active = match data.kind {
                        DataKind::Active { offset_expr, .. } => Some(Constant::read(&offset_expr)?),
                        DataKind::Passive => None,
                    };
                    self.data.push(DataSegment { active, bytes: data.data.to_vec() });
                }
            }
            Payload::CodeSectionStart { unchecked_range, .. } => self.code_start = unchecked_range.start,
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    self.read_names(names);
                }
                self.custom_sections.push((section.name().to_owned(), section.data_offset()..section.range().end));
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes what it can: names are hints, and a malformed section is no error.
    fn read_names(&mut self, names: wasmparser::NameSectionReader<'_>) {
        for subsection in names.into_iter().flatten() {
            match subsection {
                Name::Global(globals) => {
                    let stack_pointer = globals.into_iter().flatten().find(|global| global.name == "__stack_pointer");
                    self.stack_pointer = stack_pointer.map(|global| global.index);
                }
                Name::Function(functions) => {
                    let names = functions.into_iter().flatten();
                    self.function_names = names.map(|naming| (naming.index, naming.name.to_owned())).collect();
                }
                _ => {}
            }
        }
        // A name section may say anything; what is used as a stack pointer must be one.
        self.stack_pointer = self
            .stack_pointer
            .filter(|&global| self.globals.get(global as usize).is_some_and(|global| global.ty == ValueType::I32));
    }

    fn add_type(&mut self, ty: FunctionType) {
        let index = u32::try_from(self.types.len()).expect("wasmparser limits the number of types");
        let canonical = *self.type_indices.entry(ty.clone()).or_insert(index);
        self.canonical_types.push(canonical);
        self.types.push(ty);
    }

    fn read_import(&mut self, import: &wasmparser::Import<'_>) -> Result<(), LoadError> {
        let kind = match import.ty {
            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                let canonical = self.canonical_types[ty as usize];
                self.function_types.push(canonical);
                self.n_imported_functions += 1;
                ImportKind::Function(self.types[canonical as usize].clone())
            }
            TypeRef::Table(table) => {
                let table = table_type(&table);
                self.tables.push(table);
                ImportKind::Table(table)
            }
            TypeRef::Memory(memory) => {
                let memory = memory_type(&memory);
                self.memory = Some(memory);
                ImportKind::Memory(memory)
            }
            TypeRef::Global(global) => {
                let ty = value_type(global.content_type);
                self.globals.push(Global { ty, init: None });
                ImportKind::Global(GlobalImport { ty, mutable: global.mutable })
            }
            TypeRef::Tag(_) => return Err(LoadError::Unsupported { what: "exception tags".into(), offset: 0 }),
        };
        self.imports.push(Import { module: import.module.to_owned(), name: import.name.to_owned(), kind });
        Ok(())
    }

    fn read_element(&mut self, element: wasmparser::Element<'_>) -> Result<(), LoadError> {
        let (active, declared) = match element.kind {
            ElementKind::Active { table_index, offset_expr } => {
                (Some((table_index.unwrap_or(0), Constant::read(&offset_expr)?)), false)
            }
            ElementKind::Passive => (None, false),
            ElementKind::Declared => (None, true),
        };
        let items = match element.items {
            ElementItems::Functions(functions) => functions
                .into_iter()
                .map(|function| Ok(Constant::Function(function?)))
                .collect::<Result<_, LoadError>>()?,
            ElementItems::Expressions(_, exprs) => {
                exprs.into_iter().map(|expr| Constant::read(&expr?)).collect::<Result<_, LoadError>>()?
            }
        };
        self.elements.push(ElementSegment { active, declared, items });
        Ok(())
    }

    fn translate(
        &mut self,
        bodies: Vec<(FuncToValidate<ValidatorResources>, wasmparser::FunctionBody<'_>)>,
    ) -> Result<(), LoadError> {
        let mut allocations = wasmparser::FuncValidatorAllocations::default();
        let mut translator = Translator::new(self);
        for (function, body) in bodies {
            let mut validator = function.into_validator(allocations);
            validator.validate(&body)?;
            let index = validator.index();
            allocations = validator.into_allocations();
            translator.function(index, &body)?;
        }
        let output = translator.finish();
        self.code = output.code;
        self.offsets = output.offsets;
        self.jump_tables = output.jump_tables;
        self.constants = output.constants;
        self.functions = output.functions;
        Ok(())
    }
}

fn table_type(ty: &wasmparser::TableType) -> TableType {
    // Without the 64-bit proposal, limits are 32-bit numbers.
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    TableType { min: clamp(ty.initial), max: ty.maximum.map(clamp) }
}

fn memory_type(ty: &wasmparser::MemoryType) -> MemoryType {
    let clamp = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    MemoryType { min: clamp(ty.initial), max: ty.maximum.map(clamp) }
}
