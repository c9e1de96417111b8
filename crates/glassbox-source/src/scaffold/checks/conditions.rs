//! Conditions that all reached states satisfy: candidates for an invariant.
//!
//! From the states that operations reach, each node type gets the conditions of a small grammar that hold in all of them: order and
//! equality of numbers in a node, zero exactly if a link is null, slots in use, order of items, and relations between a
//! node and the next one. They are proposals: a state that breaks one was not reached with these bounds, but may be with others. If a
//! later run reaches one, its verdict is unknown and names the state.
//!
//! Daikon finds likely invariants of programs in this way (Ernst, Cockrell, Griswold and Notkin, 2001).

use std::collections::{BTreeMap, BTreeSet};

use glassbox_engine::reachable::{ObservedNode, ObservedState};
use syn::{Field, Type};

use crate::read::type_syntax::{argument_of, named, plain, pointee};

/// A condition that a node has to satisfy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    /// An expression of type `bool`, in terms of `self`.
    pub(super) code: String,
    /// What is wrong if it is false.
    pub(super) message: String,
}

fn condition(code: impl Into<String>, message: impl Into<String>) -> Condition {
    Condition { code: code.into(), message: message.into() }
}

/// A node of a state, as numbers and flags.
#[derive(Default)]
struct Row {
    /// Numbers, by the expression that gives them.
    numbers: BTreeMap<String, i128>,
    /// Flags, by the expression that gives them.
    flags: BTreeMap<String, bool>,
    /// For each array of options: which are in use.
    slots: BTreeMap<String, Vec<bool>>,
    /// For each vector or array of numbers: its items.
    items: BTreeMap<String, Vec<i128>>,
    /// Values of fields that are neither numbers nor flags.
    words: BTreeMap<String, String>,
    /// For each link: the row that it leads to.
    next: BTreeMap<String, usize>,
}

/// The conditions that hold in all nodes of a type. `fields` are those of the type.
pub(super) fn conditions(
    states: &BTreeSet<ObservedState>,
    type_name: &str,
    fields: &BTreeMap<String, &Field>,
) -> Vec<Condition> {
    let rows = rows(states, type_name, fields);
    let mut found = Vec::new();
    found.extend(in_use(&rows));
    let rings = !found.is_empty();
    found.extend(between_numbers(&rows, fields, rings));
    found.extend(between_flags(&rows));
    found.extend(order_of_items(&rows));
    found.extend(between_nodes(&rows, fields));
    found
}

/// All nodes of a type in all states.
fn rows(states: &BTreeSet<ObservedState>, type_name: &str, fields: &BTreeMap<String, &Field>) -> Vec<Row> {
    let mut rows = Vec::new();
    for state in states {
        let mut places = BTreeMap::new();
        for (at, node) in state.nodes.iter().enumerate() {
            if last_segment(&node.type_name) == type_name {
                places.insert(at, rows.len());
                rows.push(row(node, fields));
                let above = node.parent.and_then(|parent| places.get(&parent)).copied();
                let place = rows.len() - 1;
                if let Some(above) = above {
                    let above: &mut Row = &mut rows[above];
                    above.next.insert(node.link.clone(), place);
                }
            }
        }
    }
    rows
}

/// The name of a type without its modules and arguments.
pub(super) fn last_segment(type_name: &str) -> &str {
    let end = type_name.find('<').unwrap_or(type_name.len());
    type_name[..end].rsplit("::").next().unwrap_or(type_name)
}

