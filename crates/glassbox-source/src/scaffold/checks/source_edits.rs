//! Edits of the user's source: attributes that describe types, and the declaration of the module with the checks.

use std::collections::{BTreeMap, BTreeSet};

use super::candidate::Candidate;
use super::checks_file::ChecksFile;
use crate::read::library_source::LibrarySource;
use crate::scaffold::error::ScaffoldError;
use crate::scaffold::file_change::{Edit, FileChange};
use crate::scaffold::insertion::Insertions;
use crate::scaffold::naming::snake_case;
use crate::scaffold::new_module::{CONDITION, declare, ensure_parseable, free_name, new_file};
use crate::scaffold::substitute::Substitute;

/// The files that change for the checks of a type.
pub(super) fn source_edits(source: &LibrarySource, candidate: &Candidate) -> Result<Vec<FileChange>, ScaffoldError> {
    let mut edited: BTreeMap<usize, (Insertions, Vec<Edit>)> = BTreeMap::new();
    describe_types(source, candidate, &mut edited);
    let module = &source.modules[source.types[candidate.of].module];
    let declaring_text = &source.files[module.file].text;
    let name = free_name(module, "checks", &format!("{}_checks", snake_case(&candidate.name)));
    let (insertions, edits) = edited.entry(module.file).or_default();
    edits.push(declare(insertions, declaring_text, module, &name));
    let mut changes = Vec::new();
    for (file, (insertions, edits)) in edited {
        let file = &source.files[file];
        changes.push(FileChange { path: file.path.clone(), text: insertions.apply(&file.text), edits, is_new: false });
    }
    let text = ChecksFile { source, candidate }.text();
    let operations = candidate.operations.found.iter().map(|operation| operation.name.clone()).collect();
    changes.push(new_file(module, declaring_text, &name, &text, Edit::Checks(operations)));
    ensure_parseable(&changes)?;
    Ok(changes)
}

/// Adds `derive(Structure)` and the attributes of fields to all types that the user has not described.
fn describe_types(
    source: &LibrarySource,
    candidate: &Candidate,
    edited: &mut BTreeMap<usize, (Insertions, Vec<Edit>)>,
) {
    for part in candidate.description.parts.iter().filter(|part| !part.is_described) {
        let definition = &source.types[part.of];
        let file_number = source.modules[definition.module].file;
        let file = &source.files[file_number];
        let (insertions, edits) = edited.entry(file_number).or_default();
        let mut settings = part.settings();
        if part.of == candidate.of {
            settings.extend(domains(candidate));
        }
        let settings = if settings.is_empty() { String::new() } else { format!(", glassbox({})", settings.join(", ")) };
        let attribute = format!("#[cfg_attr({CONDITION}, derive(glassbox::Structure){settings})]");
        insertions.attribute(&file.text, definition.head, &attribute);
        for (at, attribute) in &part.fields {
            insertions.attribute(&file.text, file.start + at, attribute);
        }
        edits.push(Edit::DescribedType(definition.ident.to_string()));
    }
}

/// The domains of all number types in the structure.
fn domains(candidate: &Candidate) -> Option<String> {
    let mut numbers = candidate.description.number_types();
    if candidate.type_arguments.uses(Substitute::Number) {
        numbers.insert("u8".to_owned());
    }
    let values = |number: &str| match candidate.description.more_values.get(number) {
        _ if number == "char" => "['a', 'b', 'c']".to_owned(),
        Some(more) => {
            let all: BTreeSet<u32> = (0..4).chain(more.iter().copied()).collect();
            format!("[{}]", all.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
        }
        None => "0..4".to_owned(),
    };
    let domains: Vec<String> = numbers.iter().map(|number| format!("{number} = {}", values(number))).collect();
    (!domains.is_empty()).then(|| format!("domain({})", domains.join(", ")))
}
