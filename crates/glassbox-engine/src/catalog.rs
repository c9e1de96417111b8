//! The checks and explorations of a module, read without running anything.
//!
//! [`read`] decodes the records that `#[glassbox::check]` and `#[glassbox::explore]` left in the module and compares each
//! with the module's exports. A record without its export is an error, not a shorter list: a check that silently disappears
//! would be a check that silently passes.

use glassbox_abi::names::{CHECK_EXPORT_PREFIX, CHECKS_SECTION, EXPLORATIONS_SECTION, EXPLORE_EXPORT_PREFIX};
use glassbox_abi::{DecodeError, DisturbanceChoice, Kind, decode_all};
use glassbox_vm::module::{LoadError, Outline, ValueType};

use crate::result::{Bounds, Role};

/// Error when reading the checks of a module.
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
    /// A bound is larger than any bound can be.
    #[error("the bound `{bound}` of `{path}` is too large")]
    LargeBound {
        /// The check's path.
        path: String,
        /// The bound.
        bound: String,
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

/// A check or an exploration of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Check or exploration.
    pub kind: SubjectKind,
    /// Cargo package that defines it.
    pub package: String,
    /// Module path, for a check with the function's name.
    pub path: String,
    /// Position of its name in the source.
    pub location: Location,
    /// Its doc comment; empty if there is none.
    pub doc: String,
    /// The bounds stated in its attribute.
    pub bounds: Bounds,
    /// What goes wrong around it in every run, as its attribute says: it needs a build with such places.
    pub with: DisturbanceChoice,
}

/// A check, or an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A function that runs on every valid state.
    Check {
        /// Its arguments in order.
        arguments: Vec<Parameter>,
    },
    /// A module of functions, every sequence of which is tried.
    Exploration {
        /// Its functions in order.
        functions: Vec<Function>,
        /// Items that may be public functions, as text: nothing is known about them.
        unseen: Vec<String>,
        /// Whether the subject is never moved between two calls.
        is_pinned: bool,
        /// Whether as much is asked after a panic of a callback as before it.
        is_panic_safe: bool,
    },
}

impl Subject {
    /// Whether it is an exploration.
    pub fn is_exploration(&self) -> bool {
        matches!(self.kind, SubjectKind::Exploration { .. })
    }

    /// Its functions; none if it is a check.
    pub fn functions(&self) -> &[Function] {
        match &self.kind {
            SubjectKind::Exploration { functions, .. } => functions,
            SubjectKind::Check { .. } => &[],
        }
    }

    /// Items of an exploration that may be public functions, as text.
    pub fn unseen(&self) -> &[String] {
        match &self.kind {
            SubjectKind::Exploration { unseen, .. } => unseen,
            SubjectKind::Check { .. } => &[],
        }
    }

    /// Whether it is an exploration whose subject is never moved.
    pub fn is_pinned(&self) -> bool {
        matches!(self.kind, SubjectKind::Exploration { is_pinned: true, .. })
    }

    /// Whether it is an exploration that asks for as much after a panic of a callback as before it.
    pub fn is_panic_safe(&self) -> bool {
        matches!(self.kind, SubjectKind::Exploration { is_panic_safe: true, .. })
    }

    /// Its arguments; none if it is an exploration.
    pub fn arguments(&self) -> &[Parameter] {
        match &self.kind {
            SubjectKind::Check { arguments } => arguments,
            SubjectKind::Exploration { .. } => &[],
        }
    }
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
pub struct Parameter {
    /// Its name in the source.
    pub name: String,
    /// Its type as written.
    pub ty: String,
}

/// A function of an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name in the source.
    pub name: String,
    /// Its role: constructor, operation, consumer or law.
    pub role: Role,
}

/// The checks and explorations of `module`, in source order.
pub fn read(module: &[u8]) -> Result<Vec<Subject>, CatalogError> {
    let outline = Outline::read(module)?;
    let mut subjects = Vec::new();
    for section in [CHECKS_SECTION, EXPLORATIONS_SECTION] {
        for records in outline.custom_sections(section) {
            for record in decode_all(records)? {
                subjects.push(subject(&record)?);
            }
        }
    }
    for subject in &subjects {
        match &subject.kind {
            SubjectKind::Check { arguments } => require_export(&subject.path, arguments.len(), &outline)?,
            SubjectKind::Exploration { functions, .. } => require_functions(&subject.path, functions, &outline)?,
        }
    }
    subjects.sort_by(|a, b| (&a.path, &a.location).cmp(&(&b.path, &b.location)));
    if let Some(pair) = subjects.windows(2).find(|pair| pair[0].path == pair[1].path) {
        return Err(CatalogError::Duplicate { path: pair[0].path.clone() });
    }
    require_descriptions(&subjects, &outline)?;
    subjects.sort_by(|a, b| (&a.location, &a.path).cmp(&(&b.location, &b.path)));
    Ok(subjects)
}

