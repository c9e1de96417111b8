//! Explorations, as the command runs them.

use insta::assert_snapshot;

use crate::story::{Story, guest_crate};

const LIBRARY: &str = "
/// A list that forgets where its end is.
#[glassbox::explore(operations = 4)]
mod list {
    use glassbox::Val;

    #[derive(Default)]
    pub struct List {
        items: Vec<Val>,
        last: usize,
    }

    pub fn new() -> List {
        List::default()
    }

    pub fn push(list: &mut List, value: Val) {
        list.last = list.items.len();
        list.items.push(value);
    }

    pub fn truncate(list: &mut List, #[glassbox(values = 0..=list.items.len())] len: usize) {
        list.items.truncate(len);
    }

    pub fn last_is_there(list: &List) -> bool {
        list.items.is_empty() || list.last < list.items.len()
    }
}

/// Nothing is wrong with it.
#[glassbox::explore]
mod flags {
    pub fn new(bit: bool) -> Vec<bool> {
        vec![bit]
    }

    pub fn flip(flags: &mut Vec<bool>) {
        flags[0] = !flags[0];
    }
}
";

#[test]
fn histories() {
    let story = Story::empty("explore");
    story.cargo("new --lib --vcs none histories").succeeded();
    let fresh = story.inside("histories");
    fresh.cargo(&format!("add --path {}", guest_crate())).succeeded();
    fresh.write("src/lib.rs", LIBRARY);
    fresh.pin_dependencies();
    assert_snapshot!("explore_list", fresh.cargo("glassbox list").text());
    assert_snapshot!("explore_check", fresh.cargo("glassbox").text());
    assert_snapshot!("explore_less", fresh.cargo("glassbox --bound operations=1 list").text());
    assert_eq!(fresh.cargo("glassbox --bound height=1").code(), 2, "no exploration has a height");
}
