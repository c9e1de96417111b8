//! Names in generated code.

/// A variable name for a value of a type: the type's name in snake case, or `subject` if that is a keyword or taken.
pub(super) fn variable(ty: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let name = snake_case(ty);
    let is_word = syn::parse_str::<syn::Ident>(&name).is_ok();
    if is_word && !is_taken(&name) { name } else { "subject".to_owned() }
}

/// `RedBlackTree` becomes `red_black_tree`.
pub(super) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The names as the end of a `use` path: in braces, unless there is only one.
pub(super) fn braced(names: &[&str]) -> String {
    match names {
        [one] => (*one).to_owned(),
        names => format!("{{{}}}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_named_after_their_types() {
        assert_eq!(variable("RedBlackTree", |_| false), "red_black_tree");
        assert_eq!(variable("Tree", |name| name == "tree"), "subject");
        assert_eq!(variable("Mod", |_| false), "subject");
    }
}
