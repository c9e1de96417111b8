//! Functions whose results cannot be run to their ends.

/// The iterator has no end.
#[glassbox::explore(operations = 2)]
mod iterator_without_end {
    pub fn new() -> u8 {
        1
    }

    pub fn repeat(n: &mut u8) -> impl Iterator<Item = u8> {
        std::iter::repeat(*n)
    }
}

/// The future is never ready.
#[glassbox::explore(operations = 2)]
mod future_without_end {
    pub fn new() -> u8 {
        1
    }

    pub async fn wait(_: &mut u8) {
        std::future::pending::<()>().await;
    }
}

/// Nothing is wrong: as many items as are read, and ranges are not read.
#[glassbox::explore(operations = 2)]
mod long_enough {
    use std::ops::RangeFrom;

    pub fn new() -> u8 {
        1
    }

    pub fn repeat(n: &mut u8) -> impl Iterator<Item = u8> {
        std::iter::repeat_n(*n, 1000)
    }

    pub fn range(n: &mut u8) -> RangeFrom<u8> {
        *n..
    }

    pub fn pointer(n: &mut u8) -> *const u8 {
        n
    }
}

/// An operation with many choices, nearly all of them impossible.
#[glassbox::explore(operations = 1)]
mod many_choices {
    pub fn new() -> u32 {
        0
    }

    pub fn choose(number: &mut u32) {
        *number = glassbox::choose(2_000);
        glassbox::assume(*number == 1_999);
    }
}
