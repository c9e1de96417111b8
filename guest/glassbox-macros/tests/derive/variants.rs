//! Attributes inside variants of enums, on enums, and in types that a macro writes.

use std::mem::MaybeUninit;
use std::ptr::NonNull;

use glassbox::native::Space;
use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::{check, states};

/// A list whose nodes are of three kinds, each with another way to hold what follows.
#[derive(Structure)]
enum Item {
    End,
    Raw {
        #[glassbox(skip = "fixed")]
        name: &'static str,
        #[glassbox(tree)]
        next: *mut Item,
    },
    Slots {
        used: u8,
        #[glassbox(len = used)]
        next: [MaybeUninit<Box<Item>>; 2],
    },
    Both(#[glassbox(tree)] [Option<NonNull<Item>>; 2], #[glassbox(values = ['x', 'y'])] char),
}

impl Invariant for Item {
    type Summary = usize;

    /// The number of items below.
    fn check(&self, children: &Children) -> Result<usize, Broken> {
        Ok(match self {
            Item::End => 1,
            Item::Raw { next, .. } => 1 + children.summary(next).unwrap_or(0),
            Item::Slots { used, next } => {
                // SAFETY: elements below the length are in use.
                let below =
                    next[..usize::from(*used)].iter().map(|next| children.summary(unsafe { next.assume_init_ref() }));
                1 + below.sum::<usize>()
            }
            Item::Both(both, _) => 1 + children.summary(both).into_iter().flatten().sum::<usize>(),
        })
    }
}

fn show(item: &Item) -> String {
    match item {
        Item::End => "End".to_owned(),
        Item::Raw { name, next } => {
            assert_eq!(*name, "fixed");
            // SAFETY: tree links of a state are null or lead to live nodes.
            unsafe { next.as_ref() }.map_or_else(|| "Raw()".to_owned(), |next| format!("Raw({})", show(next)))
        }
        Item::Slots { used, next } => {
            // SAFETY: elements below the length are in use.
            let items = next[..usize::from(*used)].iter().map(|next| show(unsafe { next.assume_init_ref() }));
            format!("Slots({})", items.collect::<Vec<_>>().join(","))
        }
        Item::Both(both, letter) => {
            // SAFETY: as above.
            let [a, b] = both.map(|link| link.map_or_else(String::new, |item| show(unsafe { item.as_ref() })));
            format!("Both({a},{b},{letter})")
        }
    }
}

fn items(height: u32) -> Vec<String> {
    let below = if height == 0 { Vec::new() } else { items(height - 1) };
    let perhaps: Vec<String> = [String::new()].into_iter().chain(below.iter().cloned()).collect();
    let mut all = vec!["End".to_owned(), "Slots()".to_owned()];
    all.extend(perhaps.iter().map(|next| format!("Raw({next})")));
    all.extend(below.iter().map(|next| format!("Slots({next})")));
    for a in &below {
        all.extend(below.iter().map(|b| format!("Slots({a},{b})")));
    }
    for a in &perhaps {
        all.extend(perhaps.iter().flat_map(|b| ['x', 'y'].map(|letter| format!("Both({a},{b},{letter})"))));
    }
    all
}

#[test]
fn every_role_works_inside_a_variant() {
    check(&[("height", 1)], show, items(1));
    let mut valid = 0;
    glassbox::native::enumerate::<Item>(&[("height", 1)], |_, _, is_valid| valid += usize::from(is_valid));
    assert_eq!(valid, items(1).len());
}

/// With more values than fit one variable.
#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
#[glassbox(domain(u8 = 0..50))]
enum Large {
    One(u8),
    Two(Option<u8>),
    Never(Never, u8),
}

#[derive(Debug, Structure)]
enum Never {}

/// With few, which all depend on the domain.
#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
#[glassbox(domain(u8 = [1, 2]))]
enum Small {
    One(u8),
    Two { a: u8, b: Pair },
    Three,
}

#[derive(Debug, Structure)]
struct Pair(bool, #[glassbox(values = [()])] ());

#[test]
fn a_domain_on_an_enum_reaches_all_variants() {
    assert_eq!(states::<Large>(&[], |large| format!("{large:?}")).0.len(), 50 + 51);
    assert_eq!(states::<Small>(&[], |small| format!("{small:?}")).0.len(), 2 + 4 + 1);
}

#[test]
fn few_values_are_one_variable_with_words_for_each() {
    let skeleton = Space::new(&[], |plan| plan.structure::<Small>("small")).skeleton();
    let [only] = &skeleton.variables[..] else { panic!("one variable") };
    let expect = ["One(1)", "One(2)", "Two(1, Pair(false, ..))", "Two(1, Pair(true, ..))"];
    let expect: Vec<&str> =
        expect.into_iter().chain(["Two(2, Pair(false, ..))", "Two(2, Pair(true, ..))", "Three"]).collect();
    assert_eq!((only.path.as_str(), &only.labels), ("small", &expect.iter().map(ToString::to_string).collect()));
}

#[test]
fn paths_name_variants_and_fields() {
    let skeleton = Space::new(&[], |plan| plan.structure::<Large>("large")).skeleton();
    let paths: Vec<&str> = skeleton.variables.iter().map(|variable| variable.path.as_str()).collect();
    assert_eq!(paths, ["large", "large.One.0", "large.Two.0"]);
    assert_eq!(skeleton.variables[0].labels, ["One", "Two"]);
}

/// Types and expressions that come through a macro are wrapped in invisible groups.
macro_rules! node {
    ($name:ident, $children:ty, $length:ty, $values:expr) => {
        #[derive(Structure)]
        struct $name {
            #[glassbox(tree)]
            children: $children,
            #[glassbox(values = $values)]
            n: u8,
            #[glassbox(len = length)]
            slots: $length,
            length: u8,
        }
    };
}

node!(Macro, Vec<Macro>, [MaybeUninit<bool>; 1], 1..=1 + 1);

impl Invariant for Macro {
    type Summary = ();

    fn check(&self, children: &Children) -> Result<(), Broken> {
        let _ = (self.n, self.slots, self.length);
        self.children.iter().for_each(|child| children.summary(child));
        Ok(())
    }
}

#[test]
fn types_may_come_through_a_macro() {
    let mut count = 0;
    glassbox::native::enumerate::<Macro>(&[("height", 1), ("len", 1), ("capacity", 1)], |_, _, _| count += 1);
    // A node has two numbers, and no slot or one of two flags; there is one, or one below another.
    assert_eq!(count, 6 + 6 * 6);
}

#[derive(Structure)]
#[glassbox(no_invariant)]
struct Undescribed {
    inner: (bool, Option<u16>),
}

#[test]
#[should_panic(expected = "which values `state.inner.1: u16` can take: write `#[glassbox(values = ..)]`")]
fn a_number_without_values_is_named() {
    let _ = states::<Undescribed>(&[], |value| format!("{:?}", value.inner));
}
