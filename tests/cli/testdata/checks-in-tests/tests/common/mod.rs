use counter::Counter;

/// What the public functions make of a counter: nothing here sees its fields.
pub fn counters() -> impl Iterator<Item = Counter> {
    (0..3).map(|n| {
        let mut counter = Counter::default();
        counter.add(n);
        counter
    })
}

/// In a module shared by several test files.
#[glassbox::check]
fn shared(#[glassbox(values = counters())] mut counter: counter::Counter) {
    counter.add(1);
}
