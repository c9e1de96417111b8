//! How a check gets from the macro's output into the module.
//!
//! For the machine (`cfg(glassbox)` and WebAssembly) the entry function becomes an export and the
//! description a record in a custom section. The custom section is what makes the description readable
//! without running anything; `glassbox-abi` explains why it holds plain bytes. Everywhere else both are
//! compiled and dropped: a wasm32 build that the user ships must not carry our exports.

use crate::Outcome;

/// Exports `$entry` under the check's path and stores `$check`; natively it only type-checks them.
#[cfg(all(glassbox, target_family = "wasm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_export {
    ($check:ident, $path:expr, $entry:item) => {
        #[unsafe(export_name = concat!($crate::__private::check_export_prefix!(), $path))]
        $entry

        #[used]
        #[unsafe(link_section = $crate::__private::checks_section!())]
        static __GLASSBOX_RECORD: [u8; $check.encoded_len()] = $check.encode();
    };
}

/// Exports `$entry` under the check's path and stores `$check`; natively it only type-checks them.
#[cfg(not(all(glassbox, target_family = "wasm")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_export {
    ($check:ident, $path:expr, $entry:item) => {
        #[allow(dead_code, reason = "compiled only so that its types are checked")]
        $entry

        const _: &$crate::__private::Check<'static> = &$check;
    };
}

/// Exports `$entry` as what describes the states of the check at `$path`; natively it only type-checks it.
#[cfg(all(glassbox, target_family = "wasm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_export_plan {
    ($path:expr, $entry:item) => {
        #[unsafe(export_name = concat!($crate::__private::plan_export_prefix!(), $path))]
        $entry
    };
}

/// Exports `$entry` as what describes the states of the check at `$path`; natively it only type-checks it.
#[cfg(not(all(glassbox, target_family = "wasm")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __glassbox_export_plan {
    ($path:expr, $entry:item) => {
        #[allow(dead_code, reason = "compiled only so that its types are checked")]
        $entry
    };
}

pub use crate::__glassbox_export as export;
pub use crate::__glassbox_export_plan as export_plan;

/// What the entry function returns to the host: 1 if the check held, else 0.
pub fn outcome(outcome: impl Outcome) -> u32 {
    u32::from(outcome.holds())
}
