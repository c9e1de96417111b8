fn main() {
    println!("{}", counter::Counter::default().add(1));
}

#[cfg(test)]
mod tests {
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    struct Subject(#[glassbox(values = [counter::Counter::default()])] counter::Counter);

    /// The binary's crate is called like the library's: same path, another check.
    #[glassbox::check]
    fn inside(subject: &mut Subject) {
        subject.0.add(0);
    }
}
