//! Links: a tree link leads to a child or nowhere, a parent link follows from the position, an alias leads anywhere.

use std::alloc::Layout;
use std::any::type_name;
use std::mem::MaybeUninit;

use glassbox_abi::skeleton::{CellKind, Role};

use super::Plan;
use super::description::Label;
use super::domain::Domain;
use crate::invariant::Invariant;
use crate::link::Link;
use crate::nil::{self, Nil};
use crate::type_id::type_id_of;

/// The bytes of a link, without its type: a typed `Box` would claim its target for itself.
type Bytes<L> = MaybeUninit<L>;

fn link_to<L: Link>(target: *mut L::Target) -> Bytes<L> {
    let mut slot = MaybeUninit::uninit();
    // SAFETY: the slot has room for a link, and all targets are positions or sentinels of this plan.
    unsafe { L::put(slot.as_mut_ptr(), target) };
    slot
}

impl Plan {
    /// `#[glassbox(tree)]`: describes a link that is null or leads to the child at this position.
    ///
    /// # Safety
    ///
    /// `at` is a place for a link that nothing else describes.
    pub unsafe fn tree<L: Link>(&mut self, at: *mut L) {
        self.node_type::<L::Target>();
        let null = self.null::<L>();
        if !self.can_enter::<L::Target>() {
            let null = null.unwrap_or_else(|| self.no_way_out::<L>());
            self.vary(at.cast(), Domain::of([null]).kind(CellKind::Tree));
            return;
        }
        let child = self.place::<L::Target>();
        let labels = [Label::NULL, Label::Path(self.scope.path)];
        let labels = labels.into_iter().skip(usize::from(null.is_none())).collect();
        let domain = Domain::of(null.into_iter().chain([link_to::<L>(child.at)])).labels(labels);
        let present = domain.choices - 1;
        let choice = self.vary(at.cast(), domain.role(Role::Tree).kind(CellKind::Tree));
        self.when(&choice, [present], |plan| plan.child_in(&child));
    }

    /// `#[glassbox(parent)]`: describes a link to the parent node, null if that has another type.
    ///
    /// # Safety
    ///
    /// As for [`tree`](Self::tree).
    pub unsafe fn up<L: Link>(&mut self, at: *mut L) {
        let link = match self.parent::<L::Target>() {
            Some(parent) => link_to::<L>(parent),
            None => self.null::<L>().unwrap_or_else(|| self.no_way_out::<L>()),
        };
        self.vary(at.cast(), Domain::of([link]).kind(CellKind::Parent));
    }

    /// `#[glassbox(alias)]`: describes a link that is null or leads to any position of the target's type in this
    /// structure, also to absent ones: only the invariant may exclude them.
    ///
    /// # Safety
    ///
    /// As for [`tree`](Self::tree).
    pub unsafe fn alias<L: Link>(&mut self, at: *mut L) {
        self.defer(at.cast(), Self::alias_now::<L>);
    }

    fn alias_now<L: Link>(&mut self, at: *mut u8) {
        let null = self.null::<L>();
        let null_label = null.is_some().then_some(Label::NULL);
        let id = type_id_of::<L::Target>();
        let targets = self.nodes[self.first_node..].iter().filter(|node| self.types[node.ty].id == id);
        let labels = null_label.into_iter().chain(targets.clone().map(|node| Label::Path(node.path))).collect();
        let links = targets.map(|node| link_to::<L>(node.at.cast()));
        let domain = Domain::of(null.into_iter().chain(links)).labels(labels);
        self.vary(at, domain.role(Role::Alias).kind(CellKind::Alias));
    }

    /// Makes the sentinel at `nil` stand for null in all links to `T` that `f` describes.
    pub fn with_nil<T: Invariant, R>(&mut self, nil: *mut T, f: impl FnOnce(&mut Self) -> R) -> R {
        let nil = Nil { type_id: type_id_of::<T>(), at: nil.cast() };
        self.nils.push(nil);
        nil::add(&[nil]);
        self.scope.nils.push(nil);
        let result = f(self);
        self.scope.nils.pop();
        result
    }

    /// As [`with_nil`](Self::with_nil) before there is a sentinel: for [`possible`](crate::Structure::possible).
    pub fn assume_nil<T: Invariant, R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.scope.nils.push(Nil { type_id: type_id_of::<T>(), at: std::ptr::null_mut() });
        let result = f(self);
        self.scope.nils.pop();
        result
    }

    /// Whether such a link can be null or lead to a sentinel.
    pub fn can_be_null<L: Link>(&self) -> bool {
        let id = type_id_of::<L::Target>();
        self.scope.nils.iter().any(|nil| nil.type_id == id) || L::null().is_some()
    }

    /// `#[glassbox(nil = ..)]`: describes a sentinel in a block of its own that belongs to the current node, and the
    /// link at `at` to it. `value` makes the sentinel from its own address, so that it may lead to itself. Pass the
    /// result to [`with_nil`](Self::with_nil).
    ///
    /// # Safety
    ///
    /// As for [`tree`](Self::tree).
    pub unsafe fn sentinel<L: Link>(
        &mut self,
        at: *mut L,
        value: impl FnOnce(*mut L::Target) -> L::Target,
    ) -> *mut L::Target {
        let nil = self.room::<L::Target>();
        self.block(nil.cast(), Layout::new::<L::Target>());
        self.vary(at.cast(), Domain::of([link_to::<L>(nil)]));
        self.payload(|plan| plan.one(nil, value(nil)));
        nil
    }

    /// The link that leads nowhere: to the sentinel if there is one.
    fn null<L: Link>(&self) -> Option<Bytes<L>> {
        let id = type_id_of::<L::Target>();
        match self.scope.nils.iter().rev().find(|nil| nil.type_id == id) {
            Some(nil) => Some(link_to::<L>(nil.at.cast())),
            None => L::null().map(MaybeUninit::new),
        }
    }

    fn no_way_out<L>(&self) -> ! {
        panic!(
            "`{}: {}` cannot be null, and no target fits the bounds: raise `height`, or make the link optional",
            self.path(),
            type_name::<L>(),
        )
    }
}
