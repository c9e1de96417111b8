//! Macros of the `glassbox` crate, which re-exports them.
//!
//! Each macro has a folder and goes through the same three steps, one file each: `parse` turns tokens into a model and
//! rejects code that cannot be checked, `model` defines the model, `expand` writes the code. The rest is shared:
//! `attributes` reads `#[glassbox(..)]`, `errors` collects errors, `suggest` finds the name that was meant, `type_text`
//! prints a type as a person would write it, `code` writes tokens, `disturbances` has the words for what goes wrong in every run.

mod attributes;
mod check;
mod code;
mod derive;
mod disturbances;
mod doc;
mod errors;
mod explore;
mod must_panic;
mod replay;
mod suggest;
mod type_text;

use proc_macro::TokenStream;

/// Marks a function as a check: `cargo glassbox` runs it on every valid state of its arguments.
///
/// ```
/// use glassbox::Structure;
///
/// #[derive(Default, Structure)]
/// #[glassbox(no_invariant)]
/// struct Stack {
///     #[glassbox(domain(u8 = 0..3))]
///     items: Vec<u8>,
/// }
///
/// /// Pop returns the item that was pushed last.
/// #[glassbox::check(len = 3)]
/// fn push_then_pop(stack: &mut Stack, #[glassbox(values = 0..3)] item: u8) {
///     stack.items.push(item);
///     assert_eq!(stack.items.pop(), Some(item));
/// }
///
/// // Natively a check is an ordinary function.
/// push_then_pop(&mut Stack::default(), 2);
/// ```
///
/// A check fails if it panics, returns `false`, corrupts memory, or leaves the structure invalid.
///
/// # Bounds
///
/// `height = 4` limits the number of tree links on a path, `len = 3` the length of a vector. The default of each is 3.
///
/// # Effects
///
/// An effect declares how the operation changes the contents of the structure. Its arguments are arguments of the
/// check: `nothing`, `finds(key)`, `adds(key, value)`, `replaces(key, value)` or `removes(key)`. Glassbox compares the
/// contents and the result with it.
///
/// ```
/// # use glassbox::Structure;
/// use glassbox::Val;
///
/// #[derive(Default, Structure)]
/// #[glassbox(no_invariant)]
/// struct Stack { items: Vec<Val> }
///
/// #[glassbox::check(len = 3, adds(value))]
/// fn push(stack: &mut Stack, value: Val) {
///     stack.items.push(value);
/// }
///
/// #[glassbox::check(len = 3, removes)]
/// fn pop(stack: &mut Stack) -> Option<Val> {
///     stack.items.pop()
/// }
/// # fn main() {}
/// ```
///
/// # States that are left
///
/// A check is undecided if the operation leaves the states that are checked: if a field then has a value that no checked
/// state has, such as one that is not listed. With `may_leave` it passes, and the line of its verdict names the field and
/// the value. Nothing is known about these states.
///
/// ```
/// # use glassbox::Structure;
/// #[derive(Default, Structure)]
/// #[glassbox(no_invariant)]
/// struct Counter {
///     #[glassbox(values = 0..3)]
///     n: u8,
/// }
///
/// /// Goes beyond the listed values.
/// #[glassbox::check(may_leave)]
/// fn increment(counter: &mut Counter) {
///     counter.n += 1;
/// }
/// # increment(&mut Counter::default());
/// ```
///
/// # Panics
///
/// With `--panics`, callbacks panic in the check, and what they leave must be safe to drop and to use. With `panic_safe` it must be valid,
/// and nothing may be lost. With `panics` in the attribute, callbacks panic in every run; `hostile` and `alloc_failures` are for the flags
/// with these names.
///
/// A check that must panic says when, with which message, and whether the structures are then as they were:
///
/// ```
/// # use glassbox::{Structure, Val};
/// # #[derive(Default, Structure)]
/// # #[glassbox(no_invariant)]
/// # struct Stack { items: Vec<Val> }
/// #[glassbox::check(len = 3, must_panic_if = at >= stack.items.len(), must_panic = "removal index (is {}) should be < len (is {})", unchanged)]
/// fn remove(stack: &mut Stack, #[glassbox(values = 0..4)] at: usize) {
///     stack.items.remove(at);
/// }
/// # fn main() {}
/// ```
///
/// # Arguments
///
/// A reference argument is a structure: its type implements `Invariant`. Any other argument is a value: its type
/// implements `Structure`. On an argument:
///
/// - `#[glassbox(values = ..)]`: the value is one of these. The type then needs no `Structure`.
/// - `#[glassbox(domain(u8 = 0..3, ..))]`: the values of every `u8` in the argument.
/// - `#[glassbox(new = Stack::new())]`: the constructor of a structure without `Default`. Glassbox runs all checks of
///   the type from there, and reports states that they reach and that are not valid. One check of a type declares it
///   for all.
///
/// ```
/// # use glassbox::Structure;
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Ring { items: Vec<u8> }
///
/// impl Ring {
///     fn with_capacity(n: usize) -> Self {
///         Ring { items: Vec::with_capacity(n) }
///     }
/// }
///
/// #[glassbox::check(len = 2)]
/// fn clear(#[glassbox(new = Ring::with_capacity(2), domain(u8 = 0..2))] ring: &mut Ring) {
///     ring.items.clear();
/// }
/// # clear(&mut Ring::with_capacity(1));
/// ```
#[proc_macro_attribute]
pub fn check(attr: TokenStream, item: TokenStream) -> TokenStream {
    // The function itself is kept even if it cannot be a check, so that the only errors the user sees
    // are about what is wrong with it, not about a function that has vanished.
    let function = check::plain(item.clone().into());
    match check::parse(attr.into(), item.into()) {
        Ok(check) => check::expand(&check).into(),
        Err(error) => {
            let error = error.into_compile_error();
            quote::quote!(#function #error).into()
        }
    }
}

/// Marks a module as an exploration: `cargo glassbox` tries every sequence of its operations, up to a number of them.
///
/// ```
/// #[glassbox::explore(operations = 5)]
/// mod deque {
///     use std::collections::VecDeque;
///
///     use glassbox::Val;
///
///     pub fn new() -> VecDeque<Val> {
///         VecDeque::new()
///     }
///
///     pub fn push_back(deque: &mut VecDeque<Val>, value: Val) {
///         deque.push_back(value);
///     }
///
///     pub fn pop_front(deque: &mut VecDeque<Val>) -> Option<Val> {
///         deque.pop_front()
///     }
///
///     pub fn truncate(deque: &mut VecDeque<Val>, #[glassbox(values = 0..=deque.len())] len: usize) {
///         deque.truncate(len);
///     }
///
///     pub fn len_is_right(deque: &VecDeque<Val>) -> bool {
///         deque.len() == deque.iter().count()
///     }
/// }
/// # fn main() {}
/// ```
///
/// # Functions
///
/// The first argument of a public function decides its role:
///
/// - a function that returns the subject and takes none is a constructor;
/// - a function that takes `&mut` the subject is an operation;
/// - a function that takes the subject by value is a consumer, and ends a history if it gives none back;
/// - a function that takes `&` the subject is a law, which is checked in every state: `false` is a failure.
///
/// Other arguments are choices: all values of a `bool` or of an enum without fields, a new `Val`, every `Key` that can
/// make a difference, another subject, or the values of `#[glassbox(values = ..)]`, which may depend on the subject.
/// `glassbox::choose` makes more choices inside a function, and `glassbox::assume` leaves out operations that are not
/// possible. At the end of every history the subject is dropped, and no memory and no `Val` may be left.
///
/// Only functions that are written in the module count. Items that may be functions, such as `operation!(add);` or
/// `pub use super::ops::add;`, make the verdict unknown, unless they have `#[glassbox(skip)]`. On a public function,
/// `#[glassbox(skip)]` leaves it out. Functions in modules inside the module are helpers.
///
/// # Results
///
/// What an operation or a consumer returns is used:
///
/// - A subject, alone or in an `Option`, `Result`, `Vec`, `VecDeque`, `Box`, array or tuple, becomes the subject. After an
///   operation, going on with the old subject is another choice. If a consumer returns none, the history ends there.
/// - Of an iterator, no item is read, one or all, but not more than 1000.
/// - A future is polled until it is ready, but not more than 16 times, or dropped before one of these polls.
/// - A type with `Debug` is formatted, and the text is thrown away, so that unwritten memory and freed blocks are noticed.
///   Numbers, `Val`s, `Key`s and many types of std are read without that. Of a reference to a type without `Debug`, the
///   first and the last byte are read. Other types are not looked at.
///
/// ```
/// #[glassbox::explore]
/// mod stack {
///     use glassbox::Val;
///
///     pub fn new() -> Vec<Val> {
///         Vec::new()
///     }
///
///     /// Takes the stack and gives it back.
///     pub fn push(mut stack: Vec<Val>, value: Val) -> Vec<Val> {
///         stack.push(value);
///         stack
///     }
///
///     /// What is split off is a stack, too.
///     pub fn split_off(stack: &mut Vec<Val>, #[glassbox(values = 0..=stack.len())] at: usize) -> Vec<Val> {
///         stack.split_off(at)
///     }
///
///     /// All values are dropped, however many are read.
///     pub fn drain(stack: &mut Vec<Val>) -> impl Iterator<Item = Val> {
///         stack.drain(..)
///     }
/// }
/// # fn main() {}
/// ```
///
/// # Bounds
///
/// `operations = 5` limits the length of a history; the default is 4. `elements = 3` does not continue from states with
/// more than three `Val`s, or with more than three different `Key`s. Alone, it allows any number of operations.
///
/// ```
/// #[glassbox::explore(elements = 2)]
/// mod set {
///     use std::collections::BTreeSet;
///
///     use glassbox::Key;
///
///     pub fn new() -> BTreeSet<Key> {
///         BTreeSet::new()
///     }
///
///     pub fn insert(set: &mut BTreeSet<Key>, key: Key) {
///         set.insert(key.clone());
///         assert!(set.contains(&key));
///     }
///
///     pub fn into_vec(set: BTreeSet<Key>) {
///         assert!(set.into_iter().collect::<Vec<_>>().is_sorted());
///     }
/// }
/// # fn main() {}
/// ```
///
/// # Moves
///
/// Between two calls the subject may be moved. `pinned` says that it never is, because all users pin it:
/// `#[glassbox::explore(operations = 4, pinned)]`.
///
/// # Panics
///
/// With `--panics`, callbacks panic, and afterwards only memory safety is asked. With `panic_safe` as much is asked as before: laws, leaks,
/// and that later operations do not panic. With `panics` in the attribute, callbacks panic in every run; `hostile` and `alloc_failures` are for
/// the flags with these names.
#[proc_macro_attribute]
pub fn explore(attr: TokenStream, item: TokenStream) -> TokenStream {
    let module = explore::plain(item.clone().into());
    match explore::parse(attr.into(), item.into()) {
        Ok(exploration) => explore::expand(&exploration).into(),
        Err(error) => {
            let error = error.into_compile_error();
            quote::quote!(#module #error).into()
        }
    }
}

/// Runs a check on one state, natively: `replay!(check, "state")`.
///
/// `cargo glassbox --emit-tests` writes tests that call it with the failing state. The macro builds the state in
/// ordinary memory, calls the check, and panics if the check fails or leaves the structure invalid. So the test fails
/// until the bug is fixed. Use it with a debugger, and with Miri to find memory errors.
///
/// ```
/// use glassbox::Structure;
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant, domain(u8 = 0..3))]
/// struct Stack { items: Vec<u8> }
///
/// #[glassbox::check(len = 3)]
/// fn push_then_pop(stack: &mut Stack, #[glassbox(values = 0..3)] item: u8) {
///     stack.items.push(item);
///     assert_eq!(stack.items.pop(), Some(item));
/// }
///
/// // The bounds, the choices for the stack, and the choice for the item.
/// glassbox::replay!(push_then_pop, "len=3:5.1;2");
/// ```
#[proc_macro]
pub fn replay(input: TokenStream) -> TokenStream {
    let replay = syn::parse_macro_input!(input as replay::Replay);
    replay::expand(replay).into()
}

