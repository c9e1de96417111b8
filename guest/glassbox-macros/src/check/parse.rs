//! Parses a function into the model; every error says what to write instead.
//!
//! It collects errors, so that the compiler shows all of them at once.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Error, FnArg, Ident, ItemFn, Pat, PatType, Result, Signature, Type};

use super::effects;
use super::model::{Arg, Check, Pass};
use super::settings::{MAY_LEAVE, PANIC_SAFE, settings as attribute};
use crate::attributes::{Place, Value, is_ours, settings};
use crate::doc;
use crate::errors::Errors;

/// Parses `#[check(attr)] item`.
pub(crate) fn check(attr: TokenStream, item: TokenStream) -> Result<Check> {
    let mut function: ItemFn = syn::parse2(item.clone()).map_err(|_| {
        Error::new(
            item.into_iter().next().map_or_else(proc_macro2::Span::call_site, |t| t.span()),
            "`#[glassbox::check]` goes on a function with a body: `fn name(subject: &mut Subject, ..) { .. }`",
        )
    })?;
    let mut errors = Errors::default();
    let attribute = errors.take(attribute(attr)).unwrap_or_default();
    errors.take(signature(&function.sig));
    let args: Vec<Arg> = function.sig.inputs.iter().filter_map(|input| arg(input, &mut errors)).collect();
    let effect = attribute.effect.and_then(|written| errors.take(effects::resolve(written, &args)));
    let word = |name: &str| attribute.words.iter().find(|word| *word == name);
    let (may_leave, panic_safe) = (word(MAY_LEAVE), word(PANIC_SAFE));
    let unchanged = attribute.must_panic.as_ref().and_then(|must_panic| must_panic.unchanged.as_ref());
    for word in may_leave.into_iter().chain(panic_safe).chain(unchanged) {
        if args.iter().all(|arg| matches!(arg.pass, Pass::Value(_))) {
            let message = format!("`{word}` has no effect: the check takes no structure by reference");
            errors.push(Error::new(word.span(), message));
        }
    }
    errors.finish()?;
    strip(&mut function);
    Ok(Check {
        cfgs: function.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect(),
        doc: doc::text(&function.attrs),
        args,
        bounds: attribute.bounds,
        effect,
        may_leave: may_leave.is_some(),
        panic_safe: panic_safe.is_some(),
        must_panic: attribute.must_panic,
        words: attribute.words,
        function,
    })
}

/// The function without our attributes, for when it cannot be a check.
pub(crate) fn plain(item: TokenStream) -> TokenStream {
    let Ok(mut function) = syn::parse2::<ItemFn>(item.clone()) else { return item };
    strip(&mut function);
    function.into_token_stream()
}

/// Removes our attributes, which the compiler does not know.
fn strip(function: &mut ItemFn) {
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(typed) = input {
            typed.attrs.retain(|attribute| !is_ours(attribute));
        }
    }
}

// --- The function ---

