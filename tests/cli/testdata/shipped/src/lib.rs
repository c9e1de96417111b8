#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
pub struct Number(#[glassbox(values = 0..3)] u8);

#[glassbox::check]
fn fine(number: &mut Number) -> bool {
    number.0 == number.0
}