/// Describes the values of a type, so that glassbox can build all of them within bounds.
///
/// For structs and enums, generic or not. Fields whose type says enough need no attribute:
///
/// ```
/// use glassbox::{Broken, Children, Invariant, Key, Structure, Val};
///
/// #[derive(Structure)]
/// struct Tree<K, V> {
///     root: Option<Box<Node<K, V>>>,
///     #[glassbox(count(Node<K, V>))]
///     len: usize,
/// }
///
/// #[derive(Structure)]
/// #[glassbox(sorted(left, key, right))]
/// struct Node<K, V> {
///     left: Option<Box<Node<K, V>>>,
///     right: Option<Box<Node<K, V>>>,
///     #[glassbox(parent)]
///     parent: *mut Node<K, V>,
///     color: Color,
///     key: K,
///     value: V,
/// }
///
/// #[derive(Clone, Copy, PartialEq, Structure)]
/// enum Color { Red, Black }
/// # impl Invariant for Node<Key, Val> {
/// #     type Summary = ();
/// #     fn check(&self, _: &Children) -> Result<(), Broken> { Ok(()) }
/// # }
/// # impl Invariant for Tree<Key, Val> {
/// #     type Summary = ();
/// #     fn check(&self, _: &Children) -> Result<(), Broken> { Ok(()) }
/// # }
/// # let mut n_trees = 0;
/// # glassbox::native::enumerate::<Tree<Key, Val>>(&[("height", 2)], |_, _, _| n_trees += 1);
/// # assert_eq!(n_trees, 1 + 2 * 3 * 3);
/// ```
///
/// # Types without attributes
///
/// `bool`, enums, tuples, arrays, `Option`, `Vec`, `PhantomData` and every type with `Structure`. A `Box` is a tree
/// link: its target is a node, which needs an `Invariant`. A tree link leads to the node at its position, or nowhere.
///
/// # Attributes of fields
///
/// A field has one role at most.
///
/// ## Links
///
/// - `tree`: a tree link. For `*mut T`, `*const T`, `NonNull<T>`, `Option`s of them, types with `Link`, and arrays of
///   all these. On a `Vec<T>`: its elements are nodes.
/// - `parent`, or `prev`: a link to the node that has the tree link to this one; null in the first node.
/// - `alias`: a link to any node of its type, or null.
///
/// ```
/// # use glassbox::Structure;
/// use std::ptr::NonNull;
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct List {
///     #[glassbox(tree)]
///     head: Option<NonNull<Node>>,
///     #[glassbox(alias)]
///     tail: Option<NonNull<Node>>,
/// }
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Node {
///     #[glassbox(tree)]
///     next: Option<NonNull<Node>>,
///     #[glassbox(prev)]
///     prev: Option<NonNull<Node>>,
/// }
/// ```
///
/// - `nil = expression`: a link to a node that stands for null in all links below, made from its own address by a
///   function or closure. It goes into the struct that holds the first tree link.
///
/// ```
/// # use glassbox::Structure;
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Tree {
///     #[glassbox(nil = |nil| Node { left: nil, right: nil })]
///     nil: *mut Node,
///     #[glassbox(tree)]
///     root: *mut Node,
/// }
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Node {
///     #[glassbox(tree)]
///     left: *mut Node,
///     #[glassbox(tree)]
///     right: *mut Node,
/// }
/// ```
///
/// - `holes`: on a vector of slots, `Vec<Option<Node>>` or with `slots::Slot`. The nodes that links below lead to lie
///   in it, the node at position p in slot p, and the links are indices; `glassbox::slots` has an example.
///
/// ## Values
///
/// - `values = expression`: one of these values: anything that iterates over values of the field's type. The type
///   needs no `Structure`.
/// - `skip = expression`: always this value. Every verdict mentions it. The type needs no `Structure`.
/// - `count(T)`: the number of nodes of type `T` below.
/// - `capacities = expression`: on a `Vec` without a role. It can have room for so many elements, besides the capacities
///   that pushes within the bound `len` lead to. Use it if operations reserve more, or keep a larger buffer.
/// - `len = field`, or `len = field + 1`: on an array of which so many elements are in use. Elements not in use are
///   undefined in a `[MaybeUninit<T>; N]`, and some value in any other array. The other field takes all numbers up to
///   the length of the array, unless it has `values`.
///
/// - `filled = |a, b, i| ..`: on `[MaybeUninit<T>; N]` or `Box<[MaybeUninit<T>]>`. Slot `i` is filled if the predicate holds for the
///   fields `a` and `b`, which have few values; the name of the slots themselves stands for their number. A deciding number
///   without `values` takes all up to the number of slots. The predicate must not panic for any combination of values.
/// - `any`: on an integer that may have every value. Nothing that is decided may depend on it; else the verdict is unknown.
///
/// ```
/// # use glassbox::Structure;
/// # use std::mem::MaybeUninit;
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Gap {
///     #[glassbox(filled = |slots, start, end, i| i < start || (end <= i && i < slots))]
///     slots: Box<[MaybeUninit<bool>]>,
///     start: usize,
///     end: usize,
///     #[glassbox(any)]
///     version: u32,
/// }
/// ```
///
/// Without a role, a field can be a `Cell`, a `RefCell`, a `Box<[T]>`, or a `VecDeque`, `BinaryHeap`, `String`, `BTreeMap`, `BTreeSet`,
/// `HashMap` or `HashSet`. Such a collection has every content of at most as many elements as the bound `len` says; its elements need a
/// domain.
///
/// ```
/// # use glassbox::Structure;
/// # use std::cell::{Cell, RefCell};
/// # use std::collections::{BTreeSet, VecDeque};
/// #[derive(Structure)]
/// #[glassbox(no_invariant, domain(u8 = 0..2, char = ['a', 'b']))]
/// struct Session {
///     waiting: VecDeque<u8>,
///     known: BTreeSet<u8>,
///     name: String,
///     last: RefCell<Option<u8>>,
///     is_open: Cell<bool>,
/// }
///
/// let mut n_states = 0;
/// glassbox::native::enumerate::<Session>(&[("len", 1), ("capacity", 1)], |_, _, _| n_states += 1);
/// // A deque with room for one element, an emptied set beside a new one.
/// assert_eq!(n_states, 3 * 4 * 3 * 3 * 2);
/// ```
///
/// ```
/// # use glassbox::Structure;
/// use std::collections::HashMap;
/// use std::mem::MaybeUninit;
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Buffer {
///     #[glassbox(len = used)]
///     items: [MaybeUninit<bool>; 4],
///     used: u8,
///     #[glassbox(values = ["", "a"])]
///     name: &'static str,
///     #[glassbox(skip = HashMap::new())]
///     cache: HashMap<u8, u8>,
/// }
/// ```
///
/// Beside `tree`, `len` or no role:
///
/// - `domain(T = expression, ..)`: the values of every `T` below the field, where `T` is an integer, `char`, `bool` or
///   an enum without fields. An integer must have values from somewhere. The innermost domain counts.
///
/// Beside `values`, `len` or no role:
///
/// - `item`: numbers in the field are contents of the collection, which effects of checks are about.
///
/// ```
/// # use glassbox::Structure;
/// #[derive(Structure)]
/// #[glassbox(no_invariant)]
/// struct Bag {
///     #[glassbox(domain(u8 = 0..3), item)]
///     items: Vec<u8>,
/// }
///
/// #[glassbox::check(len = 2, adds(item))]
/// fn push(bag: &mut Bag, #[glassbox(values = 0..3)] item: u8) {
///     bag.items.push(item);
/// }
/// # fn main() {}
/// ```
///
/// # Attributes of types
///
/// - `domain(T = expression, ..)`: as on a field, for all fields.
/// - `sorted(a, b, ..)`: the keys in these fields, and in the nodes that they lead to, increase strictly from first to
///   last. Needed for `glassbox::Key`. With `interleave(children, keys)` for two arrays: first child, first key, second
///   child, and so on. In an enum it goes on the variant; fields without names go by number.
/// - `no_invariant`: every value is valid. Implements `Invariant` with `Summary = ()`.
///
/// ```
/// # use glassbox::Structure;
/// use std::mem::MaybeUninit;
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant, sorted(interleave(children, keys)))]
/// struct Node<K> {
///     #[glassbox(len = n_keys)]
///     keys: [MaybeUninit<K>; 3],
///     children: [Option<Box<Node<K>>>; 4],
///     n_keys: usize,
/// }
///
/// #[derive(Structure)]
/// #[glassbox(no_invariant, domain(u8 = 0..2, char = ['a', 'b']))]
/// enum Token {
///     End,
///     Number(u8),
///     Text(Vec<char>),
/// }
/// ```
///
/// # Order
///
/// Fields are described, and appear in reports, in this order: lengths of other fields, sorted fields, all others as
/// declared.
#[proc_macro_derive(Structure, attributes(glassbox))]
pub fn structure(item: TokenStream) -> TokenStream {
    match derive::parse(item.into()) {
        Ok(subject) => derive::expand(&subject).into(),
        Err(error) => error.into_compile_error().into(),
    }
}
