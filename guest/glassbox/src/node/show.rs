//! Collects the fields of one node as text, for pictures of structures after an operation.
//!
//! [`Structure::show`](crate::Structure::show) names the fields of a value as [`Structure::describe`] does, with their
//! present contents. Only reports depend on it.
//!
//! [`Structure::describe`]: crate::Structure::describe

use std::fmt::Display;
use std::fmt::Write as _;
use std::mem::MaybeUninit;

use glassbox_abi::skeleton::ShownKind;

#[cfg(all(glassbox, target_family = "wasm"))]
use super::node_type::NodeType;
#[cfg(all(glassbox, target_family = "wasm"))]
use crate::host;
use crate::label;

/// Text for a value that has none. The judge takes it for bytes that nobody has read.
pub(crate) const UNSHOWN: &str = "..";

/// The fields of one node, as text.
#[derive(Default)]
pub struct Show {
    /// Path of the field being shown, from the node on.
    path: String,
    shown: Vec<Shown>,
}

/// A field, as text or as a link.
pub(crate) struct Shown {
    pub(crate) path: String,
    pub(crate) kind: ShownKind,
    /// Empty for links.
    pub(crate) text: String,
    /// Target of a link; null if it leads nowhere.
    pub(crate) target: *const u8,
    /// Table index that tells the host the target's type, and the type.
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub(super) target_type: Option<(u32, NodeType)>,
}

impl Show {
    /// Names a field: everything that `f` shows is in it.
    pub fn field(&mut self, name: impl Display, f: impl FnOnce(&mut Self)) {
        let len = self.path.len();
        let dot = if len == 0 { "" } else { "." };
        write!(self.path, "{dot}{name}").expect("a string takes all text");
        f(self);
        self.path.truncate(len);
    }

    /// Shows a value as text.
    pub fn text(&mut self, text: impl Display) {
        self.push(ShownKind::Value, text.to_string());
    }

    /// Shows a variant of an enum, with its payload in brackets if that consists of values only.
    pub fn variant(&mut self, name: &str, payload: impl FnOnce(&mut Self)) {
        let before = self.shown.len();
        payload(self);
        let inside = &self.shown[before..];
        let text = if inside.iter().all(|shown| matches!(shown.kind, ShownKind::Value | ShownKind::Key)) {
            let texts: Vec<String> = self.shown.drain(before..).map(|shown| shown.text).collect();
            if texts.is_empty() { name.to_owned() } else { format!("{name}({})", texts.join(", ")) }
        } else {
            name.to_owned()
        };
        self.push(ShownKind::Value, text);
        // The variant comes before its payload.
        self.shown[before..].rotate_right(1);
    }

    /// Shows a value whose type may have no `Structure`, if it is of a primitive type.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid value, maybe unaligned.
    pub unsafe fn primitive<T>(&mut self, this: *const T) {
        // SAFETY: the same promise.
        self.push(ShownKind::Value, unsafe { text_of(this) });
    }

    /// Shows a number of nodes.
    ///
    /// # Safety
    ///
    /// As for [`primitive`](Self::primitive).
    pub unsafe fn count<T>(&mut self, this: *const T) {
        // SAFETY: the same promise.
        self.push(ShownKind::Count, unsafe { text_of(this) });
    }

    pub(crate) fn key(&mut self, number: u32) {
        self.push(ShownKind::Key, number.to_string());
    }

    pub(crate) fn token(&mut self, number: u32) {
        self.push(ShownKind::Token, number.to_string());
    }

    /// Shows a tree link that leads nowhere.
    pub(crate) fn no_child(&mut self) {
        self.push(ShownKind::Tree, String::new());
    }

    pub(super) fn push(&mut self, kind: ShownKind, text: String) -> &mut Shown {
        self.shown.push(Shown {
            path: self.path.clone(),
            kind,
            text,
            target: std::ptr::null(),
            #[cfg(all(glassbox, target_family = "wasm"))]
            target_type: None,
        });
        self.shown.last_mut().expect("just pushed")
    }

    /// All fields, in order.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn finish(self) -> Vec<Shown> {
        self.shown
    }

    /// Passes all fields to the host, in order, as those of a value of type `T` that is no node.
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub(crate) fn send_root<T>(self) {
        host::node_type(0, 0, size_of::<T>(), std::any::type_name::<T>());
        self.send();
    }

    /// Passes all fields to the host, in order.
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub(super) fn send(self) {
        self.shown.iter().for_each(Shown::send);
    }
}

#[cfg(all(glassbox, target_family = "wasm"))]
impl Shown {
    fn send(&self) {
        let check = self.target_type.map_or(0, |(check, _)| check);
        if let Some((_, ty)) = &self.target_type {
            host::node_type(check, ty.entries.show, ty.size, ty.name);
        }
        match self.kind {
            ShownKind::Tree | ShownKind::Alias => host::shown_link(&self.path, self.kind, self.target, check),
            _ => host::shown(&self.path, self.kind, &self.text),
        }
    }
}

/// The text of a value of a primitive type; [`UNSHOWN`] for other types.
unsafe fn text_of<T>(this: *const T) -> String {
    // SAFETY: the caller's promise; the copy is not dropped.
    let copy = unsafe { this.cast::<MaybeUninit<T>>().read_unaligned() };
    // SAFETY: a bytewise copy of a valid value, which is only looked at.
    let label = label::primitive(unsafe { &*copy.as_ptr() });
    if label.is_empty() && size_of::<T>() > 0 { UNSHOWN.to_owned() } else { label }
}
