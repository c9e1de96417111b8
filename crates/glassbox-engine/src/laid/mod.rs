//! States in machines of their own, without terms: choices become memory, and the machine knows which bytes are addresses.
//!
//! - [`instance`]: a machine in which states can be laid out and checks can be run
//! - [`dependences`]: which blocks of a state depend on which choices
//! - [`differences`]: a state like the last one is laid out where it differs
//! - [`host`]: the host functions of such a machine
//! - [`words`]: words of memory that are addresses, tokens and keys

mod dependences;
mod differences;
mod host;
mod instance;
mod words;

pub(crate) use instance::{Instance, Pattern, Questions, Read, Resized, holds, vector};
pub(crate) use words::{Name, address_at, addresses_in, block_of, name, name_at, write_word};
