#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Counter {
    pub count: u64,
}

#[glassbox::check]
pub fn nothing(subject: &Counter) {
    let _ = subject;
}
