//! Two workers, each with its own build folder.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;

use glassbox_states::{Builder, timed};

const WORKERS: usize = 2;

/// Runs `work` on all items and returns the results in their order. Prints progress. A panic is an error like any
/// other: it must not hide other results.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T, &Builder) -> Result<R, String> + Sync,
) -> Vec<Result<R, String>> {
    let todo = Mutex::new(items.iter().enumerate());
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for number in 0..WORKERS {
            let (todo, done, name, work) = (&todo, &done, &name, &work);
            scope.spawn(move || {
                let builder = Builder::new(number);
                let next = || todo.lock().expect("nobody panics with it").next();
                while let Some((index, item)) = next() {
                    let builder = builder.as_ref().map_err(Clone::clone);
                    let (result, duration) = timed(|| builder.and_then(|builder| attempt(|| work(item, builder))));
                    let mut done = done.lock().expect("nobody panics with it");
                    done.push((index, result));
                    eprintln!("{}/{} {}: {:.1} s", done.len(), items.len(), name(item), duration.as_secs_f64());
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The result, or an error if there was a panic.
pub(crate) fn attempt<R>(work: impl FnOnce() -> Result<R, String>) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panicked: {}", text.unwrap_or_default()))
    })
}
