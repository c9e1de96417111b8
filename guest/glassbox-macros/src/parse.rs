//! From tokens to the model; every rejection says what to write instead.
//!
//! Errors are collected, so that a user sees all that is wrong with a check at once.

use glassbox_abi::names::BOUNDS;
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, FnArg, Ident, ItemFn, Lit, LitInt, Meta, Pat, Result, Signature, Token, Type};

use crate::model::{Arg, Bound, Check, Pass};

/// Parses `#[check(attr)] item`.
pub(crate) fn check(attr: TokenStream, item: TokenStream) -> Result<Check> {
    let function: ItemFn = syn::parse2(item.clone()).map_err(|_| {
        Error::new(
            item.into_iter().next().map_or_else(proc_macro2::Span::call_site, |t| t.span()),
            "`#[glassbox::check]` goes on a function with a body: `fn name(subject: &mut Subject, ..) { .. }`",
        )
    })?;
    let mut errors = Errors::default();
    let bounds = errors.take(bounds(attr)).unwrap_or_default();
    errors.take(signature(&function.sig));
    let args = function.sig.inputs.iter().filter_map(|input| errors.take(arg(input))).collect();
    errors.finish()?;
    Ok(Check {
        cfgs: function.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect(),
        doc: doc(&function.attrs),
        args,
        bounds,
        function,
    })
}

/// Errors met so far, as one.
#[derive(Default)]
struct Errors(Option<Error>);

impl Errors {
    fn take<T>(&mut self, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                match &mut self.0 {
                    Some(errors) => errors.combine(error),
                    None => self.0 = Some(error),
                }
                None
            }
        }
    }

    fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

// --- Bounds ---

impl Parse for Bound {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: Ident = input.parse()?;
        if !BOUNDS.iter().any(|known| name == known) {
            return Err(Error::new(
                name.span(),
                format!("`{name}` is not a bound; the bounds are: {}", BOUNDS.map(|b| format!("`{b}`")).join(", ")),
            ));
        }
        input.parse::<Token![=]>().map_err(|error| Error::new(error.span(), format!("write `{name} = 3`")))?;
        let literal: LitInt = input
            .parse()
            .map_err(|error| Error::new(error.span(), format!("a bound is a whole number: `{name} = 3`")))?;
        let value = literal.base10_parse()?;
        if value == 0 {
            return Err(Error::new(
                literal.span(),
                format!("bound `{name}` is 0, so there is nothing to check; try `{name} = 3`"),
            ));
        }
        Ok(Self { name, value })
    }
}

fn bounds(attr: TokenStream) -> Result<Vec<Bound>> {
    let bounds = Punctuated::<Bound, Token![,]>::parse_terminated.parse2(attr)?;
    for (i, bound) in bounds.iter().enumerate() {
        if bounds.iter().take(i).any(|earlier| earlier.name == bound.name) {
            return Err(Error::new(bound.name.span(), format!("bound `{}` is given twice", bound.name)));
        }
    }
    Ok(bounds.into_iter().collect())
}

// --- The function ---

fn signature(sig: &Signature) -> Result<()> {
    let mut errors = Errors::default();
    let mut reject = |span: proc_macro2::Span, message: &str| {
        errors.take::<()>(Err(Error::new(span, message)));
    };
    if let Some(token) = &sig.asyncness {
        reject(token.span(), "a check cannot be `async`: call the operation and poll it inside an ordinary function");
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        reject(
            token.span(),
            "a check cannot be `unsafe`: it is run on every valid state, so it has no caller who could promise anything; \
             put the `unsafe` block inside",
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
        reject(
            param.span(),
            "a check is run, so its types must be known: replace the parameter by the type to check with",
        );
    }
    errors.finish()
}

fn arg(input: &FnArg) -> Result<Arg> {
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
            "name this argument and take it apart inside: reports show it by name",
        ));
    };
    let pass = match &*typed.ty {
        Type::Reference(reference) => {
            let target = (*reference.elem).clone();
            sized(&target)?;
            if reference.mutability.is_some() { Pass::Mutable(target) } else { Pass::Shared(target) }
        }
        ty => {
            sized(ty)?;
            Pass::Value(ty.clone())
        }
    };
    Ok(Arg { name: pat.ident.clone(), ty: (*typed.ty).clone(), pass })
}

/// Rejects types whose values do not lie in one block of known size.
fn sized(ty: &Type) -> Result<()> {
    let message = match ty {
        Type::ImplTrait(_) => "a check is run, so its types must be known: write the type instead of `impl Trait`",
        Type::Slice(_) => "a slice has no fixed size: take an array or a `Vec`",
        Type::TraitObject(_) => "a trait object has no known values: write the type instead of `dyn Trait`",
        Type::Path(path) if path.qself.is_none() && path.path.is_ident("str") => {
            "`str` has no fixed size: take a `String`"
        }
        _ => return Ok(()),
    };
    Err(Error::new(ty.span(), message))
}

fn doc(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(lit) => match &lit.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            // `#[doc = include_str!(..)]`: not known before expansion, so not shown.
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned()).collect();
    lines.join("\n").trim().to_owned()
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
    fn bad_bounds_are_rejected_with_a_correction() {
        let f = || {
            quote!(
                fn f() {}
            )
        };
        rejects(quote!(heigth = 4), f(), "`heigth` is not a bound; the bounds are: `height`, `len`");
        rejects(quote!(len = 0), f(), "bound `len` is 0, so there is nothing to check; try `len = 3`");
        rejects(quote!(len = "3"), f(), "a bound is a whole number: `len = 3`");
        rejects(quote!(len(3)), f(), "write `len = 3`");
        rejects(quote!(len = 3, len = 4), f(), "bound `len` is given twice");
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
            "a check cannot be `async`: call the operation and poll it inside an ordinary function\n\
             a check is run, so its types must be known: replace the parameter by the type to check with",
        );
        rejects(
            quote!(),
            quote!(
                unsafe extern "C" fn f() {}
            ),
            "a check cannot be `unsafe`: it is run on every valid state, so it has no caller who could promise anything; \
             put the `unsafe` block inside\n\
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
             a trait object has no known values: write the type instead of `dyn Trait`\n\
             a check is run, so its types must be known: write the type instead of `impl Trait`\n\
             name this argument and take it apart inside: reports show it by name",
        );
    }
}
