//! Reached states that are kept between runs.

use super::{Reachable, ReachedStates};
use crate::kept::{Part, fields, optional};
use crate::result::Bounds;

impl Part for Reachable {
    const KIND: &'static str = "reached";

    fn write(&self) -> Option<String> {
        let Self::Reached(ReachedStates { states, all_up_to, is_complete, unjudged, found }) = self else {
            return None;
        };
        let all_up_to = optional(all_up_to.as_ref());
        // With more memory, larger states might be judged.
        (found.is_empty() && *unjudged == 0).then(|| format!("{states} {is_complete} {all_up_to}\n"))
    }

    fn read(text: &str) -> Option<Self> {
        let [states, is_complete, all_up_to] = fields(text.strip_suffix('\n')?, ' ')?;
        Some(Self::Reached(ReachedStates {
            states: states.parse().ok()?,
            all_up_to: if all_up_to == "-" { None } else { Some(Bounds::parse(all_up_to)?) },
            is_complete: is_complete.parse().ok()?,
            unjudged: 0,
            found: Vec::new(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        trial::<Reachable>("15 true height=2\n");
        trial::<Reachable>("15 false -\n");
    }
}
