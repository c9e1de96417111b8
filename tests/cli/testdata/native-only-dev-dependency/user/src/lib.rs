#[cfg(test)]
mod checks {
    #[glassbox::check]
    fn fine(_number: &mut u8) {}
}
