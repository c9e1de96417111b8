//! Names that appear in a compiled module.
//!
//! Two of them are also needed as literals inside attributes (`#[link_section = ..]`,
//! `#[export_name = ..]`), where only a macro can stand for a literal; the macros are the definition
//! and the constants follow from them.

/// The literal behind [`CHECKS_SECTION`].
#[macro_export]
macro_rules! checks_section {
    () => {
        "glassbox.checks"
    };
}

/// The literal behind [`CHECK_EXPORT_PREFIX`].
#[macro_export]
macro_rules! check_export_prefix {
    () => {
        "glassbox:check:"
    };
}

/// The literal behind [`PLAN_EXPORT_PREFIX`].
#[macro_export]
macro_rules! plan_export_prefix {
    () => {
        "glassbox:plan:"
    };
}

/// The literal behind [`NEW_EXPORT_PREFIX`].
#[macro_export]
macro_rules! new_export_prefix {
    () => {
        "glassbox:new:"
    };
}

/// The literal behind [`APPLY_EXPORT_PREFIX`].
#[macro_export]
macro_rules! apply_export_prefix {
    () => {
        "glassbox:apply:"
    };
}

/// The literal behind [`DROP_EXPORT_PREFIX`].
#[macro_export]
macro_rules! drop_export_prefix {
    () => {
        "glassbox:drop:"
    };
}

/// The literal behind [`PANICS_EXPORT_PREFIX`].
#[macro_export]
macro_rules! panics_export_prefix {
    () => {
        "glassbox:panics:"
    };
}

/// The literal behind [`WARM_UP_EXPORT_PREFIX`].
#[macro_export]
macro_rules! warm_up_export_prefix {
    () => {
        "glassbox:warm-up:"
    };
}

/// The literal behind [`END_EXPORT_PREFIX`].
#[macro_export]
macro_rules! end_export_prefix {
    () => {
        "glassbox:end:"
    };
}

/// The literal behind [`EXPLORATIONS_SECTION`].
#[macro_export]
macro_rules! explorations_section {
    () => {
        "glassbox.explorations"
    };
}

/// The literal behind [`EXPLORE_EXPORT_PREFIX`].
#[macro_export]
macro_rules! explore_export_prefix {
    () => {
        "glassbox:explore:"
    };
}

/// Custom section that holds one [`Subject`](crate::Subject) record per exploration, back to back.
pub const EXPLORATIONS_SECTION: &str = explorations_section!();

/// Prefix of the exports of an exploration. The function `f` of an exploration with path `p` is exported under this
/// prefix followed by `p::f`, and the function that drops the subject under the prefix followed by `p::`. All take the
/// address of the subject and return an `i32`: laws 1 if they hold and 0 if not, the one that drops the subject 1, and all
/// others the address of the subject after the call, or 0 if there is none any more. Constructors ignore their argument.
pub const EXPLORE_EXPORT_PREFIX: &str = explore_export_prefix!();

/// Custom section that holds one [`Subject`](crate::Subject) record per check, back to back.
pub const CHECKS_SECTION: &str = checks_section!();

/// Prefix of the export of a check: a check with path `p` is exported under this prefix followed by `p`. The colons
/// keep it apart from every Rust symbol.
///
/// The export takes one address per argument (`i32` on wasm32) and returns an `i32`: 1 if the check
/// held, 0 if not. A reference argument is the address itself, any other argument is moved out of the
/// address. So the host can lay out every argument in a block of its own and need not know how Rust
/// passes it.
pub const CHECK_EXPORT_PREFIX: &str = check_export_prefix!();

/// Prefix of the export that describes the states of a check with path `p`, followed by `p`. It takes nothing and
/// returns nothing; it lays out the largest state and calls [`PLAN`] once.
pub const PLAN_EXPORT_PREFIX: &str = plan_export_prefix!();

/// Prefix of the export that makes the structure of a check with path `p`, followed by `p`, if the check has one
/// structure. It works like a constructor of an exploration. It first sends the type's name ([`SAY`]), and gives up if
/// the type is not `Default`.
pub const NEW_EXPORT_PREFIX: &str = new_export_prefix!();

/// Prefix of the export that runs a check on such a structure, like an operation of an exploration, with arguments that
/// the host chooses. It returns the address of the structure, and gives up if it cannot enumerate an argument.
pub const APPLY_EXPORT_PREFIX: &str = apply_export_prefix!();

/// Prefix of the export that drops the structures of a check with path `p`, followed by `p`. It takes the same addresses as
/// the check. Its result has bit 0 if it drops a structure and bit 1 if the user says that one is never dropped. If all
/// addresses are null, it only gives the result.
pub const DROP_EXPORT_PREFIX: &str = drop_export_prefix!();

