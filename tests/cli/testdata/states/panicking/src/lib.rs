use glassbox::{Broken, Children, Invariant, Structure, ensure};

#[derive(Structure)]
pub struct Fraction {
    #[glassbox(values = 0..3)]
    numerator: u32,
    #[glassbox(values = 0..3)]
    denominator: u32,
}

impl Invariant for Fraction {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        ensure(self.numerator / self.denominator < 2, "too large")
    }
}

#[glassbox::check]
pub fn nothing(subject: &Fraction) {
    let _ = subject;
}
