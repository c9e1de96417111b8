//! Five checks that take many runs, each for another reason, and the same ones after following the advice of `--why-slow`.

pub mod argument;
pub mod assertion;
pub mod invariant;
pub mod law;
pub mod values;
