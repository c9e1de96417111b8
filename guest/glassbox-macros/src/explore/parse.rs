//! Parses a module into the model; every error says what to write instead.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, FnArg, Ident, Item, ItemFn, ItemMod, LitInt, Pat, Result, ReturnType, Token, Type};

use super::model::{Arg, Bound, Exploration, Function, Role, Values};
use super::shape::{of_output, same};
use super::unseen::{configured, is_public, is_skipped, strip_skip, unseen};
use crate::attributes::{Place, Value, is_ours, settings};
use crate::disturbances::WORDS;
use crate::errors::Errors;
use crate::must_panic::must_panic;

/// The default of the bound `operations`.
const OPERATIONS: u32 = 4;

/// Parses `#[explore(attr)] mod name { .. }`.
pub(crate) fn exploration(attr: TokenStream, item: TokenStream) -> Result<Exploration> {
    let mut module: ItemMod = syn::parse2(item.clone()).map_err(|_| {
        Error::new(
            item.into_iter().next().map_or_else(proc_macro2::Span::call_site, |token| token.span()),
            "`#[glassbox::explore]` goes on a module with a body: `mod queue { pub fn new() -> Queue { .. } .. }`",
        )
    })?;
    let Settings { bounds, words } = settings_of.parse2(attr)?;
    let doc = crate::doc::text(&module.attrs);
    let name = module.ident.clone();
    let Some((_, items)) = &mut module.content else {
        return Err(Error::new(module.span(), "write the functions in the module itself, between braces"));
    };
    let mut errors = Errors::default();
    // An item with a wrong attribute is no part of the exploration, and the error says so.
    let explored: Vec<&Item> = items.iter().filter(|item| !errors.take(is_skipped(item)).unwrap_or(true)).collect();
    let functions = || explored.iter().copied().filter_map(public);
    let subject = functions().find_map(made);
    let subject = subject.ok_or_else(|| {
        let message = "no constructor: add a public function that returns the subject, `pub fn new() -> Queue`";
        Error::new(name.span(), message)
    })?;
    let functions: Vec<Function> = functions().filter_map(|item| errors.take(function(item, &subject))).collect();
    let unseen = explored.iter().flat_map(|item| unseen(item)).collect();
    errors.finish()?;
    strip_all(items);
    Ok(Exploration { module, doc, subject, functions, unseen, bounds, words })
}

/// The module without our attributes, for when it cannot be explored.
pub(crate) fn plain(item: TokenStream) -> TokenStream {
    let Ok(mut module) = syn::parse2::<ItemMod>(item.clone()) else { return item };
    if let Some((_, items)) = &mut module.content {
        strip_all(items);
    }
    module.into_token_stream()
}

/// What is in the parentheses of the attribute.
struct Settings {
    bounds: Vec<Bound>,
    words: Vec<Ident>,
}

/// One of [`Settings`].
enum Setting {
    Bound(Bound),
    Word(Ident),
}

/// The word that says that the subject is never moved.
pub(super) const PINNED: &str = "pinned";

/// The word that asks for as much after a panic of a callback as before it.
pub(super) const PANIC_SAFE: &str = "panic_safe";

/// Parses `operations = 5, elements = 3, pinned`.
fn settings_of(input: ParseStream<'_>) -> Result<Settings> {
    let (mut bounds, mut words) = (Vec::<Bound>::new(), Vec::new());
    for setting in Punctuated::<Setting, Token![,]>::parse_terminated_with(input, setting)? {
        match setting {
            Setting::Bound(bound) if bounds.iter().any(|known| known.name == bound.name) => {
                return Err(Error::new(bound.name.span(), format!("bound `{}` is given twice", bound.name)));
            }
            Setting::Word(word) if words.contains(&word) => {
                return Err(Error::new(word.span(), format!("`{word}` is given twice")));
            }
            Setting::Bound(bound) => bounds.push(bound),
            Setting::Word(word) => words.push(word),
        }
    }
    if bounds.is_empty() {
        bounds.push(Bound { name: Ident::new("operations", Span::call_site()), value: OPERATIONS });
    }
    Ok(Settings { bounds, words })
}

fn setting(input: ParseStream<'_>) -> Result<Setting> {
    let is_word = |name: Ident| WORDS.iter().chain(&[PINNED, PANIC_SAFE]).any(|word| name == word);
    if input.fork().parse().is_ok_and(is_word) {
        return input.parse().map(Setting::Word);
    }
    bound(input).map(Setting::Bound)
}

fn bound(input: ParseStream<'_>) -> Result<Bound> {
    let name: Ident = input.parse()?;
    if name != "operations" && name != "elements" {
        return Err(Error::new(
            name.span(),
            "an exploration has the bounds `operations = 4` and `elements = 3`, and the words `pinned`, `panic_safe`, `panics`, `hostile` and \
             `alloc_failures`",
        ));
    }
    input.parse::<Token![=]>()?;
    let value: LitInt = input.parse()?;
    Ok(Bound { name, value: value.base10_parse()? })
}

