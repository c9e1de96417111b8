//! Two workers, each with its own build folder.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use super::results_file::{Named, append_entry, read_entries};
use crate::build::Builder;
use crate::timed::timed;

const WORKERS: usize = 2;

/// Runs `work` on all items and returns the results in their order. Prints progress. A panic is an error like any
/// other: it must not hide other results.
pub fn in_parallel<T: Sync, R: Send>(
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
                    let error = if result.is_err() { ", an error" } else { "" };
                    done.push((index, result));
                    eprintln!("{}/{} {}: {:.1} s{error}", done.len(), items.len(), name(item), duration.as_secs_f64());
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Runs `work` on all items whose results are not in the file yet, and appends them. All results of the items, in their
/// order; without a file, all are new.
pub fn resumed<T: Sync, E: Named + Send>(
    items: &[T],
    name: impl Fn(&T) -> String + Sync,
    file: Option<&Path>,
    work: impl Fn(&T, &Builder) -> Result<E, String> + Sync,
) -> Result<Vec<E>, String> {
    let mut known: Vec<E> = file.map_or_else(|| Ok(Vec::new()), read_entries)?;
    let names: BTreeMap<String, usize> = items.iter().enumerate().map(|(at, item)| (name(item), at)).collect();
    known.retain(|entry| names.contains_key(entry.name()));
    let is_known = |item: &&T| known.iter().any(|entry| entry.name() == name(item));
    let todo: Vec<&T> = items.iter().filter(|item| !is_known(item)).collect();
    let file = Mutex::new(file);
    let new = in_parallel(
        &todo,
        |item| name(item),
        |item, builder| {
            let entry = work(item, builder)?;
            if let Some(file) = *file.lock().map_err(|error| error.to_string())? {
                append_entry(file, &entry)?;
            }
            Ok(entry)
        },
    );
    known.extend(new.into_iter().collect::<Result<Vec<E>, String>>()?);
    known.sort_by_key(|entry| names.get(entry.name()).copied());
    Ok(known)
}

/// The result, or an error if there was a panic.
pub fn attempt<R>(work: impl FnOnce() -> Result<R, String>) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panicked: {}", text.unwrap_or_default()))
    })
}
