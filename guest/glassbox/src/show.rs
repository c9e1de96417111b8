//! What is in a node, in words: for pictures of structures after an operation.
//!
//! [`Structure::show`] names the fields of a value as [`Structure::lay`] does, with what is in them now.
//! Nothing depends on it but what people read.

use std::fmt::Display;
use std::fmt::Write as _;
use std::mem::MaybeUninit;

use glassbox_abi::skeleton::ShownKind;

use crate::invariant::Invariant;
use crate::label;
use crate::link::Link;
use crate::nil;
use crate::slots::{self, Slot};
use crate::structure::Structure;

/// Collects the fields of one node.
#[derive(Default)]
pub struct Show {
    /// The field being shown, from the node on.
    path: String,
    shown: Vec<Shown>,
}

/// Something that a node has.
pub(crate) struct Shown {
    pub(crate) path: String,
    pub(crate) kind: ShownKind,
    /// Words, except for links.
    pub(crate) text: String,
    /// Where a link leads; null if nowhere.
    pub(crate) target: *const u8,
    /// The type there, as the host knows it.
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub(crate) check: u32,
    /// And what there is to know about it.
    #[cfg(all(glassbox, target_family = "wasm"))]
    pub(crate) node_type: Option<crate::node_type::NodeType>,
}

impl Show {
    /// What `f` shows is in this field.
    pub fn field(&mut self, name: impl Display, f: impl FnOnce(&mut Self)) {
        let len = self.path.len();
        let dot = if len == 0 { "" } else { "." };
        write!(self.path, "{dot}{name}").expect("a string takes all text");
        f(self);
        self.path.truncate(len);
    }

    /// A value in words.
    pub fn text(&mut self, text: impl Display) {
        self.push(ShownKind::Value, text.to_string());
    }

    /// A variant of an enum: with its payload in brackets if that is nothing but values.
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
        // Before what is in it.
        self.shown[before..].rotate_right(1);
    }

    /// A value of a type of which nothing is known: shown if it is a number or the like.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid value, maybe unaligned.
    pub unsafe fn primitive<T>(&mut self, this: *const T) {
        // SAFETY: the same promise.
        self.push(ShownKind::Value, unsafe { text_of(this) });
    }

    /// A number of nodes.
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

    /// A tree link.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid link, maybe unaligned.
    pub unsafe fn tree<L: Link>(&mut self, this: *const L) {
        // SAFETY: the same promise.
        self.link(ShownKind::Tree, unsafe { L::target(this) });
    }

    /// A tree link that leads nowhere.
    pub(crate) fn no_child(&mut self) {
        self.push(ShownKind::Tree, String::new());
    }

    /// A link to any node.
    ///
    /// # Safety
    ///
    /// As for [`tree`](Self::tree).
    pub unsafe fn alias<L: Link>(&mut self, this: *const L) {
        // SAFETY: the same promise.
        self.link(ShownKind::Alias, unsafe { L::target(this) });
    }

    /// A vector whose elements are nodes.
    ///
    /// # Safety
    ///
    /// `this` is the address of a valid vector, maybe unaligned.
    pub unsafe fn tree_vec<T: Invariant>(&mut self, this: *const Vec<T>) {
        // SAFETY: the same promise; the copy is not dropped.
        let copy = unsafe { this.cast::<MaybeUninit<Vec<T>>>().read_unaligned() };
        // SAFETY: a bytewise copy of a valid vector, which is only asked for its three numbers.
        let vec = unsafe { &*copy.as_ptr() };
        self.text(format_args!("{} of {}", vec.len(), vec.capacity()));
        for index in 0..vec.len() {
            let element = vec.as_ptr().wrapping_add(index).cast_mut();
            self.field(index, |show| show.link(ShownKind::Tree, Some(element)));
        }
    }

    /// A vector of slots: links by index lead into it.
    ///
    /// # Safety
    ///
    /// As for [`tree_vec`](Self::tree_vec).
    pub unsafe fn slots<S: Slot>(&mut self, this: *const Vec<S>) {
        // SAFETY: as in `tree_vec`.
        let copy = unsafe { this.cast::<MaybeUninit<Vec<S>>>().read_unaligned() };
        // SAFETY: as in `tree_vec`.
        slots::moved(unsafe { &*copy.as_ptr() }.as_ptr());
    }

    fn link<T: Invariant>(&mut self, kind: ShownKind, target: Option<*mut T>) {
        self.push(kind, String::new());
        let target = target.filter(|target| !nil::is(*target));
        let shown = self.shown.last_mut().expect("just pushed");
        shown.target = target.map_or(std::ptr::null(), |target| target.cast_const().cast());
        #[cfg(all(glassbox, target_family = "wasm"))]
        {
            shown.check = crate::node_type::check_index::<T>();
            shown.node_type = Some(crate::node_type::NodeType::of::<T>());
        }
    }

    fn push(&mut self, kind: ShownKind, text: String) {
        self.shown.push(Shown {
            path: self.path.clone(),
            kind,
            text,
            target: std::ptr::null(),
            #[cfg(all(glassbox, target_family = "wasm"))]
            check: 0,
            #[cfg(all(glassbox, target_family = "wasm"))]
            node_type: None,
        });
    }

    /// All of it, in order.
    pub(crate) fn finish(self) -> Vec<Shown> {
        self.shown
    }
}

/// Shows a whole value to the host of an exploration; natively nobody watches.
///
/// # Safety
///
/// `this` is the address of a valid value.
pub(crate) unsafe fn draw<T: Structure>(this: *const T) {
    let mut show = Show::default();
    // SAFETY: the same promise.
    unsafe { T::show(this, &mut show) };
    let shown = show.finish();
    #[cfg(all(glassbox, target_family = "wasm"))]
    {
        crate::host::node_type(0, 0, size_of::<T>(), std::any::type_name::<T>());
        shown.iter().for_each(crate::host::shown);
    }
    drop(shown);
}

/// The text of a number or the like; empty for anything else.
unsafe fn text_of<T>(this: *const T) -> String {
    // SAFETY: the caller's promise; the copy is not dropped.
    let copy = unsafe { this.cast::<MaybeUninit<T>>().read_unaligned() };
    // SAFETY: a bytewise copy of a valid value, which is only looked at.
    label::primitive(unsafe { &*copy.as_ptr() })
}
