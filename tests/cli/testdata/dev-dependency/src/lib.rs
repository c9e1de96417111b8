#[cfg_attr(test, derive(glassbox::Structure), glassbox(no_invariant))]
pub struct Ring {
    #[cfg_attr(test, glassbox(domain(u8 = 0..2)))]
    items: [u8; 4],
    #[cfg_attr(test, glassbox(values = 0..4))]
    head: usize,
    #[cfg_attr(test, glassbox(values = 0..=4))]
    len: usize,
}

impl Ring {
    pub fn push(&mut self, item: u8) -> bool {
        if self.len == self.items.len() {
            return false;
        }
        self.items[(self.head + self.len) % self.items.len()] = item;
        self.len += 1;
        true
    }
}

#[cfg(test)]
mod checks {
    use super::*;

    /// A push is refused exactly when the ring is full.
    ///
    /// Only the first line of this comment is listed.
    #[glassbox::check(len = 4)]
    fn push_fills(ring: &mut Ring, #[glassbox(values = 0..2)] item: u8) -> bool {
        let full = ring.len == 4;
        ring.push(item) != full
    }

    #[glassbox::check]
    fn without_bounds_or_comment(ring: &mut Ring) {
        assert!(ring.len <= 4);
    }

    #[test]
    fn natively_a_check_is_a_function() {
        let mut ring = Ring { items: [0; 4], head: 3, len: 2 };
        assert!(push_fills(&mut ring, 1));
        without_bounds_or_comment(&mut ring);
    }
}
