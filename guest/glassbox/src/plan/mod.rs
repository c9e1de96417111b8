//! The plan: a description of the largest state within the bounds, and the memory of the state.
//!
//! [`Structure::describe`](crate::Structure::describe) walks over a type once, in depth-first order, and calls the
//! methods of [`Plan`] for every field. The plan keeps the position of the walk ([`Scope`]: path, node, condition) and
//! collects variables, cells, nodes and blocks. In the machine the result goes to the host; natively it is a space of
//! states that can be built in ordinary memory ([`native`](crate::native)).
//!
//! - `description`, `condition`, `path`, `memory`: the parts that a plan collects
//! - `domain`, `cells`: values, patterns, variables
//! - `variants`: enums
//! - `places`, `nodes`, `links`, `vec`, `joint`, `holes`: memory, positions, and links to them
//! - `keys`, `counts`: values that follow from the shape
//! - `arguments`: arguments of a check
//! - `record`: the record for the host

mod arguments;
mod cells;
mod condition;
mod counts;
mod description;
mod domain;
mod holes;
mod joint;
mod keys;
mod links;
mod memory;
mod nodes;
mod path;
mod places;
mod record;
mod variants;
mod vec;

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;

pub use arguments::plan;
pub use cells::Choice;
pub use counts::Counter;
pub use variants::{Tag, Variants};

#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use arguments::lay_out;
pub(crate) use description::{Byte, Node};

use condition::{Condition, Conditions};
use description::{Argument, Block, Cell, Count, Variable, Vector};
use glassbox_abi::place;
use glassbox_abi::skeleton::Effect;
use keys::{KeyCounts, Keys};
use memory::Memory;
use path::{Path, Paths};
use places::{ArenaSlots, Mirror};

use crate::arena::{self, Arena};
use crate::host;
use crate::nil::{self, Nil};
use crate::node::NodeType;
use crate::type_id::type_id_of;

/// The value of a bound that neither the check nor the host gives.
const DEFAULT_BOUND: u32 = 3;

/// The description of all states of a check.
///
/// [`Structure::describe`](crate::Structure::describe) calls its methods for every field, in depth-first order. The plan
/// keeps the position of that walk (path, node, condition), so that no call needs to repeat it.
pub struct Plan {
    /// The bounds of the check.
    bounds: BTreeMap<String, u32>,
    /// The bounds that a description used, and their values in this run.
    pub(crate) asked: BTreeMap<String, u32>,
    /// For each type with links on the path, how many more links into it the path may take.
    budget: Vec<(TypeId, u32)>,
    /// Values of types, innermost last.
    domains: Vec<(TypeId, Rc<dyn Any>)>,
    scope: Scope,
    deferred: Vec<Deferred>,
    /// Totals of the first walk.
    known: Totals,
    /// Totals of this walk so far.
    found: Totals,
    /// Hashers of collections, by type and place; the same in both walks.
    hashers: Hashers,
    keys: Keys,
    tokens: u32,
    /// Numbers are items here.
    numbers: bool,
    /// The value that is described next is a node, whose invariant is called.
    pub(super) is_node: bool,
    /// The first node of the argument being described.
    first_node: usize,
    pub(crate) paths: Paths,
    pub(crate) conditions: Conditions,
    /// The patterns of cells, one after the other.
    pub(crate) patterns: Vec<Vec<Byte>>,

    pub(crate) arguments: Vec<Argument>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) types: Vec<NodeType>,
    pub(crate) counts: Vec<Count>,
    pub(crate) vectors: Vec<Vector>,
    pub(crate) skipped: Vec<String>,
    pub(crate) effect: Option<Effect>,
    /// Whether a description asked for a bound.
    pub(crate) values_depend_on_bounds: bool,
    /// Whether the operation may leave the states that are checked (1), else 0.
    pub(crate) may_leave: u32,
    /// Whether the structure is valid after a panic of a callback, too (1), else 0.
    pub(crate) panic_safe: u32,
    /// Capacities that the user adds to the vector that is described next.
    capacities: Option<Vec<u32>>,
    nils: Vec<Nil>,
    arenas: Vec<&'static Arena>,
    /// The blocks of the state.
    pub(crate) memory: Memory,
    /// Samples: never part of the state.
    scratch: Memory,
}

/// The position of the walk over the types.
#[derive(Clone)]
struct Scope {
    path: Path,
    /// The place in the node ([`glassbox_abi::place`]).
    place: u32,
    /// Conjunction of all choices on the path.
    condition: Condition,
    node: Option<usize>,
    /// Elements on the path that lie in several buffers.
    mirrors: Vec<Rc<Mirror>>,
    /// Sentinels in force, innermost last.
    nils: Vec<Nil>,
    /// Arenas that positions are taken from, innermost last.
    slots: Vec<Rc<ArenaSlots>>,
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            path: Path::default(),
            place: place::NODE,
            condition: Condition::ALWAYS,
            node: None,
            mirrors: Vec::new(),
            nils: Vec::new(),
            slots: Vec::new(),
        }
    }
}

/// Totals on which the description itself depends. So there are two walks over a check, and the first one counts.
#[derive(Clone, Default)]
struct Totals {
    keys: KeyCounts,
    /// Positions in each arena, in the order of description.
    slots: Vec<u32>,
}

/// Hashers by their type and the place of the collection.
type Hashers = BTreeMap<(TypeId, u32), Rc<dyn Any>>;

/// A part that can be described only when all positions are known.
struct Deferred {
    scope: Scope,
    at: *mut u8,
    describe: fn(&mut Plan, *mut u8),
}

