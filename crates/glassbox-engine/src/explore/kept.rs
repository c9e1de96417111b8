//! Explorations that are kept between runs.

use super::levels::Explored;
use crate::kept::{Part, fields, list, optional};
use crate::result::{Bounds, SearchEnd};

impl Part for Explored {
    const KIND: &'static str = "exploration";

    fn write(&self) -> Option<String> {
        let Self { bounds, states, transitions, operations, is_complete, levels, has_elements, .. } = self;
        let Self { has_one_seed, hashes, n_meant_panics, others, never, layouts, .. } = self;
        // A name with a comma in it could not be read again.
        if !matches!(self.end, SearchEnd::Covered) || never.iter().any(|name| name.contains([',', '\n', ';'])) {
            return None;
        }
        let numbers = format!("{states} {transitions} {operations} {n_meant_panics} {layouts}");
        let truths = format!("{is_complete} {has_elements} {has_one_seed}");
        let (hashes, others) = (optional(hashes.as_ref()), optional(others.as_ref()));
        let levels = levels.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        Some(format!("{bounds};{numbers};{truths};{hashes} {others};{levels};{}\n", never.join(",")))
    }

    fn read(text: &str) -> Option<Self> {
        let [bounds, numbers, truths, maybe, levels, never] = fields(text.strip_suffix('\n')?, ';')?;
        let [states, transitions, operations, n_meant_panics, layouts] = fields(numbers, ' ')?;
        let [is_complete, has_elements, has_one_seed] = fields(truths, ' ')?;
        let [hashes, others] = fields(maybe, ' ')?;
        Some(Self {
            end: SearchEnd::Covered,
            bounds: Bounds::parse(bounds)?,
            states: states.parse().ok()?,
            transitions: transitions.parse().ok()?,
            operations: operations.parse().ok()?,
            is_complete: is_complete.parse().ok()?,
            levels: list(levels)?,
            has_elements: has_elements.parse().ok()?,
            has_one_seed: has_one_seed.parse().ok()?,
            hashes: if hashes == "-" { None } else { Some(hashes.parse().ok()?) },
            n_meant_panics: n_meant_panics.parse().ok()?,
            others: if others == "-" { None } else { Some(others.parse().ok()?) },
            never: never.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            layouts: layouts.parse().ok()?,
            is_continued: false,
        })
    }

    /// Digests of code leave out where a panic happens. A run that may panic might look at it.
    fn is_anywhere(&self) -> bool {
        self.n_meant_panics == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        trial::<Explored>("operations=3;10 71 3 0 1;true false false;- 12;1,3,6;clear,pop\n");
    }
}
