//! The module that the suite expects every engine to offer.
//!
//! It is an ordinary instance, so that its functions and globals are linked like anybody else's. Only its
//! table and its memory are special: whoever imports one gets a copy of its own, with these limits, because
//! machines share nothing. No script of the suite has two modules that talk to each other through them.

use wast::core::{ImportItems, ItemKind, ModuleField};

use crate::surface::Limits;

/// The name it is imported under.
pub(crate) const NAME: &str = "spectest";

/// Limits of its memory.
pub(crate) const MEMORY: Limits = Limits { min: 1, max: Some(2) };

/// Limits of its table.
pub(crate) const TABLE: Limits = Limits { min: 10, max: Some(20) };

/// Its text. Nobody looks at what is printed, so the functions do nothing.
pub(crate) const TEXT: &str = r#"
    (module
      (func (export "print"))
      (func (export "print_i32") (param i32))
      (func (export "print_i64") (param i64))
      (func (export "print_f32") (param f32))
      (func (export "print_f64") (param f64))
      (func (export "print_i32_f32") (param i32 f32))
      (func (export "print_f64_f64") (param f64 f64))
      (global (export "global_i32") i32 (i32.const 666))
      (global (export "global_i64") i64 (i64.const 666))
      (global (export "global_f32") f32 (f32.const 666.6))
      (global (export "global_f64") f64 (f64.const 666.6))
      (table (export "table") 10 20 funcref)
      (memory (export "memory") 1 2))
"#;

/// Gives tables and memories that are imported from `spectest` the limits they have there: an instance gets a
/// copy, and it has to be as large as the real one. True if that changed anything.
pub(crate) fn use_real_limits(fields: &mut [ModuleField<'_>]) -> bool {
    let mut changed = false;
    for field in fields {
        let ModuleField::Import(imports) = field else { continue };
        let ImportItems::Single { module: NAME, sig, .. } = &mut imports.items else { continue };
        let (limits, real) = match &mut sig.kind {
            ItemKind::Table(ty) => (&mut ty.limits, TABLE),
            ItemKind::Memory(ty) => (&mut ty.limits, MEMORY),
            _ => continue,
        };
        changed |= Limits::from(*limits) != real;
        (limits.min, limits.max) = (real.min, real.max);
    }
    changed
}
