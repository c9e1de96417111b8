use glassbox::{Broken, Children, Invariant, Structure};

#[derive(Structure)]
pub struct List {
    next: Option<Box<List>>,
}

impl Invariant for List {
    type Summary = ();

    fn check(&self, _: &Children) -> Result<(), Broken> {
        // The node after the next one is none of this node's business.
        let far = self.next.as_ref().and_then(|next| next.next.as_ref()).and_then(|next| next.next.as_ref());
        if far.is_some() { Err(Broken::new("longer than three")) } else { Ok(()) }
    }
}

#[glassbox::check(height = 4)]
pub fn nothing(subject: &List) {
    let _ = subject;
}