fn signature(sig: &Signature) -> Result<()> {
    let mut errors = Errors::default();
    let mut reject = |span: proc_macro2::Span, message: &str| {
        errors.take::<()>(Err(Error::new(span, message)));
    };
    if let Some(token) = &sig.asyncness {
        reject(token.span(), "a check cannot be `async`: poll the operation inside an ordinary function");
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        reject(
            token.span(),
            "a check cannot be `unsafe`: glassbox calls it on every valid state and can uphold no contract; \
             put an `unsafe` block inside",
        );
    }
    if let Some(abi) = &sig.abi {
        reject(abi.span(), "a check is an ordinary Rust function; leave out `extern`");
    }
    if let Some(variadic) = &sig.variadic {
        reject(variadic.span(), "a check has a fixed number of arguments");
    }
    let generic = sig.generics.params.iter().find(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
    if let Some(param) = generic {
        reject(param.span(), "a check cannot be generic: replace the parameter by the type to check with");
    }
    errors.finish()
}

fn arg(input: &FnArg, errors: &mut Errors) -> Option<Arg> {
    let (typed, name) = errors.take(named(input))?;
    let pass = errors.take(pass(&typed.ty))?;
    let settings = settings(&typed.attrs, Place::Argument, errors);
    let (mut values, mut new, mut domains, mut no_drop) = (None, None, Vec::new(), false);
    for setting in settings {
        match setting.value {
            Value::Values(_) if !matches!(pass, Pass::Value(_)) => errors.push(setting.error(
                "`values` is for values, and a reference argument is a structure: use `domain(u8 = 0..3)` for the \
                 values in it",
            )),
            Value::Domain(_) if values.is_some() => {
                errors.push(setting.error("`domain` has no effect beside `values`"));
            }
            Value::New(_) if matches!(pass, Pass::Value(_)) => {
                errors.push(setting.error("`new` is for structures, and this argument is a value: use `values = ..`"));
            }
            Value::NoDrop if matches!(pass, Pass::Value(_)) => {
                errors.push(setting.error("`no_drop` is for structures, and this argument is a value"));
            }
            Value::NoDrop => no_drop = true,
            Value::New(call) => new = Some(call),
            Value::Values(expression) => values = Some(expression),
            Value::Domain(given) => domains = given,
            _ => {}
        }
    }
    Some(Arg { name, ty: (*typed.ty).clone(), pass, values, new, domains, no_drop })
}

fn named(input: &FnArg) -> Result<(&PatType, Ident)> {
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            return Err(Error::new(
                receiver.span(),
                "a check is a free function: move it out of the `impl` and take the subject as `subject: &mut Subject`",
            ));
        }
    };
    let Pat::Ident(pat) = &*typed.pat else {
        return Err(Error::new(
            typed.pat.span(),
            "name this argument and destructure it inside the function: reports show it by name",
        ));
    };
    Ok((typed, pat.ident.clone()))
}

fn pass(ty: &Type) -> Result<Pass> {
    let Type::Reference(reference) = ty else {
        sized(ty)?;
        return Ok(Pass::Value(ty.clone()));
    };
    let target = (*reference.elem).clone();
    sized(&target)?;
    Ok(if reference.mutability.is_some() { Pass::Mutable(target) } else { Pass::Shared(target) })
}

