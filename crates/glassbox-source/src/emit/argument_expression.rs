//! Arguments of calls as expressions, made from the type as it is written and the `Debug` text of the value.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprUnary, Fields, FnArg, Item, Lit, Member, Stmt, Token, Type, UnOp};

use super::stand_in::{MODULE, StandIn};
use crate::read::attributes::GLASSBOX;
use crate::read::imports::{ImportedName, imported_names};
use crate::read::items::item_name;
use crate::read::scope::Scope;
use crate::read::type_syntax::{named, plain};

/// Types whose values are literals.
const PRIMITIVE: [&str; 16] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

/// The expression for an argument of this type with this `Debug` text; none if the type is not known well enough.
pub(super) fn expression(scope: &Scope<'_>, words: &str, ty: &Type) -> Option<String> {
    convert(scope, &syn::parse_str(&with_keys(words)).ok()?, ty)
}

/// The expression for another subject: a block of calls of the harness's functions. Also returns the names of these
/// functions.
pub(super) fn other_subject(scope: &Scope<'_>, words: &str) -> Option<(String, BTreeSet<String>)> {
    let Expr::Block(block) = syn::parse_str(&with_keys(words)).ok()? else { return None };
    let mut functions = BTreeSet::new();
    let mut call = |expression: &Expr| {
        let Expr::Call(call) = expression else { return None };
        let name = call.func.to_token_stream().to_string();
        let function = scope.items().iter().find_map(|item| match item {
            Item::Fn(item) if item.sig.ident.unraw() == name => Some(item),
            _ => None,
        })?;
        let inputs = function.sig.inputs.iter().zip(&call.args).map(|(input, argument)| match (input, argument) {
            (_, Expr::Reference(_)) => Some("&mut other".to_owned()),
            (FnArg::Typed(typed), argument) => convert(scope, argument, &typed.ty),
            (FnArg::Receiver(_), _) => None,
        });
        let inputs = inputs.collect::<Option<Vec<String>>>()?;
        functions.insert(name.clone());
        Some(format!("{}({})", function.sig.ident, inputs.join(", ")))
    };
    let mut statements = Vec::new();
    for statement in &block.block.stmts {
        statements.push(match statement {
            Stmt::Local(local) => format!("let mut other = {};", call(&local.init.as_ref()?.expr)?),
            Stmt::Expr(expression, Some(_)) => format!("{};", call(expression)?),
            Stmt::Expr(expression, None) => expression.to_token_stream().to_string(),
            _ => return None,
        });
    }
    Some((format!("{{ {} }}", statements.join(" ")), functions))
}

/// The beginning of the text behind a key's rank if the code under check has hashed the key.
pub(super) const HASH: &str = " (hash ";

/// The beginning of the text behind a value that is equal to an earlier one.
const EQUALS: &str = ") (equals ";

/// `Key#2` as `Key(2)`, `Key#2 (hash 0)` as `Key(2, 0)`, and `Val(2) (equals 1)` as `Val(2, 1)`.
fn with_keys(words: &str) -> String {
    let words = &words.replace(EQUALS, ", ");
    let mut parts = words.split("Key#");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let n_digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = part.split_at(n_digits);
        let hash = rest.strip_prefix(HASH).and_then(|rest| rest.split_once(')'));
        // A `String` takes everything.
        let _ = match hash {
            Some((hash, rest)) => write!(text, "Key({number}, {hash}){rest}"),
            None => write!(text, "Key({number}){rest}"),
        };
    }
    text
}

/// The path of a stand-in in the test.
fn stand_in(scope: &Scope<'_>, stand_in: StandIn, name: &str) -> String {
    let items = scope.items().iter().chain(scope.around.iter().flat_map(|around| around.items));
    let is_it = |import: &ImportedName| import.path[0] == GLASSBOX && import.name() == Some(name);
    let is_imported =
        items.flat_map(imported_names).any(|import| is_it(&import)) && StandIn::named(name) == Some(stand_in);
    if is_imported { name.to_owned() } else { format!("{MODULE}::{name}") }
}

fn convert(scope: &Scope<'_>, expression: &Expr, ty: &Type) -> Option<String> {
    let ty = plain(ty);
    match (expression, ty) {
        (Expr::Tuple(tuple), Type::Tuple(types)) => {
            let parts = converted(scope, tuple.elems.iter().zip(&types.elems))?;
            Some(if parts.len() == 1 { format!("({},)", parts[0]) } else { format!("({})", parts.join(", ")) })
        }
        (Expr::Array(array), Type::Array(of)) => list(scope, &array.elems, &of.elem).map(|list| format!("[{list}]")),
        (expression, ty) => convert_named(scope, expression, ty),
    }
}

