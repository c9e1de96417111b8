use glassbox::{Broken, Children, Invariant, Structure, ensure};

#[derive(Structure)]
pub struct Counter {
    #[glassbox(values = 0..4)]
    count: u8,
}

impl Invariant for Counter {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.count > 7, "too small")
    }
}

#[glassbox::check]
pub fn nothing(subject: &Counter) {
    let _ = subject;
}
