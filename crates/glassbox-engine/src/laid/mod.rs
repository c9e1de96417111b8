//! States in machines of their own, without terms: choices become memory, and the machine knows which bytes are addresses.
//!
//! - [`instance`]: a machine in which states can be laid out and checks can be run
//! - [`host`]: the host functions of such a machine
//! - [`words`]: words of memory that are addresses, tokens and keys

mod host;
mod instance;
mod words;

pub(crate) use instance::{Instance, Pattern, Questions, Read, Resized, holds, vector};
pub(crate) use words::{Name, address_at, addresses_in, block_of, name, name_at, write_word};
