#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Alpha(#[glassbox(values = 0..3)] pub u8);

/// In a library that others depend on.
#[glassbox::check]
fn always(alpha: &mut Alpha) -> bool {
    alpha.0 == alpha.0
}

/// Only with the feature.
#[cfg(feature = "extra")]
#[glassbox::check]
fn with_extra(alpha: &mut Alpha) -> bool {
    always(alpha)
}

/// The attributes may come in any order.
#[glassbox::check]
#[cfg(feature = "extra")]
fn with_extra_again(alpha: &mut Alpha) -> bool {
    always(alpha)
}
