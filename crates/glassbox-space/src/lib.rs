//! Sets of states: which ones are valid, which still have to be checked.
//!
//! A state gives one value to every field variable; a space is a set of states, held as a decision
//! diagram, because the sets have up to 10^50 members. The rest of glassbox talks to this crate in
//! variables, values and sets, never in diagram nodes, and only its `diagram` module will know the
//! diagram engine.
//!
//! Like the machine, the crate never reads files, clocks, the environment or unseeded randomness.
//! It is empty so far; `ARCHITECTURE.md` says what belongs here.
