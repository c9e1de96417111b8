//! The file of a shard.
//!
//! ```text
//! glassbox shard 1
//! program glassbox 0.1.0 <digest>
//! shard 2/4
//! code <digest>                         for each module
//! check stack::push height=3            for each check, with the bounds that override its own
//! entry <key> <length in bytes>         for each result, followed by its bytes
//! end <digest of everything before>
//! ```

use std::collections::BTreeMap;
use std::io::Write as _;

use glassbox_engine::search::Shard;
use glassbox_vm::digest::Digest;

use crate::values::parse_shard;

const HEAD: &str = "glassbox shard 1";

/// What to do if files do not belong together.
pub const HELP: &str = "all shards are run with the same program, code and flags: `cargo glassbox --shard 1/4 --out FILE`, \
                               `--shard 2/4`, ..; then `cargo glassbox merge FILE FILE ..`";

/// What a shard found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardFile {
    /// The program that made it.
    pub program: String,
    /// Which shard it is.
    pub shard: Shard,
    /// Digests of the modules.
    pub code: Vec<String>,
    /// The checks, each with its bounds.
    pub checks: Vec<String>,
    /// Results, by their keys.
    pub entries: Vec<(Digest, Vec<u8>)>,
}

impl ShardFile {
    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let Self { program, shard, code, checks, entries } = self;
        let mut lines = vec![HEAD.to_owned(), format!("program {program}"), format!("shard {shard}")];
        lines.extend(code.iter().map(|digest| format!("code {digest}")));
        lines.extend(checks.iter().map(|check| format!("check {check}")));
        let mut bytes = (lines.join("\n") + "\n").into_bytes();
        for (key, entry) in entries {
            // Writing to memory cannot fail.
            let _ = writeln!(bytes, "entry {key} {}", entry.len());
            bytes.extend_from_slice(entry);
            bytes.push(b'\n');
        }
        let end = Digest::of(&bytes);
        let _ = writeln!(bytes, "end {end}");
        bytes
    }

    /// None unless every byte is as [`write`](Self::write) writes it.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let (mut code, mut checks, mut entries) = (Vec::new(), Vec::new(), Vec::new());
        if line(&mut rest)? != HEAD {
            return None;
        }
        let program = line(&mut rest)?.strip_prefix("program ")?.to_owned();
        let shard = parse_shard(line(&mut rest)?.strip_prefix("shard ")?).ok()?;
        loop {
            let (kind, text) = line(&mut rest)?.split_once(' ')?;
            match kind {
                "code" => code.push(text.to_owned()),
                "check" => checks.push(text.to_owned()),
                "entry" => {
                    let (key, length) = text.split_once(' ')?;
                    let (entry, after) = rest.split_at_checked(length.parse().ok()?)?;
                    rest = after.strip_prefix(b"\n")?;
                    entries.push((Digest::parse(key)?, entry.to_vec()));
                }
                "end" => break,
                _ => return None,
            }
        }
        let file = Self { program, shard, code, checks, entries };
        (file.write() == bytes).then_some(file)
    }
}

/// The next line, which is taken off.
fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let line = std::str::from_utf8(&rest[..end]).ok()?;
    *rest = &rest[end + 1..];
    Some(line)
}

/// Whether files are all shards of what this program would do. The error says which file is wrong.
pub fn belong_together(expected: &ShardFile, files: &[(String, ShardFile)]) -> Result<(), String> {
    let mut known: BTreeMap<usize, &str> = BTreeMap::new();
    let of = files.first().map_or(0, |(_, file)| file.shard.of);
    for (name, file) in files {
        let Shard { index, of: of_this } = file.shard;
        if of_this != of {
            return Err(format!("{name} is one of {of_this} shards, and {} is one of {of}", files[0].0));
        }
        if let Some(other) = known.insert(index, name) {
            return Err(format!("{other} and {name} are both shard {}", file.shard));
        }
        if file.program != expected.program {
            return Err(format!(
                "{name} was made by another version of glassbox ({}); this one is {}",
                file.program, expected.program
            ));
        }
        if file.code != expected.code {
            return Err(format!("{name} was made from other code, or with other build flags"));
        }
        if let Some(check) = differing(&expected.checks, &file.checks) {
            return Err(format!("{name} has other checks, or other bounds: `{check}`"));
        }
    }
    match (0..of).find(|index| !known.contains_key(index)) {
        Some(missing) => Err(format!("the file of shard {} is missing", Shard { index: missing, of })),
        None => Ok(()),
    }
}

/// A line that only one of them has.
fn differing<'a>(expected: &'a [String], found: &'a [String]) -> Option<&'a str> {
    let only = |these: &'a [String], those: &[String]| these.iter().find(|line| !those.contains(line));
    let line = only(found, expected).or_else(|| only(expected, found));
    line.or_else(|| (expected != found).then(|| found.first()).flatten()).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(index: usize, of: usize) -> ShardFile {
        ShardFile {
            program: "glassbox 0.1.0 abc".to_owned(),
            shard: Shard { index, of },
            code: vec!["12".to_owned()],
            checks: vec!["stack::push height=2".to_owned(), "stack::pop ".to_owned()],
            entries: vec![(Digest::of(b"a"), b"text\nend \n".to_vec()), (Digest::of(b"b"), Vec::new())],
        }
    }

    #[test]
    fn only_what_was_written_is_read() {
        let bytes = file(1, 4).write();
        assert_eq!(ShardFile::read(&bytes), Some(file(1, 4)));
        for at in 0..bytes.len() {
            let other = [&bytes[..at], &[bytes[at] ^ 1], &bytes[at + 1..]].concat();
            assert_eq!(ShardFile::read(&other), None, "byte {at}");
            assert_eq!(ShardFile::read(&bytes[..at]), None, "{at} bytes");
        }
        assert_eq!(ShardFile::read(&[&bytes[..], b"\n"].concat()), None);
    }

    #[test]
    fn files_that_do_not_belong_together_are_refused() {
        let check = |files: Vec<ShardFile>| {
            let named: Vec<_> = files.into_iter().enumerate().map(|(n, file)| (format!("f{n}"), file)).collect();
            belong_together(&file(0, named.len()), &named)
        };
        assert_eq!(check(vec![file(1, 2), file(0, 2)]), Ok(()));
        assert_eq!(check(vec![file(0, 2), file(0, 2)]), Err("f0 and f1 are both shard 1/2".to_owned()));
        assert_eq!(check(vec![file(0, 3), file(1, 3)]), Err("the file of shard 3/3 is missing".to_owned()));
        assert_eq!(check(vec![file(0, 2), file(1, 3)]), Err("f1 is one of 3 shards, and f0 is one of 2".to_owned()));
        let with = |change: fn(&mut ShardFile)| {
            let mut other = file(1, 2);
            change(&mut other);
            check(vec![file(0, 2), other]).unwrap_err()
        };
        assert!(with(|file| file.program.push('0')).starts_with("f1 was made by another version"));
        assert!(with(|file| file.code.clear()).starts_with("f1 was made from other code"));
        assert!(with(|file| file.checks[0].push('0')).contains("`stack::push height=20`"));
        assert!(with(|file| drop(file.checks.pop())).contains("`stack::pop `"));
    }
}
