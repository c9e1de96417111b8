//! Cost of restoring a state, and of a saved state.

use glassbox_vm::memory::{PAGE, Paged};

use crate::speed::timed;

/// Measures and prints two tables.
pub(crate) fn measure() {
    restore();
    keep();
}

fn restore() {
    println!("\nrestore of a 64 MiB memory by pages written since the snapshot (page: {PAGE} bytes), best of 200");
    let mut paged = Paged::new(64 << 20, 0);
    paged.write(0, 64 << 20).fill(1);
    let start = paged.snapshot();
    for n_pages in [0_usize, 1, 4, 16, 64, 256, 1024] {
        let times = (0..200).map(|_| {
            for page in 0..n_pages {
                paged.write(page * 16 * PAGE, 1)[0] = 2;
            }
            timed(|| paged.restore(&start)).1
        });
        let best = times.min().unwrap_or_default();
        println!("{n_pages:6} pages {:10.2} us", best.as_secs_f64() * 1e6);
    }
}

fn keep() {
    println!("\nbytes per saved state of a 64 MiB memory, and time to switch between two of 10,000 saved states");
    let mut paged = Paged::new(64 << 20, 0);
    paged.write(0, 64 << 20).fill(1);
    let first = paged.snapshot();
    for n_pages in [1_usize, 4, 16] {
        let mut kept = Vec::new();
        let mut own = 0;
        for state in 0..10_000_usize {
            paged.restore(&first);
            for page in 0..n_pages {
                paged.write((page * 64 + state % 7) * PAGE, 8).copy_from_slice(&state.to_le_bytes());
            }
            let snapshot = paged.snapshot();
            own += snapshot.own_bytes(&first);
            kept.push(snapshot);
        }
        let switches = 1000_u32;
        let ((), time) = timed(|| {
            for i in 0..switches as usize {
                paged.restore(&kept[i * 7 % kept.len()]);
            }
        });
        println!(
            "{n_pages:6} pages differ {:10} bytes {:10.2} us per switch",
            own / kept.len(),
            time.as_secs_f64() * 1e6 / f64::from(switches)
        );
    }
}
