//! Names and record layouts that the guest and the host must agree on.
//!
//! The guest side (`glassbox`, `glassbox-macros`) is compiled into the user's WebAssembly module; the host side
//! (`glassbox-engine`, `glassbox-vm`) reads that module. Everything that one side writes and the other reads is defined
//! here once:
//!
//! - [`names`]: the custom section, the exports' prefix, the bounds a check may state;
//! - [`disturbance`]: callbacks that panic, traits that lie, allocations that fail;
//! - [`meant_panic`]: messages of panics that are no bugs;
//! - [`place`]: numbers of places in a node;
//! - [`result`]: limits for results of operations;
//! - [`subject`]: [`Subject`], the description of a check or an exploration, and its encoding;
//! - [`skeleton`]: [`Skeleton`], the states of a check;
//! - [`record`]: its encoding.
//!
//! The crate has no dependencies and works without `std`, so it adds nothing to a user's build.

#![no_std]

extern crate alloc;

pub mod disturbance;
pub mod meant_panic;
pub mod names;
pub mod place;
pub mod record;
pub mod result;
pub mod skeleton;
pub mod subject;

pub use disturbance::{Disturbance, DisturbanceChoice};
pub use record::SkeletonError;
pub use result::TooLong;
pub use skeleton::Skeleton;
pub use subject::{Arg, Bound, DecodeError, Function, Kind, Role, Subject, decode_all};
