//! `derive(Structure)`: a type, its attributes, and the code that describes its values.
//!
//! `parse` makes a `model` of tokens; its parts are `role` (what is known about a field), `order` (which field is
//! described first), `members` (fields by name) and `reject` (types that cannot be described). `expand` makes code of
//! the model: `variant` for a struct or a variant as a whole; `describe`, `visit` and `show` for its fields, whose
//! places a `site` has; `field`, `link`, `length` and `filled` for one field; `where_clauses` for the bounds on type parameters.

mod members;
mod order;
mod parse;
mod reject;
mod role;
mod types;

mod model;

mod describe;
mod expand;
mod expand_enum;
mod expand_struct;
mod field;
mod filled;
mod functions;
mod length;
mod link;
mod show;
mod site;
mod variant;
mod visit;
mod where_clauses;

pub(crate) use expand::structure as expand;
pub(crate) use parse::structure as parse;
