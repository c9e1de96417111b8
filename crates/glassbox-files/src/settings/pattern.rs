//! Names of checks in `glassbox.toml`: a path, or the beginning of paths and `*`.

/// A name of checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The check with this path.
    Path(String),
    /// All checks whose paths begin with this text.
    Prefix(String),
}

impl Pattern {
    /// The pattern that a text means. None if the text is empty, or has a `*` before its end.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (text, is_prefix) = text.strip_suffix('*').map_or((text, false), |prefix| (prefix, true));
        if text.contains('*') || (text.is_empty() && !is_prefix) {
            return None;
        }
        Some(if is_prefix { Self::Prefix(text.to_owned()) } else { Self::Path(text.to_owned()) })
    }

    /// Whether it means this check.
    pub fn matches(&self, path: &str) -> bool {
        match self {
            Self::Path(own) => own == path,
            Self::Prefix(prefix) => path.starts_with(prefix),
        }
    }

    /// Whether it can mean a check of this crate.
    pub fn may_be_in(&self, name: &str) -> bool {
        let (Self::Path(text) | Self::Prefix(text)) = self;
        match (text.split_once("::"), self) {
            (Some((first, _)), _) => first == name,
            (None, Self::Prefix(prefix)) => name.starts_with(prefix),
            (None, Self::Path(_)) => false,
        }
    }

    /// Order in which patterns apply: the later one counts. A path is more specific than every beginning.
    pub(crate) fn rank(&self) -> (bool, usize) {
        match self {
            Self::Prefix(prefix) => (false, prefix.len()),
            Self::Path(path) => (true, path.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_at_the_end() {
        for text in ["", "*a", "a*b", "**", "a::*::b"] {
            assert_eq!(Pattern::parse(text), None, "{text}");
        }
        assert_eq!(Pattern::parse("a::b"), Some(Pattern::Path("a::b".into())));
        assert_eq!(Pattern::parse("a::*"), Some(Pattern::Prefix("a::".into())));
        assert_eq!(Pattern::parse("*"), Some(Pattern::Prefix(String::new())));
    }

    #[test]
    fn a_pattern_means_paths_and_crates() {
        let pattern = |text| Pattern::parse(text).unwrap();
        assert!(pattern("a::b").matches("a::b") && !pattern("a::b").matches("a::bc"));
        assert!(pattern("a::b*").matches("a::bc") && !pattern("a::b*").matches("a::c"));
        assert!(pattern("a::b").may_be_in("a") && !pattern("a::b").may_be_in("ab"));
        assert!(pattern("a*").may_be_in("ab") && !pattern("a*").may_be_in("b") && !pattern("a").may_be_in("a"));
        assert!(pattern("a::bcdef*").rank() < pattern("a::b").rank());
    }
}
