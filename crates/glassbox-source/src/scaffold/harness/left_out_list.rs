//! The list of methods that a harness does not call: a comment at the end of its module.

use super::layout::comment;
use super::settings::Rejected;

/// The first line of the list.
const TITLE: &str = "// Left out:";

/// The text of the list; each method is its signature and the reason.
pub(super) fn left_out_list(methods: &[(String, String)]) -> String {
    let entries = methods.iter().map(|(signature, why)| comment(&format!("- `{signature}`: {why}"), 2));
    format!("{TITLE}\n{}", entries.collect::<String>())
}

/// Number of methods in the list of the exploration whose name is on this line, from 1. Methods that do not exist with the
/// features of the build are not counted.
pub fn n_left_out(text: &str, line: usize) -> usize {
    let module = text.lines().skip(line.saturating_sub(1)).take_while(|line| *line != "}");
    let list =
        module.map(str::trim).skip_while(|line| *line != TITLE).skip(1).take_while(|line| line.starts_with("//"));
    let mut entries: Vec<String> = Vec::new();
    for line in list {
        match (line.strip_prefix("// - `"), entries.last_mut()) {
            (Some(entry), _) => entries.push(entry.to_owned()),
            (None, Some(entry)) => *entry = format!("{entry} {}", line.trim_start_matches('/').trim()),
            (None, None) => {}
        }
    }
    entries.iter().filter(|entry| !entry.ends_with(Rejected::ABSENT)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let long = "a ".repeat(100);
        let methods = [("fn a()", long.as_str()), ("fn b()", Rejected::ABSENT), ("fn c()", "it is `unsafe`")];
        let methods = methods.map(|(signature, why)| (signature.to_owned(), why.to_owned()));
        let list = left_out_list(&methods).replace("//", "    //");
        let text = format!(
            "mod x {{\n}}\nmod y {{\n    fn z() {{}}\n\n{list}}}\nmod z {{\n    // Left out:\n    // - `d`: e\n}}\n"
        );
        assert_eq!((n_left_out(&text, 1), n_left_out(&text, 3)), (0, 2));
    }
}
