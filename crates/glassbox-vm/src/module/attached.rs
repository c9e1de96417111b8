//! What users of a module keep with it.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A value of one type, of the first user's choice, made when it is first asked for.
#[derive(Default)]
pub(super) struct Attached(OnceLock<Arc<dyn Any + Send + Sync>>);

impl Attached {
    pub(super) fn get<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let kept = self.0.get_or_init(|| Arc::new(T::default())).clone();
        debug_assert_eq!((*kept).type_id(), TypeId::of::<T>(), "a module keeps values of one type");
        kept.downcast().unwrap_or_default()
    }
}

impl fmt::Debug for Attached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Attached").field(&self.0.get().is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use crate::module::Module;

    #[test]
    fn what_is_attached_stays() {
        let module = Module::default();
        *module.attached::<Mutex<u32>>().lock().unwrap() = 7;
        assert_eq!(*module.attached::<Mutex<u32>>().lock().unwrap(), 7);
        assert_eq!(*Module::default().attached::<Mutex<u32>>().lock().unwrap(), 0);
    }
}
