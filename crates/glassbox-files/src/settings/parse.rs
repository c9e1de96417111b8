//! Text to settings. Values are parsed as those of the flags with the same names.

use std::num::NonZeroUsize;
use std::time::Duration;

use toml_edit::{Item, TableLike};

use super::model::{CheckSettings, Placed, PlacedBound, Settings};
use super::pattern::Pattern;
use super::problem::ConfigProblem;
use crate::run_limits::Limit;
use crate::toml_lines::{Located, TomlText, type_name};
use crate::values::{leaves_nothing, parse_bound, parse_size, parse_time};

/// The settings of a file.
const KEYS: [&str; 7] = ["budget", "memory", "jobs", "slow-after", "bounds", "limits", "check"];

/// The settings of a check.
const KEYS_OF_CHECK: [&str; 1] = ["bounds"];

type Parsed<T> = Result<T, Located<ConfigProblem>>;

/// The settings in the text of a `glassbox.toml`.
pub fn parse(text: &str) -> Parsed<Settings> {
    let toml = TomlText::parse(text).map_err(|at| Located { line: at.line, problem: at.problem.into() })?;
    let root = Section { toml: &toml, table: toml.root(), name: String::new() };
    root.refuse_others(&KEYS)?;
    let mut checks = Vec::new();
    if let Some(table) = root.table("check")? {
        for (text, _) in table.table.iter() {
            checks.push(check(&table, text)?);
        }
    }
    checks.sort_by_key(|checks| checks.pattern.rank());
    Ok(Settings {
        budget: root.time("budget")?,
        memory: root.text("memory", "a text, such as `\"4GiB\"`", parse_size)?,
        jobs: root.jobs()?,
        slow_after: root.time("slow-after")?,
        bounds: root.bounds()?,
        limits: root.limits()?,
        checks,
    })
}

fn check(all: &Section<'_>, text: &str) -> Parsed<CheckSettings> {
    let line = all.line(text);
    let pattern = Pattern::parse(text);
    let pattern =
        pattern.ok_or_else(|| Located { line, problem: ConfigProblem::NoPattern { text: text.to_owned() } })?;
    let Some(own) = all.table(text)? else {
        return Err(Located { line, problem: ConfigProblem::NoPattern { text: text.to_owned() } });
    };
    own.refuse_others(&KEYS_OF_CHECK)?;
    Ok(CheckSettings { pattern, text: text.to_owned(), line, bounds: own.bounds()? })
}

/// A table of the file.
struct Section<'a> {
    toml: &'a TomlText<'a>,
    table: &'a dyn TableLike,
    /// Its name, with a point behind it; empty for the whole file.
    name: String,
}

