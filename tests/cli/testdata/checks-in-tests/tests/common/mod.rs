/// In a module shared by several test files.
#[glassbox::check]
fn shared(counter: &mut counter::Counter) {
    counter.add(1);
}
