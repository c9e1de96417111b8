//! Text in XML and HTML.

/// Text for elements and attributes. Characters that XML does not allow, and others that do not print, are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Otherwise an attribute would have spaces instead.
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_an_element_or_an_attribute() {
        assert_eq!(escaped("a < b && c > \"d\""), "a &lt; b &amp;&amp; c &gt; &quot;d&quot;");
        assert_eq!(escaped("a\nb\tc\rd\0\u{1b}[2J]]>"), "a&#10;b&#9;c\u{fffd}d\u{fffd}\u{fffd}[2J]]&gt;");
    }
}
