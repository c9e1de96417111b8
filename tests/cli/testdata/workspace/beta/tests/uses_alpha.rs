/// Listed for beta; alpha's own check, linked into the same module, is not.
#[glassbox::check]
fn through_beta(alpha: &mut beta::Alpha) -> bool {
    alpha.0 == alpha.0
}
