use counter::Counter;

mod common;

/// Adding never goes down.
#[glassbox::check]
fn grows(counter: &mut Counter, n: u8) {
    let before = counter.add(0);
    assert!(counter.add(n) >= before);
}

#[cfg(with_user_flag)]
#[glassbox::check]
fn behind_a_flag_of_the_user(_counter: &mut Counter) {}
