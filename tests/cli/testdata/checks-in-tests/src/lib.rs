#[derive(Default)]
#[cfg_attr(test, derive(glassbox::Structure), glassbox(no_invariant))]
pub struct Counter(#[cfg_attr(test, glassbox(values = 0..3))] u32);

impl Counter {
    pub fn add(&mut self, n: u8) -> u32 {
        self.0 += u32::from(n);
        self.0
    }
}

#[cfg(test)]
mod tests {
    #[glassbox::check]
    fn inside(counter: &mut crate::Counter) {
        counter.add(0);
    }
}
