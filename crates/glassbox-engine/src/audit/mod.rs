//! Doubting ourselves: running states one by one and looking at everything afterwards.

mod contents;
mod full;

pub use full::run_and_judge;
