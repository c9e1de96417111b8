//! Every state that the description of a type admits, compared with an independent constructor.
//!
//! Each file has a type, the implementation that `derive(Structure)` stands for, and what its states must be. The
//! implementations are written out, so that a failure here is not a bug of the macro.

mod states;

mod arena;
mod btree;
mod enums;
mod heap;
mod list;
mod mutual;
mod red_black;
mod rose;
mod slots;
mod torture;

mod bounds;
mod keys;
mod nil;
mod ranks;
mod record;
mod replay;
mod vectors;
