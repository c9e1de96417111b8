//! Writes the code of a check.
//!
//! Beside the function it writes the description of the check, an entry function with one address per argument, and a
//! function that describes the states. For the machine, the macro `glassbox::__private::export` exports the functions
//! and puts the description into a custom section; natively it makes a function of them that runs the check on one
//! state. The macro decides, because the compiler would look up a `cfg` in generated code in the user's crate, and warn
//! about it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;

use super::model::{Arg, Check, Pass};
use crate::code::{code, collected, within};
use crate::disturbances::choice;
use crate::must_panic::MustPanic;
use crate::type_text::type_text;

/// The code for a check.
pub(crate) fn check(check: &Check) -> TokenStream {
    let Check { function, cfgs, bounds, .. } = check;
    let (name, vis) = (&function.sig.ident, &function.vis);
    let replay = replay_name(name);
    let record = record(check);
    let path = path(check);
    let params: Vec<_> = (0..check.args.len()).map(|i| quote::format_ident!("address_{i}")).collect();
    let call_by_name = call(check, |index| {
        let param = &params[index];
        quote!(#param)
    });
    let call_by_index = call(check, |index| quote!(addresses[#index]));
    let describe = describe(check);
    let bounds = bounds.iter().map(|bound| {
        let (name, value) = (bound.name.to_string(), bound.value);
        code!((#name, #value))
    });
    let lifetimes = &function.sig.generics;
    let where_clause = &function.sig.generics.where_clause;
    let operation = operation(check);
    let dropped = dropped(check, &params);
    let beginnings = check.args.iter().filter_map(|arg| Some((arg.new.as_ref()?, &arg.pass)));
    let beginnings = beginnings.enumerate().map(|(number, (call, pass))| {
        let (Pass::Shared(ty) | Pass::Mutable(ty) | Pass::Value(ty)) = pass;
        let name = quote::format_ident!("__glassbox_new_{number}");
        code! {
            #[allow(dead_code, reason = "only the machine makes structures")]
            fn #name #lifetimes () -> #ty #where_clause { #call }
        }
    });

    quote! {
        #function

        ::glassbox::__private::export! {
            path: #path, check: #record,
            machine: {
                unsafe extern "C" fn __glassbox_entry #lifetimes (#(#params: *mut u8),*) -> u32 #where_clause {
                    // SAFETY: the host passes, for each argument, the address of a live value of its type
                    // that nothing else uses during the call, and never drops the moved ones itself.
                    unsafe { #call_by_name }
                }
                extern "C" fn __glassbox_plan() {
                    #describe
                    ::glassbox::__private::start();
                    ::glassbox::__private::plan(&[#(#bounds),*], __glassbox_describe);
                }
                #dropped
                panics: unsafe extern "C" fn __glassbox_panics #lifetimes (#(#params: *mut u8),*) -> u32 #where_clause {
                    // SAFETY: the same promise.
                    ::glassbox::__private::panicking(|| unsafe { #call_by_name })
                }
                #operation
            },
            native: {
                #(#cfgs)*
                #vis fn #replay {
                    #describe
                    unsafe fn __glassbox_run #lifetimes (addresses: &[*mut u8]) -> u32 #where_clause {
                        // SAFETY: the same promise.
                        unsafe { #call_by_index }
                    }
                    #(#beginnings)*
                }
            }
        }
    }
}

/// The code of a check of one structure as an operation: a function that constructs the structure, and one that runs
/// the check with arguments of the host's choice.
fn operation(check: &Check) -> Option<TokenStream> {
    let structure = |arg: &Arg| match &arg.pass {
        Pass::Shared(ty) | Pass::Mutable(ty) => Some((ty.clone(), arg.new.clone())),
        Pass::Value(_) => None,
    };
    let structures: Vec<_> = check.args.iter().filter_map(structure).collect();
    let [(structure, new)] = structures.as_slice() else { return None };
    let called = new.as_ref().map_or_else(Default::default, |call| [type_text(&call.func), type_text(&call.args)]);
    let made = new.as_ref().map_or_else(
        || code!((&&&::glassbox::__private::Probe::<#structure>::new()).construct()),
        |call| code!(::std::option::Option::Some(#call)),
    );
    let lifetimes = &check.function.sig.generics;
    let where_clause = &check.function.sig.generics.where_clause;
    let names: Vec<_> = (0..check.args.len()).map(|i| quote::format_ident!("argument_{i}")).collect();
    let bound_names: Vec<String> = check.bounds.iter().map(|bound| bound.name.to_string()).collect();
    let bound_values: Vec<u32> = check.bounds.iter().map(|bound| bound.value).collect();
    let chosen = check.args.iter().zip(&names).filter_map(|(arg, name)| {
        let Pass::Value(ty) = &arg.pass else { return None };
        let values = arg.values.as_ref().map(collected);
        let picked =
            values.map(|values| code!(::std::option::Option::Some(::glassbox::__private::pick::<#ty>(#values))));
        let value = picked.unwrap_or_else(|| {
            let chosen = within(&arg.domains, code!(choose(p)));
            code!((&&&::glassbox::__private::Probe::<#ty>::new()).choose(|choose| {
                let p = &mut ::glassbox::__private::Plan::new(&[#((#bound_names, #bound_values)),*]);
                #chosen
            }))
        });
        Some(code! {
            let chosen = #value;
            let ::std::option::Option::Some(#name) = chosen else { return 0 };
            (&&&::glassbox::__private::Probe::<#ty>::new()).print(&#name);
        })
    });
    let values = check.args.iter().zip(&names).map(|(arg, name)| match &arg.pass {
        Pass::Shared(ty) => code!(unsafe { &*subject.cast::<#ty>() }),
        Pass::Mutable(ty) => code!(unsafe { &mut *subject.cast::<#ty>() }),
        Pass::Value(_) => quote!(#name),
    });
    let called_with = told(check, values);
    // The closure is only for builds in which something can go wrong: code that is the same in all builds has one frame less in its traces.
    let body = code! {
        if ::glassbox::__private::IS_DISTURBED {
            ::glassbox::__private::guarded(move || {
                let _ = #called_with;
                ::glassbox::__private::address(subject)
            })
        } else {
            let _ = #called_with;
            ::glassbox::__private::address(subject)
        }
    };
    let imports = quote! {
        #[allow(unused_imports, reason = "which of them is needed depends on the traits of types")]
        use ::glassbox::__private::{Fallback as _, IfArgument as _, IfDebug as _, IfDefault as _, IfStructure as _};
    };
    Some(code! {
        new: extern "C" fn __glassbox_new #lifetimes (_: *mut u8) -> u32 #where_clause {
            #imports
            ::glassbox::__private::start();
            ::glassbox::__private::construct::<#structure>([#(#called),*], || #made)
        }
        apply: unsafe extern "C" fn __glassbox_apply #lifetimes (subject: *mut u8) -> u32 #where_clause {
            #imports
            ::glassbox::__private::start();
            #(#chosen)*
            // SAFETY: the host passes a structure of this type that nothing else uses during the call.
            #body
        }
        end: unsafe extern "C" fn __glassbox_end #lifetimes (subject: *mut u8) -> u32 #where_clause {
            // SAFETY: the host passes a structure that the function above has made, and does not use it again.
            unsafe { ::glassbox::__private::end::<#structure>(subject) };
            u32::from(::core::mem::needs_drop::<#structure>())
        }
    })
}

/// The function that drops the structures of a check.
fn dropped(check: &Check, params: &[Ident]) -> TokenStream {
    let structures = check.args.iter().zip(params).filter_map(|(arg, param)| match &arg.pass {
        Pass::Shared(ty) | Pass::Mutable(ty) => Some((ty, arg.no_drop, param)),
        Pass::Value(_) => None,
    });
    let drops = structures
        .map(|(ty, no_drop, param)| code!(result |= ::glassbox::__private::drop_structure::<#ty>(#param, #no_drop);));
    let lifetimes = &check.function.sig.generics;
    let where_clause = &check.function.sig.generics.where_clause;
    code! {
        #[allow(unused_variables, unused_mut, reason = "only structures are dropped")]
        unsafe extern "C" fn __glassbox_drop #lifetimes (#(#params: *mut u8),*) -> u32 #where_clause {
            let mut result = 0;
            // SAFETY: the host passes the address of a live structure for each, which it does not use again, or null.
            unsafe { #(#drops)* }
            result
        }
    }
}

/// The name of the function that runs a check on one state.
pub(crate) fn replay_name(check: &Ident) -> Ident {
    let name = quote::format_ident!("__glassbox_replay_{}", check.unraw());
    Ident::new(&name.to_string(), check.span())
}

fn path(check: &Check) -> TokenStream {
    let name = check.function.sig.ident.unraw().to_string();
    quote!(concat!(module_path!(), "::", #name))
}

/// The description of a check.
fn record(check: &Check) -> TokenStream {
    let Check { function, doc, args, bounds, words, .. } = check;
    // `line!()` reports the place of its own token, so give it that of the function's name.
    let span = function.sig.ident.span();
    let (file, line, column) =
        (quote_spanned!(span=> file!()), quote_spanned!(span=> line!()), quote_spanned!(span=> column!()));
    let path = path(check);
    let args = args.iter().map(|Arg { name, ty, .. }| {
        let (name, ty) = (name.unraw().to_string(), type_text(ty));
        quote!(::glassbox::__private::Arg { name: #name, ty: #ty })
    });
    let bounds = bounds.iter().map(|bound| {
        let (name, value) = (bound.name.to_string(), u64::from(bound.value));
        quote!(::glassbox::__private::Bound { name: #name, value: #value })
    });
    let with = choice(words);
    quote! {
        ::glassbox::__private::Subject {
            package: env!("CARGO_PKG_NAME"),
            path: #path,
            file: #file,
            line: #line,
            column: #column,
            doc: #doc,
            kind: ::glassbox::__private::Kind::Check {
                args: ::glassbox::__private::Cow::Borrowed(&[#(#args),*]),
            },
            bounds: ::glassbox::__private::Cow::Borrowed(&[#(#bounds),*]),
            with: #with,
        }
    }
}

/// The call of the check with the values at these addresses, and the conversion of its result.
fn call(check: &Check, address: impl Fn(usize) -> TokenStream) -> TokenStream {
    let values = check.args.iter().enumerate().map(|(index, arg)| {
        let address = address(index);
        match &arg.pass {
            Pass::Shared(ty) => quote!(&*#address.cast::<#ty>()),
            Pass::Mutable(ty) => quote!(&mut *#address.cast::<#ty>()),
            Pass::Value(ty) => quote!(#address.cast::<#ty>().read()),
        }
    });
    let called = told(check, values);
    let outcome = if check.effect.is_some() { quote!(returned) } else { quote!(outcome) };
    quote!(::glassbox::__private::#outcome(#called))
}

/// The call of the check with these values. If it may have to panic, the host is told whether it has to, and that it has returned.
fn told(check: &Check, values: impl Iterator<Item = TokenStream>) -> TokenStream {
    let name = &check.function.sig.ident;
    let Some(MustPanic { condition, message, unchanged }) = &check.must_panic else {
        return quote!(#name(#(#values),*));
    };
    let own: Vec<&Ident> = check.args.iter().map(|arg| &arg.name).collect();
    let places: Vec<_> = (0..own.len()).map(|i| quote::format_ident!("__glassbox_argument_{i}")).collect();
    let condition = condition.as_ref().map_or_else(|| quote!(true), |condition| quote!(#condition));
    let message = message.clone().unwrap_or_default();
    let is_unchanged = unchanged.is_some();
    // The condition may use the arguments by their names, and gives them back.
    quote!({
        #(let #places = #values;)*
        #[allow(unused_variables, clippy::all, reason = "the condition need not use all arguments")]
        let (__glassbox_must_panic, #(#places,)*) = {
            #(let #own = #places;)*
            (#condition, #(#own,)*)
        };
        ::glassbox::__private::must_panic(__glassbox_must_panic, #is_unchanged, #message);
        let __glassbox_result = #name(#(#places),*);
        ::glassbox::__private::has_returned();
        __glassbox_result
    })
}

/// The function that names the arguments.
fn describe(check: &Check) -> TokenStream {
    let has_references = check.args.iter().any(|arg| !matches!(arg.pass, Pass::Value(_)));
    let args = check.args.iter().map(|arg| {
        let described = within(&arg.domains, described(arg, has_references));
        code!(#described;)
    });
    let effect = check.effect.as_ref().map(|effect| {
        let (kind, arguments) = (&effect.kind, &effect.arguments);
        code!(p.effect(::glassbox::__private::EffectKind::#kind, &[#(#arguments),*]);)
    });
    let lifetimes = &check.function.sig.generics;
    let where_clause = &check.function.sig.generics.where_clause;
    let may_leave = check.may_leave.then(|| code!(p.may_leave();));
    let panic_safe = check.panic_safe.then(|| code!(p.panic_safe();));
    let body = code!(#(#args)* #effect #may_leave #panic_safe);
    let param = code!(p: &mut ::glassbox::__private::Plan);
    quote!(fn __glassbox_describe #lifetimes (#param) #where_clause { #body })
}

/// Describes an argument: a reference is a structure, anything else is a value. Where there are no references, values may be
/// structures too: then nothing of them is left afterwards.
fn described(arg: &Arg, has_references: bool) -> TokenStream {
    let name = arg.name.unraw().to_string();
    match (&arg.pass, &arg.values) {
        (Pass::Shared(ty) | Pass::Mutable(ty), _) => code!(p.structure::<#ty>(#name)),
        (Pass::Value(ty), None) if has_references => code!(p.argument::<#ty>(#name)),
        (Pass::Value(ty), None) => {
            code!({
                use ::glassbox::__private::{Fallback as _, IfInvariant as _};
                p.by_value::<#ty>(#name, (&&::glassbox::__private::Probe::<#ty>::new()).as_structure());
            })
        }
        (Pass::Value(ty), Some(values)) => {
            let values = collected(values);
            code!(p.argument_values::<#ty>(#name, #values))
        }
    }
}
