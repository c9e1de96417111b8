use counter::Counter;

mod common;

#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Subject {
    #[glassbox(values = common::counters())]
    counter: Counter,
}

/// Adding never goes down.
#[glassbox::check]
fn grows(subject: &mut Subject, #[glassbox(values = [0, 1, 255])] n: u8) {
    let before = subject.counter.add(0);
    assert!(subject.counter.add(n) >= before);
}

#[cfg(with_user_flag)]
#[glassbox::check]
fn behind_a_flag_of_the_user(_subject: &mut Subject) {}
