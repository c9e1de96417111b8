//! What guests say of their largest states, asked once.
//!
//! To describe a state of height 3, a guest runs half a million instructions. What it says follows from the module, the check and the bounds
//! alone, and all checks of a module ask it about each other: which of them have the same structure. So it is kept with the module.
//!
//! Nobody waits for the lock: a check that gets no more memory stands still wherever it is, and the others must go on. They ask the guest then.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use glassbox_abi::Skeleton as Record;
use glassbox_vm::module::Module;

use crate::result::Bounds;

/// Records by check and by the bounds that the guest was given.
type Records = BTreeMap<(String, Bounds), Arc<Record>>;

/// What the guests of a module have said.
#[derive(Debug, Default)]
pub(crate) struct Descriptions(Mutex<Records>);

impl Descriptions {
    /// Those of a module.
    pub(crate) fn of(module: &Module) -> Arc<Self> {
        module.attached()
    }

    /// What is said of a check, asked for with `ask` if it is not known. What the guest does not say is not kept.
    pub(crate) fn get<E>(
        &self,
        check: &str,
        bounds: &Bounds,
        ask: impl FnOnce() -> Result<Record, E>,
    ) -> Result<Arc<Record>, E> {
        let key = (check.to_owned(), bounds.clone());
        let known = self.0.try_lock().ok().and_then(|records| records.get(&key).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        let record = Arc::new(ask()?);
        if let Ok(mut records) = self.0.try_lock() {
            records.insert(key, record.clone());
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(descriptions: &Descriptions, check: &str, bounds: &Bounds, answer: Result<u32, ()>) -> Result<u32, ()> {
        let ask = || answer.map(|first| Record { may_leave: first, ..Record::default() });
        descriptions.get(check, bounds, ask).map(|record| record.may_leave)
    }

    #[test]
    fn guests_are_asked_once() {
        let descriptions = Descriptions::default();
        let small: Bounds = [("len".to_owned(), 1)].into_iter().collect();
        assert_eq!(get(&descriptions, "a", &small, Err(())), Err(()));
        assert_eq!(get(&descriptions, "a", &small, Ok(1)), Ok(1));
        assert_eq!(get(&descriptions, "a", &small, Ok(2)), Ok(1));
        assert_eq!(get(&descriptions, "b", &small, Ok(3)), Ok(3));
        assert_eq!(get(&descriptions, "a", &Bounds::none(), Ok(4)), Ok(4));
    }

    #[test]
    fn nobody_waits_for_who_stands_still() {
        let descriptions = Descriptions::default();
        let _stuck = descriptions.0.lock().unwrap();
        assert_eq!(get(&descriptions, "a", &Bounds::none(), Ok(1)), Ok(1));
        assert_eq!(get(&descriptions, "a", &Bounds::none(), Ok(2)), Ok(2));
    }
}
