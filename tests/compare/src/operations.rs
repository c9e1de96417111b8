//! Writes what all tools need besides the harness: `Op`, `start`, `apply` and `laws`; and the operations as each tool generates them.

use crate::harness::{Argument, Harness, Law, Operation};

/// The items at the end of the module of the harness.
pub(crate) fn common_items(harness: &Harness) -> String {
    let Harness { subject, constructors, operations, .. } = harness;
    let variants: String = operations.iter().map(variant).collect();
    let starts: String =
        constructors.iter().enumerate().map(|(at, name)| start(at, constructors.len(), name)).collect();
    let receiver = operations.first().map_or("subject", |first| first.receiver.as_str());
    let applied: String =
        operations.iter().map(|operation| applied(operation, receiver, &constructors[0])).collect::<String>();
    let laws = harness.laws.iter().map(|Law { name, is_predicate }| {
        if *is_predicate { format!("assert!({name}({receiver}), \"{name}\");") } else { format!("{name}({receiver});") }
    });
    let reset = if harness.has_reset { "reset();" } else { "" };
    let (laws, n_starts) = (laws.collect::<String>(), constructors.len());
    format!(
        "pub type Sut = {subject};
         #[derive(Clone, Debug, PartialEq, Eq, Hash, bolero::TypeGenerator)]
         pub enum Op {{ {variants} }}
         pub const STARTS: usize = {n_starts};
         pub fn start(which: usize) -> Sut {{ {reset} match which {{ {starts} }} }}
         pub fn apply({receiver}: &mut Sut, op: &Op) -> bool {{ match *op {{ {applied} }} true }}
         pub fn laws({receiver}: &Sut) {{ {laws} }}"
    )
}

fn start(at: usize, n: usize, name: &str) -> String {
    let pattern = if at + 1 == n { "_".to_owned() } else { at.to_string() };
    format!("{pattern} => {name}(),")
}

/// A variant of `Op`. The attribute says the values to bolero.
fn variant(operation: &Operation) -> String {
    let field = |argument: &Argument| match argument.ty.as_str() {
        "bool" => "bool".to_owned(),
        ty => format!("#[generator({}{ty}..{})] {ty}", argument.values.0, argument.values.1),
    };
    with_fields(&operation.variant(), operation, field) + ","
}

/// A variant with something for each of its fields.
fn with_fields(variant: &str, operation: &Operation, field: impl Fn(&Argument) -> String) -> String {
    if operation.arguments.is_empty() {
        return variant.to_owned();
    }
    format!("{variant}({})", operation.arguments.iter().map(field).collect::<Vec<_>>().join(", "))
}

/// The arm of `apply`.
fn applied(operation: &Operation, receiver: &str, constructor: &str) -> String {
    let pattern = with_fields(&format!("Op::{}", operation.variant()), operation, |it| it.name.clone());
    let conditions: Vec<String> = operation.arguments.iter().filter_map(condition).collect();
    let condition = if conditions.is_empty() {
        String::new()
    } else {
        let own = &operation.receiver;
        let binding = if own == receiver { String::new() } else { format!("let {own} = &*{receiver};") };
        format!("{binding} if !({}) {{ return false; }}", conditions.join(" && "))
    };
    let subject = if operation.consumes {
        format!("std::mem::replace({receiver}, {constructor}())")
    } else {
        receiver.to_owned()
    };
    let arguments = operation.arguments.iter().map(|argument| argument.name.as_str());
    let arguments = std::iter::once(subject.as_str()).chain(arguments).collect::<Vec<_>>().join(", ");
    format!("{pattern} => {{ {condition} {}({arguments}); }}", operation.name)
}

fn condition(argument: &Argument) -> Option<String> {
    Some(format!("({}).contains(&{})", argument.condition.as_ref()?, argument.name))
}

/// The operations as strategies of proptest.
pub(crate) fn for_proptest(operations: &[Operation]) -> String {
    let strategy = |operation: &Operation| {
        let variant = format!("Op::{}", operation.variant());
        let values: Vec<String> = operation.arguments.iter().map(strategy_of).collect();
        match &values[..] {
            [] => format!("Just({variant}).boxed(),"),
            [values] => format!("{values}.prop_map({variant}).boxed(),"),
            _ => {
                let fields = with_fields("", operation, |argument| argument.name.clone());
                let made = with_fields(&variant, operation, |argument| argument.name.clone());
                format!("({}).prop_map(|{fields}| {made}).boxed(),", values.join(", "))
            }
        }
    };
    operations.iter().map(strategy).collect()
}