fn row(node: &ObservedNode, fields: &BTreeMap<String, &Field>) -> Row {
    let mut row = Row::default();
    for (path, label) in &node.values {
        let (field, index) = path.split_once('.').map_or((path.as_str(), None), |(field, index)| (field, Some(index)));
        let Some(ty) = fields.get(field).map(|field| &field.ty) else { continue };
        let number = label.parse::<i128>().ok();
        match (index, number, label.as_str()) {
            (None, Some(number), _) => drop(row.numbers.insert(format!("self.{field}"), number)),
            (None, None, "true" | "false") => drop(row.flags.insert(format!("self.{field}"), label == "true")),
            (None, None, label) => match label.split_once(" of ").and_then(|(len, _)| len.parse().ok()) {
                Some(len) if argument_of(ty, "Vec").is_some() => {
                    row.numbers.insert(format!("self.{field}.len()"), len);
                    row.items.entry(field.to_owned()).or_default();
                }
                _ => drop(row.words.insert(field.to_owned(), label.to_owned())),
            },
            (Some(index), number, label) if index.bytes().all(|byte| byte.is_ascii_digit()) => match (number, label) {
                (Some(number), _) => row.items.entry(field.to_owned()).or_default().push(number),
                (None, "Some" | "None") => row.slots.entry(field.to_owned()).or_default().push(label == "Some"),
                _ => {}
            },
            (Some(_), ..) => {}
        }
    }
    for (field, slots) in &row.slots {
        let count = slots.iter().filter(|slot| **slot).count();
        row.numbers.insert(format!("self.{field}.iter().flatten().count()"), i128::try_from(count).unwrap_or(0));
        if fields.get(field).is_some_and(|field| matches!(plain(&field.ty), Type::Array(_))) {
            row.numbers.insert(format!("self.{field}.len()"), i128::try_from(slots.len()).unwrap_or(0));
        }
    }
    for (field, leads) in &node.links {
        let Some(ty) = fields.get(field).map(|field| plain(&field.ty)) else { continue };
        let is_null = match ty {
            Type::Ptr(_) => format!("self.{field}.is_null()"),
            ty if argument_of(ty, "Option").is_some() => format!("self.{field}.is_none()"),
            _ => continue,
        };
        row.flags.insert(is_null, !leads);
    }
    row
}

/// The values of two columns in rows that have both.
fn pairs<'a, T: Copy + 'a, U: Copy + 'a>(
    rows: &'a [Row],
    a: impl Fn(&'a Row) -> Option<T> + 'a,
    b: impl Fn(&'a Row) -> Option<U> + 'a,
) -> Vec<(T, U)> {
    rows.iter().filter_map(|row| Some((a(row)?, b(row)?))).collect()
}

fn varies<T: Ord>(values: impl Iterator<Item = T>) -> bool {
    values.collect::<BTreeSet<T>>().len() > 1
}

fn columns<'a>(rows: &'a [Row], of: impl Fn(&'a Row) -> Vec<&'a str>) -> BTreeSet<&'a str> {
    rows.iter().flat_map(of).collect()
}

/// Order and equality of two numbers in a node. If the slots in use are known, their number says nothing more.
fn between_numbers(rows: &[Row], fields: &BTreeMap<String, &Field>, slots_are_known: bool) -> Vec<Condition> {
    let all = columns(rows, |row| row.numbers.keys().map(String::as_str).collect());
    let mut found = Vec::new();
    for a in &all {
        for b in all.range(*a..).skip(1) {
            let is_count = a.contains("count()") || b.contains("count()");
            let values = pairs(rows, |row| row.numbers.get(*a).copied(), |row| row.numbers.get(*b).copied());
            let vary = (varies(values.iter().map(|(a, _)| *a)), varies(values.iter().map(|(_, b)| *b)));
            let is_plain = |code: &str| !code.contains('(');
            // A number that is always the same is compared only with one that is not, and is the size of an array.
            let is_comparable = match vary {
                (true, true) => true,
                (true, false) => !is_plain(b),
                (false, true) => !is_plain(a),
                (false, false) => false,
            };
            if !is_comparable || is_count && slots_are_known {
                continue;
            }
            let holds = |relation: fn(&i128, &i128) -> bool| values.iter().all(|(a, b)| relation(a, b));
            let (x, y) = (number_code(a, b, fields), number_code(b, a, fields));
            let (a, b) = (a.trim_start_matches("self."), b.trim_start_matches("self."));
            if holds(i128::eq) {
                found.push(condition(format!("{x} == {y}"), format!("`{a}` is not `{b}`")));
            } else if holds(i128::lt) {
                found.push(condition(format!("{x} < {y}"), format!("`{a}` is not less than `{b}`")));
            } else if holds(i128::gt) {
                found.push(condition(format!("{y} < {x}"), format!("`{b}` is not less than `{a}`")));
            } else if holds(i128::le) {
                found.push(condition(format!("{x} <= {y}"), format!("`{a}` is more than `{b}`")));
            } else if holds(i128::ge) {
                found.push(condition(format!("{y} <= {x}"), format!("`{b}` is more than `{a}`")));
            }
        }
    }
    found
}

/// The type of a number that an expression gives.
fn number_type(code: &str, fields: &BTreeMap<String, &Field>) -> String {
    let field = code.strip_prefix("self.").and_then(|name| fields.get(name));
    let name = field.and_then(|field| named(&field.ty)).map(|(ident, _)| ident.to_string());
    name.unwrap_or_else(|| "usize".to_owned())
}

