//! Checks in all places where a build for the machine has none.

#[cfg(glassbox)]
mod checks {
    #[glassbox::check]
    fn built(#[glassbox(values = [1, 2])] number: u8) {
        assert!(number < 9);
    }
}

#[cfg(test)]
mod tests {
    #[glassbox::check]
    fn under_cfg_test(#[glassbox(values = [1, 2])] number: u8) {
        assert!(number < 9);
    }
}

#[cfg(all(glassbox, feature = "slow"))]
#[glassbox::check]
fn behind_a_feature(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}

#[cfg(all(glassbox, not(target_family = "wasm")))]
#[glassbox::check]
fn for_other_targets(#[glassbox(values = [1, 2])] number: u8) {
    assert!(number < 9);
}
