//! The plan: the largest state within the bounds, laid out in memory and described.
//!
//! [`Structure::lay`](crate::Structure::lay) walks over a type once, in depth-first order, and calls the methods of
//! [`Plan`] for every field. The plan keeps *where* the walk is ([`Scope`]: path, node, condition) and collects what
//! was said: variables, cells, nodes, blocks. On the machine the result goes to the host; natively it is a space of
//! states that can be built in ordinary memory ([`native`](crate::native)).
//!
//! - `description`, `condition`, `memory`: the parts that a plan collects
//! - `domain`, `cells`: values, patterns, variables
//! - `variants`: enums
//! - `places`, `nodes`, `links`, `vec`, `holes`: memory, positions, and what leads to them
//! - `keys`, `counts`: what follows from the shape
//! - `arguments`: the parts of a check
//! - `record`: the record for the host

mod arguments;
mod cells;
mod condition;
mod counts;
mod description;
mod domain;
mod holes;
mod keys;
mod links;
mod memory;
mod nodes;
mod places;
mod record;
mod variants;
mod vec;

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::rc::Rc;

pub use arguments::plan;
pub use cells::Choice;
pub use counts::Counter;
pub use variants::{Tag, Variants};

#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use arguments::lay_out;
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use condition::holds;
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use description::Byte;
pub(crate) use description::Node;

use condition::Condition;
use description::{Argument, Block, Cell, Count, Variable};
use glassbox_abi::skeleton::Effect;
use keys::{KeyCounts, Keys};
use memory::Memory;
use places::{ArenaSlots, Mirror};

use crate::arena::{self, Arena};
use crate::host;
use crate::nil::{self, Nil};
use crate::node::NodeType;

/// The bounds that hold where neither the check nor the host says anything.
const DEFAULT_BOUND: u32 = 3;

/// Collects the description of all states of a check.
///
/// [`Structure::lay`](crate::Structure::lay) calls its methods for every field, in depth-first order. It keeps where
/// that walk is (path, node, condition), so that each call says only what is new.
pub struct Plan {
    /// What the check says.
    bounds: BTreeMap<String, u32>,
    /// The bounds that were asked for, and what they are in this run.
    pub(crate) asked: BTreeMap<String, u32>,
    /// How many more links into a type the path may take, for the types that it has links into.
    budget: Vec<(TypeId, u32)>,
    /// Values of types, innermost last.
    domains: Vec<(TypeId, Rc<dyn Any>)>,
    scope: Scope,
    later: Vec<Later>,
    /// What a first walk has found out.
    known: Totals,
    found: Totals,
    keys: Keys,
    tokens: u32,
    /// Numbers are items here.
    numbers: bool,
    /// The first node of the argument being described.
    first_node: usize,

    pub(crate) arguments: Vec<Argument>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) types: Vec<NodeType>,
    pub(crate) counts: Vec<Count>,
    pub(crate) skipped: Vec<String>,
    pub(crate) effect: Option<Effect>,
    nils: Vec<Nil>,
    arenas: Vec<&'static Arena>,
    /// The blocks of the state.
    pub(crate) memory: Memory,
    /// Samples: never part of the state.
    scratch: Memory,
}

/// Where the walk over the types is.
#[derive(Clone, Default)]
struct Scope {
    path: String,
    /// Conjunction of all choices on the path.
    condition: Condition,
    node: Option<usize>,
    /// Vectors on the path whose elements lie in several buffers.
    mirrors: Vec<Rc<Mirror>>,
    /// Sentinels in force, innermost last.
    nils: Vec<Nil>,
    /// Arenas that positions are taken from, innermost last.
    slots: Vec<Rc<ArenaSlots>>,
}

/// Numbers that must be known before what they count is described. So there are two walks over a check.
#[derive(Clone, Default)]
struct Totals {
    keys: KeyCounts,
    /// Positions in each arena, in the order of description.
    slots: Vec<u32>,
}

/// Something that can be described only when all positions are known.
struct Later {
    scope: Scope,
    at: *mut u8,
    describe: fn(&mut Plan, *mut u8),
}

impl Plan {
    /// An empty plan with the bounds that the check states.
    pub fn new(bounds: &[(&str, u32)]) -> Self {
        Self {
            bounds: bounds.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
            asked: BTreeMap::new(),
            budget: Vec::new(),
            domains: Vec::new(),
            scope: Scope::default(),
            later: Vec::new(),
            known: Totals::default(),
            found: Totals::default(),
            keys: Keys::default(),
            tokens: 0,
            numbers: false,
            first_node: 0,
            arguments: Vec::new(),
            variables: Vec::new(),
            cells: Vec::new(),
            nodes: Vec::new(),
            blocks: Vec::new(),
            types: Vec::new(),
            counts: Vec::new(),
            skipped: Vec::new(),
            effect: None,
            nils: Vec::new(),
            arenas: Vec::new(),
            memory: Memory::default(),
            scratch: Memory::default(),
        }
    }

    /// What a bound is in this run: what the host says, else what the check says, else `default`.
    pub fn bound(&mut self, name: &str, default: u32) -> u32 {
        if let Some(value) = self.asked.get(name) {
            return *value;
        }
        let value = host::bound(name).or_else(|| self.bounds.get(name).copied()).unwrap_or(default);
        self.asked.insert(name.to_owned(), value);
        value
    }

    /// Describes a field: everything that `f` says gets its name.
    pub fn field<R>(&mut self, name: impl Display, f: impl FnOnce(&mut Self) -> R) -> R {
        let len = self.scope.path.len();
        let dot = if len == 0 { "" } else { "." };
        write!(self.scope.path, "{dot}{name}").expect("a string takes all text");
        let result = f(self);
        self.scope.path.truncate(len);
        result
    }

    /// `#[glassbox(item)]`: numbers that `f` describes are items of the collection.
    pub fn items<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.numbers, true);
        let result = f(self);
        self.numbers = outer;
        result
    }

    /// A number that no other token has.
    pub(crate) fn token(&mut self) -> u32 {
        self.tokens += 1;
        self.tokens
    }

    /// Has `describe` called with `at` when all positions of this argument are known.
    fn later(&mut self, at: *mut u8, describe: fn(&mut Self, *mut u8)) {
        self.later.push(Later { scope: self.scope.clone(), at, describe });
    }

    /// Describes what had to wait.
    fn finish_argument(&mut self) {
        for later in std::mem::take(&mut self.later) {
            let scope = std::mem::replace(&mut self.scope, later.scope);
            (later.describe)(self, later.at);
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
