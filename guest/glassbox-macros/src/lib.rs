//! Macros of the `glassbox` crate; users reach them through its re-exports.
//!
//! Each macro has a folder and goes through the same three steps, one file each: `parse` turns tokens into a model and
//! rejects what cannot be checked, `model` says what was understood, `expand` writes the code. What they share is here:
//! `attributes` reads `#[glassbox(..)]`, `errors` collects what is wrong, `suggest` finds the name that was meant,
//! `type_text` prints a type as a person would write it, `code` writes tokens.

mod attributes;
mod check;
mod code;
mod derive;
mod doc;
mod errors;
mod explore;
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
/// /// What was pushed last is popped first.
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
/// The attribute takes bounds: `height`, how many tree links a path may take, and `len`, how long a vector may be.
/// What is behind a reference is a structure, whose type implements `Invariant`. Any other argument is a value, whose
/// type implements `Structure`. On an argument:
///
/// - `#[glassbox(values = ..)]`: a value is one of these. The type needs no `Structure` then.
/// - `#[glassbox(domain(u8 = 0..3, ..))]`: the values of every `u8` in it.
/// - `#[glassbox(new = Stack::new())]`: how a structure begins, if its type is not `Default`. All checks of the type are run
///   from there, and must reach valid states only. One check of a type may say so for all.
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
/// Every public function has a role, by its first argument. One that makes a subject is a constructor. One that takes
/// `&mut` the subject is an operation, one that takes it by value ends a history. One that takes `&` the subject is a law,
/// asked in every state: `false` is a failure. Other arguments are choices: all values of a `bool` or of an enum without
/// fields, a new `Val`, or what `#[glassbox(values = ..)]` lists. Inside, `glassbox::choose` and `glassbox::assume` make more
/// choices and rule some out. At the end of every history the subject is dropped, and nothing may be left.
///
/// `elements = 3`, in place of `operations` or beside it, leaves out what follows states with more than three `Val`s, or with
/// more than three different `Key`s, in them. Alone it asks for any number of operations.
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

/// Runs a check on one state, natively: `replay!(put, "height=2:1.1;2")`.
///
/// `cargo glassbox --emit-tests` writes tests that call it with the state that it found. The state is built in ordinary
/// memory, the check is called, and what can be seen in ordinary memory is held against what should be true afterwards; so
/// the test fails as long as the bug is there. Use it with a debugger, and with Miri to see memory errors.
#[proc_macro]
pub fn replay(input: TokenStream) -> TokenStream {
    let replay = syn::parse_macro_input!(input as replay::Replay);
    replay::expand(replay).into()
}

/// Describes the values of a type, so that glassbox can make all of them within bounds.
///
/// For structs and enums, generic or not. Fields are described by their types, as far as these say anything:
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
/// # What needs no attribute
///
/// `bool`, enums, tuples, arrays, `Option`, `Vec`, `PhantomData` and every type with `Structure`. A `Box` is a tree
/// link: its target is a node, which needs an `Invariant`. A tree link leads to the node at its position, or nowhere.
///
/// # On a field
///
/// A field has one role at most.
///
/// - `tree`: a tree link. For `*mut T`, `*const T`, `NonNull<T>`, `Option`s of them, types with `Link`, and arrays of
///   all these. On a `Vec<T>`: its elements are nodes.
/// - `parent`, or `prev`: a link to the node that has the tree link to this one; null in the first node.
/// - `alias`: a link to any node of its type, or null.
/// - `nil = expression`: a link to a node that plays null for all links below, made from its own address by a function
///   or closure: `nil = |nil| Node { next: nil }`. Goes into the struct that holds the first tree link.
/// - `holes`: on a vector of slots, `Vec<Option<Node>>` or with `slots::Slot`. The nodes that links below lead to lie
///   in it, the node at position p in slot p, and the links are indices; `glassbox::slots` says how to make them.
/// - `count(T)`: the number of nodes of type `T` below.
/// - `values = expression`: one of these, which can be anything that iterates over values of the field's type. The type
///   needs no `Structure`.
/// - `skip = expression`: always this. Every verdict says so. The type needs no `Structure`.
/// - `len = field`, or `len = field + 1`: on an array of which so many elements are in use. Those not in use are
///   undefined in a `[MaybeUninit<T>; N]`, and some value in any other array. The other field takes all numbers up to
///   the length of the array, unless it has `values`.
///
/// Beside `tree`, `len` or no role:
///
/// - `domain(T = expression, ..)`: the values of every `T` below the field, where `T` is an integer, `char`, `bool` or
///   an enum without fields. An integer must have values from somewhere. The innermost domain counts.
///
/// # On a type
///
/// - `domain(T = expression, ..)`: as on a field, for all fields.
/// - `sorted(a, b, ..)`: the keys in these fields, and in the nodes that they lead to, increase strictly from first to
///   last. Needed for `glassbox::Key`. With `interleave(children, keys)` for two arrays: first child, first key, second
///   child, and so on. In an enum it goes on the variant; fields without names go by number.
/// - `no_invariant`: every value is valid. Implements `Invariant` with `Summary = ()`.
///
/// # Order
///
/// Fields are laid out, and appear in reports, in this order: lengths of others, sorted fields, all others as declared.
#[proc_macro_derive(Structure, attributes(glassbox))]
pub fn structure(item: TokenStream) -> TokenStream {
    match derive::parse(item.into()) {
        Ok(subject) => derive::expand(&subject).into(),
        Err(error) => error.into_compile_error().into(),
    }
}
