//! Settings of a harness: what an earlier attempt to compile it has shown.

use std::collections::{BTreeMap, BTreeSet};

/// Name of the law that calls all getters. Lines of it that do not compile are taken out one by one.
pub(super) const GETTERS: &str = "looking_does_not_panic";

/// The beginning of the comment about a method whose panics are meant, because its documentation says so.
pub(super) const MEANT: &str = "Its panics are meant";

/// Settings of a harness.
#[derive(Clone, Debug, Default)]
pub struct HarnessSettings {
    /// Whether the harness will be compiled, so that it may call methods of which the source alone does not say whether they
    /// can be called.
    pub is_compiled: bool,
    /// Functions that do not compile.
    pub rejected: Vec<Rejected>,
    /// Functions that keep the exploration from a verdict.
    pub blocked: Vec<Rejected>,
    /// The bounds on operations, by the names of modules; without one, the default.
    pub operations: BTreeMap<String, u32>,
    /// Models that the type is compared with.
    pub models: Models,
    /// Types that have a trait, by the name of the trait, as the compiler lists them.
    pub implementors: BTreeMap<String, Vec<String>>,
    /// Names of further modules that are of no use: models that do not compile, and explorations in which nothing is possible.
    pub without_modules: BTreeSet<String>,
}

/// The end of the name of a law that says that a method returns true.
pub(super) const HOLDS: &str = "_holds";

/// The end of the name of a law that says that a method does not care for the order of its arguments.
pub(super) const SYMMETRIC: &str = "_is_symmetric";

/// The end of the name of a law that says that a method lists all items in order.
pub(super) const IN_ORDER: &str = "_is_in_order";

/// The name of a law that holds unless the capacity counts something else than the length does.
pub(super) const WITHIN_CAPACITY: &str = "len_is_within_the_capacity";

/// The models of a harness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Models {
    /// None.
    #[default]
    None,
    /// All that the operations allow, to be tried.
    Candidates,
    /// The one in the module of this name.
    Only(String),
}

/// A function that is taken out of a harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The module that it is in.
    pub module: String,
    /// Its name.
    pub function: String,
    /// The source line that is the cause.
    pub line: String,
    /// The message of the compiler, or another reason.
    pub message: String,
}

impl Rejected {
    /// The message if the method that a function calls does not exist.
    pub const ABSENT: &str = "there is no such method with these features";

    /// The message if a law does not hold for a new subject.
    pub const WRONG_GUESS: &str = "it does not hold for a new one";

    /// The message if a law that was only tried does not hold.
    pub const NOT_ALWAYS: &str = "it does not hold in all states of the first run";

    /// The message if a method that is documented to panic does so with another text than was expected.
    pub const PANICS: &str = "it panics on purpose, as its documentation says";

    /// Whether the function of this name in a module of a harness is one that is documented to panic, and may.
    pub fn may_panic(text: &str, module: &str, function: &str) -> bool {
        let inside = text.split_once(&format!("mod {module} {{")).map_or("", |(_, inside)| inside);
        let Some((before, _)) = inside.split_once(&format!("pub fn {function}(")) else { return false };
        let comment = before.lines().rev().skip(1).map(str::trim).take_while(|line| line.starts_with("//"));
        comment.into_iter().any(|line| line.contains(MEANT))
    }

    /// Whether a law of this name stays only if it holds in the first run.
    pub fn is_tried(law: &str) -> bool {
        [HOLDS, SYMMETRIC, IN_ORDER, WITHIN_CAPACITY].iter().any(|end| law.ends_with(end))
    }

    /// The function around a line of a harness, for this message; none if the line is in no function. Lines are counted from 1.
    pub fn at(text: &str, line: usize, message: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().take(line).collect();
        let module_of = |line: &str| line.strip_prefix("mod ")?.strip_suffix(" {").map(str::to_owned);
        let start = lines.iter().rposition(|line| module_of(line).is_some())?;
        let module = module_of(lines[start])?;
        let inside = &lines[start..];
        if inside.contains(&"}") {
            return None;
        }
        let function = inside.iter().rev().find_map(|line| {
            let head = line.trim_start().strip_prefix("pub fn ")?;
            Some(head.split(['(', '<']).next()?.to_owned())
        })?;
        Some(Self { module, function, line: (*lines.last()?).to_owned(), message: message.to_owned() })
    }
}

impl Rejected {
    /// Whether only the line is taken out, not the whole function.
    pub fn has_lines(&self) -> bool {
        self.function == GETTERS
    }
}

impl HarnessSettings {
    /// The compiler's errors in functions of this name, in order.
    pub(super) fn errors_in<'a>(&'a self, module: &'a str, function: &'a str) -> impl Iterator<Item = &'a Rejected> {
        self.rejected.iter().filter(move |it| it.module == module && it.function == function)
    }

    /// All reasons to take out a function of this name, or lines of it.
    pub(super) fn problems_in<'a>(&'a self, module: &'a str, function: &'a str) -> impl Iterator<Item = &'a Rejected> {
        self.rejected
            .iter()
            .chain(self.blocked_in(module, function))
            .filter(move |it| it.module == module && it.function == function)
    }

    /// The reasons why a function of this name keeps the exploration from a verdict.
    pub(super) fn blocked_in<'a>(&'a self, module: &'a str, function: &'a str) -> impl Iterator<Item = &'a Rejected> {
        self.blocked.iter().filter(move |it| it.module == module && it.function == function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_function_above_it() {
        let text = "mod a {\n    pub fn b(\n        c: u8,\n    ) {\n        d();\n    }\n}\n";
        let rejected = |line| Rejected::at(text, line, "no").map(|it| format!("{}: {}", it.function, it.line.trim()));
        assert_eq!(rejected(5).as_deref(), Some("b: d();"));
        assert_eq!(rejected(1), None);
        let text = format!("{text}\n#[glassbox::explore(operations = 3)]\nmod e {{\n    use f::g;\n");
        assert_eq!(Rejected::at(&text, 9, "no"), None);
        assert_eq!(Rejected::at(&text, 11, "no"), None);
    }

    #[test]
    fn a_comment_says_which_function_may_panic() {
        let text = "mod a {\n    // Its panics are meant. Its documentation:\n    // no.\n    pub fn b(\n    ) {}\n    pub fn c() {}\n}\n";
        assert!(Rejected::may_panic(text, "a", "b"));
        assert!(!Rejected::may_panic(text, "a", "c"));
        assert!(!Rejected::may_panic(text, "d", "b"));
    }
}