fn public(item: &Item) -> Option<&ItemFn> {
    match item {
        Item::Fn(item) if is_public(&item.vis) => Some(item),
        _ => None,
    }
}

/// The return type of a function that takes no reference. The first such function has the type of the subject.
fn made(item: &ItemFn) -> Option<Type> {
    let has_reference = item.sig.inputs.iter().any(|input| match input {
        FnArg::Typed(typed) => matches!(*typed.ty, Type::Reference(_)),
        FnArg::Receiver(_) => true,
    });
    match &item.sig.output {
        ReturnType::Type(_, ty) if !has_reference => Some((**ty).clone()),
        _ => None,
    }
}

fn function(item: &ItemFn, subject: &Type) -> Result<Function> {
    let mut inputs = item.sig.inputs.iter();
    let first = item.sig.inputs.first();
    let (role, subject_name) = match first {
        Some(FnArg::Typed(first)) => match &*first.ty {
            Type::Reference(reference) if same(&reference.elem, subject) => {
                let role = if reference.mutability.is_some() { Role::Operation } else { Role::Law };
                (role, name_of(&first.pat))
            }
            ty if same(ty, subject) => (Role::Consumer, name_of(&first.pat)),
            _ => (Role::Constructor, None),
        },
        _ => (Role::Constructor, None),
    };
    if role == Role::Constructor {
        let makes_it = matches!(&item.sig.output, ReturnType::Type(_, ty) if same(ty, subject));
        if !makes_it {
            let message = format!(
                "a public function returns the subject, or takes it as first argument, `&mut {0}`, `&{0}` or `{0}`; \
                 make others private",
                crate::type_text::type_text(subject)
            );
            return Err(Error::new(item.sig.ident.span(), message));
        }
    } else {
        inputs.next();
    }
    let args = inputs.map(|input| arg(input, subject, subject_name.as_ref())).collect::<Result<Vec<Arg>>>()?;
    if role == Role::Law && !args.is_empty() {
        let message = "a function that takes `&` the subject is a law and has no other arguments; \
                       take `&mut` to make it an operation";
        return Err(Error::new(item.sig.ident.span(), message));
    }
    // Only operations and consumers may return anything.
    let output = match role {
        Role::Operation | Role::Consumer => of_output(&item.sig, subject)?,
        Role::Constructor | Role::Law => None,
    };
    let cfgs = configured(&item.attrs);
    let must_panic = must_panic(&item.attrs)?;
    if let Some(required) = &must_panic {
        if role == Role::Law || item.sig.asyncness.is_some() {
            let message = "only operations can say that they must panic, and no `async` ones";
            return Err(Error::new(item.sig.ident.span(), message));
        }
        if required.unchanged.is_some() && role != Role::Operation {
            let message = "only a function that takes `&mut` the subject can leave it `unchanged`";
            return Err(Error::new(item.sig.ident.span(), message));
        }
    }
    let names = item.sig.inputs.iter().map(|input| match input {
        FnArg::Typed(typed) => name_of(&typed.pat),
        FnArg::Receiver(_) => None,
    });
    Ok(Function {
        name: item.sig.ident.clone(),
        role,
        args,
        output,
        must_panic,
        names: names.collect(),
        is_async: item.sig.asyncness.is_some(),
        cfgs,
    })
}

fn name_of(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(pattern) => Some(pattern.ident.clone()),
        _ => None,
    }
}

fn arg(input: &FnArg, subject: &Type, subject_name: Option<&Ident>) -> Result<Arg> {
    let FnArg::Typed(typed) = input else {
        return Err(Error::new(
            input.span(),
            "a function of an exploration is a free function: take the subject as `subject: &mut Subject`",
        ));
    };
    let mut errors = Errors::default();
    let mut values = None;
    for setting in settings(&typed.attrs, Place::Argument, &mut errors) {
        match setting.value {
            Value::Values(expression) => values = Some(Values { expression, subject: subject_name.cloned() }),
            _ => errors.push(setting.error("only `values` is allowed on an argument of an exploration")),
        }
    }
    errors.finish()?;
    if let Type::Reference(reference) = &*typed.ty {
        let is_static = reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
        if !(is_static && values.is_some()) {
            return Err(Error::new(
                reference.span(),
                "take this argument by value, and pass a reference to it inside the function",
            ));
        }
    }
    let is_subject = values.is_none() && same(&typed.ty, subject);
    Ok(Arg { ty: (*typed.ty).clone(), is_subject, values })
}

fn strip_all(items: &mut [Item]) {
    for item in items {
        strip_skip(item);
        if let Item::Fn(item) = item {
            strip(item);
        }
    }
}

