#[cfg(test)]
mod checks {
    #[derive(glassbox::Structure)]
    #[glassbox(no_invariant)]
    struct Flag(bool);

    #[glassbox::check]
    fn fine(_flag: &mut Flag) {}
}
