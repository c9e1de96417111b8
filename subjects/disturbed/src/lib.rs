//! A check that is wrong only where a trait lies. It asks the host itself, so that it does so in every build.

/// One of `n` answers, of which 0 is the truth.
#[cfg(all(glassbox, target_family = "wasm"))]
fn answer(n: u32) -> u32 {
    #[link(wasm_import_module = "glassbox")]
    unsafe extern "C" {
        fn gb_answer(n: u32) -> u32;
    }
    // SAFETY: a host function that takes any number.
    unsafe { gb_answer(n) }
}

#[cfg(not(all(glassbox, target_family = "wasm")))]
fn answer(n: u32) -> u32 {
    glassbox::answer(n)
}

/// Believes that it is asked about the same vector both times.
mod asked_twice {
    use glassbox::Structure;

    use super::answer;

    #[derive(Structure)]
    #[glassbox(no_invariant)]
    struct Stack {
        #[glassbox(domain(u8 = 0..2))]
        items: Vec<u8>,
    }

    fn is_empty(stack: &Stack) -> bool {
        stack.items.is_empty() != (answer(2) == 1)
    }

    #[glassbox::check(len = 2)]
    fn pop(stack: &mut Stack) {
        if !is_empty(stack) {
            // SAFETY: unsound, as planned: a lie says that there is an item.
            unsafe {
                let last = stack.items.len().wrapping_sub(1);
                std::hint::black_box(*stack.items.as_ptr().wrapping_add(last));
                stack.items.set_len(last);
            }
        }
    }
}
