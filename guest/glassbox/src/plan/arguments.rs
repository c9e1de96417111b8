//! Arguments of a check: structures behind references, and values.

use std::alloc::Layout;

use glassbox_abi::skeleton::{CellKind, Effect, EffectKind};

use super::description::{Argument, Cell};
use super::{Hashers, Plan, Totals};
use crate::invariant::Invariant;
use crate::structure::Structure;
#[cfg(not(all(glassbox, target_family = "wasm")))]
use crate::type_id::type_id_of;

/// Describes the states of a check and sends the description to the host, if there is one.
///
/// `describe` names the arguments in order. It is called twice, because the description of the first key, for example,
/// depends on the number of keys.
pub fn plan(bounds: &[(&'static str, u32)], describe: impl Fn(&mut Plan)) {
    let plan = lay_out(bounds, &describe);
    #[cfg(all(glassbox, target_family = "wasm"))]
    plan.send();
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    drop(plan);
}

/// A complete plan.
pub(crate) fn lay_out(bounds: &[(&str, u32)], describe: &dyn Fn(&mut Plan)) -> Plan {
    let walk = |known: Totals, hashers| {
        let mut plan = Plan::new(bounds);
        (plan.known, plan.hashers) = (known, hashers);
        describe(&mut plan);
        plan
    };
    let mut first = walk(Totals::default(), Hashers::new());
    let (known, hashers) = (std::mem::take(&mut first.found), std::mem::take(&mut first.hashers));
    drop(first);
    let plan = walk(known, hashers);
    plan.effect_is_clear();
    plan
}

impl Plan {
    /// Describes an argument `&T` or `&mut T`.
    ///
    /// # Panics
    ///
    /// If there is no `T` within the bounds.
    pub fn structure<T: Invariant>(&mut self, name: &str) {
        self.structure_by::<T>(name, false);
    }

    fn structure_by<T: Invariant>(&mut self, name: &str, by_value: bool) {
        self.field(name, |plan| {
            plan.require::<T>();
            plan.first_node = plan.nodes.len();
            let at = plan.room::<T>();
            let root = plan.root(at);
            plan.finish_argument();
            plan.push_argument(at, Some(root), by_value);
        });
    }

    /// Describes an argument that is passed by value to a check without references to structures. It is a structure if its
    /// type has an invariant: `as_structure` says so.
    ///
    /// # Panics
    ///
    /// As for [`argument`](Self::argument) and [`structure`](Self::structure).
    pub fn by_value<A: Structure>(&mut self, name: &str, as_structure: Option<fn(&mut Self, &str)>) {
        match as_structure {
            Some(describe) => describe(self, name),
            None => self.argument::<A>(name),
        }
    }

    /// Describes a structure that is passed by value.
    pub(crate) fn structure_by_value<T: Invariant>(&mut self, name: &str) {
        self.structure_by::<T>(name, true);
    }

    /// Describes an argument that is passed by value.
    ///
    /// # Panics
    ///
    /// If there is no such value within the bounds, or if its type needs `#[glassbox(values = ..)]`.
    pub fn argument<A: Structure>(&mut self, name: &str) {
        self.field(name, |plan| {
            plan.require::<A>();
            // SAFETY: `value` passes new memory for an `A`.
            plan.value(|plan, at| unsafe { A::describe(at, plan) });
            if plan.nodes.len() > plan.first_node {
                plan.refuse("an argument that owns nodes: take a reference to a structure, or the structure itself");
            }
        });
    }

    /// Describes an argument that is passed by value and has one of these values.
    pub fn argument_values<A>(&mut self, name: &str, values: Vec<A>) {
        self.field(name, |plan| {
            plan.value(|plan, at| {
                plan.choice(at, values);
            });
        });
    }

    /// Declares the effect of the operation on the contents of the structure. Arguments are given by number.
    pub fn effect(&mut self, kind: EffectKind, arguments: &[usize]) {
        let number = |number: &usize| u32::try_from(*number).expect("fewer than 2^32 arguments");
        self.effect = Some(Effect { kind, arguments: arguments.iter().map(number).collect() });
    }

    /// Declares that the operation may leave the states that are checked.
    pub fn may_leave(&mut self) {
        self.may_leave = 1;
    }

    /// Declares that the structure is valid after a panic of a callback, too.
    pub fn panic_safe(&mut self) {
        self.panic_safe = 1;
    }

    /// Refuses an effect whose arguments cannot be compared with the entries of the structure.
    fn effect_is_clear(&self) {
        let Some(effect) = &self.effect else { return };
        let is_moved = |argument: &Argument| argument.root.is_some() && argument.by_value;
        assert!(
            !self.arguments.iter().any(is_moved),
            "the check takes its structure by value, so nothing is left that its effect could be seen in: take a reference"
        );
        let items = self.cells.iter().filter(|cell| cell.node.is_some());
        let items: Vec<&Cell> = items.filter(|cell| is_entry(cell.kind)).collect();
        for &number in &effect.arguments {
            let argument = &self.arguments[number as usize];
            let mut cells = self.cells.iter().filter(|cell| cell.node.is_none() && std::ptr::eq(cell.at, argument.at));
            let (Some(cell), None) = (cells.next(), cells.next()) else {
                panic!("the effect of the check names argument {number}, which is no single key, value or number");
            };
            let fits = |item: &&&Cell| {
                let is_number = !is_entry(cell.kind);
                item.len == cell.len && (is_number == (item.kind == CellKind::Item) || cell.kind == CellKind::Item)
            };
            assert!(
                items.iter().any(|item| fits(&item)),
                "the effect of the check names argument {number} (`{}`), but the structure has no entry of that type: mark it \
                 with `item`, or use `glassbox::Key` and `glassbox::Val` in both",
                self.paths.text(cell.path)
            );
        }
    }

    fn value<A>(&mut self, describe: impl FnOnce(&mut Self, *mut A)) {
        self.first_node = self.nodes.len();
        let at = self.room::<A>();
        self.block(at.cast(), Layout::new::<A>());
        describe(self, at);
        self.finish_argument();
        self.push_argument(at, None, true);
    }

    fn push_argument<A>(&mut self, at: *mut A, root: Option<usize>, by_value: bool) {
        self.arguments.push(Argument {
            at: at.cast(),
            root,
            by_value,
            #[cfg(not(all(glassbox, target_family = "wasm")))]
            type_id: type_id_of::<A>(),
        });
    }

    fn require<T: Structure>(&mut self) {
        let possible = T::possible(self);
        let ty = std::any::type_name::<T>();
        assert!(
            possible,
            "no `{ty}` fits the bounds, so `{}` has no state: raise `height`, or make a link of the type optional",
            self.path()
        );
    }
}

/// Whether a cell holds a key, a value, or a number that is an item.
fn is_entry(kind: CellKind) -> bool {
    matches!(kind, CellKind::Rank | CellKind::Key | CellKind::Token | CellKind::Item)
}