/// Removes our attributes, which the compiler does not know.
fn strip(item: &mut ItemFn) {
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.retain(|attribute| !is_ours(attribute));
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn only_operations_must_panic_and_leave_the_subject_unchanged() {
        let rejects = |function: TokenStream, expect: &str| {
            let module = quote!(mod queue { pub fn new() -> Queue { Queue::new() } #function });
            let error = exploration(TokenStream::new(), module).err().expect("accepted");
            assert_eq!(error.to_string(), expect);
        };
        let law = quote!(
            #[glassbox(must_panic)]
            pub fn is_right(queue: &Queue) -> bool {
                true
            }
        );
        rejects(law, "only operations can say that they must panic, and no `async` ones");
        let consumer = quote!(
            #[glassbox(must_panic, unchanged)]
            pub fn end(queue: Queue) {}
        );
        rejects(consumer, "only a function that takes `&mut` the subject can leave it `unchanged`");
    }

    #[test]
    fn functions_have_roles() {
        let parsed = exploration(
            quote!(operations = 6, elements = 2),
            quote! {
                /// A queue.
                mod queue {
                    use super::*;
                    pub fn new() -> Queue<u8> { Queue::new() }
                    pub fn push(queue: &mut Queue<u8>, #[glassbox(values = 0..queue.len())] item: u8, v: Val) {}
                    pub fn is_right(queue: &Queue<u8>) -> bool { true }
                    pub fn into_vec(queue: Queue<u8>) -> Vec<u8> { vec![] }
                    pub fn append(queue: &mut Queue<u8>, other: Queue<u8>) {}
                    fn helper(n: u8) {}
                    #[glassbox(skip)]
                    pub fn left_out(n: &u8) {}
                    #[cfg(any())]
                    pub fn configured(queue: &mut Queue<u8>) {}
                    operation!(add);
                    #[glassbox(skip)]
                    operation!(left_out);
                }
            },
        );
        let parsed = parsed.unwrap_or_else(|error| panic!("{error}"));
        let roles: Vec<(String, String, usize)> = parsed
            .functions
            .iter()
            .map(|function| (function.name.to_string(), function.role.variant().to_string(), function.args.len()))
            .collect();
        let expect = [
            ("new", "Constructor", 0),
            ("push", "Operation", 2),
            ("is_right", "Law", 0),
            ("into_vec", "Consumer", 0),
            ("append", "Operation", 1),
            ("configured", "Operation", 0),
        ];
        assert_eq!(roles, expect.map(|(name, role, args)| (name.to_owned(), role.to_owned(), args)));
        let bounds: Vec<(String, u32)> =
            parsed.bounds.iter().map(|bound| (bound.name.to_string(), bound.value)).collect();
        assert_eq!(bounds, [("operations".to_owned(), 6), ("elements".to_owned(), 2)]);
        assert_eq!(parsed.doc, "A queue.");
        assert!(parsed.functions[4].args[0].is_subject);
        let module = parsed.module.to_token_stream().to_string();
        assert!(!module.contains("values") && !module.contains("skip"), "{module}");
        let unseen: Vec<&str> = parsed.unseen.iter().map(|unseen| unseen.text.as_str()).collect();
        assert_eq!(unseen, ["operation!(add)"]);
        let n_cfgs: Vec<usize> = parsed.functions.iter().map(|function| function.cfgs.len()).collect();
        assert_eq!(n_cfgs, [0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn bounds_are_checked() {
        let of = |bounds: TokenStream| settings_of.parse2(bounds);
        let operations: Vec<u32> = of(quote!()).unwrap().bounds.iter().map(|bound| bound.value).collect();
        assert_eq!(operations, [OPERATIONS]);
        let parsed = of(quote!(elements = 3, pinned, panics)).unwrap();
        assert_eq!((parsed.bounds.len(), parsed.words.len()), (1, 2), "with any number of operations");
        for (bounds, expect) in [
            (
                quote!(height = 3),
                "an exploration has the bounds `operations = 4` and `elements = 3`, and the words `pinned`, `panic_safe`, `panics`, `hostile` and \
                 `alloc_failures`",
            ),
            (quote!(pinned, pinned), "`pinned` is given twice"),
            (quote!(operations = 3, operations = 4), "bound `operations` is given twice"),
        ] {
            assert_eq!(of(bounds).err().expect("accepted").to_string(), expect);
        }
    }

    #[track_caller]
    fn rejects(item: TokenStream, expect: &str) {
        let error = exploration(quote!(), item).err().expect("accepted");
        assert_eq!(error.to_string(), expect);
    }

    #[test]
    fn what_cannot_be_explored_is_rejected() {
        rejects(
            quote!(
                fn f() {}
            ),
            "`#[glassbox::explore]` goes on a module with a body: `mod queue { pub fn new() -> Queue { .. } .. }`",
        );
        rejects(
            quote!(
                mod m {
                    pub fn f(n: &mut u8) {}
                }
            ),
            "no constructor: add a public function that returns the subject, `pub fn new() -> Queue`",
        );
        rejects(
            quote!(
                mod m {
                    pub fn new() -> Set<u8> {}
                    pub fn f(n: u8) -> u8 {}
                }
            ),
            "a public function returns the subject, or takes it as first argument, `&mut Set<u8>`, `&Set<u8>` or `Set<u8>`; \
             make others private",
        );
        rejects(
            quote!(
                mod m {
                    pub fn new() -> Set {}
                    pub fn has(set: &mut Set, key: &str) {}
                }
            ),
            "take this argument by value, and pass a reference to it inside the function",
        );
    }
}
