//! Blocks of memory as text, where no description says more.

use glassbox_engine::picture::BlockPicture;

/// The most blocks that are shown, and the most words of each.
const MOST_BLOCKS: usize = 8;
const MOST_WORDS: usize = 12;

/// A line for each of the first blocks: `#0: 12 bytes: 1 #1 ?`.
pub fn blocks(blocks: &[BlockPicture]) -> Vec<String> {
    let line = |(number, block): (usize, &BlockPicture)| {
        let Some(size) = block.size else { return format!("#{number}: freed") };
        let words = block.words.iter().take(MOST_WORDS).cloned();
        let more = (block.words.len() > MOST_WORDS).then(|| "..".to_owned());
        format!("#{number}: {size} bytes: {}", words.chain(more).collect::<Vec<String>>().join(" "))
    };
    let more = blocks.len().checked_sub(MOST_BLOCKS).filter(|more| *more > 0);
    let more = more.map(|more| format!("and {more} more"));
    blocks.iter().enumerate().take(MOST_BLOCKS).map(line).chain(more).collect()
}
