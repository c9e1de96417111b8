//! The description of a check or an exploration, and its encoding in the module.
//!
//! The guest encodes a [`Subject`] at compile time ([`Subject::encode`] is `const`), because a custom section may hold plain
//! bytes only: no pointers, no relocations. The linker puts the records of all subjects one after the other; [`decode_all`]
//! takes them apart on the host.
//!
//! A record is `MAGIC`, the format's version (u16), the length of the rest (u32), then package, path, file (strings), line,
//! column (u32), doc (string), the kind (u8) and what belongs to it, and the bounds (count, then name and u64 each). For a
//! check (kind 0) the arguments follow (count, then name and type each), for an exploration (kind 1) the functions (count,
//! then name and role, a u8), the unseen items (count, then a string each), and whether it is pinned and panic-safe (a u8 each, 0 or
//! 1). Last come the disturbances that the attribute asks for (a u8). Integers are little-endian, a string is a u32 length and its UTF-8
//! bytes. There is no padding.
//!
//! An unknown version stops the decoding with an error: a record that was only half understood could hide a check.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use crate::disturbance::DisturbanceChoice;

/// First bytes of every record.
pub const MAGIC: [u8; 4] = *b"gbck";

/// Version of the layout described above. Raise it with every change.
pub const VERSION: u16 = 5;

/// Bytes before the length-counted part: magic, version, length.
const HEADER_LEN: usize = 4 + 2 + 4;

/// A check or an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject<'a> {
    /// Cargo package that defines it, so that a dependency's checks can be told from the user's own.
    pub package: &'a str,
    /// Module path, for a check with the function's name: `stack::checks::push`. Unique within a module.
    pub path: &'a str,
    /// Source file as rustc names it (relative to the workspace for workspace members).
    pub file: &'a str,
    /// Line of the name, from 1.
    pub line: u32,
    /// Column of the name, from 1.
    pub column: u32,
    /// The doc comment, lines joined by `\n`; empty if there is none.
    pub doc: &'a str,
    /// Check or exploration.
    pub kind: Kind<'a>,
    /// Bounds stated in the attribute, in that order.
    pub bounds: Cow<'a, [Bound<'a>]>,
    /// What goes wrong around it in every run, whatever flags the command has.
    pub with: DisturbanceChoice,
}

/// A check, or an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A function that the host runs on every valid state and argument.
    Check {
        /// The arguments in order. The export takes as many addresses.
        args: Cow<'a, [Arg<'a>]>,
    },
    /// A module of functions: the host runs every sequence of them.
    Exploration {
        /// The functions in order. Each has an export.
        functions: Cow<'a, [Function<'a>]>,
        /// Items of the module that may be public functions, as text: their exports are missing.
        unseen: Cow<'a, [&'a str]>,
        /// Whether the subject is never moved between two calls.
        is_pinned: bool,
        /// Whether as much is asked after a panic of a callback as before it.
        is_panic_safe: bool,
    },
}

/// One function of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function<'a> {
    /// Its name in the source.
    pub name: &'a str,
    /// Its role.
    pub role: Role,
}

/// Role of a function: how it takes the subject of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Makes it.
    Constructor,
    /// Takes it as `&mut`.
    Operation,
    /// Takes it by value, and may give one back.
    Consumer,
    /// Takes it as `&` and returns whether it is correct.
    Law,
}

impl Role {
    /// All roles, in the order of their numbers in a record.
    const ALL: [Self; 4] = [Self::Constructor, Self::Operation, Self::Consumer, Self::Law];
}

/// Numbers of the kinds in a record.
const CHECK: u8 = 0;
const EXPLORATION: u8 = 1;

/// One argument of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg<'a> {
    /// Its name in the source.
    pub name: &'a str,
    /// Its type as written in the source, `&mut Stack<u8>`.
    pub ty: &'a str,
}

/// One bound of a check or an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound<'a> {
    /// One of [`BOUNDS`](crate::names::BOUNDS), or `operations` or `elements`.
    pub name: &'a str,
    /// Its value; never 0.
    pub value: u64,
}

// --- Encoding (guest, at compile time) ---

