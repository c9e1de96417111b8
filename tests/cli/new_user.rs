//! The first minutes of a new user, typed as the documentation says.

use insta::assert_snapshot;

use crate::story::{Story, guest_crate};

/// A stack that is described where `@cfg@` holds.
const STACK: &str = "
#[derive(Default)]
#[cfg_attr(@cfg@, derive(glassbox::Structure), glassbox(no_invariant))]
pub struct Stack {
    items: Vec<u8>,
}
";

const CHECK: &str = "
    use super::*;

    /// What was pushed last is popped first.
    #[glassbox::check(len = 3)]
    fn push_then_pop(
        #[glassbox(domain(u8 = 0..3))] stack: &mut Stack,
        #[glassbox(values = 0..3)] item: u8,
    ) {
        stack.items.push(item);
        assert_eq!(stack.items.pop(), Some(item));
    }
";

/// A library with a stack and a check that exist where `cfg` holds.
fn library(cfg: &str) -> String {
    format!("{STACK}\n#[cfg(@cfg@)]\nmod checks {{{CHECK}}}\n").replace("@cfg@", cfg)
}

#[test]
fn cargo_new_with_a_dev_dependency() {
    let story = Story::empty("new-user-dev");
    story.cargo("new --lib --vcs none fresh").succeeded();
    let fresh = story.inside("fresh");
    fresh.cargo(&format!("add --dev --path {}", guest_crate())).succeeded();
    fresh.write("src/lib.rs", &library("test"));
    fresh.pin_dependencies();
    assert_snapshot!(fresh.cargo("glassbox list").text());
}

#[test]
fn cargo_new_with_a_cfg_dependency() {
    let story = Story::empty("new-user-cfg");
    story.cargo("new --lib --vcs none fresh").succeeded();
    let fresh = story.inside("fresh");
    fresh.cargo(&format!("add --target cfg(glassbox) --path {}", guest_crate())).succeeded();
    fresh.write("src/lib.rs", &library("glassbox"));
    fresh.pin_dependencies();
    assert_snapshot!(fresh.cargo("glassbox list").text());
}
