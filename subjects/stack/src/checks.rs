//! Checks of the stack, and tests that call them natively.

use crate::Stack;

/// What was pushed last is popped first.
#[glassbox::check(height = 4)]
fn push_then_pop(stack: &mut Stack, item: u8) {
    stack.push(item);
    assert_eq!(stack.pop(), Some(item));
}

/// Looking at the top is what popping gives.
#[glassbox::check(height = 4)]
fn peek_is_pop(stack: &mut Stack) -> bool {
    stack.peek() == stack.pop()
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
    fn checks_hold_on_small_stacks() {
        for items in [&[][..], &[1], &[2, 1], &[3, 1, 2]] {
            let mut stack = stack_of(items);
            push_then_pop(&mut stack, 9);
            assert_eq!(stack, stack_of(items));
            assert!(peek_is_pop(&mut stack));
            assert_eq!(stack, stack_of(&items[..items.len().saturating_sub(1)]));
        }
    }
}
