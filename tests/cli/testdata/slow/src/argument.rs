//! An argument with many values, and with those that make a difference.

#[derive(Default, glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Counter {
    #[glassbox(values = 0..4)]
    count: u8,
}

impl Counter {
    pub fn add(&mut self, n: u8) {
        for _ in 0..n {
            self.count = if self.count == 3 { 0 } else { self.count + 1 };
        }
    }
}

#[glassbox::check]
pub fn before(counter: &mut Counter, #[glassbox(values = 0..200)] n: u8) {
    counter.add(n);
}

#[glassbox::check]
pub fn after(counter: &mut Counter, #[glassbox(values = 0..6)] n: u8) {
    counter.add(n);
}
