//! From the model to code: into the module come the description and an entry for each function.
//!
//! An entry takes the address of the subject and returns its address after the call, or 0. Arguments are choices of the host (`glassbox::choose`): whatever can be
//! chosen, the host tries. What becomes of the entries `glassbox::__private::explore` decides, as for checks.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;

use super::arguments::pick;
use super::model::{Bound, Exploration, Function, Role, Unseen};
use super::others::other_subject;
use super::parse::{PANIC_SAFE, PINNED};
use super::results::{Takes, used};
use crate::disturbances::choice;

/// The code for an exploration.
pub(crate) fn exploration(exploration: &Exploration) -> TokenStream {
    let Exploration { module, doc, subject, functions, unseen, bounds, words } = exploration;
    let (is_pinned, is_panic_safe, with) = (exploration.has(PINNED), exploration.has(PANIC_SAFE), choice(words));
    let span = module.ident.span();
    let (file, line, column) =
        (quote_spanned!(span=> file!()), quote_spanned!(span=> line!()), quote_spanned!(span=> column!()));
    let described = functions.iter().map(|function| {
        let (name, role) = (function.name.unraw().to_string(), function.role.variant());
        let cfgs = &function.cfgs;
        quote!(#(#cfgs)* ::glassbox::__private::Function { name: #name, role: ::glassbox::__private::Role::#role })
    });
    let unseen = unseen.iter().map(|Unseen { text, cfgs }| quote!(#(#cfgs)* #text));
    let bounds = bounds.iter().map(|Bound { name, value }| {
        let (name, value) = (name.to_string(), u64::from(*value));
        quote!(::glassbox::__private::Bound { name: #name, value: #value })
    });
    let entries = functions.iter().enumerate().map(|(index, function)| entry(subject, index, function));
    let [drop, seed, drawn] =
        ["__glassbox_drop", "__glassbox_seed", "__glassbox_drawn"].map(|name| Ident::new(name, Span::call_site()));
    let other = functions.iter().flat_map(|function| &function.args).any(|arg| arg.is_subject);
    let other = other.then(|| other_subject(subject, functions));
    let exports = quote! {
        ::glassbox::__private::explore! {
            check: ::glassbox::__private::Subject {
                package: env!("CARGO_PKG_NAME"),
                path: module_path!(),
                file: #file,
                line: #line,
                column: #column,
                doc: #doc,
                kind: ::glassbox::__private::Kind::Exploration {
                    functions: ::glassbox::__private::Cow::Borrowed(&[#(#described),*]),
                    unseen: ::glassbox::__private::Cow::Borrowed(&[#(#unseen),*]),
                    is_pinned: #is_pinned,
                    is_panic_safe: #is_panic_safe,
                },
                bounds: ::glassbox::__private::Cow::Borrowed(&[#(#bounds),*]),
                with: #with,
            },
            entries: {
                #(#entries)*
                // The end of every history.
                "" => unsafe extern "C" fn #drop(subject: *mut u8) -> u32 {
                    ::glassbox::__private::start();
                    // SAFETY: the host passes a subject that a constructor made, and forgets it.
                    let end = move || unsafe { ::glassbox::__private::end::<#subject>(subject) };
                    if ::glassbox::__private::IS_DISTURBED {
                        return ::glassbox::__private::guarded(move || {
                            end();
                            1
                        });
                    }
                    end();
                    1
                }
                // Before all histories.
                "#" => extern "C" fn #seed(_: *mut u8) -> u32 {
                    ::glassbox::__private::start();
                    ::glassbox::__private::seed();
                    1
                }
                // For pictures.
                "&" => unsafe extern "C" fn #drawn(subject: *mut u8) -> u32 {
                    #[allow(unused_imports, reason = "which of them is needed depends on the subject")]
                    use ::glassbox::__private::{Fallback as _, IfStructure as _};
                    ::glassbox::__private::start();
                    // SAFETY: the host passes a subject that a constructor made.
                    unsafe { (&&&::glassbox::__private::Probe::<#subject>::new()).draw(subject.cast()) }
                }
            }
        }
    };
    let mut module = module.clone();
    module.attrs.push(syn::parse_quote! {
        #[allow(
            missing_docs, unreachable_pub, clippy::needless_pass_by_value, clippy::ptr_arg,
            clippy::trivially_copy_pass_by_ref, clippy::borrowed_box, clippy::ref_option, clippy::unnecessary_wraps,
            clippy::unused_async,
            reason = "what a function takes and returns, and that it is public, says what it is to the exploration"
        )]
    });
    if let Some((_, items)) = &mut module.content {
        items.extend(other.map(syn::Item::Verbatim));
        items.push(syn::Item::Verbatim(exports));
    }
    quote!(#module)
}

/// Code that tells the host whether a call must panic, and a function that adds to the call that it has returned.
fn must_panic(
    subject: &syn::Type,
    function: &Function,
    names: &[Ident],
) -> (TokenStream, impl Fn(TokenStream) -> TokenStream) {
    let told = function.must_panic.as_ref().map(|must_panic| {
        let has_subject = function.role != Role::Constructor;
        let (first, others) = function.names.split_at(usize::from(has_subject));
        let subject_name = first.iter().flatten().map(|name| {
            // SAFETY: the host passes a subject that a constructor made.
            quote!(let #name = unsafe { &*subject.cast::<#subject>() };)
        });
        // The condition may use the arguments by their names, and gives them back.
        let own: Vec<&Ident> = others.iter().zip(names).map(|(own, name)| own.as_ref().unwrap_or(name)).collect();
        let condition = must_panic.condition.as_ref().map_or_else(|| quote!(true), |condition| quote!(#condition));
        let message = must_panic.message.clone().unwrap_or_default();
        let is_unchanged = must_panic.unchanged.is_some();
        quote! {
            #[allow(unused_variables, clippy::all, reason = "the condition need not use all arguments")]
            let (__glassbox_must_panic, #(#names,)*) = {
                #(#subject_name)*
                #(let #own = #names;)*
                (#condition, #(#own,)*)
            };
            ::glassbox::__private::must_panic(__glassbox_must_panic, #is_unchanged, #message);
        }
    });
    let is_told = told.is_some();
    let returned = move |call: TokenStream| {
        if !is_told {
            return call;
        }
        quote!({
            let result = #call;
            ::glassbox::__private::has_returned();
            result
        })
    };
    (told.unwrap_or_default(), returned)
}

/// The entry of a function.
fn entry(subject: &syn::Type, index: usize, function: &Function) -> TokenStream {
    let name = &function.name;
    let text = name.unraw().to_string();
    let entry = quote::format_ident!("__glassbox_entry_{index}");
    let names: Vec<Ident> = (0..function.args.len()).map(|i| quote::format_ident!("argument_{i}")).collect();
    let picked = function.args.iter().zip(&names).map(|(arg, name)| {
        if arg.is_subject {
            return quote! {
                let (#name, words) = __glassbox_other();
                ::glassbox::__private::say_words(&words);
            };
        }
        let picked = pick(subject, arg);
        quote! {
            let #name = #picked;
            ::glassbox::__private::say(&#name);
        }
    });
    let (condition, returned) = must_panic(subject, function, &names);
    let body = match function.role {
        Role::Constructor => {
            let call = returned(quote!(#name(#(#names),*)));
            quote!(::glassbox::__private::begin(#call))
        }
        Role::Operation => {
            let call = returned(quote!(#name(unsafe { &mut *subject.cast::<#subject>() }, #(#names),*)));
            used(subject, Takes::Reference, &call, function.output.as_ref())
        }
        Role::Consumer => {
            let call =
                returned(quote!(#name(unsafe { ::glassbox::__private::take::<#subject>(subject) }, #(#names),*)));
            used(subject, Takes::Value, &call, function.output.as_ref())
        }
        Role::Law => quote!(::glassbox::__private::law(#name(unsafe { &*subject.cast::<#subject>() }))),
    };
    // The closure is only for builds in which something can go wrong: code that is the same in all builds has one frame less in its traces.
    let body = if function.role == Role::Law {
        body
    } else {
        quote!(if ::glassbox::__private::IS_DISTURBED { ::glassbox::__private::guarded(move || #body) } else { #body })
    };
    let cfgs = &function.cfgs;
    quote! {
        #text => #(#cfgs)* unsafe extern "C" fn #entry(subject: *mut u8) -> u32 {
            ::glassbox::__private::start();
            #(#picked)*
            #condition
            // SAFETY: the host passes a subject that a constructor made, and nothing else uses it during the call.
            #body
        }
    }
}
