//! Calls to the host.
//!
//! In the machine these are imports of the module `glassbox`. Natively there is no host: choices are always the first,
//! and [`native`](crate::native) reads which values were dropped and what an operation returned.

use std::fmt::{self, Formatter};

#[cfg(all(glassbox, target_family = "wasm"))]
mod machine {
    use glassbox_abi::TooLong;
    use glassbox_abi::skeleton::{ItemKind, Returned, ShownKind};

    #[link(wasm_import_module = "glassbox")]
    unsafe extern "C" {
        fn gb_bound(name: *const u8, len: usize) -> i32;
        fn gb_plan(record: *const u8, len: usize);
        fn gb_broken(message: *const u8, len: usize);
        fn gb_summary(child: *const u8, summary: *mut u8);
        fn gb_summary_or(child: *const u8, summary: *mut u8);
        fn gb_link(target: *const u8, check: u32, flags: u32);
        fn gb_item(kind: u32, value: u32, place: u32);
        fn gb_parent(target: *const u8, check: u32);
        fn gb_returned(kind: u32, value: u32);
        fn gb_buffer(start: *const u8, size: usize, align: usize);
        fn gb_part(start: *const u8, size: usize, place: u32) -> u32;
        fn gb_vector(start: *const u8, len: usize, capacity: usize, place: u32);
        fn gb_scope(start: *const u8, size: usize);
        fn gb_scope_end();
        fn gb_odd_link(start: *const u8, size: usize);
        fn gb_dropped(token: u32);
        fn gb_equal(a: u32, b: u32) -> u32;
        fn gb_other(operations: u32);
        fn gb_known_hash(class: u32, hasher: *const u8, len: usize) -> u32;
        fn gb_hash_found(class: u32, hasher: *const u8, len: usize, number: u32);
        fn gb_choose(n: u32) -> u32;
        fn gb_choose_use(n: u32) -> u32;
        fn gb_say_use(text: *const u8, len: usize);
        fn gb_too_long(kind: u32) -> !;
        fn gb_give_up() -> !;
        #[cfg(any(panic = "unwind", glassbox_with = "hostile", glassbox_with = "alloc-failures"))]
        fn gb_guarded(has_numbers: u32);
        #[cfg(glassbox_with = "hostile")]
        fn gb_answer(n: u32) -> u32;
        #[cfg(glassbox_with = "hostile")]
        fn gb_forgets() -> u32;
        #[cfg(panic = "unwind")]
        fn gb_forgives_panics(message: *const u8, len: usize) -> u32;
        #[cfg(panic = "unwind")]
        fn gb_panic_point() -> u32;
        #[cfg(panic = "unwind")]
        fn gb_panicked();
        #[cfg(panic = "unwind")]
        fn gb_uncaught() -> !;
        fn gb_clone(token: u32) -> u32;
        fn gb_may_panic(message: *const u8, len: usize);
        fn gb_must_panic(is_unchanged: u32, message: *const u8, len: usize);
        fn gb_has_returned();
        fn gb_token() -> u32;
        fn gb_key() -> u32;
        fn gb_hash(key: u32) -> u32;
        fn gb_wants_words() -> u32;
        fn gb_keep(list: u32, at: *const ());
        fn gb_kept(list: u32) -> *const ();
        fn gb_say(text: *const u8, len: usize);
        fn gb_node_type(check: u32, show: u32, size: usize, name: *const u8, len: usize);
        fn gb_shown(path: *const u8, path_len: usize, kind: u32, a: *const u8, b: usize);
    }

    /// The host's value for a bound, if it has one.
    pub(crate) fn bound(name: &str) -> Option<u32> {
        // SAFETY: a host function; it reads the string while the call lasts.
        u32::try_from(unsafe { gb_bound(name.as_ptr(), name.len()) }).ok()
    }

    /// Passes on the description of the states.
    pub(crate) fn plan(record: &[u8]) {
        // SAFETY: a host function; it reads the record while the call lasts.
        unsafe { gb_plan(record.as_ptr(), record.len()) }
    }

    /// Passes on the message of a broken invariant.
    pub(crate) fn broken(message: &str) {
        // SAFETY: a host function; it reads the string while the call lasts.
        unsafe { gb_broken(message.as_ptr(), message.len()) }
    }

    /// Makes the host write the summary of a child.
    pub(crate) fn summary(child: *const u8, summary: *mut u8) {
        // SAFETY: a host function; it writes as many bytes as the child's type says its summary has, and the caller
        // has that many.
        unsafe { gb_summary(child, summary) }
    }