/// Rejects types whose values do not lie in one block of known size.
fn sized(ty: &Type) -> Result<()> {
    let message = match ty {
        Type::ImplTrait(_) => "a check cannot be generic: write the type instead of `impl Trait`",
        Type::Slice(_) => "a slice has no fixed size: take an array or a `Vec`",
        Type::TraitObject(_) => {
            "glassbox cannot list the values of a trait object: write the type instead of `dyn Trait`"
        }
        Type::Path(path) if path.qself.is_none() && path.path.is_ident("str") => {
            "`str` has no fixed size: take a `String`"
        }
        _ => return Ok(()),
    };
    Err(Error::new(ty.span(), message))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    /// Parses `#[check(attr)] item` and compares the errors, joined by newlines, with `expect`.
    #[track_caller]
    fn rejects(attr: TokenStream, item: TokenStream, expect: &str) {
        let error = check(attr, item).err().expect("accepted");
        let messages: Vec<String> = error.into_iter().map(|e| e.to_string()).collect();
        assert_eq!(messages.join("\n"), expect);
    }

    #[test]
    fn arguments_bounds_and_doc_are_understood() {
        let parsed = check(
            quote!(height = 4, len = 1_000,),
            quote! {
                /// One line.
                ///
                ///   Indented.
                #[cfg(feature = "x")]
                fn push<'a>(s: &'a mut Stack<'a>, mut v: u8, t: &Stack<'_>) -> bool { true }
            },
        )
        .expect("accepted");
        assert_eq!(parsed.doc, "One line.\n\n  Indented.");
        assert_eq!(parsed.cfgs.len(), 1);
        let bounds: Vec<_> = parsed.bounds.iter().map(|b| (b.name.to_string(), b.value)).collect();
        assert_eq!(bounds, [("height".to_owned(), 4), ("len".to_owned(), 1000)]);
        let names: Vec<_> = parsed.args.iter().map(|a| a.name.to_string()).collect();
        assert_eq!(names, ["s", "v", "t"]);
        assert!(matches!(
            parsed.args.iter().map(|a| &a.pass).collect::<Vec<_>>()[..],
            [Pass::Mutable(_), Pass::Value(_), Pass::Shared(_)]
        ));
    }

    #[test]
    fn attributes_of_arguments_are_understood_and_removed() {
        let item = quote! {
            fn f(#[glassbox(domain(u8 = 0..3))] s: &mut Stack, #[glassbox(values = [1, 2])] #[allow(unused)] v: u8) {}
        };
        let parsed = check(quote!(), item.clone()).expect("accepted");
        assert_eq!(parsed.args[0].domains.len(), 1);
        assert!(parsed.args[0].values.is_none() && parsed.args[1].values.is_some());
        let function = quote!(
            fn f(s: &mut Stack, #[allow(unused)] v: u8) {}
        );
        assert_eq!(parsed.function.into_token_stream().to_string(), function.to_string());
        assert_eq!(plain(item).to_string(), function.to_string());
    }

    #[test]
    fn attributes_that_do_not_fit_the_argument_are_rejected() {
        rejects(
            quote!(),
            quote!(
                fn f(#[glassbox(values = [1])] s: &mut Stack, #[glassbox(skip = 1)] v: u8) {}
            ),
            "`values` is for values, and a reference argument is a structure: use `domain(u8 = 0..3)` for the values \
             in it\n\
             `skip` goes on a field, not on an argument of a check",
        );
        rejects(
            quote!(),
            quote!(
                fn f(#[glassbox(values = [1], domain(u8 = [1]))] v: u8) {}
            ),
            "`domain` has no effect beside `values`",
        );
    }

    #[test]
    fn states_are_left_by_checks_of_structures_only() {
        let check_of_a_structure = check(
            quote!(len = 3, may_leave),
            quote!(
                fn f(s: &mut Stack) {}
            ),
        );
        assert!(check_of_a_structure.expect("accepted").may_leave);
        assert!(
            !check(
                quote!(len = 3),
                quote!(
                    fn f(s: &mut Stack) {}
                )
            )
            .expect("accepted")
            .may_leave
        );
        rejects(
            quote!(may_leave),
            quote!(
                fn f(n: u8) {}
            ),
            "`may_leave` has no effect: the check takes no structure by reference",
        );
        rejects(
            quote!(must_panic, unchanged),
            quote!(
                fn f(n: u8) {}
            ),
            "`unchanged` has no effect: the check takes no structure by reference",
        );
    }

    #[test]
    fn functions_that_cannot_be_run_are_rejected() {
        rejects(
            quote!(),
            quote!(
                struct S;
            ),
            "`#[glassbox::check]` goes on a function with a body: `fn name(subject: &mut Subject, ..) { .. }`",
        );
        rejects(
            quote!(),
            quote!(
                async fn f<T>(s: &mut T) {}
            ),
            "a check cannot be `async`: poll the operation inside an ordinary function\n\
             a check cannot be generic: replace the parameter by the type to check with",
        );
        rejects(
            quote!(),
            quote!(
                unsafe extern "C" fn f() {}
            ),
            "a check cannot be `unsafe`: glassbox calls it on every valid state and can uphold no contract; \
             put an `unsafe` block inside\n\
             a check is an ordinary Rust function; leave out `extern`",
        );
    }

    #[test]
    fn arguments_that_have_no_block_of_their_own_are_rejected() {
        rejects(
            quote!(),
            quote!(
                fn f(&mut self) {}
            ),
            "a check is a free function: move it out of the `impl` and take the subject as `subject: &mut Subject`",
        );
        rejects(
            quote!(),
            quote!(
                fn f(s: &mut [u8], t: &str, d: &dyn Fn(), i: impl Copy, (a, b): (u8, u8)) {}
            ),
            "a slice has no fixed size: take an array or a `Vec`\n\
             `str` has no fixed size: take a `String`\n\
             glassbox cannot list the values of a trait object: write the type instead of `dyn Trait`\n\
             a check cannot be generic: write the type instead of `impl Trait`\n\
             name this argument and destructure it inside the function: reports show it by name",
        );
    }
}
