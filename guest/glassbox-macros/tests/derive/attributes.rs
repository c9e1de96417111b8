//! Attributes on fields and types: which values there are, and what stays out.

use glassbox::{Broken, Children, Invariant, Key, Structure};

use crate::states::{check, number};

#[derive(Clone, Copy, Debug, PartialEq, Structure)]
enum Color {
    Red,
    Green,
    Blue,
}

/// Not `Clone`: no domain can restrict its values, but it has some.
#[derive(Debug, Structure)]
enum Mode {
    On,
    Off,
}

const LIMIT: u8 = 2;

fn limit() -> u8 {
    LIMIT
}

#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
#[glassbox(domain(u8 = 0..limit()))]
struct Domains {
    /// As the type says.
    outer: u8,
    /// The innermost counts.
    #[glassbox(domain(u8 = [7], Color = [Color::Blue]))]
    inner: (u8, Color),
    /// A list for this field only.
    #[glassbox(values = [Color::Red, Color::Green])]
    color: Color,
    mode: Mode,
    #[glassbox(skip = vec!["fixed"])]
    skipped: Vec<&'static str>,
    #[glassbox(values = (0..LIMIT).map(|n| n.to_string()))]
    text: String,
}

#[test]
fn domains_reach_down_and_lists_stay_where_they_are() {
    let mut expect = Vec::new();
    for outer in 0..2 {
        for color in [Color::Red, Color::Green] {
            for text in ["0", "1"] {
                expect.extend([Mode::On, Mode::Off].map(|mode| {
                    let (inner, text) = ((7, Color::Blue), text.to_owned());
                    format!("{:?}", Domains { outer, inner, color, mode, skipped: vec!["fixed"], text })
                }));
            }
        }
    }
    check::<Domains>(&[], |value| format!("{value:?}"), expect);
}

/// Names that generated code might use itself, and a field that is a keyword.
#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
struct Names {
    #[glassbox(values = [p(), at(), this(), values()])]
    r#type: u8,
    plan: bool,
}

fn p() -> u8 {
    0
}

fn at() -> u8 {
    1
}

fn this() -> u8 {
    2
}

fn values() -> u8 {
    3
}

#[test]
fn generated_names_do_not_hide_the_users() {
    let all = (0..4).flat_map(|n| [false, true].map(|plan| Names { r#type: n, plan }));
    check::<Names>(&[], |value| format!("{value:?}"), all.map(|value| format!("{value:?}")));
}

/// Counts of several types and sizes.
#[derive(Structure)]
struct Counted {
    first: Option<Box<Node>>,
    #[glassbox(count(Node))]
    small: u8,
    #[glassbox(count(Node))]
    large: i64,
}

#[derive(Structure)]
#[glassbox(no_invariant)]
struct Node {
    next: Option<Box<Node>>,
}

impl Invariant for Counted {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        Ok(())
    }
}

#[test]
fn counts_follow_from_the_shape() {
    let show = |counted: &Counted| {
        let len = std::iter::successors(counted.first.as_deref(), |node| node.next.as_deref()).count();
        assert_eq!((len, i64::from(counted.small)), (usize::from(counted.small), counted.large));
        len.to_string()
    };
    check(&[("height", 3)], show, (0..=3).map(|len| len.to_string()));
}

/// Variants may be sorted, too; fields without names go by number.
#[derive(Structure)]
#[glassbox(no_invariant)]
enum Sorted {
    Leaf,
    #[glassbox(sorted(2, 0, 1))]
    Node(Key, Box<Sorted>, Box<Sorted>),
}

#[test]
fn keys_of_a_variant_increase_in_the_order_given() {
    fn show(tree: &Sorted) -> String {
        match tree {
            Sorted::Leaf => ".".to_owned(),
            Sorted::Node(key, right, left) => format!("({}{}{})", show(left), number(key), show(right)),
        }
    }
    let expect = [".", "(.3.)", "((.1.)3.)", "(.3(.5.))", "((.1.)3(.5.))"];
    check(&[("height", 2)], show, expect.map(str::to_owned));
}
