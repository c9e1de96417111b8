//! Domains: the values that a type may take, and the byte patterns of a cell.

use std::any::type_name;
use std::mem::ManuallyDrop;
use std::rc::Rc;

use glassbox_abi::skeleton::{CellKind, Role};

use super::Plan;
use super::description::{Byte, Label};
use crate::type_id::type_id_of;

/// The possible contents of a cell.
pub(crate) struct Domain {
    /// Number of bytes of one pattern.
    pub(crate) size: usize,
    /// The patterns, one after the other.
    pub(crate) bytes: Vec<Byte>,
    /// Number of patterns.
    pub(crate) choices: u32,
    /// A text for each pattern, or none at all.
    pub(crate) labels: Vec<Label>,
    pub(crate) role: Role,
    pub(crate) kind: CellKind,
    /// Whether the values are integers of at most 32 bits.
    pub(crate) is_integer: bool,
    /// Drops a value, if that does something.
    pub(crate) drop: Option<unsafe fn(*mut u8)>,
}

/// Drops a value, which may be unaligned.
///
/// # Safety
///
/// There is a `T` at `at`, which is not used afterwards.
unsafe fn drop_value<T>(at: *mut u8) {
    // SAFETY: the same promise.
    drop(unsafe { at.cast::<T>().read_unaligned() });
}

impl Domain {
    /// The domain of these values, which are never dropped.
    pub(crate) fn of<T>(values: impl IntoIterator<Item = T>) -> Self {
        let mut domain = Self {
            size: size_of::<T>(),
            bytes: Vec::new(),
            choices: 0,
            labels: Vec::new(),
            role: Role::Value,
            kind: CellKind::Data,
            is_integer: is_integer(std::any::type_name::<T>()),
            drop: std::mem::needs_drop::<T>().then_some(drop_value::<T>),
        };
        for value in values {
            domain.push(value);
        }
        domain
    }

    fn push<T>(&mut self, value: T) {
        let value = ManuallyDrop::new(value);
        let start = (&raw const value).cast::<Byte>();
        // SAFETY: `value` is live, and bytes that may be undefined are valid whatever they are. The copy keeps both
        // undefined bytes and what pointers may access.
        self.bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(start, size_of::<T>()) });
        self.choices += 1;
    }

    /// Gives each pattern a text, unless all texts are empty.
    pub(crate) fn labels(self, labels: Vec<Label>) -> Self {
        let says_something = labels.iter().any(|label| !label.is_empty());
        Self { labels: if says_something { labels } else { Vec::new() }, ..self }
    }

    /// The values are integers of at most 32 bits, whatever their type is called.
    pub(crate) fn integers(self) -> Self {
        Self { is_integer: true, ..self }
    }

    /// The values own memory if they do something when dropped.
    pub(crate) fn owning(self) -> Self {
        if self.drop.is_some() { self.kind(CellKind::Owning) } else { self }
    }

    pub(crate) fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    pub(crate) fn kind(self, kind: CellKind) -> Self {
        Self { kind, ..self }
    }
}

/// Whether a type is an integer of at most 32 bits, by its name: values need not be `'static`.
fn is_integer(name: &str) -> bool {
    ["u8", "u16", "u32", "usize", "i8", "i16", "i32", "isize"].contains(&name)
}

impl Plan {
    /// `#[glassbox(domain(T = ..))]`: gives these values to every `T` that `f` describes.
    pub fn with<T: Clone + 'static, R>(&mut self, values: Vec<T>, f: impl FnOnce(&mut Self) -> R) -> R {
        self.domains.push((type_id_of::<T>(), Rc::new(values)));
        let result = f(self);
        self.domains.pop();
        result
    }

    /// The values that the innermost [`with`](Self::with) gave to `T`, if any did.
    pub fn env<T: Clone + 'static>(&self) -> Option<Vec<T>> {
        let (_, values) = self.domains.iter().rev().find(|(id, _)| *id == type_id_of::<T>())?;
        values.downcast_ref::<Vec<T>>().cloned()
    }

    /// As [`env`](Self::env), for types that need given values.
    ///
    /// # Panics
    ///
    /// If no values were given.
    pub fn domain<T: Clone + 'static>(&self) -> Vec<T> {
        self.env().unwrap_or_else(|| self.no_domain(type_name::<T>()))
    }

    fn no_domain(&self, ty: &str) -> ! {
        let path = self.path();
        let advice = if self.scope.node.is_none() {
            "write `#[glassbox(values = ..)]` before the argument".to_owned()
        } else {
            format!(
                "write `#[glassbox(values = ..)]` on the field, or `#[glassbox(domain({ty} = ..))]` on it or on its type"
            )
        };
        panic!("glassbox does not know which values `{path}: {ty}` can take: {advice}")
    }
}
