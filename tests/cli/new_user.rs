//! The first minutes of a new user, typed as the documentation says.

use insta::assert_snapshot;

use crate::story::{Story, guest_crate};

const STACK: &str = "
#[derive(Default)]
pub struct Stack {
    items: Vec<u8>,
}
";

const CHECK: &str = "
    use super::*;

    /// What was pushed last is popped first.
    #[glassbox::check(len = 3)]
    fn push_then_pop(stack: &mut Stack, item: u8) {
        stack.items.push(item);
        assert_eq!(stack.items.pop(), Some(item));
    }
";

#[test]
fn cargo_new_with_a_dev_dependency() {
    let story = Story::empty("new-user-dev");
    story.cargo("new --lib --vcs none fresh").succeeded();
    let fresh = story.inside("fresh");
    fresh.cargo(&format!("add --dev --path {}", guest_crate())).succeeded();
    fresh.write("src/lib.rs", &format!("{STACK}\n#[cfg(test)]\nmod checks {{{CHECK}}}\n"));
    fresh.pin_dependencies();
    assert_snapshot!(fresh.cargo("glassbox list").text());
}

#[test]
fn cargo_new_with_a_cfg_dependency() {
    let story = Story::empty("new-user-cfg");
    story.cargo("new --lib --vcs none fresh").succeeded();
    let fresh = story.inside("fresh");
    fresh.cargo(&format!("add --target cfg(glassbox) --path {}", guest_crate())).succeeded();
    fresh.write("src/lib.rs", &format!("{STACK}\n#[cfg(glassbox)]\nmod checks {{{CHECK}}}\n"));
    fresh.pin_dependencies();
    assert_snapshot!(fresh.cargo("glassbox list").text());
}
