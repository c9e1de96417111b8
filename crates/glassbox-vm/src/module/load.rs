//! Decodes and validates a module and translates its functions.

use wasmparser::{
    CompositeInnerType, DataKind, ElementItems, ElementKind, ExternalKind, FuncToValidate, KnownCustom, Name, Parser,
    Payload, TableInit, TypeRef, ValidPayload, Validator, ValidatorResources, WasmFeatures,
};

use super::constant::Constant;
use super::error::LoadError;
use super::loaded::Module;
use super::parts::{DataSegment, ElementSegment, Export, ExportKind, Global, Import, ImportKind};
use super::relocations::LinkerHints;
use super::translate::Translator;
use super::types::{FunctionType, GlobalImport, ValueType, memory_type, table_type, value_type};

/// The features that the machine supports: WebAssembly 1.0, and the proposals that rustc and clang use by default. A module
/// that uses another one fails validation with a message that names it.
const FEATURES: WasmFeatures = WasmFeatures::MVP
    .union(WasmFeatures::MUTABLE_GLOBAL)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::REFERENCE_TYPES)
    .union(WasmFeatures::TAIL_CALL)
    .union(WasmFeatures::EXCEPTIONS)
    .union(WasmFeatures::LEGACY_EXCEPTIONS);

impl Module {
    /// Decodes, validates and translates.
    pub fn load(bytes: &[u8]) -> Result<Self, LoadError> {
        if Parser::is_component(bytes) {
            return Err(LoadError::Component);
        }
        let mut validator = Validator::new_with_features(FEATURES);
        let mut module = Self::default();
        let mut hints = LinkerHints::default();
        let mut bodies = Vec::new();
        let mut parser = Parser::new(0);
        // The parser has features of its own: with 64-bit memories it takes numbers that are too long for ours.
        parser.set_features(FEATURES);
        for payload in parser.parse_all(bytes) {
            let payload = payload?;
            if let ValidPayload::Func(function, body) = validator.payload(&payload)? {
                bodies.push((function, body));
            }
            module.read(payload, &mut hints)?;
        }
        module.resolve(&hints, bytes);
        module.translate(bodies)?;
        module.refuse_services();
        module.note_kept_exceptions();
        module.keep_file(bytes);
        Ok(module)
    }

    fn read(&mut self, payload: Payload<'_>, hints: &mut LinkerHints) -> Result<(), LoadError> {
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
                    self.read_import(&import?);
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
            Payload::TagSection(reader) => {
                for tag in reader {
                    self.tag_types.push(self.canonical_types[tag?.func_type_idx as usize]);
                    self.tags.push(self.tags.len() as u32);
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
                        ExternalKind::Tag => ExportKind::Tag,
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
                hints.data_start = reader.range().start;
                for data in reader {
                    let data = data?;
                    let active = match data.kind {
                        DataKind::Active { offset_expr, .. } => Some(Constant::read(&offset_expr)?),
                        DataKind::Passive => None,
                    };
                    hints.segment_offsets.push(data.range.end - data.data.len() as u64);
                    self.data.push(DataSegment { active, bytes: data.data.to_vec() });
                }
            }
            Payload::CodeSectionStart { unchecked_range, .. } => self.code_start = unchecked_range.start,
            Payload::CustomSection(section) => {
                match section.as_known() {
                    KnownCustom::Name(names) => self.read_names(names),
                    KnownCustom::Linking(symbols) => hints.read_symbols(&symbols),
                    KnownCustom::Reloc(relocations) => hints.read_relocations(section.name(), &relocations),
                    _ => {}
                }
                self.custom_sections.push((section.name().to_owned(), section.data_offset()..section.range().end));
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads the names that it can read: they are hints, and a malformed section is no error.
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
                Name::Data(segments) => {
                    let read_only =
                        segments.into_iter().flatten().filter(|segment| segment.name.starts_with(".rodata"));
                    self.read_only_data = read_only.map(|segment| segment.index).collect();
                }
                _ => {}
            }
        }
        // A name section may contain anything; the stack pointer must be a global of type i32.
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

    fn read_import(&mut self, import: &wasmparser::Import<'_>) {
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
            TypeRef::Tag(tag) => {
                let ty = self.canonical_types[tag.func_type_idx as usize];
                self.tag_types.push(ty);
                // Two imports under one name are one tag.
                let mut tags = self.imports.iter().filter(|import| matches!(import.kind, ImportKind::Tag(_)));
                let same = tags.position(|other| (&*other.module, &*other.name) == (import.module, import.name));
                let own = self.tags.len();
                self.tags.push(same.map_or(own, |same| self.tags[same] as usize) as u32);
                ImportKind::Tag(self.types[ty as usize].clone())
            }
        };
        self.imports.push(Import { module: import.module.to_owned(), name: import.name.to_owned(), kind });
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
        self.static_constants = output.static_constants;
        self.functions = output.functions;
        self.handlers = output.handlers;
        Ok(())
    }
}
