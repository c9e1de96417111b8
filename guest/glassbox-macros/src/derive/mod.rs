//! `derive(Structure)`: a type, its attributes, and the code that lays out its values.
//!
//! `parse` makes a `model` of tokens, with `role` (what is known about a field), `order` (which field is laid
//! out first) and `reject` (what cannot be described) as its parts. `expand` makes code of the model: `field`
//! and `cells` for one field, `link` and `length` for special kinds, `variant` for a struct or a variant as a
//! whole, `bounds` for the conditions.

mod order;
mod parse;
mod reject;
mod role;
mod types;

mod model;

mod bounds;
mod cells;
mod expand;
mod expand_enum;
mod expand_struct;
mod field;
mod length;
mod link;
mod variant;

pub(crate) use expand::structure as expand;
pub(crate) use parse::structure as parse;
