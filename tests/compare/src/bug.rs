//! The bugs: twenty of published crates, and mutants of our subjects.

use std::fs;
use std::path::Path;

use crate::command::repository;
use crate::damage::damage;
use crate::mutant::Mutant;
use crate::rows::{ROWS, Row};
use crate::specification::is_specification_file;

/// A bug.
#[derive(Debug)]
pub(crate) struct Bug {
    /// Name in the table.
    pub(crate) name: String,
    pub(crate) origin: Origin,
}

/// Where a bug comes from.
#[derive(Debug)]
pub(crate) enum Origin {
    /// A version of a crate, from the benchmark in `tests/corpus`.
    Published(&'static Row, &'static str),
    /// A mutant of a subject.
    Mutant(Mutant),
}

/// The chosen mutants: package, file, number among those of the same name, and name.
const CHOSEN: &str = include_str!("../mutants.tsv");

/// All bugs of the table.
pub(crate) fn bugs() -> Result<Vec<Bug>, String> {
    let benchmark = ROWS.iter().filter(|row| !row.is_further && !row.is_unfixed());
    let published =
        benchmark.map(|row| Ok(Bug { name: row.name.to_owned(), origin: Origin::Published(row, row.buggy) }));
    published.chain(CHOSEN.lines().map(chosen)).collect()
}

/// The published crates without their bugs: whatever a tool finds there is another bug, or a wrong harness.
pub(crate) fn fixed() -> Vec<Bug> {
    let benchmark = ROWS.iter().filter(|row| !row.is_further && !row.is_unfixed());
    let fixed = |row: &'static Row| Bug {
        name: format!("{} {}", row.name, row.fixed),
        origin: Origin::Published(row, row.fixed),
    };
    benchmark.map(fixed).collect()
}

/// A mutant from its line.
fn chosen(line: &str) -> Result<Bug, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [package, file, number, name] = fields[..] else { return Err(format!("mutants.tsv: `{line}`")) };
    let number: usize = number.parse().map_err(|_| format!("mutants.tsv: `{line}`"))?;
    let mutant = mutants_of(package)?.into_iter().filter(|it| it.file == file && it.name == name).nth(number);
    let mutant =
        mutant.ok_or_else(|| format!("mutants.tsv: no such mutant: `{line}`; choose others with --choose-mutants"))?;
    Ok(Bug { name: format!("{package}: {name}"), origin: Origin::Mutant(mutant) })
}

/// The line of a mutant in `mutants.tsv`.
pub(crate) fn line_of(mutant: &Mutant) -> Result<String, String> {
    let Mutant { package, file, name, .. } = mutant;
    let same = mutants_of(package)?.into_iter().filter(|it| it.file == *file && it.name == *name);
    let number = same.take_while(|it| it.range != mutant.range).count();
    Ok(format!("{package}\t{file}\t{number}\t{name}"))
}

/// All mutants of a subject.
pub(crate) fn mutants_of(package: &str) -> Result<Vec<Mutant>, String> {
    let mut mutants = Vec::new();
    for file in files(package)?.iter().filter(|file| !is_specification_file(file)) {
        mutants.extend(damage(package, file, &source(package, file)?)?);
    }
    Ok(mutants)
}

/// The subjects that have an exploration beside a model.
pub(crate) fn subjects() -> Result<Vec<String>, String> {
    names(&repository().join("tests/wrong-pass/beside"))
        .map(|names| names.iter().map(|name| name.trim_end_matches(".rs").to_owned()).collect())
}

/// Source files of a subject, from its folder.
pub(crate) fn files(package: &str) -> Result<Vec<String>, String> {
    let names = names(&repository().join("subjects").join(package).join("src"))?;
    let is_source = |name: &&String| Path::new(name).extension().is_some_and(|extension| extension == "rs");
    Ok(names.iter().filter(is_source).map(|name| format!("src/{name}")).collect())
}

/// A source file of a subject.
pub(crate) fn source(package: &str, file: &str) -> Result<String, String> {
    read(&repository().join("subjects").join(package).join(file))
}

impl Bug {
    /// The file with the exploration.
    pub(crate) fn harness(&self) -> Result<String, String> {
        let folder = repository().join("tests");
        read(&match &self.origin {
            Origin::Published(row, _) => folder.join(format!("corpus/harnesses/{}.rs", row.harness)),
            Origin::Mutant(mutant) => folder.join(format!("wrong-pass/beside/{}.rs", mutant.package)),
        })
    }

    /// Functions of the harness that a native program needs otherwise.
    pub(crate) fn replaced(&self) -> Option<String> {
        let Origin::Published(row, _) = &self.origin else { return None };
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("natively/{}.rs", row.harness))).ok()
    }

    /// Name of the folder of its packages.
    pub(crate) fn folder(&self) -> String {
        match &self.origin {
            Origin::Published(row, version) if *version == row.buggy => row.name.to_owned(),
            Origin::Published(row, version) => format!("{}-{version}", row.name).replace('.', "-"),
            Origin::Mutant(mutant) => {
                let Mutant { package, range, replacement, .. } = mutant;
                format!("{package}-{}-{}-{}", range.start, range.end, replacement.len())
            }
        }
    }
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Names of the files of a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Harness;

    #[test]
    fn there_are_twenty_published_bugs_and_each_mutant_exists() {
        let bugs = bugs().expect("all mutants exist");
        let n_published = bugs.iter().filter(|bug| matches!(bug.origin, Origin::Published(..))).count();
        assert_eq!(n_published, 20);
        let mut names: Vec<&str> = bugs.iter().map(|bug| bug.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), bugs.len(), "two bugs have the same name");
    }

    #[test]
    fn every_harness_can_be_read() {
        for bug in bugs().expect("all mutants exist") {
            let source = bug.harness().expect("there is a harness");
            let harness = Harness::read(&source, bug.replaced().as_deref());
            assert!(harness.is_ok(), "{}: {harness:?}", bug.name);
        }
    }

    #[test]
    fn a_mutant_is_found_by_its_line() {
        let mutants = mutants_of("stack").expect("a subject");
        for mutant in mutants.iter().take(5) {
            let line = line_of(mutant).expect("a line");
            let Origin::Mutant(found) = chosen(&line).expect("it exists").origin else { panic!("it is a mutant") };
            assert_eq!(found, *mutant);
        }
    }
}
