//! A Display prints itself.

use std::fmt;
use std::hint::black_box;

struct Celsius(f64);

impl fmt::Display for Celsius {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result //~ ERROR stack-overflow
    {
        black_box(self.0);
        write!(f, "{self} degrees") //~ ERROR stack-overflow
    }
}

pub fn run() {
    black_box(black_box(Celsius(21.5)).to_string());
}
