//! A reset before each case: glassbox runs each case in fresh memory, a native program does not.

fn reset() {
    COUNT.store(0, Ordering::Relaxed);
}
