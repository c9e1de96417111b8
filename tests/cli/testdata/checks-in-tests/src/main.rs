fn main() {
    println!("{}", counter::Counter::default().add(1));
}

#[cfg(test)]
mod tests {
    /// The binary's crate is called like the library's: same path, another check.
    #[glassbox::check]
    fn inside(counter: &mut counter::Counter) {
        counter.add(0);
    }
}