fn converted<'a>(scope: &Scope<'_>, parts: impl Iterator<Item = (&'a Expr, &'a Type)>) -> Option<Vec<String>> {
    parts.map(|(expression, ty)| convert(scope, expression, ty)).collect()
}

fn list(scope: &Scope<'_>, elements: &Punctuated<Expr, Token![,]>, ty: &Type) -> Option<String> {
    converted(scope, elements.iter().map(|element| (element, ty))).map(|parts| parts.join(", "))
}

fn convert_named(scope: &Scope<'_>, expression: &Expr, ty: &Type) -> Option<String> {
    let (ident, of) = named(ty)?;
    let name = ident.to_string();
    if let Some(item) = definition(scope, &name) {
        return convert_own(scope, expression, ty, item);
    }
    match (name.as_str(), expression) {
        ("Box" | "Rc" | "Arc", expression) => {
            Some(format!("{}::new({})", path_of(ty)?, convert(scope, expression, of.first()?)?))
        }
        ("String", Expr::Lit(literal)) if matches!(literal.lit, Lit::Str(_)) => {
            Some(format!("{}.to_owned()", literal.to_token_stream()))
        }
        ("Vec", Expr::Array(array)) => list(scope, &array.elems, of.first()?).map(|list| format!("vec![{list}]")),
        (name, expression) if PRIMITIVE.contains(&name) => literal(expression),
        (name, expression) => {
            let variant = constructor(expression)?;
            let arguments: Vec<&Expr> =
                if let Expr::Call(call) = expression { call.args.iter().collect() } else { Vec::new() };
            let inner = |index: usize| convert(scope, arguments.first()?, of.get(index)?);
            match (name, variant.as_str(), arguments.as_slice()) {
                ("Option", "None", []) => Some("None".to_owned()),
                ("Option", "Some", [_]) => Some(format!("Some({})", inner(0)?)),
                ("Result", "Ok", [_]) => Some(format!("Ok({})", inner(0)?)),
                ("Result", "Err", [_]) => Some(format!("Err({})", inner(1)?)),
                (_, "Val", [number]) => {
                    Some(format!("{}::new({})", stand_in(scope, StandIn::Val, "Val"), literal(number)?))
                }
                (_, "Val", [number, other]) => {
                    let (number, other) = (literal(number)?, literal(other)?);
                    Some(format!("{}::equal_to({number}, {other})", stand_in(scope, StandIn::Val, "Val")))
                }
                (_, "Key", [number]) => Some(format!("{}({})", stand_in(scope, StandIn::Key, "Key"), literal(number)?)),
                (_, "Key", [number, hash]) => {
                    let key = stand_in(scope, StandIn::Key, "Key");
                    Some(format!("{key}({}, {})", literal(number)?, literal(hash)?))
                }
                // A variant of an enum from another file.
                (_, variant, []) if name != variant => Some(format!("{}::{variant}", path_of(ty)?)),
                _ => None,
            }
        }
    }
}

/// Converts a value of a type that is defined in the file.
fn convert_own(scope: &Scope<'_>, expression: &Expr, ty: &Type, item: &Item) -> Option<String> {
    let path = path_of(ty)?;
    match item {
        Item::Type(alias) => convert(scope, expression, &alias.ty),
        Item::Struct(structure) => with_fields(scope, &path, expression, &structure.fields),
        Item::Enum(choice) => {
            let name = constructor(expression)?;
            let variant = choice.variants.iter().find(|variant| variant.ident == name)?;
            with_fields(scope, &format!("{path}::{name}"), expression, &variant.fields)
        }
        _ => None,
    }
}

fn with_fields(scope: &Scope<'_>, path: &str, expression: &Expr, fields: &Fields) -> Option<String> {
    let types = fields.iter().map(|field| &field.ty);
    match (expression, fields) {
        (Expr::Path(_), Fields::Unit) => Some(path.to_owned()),
        (Expr::Call(call), Fields::Unnamed(_)) => {
            Some(format!("{path}({})", converted(scope, call.args.iter().zip(types))?.join(", ")))
        }
        (Expr::Struct(structure), Fields::Named(named)) => {
            let field = |value: &syn::FieldValue| {
                let Member::Named(name) = &value.member else { return None };
                let field = named.named.iter().find(|field| field.ident.as_ref() == Some(name))?;
                Some(format!("{name}: {}", convert(scope, &value.expr, &field.ty)?))
            };
            let fields: Option<Vec<String>> = structure.fields.iter().map(field).collect();
            Some(format!("{path} {{ {} }}", fields?.join(", ")))
        }
        _ => None,
    }
}