impl Plan {
    /// Whether the structure is valid after a panic of a callback.
    #[cfg(not(all(glassbox, target_family = "wasm")))]
    pub(crate) fn is_panic_safe(&self) -> bool {
        self.panic_safe > 0
    }

    /// An empty plan with the bounds that the check states.
    pub fn new(bounds: &[(&str, u32)]) -> Self {
        Self {
            bounds: bounds.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
            asked: BTreeMap::new(),
            budget: Vec::new(),
            domains: Vec::new(),
            scope: Scope::default(),
            deferred: Vec::new(),
            known: Totals::default(),
            found: Totals::default(),
            hashers: Hashers::new(),
            keys: Keys::default(),
            tokens: 0,
            numbers: false,
            is_node: false,
            first_node: 0,
            paths: Paths::default(),
            conditions: Conditions::default(),
            patterns: Vec::new(),
            arguments: Vec::new(),
            variables: Vec::new(),
            cells: Vec::new(),
            nodes: Vec::new(),
            blocks: Vec::new(),
            types: Vec::new(),
            counts: Vec::new(),
            vectors: Vec::new(),
            skipped: Vec::new(),
            effect: None,
            values_depend_on_bounds: false,
            may_leave: 0,
            panic_safe: 0,
            capacities: None,
            nils: Vec::new(),
            arenas: Vec::new(),
            memory: Memory::default(),
            scratch: Memory::default(),
        }
    }

    /// The value of a bound in this run: the host's, else the check's, else `default`. For values that depend on it.
    pub fn bound(&mut self, name: &str, default: u32) -> u32 {
        self.values_depend_on_bounds = true;
        self.size_bound(name, default)
    }

    /// The value of a bound on the number of nodes or elements.
    pub(crate) fn size_bound(&mut self, name: &str, default: u32) -> u32 {
        if let Some(value) = self.asked.get(name) {
            return *value;
        }
        let value = host::bound(name).or_else(|| self.bounds.get(name).copied()).unwrap_or(default);
        self.asked.insert(name.to_owned(), value);
        value
    }

    /// Names a field: its name becomes part of the path of everything that `f` describes.
    pub fn field<R>(&mut self, name: impl Display, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.enter(name);
        let step = place::field(self.paths.name(self.scope.path));
        let result = self.at_step(step, f);
        self.scope.path = outer;
        result
    }

    /// Names an element of a vector or an array. All elements have the same place.
    pub fn element<R>(&mut self, index: impl Display, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.enter(index);
        let result = self.at_step(place::ELEMENT, f);
        self.scope.path = outer;
        result
    }

    /// Describes the payload of an `Option`: it has no name, but a place of its own.
    pub fn payload<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.at_step(place::PAYLOAD, f)
    }

    /// Adds a name to the path, and returns the path before.
    fn enter(&mut self, name: impl Display) -> Path {
        let path = self.paths.enter(self.scope.path, name);
        std::mem::replace(&mut self.scope.path, path)
    }

    /// The path of the walk, for messages.
    fn path(&self) -> String {
        self.paths.text(self.scope.path)
    }

    fn at_step<R>(&mut self, step: u32, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.scope.place;
        self.scope.place = place::step(outer, step);
        let result = f(self);
        self.scope.place = outer;
        result
    }

    /// `#[glassbox(item)]`: makes all numbers that `f` describes items of the collection.
    pub fn items<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.numbers, true);
        let result = f(self);
        self.numbers = outer;
        result
    }

    /// Begins to describe a value of a type that derives `Structure`, and may have an invariant. Only nodes are asked for
    /// theirs.
    ///
    /// # Panics
    ///
    /// If it has an invariant that would never be called.
    pub fn begin<T>(&mut self, has_invariant: bool) {
        let is_node = std::mem::replace(&mut self.is_node, false);
        if has_invariant && !is_node {
            let name = std::any::type_name::<T>();
            self.refuse(&format!(
                "the invariant of `{name}` is never called here, because the value is no node: move the condition to the \
                 invariant of the node that it is in, and write `#[glassbox(no_invariant)]` on `{name}`"
            ));
        }
    }

    /// Ends the description: it cannot be checked, for this reason.
    ///
    /// # Panics
    ///
    /// Always.
    pub(crate) fn refuse(&self, reason: &str) -> ! {
        panic!("`{}`: {reason}", self.path())
    }

    /// The hasher of the collection at this place: all values of it have the same one. In the order of description, they are those
    /// that a constructor makes which makes the collections in this order.
    pub(crate) fn hasher<S: Default + Clone + 'static>(&mut self) -> S {
        let place = (type_id_of::<S>(), self.scope.place);
        let hasher = self.hashers.entry(place).or_insert_with(|| Rc::new(S::default()));
        hasher.downcast_ref::<S>().cloned().unwrap_or_default()
    }

    /// A number that no other token has.
    pub(crate) fn token(&mut self) -> u32 {
        self.tokens += 1;
        self.tokens
    }

    /// Calls `describe` with `at` when all positions of this argument are known.
    fn defer(&mut self, at: *mut u8, describe: fn(&mut Self, *mut u8)) {
        self.deferred.push(Deferred { scope: self.scope.clone(), at, describe });
    }

    /// Describes all deferred parts.
    fn finish_argument(&mut self) {
        for deferred in std::mem::take(&mut self.deferred) {
            let scope = std::mem::replace(&mut self.scope, deferred.scope);
            (deferred.describe)(self, deferred.at);
            self.scope = scope;
        }
    }
}

impl Drop for Plan {
    fn drop(&mut self) {
        nil::remove(&self.nils);
        arena::remove(&self.arenas);
    }
}
