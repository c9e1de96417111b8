//! Results of a campaign as JSON lines, so that one that was stopped goes on where it ended.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The result for something with a name.
pub trait Named: Serialize + DeserializeOwned {
    /// Its name, which no other has.
    fn name(&self) -> &str;
}

/// All entries of a file; none if it does not exist. A last line that was cut off does not count.
pub fn read_entries<E: Named>(file: &Path) -> Result<Vec<E>, String> {
    match fs::read_to_string(file) {
        Ok(text) => parsed(&text).map_err(|error| format!("{}: {error}", file.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(format!("{}: {error}", file.display())),
    }
}

fn parsed<E: Named>(text: &str) -> Result<Vec<E>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().enumerate();
    lines.map(|(at, line)| serde_json::from_str(line).map_err(|error| format!("line {}: {error}", at + 1))).collect()
}

/// Appends an entry.
pub fn append_entry<E: Named>(file: &Path, entry: &E) -> Result<(), String> {
    let text = |error: std::io::Error| format!("{}: {error}", file.display());
    let line = serde_json::to_string(entry).map_err(|error| error.to_string())?;
    // A line that was cut off is not complete with the next one.
    let old = fs::read(file).unwrap_or_default();
    let start = if old.is_empty() || old.ends_with(b"\n") { "" } else { "\n" };
    if !start.is_empty() {
        let end = old.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        fs::write(file, &old[..end]).map_err(text)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(file).map_err(text)?;
    writeln!(file, "{line}").map_err(text)
}

/// The entries of all files, by name. It is an error if one is in two of them.
pub fn merged_entries<E: Named>(files: &[PathBuf]) -> Result<Vec<E>, String> {
    let mut entries: Vec<E> = Vec::new();
    for file in files {
        if !file.exists() {
            return Err(format!("{}: no such file", file.display()));
        }
        entries.extend(read_entries(file)?);
    }
    entries.sort_by(|a, b| a.name().cmp(b.name()));
    match entries.windows(2).find(|pair| pair[0].name() == pair[1].name()) {
        Some(pair) => Err(format!("`{}` is there twice", pair[0].name())),
        None => Ok(entries),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Entry(String);

    impl Named for Entry {
        fn name(&self) -> &str {
            &self.0
        }
    }

    fn entry(name: &str) -> Entry {
        Entry(name.to_owned())
    }

    #[test]
    fn files_are_merged_and_lines_that_were_cut_off_are_written_again() {
        let folder = std::env::temp_dir().join(format!("glassbox-results-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let files = ["1", "2"].map(|name| folder.join(name));
        append_entry(&files[0], &entry("b \"")).expect("a file");
        append_entry(&files[1], &entry("a")).expect("a file");
        let all: Vec<Entry> = merged_entries(&files).expect("entries");
        assert_eq!(all, [entry("a"), entry("b \"")]);
        let whole = fs::read_to_string(&files[0]).expect("a file");
        fs::write(&files[0], format!("{whole}{}", &whole[..3])).expect("a file");
        assert_eq!(read_entries::<Entry>(&files[0]).expect("entries"), [entry("b \"")]);
        append_entry(&files[0], &entry("c")).expect("a file");
        assert_eq!(read_entries::<Entry>(&files[0]).expect("entries"), [entry("b \""), entry("c")]);
        append_entry(&files[1], &entry("c")).expect("a file");
        assert_eq!(merged_entries::<Entry>(&files).unwrap_err(), "`c` is there twice");
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
