//! Types that could be checked: those with operations.

use std::cmp::Reverse;

use super::describe::{self, Description};
use super::error::InitError;
use super::operations::{self, Operations};
use super::parameters::Parameters;
use super::source::Source;
use crate::suggest::nearest;

/// A type that could be checked.
pub(super) struct Candidate {
    /// Its number among the types.
    pub(super) of: usize,
    pub(super) name: String,
    n_methods: usize,
    pub(super) parameters: Parameters,
    pub(super) description: Description,
    pub(super) operations: Operations,
}

impl Candidate {
    fn new(source: &Source, of: usize) -> Option<Self> {
        let blocks = operations::blocks(source, of);
        let n_methods = blocks.iter().map(|block| operations::methods(block).count()).sum();
        if n_methods == 0 || source.types[of].for_tests {
            return None;
        }
        let parameters = Parameters::choose(source, of, &blocks);
        let mut description = describe::describe(source, of, &parameters);
        description.problems.extend(parameters.problems.iter().cloned());
        let operations = operations::operations(source, of, &parameters, &description);
        let name = source.types[of].ident.to_string();
        Some(Self { of, name, n_methods, parameters, description, operations })
    }

    /// Whether the other one contains it, and not the other way round.
    fn is_part_of(&self, other: &Self) -> bool {
        let contains = |whole: &Self, part: usize| whole.description.parts.iter().any(|it| it.of == part);
        self.of != other.of && contains(other, self.of) && !contains(self, other.of)
    }

    /// Why it cannot be checked as it is.
    pub(super) fn refusal(&self, others: &[&str]) -> Option<InitError> {
        let name = self.name.clone();
        if !self.description.problems.is_empty() {
            let others = others.iter().map(|&other| other.to_owned()).collect();
            return Some(InitError::NotDescribed { name, problems: self.description.problems.clone(), others });
        }
        let left_out = self.operations.left_out.clone();
        self.operations.found.is_empty().then_some(InitError::NoOperation { name, left_out })
    }
}

/// All candidates, the best first: whole structures before parts of others, those with many operations before those with
/// few; then as in the source.
pub(super) fn candidates(source: &Source) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = (0..source.types.len()).filter_map(|of| Candidate::new(source, of)).collect();
    let is_part: Vec<bool> = all.iter().map(|it| all.iter().any(|other| it.is_part_of(other))).collect();
    let mut rank = is_part.into_iter();
    all.sort_by_cached_key(|it| (rank.next().unwrap_or_default(), Reverse(it.n_methods)));
    all
}

/// The candidate that is meant by a name, or the best one that can be checked.
pub(super) fn choose<'a>(
    candidates: &'a [Candidate],
    name: Option<&str>,
    package: &str,
) -> Result<&'a Candidate, InitError> {
    let can_be = |it: &&Candidate| it.refusal(&[]).is_none();
    let meant = if let Some(name) = name {
        let last = last_name(name);
        let known = || candidates.iter().map(|it| it.name.as_str());
        candidates.iter().find(|it| it.name == last).ok_or_else(|| InitError::UnknownType {
            name: name.to_owned(),
            known: known().map(str::to_owned).collect(),
            meant: nearest(last, known()).map(str::to_owned),
        })?
    } else {
        let best = candidates.iter().find(can_be).or(candidates.first());
        best.ok_or_else(|| InitError::NoCandidate { package: package.to_owned() })?
    };
    let others: Vec<&str> =
        candidates.iter().filter(|it| it.of != meant.of).filter(can_be).map(|it| it.name.as_str()).collect();
    meant.refusal(&others).map_or(Ok(meant), Err)
}