/// An expression for a number that can be compared with another one.
fn number_code(code: &str, other: &str, fields: &BTreeMap<String, &Field>) -> String {
    let is_same = number_type(code, fields) == number_type(other, fields);
    if is_same { code.to_owned() } else { format!("({code} as i128)") }
}

/// A number is 0 exactly if a flag is set; a flag is set exactly if another one is, or is not.
fn between_flags(rows: &[Row]) -> Vec<Condition> {
    let flags = columns(rows, |row| row.flags.keys().map(String::as_str).collect());
    let numbers = columns(rows, |row| row.numbers.keys().map(String::as_str).collect());
    let mut found = Vec::new();
    for flag in &flags {
        for number in &numbers {
            let values = pairs(rows, |row| row.flags.get(*flag).copied(), |row| row.numbers.get(*number).copied());
            if varies(values.iter().map(|(flag, _)| *flag))
                && values.iter().all(|(flag, number)| *flag == (*number == 0))
            {
                let name = number.trim_start_matches("self.");
                found.push(condition(
                    format!("({number} == 0) == {flag}"),
                    format!("`{name}` is 0, and `{}` says otherwise", flag.trim_start_matches("self.")),
                ));
            }
        }
        for other in flags.range(*flag..).skip(1) {
            let values = pairs(rows, |row| row.flags.get(*flag).copied(), |row| row.flags.get(*other).copied());
            if !varies(values.iter().map(|(flag, _)| *flag)) {
                continue;
            }
            let (a, b) = (flag.trim_start_matches("self."), other.trim_start_matches("self."));
            if values.iter().all(|(a, b)| a == b) {
                found.push(condition(format!("{flag} == {other}"), format!("`{a}` is not `{b}`")));
            } else if values.iter().all(|(a, b)| a != b) {
                found.push(condition(format!("{flag} != {other}"), format!("`{a}` is `{b}`")));
            }
        }
    }
    found
}

/// Slots in use: the first ones, or those from a position on, round the end.
fn in_use(rows: &[Row]) -> Vec<Condition> {
    let fields = columns(rows, |row| row.slots.keys().map(String::as_str).collect());
    let numbers = columns(rows, |row| row.numbers.keys().map(String::as_str).filter(|it| !it.contains('(')).collect());
    let mut found = Vec::new();
    for field in fields {
        if !varies(rows.iter().filter_map(|row| row.slots.get(field))) {
            continue;
        }
        let message = format!("other slots of `{field}` are in use");
        let holds = |is_used: &dyn Fn(&Row, i128, i128) -> Option<bool>| {
            rows.iter().all(|row| {
                let Some(slots) = row.slots.get(field) else { return true };
                let n_slots = i128::try_from(slots.len()).unwrap_or(0);
                (0..).zip(slots).all(|(index, slot)| is_used(row, index, n_slots) == Some(*slot))
            })
        };
        let len = numbers.iter().find(|len| holds(&|row, index, _| Some(index < *row.numbers.get(**len)?)));
        if let Some(len) = len {
            let code = format!("self.{field}.iter().zip(0..).all(|(slot, index)| slot.is_some() == (index < {len}))");
            found.push(condition(code, message));
            continue;
        }
        let ring = numbers.iter().flat_map(|head| numbers.iter().map(move |len| (head, len))).find(|(head, len)| {
            holds(&|row, index, n| {
                let (head, len) = (*row.numbers.get(**head)?, *row.numbers.get(**len)?);
                Some((index - head).rem_euclid(n) < len)
            })
        });
        if let Some((head, len)) = ring {
            let code = format!(
                "(0..self.{field}.len()).all(|index| {{\n            let offset = (index + self.{field}.len() - {head} as usize) % \
                 self.{field}.len();\n            self.{field}[index].is_some() == (offset < {len} as usize)\n        }})"
            );
            found.push(condition(code, message));
        }
    }
    found
}