    /// Makes the host write the summary of a child, or leave the memory unchanged if the child is null.
    pub(crate) fn summary_or(child: *const u8, summary: *mut u8) {
        // SAFETY: as above.
        unsafe { gb_summary_or(child, summary) }
    }

    /// Passes on a tree link.
    pub(crate) fn link(target: *const u8, check: u32, flags: u32) {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_link(target, check, flags) }
    }

    /// Passes on a cell. Returns whether the host compares it as a whole.
    pub(crate) fn part(start: *const u8, size: usize, place: u32) -> bool {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_part(start, size, place) != 0 }
    }

    /// Passes on a vector.
    pub(crate) fn vector(start: *const u8, len: usize, capacity: usize, place: u32) {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_vector(start, len, capacity, place) }
    }

    /// Whether the parts that follow mean anything depends on these bytes.
    pub(crate) fn scope(start: *const u8, size: usize) {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_scope(start, size) }
    }

    /// The end of the latest scope.
    pub(crate) fn scope_end() {
        // SAFETY: a host function.
        unsafe { gb_scope_end() }
    }

    /// Passes on that a link has bytes that no plan would have written.
    pub(crate) fn odd_link(start: *const u8, size: usize) {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_odd_link(start, size) }
    }

    /// Passes on an item.
    pub(crate) fn item(kind: ItemKind, value: u32, place: u32) {
        // SAFETY: a host function that takes any number.
        unsafe { gb_item(kind as u32, value, place) }
    }

    /// Passes on a link to the parent node.
    pub(crate) fn parent(target: *const u8, check: u32) {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_parent(target, check) }
    }

    /// Passes on the result of an operation.
    pub(crate) fn returned(kind: Returned, value: u32) {
        // SAFETY: a host function that takes any number.
        unsafe { gb_returned(kind as u32, value) }
    }

    /// Whether two values with different numbers are equal.
    pub(crate) fn equal(a: u32, b: u32) -> bool {
        // SAFETY: a host function that takes any numbers.
        unsafe { gb_equal(a, b) != 0 }
    }

    /// A number below `n` of the host's choice.
    pub(crate) fn choose(n: u32) -> u32 {
        // SAFETY: a host function that takes any number.
        unsafe { gb_choose(n) }
    }

    /// A number below `n` of the host's choice, for what is done with a result.
    pub(crate) fn choose_use(n: u32) -> u32 {
        // SAFETY: a host function that takes any number.
        unsafe { gb_choose_use(n) }
    }

    /// The number that a key of this class hashes with this hasher, if the host knows it.
    pub(crate) fn known_hash<H>(class: u32, hasher: &H) -> Option<u32> {
        // SAFETY: a host function; it reads the hasher while the call lasts.
        unsafe { gb_known_hash(class, std::ptr::from_ref(hasher).cast(), size_of::<H>()) }.checked_sub(1)
    }

    /// Tells the host the number.
    pub(crate) fn hash_found<H>(class: u32, hasher: &H, number: u32) {
        // SAFETY: as above.
        unsafe { gb_hash_found(class, std::ptr::from_ref(hasher).cast(), size_of::<H>(), number) }
    }

    /// Another subject is made, with at most so many operations.
    pub(crate) fn other(operations: u32) {
        // SAFETY: a host function that takes any number.
        unsafe { gb_other(operations) }
    }

    /// Passes on the statement that uses a result.
    pub(crate) fn say_use(text: &str) {
        // SAFETY: a host function; it reads the string while the call lasts.
        unsafe { gb_say_use(text.as_ptr(), text.len()) }
    }

    /// Ends an operation whose result takes too long to run.
    pub(crate) fn too_long(kind: TooLong) -> ! {
        // SAFETY: a host function that takes any number.
        unsafe { gb_too_long(kind as u32) }
    }

    /// Ends an operation that is not possible in this state.
    pub(crate) fn give_up() -> ! {
        // SAFETY: a host function.
        unsafe { gb_give_up() }
    }

    /// Says that a panic with this text is meant.
    pub(crate) fn may_panic(message: &str) {
        // SAFETY: a host function; it reads the string while the call lasts.
        unsafe { gb_may_panic(message.as_ptr(), message.len()) }
    }

    /// The operation itself begins. Says whether values have numbers.
    #[cfg(any(panic = "unwind", glassbox_with = "hostile", glassbox_with = "alloc-failures"))]
    pub(crate) fn guarded(has_numbers: bool) {
        // SAFETY: a host function.
        unsafe { gb_guarded(has_numbers.into()) }
    }

    /// Whether a callback panics here.
    #[cfg(panic = "unwind")]
    pub(crate) fn panic_point() -> bool {
        // SAFETY: a host function.
        unsafe { gb_panic_point() != 0 }
    }

    /// What a trait answers: 0 for the truth.
    #[cfg(glassbox_with = "hostile")]
    pub(crate) fn answer(n: u32) -> u32 {
        // SAFETY: a host function.
        unsafe { gb_answer(n) }
    }

    /// Whether a result is forgotten.
    #[cfg(glassbox_with = "hostile")]
    pub(crate) fn forgets() -> bool {
        // SAFETY: a host function.
        unsafe { gb_forgets() != 0 }
    }

    /// Whether a panic with this message is no bug here.
    #[cfg(panic = "unwind")]
    pub(crate) fn forgives_panics(message: &str) -> bool {
        // SAFETY: a host function; it reads the string while the call lasts.
        unsafe { gb_forgives_panics(message.as_ptr(), message.len()) != 0 }
    }

    /// The call must panic.
    pub(crate) fn must_panic(is_unchanged: bool, message: &str) {
        // SAFETY: a host function; it reads the string while the call lasts.
        unsafe { gb_must_panic(is_unchanged.into(), message.as_ptr(), message.len()) }
    }

    /// The call has returned.
    pub(crate) fn has_returned() {
        // SAFETY: a host function.
        unsafe { gb_has_returned() }
    }

    /// A panic ended the call that the host has chosen, or that is no bug.
    #[cfg(panic = "unwind")]
    pub(crate) fn panicked() {
        // SAFETY: a host function.
        unsafe { gb_panicked() }
    }

    /// Another panic ended the call.
    #[cfg(panic = "unwind")]
    pub(crate) fn uncaught() -> ! {
        // SAFETY: a host function.
        unsafe { gb_uncaught() }
    }

    /// A new token.
    pub(crate) fn token() -> u32 {
        // SAFETY: a host function.
        unsafe { gb_token() }
    }

    /// A new token that is equal to this one.
    pub(crate) fn clone_of(token: u32) -> u32 {
        // SAFETY: a host function that takes any number.
        unsafe { gb_clone(token) }
    }

    /// A key.
    pub(crate) fn key() -> u32 {
        // SAFETY: a host function.
        unsafe { gb_key() }
    }

    /// Whether `Debug` prints the numbers of values and keys.
    pub(crate) fn shows_numbers() -> bool {
        wants_words() || std::thread::panicking()
    }

    /// The hash class of a key.
    pub(crate) fn hash_class(key: u32) -> u32 {
        // SAFETY: a host function.
        unsafe { gb_hash(key) }
    }

    /// Whether the host wants arguments as text.
    pub(crate) fn wants_words() -> bool {
        // SAFETY: a host function.
        unsafe { gb_wants_words() != 0 }
    }

    /// Passes on an argument as text.
    pub(crate) fn say(text: &str) {
        // SAFETY: a host function; it reads the string while the call lasts.
        unsafe { gb_say(text.as_ptr(), text.len()) }
    }

    /// Passes on a type of nodes, by the index of its check.
    pub(crate) fn node_type(check: u32, show: u32, size: usize, name: &str) {
        // SAFETY: a host function; it reads the string while the call lasts.
        unsafe { gb_node_type(check, show, size, name.as_ptr(), name.len()) }
    }

    /// Shows a field as text.
    pub(crate) fn shown(path: &str, kind: ShownKind, text: &str) {
        // SAFETY: a host function; it reads the strings while the call lasts.
        unsafe { gb_shown(path.as_ptr(), path.len(), kind as u32, text.as_ptr(), text.len()) }
    }

    /// Shows a link: its target, and the index of the check of the target's type.
    pub(crate) fn shown_link(path: &str, kind: ShownKind, target: *const u8, check: u32) {
        // SAFETY: a host function; it reads the path while the call lasts, and the target is a number to it.
        unsafe { gb_shown(path.as_ptr(), path.len(), kind as u32, target, check as usize) }
    }

    /// Passes on a buffer.
    pub(crate) fn buffer(start: *const u8, size: usize, align: usize) {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_buffer(start, size, align) }
    }

    /// A token is dropped.
    pub(crate) fn dropped(token: u32) {
        // SAFETY: a host function that takes any number.
        unsafe { gb_dropped(token) }
    }

    /// Keeps an address, in place of the one that was kept for this list.
    pub(crate) fn keep(list: u32, at: *const ()) {
        // SAFETY: a host function; the address is a number to it.
        unsafe { gb_keep(list, at) }
    }

    /// The address that was kept last for this list, or null.
    pub(crate) fn kept(list: u32) -> *const () {
        // SAFETY: a host function that takes any number.
        unsafe { gb_kept(list) }
    }
}

