//! Text to contents. Whatever the command would not have written is refused.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{Item, TableLike, Value};

use super::assumption::LockedAssumption;
use super::model::{CheckName, END, Lock, Operations, Proof, Reach, VERSION, WITHOUT_OPERATIONS};
use super::problem::LockProblem;
use crate::toml_lines::{Located, TomlText};

type Parsed<T> = Result<T, Located<LockProblem>>;

/// The contents of a `glassbox.lock`.
pub fn parse(text: &str) -> Parsed<Lock> {
    let toml = TomlText::parse(text).map_err(|at| Located { line: at.line, problem: at.problem.into() })?;
    let root = Section { toml: &toml, table: toml.root(), line: 1 };
    // Another version may have other keys.
    let version = root.version()?;
    let keys: &[&str] = &["version", "assumptions", "check", "type"];
    root.refuse_others(if version == WITHOUT_OPERATIONS { &keys[..3] } else { keys })?;
    if text.lines().next_back() != Some(END) {
        return Err(Located { line: text.lines().count().max(1), problem: LockProblem::NoEnd });
    }
    let common = root.assumptions()?;
    let mut checks = BTreeMap::new();
    for table in root.tables("check", "a list `[[check]]`")? {
        table.refuse_others(&["package", "path", "bounds", "functions", "assumptions"])?;
        let name = table.name()?;
        let mut assumptions = table.assumptions()?;
        assumptions.extend(common.iter().cloned());
        let proof = Proof { bounds: table.bounds()?, assumptions, functions: table.names("functions")? };
        table.insert(&mut checks, name, proof)?;
    }
    let mut types = BTreeMap::new();
    for table in root.tables("type", "a list `[[type]]`")? {
        table.refuse_others(&["package", "path", "checked", "unchecked"])?;
        let operations = Operations { checked: table.names("checked")?, unchecked: table.names("unchecked")? };
        table.insert(&mut types, table.name()?, operations)?;
    }
    Ok(Lock { checks, types: (version != WITHOUT_OPERATIONS).then_some(types) })
}

/// A table of the file.
struct Section<'a> {
    toml: &'a TomlText<'a>,
    table: &'a dyn TableLike,
    line: usize,
}

impl<'a> Section<'a> {
    fn problem(&self, key: &str, problem: LockProblem) -> Located<LockProblem> {
        Located { line: self.toml.key_line(self.table, key), problem }
    }

    fn wrong_type(&self, key: &str, wanted: &'static str) -> Located<LockProblem> {
        self.problem(key, LockProblem::WrongType { key: key.to_owned(), wanted })
    }

    /// Inserts an entry, unless there is one with the same name.
    fn insert<T>(&self, all: &mut BTreeMap<CheckName, T>, name: CheckName, entry: T) -> Parsed<()> {
        match all.insert(name.clone(), entry) {
            Some(_) => {
                let problem = LockProblem::Twice { package: name.package, path: name.path };
                Err(Located { line: self.line, problem })
            }
            None => Ok(()),
        }
    }

    fn version(&self) -> Parsed<i64> {
        let Some(item) = self.table.get("version") else {
            return Err(Located { line: self.line, problem: LockProblem::NoVersion });
        };
        match item.as_integer() {
            Some(version @ WITHOUT_OPERATIONS..=VERSION) => Ok(version),
            Some(version) if version > VERSION => {
                Err(self.problem("version", LockProblem::Newer { version, known: VERSION }))
            }
            _ => Err(self.wrong_type("version", "1 or 2")),
        }
    }

    fn refuse_others(&self, known: &[&str]) -> Parsed<()> {
        match self.table.iter().find(|(key, _)| !known.contains(key)) {
            Some((key, _)) => Err(self.problem(key, LockProblem::UnknownKey { key: key.to_owned() })),
            None => Ok(()),
        }
    }

    fn tables(&self, key: &str, wanted: &'static str) -> Parsed<Vec<Self>> {
        let Some(item) = self.table.get(key) else { return Ok(Vec::new()) };
        let tables = item.as_array_of_tables().ok_or_else(|| self.wrong_type(key, wanted))?;
        let table = |table: &'a toml_edit::Table| Self { toml: self.toml, table, line: self.toml.line(table.span()) };
        Ok(tables.iter().map(table).collect())
    }

    fn text(&self, key: &'static str) -> Parsed<String> {
        let Some(item) = self.table.get(key) else {
            return Err(Located { line: self.line, problem: LockProblem::Missing { key } });
        };
        item.as_str().map(str::to_owned).ok_or_else(|| self.wrong_type(key, "a text"))
    }

