//! Public operations of the types that are checked, and which of them a check calls, as far as the source tells.
//!
//! An operation is a `pub fn` with `self` in an `impl` block without a trait. A type is checked if a check borrows it, or a
//! function of an exploration borrows or returns it. An operation is called if the body of a check or an exploration has its name behind `.` or `::`.
//! All of that is about names: types are not resolved, so two types of one name count as one, and `.push(` means `push` of
//! all checked types.
//!
//! LIMIT: operations that macros make are not seen, nor are methods of traits; an operation that a check calls only by way of another
//! function, or by an operator, seems to have no check. Tested in `what_macros_make_is_not_seen` and `calls_of_calls_do_not_count`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{FnArg, ImplItem, Item, ItemFn, ItemImpl, ReturnType, Signature, Type, Visibility};

use super::mentioned_names::is_punct;
use super::type_syntax::{named, plain};

/// The public operations of a type that is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeOperations {
    /// Those that a check or an exploration calls.
    pub checked: BTreeSet<String>,
    /// Those that none calls.
    pub unchecked: BTreeSet<String>,
}

/// What the source of a package says about operations and checks.
#[derive(Debug, Default)]
pub(super) struct OperationReader {
    /// Public operations by the path and the name of their types.
    found: BTreeMap<(String, String), BTreeSet<String>>,
    /// Names of types that are checked.
    types: BTreeSet<String>,
    /// Names that checks and explorations call.
    calls: BTreeSet<String>,
}