#[cfg(not(all(glassbox, target_family = "wasm")))]
mod native {
    use std::cell::{Cell, RefCell};

    use glassbox_abi::TooLong;
    use glassbox_abi::skeleton::Returned;

    thread_local! {
        static DROPPED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
        static TOKENS: Cell<u32> = const { Cell::new(0) };
        static RETURNED: Cell<Option<(Returned, u32)>> = const { Cell::new(None) };
        static KEPT: RefCell<Vec<*const ()>> = const { RefCell::new(Vec::new()) };
    }

    /// The host's value for a bound: there is no host, so the caller's bounds count.
    pub(crate) fn bound(_: &str) -> Option<u32> {
        None
    }

    /// Passes on the result of an operation.
    pub(crate) fn returned(kind: Returned, value: u32) {
        RETURNED.set(Some((kind, value)));
    }

    /// The result of the last operation on this thread, if [`returned`] was called since the last call.
    pub(crate) fn take_returned() -> Option<(Returned, u32)> {
        RETURNED.take()
    }

    /// Whether two values with different numbers are equal: natively they are not.
    pub(crate) fn equal(_: u32, _: u32) -> bool {
        false
    }

    /// A number below `n`: always the first.
    pub(crate) fn choose(_: u32) -> u32 {
        0
    }