/// `List`, whether it is typed so, `list::List` or `List<T>`.
pub(super) fn last_name(text: &str) -> &str {
    let path = text.split('<').next().unwrap_or(text);
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is made of the best candidate of a library: its type, the settings of all types and fields, the operations with
    /// their arguments, and what is left out.
    #[track_caller]
    fn check(library: &str, expect: &[&str]) {
        let source = Source::of(library);
        let all = candidates(&source);
        let best = choose(&all, None, "it").unwrap_or_else(|error| panic!("{error}"));
        let mut lines = vec![best.name.clone() + &best.parameters.arguments()];
        for part in &best.description.parts {
            lines.push(format!("{}({})", source.types[part.of].ident, part.settings().join(", ")));
            let field = |attribute: &String| {
                attribute.split("glassbox(").nth(1).and_then(|it| it.strip_suffix("))]")).map(str::to_owned)
            };
            lines.extend(part.fields.values().filter_map(field));
        }
        lines.extend(best.operations.found.iter().map(|operation| {
            let arguments = operation.arguments.iter().map(|it| format!("{}{}: {}", it.pass, it.name, it.ty));
            format!("{}({})", operation.name, arguments.collect::<Vec<_>>().join(", "))
        }));
        lines.extend(best.operations.left_out.iter().cloned());
        assert_eq!(lines, expect);
    }

    fn problems(library: &str) -> Vec<String> {
        let source = Source::of(library);
        candidates(&source).remove(0).description.problems
    }

    #[test]
    fn whole_structures_come_before_their_parts() {
        check(
            "struct Node { next: Option<Box<Node>> } impl Node { fn a(&mut self) {} fn b(&mut self) {} }
             struct List { head: Option<Box<Node>>, len: u32 } impl List { fn clear(&mut self) {} fn show(&self) {} }",
            &["List", "List(no_invariant)", "count(Node)", "Node(no_invariant)", "clear()"],
        );
    }

    #[test]
    fn parameters_stand_for_what_is_asked_of_them() {
        let check = |header: &str, expect: &str| {
            let library = format!("struct S<K, T>(Vec<(K, T)>); {header} {{ fn f(&mut self, k: &K, t: T) {{}} }}");
            let source = Source::of(&library);
            let all = candidates(&source);
            assert_eq!(all[0].parameters.arguments(), expect, "{header}");
        };
        check("impl<K, T> S<K, T>", "<Key, Val>");
        check("impl<K: Clone, T: Ord> S<K, T>", "<Key, Key>");
        check("impl<K: std::hash::Hash + Eq, T: Clone> S<K, T>", "<u8, u8>");
        check("impl<A, K> S<A, K> where K: PartialEq, A: Copy", "<u8, Val>");
    }

    #[test]
    fn operations_are_called_with_what_there_is() {
        check(
            "struct Set<K> { items: Vec<K> }
             impl<K: Ord> Set<K> {
                 fn take<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<K> where K: Borrow<Q> { None }
                 fn swap(&mut self, mut a: usize, _b: usize, up: bool) {}
                 fn each<F: FnMut(&K)>(&mut self, f: F) {}
                 unsafe fn set_len(&mut self, len: usize) {}
                 fn show(&mut self) where K: Display {}
             }
             impl Set<u8> { fn sum(&mut self) -> u8 { 0 } }",
            &[
                "Set<u8>",
                "Set(no_invariant)",
                "take(&key: u8)",
                "swap(a: usize, b: usize, up: bool)",
                "show()",
                "`each`: any type may be its `F`",
                "`set_len`: it is `unsafe`, and somebody has to promise something",
                "`sum`: it is only there for `Set<u8>`",
            ],
        );
    }

    #[test]
    fn names_say_where_pointers_lead() {
        check(
            "struct Tree<K> { root: *mut Node<K>, size: usize }
             struct Node<K> { key: K, right: *mut Node<K>, left: *mut Node<K>, parent: *mut Node<K>, kids: Vec<Node<K>> }
             impl<K: Ord> Tree<K> { fn clear(&mut self) {} }",
            &[
                "Tree<Key>",
                "Tree(no_invariant)",
                "tree",
                "count(Node<K>)",
                "Node(no_invariant, sorted(left, key, right))",
                "tree",
                "tree",
                "parent",
                "tree",
                "clear()",
            ],
        );
    }

    #[test]
    fn what_is_described_already_is_left_alone() {
        check(
            "#[cfg_attr(glassbox, derive(glassbox::Structure))] struct List { head: *mut Node }
             impl glassbox::Invariant for List {}
             struct Node { #[cfg_attr(glassbox, glassbox(values = [1.0]))] x: f32, #[glassbox(tree)] on: *mut Node }
             impl List { fn clear(&mut self) {} }",
            &["List", "List()", "Node(no_invariant)", "clear()"],
        );
    }

    #[test]
    fn what_says_nothing_is_a_problem() {
        let of = |field: &str| problems(&format!("struct S<T> {{ {field} }} impl<T> S<T> {{ fn f(&mut self) {{}} }}"));
        for field in [
            "a: Rc<T>",
            "a: String",
            "a: Box<T>",
            "a: *mut T",
            "a: Vec<*mut S<T>>",
            "a: Option<S<T>>",
            "a: &'static T",
            "a: f32",
        ] {
            assert_eq!(of(field).len(), 1, "{field}");
        }
        for field in
            ["a: Option<(T, [u8; 3])>", "a: PhantomData<*mut T>", "a: std::vec::Vec<S<T>>", "a: Option<Box<Self>>"]
        {
            assert_eq!(of(field), [""; 0], "{field}");
        }
    }
}
