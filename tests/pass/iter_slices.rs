//! Slice iterators: windows, chunks of every kind, splits, iter_mut, array_chunks by hand, concat and join.

use std::fmt::Write;

pub fn run() -> String {
    let mut out = String::new();
    let mut data: Vec<i32> = (0..120).map(|i| (i * i * 7 + i * 3) % 53).collect();

    let rising = data.windows(2).filter(|two| two[0] < two[1]).count();
    let best = data.windows(5).map(|five| five.iter().sum::<i32>()).max();
    writeln!(out, "{rising} rises, best five {best:?}").unwrap();

    let chunks: Vec<i32> = data.chunks(17).map(|chunk| chunk.iter().sum()).collect();
    let back: Vec<i32> = data.rchunks(50).map(|chunk| chunk[0]).collect();
    let exact = data.chunks_exact(11);
    writeln!(out, "{chunks:?} {back:?} {:?}", exact.remainder()).unwrap();
    let products: Vec<i32> = exact.map(|chunk| chunk.iter().fold(1, |product, n| product * (n + 1) % 97)).collect();
    writeln!(out, "{products:?}").unwrap();

    for chunk in data.chunks_mut(10) {
        chunk.reverse();
        chunk[0] = -chunk[0];
    }
    for (i, n) in data.iter_mut().enumerate().rev().step_by(7) {
        *n += i as i32;
    }
    let groups: Vec<usize> = data.chunk_by(|a, b| a <= b).map(<[i32]>::len).collect();
    writeln!(out, "{} groups, longest {:?}", groups.len(), groups.iter().max()).unwrap();

    let pieces: Vec<&[i32]> = data.split(|n| n % 13 == 0).collect();
    let sizes: Vec<usize> = pieces.iter().map(|piece| piece.len()).collect();
    writeln!(out, "{} pieces of {sizes:?}", pieces.len()).unwrap();
    assert_eq!(pieces.concat().len() + pieces.len() - 1, data.len());
    let joined = pieces[..3].join(&-99);
    writeln!(out, "{joined:?} {:?}", data.rsplitn(2, |n| *n < 0).map(<[i32]>::len).collect::<Vec<_>>()).unwrap();

    let (left, right) = data.split_at_mut(60);
    left.swap_with_slice(right);
    left[..20].copy_from_slice(&right[40..]);
    right.fill(3);
    data.copy_within(10..30, 70);
    let first: Option<&[i32; 4]> = data.first_chunk();
    write!(out, "{first:?} {:?} {}", &data[65..75], data.iter().sum::<i32>()).unwrap();
    assert!(data.starts_with(&data[..3]) && data.ends_with(&[3, 3]));
    out
}