/// Items of a vector are sorted, or make a heap.
fn order_of_items(rows: &[Row]) -> Vec<Condition> {
    type Order = (&'static str, &'static str, fn(&[i128]) -> bool);
    const ORDERS: [Order; 7] = [
        ("FIELD.is_sorted_by(|a, b| a < b)", "is not sorted, or has an item twice", |items| {
            items.is_sorted_by(|a, b| a < b)
        }),
        ("FIELD.is_sorted_by(|a, b| a > b)", "is not sorted backwards, or has an item twice", |items| {
            items.is_sorted_by(|a, b| a > b)
        }),
        ("FIELD.is_sorted()", "is not sorted", |items| items.is_sorted()),
        ("FIELD.iter().rev().is_sorted()", "is not sorted backwards", |items| items.iter().rev().is_sorted()),
        (
            "(1..FIELD.len()).all(|index| FIELD[(index - 1) / 2] <= FIELD[index])",
            "is no heap with its least item first",
            |items| (1..items.len()).all(|index| items[(index - 1) / 2] <= items[index]),
        ),
        (
            "(1..FIELD.len()).all(|index| FIELD[index] <= FIELD[(index - 1) / 2])",
            "is no heap with its greatest item first",
            |items| (1..items.len()).all(|index| items[index] <= items[(index - 1) / 2]),
        ),
        ("FIELD.iter().all(|item| (*item as usize) < FIELD.len())", "leads outside itself", |items| {
            items.iter().all(|item| usize::try_from(*item).is_ok_and(|item| item < items.len()))
        }),
    ];
    let mut found = Vec::new();
    for field in columns(rows, |row| row.items.keys().map(String::as_str).collect()) {
        let all: Vec<&Vec<i128>> = rows.iter().filter_map(|row| row.items.get(field)).collect();
        let long = all.iter().filter(|items| items.len() > 2 && varies(items.iter()));
        if long.count() < 2 {
            continue;
        }
        if let Some((code, what, _)) = ORDERS.iter().find(|(_, _, holds)| all.iter().all(|items| holds(items))) {
            found.push(condition(code.replace("FIELD", &format!("self.{field}")), format!("`{field}` {what}")));
        }
    }
    found
}

