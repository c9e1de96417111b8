//! JSON output. It is only written, never read, so this small module is enough.

use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// No value.
    Null,
    /// True or false.
    Bool(bool),
    /// A number, as digits: counts may be larger than any integer type.
    Number(String),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Json>),
    /// Named values, in this order.
    Object(Vec<(&'static str, Json)>),
    /// Named values whose names are data.
    Map(Vec<(String, Json)>),
}

impl Json {
    /// A number.
    #[expect(clippy::needless_pass_by_value, reason = "callers have numbers, not references to them")]
    pub fn number(number: impl ToString) -> Self {
        Self::Number(number.to_string())
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A value that may be missing.
    pub fn optional<T>(value: Option<T>, json: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Null, json)
    }

    /// A list with one value for each item.
    pub fn list<T>(items: impl IntoIterator<Item = T>, json: impl FnMut(T) -> Self) -> Self {
        Self::List(items.into_iter().map(json).collect())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(bool) => write!(f, "{bool}"),
            Self::Number(digits) => f.write_str(digits),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => write_all(f, ['[', ']'], items, |f, item| write!(f, "{item}")),
            Self::Object(fields) => write_all(f, ['{', '}'], fields, |f, (name, value)| write_field(f, name, value)),
            Self::Map(fields) => write_all(f, ['{', '}'], fields, |f, (name, value)| write_field(f, name, value)),
        }
    }
}

fn write_all<T>(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [char; 2],
    items: &[T],
    write_one: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write_one(f, item)?;
    }
    write!(f, "{close}")
}

fn write_field(f: &mut fmt::Formatter<'_>, name: &str, value: &Json) -> fmt::Result {
    write_text(f, name)?;
    write!(f, ":{value}")
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_fields_keep_their_order() {
        let json = Json::Object(vec![
            ("says", Json::text("\"a\\b\"\n\u{1}é")),
            ("n", Json::number(u128::MAX)),
            ("none", Json::optional(None::<u8>, Json::number)),
            ("all", Json::list([true, false], Json::Bool)),
            ("bounds", Json::Map(vec![("len".to_owned(), Json::number(3))])),
        ]);
        let expected = r#"{"says":"\"a\\b\"\n\u0001é","n":340282366920938463463374607431768211455,"none":null,"#
            .to_owned()
            + r#""all":[true,false],"bounds":{"len":3}}"#;
        assert_eq!(json.to_string(), expected);
    }
}