/// Prefix of the export that runs a check with path `p` in which a callback may panic, followed by `p`; only in builds that
/// unwind. It takes the same addresses as the check. If it ends with a panic that the host forgives ([`FORGIVES_PANICS`]) or has chosen
/// ([`PANIC_POINT`]), it calls [`PANICKED`] and returns 1.
pub const PANICS_EXPORT_PREFIX: &str = panics_export_prefix!();

/// Prefix of the export that makes std set up what it sets up once, followed by the path of a check. It takes 0 for the
/// streams of `print!` and `eprint!`, and 1 for the seed of its hashers, and returns nothing.
pub const WARM_UP_EXPORT_PREFIX: &str = warm_up_export_prefix!();

/// Prefix of the export that drops the structure of a check, followed by its path. It takes the address that the function
/// with [`NEW_EXPORT_PREFIX`] returned, and returns 1, or 0 if its type has nothing to drop.
pub const END_EXPORT_PREFIX: &str = end_export_prefix!();

/// Among the exports of an exploration, `fn(subject) -> i32` that shows the subject ([`SHOWN`]); 0 if its type cannot
/// be shown.
pub const SHOW_SUBJECT: &str = "&";

/// Among the exports of an exploration, `fn(unused) -> i32` that makes std choose the seed of its hashers.
pub const SEED: &str = "#";

/// The bounds on the size of states that `#[glassbox::check(..)]` accepts.
pub const BOUNDS: [&str; 2] = ["height", "len"];

/// The bound on the number of operations in a history of an exploration.
pub const OPERATIONS: &str = "operations";

/// The bound on the number of values, and of different keys, in states that an exploration explores further.
pub const ELEMENTS: &str = "elements";

/// The bound on the number of states of an exploration, which only the command line has.
pub const STATES: &str = "states";

/// Module part of the names of all functions that the host offers to the guest.
pub const HOST: &str = "glassbox";

/// `(size, align) -> address`: allocates a block. If there is no room, the run stops.
pub const ALLOC: &str = "gb_alloc";

/// `(address, size, align)`: frees a block.
pub const DEALLOC: &str = "gb_dealloc";

/// `(message, its length, file, its length, line, column)`: the guest panics; the call does not return.
pub const PANIC: &str = "gb_panic";

/// `(name, its length) -> value`: the value of a bound in this run, or -1 if the host has none and the guest's default
/// counts.
pub const BOUND: &str = "gb_bound";

/// `(record, its length)`: the [`Skeleton`](crate::Skeleton) of a check, encoded.
pub const PLAN: &str = "gb_plan";

/// `(message, its length)`: an invariant is broken, with this message.
pub const BROKEN: &str = "gb_broken";

/// `(child, summary)`: writes the summary of a tree child of the node being checked to an address. The host stops
/// the run if `child` is no tree child of it.
pub const SUMMARY: &str = "gb_summary";

/// `(child, summary)`: like [`SUMMARY`] if `child` is not null; if it is, the memory at the address stays. Which of the
/// two need not be decided.
pub const SUMMARY_OR: &str = "gb_summary_or";

/// `(target, type's check, flags)`: the visited node has a tree link to `target`, of the node type whose `check` has
/// this table index; see [`link_flags`](crate::skeleton::link_flags).
pub const LINK: &str = "gb_link";

/// `(kind, value, place)`: the visited node holds an item; see [`ItemKind`](crate::skeleton::ItemKind).
pub const ITEM: &str = "gb_item";

/// `(target, type's check)`: the visited node has a link to the node above, which leads to `target`; 0 for null. The
/// type is the one that the link can lead to.
pub const PARENT: &str = "gb_parent";

/// `(kind, value)`: the result of an operation with a declared effect; see [`Returned`](crate::skeleton::Returned).
pub const RETURNED: &str = "gb_returned";

/// `(address, size, align)`: the visited node owns this buffer besides its own block.
pub const BUFFER: &str = "gb_buffer";

/// `(address, length, place) -> 1 or 0`: the visited node has a cell there; see [`place`](crate::place). A cell inside
/// another one follows it, unless the host says (1) that it compares the outer one as a whole.
pub const PART: &str = "gb_part";

/// `(address, length, capacity, place)`: the visited node has a vector there.
pub const VECTOR: &str = "gb_vector";

/// `(address, length) -> 1 or 0`: whether the run has written to these bytes.
pub const TOUCHED: &str = "gb_touched";

/// `(address, length)`: whether the parts until [`SCOPE_END`] mean anything depends on these bytes: the tag of an enum,
/// a length.
pub const SCOPE: &str = "gb_scope";

/// `()`: the end of the latest [`SCOPE`].
pub const SCOPE_END: &str = "gb_scope_end";

/// `(address, length)`: the visited node has a link there that leads somewhere, but that no plan would have written.
pub const ODD_LINK: &str = "gb_odd_link";

