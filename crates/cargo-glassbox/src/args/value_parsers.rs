//! Parsers of single values on the command line: bounds and times.

use std::time::Duration;

/// The largest bound that the code under check can be told: it takes larger ones for none.
const LARGEST_BOUND: u32 = i32::MAX as u32;

/// Parses `height=5`.
pub(super) fn parse_bound(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("write a name, `=` and a number: `height=5`")?;
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{value}` is not a number"));
    }
    let value = value.parse().ok().filter(|value| *value <= LARGEST_BOUND);
    Ok((name.to_owned(), value.ok_or_else(|| format!("the largest bound is {LARGEST_BOUND}"))?))
}

/// Parses `60s`.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| "write a number and a unit: `60s`".to_owned())?;
    match unit {
        "ms" => Ok(Duration::from_millis(number)),
        "" | "s" => Ok(Duration::from_secs(number)),
        "m" => Ok(Duration::from_secs(number.saturating_mul(60))),
        "h" => Ok(Duration::from_secs(number.saturating_mul(3600))),
        _ => Err(format!("`{unit}` is not a unit of time: write `ms`, `s`, `m` or `h`")),
    }
}
