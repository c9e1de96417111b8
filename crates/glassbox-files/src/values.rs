//! Parsers of single values on the command line and in `glassbox.toml`: bounds, times, sizes and shards.

use std::time::Duration;

use glassbox_abi::names;
use glassbox_engine::result::is_size;
use glassbox_engine::search::Shard;

/// The largest bound that the code under check can be told: it takes larger ones for none.
const LARGEST_BOUND: u32 = i32::MAX as u32;

/// Parses `height=5`.
pub fn parse_bound(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("write a name, `=` and a number: `height=5`")?;
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{value}` is not a number"));
    }
    let value = value.parse().ok().filter(|value| *value <= LARGEST_BOUND);
    Ok((name.to_owned(), value.ok_or_else(|| format!("the largest bound is {LARGEST_BOUND}"))?))
}

/// Whether nothing is left to check if this bound is 0.
pub fn leaves_nothing(name: &str) -> bool {
    is_size(name) || [names::OPERATIONS, names::STATES].contains(&name)
}

/// The longest time: some months.
const LONGEST: Duration = Duration::from_secs(10_000_000);

/// The most shards: more would be a mistake.
const MOST_SHARDS: usize = 10_000;

/// Parses `2/4`.
pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    let parsed = parsed.filter(|(index, of)| (1..=*of).contains(index) && *of <= MOST_SHARDS);
    let (index, of): (usize, usize) = parsed.ok_or("write the number of the shard and of all shards: `2/4`")?;
    Ok(Shard { index: index - 1, of })
}

/// Parses `60s`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    if number.is_empty() {
        return Err("write a number and a unit: `60s`".to_owned());
    }
    let milliseconds: u64 = match unit {
        "ms" => 1,
        "" | "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(format!("`{unit}` is not a unit of time: write `ms`, `s`, `m` or `h`")),
    };
    let time = number.parse().ok().and_then(|number: u64| number.checked_mul(milliseconds)).map(Duration::from_millis);
    time.filter(|time| *time <= LONGEST).ok_or_else(|| format!("`{text}` is too long"))
}

/// The least memory that checks can do anything with, in MiB.
const LEAST_MIB: u64 = 64;

/// Parses `4GiB`: a number of bytes.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let mebibytes = parse_mebibytes(text).ok_or("write a number and a unit: `512MiB` or `4GiB`")?;
    let bytes = (mebibytes >= LEAST_MIB).then(|| mebibytes.checked_mul(1 << 20)).flatten();
    let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
    bytes.ok_or_else(|| format!("`{text}` is no size from {LEAST_MIB}MiB on, or too large"))
}

/// Units of sizes, in MiB. `GB` is a power of two, as for the limits of containers and of systemd: a limit that
/// is 7 % smaller than meant would surprise, and no one measures memory in powers of ten.
const UNITS: [(&str, u64); 6] = [("M", 1), ("MB", 1), ("MiB", 1), ("G", 1024), ("GB", 1024), ("GiB", 1024)];

/// The number of MiB in `512MiB`, `512M` or `4GB`; one that is too large for any computer counts as the largest. None if it is no
/// size.
pub(crate) fn parse_mebibytes(text: &str) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let (_, unit) = UNITS.iter().find(|(name, _)| *name == unit).filter(|_| !number.is_empty())?;
    Some(number.parse().map_or(u64::MAX, |number: u64| number.saturating_mul(*unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_of_two() {
        for (text, bytes) in [
            ("64MiB", 64 << 20),
            ("512M", 512 << 20),
            ("512MB", 512 << 20),
            ("1G", 1 << 30),
            ("1GB", 1 << 30),
            ("1GiB", 1 << 30),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in
            ["", "1", "GiB", "1g", "1gb", "1KiB", "1TB", "1 GB", "-1G", "63M", "0G", "1.5G", "99999999999999999999G"]
        {
            assert!(parse_size(text).is_err(), "{text}");
        }
        assert!(parse_size("17179869184GiB").is_err(), "more than 2^64 bytes");
    }
}
