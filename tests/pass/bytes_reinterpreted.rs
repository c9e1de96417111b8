//! Bytes as numbers and back: from_ne/le/be_bytes, align_to, transmute, a record format, UTF-16, unaligned reads.

use std::fmt::Write;

#[derive(Debug, PartialEq)]
struct Record {
    id: u16,
    weight: f32,
    tags: Vec<i8>,
}

impl Record {
    fn write(&self, buffer: &mut Vec<u8>) {
        buffer.extend_from_slice(&self.id.to_be_bytes());
        buffer.extend_from_slice(&self.weight.to_le_bytes());
        buffer.push(self.tags.len() as u8);
        buffer.extend(self.tags.iter().map(|tag| tag.to_ne_bytes()[0]));
    }

    fn read<'a>(bytes: &mut &'a [u8]) -> Option<Self> {
        fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
            let (chunk, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(chunk)
        }
        let id = u16::from_be_bytes(*take(bytes)?);
        let weight = f32::from_le_bytes(*take(bytes)?);
        let [len] = *take(bytes)?;
        let (tags, rest) = bytes.split_at_checked(usize::from(len))?;
        *bytes = rest;
        Some(Self { id, weight, tags: tags.iter().map(|tag| i8::from_ne_bytes([*tag])).collect() })
    }
}

fn hash_words(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash =
        words.iter().fold(17, |hash: u64, word| (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x2127_599b_f432_5c37));
    rest.iter().fold(hash, |hash, byte| hash.rotate_left(5) ^ u64::from(*byte))
}

pub fn run() -> String {
    let mut out = String::new();
    let records: Vec<Record> = (0..40_u16)
        .map(|i| Record { id: i * 1500, weight: f32::from(i) / 3.0, tags: (0..i % 5).map(|t| t as i8 - 2).collect() })
        .collect();
    let mut buffer = Vec::new();
    records.iter().for_each(|record| record.write(&mut buffer));
    let mut rest = &buffer[..];
    let read: Vec<Record> = std::iter::from_fn(|| Record::read(&mut rest)).collect();
    assert_eq!(read, records);
    writeln!(out, "{} bytes, {:?}, hash {:016x}", buffer.len(), read[13], hash_words(&buffer)).unwrap();
    writeln!(out, "cut: {:?}", Record::read(&mut &buffer[..6])).unwrap();

    // Numbers read from odd offsets, in three ways that have to agree.
    let mut sum = 0_u64;
    for at in 0..buffer.len() - 4 {
        let chunk = buffer[at..].first_chunk().copied().unwrap_or_default();
        let number = u32::from_ne_bytes(chunk);
        // SAFETY: four bytes are left at `at`; no alignment is needed.
        let unaligned = unsafe { buffer.as_ptr().add(at).cast::<u32>().read_unaligned() };
        // SAFETY: any four bytes are two u16s.
        let [low, high]: [u16; 2] = unsafe { std::mem::transmute(chunk) };
        assert!(number == unaligned && number == u32::from(low.to_le()) | u32::from(high.to_le()) << 16);
        sum += u64::from(number.swap_bytes() ^ number.to_le());
    }
    writeln!(out, "{sum}").unwrap();

    let words: Vec<u16> = (0..50).map(|i| i * 1311).collect();
    // SAFETY: any bytes are valid u8s.
    let (before, bytes, after) = unsafe { words.align_to::<u8>() };
    assert!(before.is_empty() && after.is_empty());
    writeln!(out, "{} {:?}", bytes.len(), &bytes[10..16]).unwrap();
    let mut doubles = [0_u64; 4];
    for (i, double) in doubles.iter_mut().enumerate() {
        *double = f64::to_bits(i as f64 * -0.75);
    }
    // SAFETY: both sides have 32 bytes, and every pattern is valid.
    let nibbles: [[u16; 4]; 4] = unsafe { std::mem::transmute(doubles) };
    let texts: Vec<char> = char::decode_utf16([0x47, 0xd83e, 0xdd80, 0xdc00]).map(|c| c.unwrap_or('?')).collect();
    write!(out, "{:x?} {texts:?} {:?}", nibbles[1], i64::from_ne_bytes([0xff; 8])).unwrap();
    out
}
