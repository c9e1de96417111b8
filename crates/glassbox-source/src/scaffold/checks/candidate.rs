//! Candidates for checks: types with operations.

use std::cmp::Reverse;

use super::describer::describe;
use super::description::Description;
use super::operations::{Operations, operations};
use super::type_arguments::TypeArguments;
use crate::read::library_source::LibrarySource;
use crate::read::method::{mutating_impls, mutating_methods};
use crate::scaffold::error::ScaffoldError;

/// A type with operations.
pub(super) struct Candidate {
    /// Its position among the types of the library.
    pub(super) of: usize,
    pub(super) name: String,
    n_methods: usize,
    pub(super) type_arguments: TypeArguments,
    pub(super) description: Description,
    pub(super) operations: Operations,
}

impl Candidate {
    fn new(source: &LibrarySource, of: usize) -> Option<Self> {
        let blocks = mutating_impls(source, of);
        let n_methods = blocks.iter().map(|block| mutating_methods(block).count()).sum();
        if n_methods == 0 || source.types[of].for_tests {
            return None;
        }
        let type_arguments = TypeArguments::choose(source, of, &blocks);
        let mut description = describe(source, of, &type_arguments);
        description.problems.extend(type_arguments.problems.iter().cloned());
        let operations = operations(source, of, &type_arguments, &description);
        let name = source.types[of].ident.to_string();
        Some(Self { of, name, n_methods, type_arguments, description, operations })
    }

    /// Whether the other one contains it, and not the other way round.
    fn is_part_of(&self, other: &Self) -> bool {
        let contains = |whole: &Self, part: usize| whole.description.parts.iter().any(|it| it.of == part);
        self.of != other.of && contains(other, self.of) && !contains(self, other.of)
    }

    /// The reason why it cannot be checked. `others` are types that can be.
    pub(super) fn refusal(&self, others: &[&str]) -> Option<ScaffoldError> {
        let name = self.name.clone();
        if !self.description.problems.is_empty() {
            let others = others.iter().map(|&other| other.to_owned()).collect();
            return Some(ScaffoldError::NotDescribed { name, problems: self.description.problems.clone(), others });
        }
        let left_out = self.operations.left_out.clone();
        self.operations.found.is_empty().then_some(ScaffoldError::NoOperation { name, left_out })
    }
}

/// All candidates, the best first: whole structures before parts of others, then by the number of operations, then by the
/// order in the source.
pub(super) fn candidates(source: &LibrarySource) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = (0..source.types.len()).filter_map(|of| Candidate::new(source, of)).collect();
    let is_part: Vec<bool> = all.iter().map(|it| all.iter().any(|other| it.is_part_of(other))).collect();
    let mut rank = is_part.into_iter();
    all.sort_by_cached_key(|it| (rank.next().unwrap_or_default(), Reverse(it.n_methods)));
    all
}

/// The candidate that the user named, or the best one that can be checked.
pub(super) fn choose<'a>(
    candidates: &'a [Candidate],
    name: Option<&str>,
    package: &str,
) -> Result<&'a Candidate, ScaffoldError> {
    let can_be = |it: &&Candidate| it.refusal(&[]).is_none();
    let meant = if let Some(name) = name {
        let last = last_name(name);
        candidates.iter().find(|it| it.name == last).ok_or_else(|| ScaffoldError::UnknownType {
            name: name.to_owned(),
            known: candidates.iter().map(|it| it.name.clone()).collect(),
        })?
    } else {
        let best = candidates.iter().find(can_be).or(candidates.first());
        best.ok_or_else(|| ScaffoldError::NoCandidate { package: package.to_owned() })?
    };
    let others: Vec<&str> =
        candidates.iter().filter(|it| it.of != meant.of).filter(can_be).map(|it| it.name.as_str()).collect();
    meant.refusal(&others).map_or(Ok(meant), Err)
}

/// The name of a type without its path and arguments: `List`, for `list::List` and `List<T>`.
pub(super) fn last_name(text: &str) -> &str {
    let path = text.split('<').next().unwrap_or(text);
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the best candidate of a library: its type, the settings of all types and fields, the operations with their
    /// arguments, and the operations that are left out.
    #[track_caller]
    fn check(library: &str, expect: &[&str]) {
        let source = LibrarySource::of(library);
        let all = candidates(&source);
        let best = choose(&all, None, "it").unwrap_or_else(|error| panic!("{error}"));
        let mut lines = vec![best.name.clone() + &best.type_arguments.text()];
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
        let source = LibrarySource::of(library);
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
    fn parameters_get_types_with_the_required_traits() {
        let check = |header: &str, expect: &str| {
            let library = format!("struct S<K, T>(Vec<(K, T)>); {header} {{ fn f(&mut self, k: &K, t: T) {{}} }}");
            let source = LibrarySource::of(&library);
            let all = candidates(&source);
            assert_eq!(all[0].type_arguments.text(), expect, "{header}");
        };
        check("impl<K, T> S<K, T>", "<Key, Val>");
        check("impl<K: Clone, T: Ord> S<K, T>", "<Key, Key>");
        check("impl<K: std::hash::Hash + Eq, T: Clone> S<K, T>", "<u8, u8>");
        check("impl<A, K> S<A, K> where K: PartialEq, A: Copy", "<u8, Val>");
    }

    #[test]
    fn operations_are_called_with_arguments_of_known_types() {
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
                "`each`: `init` cannot choose a type for its `F`",
                "`set_len`: it is `unsafe`: its safety conditions are not known",
                "`sum`: it exists only for `Set<u8>`",
            ],
        );
    }

    #[test]
    fn names_decide_where_pointers_lead() {
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
    fn existing_descriptions_are_kept() {
        check(
            "#[cfg_attr(glassbox, derive(glassbox::Structure))] struct List { head: *mut Node }
             impl glassbox::Invariant for List {}
             struct Node { #[cfg_attr(glassbox, glassbox(values = [1.0]))] x: f32, #[glassbox(tree)] on: *mut Node }
             impl List { fn clear(&mut self) {} }",
            &["List", "List()", "Node(no_invariant)", "clear()"],
        );
    }

    #[test]
    fn fields_of_unknown_meaning_are_problems() {
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