fn strategy_of(argument: &Argument) -> String {
    match argument.ty.as_str() {
        "bool" => "any::<bool>()".to_owned(),
        ty => format!("({}{ty}..{})", argument.values.0, argument.values.1),
    }
}

/// The operations as arms of a `match` over their numbers, with `value` for each argument.
fn arms(operations: &[Operation], value: impl Fn(&Argument) -> String) -> String {
    let arm = |(at, operation): (usize, &Operation)| {
        let pattern = if at + 1 == operations.len() { "_".to_owned() } else { at.to_string() };
        format!("{pattern} => {},", with_fields(&format!("Op::{}", operation.variant()), operation, &value))
    };
    operations.iter().enumerate().map(arm).collect()
}

/// The operations as quickcheck generates them.
pub(crate) fn for_quickcheck(operations: &[Operation]) -> String {
    arms(operations, |Argument { ty, values: (start, end), .. }| match (ty.as_str(), start) {
        ("bool", _) => "bool::arbitrary(g)".to_owned(),
        (ty, 0) => format!("{ty}::arbitrary(g) % {end}"),
        (ty, start) => format!("{start} + {ty}::arbitrary(g) % {}", end - start),
    })
}

/// The operations as `exhaustive` generates them.
pub(crate) fn for_exhaustive(operations: &[Operation]) -> String {
    arms(operations, |Argument { ty, values: (start, end), .. }| match (ty.as_str(), start) {
        ("bool", _) => "bool::generate(u)?".to_owned(),
        (ty, 0) => format!("u.choice({end})? as {ty}"),
        (ty, start) => format!("{start} + u.choice({})? as {ty}", end - start),
    })
}

/// The operations as loops that collect actions of stateright.
pub(crate) fn for_stateright(operations: &[Operation]) -> String {
    let collected = |operation: &Operation| {
        let made = with_fields(&format!("Op::{}", operation.variant()), operation, |argument| argument.name.clone());
        let innermost = format!("actions.push({made});");
        operation.arguments.iter().rev().fold(innermost, |inner, Argument { name, ty, values: (start, end), .. }| {
            match ty.as_str() {
                "bool" => format!("for {name} in [false, true] {{ {inner} }}"),
                _ => format!("for {name} in {start}..{end} {{ {inner} }}"),
            }
        })
    };
    operations.iter().map(collected).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harness() -> Harness {
        let source = "#[glassbox::explore] mod m {
            pub fn new() -> Vec<u8> { Vec::new() }
            pub fn two() -> Vec<u8> { vec![0, 1] }
            pub fn push(vec: &mut Vec<u8>, #[glassbox(values = 1..3)] n: u8, b: bool) {}
            pub fn remove(vec: &mut Vec<u8>, #[glassbox(values = 0..vec.len())] at: usize) {}
            pub fn into_iter(vec: Vec<u8>) {}
            pub fn law(vec: &Vec<u8>) -> bool { true }
        }";
        Harness::read(source, None).expect("it is an exploration")
    }

    #[test]
    fn common_items_apply_every_operation() {
        let items = common_items(&harness());
        for part in [
            "Push(#[generator(1u8..3)] u8, bool),",
            "0 => new(),_ => two(),",
            "Op::Push(n, b) => {  push(vec, n, b); }",
            "if !((0 .. vec . len ()).contains(&at)) { return false; } remove(vec, at);",
            "into_iter(std::mem::replace(vec, new()));",
            "assert!(law(vec), \"law\");",
        ] {
            assert!(items.contains(part), "`{part}` is not in {items}");
        }
        assert!(syn::parse_file(&items).is_ok());
    }

    #[test]
    fn tools_generate_the_same_values() {
        let operations = harness().operations;
        assert_eq!(
            for_proptest(&operations),
            "((1u8..3), any::<bool>()).prop_map(|(n, b)| Op::Push(n, b)).boxed(),\
             (0usize..5).prop_map(Op::Remove).boxed(),Just(Op::IntoIter).boxed(),"
        );
        assert_eq!(
            for_quickcheck(&operations),
            "0 => Op::Push(1 + u8::arbitrary(g) % 2, bool::arbitrary(g)),1 => Op::Remove(usize::arbitrary(g) % 5),_ => Op::IntoIter,"
        );
        assert_eq!(
            for_exhaustive(&operations),
            "0 => Op::Push(1 + u.choice(2)? as u8, bool::generate(u)?),1 => Op::Remove(u.choice(5)? as usize),_ => Op::IntoIter,"
        );
        assert_eq!(
            for_stateright(&operations),
            "for n in 1..3 { for b in [false, true] { actions.push(Op::Push(n, b)); } }\
             for at in 0..5 { actions.push(Op::Remove(at)); }actions.push(Op::IntoIter);"
        );
    }
}