    /// The name of a check or a type.
    fn name(&self) -> Parsed<CheckName> {
        Ok(CheckName { package: self.text("package")?, path: self.text("path")? })
    }

    /// The texts of a list.
    fn names(&self, key: &str) -> Parsed<BTreeSet<String>> {
        Ok(self.texts(key)?.into_iter().map(|(_, text)| text).collect())
    }

    /// The texts of a list, with their lines.
    fn texts(&self, key: &str) -> Parsed<Vec<(usize, String)>> {
        let Some(item) = self.table.get(key) else { return Ok(Vec::new()) };
        let wanted = "a list of texts";
        let values = item.as_array().ok_or_else(|| self.wrong_type(key, wanted))?;
        let text = |value: &Value| match value.as_str() {
            Some(text) => Ok((self.toml.line(value.span()), text.to_owned())),
            None => Err(self.wrong_type(key, wanted)),
        };
        values.iter().map(text).collect()
    }

    fn assumptions(&self) -> Parsed<BTreeSet<LockedAssumption>> {
        let assumption = |(line, text): (usize, String)| {
            LockedAssumption::parse(&text).ok_or(Located { line, problem: LockProblem::Assumption { text } })
        };
        self.texts("assumptions")?.into_iter().map(assumption).collect()
    }

    fn bounds(&self) -> Parsed<BTreeMap<String, Reach>> {
        let Some(item) = self.table.get("bounds") else { return Ok(BTreeMap::new()) };
        let bounds = item.as_table_like().ok_or_else(|| self.wrong_type("bounds", "a table"))?;
        let bound = |(name, item): (&str, &Item)| {
            let number = item.as_integer().and_then(|number| u32::try_from(number).ok()).map(Reach::UpTo);
            let reach = number.or_else(|| (item.as_str() == Some(Reach::ANY)).then_some(Reach::Any));
            let key = name.to_owned();
            let reach = reach.ok_or_else(|| Located {
                line: self.toml.key_line(bounds, name),
                problem: LockProblem::WrongType { key: key.clone(), wanted: "a number or `\"any\"`" },
            })?;
            Ok((key, reach))
        };
        bounds.iter().map(bound).collect()
    }
}

#[cfg(test)]
mod tests {
    use glassbox_engine::result::AssumptionCode;

    use super::super::print::print;
    use super::*;

    /// All subsets of these.
    fn subsets<T: Clone>(all: &[T]) -> Vec<Vec<T>> {
        let chosen = |bits: usize| {
            let is_in = |index: usize| bits & (1 << index) != 0;
            all.iter().enumerate().filter(|(index, _)| is_in(*index)).map(|(_, it)| it.clone()).collect()
        };
        (0..1 << all.len()).map(chosen).collect()
    }

    fn proofs() -> Vec<Proof> {
        let bounds = [("height".to_owned(), Reach::UpTo(0)), ("odd name\"".to_owned(), Reach::Any)];
        let assumptions = ["address-width", "one-value: a\"b\\c: \u{1}é", "dropped-up-to: len=2"];
        let assumptions = assumptions.map(|text| LockedAssumption::parse(text).unwrap());
        let functions = ["push".to_owned(), "r#\n\u{7f}\u{85}".to_owned()];
        let mut proofs = Vec::new();
        for bounds in subsets(&bounds) {
            for assumptions in subsets(&assumptions) {
                for functions in subsets(&functions) {
                    proofs.push(Proof {
                        bounds: bounds.iter().cloned().collect(),
                        assumptions: assumptions.iter().cloned().collect(),
                        functions: functions.into_iter().collect(),
                    });
                }
            }
        }
        proofs
    }

    fn name(path: &str) -> CheckName {
        CheckName { package: "p-1".to_owned(), path: path.to_owned() }
    }

    #[test]
    fn text_and_contents_are_inverse() {
        assert_eq!(parse(&print(&Lock::default())), Ok(Lock::default()));
        let proofs = proofs();
        for first in &proofs {
            let one = Lock { checks: [(name("a::b"), first.clone())].into(), types: None };
            assert_eq!(parse(&print(&one)).as_ref(), Ok(&one), "{}", print(&one));
            for second in proofs.iter().step_by(7) {
                let checks = [(name("a::b"), first.clone()), (name("\u{85}::'"), second.clone())];
                let two = Lock { checks: checks.into(), types: None };
                assert_eq!(parse(&print(&two)).as_ref(), Ok(&two), "{}", print(&two));
            }
        }
    }

