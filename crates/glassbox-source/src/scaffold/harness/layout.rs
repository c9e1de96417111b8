//! Comments and indentation in generated code.

/// Maximal length of lines of code and comments.
pub(super) const WIDTH: usize = 100;

/// A comment, wrapped. All lines but the first are indented by `hanging` spaces.
pub(super) fn comment(text: &str, hanging: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is at least one line");
        if line.is_empty() || line.trim().is_empty() {
            line.push_str(word);
        } else if line.len() + word.len() + 8 > WIDTH {
            lines.push(" ".repeat(hanging) + word);
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.iter().flat_map(|line| ["// ", line.as_str(), "\n"]).collect()
}

/// The text with each line indented by one level.
pub(super) fn indented(text: &str) -> String {
    let indent = |line| if line == "\n" { "" } else { "    " };
    text.split_inclusive('\n')
        .flat_map(|line| [indent(line), line])
        .chain((!text.ends_with('\n')).then_some("\n"))
        .collect()
}