/// Requires that a described check is exported, with one address per argument and one result.
fn require_export(path: &str, n_args: usize, outline: &Outline<'_>) -> Result<(), CatalogError> {
    let is_this = |name: &str| name.strip_prefix(CHECK_EXPORT_PREFIX) == Some(path);
    let Some(export) = outline.exported_functions().iter().find(|export| is_this(export.name)) else {
        return Err(CatalogError::NotExported { path: path.to_owned() });
    };
    let addresses = vec![ValueType::I32; n_args];
    if export.params != addresses || export.results != [ValueType::I32] {
        return Err(CatalogError::WrongType { path: path.to_owned(), n_args });
    }
    Ok(())
}

/// Requires that every function of an exploration is exported, and so is the function that drops its subject.
fn require_functions(path: &str, functions: &[Function], outline: &Outline<'_>) -> Result<(), CatalogError> {
    let names = functions.iter().map(|function| function.name.as_str()).chain([""]);
    for name in names {
        let path = format!("{path}::{name}");
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

/// Requires that every exported check is described. `subjects` is sorted by path.
fn require_descriptions(subjects: &[Subject], outline: &Outline<'_>) -> Result<(), CatalogError> {
    for export in outline.exported_functions() {
        let Some(path) = export.name.strip_prefix(CHECK_EXPORT_PREFIX) else { continue };
        if subjects.binary_search_by(|subject| subject.path.as_str().cmp(path)).is_err() {
            return Err(CatalogError::NotDescribed { export: export.name.to_owned() });
        }
    }
    Ok(())
}

fn subject(record: &glassbox_abi::Subject<'_>) -> Result<Subject, CatalogError> {
    let kind = match &record.kind {
        Kind::Check { args } => {
            let parameter =
                |arg: &glassbox_abi::Arg<'_>| Parameter { name: arg.name.to_owned(), ty: arg.ty.to_owned() };
            SubjectKind::Check { arguments: args.iter().map(parameter).collect() }
        }
        Kind::Exploration { functions, unseen, is_pinned, is_panic_safe } => {
            let function = |function: &glassbox_abi::Function<'_>| Function {
                name: function.name.to_owned(),
                role: function.role.into(),
            };
            let unseen = unseen.iter().map(|text| (*text).to_owned()).collect();
            let functions = functions.iter().map(function).collect();
            let (is_pinned, is_panic_safe) = (*is_pinned, *is_panic_safe);
            SubjectKind::Exploration { functions, unseen, is_pinned, is_panic_safe }
        }
    };
    let mut bounds = Bounds::none();
    for bound in record.bounds.iter() {
        let value = u32::try_from(bound.value);
        let too_large = |_| CatalogError::LargeBound { path: record.path.to_owned(), bound: bound.name.to_owned() };
        bounds.set(bound.name, value.map_err(too_large)?);
    }
    Ok(Subject {
        kind,
        package: record.package.to_owned(),
        path: record.path.to_owned(),
        location: Location { file: record.file.to_owned(), line: record.line, column: record.column },
        doc: record.doc.to_owned(),
        bounds,
        with: record.with,
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use wasm_encoder as enc;

    use super::*;

    fn record(path: &str, line: u32, n_args: usize) -> Vec<u8> {
        const LEN: usize = 256;
        let args = vec![glassbox_abi::Arg { name: "a", ty: "u8" }; n_args];
        let mut check = glassbox_abi::Subject {
            package: "stack",
            path,
            file: "src/lib.rs",
            line,
            column: 4,
            doc: "",
            kind: Kind::Check { args: Cow::Owned(args) },
            bounds: Cow::Owned(vec![glassbox_abi::Bound { name: "len", value: 3 }]),
            with: DisturbanceChoice::default(),
        };
        // `encode` needs the length at compile time: pad with spaces.
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
        assert_eq!(checks[0].arguments().len(), 2);
        assert_eq!(checks[0].bounds, Bounds::from([("len", 3)]));
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
        rejects(&[push], &[("glassbox:check:stack::push", 2)], "records have version 77, not 5");
    }
}