    /// A number below `n`, for what is done with a result: always the first.
    pub(crate) fn choose_use(_: u32) -> u32 {
        0
    }

    pub(crate) fn other(_: u32) {}

    pub(crate) fn known_hash<H>(_: u32, _: &H) -> Option<u32> {
        None
    }

    pub(crate) fn hash_found<H>(_: u32, _: &H, _: u32) {}

    pub(crate) fn say_use(_: &str) {}

    /// Ends an operation whose result takes too long to run.
    pub(crate) fn too_long(kind: TooLong) -> ! {
        panic!("the result of the operation takes too long to run: {kind:?}");
    }

    /// Ends an operation that is not possible in this state.
    pub(crate) fn give_up() -> ! {
        panic!("the operation is not possible in this state");
    }

    pub(crate) fn may_panic(_: &str) {}

    /// Says that a replayed call must panic.
    pub(crate) fn must_panic(is_unchanged: bool, message: &str) {
        crate::native::disturbed::must_panic(is_unchanged, message);
    }

    /// Ends a replayed call that should have panicked.
    pub(crate) fn has_returned() {
        crate::native::disturbed::has_returned();
    }

    /// A number that no other token on this thread has.
    pub(crate) fn token() -> u32 {
        TOKENS.set(TOKENS.get() + 1);
        TOKENS.get()
    }

    /// A number for a copy of a value: natively, it differs from the value.
    pub(crate) fn clone_of(_: u32) -> u32 {
        token()
    }

    /// A key: always the first.
    pub(crate) fn key() -> u32 {
        0
    }

    /// Whether `Debug` prints the numbers of values and keys.
    pub(crate) fn shows_numbers() -> bool {
        true
    }

    /// The hash class of a key: each key has its own.
    pub(crate) fn hash_class(key: u32) -> u32 {
        key
    }

    pub(crate) fn wants_words() -> bool {
        false
    }

    pub(crate) fn say(_: &str) {}

    /// A token is dropped.
    pub(crate) fn dropped(token: u32) {
        // While the thread ends the list is gone, and is not needed.
        let _ = DROPPED.try_with(|dropped| dropped.borrow_mut().push(token));
    }

    /// Keeps an address on this thread, in place of the one that was kept for this list.
    pub(crate) fn keep(list: u32, at: *const ()) {
        KEPT.with_borrow_mut(|kept| {
            let list = list as usize;
            if kept.len() <= list {
                kept.resize(list + 1, std::ptr::null());
            }
            kept[list] = at;
        });
    }

    /// The address that was kept last for this list on this thread, or null.
    pub(crate) fn kept(list: u32) -> *const () {
        KEPT.with_borrow(|kept| kept.get(list as usize).copied().unwrap_or_default())
    }

    /// The tokens dropped on this thread since the last call.
    pub(crate) fn take_dropped() -> Vec<u32> {
        DROPPED.take()
    }
}

/// Prints a value or a key. During an exploration it leaves the number out: printing digits makes decisions that depend
/// on them. It prints the number only in text for people.
pub(crate) fn show_number(f: &mut Formatter<'_>, name: &str, number: u32) -> fmt::Result {
    if shows_numbers() { write!(f, "{name}({number})") } else { write!(f, "{name}(_)") }
}

#[cfg(all(glassbox, target_family = "wasm"))]
pub(crate) use machine::*;
#[cfg(not(all(glassbox, target_family = "wasm")))]
pub(crate) use native::*;