fn definition<'a>(scope: &Scope<'a>, name: &str) -> Option<&'a Item> {
    let around = scope.around.iter().rev().flat_map(|around| around.items);
    scope.items().iter().chain(around).find(|item| {
        matches!(item, Item::Type(_) | Item::Struct(_) | Item::Enum(_)) && item_name(item).is_some_and(|it| it == name)
    })
}

/// The path of a type in an expression. The test has no modules, so `crate::a::Type` becomes `Type`.
fn path_of(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let is_own = matches!(names.first().map(String::as_str), Some("crate" | "super" | "self"));
    if is_own { names.last().cloned() } else { Some(names.join("::")) }
}

/// The name of the struct or variant in an expression.
fn constructor(expression: &Expr) -> Option<String> {
    let path = match expression {
        Expr::Path(path) => &path.path,
        Expr::Struct(structure) => &structure.path,
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => &path.path,
            _ => return None,
        },
        _ => return None,
    };
    path.segments.last().map(|last| last.ident.to_string())
}

/// A literal, also with a minus sign.
fn literal(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(literal) => Some(literal.to_token_stream().to_string()),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => literal(expr).map(|literal| format!("-{literal}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::scope::tests::with_scope;

    const SOURCE: &str = "
enum Shape { Dot, Box { side: Option<Number>, at: (i8, u8) }, Line(u8) }
type Number = u8;
mod m {
    use glassbox::Val;
    struct Unit;
    struct Pair(Val, Key);
}
";

    #[track_caller]
    fn check(words: &str, ty: &str, expect: Option<&str>) {
        let ty: Type = syn::parse_str(ty).unwrap();
        with_scope(SOURCE, "demo::m", 4, |scope| assert_eq!(expression(scope, words, &ty).as_deref(), expect));
    }

    #[test]
    fn arguments_become_expressions() {
        check("-3", "i8", Some("-3"));
        check("true", "bool", Some("true"));
        check("\"a\"", "String", Some("\"a\".to_owned()"));
        check("Some(Val(1))", "Option<Val>", Some("Some(Val::new(1))"));
        check("Some(Val(2) (equals 1))", "Option<Val>", Some("Some(Val::equal_to(2, 1))"));
        check("None", "Option<u8>", Some("None"));
        check("Err(Key#12)", "Result<(), Key>", Some("Err(stand_in::Key(12))"));
        check("Some(Key#1 (hash 3))", "Option<Key>", Some("Some(stand_in::Key(1, 3))"));
        check("[(1, [2, 3])]", "Vec<(u8, [u8; 2])>", Some("vec![(1, [2, 3])]"));
        check("7", "Box<Number>", Some("Box::new(7)"));
        check("Less", "std::cmp::Ordering", Some("std::cmp::Ordering::Less"));
        check("Dot", "Shape", Some("Shape::Dot"));
        check("Dot", "super::Shape", Some("Shape::Dot"));
        check("Line(1)", "Shape", Some("Shape::Line(1)"));
        check("Box { side: Some(1), at: (-1, 2) }", "Shape", Some("Shape::Box { side: Some(1), at: (-1, 2) }"));
        check("Unit", "Unit", Some("Unit"));
        check("Pair(Val(1), Key#2)", "Pair", Some("Pair(Val::new(1), stand_in::Key(2))"));
    }

    #[test]
    fn another_subject_is_constructed_in_a_block() {
        let source = "mod m { fn new() -> S { S } fn push(s: &mut S, v: Val, at: u8) {} }";
        with_scope(source, "demo::m", 1, |scope| {
            let words = "{ let mut other = new(); push(&mut other, Val(2), 1); other }";
            let (text, functions) = other_subject(scope, words).expect("a block");
            assert_eq!(text, "{ let mut other = new(); push(&mut other, stand_in::Val::new(2), 1); other }");
            assert_eq!(functions.into_iter().collect::<Vec<_>>(), ["new", "push"]);
            assert!(other_subject(scope, "{ let mut other = make(); other }").is_none());
        });
    }

    #[test]
    fn values_of_unknown_types_have_no_expression() {
        check("1", "NonZeroU8", None);
        check("NodeIndex(0)", "NodeIndex", None);
        check("{1: 2}", "BTreeMap<u8, u8>", None);
        check("<secret>", "Shape", None);
    }
}
