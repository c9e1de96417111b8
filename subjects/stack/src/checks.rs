//! Checks of the stack, and tests that call them natively.
//!
//! Items are the numbers 0 to 4: with height 4 one more than there are places, as in the papers. There are 6, 31, 156,
//! 781 stacks within heights 1 to 4.

use crate::Stack;

/// Pushing keeps what is below.
#[glassbox::check(height = 4, adds(item))]
fn push(stack: &mut Stack, #[glassbox(values = 0..5)] item: u8) {
    stack.push(item);
}

/// Popping keeps what is below.
#[glassbox::check(height = 4, removes)]
fn pop(stack: &mut Stack) -> Option<u8> {
    stack.pop()
}

/// What was pushed last is popped first.
#[glassbox::check(height = 4)]
fn push_then_pop(stack: &mut Stack, #[glassbox(values = 0..5)] item: u8) {
    stack.push(item);
    assert_eq!(stack.pop(), Some(item));
}

/// Looking at the top is what popping gives.
#[glassbox::check(height = 4)]
fn peek_is_pop(stack: &mut Stack) -> bool {
    stack.peek() == stack.pop()
}

/// An item on top hides what was there, and nothing else.
#[glassbox::check(height = 4)]
fn push_then_pop_twice(stack: &mut Stack, #[glassbox(values = 0..5)] item: u8) -> bool {
    let before = stack.peek();
    stack.push(item);
    (stack.pop() == Some(item)) & (stack.pop() == before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack_of(items: &[u8]) -> Stack {
        let mut stack = Stack::new();
        for &item in items {
            stack.push(item);
        }
        stack
    }

    #[test]
    fn every_stack_is_described_once() {
        for (height, expect) in [(1, 6), (2, 31), (3, 156), (4, 781)] {
            let mut n_stacks = 0;
            glassbox::native::enumerate::<Stack>(&[("height", height)], |_, _, valid| {
                assert!(valid);
                n_stacks += 1;
            });
            assert_eq!(n_stacks, expect, "height {height}");
        }
    }

    #[test]
    fn checks_hold_on_small_stacks() {
        for items in [&[][..], &[1], &[2, 1], &[3, 1, 2]] {
            let mut stack = stack_of(items);
            push_then_pop(&mut stack, 4);
            push(&mut stack, 4);
            pop(&mut stack);
            assert_eq!(stack, stack_of(items));
            assert!(push_then_pop_twice(&mut stack_of(items), 4));
            assert!(peek_is_pop(&mut stack));
            assert_eq!(stack, stack_of(&items[..items.len().saturating_sub(1)]));
        }
    }
}
