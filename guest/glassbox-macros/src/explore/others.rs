//! The function that makes another subject, for operations that take two.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;
use syn::ext::IdentExt;

use super::arguments::pick;
use super::model::{Function, Role};
use super::shape::Shape;

/// A function that makes another subject: with any constructor, and with up to three operations that need no other subject
/// themselves. It also says how, as an expression.
pub(crate) fn other_subject(subject: &Type, functions: &[Function]) -> TokenStream {
    let is_plain = |function: &&Function| function.args.iter().all(|arg| !arg.is_subject);
    let plain: Vec<&Function> = functions.iter().filter(is_plain).collect();
    let constructors = plain.iter().filter(|function| function.role == Role::Constructor);
    let constructors: Vec<&Function> = constructors.copied().collect();
    let operations: Vec<&Function> = plain.into_iter().filter(|function| is_operation(function)).collect();
    let (makers, changers) = (names("make", constructors.len()), names("change", operations.len()));
    let made = constructors.iter().zip(&makers).map(|(function, name)| {
        let (cfgs, call) = (&function.cfgs, call(subject, function));
        quote!(#(#cfgs)* fn #name(words: &mut ::std::string::String) -> #subject { #call })
    });
    let changing = operations.iter().zip(&changers).map(|(function, name)| {
        let (cfgs, call) = (&function.cfgs, call(subject, function));
        let changed =
            if function.role == Role::Consumer { quote!(#call) } else { quote!({ let _ = { #call }; } other) };
        quote! {
            #(#cfgs)*
            fn #name(mut other: #subject, words: &mut ::std::string::String) -> #subject {
                let subject = (&raw mut other).cast::<u8>();
                #changed
            }
        }
    });
    let maker_cfgs = constructors.iter().map(|function| &function.cfgs);
    let changer_cfgs = operations.iter().map(|function| &function.cfgs);
    quote! {
        #[allow(
            dead_code, unused_variables, unused_mut, unused_must_use, clippy::all, clippy::pedantic,
            reason = "written by a macro"
        )]
        fn __glassbox_other() -> (#subject, ::std::string::String) {
            #(#made)*
            #(#changing)*
            let makers: &[fn(&mut ::std::string::String) -> #subject] = &[#(#(#maker_cfgs)* #makers),*];
            let changers: &[fn(#subject, &mut ::std::string::String) -> #subject] =
                &[#(#(#changer_cfgs)* #changers),*];
            let mut words = ::std::string::String::from("{ let mut other = ");
            let mut other = makers[::glassbox::choose(makers.len() as u32) as usize](&mut words);
            words += "; ";
            for _ in 0..::glassbox::__private::other_operations() {
                let choice = ::glassbox::choose(changers.len() as u32 + 1);
                if choice == 0 {
                    break;
                }
                other = changers[choice as usize - 1](other, &mut words);
                words += "; ";
            }
            words += "other }";
            (other, words)
        }
    }
}

/// Whether a function changes a subject, or takes one and gives it back.
fn is_operation(function: &Function) -> bool {
    match function.role {
        Role::Operation => true,
        Role::Consumer => function.output == Some(Shape::Subject) && !function.is_async,
        Role::Constructor | Role::Law => false,
    }
}

fn names(prefix: &str, n: usize) -> Vec<Ident> {
    (0..n).map(|at| format_ident!("{prefix}_{at}")).collect()
}

/// Code that picks arguments, adds the call to `words`, and calls.
fn call(subject: &Type, function: &Function) -> TokenStream {
    let name = &function.name;
    let text = name.unraw().to_string();
    let names = names("argument", function.args.len());
    let picked = function.args.iter().map(|arg| pick(subject, arg));
    let (before, target, words) = match function.role {
        Role::Operation => (text + "(", Some(quote!(&mut other,)), Some("&mut other")),
        Role::Consumer => (format!("other = {text}("), Some(quote!(other,)), Some("other")),
        Role::Constructor | Role::Law => (text + "(", None, None),
    };
    let words = words.into_iter();
    quote! {
        #(let #names = #picked;)*
        if ::glassbox::__private::wants_words() {
            let arguments: ::std::vec::Vec<::std::string::String> =
                ::std::vec![#(#words.to_owned(),)* #(::std::format!("{:?}", #names)),*];
            *words += #before;
            *words += &arguments.join(", ");
            *words += ")";
        }
        #name(#target #(#names),*)
    }
}
