//! Words for bounds.

use glassbox_engine::result::Bounds;

/// Sizes in a sentence: `height 3, len 2`.
pub fn bounds(bounds: &Bounds) -> String {
    let bounds: Vec<String> = bounds.sizes().map(|(name, value)| format!("{name} {value}")).collect();
    if bounds.is_empty() { "the only size".to_owned() } else { bounds.join(", ") }
}