/// `(path, kind, a, b)`: the node being shown has this field; see [`ShownKind`](crate::skeleton::ShownKind). For links `a` is
/// the target and `b` its type's check, for all else they are a text.
pub const SHOWN: &str = "gb_shown";

/// `(check, show, size, name)`: describes the type whose check has this table index, before a link to it is shown: the
/// table index of the function that shows its nodes, their size, and its name. 0 is the type of an exploration's
/// subject.
pub const NODE_TYPE: &str = "gb_node_type";

/// `(token)`: a value that must be dropped exactly once has been dropped.
pub const DROPPED: &str = "gb_dropped";

/// `(a, b) -> 0 | 1`: whether two values with different numbers are equal. Values of a real type might be.
pub const EQUAL: &str = "gb_equal";

/// `(class, hasher, len) -> number`: the number that a key of this class hashes with a hasher of these bytes, plus 1; 0 if the host
/// does not know it.
pub const KNOWN_HASH: &str = "gb_known_hash";

/// `(class, hasher, len, number)`: the answer for [`KNOWN_HASH`].
pub const HASH_FOUND: &str = "gb_hash_found";

/// `(operations)`: another subject is made, with at most so many operations.
pub const OTHER: &str = "gb_other";

/// `(n) -> number`: one of so many numbers from 0; an exploration tries all of them.
pub const CHOOSE: &str = "gb_choose";

/// `(n) -> number`: like [`CHOOSE`], for what is done with the result of an operation.
pub const CHOOSE_USE: &str = "gb_choose_use";

/// `(text, its length)`: the statement that uses the result of an operation, with `{}` where the call goes; empty if the
/// result is only dropped. The last one counts.
pub const SAY_USE: &str = "gb_say_use";

/// `(kind)`: the result of an operation takes too long to run; see [`TooLong`](crate::TooLong). The call does not
/// return.
pub const TOO_LONG: &str = "gb_too_long";

/// `()`: the operation is not possible here; the call does not return.
pub const GIVE_UP: &str = "gb_give_up";

/// `(message, its length)`: a panic with this message is meant, in which `{..}` stands for any text. It ends the operation as if it
/// were not possible.
pub const MAY_PANIC: &str = "gb_may_panic";

/// `(0 | 1, message, its length)`: the call must panic, with this message unless it is empty; 1 if the subject must then be as it was
/// before.
pub const MUST_PANIC: &str = "gb_must_panic";

/// `()`: a call that may have to panic has returned.
pub const HAS_RETURNED: &str = "gb_has_returned";

/// `(0 | 1)`: the operation itself begins; callbacks may panic from now on, traits may lie, and allocations may fail, until the end of
/// the call. 1 if values have numbers.
pub const GUARDED: &str = "gb_guarded";

/// `() -> 0 | 1`: whether a callback panics here; an exploration tries both.
pub const PANIC_POINT: &str = "gb_panic_point";

/// `() -> 0 | 1`: whether an allocation fails; an exploration tries both.
pub const ALLOCATION_FAILS: &str = "gb_allocation_fails";

/// `(n) -> answer`: what a trait answers; 0 is the truth, and an exploration also tries the other numbers below `n`.
pub const ANSWER: &str = "gb_answer";

/// `() -> 0 | 1`: whether the result of an operation is forgotten, and not dropped; an exploration tries both.
pub const FORGETS: &str = "gb_forgets";

/// `(message, its length) -> 0 | 1`: whether a panic with this message is no bug here, because it must happen, a callback has
/// panicked before, or a trait has lied.
pub const FORGIVES_PANICS: &str = "gb_forgives_panics";

/// `()`: a panic ended the call: one that the host has chosen, or one that is no bug.
pub const PANICKED: &str = "gb_panicked";

/// `()`: any other panic ended the call. It is the one of the last [`PANIC`]; the call does not return.
pub const UNCAUGHT: &str = "gb_uncaught";

/// `(token) -> token`: a new token for a copy of a value.
pub const CLONE: &str = "gb_clone";

/// `() -> token`: a new token.
pub const TOKEN: &str = "gb_token";

/// `() -> key`: a key that is one of those in the subject, or lies between two of them; an exploration tries all.
pub const KEY: &str = "gb_key";

/// `() -> 1 or 0`: whether the host wants the texts of arguments.
pub const WANTS_WORDS: &str = "gb_wants_words";

/// `(list, address)`: makes the host keep the address of a list that visits need after the plan.
pub const KEEP: &str = "gb_keep";

/// `(list) -> address`: the address that the host keeps for this list, or 0.
pub const KEPT: &str = "gb_kept";

/// `(text, its length)`: an argument as text.
pub const SAY: &str = "gb_say";

/// `(key) -> class`: the hash class of a key; an exploration tries each class that another key has, and one more.
pub const HASH: &str = "gb_hash";
