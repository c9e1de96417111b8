//! Searches that are kept between runs.

use std::fmt::Write as _;

use glassbox_space::BigUint;

use super::deepen::{Deepened, Step};
use super::searched::Searched;
use crate::hidden::Traffic;
use crate::kept::{Part, fields, list};
use crate::result::{Bounds, SearchEnd};

impl Part for Deepened {
    const KIND: &'static str = "search";

    fn write(&self) -> Option<String> {
        let mut text = String::new();
        for Step { bounds, searched } in &self.steps {
            let Searched { transitions, covered, runs, audited, traffic, .. } = searched;
            let is_kept = matches!(searched.end, SearchEnd::Covered) && searched.left.is_none();
            // What one run leaves for another, and what others leave for it, is about states and not only about places.
            if !is_kept || searched.hidden.is_some() || !traffic.is_silent() || transitions != covered {
                return None;
            }
            let reads = traffic.read().iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            // Measurements are left out: they differ between computers and numbers of jobs.
            let numbers = format!("{transitions} {runs} {audited}");
            writeln!(text, "{bounds};{numbers};{};{reads}", traffic.uses_seed).ok()?;
        }
        (matches!(self.end, SearchEnd::Covered) && !self.steps.is_empty()).then_some(text)
    }

    fn read(text: &str) -> Option<Self> {
        let step = |line: &str| {
            let [bounds, numbers, uses_seed, reads] = fields(line, ';')?;
            let [transitions, runs, audited] = fields(numbers, ' ')?;
            let transitions: BigUint = transitions.parse().ok()?;
            let traffic = Traffic::silent(list::<u32>(reads)?, uses_seed.parse().ok()?);
            let searched = Searched {
                end: SearchEnd::Covered,
                covered: transitions.clone(),
                transitions,
                runs: runs.parse().ok()?,
                audited: audited.parse().ok()?,
                left: None,
                hidden: None,
                traffic,
                repeated: 0,
                peak_nodes: 0,
                is_continued: false,
            };
            Some(Step { bounds: Bounds::parse(bounds)?, searched })
        };
        let steps: Vec<Step> = text.lines().map(step).collect::<Option<_>>()?;
        (!steps.is_empty()).then_some(Self { steps, end: SearchEnd::Covered })
    }

    fn is_anywhere(&self) -> bool {
        self.steps.iter().all(|step| step.searched.traffic.read().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::trial;

    #[test]
    fn only_what_was_written_is_read() {
        trial::<Deepened>("height=1;21 3 0;false;\nheight=2;300 12 1;true;1048576,1048577\n");
    }
}
