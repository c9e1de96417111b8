#[derive(Default)]
pub struct Counter(u32);

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