/// A relation of two numbers: its sign, and whether it holds.
type Relation = (&'static str, fn(&i128, &i128) -> bool);

/// A field of a node, compared with the same field of the next one.
fn between_nodes(rows: &[Row], fields: &BTreeMap<String, &Field>) -> Vec<Condition> {
    let mut found = Vec::new();
    for link in columns(rows, |row| row.next.keys().map(String::as_str).collect()) {
        let Some(ty) = fields.get(link).map(|field| &field.ty) else { continue };
        let steps: Vec<(&Row, &Row)> = rows.iter().filter_map(|row| Some((row, &rows[*row.next.get(link)?]))).collect();
        let numbers =
            columns(rows, |row| row.numbers.keys().map(String::as_str).filter(|it| !it.contains('(')).collect());
        for number in numbers {
            let values = steps.iter().filter_map(|(a, b)| Some((*a.numbers.get(number)?, *b.numbers.get(number)?)));
            let values: Vec<(i128, i128)> = values.collect();
            if values.len() < 2 || !varies(values.iter().flat_map(|(a, b)| [a, b])) {
                continue;
            }
            let field = number.trim_start_matches("self.");
            let relations: [Relation; 4] = [("<", i128::lt), (">", i128::gt), ("<=", i128::le), (">=", i128::ge)];
            if let Some((sign, _)) = relations.iter().find(|(_, holds)| values.iter().all(|(a, b)| holds(a, b))) {
                let code = next_code(link, ty, &format!("{number} {sign} NEXT.{field}"));
                found.extend(
                    code.map(|code| condition(code, format!("`{field}` and that of `{link}` are in the wrong order"))),
                );
            }
        }
        for field in columns(rows, |row| row.words.keys().map(String::as_str).collect()) {
            let values = steps.iter().filter_map(|(a, b)| Some((a.words.get(field)?, b.words.get(field)?)));
            let values: Vec<(&String, &String)> = values.collect();
            let Some((owner, _)) = fields.get(field).and_then(|field| named(&field.ty)) else { continue };
            let words: BTreeSet<&String> = rows.iter().filter_map(|row| row.words.get(field)).collect();
            let is_name = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
            for word in words.iter().filter(|word| words.len() > 1 && values.len() > 2 && is_name(word)) {
                let some_have_it = values.iter().any(|(a, b)| a == word || b == word);
                if some_have_it && values.iter().all(|(a, b)| !(a == word && b == word)) {
                    let is_it = |of: &str| format!("matches!({of}.{field}, {owner}::{word})");
                    let code = next_code(link, ty, &format!("!({} && {})", is_it("self"), is_it("NEXT")));
                    found.extend(
                        code.map(|code| condition(code, format!("`{link}` and the node above it are `{word}`"))),
                    );
                }
            }
        }
    }
    found
}

/// A condition on the node that a link leads to, if it leads to one.
fn next_code(link: &str, ty: &Type, code: &str) -> Option<String> {
    let code = code.replace("NEXT", link);
    let inner = argument_of(ty, "Option");
    Some(match plain(ty) {
        Type::Ptr(_) => format!("unsafe {{ self.{link}.as_ref() }}.is_none_or(|{link}| {code})"),
        _ if inner.is_some_and(|inner| argument_of(inner, "Box").is_some()) => {
            format!("self.{link}.as_deref().is_none_or(|{link}| {code})")
        }
        _ if inner.is_some_and(|inner| pointee(inner).is_some()) => {
            format!(
                "self.{link}.is_none_or(|{link}| {{\n            let {link} = unsafe {{ {link}.as_ref() }};\n            {code}\n        }})"
            )
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state with one node.
    fn state(values: &[(&str, &str)]) -> ObservedState {
        let values = values.iter().map(|(field, value)| ((*field).to_owned(), (*value).to_owned())).collect();
        let (type_name, link) = ("m::S<u8>".to_owned(), "s".to_owned());
        ObservedState { nodes: vec![ObservedNode { type_name, parent: None, link, values, links: BTreeMap::new() }] }
    }

    fn found(definition: &str, states: &[ObservedState]) -> Vec<String> {
        let item: syn::ItemStruct = syn::parse_str(definition).expect("a struct");
        let fields: BTreeMap<String, &Field> =
            item.fields.iter().map(|field| (field.ident.as_ref().expect("a name").to_string(), field)).collect();
        let all = conditions(&states.iter().cloned().collect(), "S", &fields);
        all.into_iter().map(|condition| condition.code).collect()
    }

    #[test]
    fn numbers_in_order_are_found() {
        let states = [("0", "0"), ("1", "1"), ("1", "2")].map(|(a, b)| state(&[("a", a), ("b", b)]));
        assert_eq!(found("struct S { a: u8, b: u8 }", &states), ["self.a <= self.b"]);
        assert_eq!(found("struct S { a: u8, b: usize }", &states), ["(self.a as i128) <= (self.b as i128)"]);
        let states = [("0", "1"), ("1", "0"), ("1", "2")].map(|(a, b)| state(&[("a", a), ("b", b)]));
        assert_eq!(found("struct S { a: u8, b: u8 }", &states), [""; 0]);
    }

    #[test]
    fn a_ring_is_found() {
        let ring = |head: usize, len: usize| {
            let slot = |index: usize| if (index + 3 - head) % 3 < len { "Some" } else { "None" };
            let (head, len) = (head.to_string(), len.to_string());
            state(&[("head", &head), ("len", &len), ("slots.0", slot(0)), ("slots.1", slot(1)), ("slots.2", slot(2))])
        };
        let states: Vec<ObservedState> = (0..3).flat_map(|head| (0..4).map(move |len| ring(head, len))).collect();
        let found = found("struct S { head: usize, len: usize, slots: [Option<u8>; 3] }", &states);
        assert!(found[0].contains("% self.slots.len()"), "{found:?}");
        assert_eq!(found[1..], ["self.head < self.slots.len()", "self.len <= self.slots.len()"]);
    }

    #[test]
    fn heaps_are_found() {
        let states = [["1", "2", "3"], ["1", "3", "2"], ["2", "2", "3"]].map(|items| {
            let [a, b, c] = items;
            state(&[("items", "3 of 4"), ("items.0", a), ("items.1", b), ("items.2", c)])
        });
        let found = found("struct S { items: Vec<u8> }", &states);
        assert_eq!(found, ["(1..self.items.len()).all(|index| self.items[(index - 1) / 2] <= self.items[index])"]);
    }

    #[test]
    fn relations_between_nodes_are_found() {
        let node = |parent: Option<usize>, colour: &str, rank: &str| ObservedNode {
            type_name: "S".to_owned(),
            parent,
            link: "left".to_owned(),
            values: BTreeMap::from([("colour".to_owned(), colour.to_owned()), ("rank".to_owned(), rank.to_owned())]),
            links: BTreeMap::new(),
        };
        let states = [
            vec![node(None, "Black", "2"), node(Some(0), "Red", "1")],
            vec![node(None, "Black", "3"), node(Some(0), "Black", "2"), node(Some(1), "Red", "0")],
            vec![node(None, "Red", "1"), node(Some(0), "Black", "0")],
        ];
        let states = states.map(|nodes| ObservedState { nodes });
        let found = found("struct S { left: Option<Box<S>>, colour: Colour, rank: u8 }", &states);
        assert_eq!(
            found,
            [
                "self.left.as_deref().is_none_or(|left| self.rank > left.rank)",
                "self.left.as_deref().is_none_or(|left| !(matches!(self.colour, Colour::Red) && matches!(left.colour, Colour::Red)))",
            ]
        );
    }
}
