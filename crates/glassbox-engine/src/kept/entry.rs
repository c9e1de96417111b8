//! The bytes of an entry: a head with the kind and the key, the lines of the part, and a digest of all that.

use glassbox_vm::digest::Digest;

use super::part::Part;

/// The format of entries.
const HEAD: &str = "glassbox part 1";

/// The entry for a part.
pub(crate) fn write(kind: &str, key: &Digest, text: &str) -> Vec<u8> {
    let mut entry = format!("{HEAD}\n{kind} {key}\n{text}");
    let end = Digest::of(entry.as_bytes()).to_string();
    entry.push_str(&end);
    entry.push('\n');
    entry.into_bytes()
}

/// The part of an entry; none unless every byte is as [`write()`] writes it.
pub(crate) fn read<P: Part>(entry: &[u8], key: &Digest) -> Option<P> {
    let entry = std::str::from_utf8(entry).ok()?;
    let front = entry.strip_suffix('\n')?;
    let (front, end) = front.split_at_checked(front.len().checked_sub(64)?)?;
    if end != Digest::of(front.as_bytes()).to_string() {
        return None;
    }
    let text = front.strip_prefix(&format!("{HEAD}\n{} {key}\n", P::KIND))?;
    let part = P::read(text)?;
    // A number may be written in several ways, and only one of them is ours.
    (part.write().as_deref() == Some(text)).then_some(part)
}

/// Writes an entry with these lines, and changes it in a thousand ways: only the entry itself is read.
#[cfg(test)]
pub(crate) fn trial<P: Part>(text: &str) {
    let (key, other_key) = (Digest::of(b"key"), Digest::of(b"another"));
    let part = P::read(text).expect("the part can be read");
    assert_eq!(part.write().as_deref(), Some(text));
    let entry = write(P::KIND, &key, text);
    let is_trusted = |entry: &[u8]| read::<P>(entry, &key).is_some();
    assert!(is_trusted(&entry), "{text}");
    let mut n_ways = 0;
    for at in 0..entry.len() {
        let with = |byte: u8| [&entry[..at], &[byte], &entry[at + 1..]].concat();
        let others = [entry[at] ^ 1, b'0', b'9', b'\n', b';', 0xff].into_iter().filter(|byte| *byte != entry[at]);
        let mut ways: Vec<Vec<u8>> = others.map(with).collect();
        ways.push(entry[..at].to_vec());
        ways.push([&entry[..at], &entry[at + 1..]].concat());
        ways.push([&entry[..at], b"0", &entry[at..]].concat());
        n_ways += ways.len();
        let trusted = ways.iter().find(|way| **way != entry && is_trusted(way));
        assert!(trusted.is_none(), "{:?}", trusted.map(|way| String::from_utf8_lossy(way)));
    }
    // An entry of another key, and one of another kind.
    assert!(read::<P>(&entry, &other_key).is_none());
    assert!(!is_trusted(&write("other", &key, text)));
    // With a right digest, but other lines than ours.
    for other in
        [format!("{text} "), format!("{text}\n"), text.replace(' ', "  "), text.replace('1', "01"), String::new()]
    {
        assert!(other == text || !is_trusted(&write(P::KIND, &key, &other)), "{other:?}");
    }
    assert!(n_ways >= 1_000, "{n_ways}");
}