impl Subject<'_> {
    /// Length of the record in bytes.
    pub const fn encoded_len(&self) -> usize {
        let mut len = HEADER_LEN + 4 + 4;
        len += str_len(self.package) + str_len(self.path) + str_len(self.file) + str_len(self.doc);
        len += self.kind.encoded_len();
        let bounds = self.bound_slice();
        len += 4;
        let mut i = 0;
        while i < bounds.len() {
            len += str_len(bounds[i].name) + 8;
            i += 1;
        }
        len + 1
    }

    /// The record. `N` must be [`encoded_len`](Self::encoded_len).
    ///
    /// # Panics
    ///
    /// If `N` is another number, or the record is longer than a u32 can say.
    pub const fn encode<const N: usize>(&self) -> [u8; N] {
        assert!(N == self.encoded_len(), "N is not the record's length");
        let w = Writer { out: [0; N], at: 0 }.bytes(&MAGIC).bytes(&VERSION.to_le_bytes()).count(N - HEADER_LEN);
        let mut w = w
            .str(self.package)
            .str(self.path)
            .str(self.file)
            .bytes(&self.line.to_le_bytes())
            .bytes(&self.column.to_le_bytes())
            .str(self.doc);
        w = self.kind.encode(w);
        let bounds = self.bound_slice();
        w = w.count(bounds.len());
        let mut i = 0;
        while i < bounds.len() {
            w = w.str(bounds[i].name).bytes(&bounds[i].value.to_le_bytes());
            i += 1;
        }
        w = w.bytes(&[self.with.bits()]);
        assert!(w.at == N, "encode and encoded_len disagree");
        w.out
    }

    // `Cow` derefs to these, but not yet in const code.
    const fn bound_slice(&self) -> &[Bound<'_>] {
        match &self.bounds {
            Cow::Borrowed(bounds) => bounds,
            Cow::Owned(bounds) => bounds.as_slice(),
        }
    }
}

impl Kind<'_> {
    const fn encoded_len(&self) -> usize {
        let mut len = 1 + 4;
        let mut i = 0;
        match self {
            Self::Check { args } => {
                let args = args_of(args);
                while i < args.len() {
                    len += str_len(args[i].name) + str_len(args[i].ty);
                    i += 1;
                }
            }
            Self::Exploration { functions, unseen, .. } => {
                let (functions, unseen) = (functions_of(functions), texts_of(unseen));
                while i < functions.len() {
                    len += str_len(functions[i].name) + 1;
                    i += 1;
                }
                // The number of unseen items, and whether it is pinned and panic-safe.
                len += 4 + 2;
                i = 0;
                while i < unseen.len() {
                    len += str_len(unseen[i]);
                    i += 1;
                }
            }
        }
        len
    }

    const fn encode<const N: usize>(&self, w: Writer<N>) -> Writer<N> {
        let mut i = 0;
        match self {
            Self::Check { args } => {
                let args = args_of(args);
                let mut w = w.bytes(&[CHECK]).count(args.len());
                while i < args.len() {
                    w = w.str(args[i].name).str(args[i].ty);
                    i += 1;
                }
                w
            }
            Self::Exploration { functions, unseen, is_pinned, is_panic_safe } => {
                let (functions, unseen) = (functions_of(functions), texts_of(unseen));
                let mut w = w.bytes(&[EXPLORATION]).count(functions.len());
                while i < functions.len() {
                    w = w.str(functions[i].name).bytes(&[functions[i].role as u8]);
                    i += 1;
                }
                w = w.count(unseen.len());
                i = 0;
                while i < unseen.len() {
                    w = w.str(unseen[i]);
                    i += 1;
                }
                w.bytes(&[*is_pinned as u8, *is_panic_safe as u8])
            }
        }
    }
}