impl OperationReader {
    /// Adds the operations of a block in the module with this path.
    pub(super) fn add_impl(&mut self, module: &str, block: &ItemImpl) {
        let Some((name, _)) = named(&block.self_ty).filter(|_| block.trait_.is_none()) else { return };
        let name = name.unraw().to_string();
        let operations = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        });
        let operations = operations.filter(|function| {
            matches!(function.vis, Visibility::Public(_))
                && function.sig.receiver().is_some()
                && !super::attributes::is_for_tests(&function.attrs)
        });
        let names: Vec<String> = operations.map(|function| function.sig.ident.unraw().to_string()).collect();
        if !names.is_empty() {
            self.found.entry((format!("{module}::{name}"), name)).or_default().extend(names);
        }
    }

    /// Adds what a check borrows and calls.
    pub(super) fn add_check(&mut self, function: &ItemFn) {
        self.add_types(&function.sig);
        self.add_calls(function.block.to_token_stream());
    }

    /// Adds what the functions of an exploration borrow, return and call.
    pub(super) fn add_exploration(&mut self, items: &[Item]) {
        for item in items {
            if let Item::Fn(function) = item {
                self.add_types(&function.sig);
                if let ReturnType::Type(_, output) = &function.sig.output {
                    self.add_type(output);
                }
            }
            self.add_calls(item.to_token_stream());
        }
    }

    /// Adds all names behind `.` and `::`, except fields.
    pub(super) fn add_calls(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let is_at = |at: Option<usize>, c: char| at.is_some_and(|at| is_punct(tokens.get(at), c));
            let (before, before_that) = (at.checked_sub(1), at.checked_sub(2));
            match token {
                TokenTree::Group(group) => self.add_calls(group.stream()),
                TokenTree::Ident(name) => {
                    let is_in_path = is_at(before, ':') && is_at(before_that, ':');
                    let is_member = is_at(before, '.') && !is_at(before_that, '.');
                    // `.name(..)` or `.name::<..>(..)`
                    let is_call = matches!(tokens.get(at + 1), Some(TokenTree::Group(_))) || is_at(Some(at + 1), ':');
                    if is_in_path || (is_member && is_call) {
                        self.calls.insert(name.unraw().to_string());
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the types that are borrowed: what is taken by value is an argument of an operation.
    fn add_types(&mut self, signature: &Signature) {
        for input in &signature.inputs {
            if let FnArg::Typed(argument) = input
                && let Type::Reference(reference) = plain(&argument.ty)
            {
                self.add_type(&reference.elem);
            }
        }
    }

    /// Adds the name of a type, and of its arguments: `Option<Stack<T>>` has two.
    fn add_type(&mut self, ty: &Type) {
        if let Some((name, arguments)) = named(ty) {
            self.types.insert(name.unraw().to_string());
            for argument in arguments {
                self.add_type(argument);
            }
        }
    }

    /// The operations of the types that are checked, by the paths of the types.
    pub(super) fn finish(self) -> BTreeMap<String, TypeOperations> {
        let Self { found, types, calls } = self;
        let checked = found.into_iter().filter(|((_, name), _)| types.contains(name));
        let operations = checked.map(|((path, _), names)| {
            let (checked, unchecked) = names.into_iter().partition(|name| calls.contains(name));
            (path, TypeOperations { checked, unchecked })
        });
        operations.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::marked_items::MarkedItems;

    /// A line for each type of a library: its path, the operations with a check, and those without.
    fn operations(text: &str) -> Vec<String> {
        let mut items = MarkedItems::new(vec!["glassbox".into()]);
        items.read_text("a", text);
        let listed = |names: &std::collections::BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
        let line = |(path, it): (String, super::TypeOperations)| {
            format!("{path}: {} | {}", listed(&it.checked), listed(&it.unchecked))
        };
        items.operations().into_iter().map(line).collect()
    }

    const STACK: &str = "
        mod stack {
            pub struct Stack<T>(Vec<T>);
            impl<T> Stack<T> {
                pub fn new() -> Self { Self(Vec::new()) }
                pub fn push(&mut self, item: T) { self.grow(); }
                pub fn peek(&self) -> Option<&T> { None }
                pub fn into_vec(self) -> Vec<T> { self.0 }
                pub(crate) fn grow(&mut self) {}
                fn hidden(&self) {}
                #[cfg(test)] pub fn for_tests(&self) {}
            }
            impl<T> Clone for Stack<T> { fn clone(&self) -> Self { loop {} } }
            pub struct Other;
            impl Other { pub fn turn(&self) {} }
        }";

    #[test]
    fn public_operations_of_checked_types_have_a_check_or_not() {
        assert_eq!(operations(STACK), Vec::<String>::new(), "nothing is checked");
        let check = "#[glassbox::check] fn push(stack: &mut stack::Stack<u8>, other: Other) { stack.push(1); }";
        assert_eq!(operations(&format!("{STACK}{check}")), ["a::stack::Stack: push | into_vec peek"]);
    }

    #[test]
    fn calls_are_names_behind_points_and_colons() {
        for (body, checked) in [
            ("s.push(1)", "push | into_vec peek"),
            ("Stack::push(s, 1)", "push | into_vec peek"),
            ("assert!(s.peek::<>().is_none())", "peek | into_vec push"),
            ("map(Stack::peek)", "peek | into_vec push"),
            ("push(s); s.peek; 0..peek(); r#peek()", " | into_vec peek push"),
        ] {
            let check = format!("#[glassbox::check] fn check(s: &Stack<u8>) {{ {body} }}");
            assert_eq!(operations(&format!("{STACK}{check}")), [format!("a::stack::Stack: {checked}")], "{body}");
        }
    }

    #[test]
    fn explorations_check_what_they_borrow_and_return() {
        let exploration = "#[glassbox::explore] mod api {
            pub fn new() -> Option<super::stack::Stack<u8>> { None }
            pub fn push(stack: &mut Stack<u8>) { stack.push(1) }
            pub fn turned(other: &Other) -> bool { other.turn() }
        }";
        assert_eq!(
            operations(&format!("{STACK}{exploration}")),
            ["a::stack::Other: turn | ", "a::stack::Stack: push | into_vec peek"]
        );
    }

    #[test]
    fn helpers_of_checks_are_no_operations() {
        let text = "struct Stack; #[cfg(any(test, glassbox))] mod checks {
            impl Stack { pub fn len(&self) -> usize { 0 } }
            #[glassbox::check] fn len(stack: &Stack) {}
        }";
        assert_eq!(operations(text), Vec::<String>::new());
        assert_eq!(operations(&text.replace("#[cfg(any(test, glassbox))]", "")), ["a::checks::Stack:  | len"]);
    }

    #[test]
    fn calls_of_calls_do_not_count() {
        let check = "fn both(s: &mut Stack<u8>) { s.push(1); s.peek(); }
            #[glassbox::check] fn check(s: &mut Stack<u8>) { both(s) }";
        assert_eq!(operations(&format!("{STACK}{check}")), ["a::stack::Stack:  | into_vec peek push"]);
    }

    #[test]
    fn what_macros_make_is_not_seen() {
        let text = "macro_rules! make { ($name:ident) => { impl Stack { pub fn $name(&self) {} } } }
            make!(pop);
            impl Stack { pub fn push(&self) {} pub fn len(&self) {} }
            cfg_if! { if #[cfg(unix)] { #[glassbox::check] fn push(s: &Stack) { s.push() } } }
            #[glassbox::check] fn check(s: &Stack) {}";
        assert_eq!(operations(text), ["a::Stack: push | len"], "a check in a call of a macro is seen");
    }
}
