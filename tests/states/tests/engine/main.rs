//! The engine on the subjects, in one program: it has the whole engine in it, which takes most of a minute to compile.

mod broken;
mod deciding;
mod exploring;
mod layout;
mod native;
mod oddities;
mod reachable;
mod search;
mod soundness;
