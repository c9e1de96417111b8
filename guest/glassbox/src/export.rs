//! Exports the entry functions and the description of a check.
//!
//! For the machine (`cfg(glassbox)` and WebAssembly) the entry function becomes an export and the
//! description a record in a custom section. The custom section makes the description readable
//! without running anything; `glassbox-abi` explains why it holds plain bytes. Everywhere else both are
//! compiled and dropped: a wasm32 build that the user ships must not carry our exports.

use crate::outcome::Outcome;

/// In the machine, exports the entry of a check and the function that describes its states, and stores the description
/// of the check. The replay function only exists because tests that call it are compiled there, too.
#[cfg(all(glassbox, target_family = "wasm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_export {
    (
        path: $path:expr, check: $check:expr,
        machine: { $entry:item $plan:item $drop:item panics: $panics:item $(new: $new:item apply: $apply:item end: $end:item)? },
        native: { $(#[$attribute:meta])* $vis:vis fn $replay:ident { $($body:tt)* } }
    ) => {
        $(#[$attribute])*
        const _: () = {
            const __GLASSBOX_CHECK: $crate::__private::Subject<'static> = $check;

            #[unsafe(export_name = concat!($crate::__private::check_export_prefix!(), $path))]
            $entry

            #[unsafe(export_name = concat!($crate::__private::plan_export_prefix!(), $path))]
            $plan

            #[unsafe(export_name = concat!($crate::__private::drop_export_prefix!(), $path))]
            $drop

            #[cfg(panic = "unwind")]
            #[unsafe(export_name = concat!($crate::__private::panics_export_prefix!(), $path))]
            $panics

            #[unsafe(export_name = concat!($crate::__private::warm_up_export_prefix!(), $path))]
            extern "C" fn __glassbox_warm_up(what: u32) {
                $crate::__private::warm_up(what);
            }

            $(
                #[unsafe(export_name = concat!($crate::__private::new_export_prefix!(), $path))]
                $new

                #[unsafe(export_name = concat!($crate::__private::apply_export_prefix!(), $path))]
                $apply

                #[unsafe(export_name = concat!($crate::__private::end_export_prefix!(), $path))]
                $end
            )?

            #[used]
            #[unsafe(link_section = $crate::__private::checks_section!())]
            static __GLASSBOX_RECORD: [u8; __GLASSBOX_CHECK.encoded_len()] = __GLASSBOX_CHECK.encode();
        };

        $(#[$attribute])*
        #[doc(hidden)]
        #[allow(dead_code, unreachable_pub, reason = "for tests that replay")]
        $vis fn $replay(_: &str) {
            panic!("a state is replayed natively: `cargo test`");
        }
    };
}

/// Natively, defines a function that runs the check on one state. It type-checks all that the machine would see,
/// so that a check that would not build for the machine does not build natively either.
#[cfg(not(all(glassbox, target_family = "wasm")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_export {
    (
        path: $path:expr, check: $check:expr,
        machine: { $entry:item $plan:item $drop:item panics: $panics:item $(new: $new:item apply: $apply:item end: $end:item)? },
        native: { $(#[$attribute:meta])* $vis:vis fn $replay:ident { $($body:tt)* } }
    ) => {
        $(#[$attribute])*
        const _: $crate::__private::Subject<'static> = $check;

        $(#[$attribute])*
        #[doc(hidden)]
        #[allow(dead_code, unreachable_pub, reason = "for tests that replay")]
        #[track_caller]
        $vis fn $replay(state: &str) {
            $($body)*
            $crate::native::replay(state, __glassbox_describe, __glassbox_run);
        }

        $(#[$attribute])*
        $crate::__glassbox_natively!($path, $replay);
    };
}

/// Exports the function that runs a check natively, for programs that compare native runs with those in the machine.
#[cfg(glassbox_natively)]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_natively {
    ($path:expr, $replay:ident) => {
        const _: () = {
            #[unsafe(export_name = concat!("glassbox:natively:", $path))]
            extern "C-unwind" fn __glassbox_natively(state: &&str) {
                $replay(state);
            }
        };
    };
}

/// Users' programs export nothing.
#[cfg(not(glassbox_natively))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_natively {
    ($path:expr, $replay:ident) => {};
}

pub use crate::__glassbox_export as export;

/// The result of the entry function: 1 if the check held, else 0.
pub fn outcome(outcome: impl Outcome) -> u32 {
    u32::from(outcome.holds())
}

/// Drops a structure, unless the user or its type says that it is never dropped; for a null pointer it only says whether it
/// would. The result has bit 0 if it drops the structure, and bit 1 if the user says no.
///
/// # Safety
///
/// `structure` is null or the address of a valid structure that is not used afterwards.
pub unsafe fn drop_structure<T>(structure: *mut u8, no_drop: bool) -> u32 {
    if no_drop || !std::mem::needs_drop::<T>() {
        return u32::from(no_drop) * 2;
    }
    if structure.is_null() {
        return 1;
    }
    crate::disturbances::panicking(|| {
        // SAFETY: the caller promises it.
        unsafe { structure.cast::<T>().drop_in_place() };
        1
    })
}