const fn args_of<'a, 'b>(args: &'a Cow<'b, [Arg<'b>]>) -> &'a [Arg<'b>] {
    match args {
        Cow::Borrowed(args) => args,
        Cow::Owned(args) => args.as_slice(),
    }
}

const fn functions_of<'a, 'b>(functions: &'a Cow<'b, [Function<'b>]>) -> &'a [Function<'b>] {
    match functions {
        Cow::Borrowed(functions) => functions,
        Cow::Owned(functions) => functions.as_slice(),
    }
}

const fn texts_of<'a, 'b>(texts: &'a Cow<'b, [&'b str]>) -> &'a [&'b str] {
    match texts {
        Cow::Borrowed(texts) => texts,
        Cow::Owned(texts) => texts.as_slice(),
    }
}

const fn str_len(s: &str) -> usize {
    4 + s.len()
}

struct Writer<const N: usize> {
    out: [u8; N],
    at: usize,
}

impl<const N: usize> Writer<N> {
    const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.out[self.at + i] = bytes[i];
            i += 1;
        }
        self.at += bytes.len();
        self
    }

    const fn count(self, n: usize) -> Self {
        assert!(n <= u32::MAX as usize, "record too long");
        #[expect(clippy::cast_possible_truncation, reason = "asserted just above; try_from is not const")]
        let n = n as u32;
        self.bytes(&n.to_le_bytes())
    }

    const fn str(self, s: &str) -> Self {
        self.count(s.len()).bytes(s.as_bytes())
    }
}

// --- Decoding (host) ---

/// Error when decoding a section of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// No record starts at this offset.
    NoMagic {
        /// Offset in the section.
        at: usize,
    },
    /// The record has another layout: guest and host have different versions.
    Version {
        /// The guest's version.
        found: u16,
    },
    /// A record ends early, runs past its own length, or holds text that is not UTF-8.
    Malformed {
        /// Offset in the section of the record's start.
        at: usize,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMagic { at } => write!(f, "no record at offset {at}"),
            Self::Version { found } => write!(f, "records have version {found}, not {VERSION}"),
            Self::Malformed { at } => write!(f, "malformed record at offset {at}"),
        }
    }
}

impl core::error::Error for DecodeError {}

/// Decodes the contents of a [`CHECKS_SECTION`](crate::names::CHECKS_SECTION) or an
/// [`EXPLORATIONS_SECTION`](crate::names::EXPLORATIONS_SECTION).
pub fn decode_all(section: &[u8]) -> Result<Vec<Subject<'_>>, DecodeError> {
    let mut subjects = Vec::new();
    let mut at = 0;
    while at < section.len() {
        let (subject, len) = decode_one(&section[at..], at)?;
        subjects.push(subject);
        at += len;
    }
    Ok(subjects)
}

/// Decodes the record at the start of `bytes`, which lies at `at` in its section. Also returns its length.
fn decode_one(bytes: &[u8], at: usize) -> Result<(Subject<'_>, usize), DecodeError> {
    let malformed = DecodeError::Malformed { at };
    let rest = bytes.strip_prefix(&MAGIC).ok_or(DecodeError::NoMagic { at })?;
    let mut header = Reader { rest };
    let version = header.u16().ok_or(malformed)?;
    if version != VERSION {
        return Err(DecodeError::Version { found: version });
    }
    let body = header.str_bytes().ok_or(malformed)?;
    let mut reader = Reader { rest: body };
    let subject = reader.subject().ok_or(malformed)?;
    if !reader.rest.is_empty() {
        return Err(malformed);
    }
    Ok((subject, HEADER_LEN + body.len()))
}

/// Reads from the front; `None` where the bytes end too early or are not text.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(head)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn str_bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.u32()?;
        self.take(usize::try_from(len).ok()?)
    }

    fn str(&mut self) -> Option<&'a str> {
        core::str::from_utf8(self.str_bytes()?).ok()
    }

    /// A count and that many items. Grows as it reads: a count alone must not make it allocate.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let n = self.u32()?;
        let mut items = Vec::new();
        for _ in 0..n {
            items.push(item(self)?);
        }
        Some(items)
    }

    fn role(&mut self) -> Option<Role> {
        let [number] = self.array()?;
        Role::ALL.get(usize::from(number)).copied()
    }

    fn flag(&mut self) -> Option<bool> {
        let [number] = self.array()?;
        [false, true].get(usize::from(number)).copied()
    }

    fn kind(&mut self) -> Option<Kind<'a>> {
        match self.array()? {
            [CHECK] => {
                Some(Kind::Check { args: Cow::Owned(self.list(|r| Some(Arg { name: r.str()?, ty: r.str()? }))?) })
            }
            [EXPLORATION] => Some(Kind::Exploration {
                functions: Cow::Owned(self.list(|r| Some(Function { name: r.str()?, role: r.role()? }))?),
                unseen: Cow::Owned(self.list(Self::str)?),
                is_pinned: self.flag()?,
                is_panic_safe: self.flag()?,
            }),
            _ => None,
        }
    }

    fn subject(&mut self) -> Option<Subject<'a>> {
        Some(Subject {
            package: self.str()?,
            path: self.str()?,
            file: self.str()?,
            line: self.u32()?,
            column: self.u32()?,
            doc: self.str()?,
            kind: self.kind()?,
            bounds: Cow::Owned(self.list(|r| Some(Bound { name: r.str()?, value: r.u64()? }))?),
            with: self.array().and_then(|[bits]| DisturbanceChoice::of_bits(bits))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUSH: Subject<'static> = Subject {
        package: "stack",
        path: "stack::checks::push",
        file: "src/checks.rs",
        line: 7,
        column: 4,
        doc: "Größer als vorher.\nImmer.",
        kind: Kind::Check { args: Cow::Borrowed(&[Arg { name: "s", ty: "&mut Stack" }, Arg { name: "v", ty: "u8" }]) },
        bounds: Cow::Borrowed(&[Bound { name: "len", value: 3 }]),
        with: DisturbanceChoice { panics: true, hostile: false, alloc_failures: true },
    };
    const EMPTY: Subject<'static> = Subject {
        package: "",
        path: "",
        file: "",
        line: 0,
        column: 0,
        doc: "",
        kind: Kind::Check { args: Cow::Borrowed(&[]) },
        bounds: Cow::Borrowed(&[]),
        with: DisturbanceChoice { panics: false, hostile: false, alloc_failures: false },
    };
    const API: Subject<'static> = Subject {
        path: "stack::api",
        kind: Kind::Exploration {
            functions: Cow::Borrowed(&[
                Function { name: "new", role: Role::Constructor },
                Function { name: "push", role: Role::Operation },
                Function { name: "into_vec", role: Role::Consumer },
                Function { name: "is_right", role: Role::Law },
            ]),
            unseen: Cow::Borrowed(&["operation!(add)", "pub use super::ops::*"]),
            is_pinned: true,
            is_panic_safe: false,
        },
        ..EMPTY
    };

    // Encoded at compile time, as the guest does it.
    static PUSH_RECORD: [u8; PUSH.encoded_len()] = PUSH.encode();
    static EMPTY_RECORD: [u8; EMPTY.encoded_len()] = EMPTY.encode();
    static API_RECORD: [u8; API.encoded_len()] = API.encode();

    /// `Subject` is invariant in its lifetime (it holds a `Cow` of a slice), so to compare with a constant the
    /// bytes must live as long.
    fn decode(section: &[u8]) -> Result<Vec<Subject<'static>>, DecodeError> {
        decode_all(section.to_vec().leak())
    }

    #[test]
    fn records_back_to_back_decode_to_what_was_encoded() {
        let section = [&PUSH_RECORD[..], &EMPTY_RECORD, &API_RECORD, &PUSH_RECORD].concat();
        assert_eq!(decode(&section), Ok(alloc::vec![PUSH, EMPTY, API, PUSH]));
        assert_eq!(decode(&[]), Ok(Vec::new()));
    }

    #[test]
    fn every_truncation_is_an_error() {
        for record in [&PUSH_RECORD[..], &API_RECORD] {
            for len in 1..record.len() {
                assert!(decode(&record[..len]).is_err(), "{len} bytes decoded");
            }
        }
    }

    #[test]
    fn every_changed_byte_is_an_error_or_another_subject() {
        for (bytes, subject) in [(&PUSH_RECORD[..], PUSH), (&API_RECORD, API)] {
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    let mut record = bytes.to_vec();
                    record[at] ^= 1 << bit;
                    assert_ne!(decode(&record), Ok(alloc::vec![subject.clone()]), "byte {at} is not looked at");
                }
            }
        }
    }

    #[test]
    fn another_version_is_named() {
        let mut record = PUSH_RECORD;
        record[4] = 9;
        assert_eq!(decode(&record), Err(DecodeError::Version { found: 9 }));
    }

    #[test]
    fn a_huge_count_asks_for_no_memory() {
        let mut record = EMPTY_RECORD;
        let args_count = record.len() - 8;
        record[args_count..args_count + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(decode(&record), Err(DecodeError::Malformed { at: 0 }));
    }
}
