//! Settings as the text of a `glassbox.toml`: plain, with one setting per line.

use std::fmt::Write as _;

use glassbox_files::settings::{Placed, PlacedBound, Settings};

/// The text of some settings.
pub(super) fn write(settings: &Settings) -> String {
    let mut text = String::new();
    let Settings { budget, memory, jobs, slow_after, bounds, limits, checks } = settings;
    line(&mut text, "budget", budget.as_ref().map(|budget| format!("{}ms", budget.value.as_millis())));
    line(&mut text, "memory", memory.as_ref().map(|memory| format!("{}MiB", memory.value >> 20)));
    line(&mut text, "slow-after", slow_after.as_ref().map(|time| format!("{}ms", time.value.as_millis())));
    if let Some(Placed { value, .. }) = jobs {
        let _ = writeln!(text, "jobs = {value}");
    }
    text += "[limits]\n";
    for limit in limits {
        line(&mut text, limit.value.name(), Some(limit.text.clone()));
    }
    text += "[bounds]\n";
    for bound in bounds {
        write_bound(&mut text, bound);
    }
    for check in checks {
        let _ = writeln!(text, "[check.{}.bounds]", quoted(&check.text));
        for bound in &check.bounds {
            write_bound(&mut text, bound);
        }
    }
    text
}

fn line(text: &mut String, key: &str, value: Option<String>) {
    if let Some(value) = value {
        let _ = writeln!(text, "{key} = {}", quoted(&value));
    }
}

fn write_bound(text: &mut String, bound: &PlacedBound) {
    let _ = writeln!(text, "{} = {}", quoted(&bound.name), bound.value);
}

/// A text of TOML in which every character that is not plain has a number.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-*:=. ".contains(c);
    let escaped = |c: char| if plain(c) { c.to_string() } else { format!("\\U{:08x}", u32::from(c)) };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}
