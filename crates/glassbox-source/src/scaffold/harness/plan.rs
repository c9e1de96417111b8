//! The explored type with the functions of its harness.

use super::found_type::FoundType;
use super::functions::Functions;
use super::handles::with_handles;
use super::settings::HarnessSettings;
use super::subject::Subject;
use super::type_choice::Items;
use crate::read::library_source::LibrarySource;

/// The explored type with the functions of its harness: at least a constructor and an operation.
pub(super) struct Plan<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) functions: Functions,
}

impl<'a> Plan<'a> {
    /// A plan with the items that say most; with numbers, if these lack a trait that every constructor needs. The error has the
    /// reasons why there is none.
    pub(super) fn new(
        source: &'a LibrarySource,
        found: &FoundType,
        settings: &HarnessSettings,
    ) -> Result<Self, Vec<String>> {
        let of = |items| -> Result<Self, Vec<String>> {
            let subject = subject(source, found, settings, items)?;
            let functions = Functions::of(&subject, settings);
            functions.missing(&subject).map_or(Ok(()), Err)?;
            Ok(Self { subject, functions })
        };
        of(Items::Best).or_else(|problems| of(Items::Numbers).ok().filter(|_| settings.is_compiled).ok_or(problems))
    }
}

/// The explored type with such items, and with all its methods.
pub(super) fn subject<'a>(
    source: &'a LibrarySource,
    found: &FoundType,
    settings: &HarnessSettings,
    items: Items,
) -> Result<Subject<'a>, Vec<String>> {
    Ok(with_handles(Subject::new(source, found, settings, items)?.with_deref_target()))
}
