//! LZ77-like compression with a hash chain, run lengths, and that decompression is the inverse.

use std::collections::BTreeMap;
use std::fmt::Write;

const WINDOW: usize = 255;
const SHORTEST: usize = 4;

/// A control byte below 128 announces that many literals plus one; otherwise length and distance follow.
fn compress(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut chains: BTreeMap<[u8; SHORTEST], Vec<usize>> = BTreeMap::new();
    let (mut at, mut literals) = (0, Vec::new());
    while at < input.len() {
        let best = input[at..].first_chunk().and_then(|key| {
            let earlier = chains.get(key)?.iter().rev().take(6).take_while(|start| at - **start <= WINDOW);
            earlier.map(|start| (common(&input[*start..], &input[at..]), *start)).max()
        });
        let len = match best {
            Some((len, start)) if len >= SHORTEST => {
                flush(&mut literals, &mut output);
                output.extend([0x80 | (len - SHORTEST) as u8, (at - start) as u8]);
                len
            }
            _ => {
                literals.push(input[at]);
                1
            }
        };
        for at in at..at + len {
            if let Some(key) = input[at..].first_chunk() {
                chains.entry(*key).or_default().push(at);
            }
        }
        at += len;
    }
    flush(&mut literals, &mut output);
    output
}

fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take(127 + SHORTEST).take_while(|(a, b)| a == b).count()
}

fn flush(literals: &mut Vec<u8>, output: &mut Vec<u8>) {
    for chunk in literals.chunks(128) {
        output.push(chunk.len() as u8 - 1);
        output.extend_from_slice(chunk);
    }
    literals.clear();
}

fn decompress(input: &[u8]) -> Option<Vec<u8>> {
    let mut output = Vec::new();
    let mut rest = input;
    while let [control, tail @ ..] = rest {
        if *control < 0x80 {
            let (literals, tail) = tail.split_at_checked(usize::from(*control) + 1)?;
            output.extend_from_slice(literals);
            rest = tail;
        } else {
            let [distance, tail @ ..] = tail else { return None };
            let start = output.len().checked_sub(usize::from(*distance))?;
            // Source and target may overlap, so this goes byte by byte.
            for i in 0..usize::from(*control & 0x7f) + SHORTEST {
                output.push(output[start + i]);
            }
            rest = tail;
        }
    }
    Some(output)
}

pub fn run() -> String {
    let mut out = String::new();
    let song: String =
        (1..6).rev().map(|n| format!("{n} green bottles hanging on the wall, and if one should fall, ")).collect();
    let noise: Vec<u8> = (0..200_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 23) as u8).collect();
    let inputs: [(&str, Vec<u8>); 5] = [
        ("empty", Vec::new()),
        ("zeros", vec![0; 300]),
        ("song", song.into_bytes()),
        ("noise", noise),
        ("steps", (0..400_u32).map(|i| (i / 7 % 50) as u8).collect()),
    ];
    for (name, input) in &inputs {
        let packed = compress(input);
        let check = packed.iter().fold(1_u32, |sum, byte| (sum * 31 + u32::from(*byte)) % 65_521);
        assert_eq!(decompress(&packed).as_ref(), Some(input));
        writeln!(out, "{name}: {} to {}, check {check}", input.len(), packed.len()).unwrap();
    }
    let broken = [&[5_u8, 1, 2][..], &[0x83], &[0x80, 9]].map(|input| decompress(input).is_none());
    write!(out, "{broken:?}").unwrap();
    out
}
