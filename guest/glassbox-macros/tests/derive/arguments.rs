//! `#[glassbox::check]`: natively the plan of a check is compiled and never run.

use glassbox::Structure;

#[derive(Debug, Structure)]
#[glassbox(no_invariant)]
struct Stack {
    items: Vec<u8>,
}

/// What was pushed last is popped first.
#[glassbox::check(len = 3)]
fn push_then_pop(#[glassbox(domain(u8 = 0..2))] stack: &mut Stack, #[glassbox(values = [0, 1])] item: u8) {
    stack.items.push(item);
    assert_eq!(stack.items.pop(), Some(item));
}

/// Lifetimes, several structures, values that are structures themselves, names that are keywords.
#[glassbox::check(len = 2, height = 1)]
fn many<'a>(first: &'a Stack, second: &'a mut Stack, r#type: (bool, Option<bool>), third: Stack) -> bool
where
    'a: 'a,
{
    let _ = (first, second, third);
    r#type.0 || r#type.1 != Some(true)
}

#[test]
fn natively_a_check_is_a_function() {
    push_then_pop(&mut Stack { items: vec![1] }, 1);
    assert!(many(&Stack { items: vec![] }, &mut Stack { items: vec![] }, (true, None), Stack { items: vec![] }));
}
