use counter::Counter;

/// Adding nothing changes nothing.
#[glassbox::check]
fn add_zero(#[glassbox(values = [Counter::default()])] mut counter: Counter) -> bool {
    counter.add(0) == counter.add(0)
}

#[test]
fn an_ordinary_test_beside_it() {
    assert!(add_zero(Counter::default()));
}
