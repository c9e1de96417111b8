//! The checks that a module offers, read without running anything.
//!
//! [`read`] decodes the records that `#[glassbox::check]` left in the module and holds each against the
//! module's exports. A record without its export is an error, not a shorter list: a check that silently
//! disappears would be a check that silently passes.

use glassbox_abi::names::{CHECK_EXPORT_PREFIX, CHECKS_SECTION, EXPLORATIONS_SECTION, EXPLORE_EXPORT_PREFIX};
use glassbox_abi::{DecodeError, decode_all};
use glassbox_vm::module::{LoadError, Outline, ValueType};

/// Why the checks of a module could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The module itself cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The records cannot be read.
    #[error(transparent)]
    Records(#[from] DecodeError),
    /// The linker dropped the function that a record describes.
    #[error("check `{path}` is described but not exported")]
    NotExported {
        /// The check's path.
        path: String,
    },
    /// The export takes other arguments than the record says.
    #[error("check `{path}` has {n_args} arguments, but its export does not take as many addresses")]
    WrongType {
        /// The check's path.
        path: String,
        /// Arguments according to the record.
        n_args: usize,
    },
    /// Two records have the same path, so the host could not tell them apart.
    #[error("check `{path}` is described twice")]
    Duplicate {
        /// The check's path.
        path: String,
    },
    /// A check is exported but no record describes it: its section was stripped.
    #[error("export `{export}` has no description: was the section `{CHECKS_SECTION}` stripped?")]
    NotDescribed {
        /// The export's full name.
        export: String,
    },
}

/// A check that a module offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is to be run.
    pub kind: CheckKind,
    /// Cargo package that defines it.
    pub package: String,
    /// Module path and function name.
    pub path: String,
    /// Where the function's name stands.
    pub location: Location,
    /// Its doc comment; empty if there is none.
    pub doc: String,
    /// Its arguments in order; of an exploration, its functions, and for types what they do with the subject.
    pub args: Vec<Arg>,
    /// The bounds stated in its attribute.
    pub bounds: Vec<Bound>,
}

/// What a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckKind {
    /// A function that is run on every valid state.
    Function,
    /// A module of operations, every sequence of which is tried.
    Exploration,
}

/// A place in the user's source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// File as rustc names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// An argument of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Its name in the source.
    pub name: String,
    /// Its type as written.
    pub ty: String,
}

/// A bound of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// `height`, `len`, …
    pub name: String,
    /// Its value.
    pub value: u64,
}

/// The checks of `module`, in source order.
pub fn read(module: &[u8]) -> Result<Vec<Check>, CatalogError> {
    let outline = Outline::read(module)?;
    let mut checks = Vec::new();
    for section in outline.custom_sections(CHECKS_SECTION) {
        checks.extend(decode_all(section)?.iter().map(Check::from));
    }
    for check in &checks {
        require_export(check, &outline)?;
    }
    for section in outline.custom_sections(EXPLORATIONS_SECTION) {
        let records = decode_all(section)?;
        let explorations = records.iter().map(|record| Check { kind: CheckKind::Exploration, ..Check::from(record) });
        checks.extend(explorations);
    }
    for exploration in checks.iter().filter(|check| check.kind == CheckKind::Exploration) {
        require_functions(exploration, &outline)?;
    }
    checks.sort_by(|a, b| (&a.path, &a.location).cmp(&(&b.path, &b.location)));
    if let Some(pair) = checks.windows(2).find(|pair| pair[0].path == pair[1].path) {
        return Err(CatalogError::Duplicate { path: pair[0].path.clone() });
    }
    require_descriptions(&checks, &outline)?;
    checks.sort_by(|a, b| (&a.location, &a.path).cmp(&(&b.location, &b.path)));
    Ok(checks)
}

/// Every described check is exported, with one address per argument and one result.
fn require_export(check: &Check, outline: &Outline<'_>) -> Result<(), CatalogError> {
    let is_this = |name: &str| name.strip_prefix(CHECK_EXPORT_PREFIX) == Some(check.path.as_str());
    let Some(export) = outline.exported_functions().iter().find(|export| is_this(export.name)) else {
        return Err(CatalogError::NotExported { path: check.path.clone() });
    };
    let addresses = vec![ValueType::I32; check.args.len()];
    if export.params != addresses || export.results != [ValueType::I32] {
        return Err(CatalogError::WrongType { path: check.path.clone(), n_args: check.args.len() });
    }
    Ok(())
}

/// Every function of an exploration is exported, and so is what drops its subject.
fn require_functions(exploration: &Check, outline: &Outline<'_>) -> Result<(), CatalogError> {
    let names = exploration.args.iter().map(|function| function.name.as_str()).chain([""]);
    for name in names {
        let path = format!("{}::{name}", exploration.path);
        let is_this = |export: &str| export.strip_prefix(EXPLORE_EXPORT_PREFIX) == Some(path.as_str());
        let Some(export) = outline.exported_functions().iter().find(|export| is_this(export.name)) else {
            return Err(CatalogError::NotExported { path });
        };
        if export.params != [ValueType::I32] || export.results != [ValueType::I32] {
            return Err(CatalogError::WrongType { path, n_args: 1 });
        }
    }
    Ok(())
}

