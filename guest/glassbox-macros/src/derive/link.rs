//! The code for one link.
//!
//! The compiler should report a type that is no link once. So every piece of code that needs a link first names
//! `<Type as Link>::null`. The compiler leaves out further errors about that place, and prints equal errors once.

use proc_macro2::TokenStream;
use syn::Type;
use syn::spanned::Spanned;

use super::model::{Field, Role, Subject};
use crate::code::{code, code_at};

/// The condition under which the link has a value within the bounds.
pub(crate) fn possible(link: &Type) -> TokenStream {
    code_at!(link.span(), ({ let _ = <#link as ::glassbox::Link>::null; __glassbox_can_link::<#link>(p) }))
}

/// The condition with a sentinel in place.
pub(crate) fn with_nil(link: &Type, condition: &TokenStream) -> TokenStream {
    code_at!(link.span(), ({
        let _ = <#link as ::glassbox::Link>::null;
        __glassbox_assume_nil::<#link>(p, |p| #condition)
    }))
}

/// A sample of a link.
pub(crate) fn sample(link: &Type) -> TokenStream {
    code_at!(link.span(), { let _ = <#link as ::glassbox::Link>::null; __glassbox_some_link::<#link>(p) })
}

/// Describes the link at `place`, by its role.
pub(crate) fn describe(field: &Field, link: &Type, place: &TokenStream) -> TokenStream {
    let method = match &field.role {
        Role::Parent(_) => code!(up),
        Role::Alias(_) => code!(alias),
        _ => code!(tree),
    };
    code_at!(link.span(), { let _ = <#link as ::glassbox::Link>::null; unsafe { p.#method::<#link>(#place) } })
}

/// Visits the link at `place` with this method of the visitor.
pub(crate) fn visit(method: &TokenStream, link: &Type, place: &TokenStream) -> TokenStream {
    code_at!(link.span(), { let _ = <#link as ::glassbox::Link>::null; unsafe { v.#method::<#link>(#place) }; })
}

/// Shows the link at `place`, by its role.
pub(crate) fn show(field: &Field, link: &Type, place: &TokenStream) -> TokenStream {
    let method = if matches!(field.role, Role::Alias(_)) { code!(alias) } else { code!(tree) };
    code_at!(link.span(), { let _ = <#link as ::glassbox::Link>::null; o.#method::<#link>(#place) })
}

/// The functions that the code of links calls.
pub(crate) fn helpers(subject: &Subject) -> Option<TokenStream> {
    let mut fields = subject.body.variants().iter().flat_map(|variant| &variant.fields);
    let any = fields.any(|field| matches!(field.role, Role::Tree(_) | Role::Parent(_) | Role::Alias(_) | Role::Nil(_)));
    any.then(|| {
        code! {
            #[allow(dead_code, reason = "not every link is a tree link")]
            fn __glassbox_can_link<L: ::glassbox::Link>(p: &mut ::glassbox::__private::Plan) -> bool {
                p.can_be_null::<L>() || p.can_enter::<L::Target>()
            }

            /// Only called with places of fields. Not unsafe, because the user's function is in the call.
            #[allow(dead_code, reason = "few types have a sentinel")]
            fn __glassbox_sentinel<L: ::glassbox::Link>(
                p: &mut ::glassbox::__private::Plan,
                at: *mut L,
                make: impl FnOnce(*mut L::Target) -> L::Target,
            ) -> *mut L::Target {
                // SAFETY: the place of a field that nothing else describes.
                unsafe { p.sentinel(at, make) }
            }

            #[allow(dead_code, reason = "few types have a sentinel")]
            fn __glassbox_assume_nil<L: ::glassbox::Link>(
                p: &mut ::glassbox::__private::Plan,
                f: impl FnOnce(&mut ::glassbox::__private::Plan) -> bool,
            ) -> bool {
                p.assume_nil::<L::Target, bool>(f)
            }

            /// A link that leads nowhere, or, if there is none, one to memory that is not part of any state.
            fn __glassbox_some_link<L: ::glassbox::Link>(p: &mut ::glassbox::__private::Plan) -> L {
                L::null().unwrap_or_else(|| {
                    let mut slot = ::core::mem::MaybeUninit::<L>::uninit();
                    // SAFETY: the slot has room for a link, and is one once that is written.
                    unsafe {
                        L::put(slot.as_mut_ptr(), p.scratch());
                        slot.assume_init()
                    }
                })
            }
        }
    })
}
