//! The outline of a module: its custom sections and exported functions, without its code.
//!
//! [`Outline::read`] validates the whole module first, so later steps can rely on its indices.

use wasmparser::{CompositeInnerType, ExternalKind, Parser, Payload, SubType, TypeRef, Validator, WasmFeatures};

use super::error::LoadError;
use super::types::{ValueType, value_type};

/// A module's custom sections and exported functions, in the order of the file.
#[derive(Debug)]
pub struct Outline<'a> {
    custom_sections: Vec<(&'a str, &'a [u8])>,
    exported_functions: Vec<ExportedFunction<'a>>,
}

/// A function that the host may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFunction<'a> {
    /// The name under which the module exports it.
    pub name: &'a str,
    /// Types of its parameters.
    pub params: Vec<ValueType>,
    /// Types of its results.
    pub results: Vec<ValueType>,
}

impl<'a> Outline<'a> {
    /// Validates `bytes` and reads the outline.
    pub fn read(bytes: &'a [u8]) -> Result<Self, LoadError> {
        if Parser::is_component(bytes) {
            return Err(LoadError::Component);
        }
        // Modules that the machine cannot load have an outline, too.
        Validator::new_with_features(WasmFeatures::default().union(WasmFeatures::LEGACY_EXCEPTIONS))
            .validate_all(bytes)?;
        let mut tables = Tables::default();
        let mut custom_sections = Vec::new();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::CustomSection(section) => custom_sections.push((section.name(), section.data())),
                payload => tables.read(payload)?,
            }
        }
        Ok(Self { custom_sections, exported_functions: tables.exported_functions() })
    }

    /// The contents of every custom section called `name`. There may be several.
    pub fn custom_sections(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.custom_sections.iter().filter(move |(found, _)| *found == name).map(|(_, data)| *data)
    }

    /// All exported functions.
    pub fn exported_functions(&self) -> &[ExportedFunction<'a>] {
        &self.exported_functions
    }
}

/// The index spaces needed to give an exported function its type.
#[derive(Default)]
struct Tables<'a> {
    types: Vec<SubType>,
    /// Type index of each function, imported ones first.
    functions: Vec<u32>,
    /// Name and function index.
    exports: Vec<(&'a str, u32)>,
}

impl<'a> Tables<'a> {
    fn read(&mut self, payload: Payload<'a>) -> Result<(), LoadError> {
        match payload {
            Payload::TypeSection(reader) => {
                for group in reader {
                    self.types.extend(group?.into_types());
                }
            }
            Payload::ImportSection(reader) => {
                for import in reader.into_imports() {
                    if let TypeRef::Func(ty) | TypeRef::FuncExact(ty) = import?.ty {
                        self.functions.push(ty);
                    }
                }
            }
            Payload::FunctionSection(reader) => {
                for ty in reader {
                    self.functions.push(ty?);
                }
            }
            Payload::ExportSection(reader) => {
                for export in reader {
                    let export = export?;
                    if matches!(export.kind, ExternalKind::Func | ExternalKind::FuncExact) {
                        self.exports.push((export.name, export.index));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn exported_functions(&self) -> Vec<ExportedFunction<'a>> {
        // The module is valid, so the indices are in range and a function's type is a function type.
        let function = |(name, index): &(&'a str, u32)| {
            let ty = &self.types[self.functions[*index as usize] as usize];
            let CompositeInnerType::Func(ty) = &ty.composite_type.inner else {
                unreachable!("validated: a function has a function type")
            };
            ExportedFunction {
                name,
                params: ty.params().iter().copied().map(value_type).collect(),
                results: ty.results().iter().copied().map(value_type).collect(),
            }
        };
        self.exports.iter().map(function).collect()
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder as enc;

    use super::*;

    /// A module that imports one function and defines and exports another of a different type.
    fn module() -> Vec<u8> {
        let mut types = enc::TypeSection::new();
        types.ty().function([enc::ValType::F32], []);
        types.ty().function([enc::ValType::I32, enc::ValType::I64], [enc::ValType::F64]);
        let mut imports = enc::ImportSection::new();
        imports.import("env", "gb_log", enc::EntityType::Function(0));
        let mut functions = enc::FunctionSection::new();
        functions.function(1);
        let mut exports = enc::ExportSection::new();
        exports.export("run", enc::ExportKind::Func, 1);
        exports.export("log", enc::ExportKind::Func, 0);
        let mut code = enc::CodeSection::new();
        let mut body = enc::Function::new([]);
        body.instructions().f64_const(0.0.into()).end();
        code.function(&body);
        let custom = |name, data| enc::CustomSection { name, data };
        let mut module = enc::Module::new();
        module
            .section(&custom("a".into(), (&b"one"[..]).into()))
            .section(&types)
            .section(&imports)
            .section(&functions)
            .section(&exports)
            .section(&code)
            .section(&custom("b".into(), (&b"two"[..]).into()))
            .section(&custom("a".into(), (&b"three"[..]).into()));
        module.finish()
    }

    #[test]
    fn exports_have_their_own_types_behind_imports() {
        let bytes = module();
        let outline = Outline::read(&bytes).unwrap();
        assert_eq!(
            outline.exported_functions(),
            [
                ExportedFunction {
                    name: "run",
                    params: vec![ValueType::I32, ValueType::I64],
                    results: vec![ValueType::F64]
                },
                ExportedFunction { name: "log", params: vec![ValueType::F32], results: vec![] },
            ]
        );
    }

    #[test]
    fn custom_sections_of_one_name_come_in_file_order() {
        let bytes = module();
        let outline = Outline::read(&bytes).unwrap();
        assert_eq!(outline.custom_sections("a").collect::<Vec<_>>(), [b"one".as_slice(), b"three"]);
        assert_eq!(outline.custom_sections("c").count(), 0);
    }

    #[test]
    fn invalid_bytes_are_an_error_with_an_offset() {
        let mut bytes = module();
        bytes.truncate(bytes.len() - 1);
        assert!(Outline::read(&bytes).is_err());
        let error = Outline::read(b"\0asm\x07\0\0\0").unwrap_err().to_string();
        assert!(error.starts_with("not a valid WebAssembly module for this machine (offset 0x"), "{error}");
        assert!(matches!(Outline::read(b"\0asm\x0d\0\x01\0"), Err(LoadError::Component)));
    }
}