impl Section<'_> {
    fn line(&self, key: &str) -> usize {
        self.toml.key_line(self.table, key)
    }

    fn problem(&self, key: &str, problem: ConfigProblem) -> Located<ConfigProblem> {
        Located { line: self.line(key), problem }
    }

    fn wrong_type(&self, key: &str, wanted: &'static str, item: &Item) -> Located<ConfigProblem> {
        let found = type_name(item);
        self.problem(key, ConfigProblem::WrongType { key: format!("{}{key}", self.name), wanted, found })
    }

    fn wrong_value(&self, key: &str, message: String) -> Located<ConfigProblem> {
        self.problem(key, ConfigProblem::Value { key: format!("{}{key}", self.name), message })
    }

    fn refuse_others(&self, known: &'static [&'static str]) -> Parsed<()> {
        match self.table.iter().find(|(key, _)| !known.contains(key)) {
            Some((key, _)) => {
                let problem = ConfigProblem::UnknownKey { key: format!("{}{key}", self.name), known };
                Err(self.problem(key, problem))
            }
            None => Ok(()),
        }
    }

    fn table(&self, key: &str) -> Parsed<Option<Self>> {
        let Some(item) = self.table.get(key) else { return Ok(None) };
        let table = item.as_table_like().ok_or_else(|| self.wrong_type(key, "a table", item))?;
        Ok(Some(Self { toml: self.toml, table, name: format!("{}{key}.", self.name) }))
    }

    fn text<T>(
        &self,
        key: &str,
        wanted: &'static str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Parsed<Option<Placed<T>>> {
        let Some(item) = self.table.get(key) else { return Ok(None) };
        let text = item.as_str().ok_or_else(|| self.wrong_type(key, wanted, item))?;
        let value = parse(text).map_err(|message| self.wrong_value(key, message))?;
        Ok(Some(Placed { value, text: text.to_owned(), line: self.line(key) }))
    }

    fn time(&self, key: &str) -> Parsed<Option<Placed<Duration>>> {
        self.text(key, "a text, such as `\"60s\"`", parse_time)
    }

    fn jobs(&self) -> Parsed<Option<Placed<NonZeroUsize>>> {
        let Some(item) = self.table.get("jobs") else { return Ok(None) };
        let number = item.as_integer().ok_or_else(|| self.wrong_type("jobs", "a number", item))?;
        let value = usize::try_from(number).ok().and_then(NonZeroUsize::new);
        let value = value.ok_or_else(|| self.wrong_value("jobs", format!("`{number}` is no number from 1 on")))?;
        Ok(Some(Placed { value, text: number.to_string(), line: self.line("jobs") }))
    }

    fn bounds(&self) -> Parsed<Vec<PlacedBound>> {
        let Some(table) = self.table("bounds")? else { return Ok(Vec::new()) };
        let bound = |(key, item): (&str, &Item)| {
            let number = item.as_integer().ok_or_else(|| table.wrong_type(key, "a number", item))?;
            let (name, value) =
                parse_bound(&format!("{key}={number}")).map_err(|message| table.wrong_value(key, message))?;
            if value == 0 && leaves_nothing(&name) {
                return Err(table.problem(key, ConfigProblem::NoSize { name }));
            }
            Ok(PlacedBound { name, value, line: table.line(key) })
        };
        table.table.iter().map(bound).collect()
    }

    fn limits(&self) -> Parsed<Vec<Placed<Limit>>> {
        let Some(table) = self.table("limits")? else { return Ok(Vec::new()) };
        table.refuse_others(&Limit::NAMES)?;
        let limit = |(key, item): (&str, &Item)| {
            let text = item.as_integer().map(|number| number.to_string());
            let text = text.or_else(|| item.as_str().map(str::to_owned));
            let wanted = "a number, or a text such as `\"256MiB\"`";
            let text = text.ok_or_else(|| table.wrong_type(key, wanted, item))?;
            let value = Limit::parse(&format!("{key}={text}")).map_err(|message| table.wrong_value(key, message))?;
            Ok(Placed { value, text, line: table.line(key) })
        };
        table.table.iter().map(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use glassbox_engine::result::Bounds;

    use super::*;

    const ALL: &str = "\
budget = \"5m\"
memory = \"4GiB\"
jobs = 2
slow-after = '60s'

[bounds]
height = 4
len = 2

[limits]
steps = 100_000_000
stack = \"16MiB\"

[check.\"stack::checks::push\"]
bounds = { height = 6 }

[check.\"stack::*\"]
bounds.height = 5
bounds.len = 3
";

    #[test]
    fn every_setting_has_a_value_and_a_line() {
        let settings = parse(ALL).unwrap();
        let budget = settings.budget.as_ref().unwrap();
        assert_eq!((budget.value, &*budget.text, budget.line), (Duration::from_mins(5), "5m", 1));
        assert_eq!(settings.memory.as_ref().map(|it| (it.value, it.line)), Some((4 << 30, 2)));
        assert_eq!(settings.jobs.as_ref().map(|it| (it.value.get(), it.line)), Some((2, 3)));
        assert_eq!(settings.slow_after.as_ref().map(|it| it.line), Some(4));
        let limits: Vec<_> = settings.limits.iter().map(|limit| (limit.value, limit.line)).collect();
        assert_eq!(limits, [(Limit::Steps(100_000_000), 11), (Limit::Stack(16), 12)]);
        assert_eq!(settings.checks.iter().map(|it| it.line).collect::<Vec<_>>(), [17, 14]);
    }

    #[test]
    fn the_more_specific_bound_counts() {
        let settings = parse(ALL).unwrap();
        let bounds = |path: &str| settings.bounds_of(path, &Bounds::none()).to_string();
        assert_eq!(bounds("stack::checks::push"), "height=6,len=3");
        assert_eq!(bounds("stack::checks::pop"), "height=5,len=3");
        assert_eq!(bounds("queue::checks::pop"), "height=4,len=2");
        let flags = Bounds::from([("height", 1)]);
        assert_eq!(settings.bounds_of("stack::checks::push", &flags).to_string(), "height=1,len=3");
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        for (text, line, words) in [
            ("bugdet = '5m'", 1, "there is no setting `bugdet`"),
            ("\nbudget = 300", 2, "`budget` must be a text"),
            ("budget = 'soon'", 1, "write a number and a unit"),
            ("budget = '1m'\nbudget = '2m'", 2, "duplicate key"),
            ("memory = '1KiB'", 1, "write a number and a unit"),
            ("jobs = 0", 1, "no number from 1 on"),
            ("jobs = -1", 1, "no number from 1 on"),
            ("jobs = '2'", 1, "`jobs` must be a number, and is a text"),
            ("jobs = 1.5", 1, "a number with a point"),
            ("bounds = 3", 1, "`bounds` must be a table"),
            ("[bounds]\nheight = '4'", 2, "`bounds.height` must be a number"),
            ("[bounds]\nheight = -4", 2, "`-4` is not a number"),
            ("[bounds]\nheight = 0", 2, "must be at least 1"),
            ("[bounds]\noperations = 0", 2, "must be at least 1"),
            ("[bounds]\nheight = 2147483648", 2, "the largest bound"),
            ("[bounds]\n'height=3' = 4", 2, "is not a number"),
            ("[bounds.height]\nx = 4", 1, "must be a number, and is a table"),
            ("[limits]\nstep = 4", 2, "there is no setting `limits.step`"),
            ("[limits]\nsteps = 0", 2, "no number from 1 on"),
            ("[limits]\nmemory = 64", 2, "write a number and a unit"),
            ("[limits]\nsteps = true", 2, "must be a number"),
            ("[check]\n'a*b' = {}", 2, "`a*b` is no name of checks"),
            ("[check.x]\nbudget = '5m'", 2, "there is no setting `check.x.budget`"),
            ("[check.x]\n[check.x]", 2, "duplicate key"),
            ("[check.x.bounds]\nlen = 0", 2, "must be at least 1"),
            ("[[check]]\n", 1, "`check` must be a table"),
            ("<<<<<<< HEAD\n", 1, "merge conflict"),
            ("budget", 1, ""),
        ] {
            let problem = parse(text).unwrap_err();
            assert_eq!(problem.line, line, "{text}: {problem:?}");
            assert!(problem.problem.to_string().contains(words), "{text}: {}", problem.problem);
            assert!(!problem.problem.help().is_empty(), "{text}");
        }
    }

    #[test]
    fn an_empty_file_has_no_settings() {
        assert_eq!(parse(""), Ok(Settings::default()));
        assert_eq!(parse("# nothing\n[bounds]\n[limits]\n"), Ok(Settings::default()));
    }
}