    #[test]
    fn operations_are_written_and_read() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let operations = Operations { checked: set(&["pop", "push"]), unchecked: set(&["peek\n"]) };
        let types = [(name("a::T"), operations), (name("a::U"), Operations::default())];
        for types in [None, Some(BTreeMap::new()), Some(types.into())] {
            let lock = Lock { checks: [(name("a"), Proof::default())].into(), types };
            assert_eq!(parse(&print(&lock)), Ok(lock));
        }
    }

    #[test]
    fn every_code_can_be_written_and_read() {
        let all = AssumptionCode::ALL.iter().filter_map(|code| LockedAssumption::parse(code.as_str()));
        let proof = Proof { assumptions: all.collect(), ..Proof::default() };
        let lock = Lock { checks: [(name("a"), proof)].into(), types: None };
        assert_eq!(parse(&print(&lock)), Ok(lock));
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        let check = "version = 1\n[[check]]\npackage = 'p'\npath = 'p::a'\n";
        for (text, line, words) in [
            (String::new(), 1, "there is no `version`"),
            ("# nothing\n".into(), 1, "there is no `version`"),
            ("version = 3\nnews = true".into(), 1, "version 3 of the format is newer"),
            ("version = 1\n[[type]]\npackage = 'p'\npath = 'a'".into(), 2, "`type` does not belong here"),
            ("version = 2\n[type]".into(), 2, "`type` must be a list"),
            ("version = 2\n[[type]]\npackage = 'p'".into(), 2, "`path` is missing"),
            ("version = 2\n[[type]]\npackage = 'p'\npath = 'a'\nchecked = 1".into(), 5, "must be a list of texts"),
            ("version = 2\n[[type]]\npackage = 'p'\npath = 'a'\noperations = []".into(), 5, "does not belong here"),
            (format!("version = 2{0}{0}", "\n[[type]]\npackage = 'p'\npath = 'a'"), 5, "comes twice"),
            ("version = 0".into(), 1, "`version` must be 1"),
            ("version = '1'".into(), 1, "`version` must be 1"),
            ("version = 1\nversion = 1".into(), 2, "duplicate key"),
            ("version = 1\nchecks = []".into(), 2, "`checks` does not belong here"),
            ("version = 1\ncheck = 3".into(), 2, "`check` must be a list"),
            ("version = 1\n[check]".into(), 2, "`check` must be a list"),
            ("version = 1\nassumptions = 'x'".into(), 2, "must be a list of texts"),
            ("version = 1\nassumptions = [\n  1]".into(), 2, "must be a list of texts"),
            ("version = 1\nassumptions = [\n  'x']".into(), 3, "`x` is no assumption"),
            ("version = 1\n\n[[check]]\npath = 'a'".into(), 3, "`package` is missing"),
            ("version = 1\n[[check]]\npackage = 'p'".into(), 2, "`path` is missing"),
            ("version = 1\n[[check]]\npackage = 1\npath = 'a'".into(), 3, "`package` must be a text"),
            (format!("{check}bounds = 3"), 5, "`bounds` must be a table"),
            (format!("{check}bounds = {{ height = -1 }}"), 5, "`height` must be a number or"),
            (format!("{check}bounds = {{ height = 'all' }}"), 5, "`height` must be a number or"),
            (format!("{check}bounds = {{ height = 4294967296 }}"), 5, "`height` must be a number or"),
            (format!("{check}bounds = {{ height = 1, height = 2 }}"), 5, "duplicate key"),
            (format!("{check}verdict = 'holds'"), 5, "`verdict` does not belong here"),
            (format!("{check}functions = [['x']]"), 5, "must be a list of texts"),
            (format!("{check}{}", check.trim_start_matches("version = 1\n")), 5, "comes twice"),
            (format!("{check}<<<<<<< HEAD\n"), 5, "merge conflict"),
        ] {
            let problem = parse(&format!("{text}\n{END}\n")).unwrap_err();
            assert_eq!(problem.line, line, "{text}: {problem:?}");
            assert!(problem.problem.to_string().contains(words), "{text}: {}", problem.problem);
            assert!(!problem.problem.help().is_empty(), "{text}");
        }
    }

    #[test]
    fn a_part_of_a_lock_is_no_lock() {
        let proofs = proofs().into_iter().step_by(9).enumerate();
        let lock = Lock { checks: proofs.map(|(n, proof)| (name(&n.to_string()), proof)).collect(), types: None };
        let text = print(&lock);
        let text = text.trim_end();
        assert_eq!(parse(text), Ok(lock));
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert!(parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
    }
}
