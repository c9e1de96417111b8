//! The pages: a word, other words for it, and a text in a file of its own beside this one.
//!
//! The first line of a text is its title: the word, a colon, and the line that the list of pages shows.

/// A page.
#[derive(Debug)]
pub struct Page {
    /// The word that it explains: for findings and reasons, the code.
    pub word: &'static str,
    /// Other words for it.
    aliases: &'static [&'static str],
    text: &'static str,
}

/// Pages that belong together.
#[derive(Debug)]
pub struct Group {
    /// Heading.
    pub title: &'static str,
    /// The pages.
    pub pages: &'static [&'static Page],
}

/// Declares a static for each page, and the groups of all pages.
macro_rules! pages {
    ($($title:literal { $($name:ident = $word:literal [$($alias:literal),*];)* })*) => {
        $($(static $name: Page =
            Page { word: $word, aliases: &[$($alias),*], text: include_str!(concat!($word, ".md")) };)*)*

        /// All pages.
        pub static GROUPS: &[Group] = &[$(Group { title: $title, pages: &[$(&$name),*] }),*];
    };
}

pages! {
    "Verdicts" {
        PASS = "pass" ["holds"];
        FAIL = "fail" ["fails"];
        UNKNOWN = "unknown" ["unsure"];
        SLOW = "slow" [];
        ERROR = "error" [];
        EXIT_CODES = "exit-codes" ["exit-code", "exit", "code", "codes", "0", "1", "2", "3"];
    }
    "Findings" {
        PANIC = "panic" ["panicked", "assertion"];
        MUST_PANIC = "must-panic" ["no-panic", "unchanged"];
        RETURNED_FALSE = "returned-false" ["false", "refuted"];
        LAW = "law" ["laws"];
        BROKEN_INVARIANT = "broken-invariant" ["invariant", "broken"];
        CONTENTS = "contents" ["effect", "effects"];
        KEY_ORDER = "key-order" ["order", "sorted"];
        LOST_NODE = "lost-node" ["lost"];
        DANGLING_LINK = "dangling-link" ["dangling", "dangles"];
        SHARED_LINK = "shared-link" ["shared", "two-links"];
        CYCLE = "cycle" [];
        PARENT_LINK = "parent-link" ["parent", "prev"];
        NODE_COUNT = "node-count" ["count"];
        FIXED_FIELD = "fixed-field" ["fixed", "skip"];
        UNREADABLE_NODE = "unreadable-node" ["unreadable"];
        UNKNOWN_TYPE = "unknown-type" [];
        DROPPED_VALUE = "dropped-value" ["value", "val", "dropped", "drop"];
        MEMORY_LEAK = "memory-leak" ["leak"];
        USE_AFTER_FREE = "use-after-free" ["freed"];
        DOUBLE_FREE = "double-free" ["invalid-free"];
        OUT_OF_BOUNDS = "out-of-bounds" ["absent"];
        NULL_POINTER = "null-pointer" ["null"];
        READ_ONLY_MEMORY = "read-only-memory" ["read-only", "immutable-static", "rodata"];
        DEAD_STACK = "dead-stack" ["below-the-stack"];
        EMPTY_ALLOCATION = "empty-allocation" ["zero-size", "no-size"];
        UNINITIALISED_MEMORY = "uninitialised-memory" ["uninitialised", "uninitialized", "uninitialized-memory", "undefined"];
        WRONG_LAYOUT = "wrong-layout" ["layout"];
        ENDLESS_LOOP = "endless-loop" ["endless", "hang"];
        TRAP = "trap" [];
        OUT_OF_REACH = "out-of-reach" ["reach"];
        STOPPED_BY_HOST = "stopped-by-host" ["host"];
    }
    "Why a verdict is unknown" {
        BUDGET = "budget" ["stopped", "timeout"];
        LIMIT = "limit" ["limits", "steps", "fuel", "stack", "stack-overflow", "too-many-steps"];
        NOT_OFFERED = "not-offered" ["offered", "clock", "threads", "environment", "files"];
        HIDDEN_STATE = "hidden-state" ["hidden"];
        OUTSIDE = "outside" ["reached", "not-among-the-valid-ones"];
        DEPENDS_ON_ADDRESSES = "depends-on-addresses" ["addresses"];
        DEPENDS_ON_ANY = "depends-on-any" ["any"];
        OUT_OF_MEMORY = "out-of-memory" ["memory"];
        TOO_MANY_STATES = "too-many-states" ["states"];
        REACH_FAILED = "reach-failed" [];
        DECIDES_BY_NUMBER = "decides-by-number" ["number"];
        HIDDEN_OWNERS = "hidden-owners" ["owners"];
        ONLY_A_SHARD = "only-a-shard" ["shard", "shards", "merge"];
        SHARDS_DO_NOT_ADD_UP = "shards-do-not-add-up" [];
        SHAPES_ONLY = "shapes-only" ["shape", "shapes"];
        UNSUPPORTED = "unsupported" [];
        NOTHING_TO_CHECK = "nothing-to-check" [];
        NOTHING_TRIED = "nothing-tried" [];
        UNSEEN_ITEMS = "unseen-items" ["unseen"];
        GLASSBOX_MISTAKE = "glassbox-mistake" ["mistake", "glassbox-bug"];
    }
    "Why the valid states cannot be computed" {
        NO_VALID_STATE = "no-valid-state" ["empty"];
        NO_DOMAIN = "no-domain" ["domain"];
        INVARIANT_STOPPED = "invariant-stopped" ["does-not-answer"];
        LOOKS_BEYOND = "looks-beyond" ["beyond", "not-local"];
    }
    "Bounds" {
        HEIGHT = "height" [];
        OPERATIONS = "operations" ["operation", "history"];
        ELEMENTS = "elements" ["element"];
        LEN = "len" ["length"];
        CAPACITY = "capacity" [];
        GAPS = "gaps" ["gap"];
    }
}

/// All pages, in the order of the list.
pub fn all() -> impl Iterator<Item = &'static Page> {
    GROUPS.iter().flat_map(|group| group.pages.iter().copied())
}

impl Page {
    /// The meaning of the word, in one line.
    pub fn line(&self) -> &'static str {
        self.title().split_once(": ").map_or("", |(_, line)| line)
    }

    /// The first line.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// The text below the title.
    pub fn body(&self) -> &'static str {
        self.text.split_once("\n\n").map_or("", |(_, body)| body)
    }

    /// All words for it.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.word).chain(self.aliases.iter().copied())
    }
}
