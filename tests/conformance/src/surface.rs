//! What linking has to know of a module and the machine does not say: the types of its tables, memories and
//! globals. Read from the module's text.

use glassbox_vm::module::ValueType;
use wast::core::{AbstractHeapType, HeapType, ItemKind, MemoryKind, ModuleField, RefType, TableKind, TableType};

/// Limits of a table or a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
}

impl Limits {
    /// Whether something with the limits `self`, and now of size `size`, may be imported as `wanted`.
    pub(crate) fn satisfies(self, size: u64, wanted: Self) -> bool {
        let max_fits = match (self.max, wanted.max) {
            (_, None) => true,
            (Some(has), Some(wanted)) => has <= wanted,
            (None, Some(_)) => false,
        };
        size >= wanted.min && max_fits
    }
}

impl From<wast::core::Limits> for Limits {
    fn from(limits: wast::core::Limits) -> Self {
        Self { min: limits.min, max: limits.max }
    }
}

/// Types of tables, memories and globals by index, imported ones first.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    pub(crate) tables: Vec<TableShape>,
    pub(crate) memories: Vec<Limits>,
    /// Whether each global is mutable.
    pub(crate) mutable: Vec<bool>,
    /// Whether it has imports and nothing else: no code and no segment that could use them, no export through
    /// which others could.
    pub(crate) inert: bool,
}

/// Type of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableShape {
    pub(crate) limits: Limits,
    pub(crate) element: ValueType,
}

impl Surface {
    /// Reads the fields of a module whose shorthands are expanded: they are once it has been encoded.
    pub(crate) fn of(fields: &[ModuleField<'_>]) -> Self {
        let inert = fields.iter().all(|field| matches!(field, ModuleField::Type(_) | ModuleField::Import(_)));
        let mut surface = Self { inert, ..Self::default() };
        for field in fields {
            match field {
                ModuleField::Import(imports) => {
                    imports.item_sigs().into_iter().for_each(|sig| surface.add_import(&sig.kind));
                }
                ModuleField::Table(table) => match &table.kind {
                    TableKind::Normal { ty, .. } => surface.add_table(ty),
                    other => unreachable!("expanded by encoding: {other:?}"),
                },
                ModuleField::Memory(memory) => match &memory.kind {
                    MemoryKind::Normal(ty) => surface.memories.push(ty.limits.into()),
                    other => unreachable!("expanded by encoding: {other:?}"),
                },
                ModuleField::Global(global) => surface.mutable.push(global.ty.mutable),
                _ => {}
            }
        }
        surface
    }

    fn add_import(&mut self, kind: &ItemKind<'_>) {
        match kind {
            ItemKind::Table(ty) => self.add_table(ty),
            ItemKind::Memory(ty) => self.memories.push(ty.limits.into()),
            ItemKind::Global(ty) => self.mutable.push(ty.mutable),
            ItemKind::Func(_) | ItemKind::FuncExact(_) | ItemKind::Tag(_) => {}
        }
    }

    fn add_table(&mut self, ty: &TableType<'_>) {
        self.tables.push(TableShape { limits: ty.limits.into(), element: element_type(&ty.elem) });
    }
}

/// Only called for modules that the machine has accepted, and it knows three types of references.
fn element_type(ty: &RefType<'_>) -> ValueType {
    match ty.heap {
        HeapType::Abstract { ty: AbstractHeapType::Func, .. } => ValueType::FuncRef,
        HeapType::Abstract { ty: AbstractHeapType::Extern, .. } => ValueType::ExternRef,
        HeapType::Abstract { ty: AbstractHeapType::Exn, .. } => ValueType::ExnRef,
        other => unreachable!("the machine rejects {other:?}"),
    }
}
