//! From the model to code: into the module come the description and an entry for each function.
//!
//! An entry takes the address of the subject. Arguments are choices of the host (`glassbox::choose`): whatever can be
//! chosen, the host tries. What becomes of the entries `glassbox::__private::explore` decides, as for checks.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;

use super::model::{Arg, Bound, Exploration, Function, Role, Values};
use crate::code::{code, code_at, collected};

/// The code for an exploration.
pub(crate) fn exploration(exploration: &Exploration) -> TokenStream {
    let Exploration { module, doc, subject, functions, bounds } = exploration;
    let span = module.ident.span();
    let (file, line, column) =
        (quote_spanned!(span=> file!()), quote_spanned!(span=> line!()), quote_spanned!(span=> column!()));
    let described = functions.iter().map(|function| {
        let (name, role) = (function.name.unraw().to_string(), function.role.variant());
        quote!(::glassbox::__private::Function { name: #name, role: ::glassbox::__private::Role::#role })
    });
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
                },
                bounds: ::glassbox::__private::Cow::Borrowed(&[#(#bounds),*]),
            },
            entries: {
                #(#entries)*
                // The end of every history.
                "" => unsafe extern "C" fn #drop(subject: *mut u8) -> u32 {
                    ::glassbox::__private::start();
                    // SAFETY: the host passes a subject that a constructor made, and forgets it.
                    unsafe { ::glassbox::__private::end::<#subject>(subject) };
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
            clippy::trivially_copy_pass_by_ref,
            reason = "what a function takes, and that it is public, says what it is to the exploration"
        )]
    });
    if let Some((_, items)) = &mut module.content {
        items.extend(other.map(syn::Item::Verbatim));
        items.push(syn::Item::Verbatim(exports));
    }
    quote!(#module)
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
    let body = match function.role {
        Role::Constructor => quote!(::glassbox::__private::begin(#name(#(#names),*))),
        Role::Operation => quote!({
            let _ = #name(unsafe { &mut *subject.cast::<#subject>() }, #(#names),*);
            1
        }),
        Role::Consumer => quote!({
            let _ = #name(unsafe { ::glassbox::__private::take::<#subject>(subject) }, #(#names),*);
            1
        }),
        Role::Law => quote!(::glassbox::__private::outcome(#name(unsafe { &*subject.cast::<#subject>() }))),
    };
    quote! {
        #text => unsafe extern "C" fn #entry(subject: *mut u8) -> u32 {
            ::glassbox::__private::start();
            #(#picked)*
            // SAFETY: the host passes a subject that a constructor made, and nothing else uses it during the call.
            #body
        }
    }
}

/// A function that makes another subject: with any constructor, and with up to two operations that need no other subject
/// themselves. It also says how, as an expression.
fn other_subject(subject: &syn::Type, functions: &[Function]) -> TokenStream {
    let of = |role: Role| {
        let is_plain =
            move |function: &&Function| function.role == role && function.args.iter().all(|arg| !arg.is_subject);
        functions.iter().filter(is_plain)
    };
    let call = |function: &Function, is_operation: bool| {
        let name = &function.name;
        let text = name.unraw().to_string();
        let names: Vec<Ident> = (0..function.args.len()).map(|i| quote::format_ident!("argument_{i}")).collect();
        let picked = function.args.iter().map(|arg| pick(subject, arg));
        let before = if is_operation { vec![quote!("&mut other".to_owned())] } else { Vec::new() };
        let target = is_operation.then(|| quote!(&mut other,));
        quote! {
            #(let #names = #picked;)*
            if ::glassbox::__private::wants_words() {
                let arguments: ::std::vec::Vec<::std::string::String> = ::std::vec![#(#before,)* #(::std::format!("{:?}", #names)),*];
                words += &::std::format!("{}({})", #text, arguments.join(", "));
            }
            #name(#target #(#names),*)
        }
    };
    let constructors: Vec<TokenStream> = of(Role::Constructor).map(|function| call(function, false)).collect();
    let operations: Vec<TokenStream> = of(Role::Operation).map(|function| call(function, true)).collect();
    let (n_constructors, n_operations) = (constructors.len(), operations.len());
    let constructor = (0..u32::try_from(n_constructors).unwrap_or(u32::MAX)).map(|number| quote!(#number));
    let operation = (1..=u32::try_from(n_operations).unwrap_or(u32::MAX)).map(|number| quote!(#number));
    let n_constructors = u32::try_from(n_constructors).unwrap_or(u32::MAX);
    let n_choices = u32::try_from(n_operations).unwrap_or(u32::MAX) + 1;
    quote! {
        #[allow(dead_code, unused_variables, unused_must_use, clippy::all, clippy::pedantic, reason = "written by a macro")]
        fn __glassbox_other() -> (#subject, ::std::string::String) {
            let mut words = ::std::string::String::from("{ let mut other = ");
            let mut other: #subject = match ::glassbox::choose(#n_constructors) {
                #(#constructor => { #constructors })*
                _ => ::std::unreachable!(),
            };
            words += "; ";
            for _ in 0..2 {
                let subject = (&raw mut other).cast::<u8>();
                match ::glassbox::choose(#n_choices) {
                    #(#operation => { let _ = { #operations }; })*
                    _ => break,
                }
                words += "; ";
            }
            words += "other }";
            (other, words)
        }
    }
}

fn pick(subject: &syn::Type, arg: &Arg) -> TokenStream {
    let ty = &arg.ty;
    match &arg.values {
        None => {
            let span = syn::spanned::Spanned::span(ty);
            code_at!(span, <#ty as ::glassbox::Argument>::any())
        }
        Some(Values { expression, subject: name }) => {
            let values = collected(expression);
            let asked = name.as_ref().map(|name| {
                quote! {
                    #[allow(unused_variables, reason = "not every expression asks the subject")]
                    let #name = unsafe { &*subject.cast::<#subject>() };
                }
            });
            let pick = code!(::glassbox::__private::pick::<#ty>(#values));
            quote!({ #asked #pick })
        }
    }
}