/// Every exported check is described. `checks` is sorted by path.
fn require_descriptions(checks: &[Check], outline: &Outline<'_>) -> Result<(), CatalogError> {
    for export in outline.exported_functions() {
        let Some(path) = export.name.strip_prefix(CHECK_EXPORT_PREFIX) else { continue };
        if checks.binary_search_by(|check| check.path.as_str().cmp(path)).is_err() {
            return Err(CatalogError::NotDescribed { export: export.name.to_owned() });
        }
    }
    Ok(())
}

impl From<&glassbox_abi::Check<'_>> for Check {
    fn from(record: &glassbox_abi::Check<'_>) -> Self {
        Self {
            kind: CheckKind::Function,
            package: record.package.to_owned(),
            path: record.path.to_owned(),
            location: Location { file: record.file.to_owned(), line: record.line, column: record.column },
            doc: record.doc.to_owned(),
            args: record.args.iter().map(|arg| Arg { name: arg.name.to_owned(), ty: arg.ty.to_owned() }).collect(),
            bounds: record.bounds.iter().map(|b| Bound { name: b.name.to_owned(), value: b.value }).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder as enc;

    use super::*;

    fn record(path: &str, line: u32, n_args: usize) -> Vec<u8> {
        const LEN: usize = 256;
        let args = vec![glassbox_abi::Arg { name: "a", ty: "u8" }; n_args];
        let mut check = glassbox_abi::Check {
            package: "stack",
            path,
            file: "src/lib.rs",
            line,
            column: 4,
            doc: "",
            args: Cow::Owned(args),
            bounds: Cow::Owned(vec![glassbox_abi::Bound { name: "len", value: 3 }]),
        };
        // `encode` wants to know the length at compile time: fill up to it.
        let filling = " ".repeat(LEN - check.encoded_len());
        check.doc = &filling;
        check.encode::<LEN>().to_vec()
    }

    /// A module with `records` in its section and exports given as full name and number of parameters.
    fn module(records: &[Vec<u8>], exports: &[(&str, usize)]) -> Vec<u8> {
        let mut types = enc::TypeSection::new();
        let mut functions = enc::FunctionSection::new();
        let mut export_section = enc::ExportSection::new();
        let mut code = enc::CodeSection::new();
        for (index, (name, n_params)) in (0..).zip(exports) {
            types.ty().function(vec![enc::ValType::I32; *n_params], [enc::ValType::I32]);
            functions.function(index);
            export_section.export(name, enc::ExportKind::Func, index);
            let mut body = enc::Function::new([]);
            body.instructions().i32_const(1).end();
            code.function(&body);
        }
        let mut module = enc::Module::new();
        module.section(&types).section(&functions).section(&export_section).section(&code);
        let data = records.concat();
        module.section(&enc::CustomSection { name: CHECKS_SECTION.into(), data: data.into() });
        module.finish()
    }

    #[track_caller]
    fn rejects(records: &[Vec<u8>], exports: &[(&str, usize)], expect: &str) {
        assert_eq!(read(&module(records, exports)).unwrap_err().to_string(), expect);
    }

    #[test]
    fn checks_come_in_source_order_whatever_the_linker_did() {
        let records = [record("stack::pop", 20, 1), record("stack::push", 10, 2)];
        let exports = [("memory_helper", 0), ("glassbox:check:stack::push", 2), ("glassbox:check:stack::pop", 1)];
        let checks = read(&module(&records, &exports)).unwrap();
        let paths: Vec<&str> = checks.iter().map(|check| check.path.as_str()).collect();
        assert_eq!(paths, ["stack::push", "stack::pop"]);
        assert_eq!(checks[0].args.len(), 2);
        assert_eq!(checks[0].bounds, [Bound { name: "len".into(), value: 3 }]);
    }

    #[test]
    fn a_module_without_the_section_has_no_checks() {
        assert_eq!(read(&enc::Module::new().finish()).unwrap(), []);
    }

    #[test]
    fn records_and_exports_must_agree() {
        let push = || record("stack::push", 10, 2);
        rejects(&[push()], &[], "check `stack::push` is described but not exported");
        rejects(
            &[push()],
            &[("glassbox:check:stack::push", 1)],
            "check `stack::push` has 2 arguments, but its export does not take as many addresses",
        );
        rejects(&[push(), push()], &[("glassbox:check:stack::push", 2)], "check `stack::push` is described twice");
        rejects(
            &[],
            &[("glassbox:check:stack::push", 2)],
            "export `glassbox:check:stack::push` has no description: was the section `glassbox.checks` stripped?",
        );
    }

    #[test]
    fn records_of_another_release_are_not_guessed_at() {
        let mut push = record("stack::push", 10, 2);
        push[4] = 77;
        rejects(&[push], &[("glassbox:check:stack::push", 2)], "check records have version 77, not 1");
    }
}
