#[derive(glassbox::Structure)]
#[glassbox(no_invariant)]
struct Subject(#[glassbox(values = [misuse::Subject(0)])] misuse::Subject);

#[glassbox::check(size = 3)]
fn unknown_bound(_subject: &mut Subject) {}

#[glassbox::check]
fn generic<T: Copy>(_subject: &mut Subject, _item: T) {}

#[glassbox::check]
fn wrong_result(subject: &mut Subject) -> u8 {
    subject.0.0
}

#[glassbox::check]
struct NotAFunction;
