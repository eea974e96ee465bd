//! The translation of a program as edits would leave it, with edits of the user's own text.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::EditSet;
use super::edit_error::EditError;
use crate::analysis::{Analysis, Unit};
use crate::diagnostics::{Lines, Place};
use crate::session::Session;
use crate::text_edits::TextEdit;
use crate::translate::{Fidelity, TranslateOptions, Translation, VerdictLine};

/// The translation of an edited program ([`Analysis::translate_edited`]).
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::edit::{EditSet, EditedTranslation, KeptInsertion, TextEdit};
/// use clacc::translate::TranslateOptions;
///
/// let program = "void f(int *x) {\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let mut edits = EditSet::new(&session);
/// edits.push(TextEdit::insertion("f.c", 17, "#pragma acc update self(x[0:8])\n#pragma acc update self(y)\n"))?;
/// let translated: EditedTranslation = session.translate_edited(unit, &edits, &TranslateOptions::default())?;
/// let mut both = EditSet::new(&session);
/// both.merge(translated.edits)?;
/// let text = both.apply().remove("f.c").expect("it has edits");
/// assert!(text.starts_with(b"void f(int *x) {\n#pragma omp target update from(present: x[0:8])\n#pragma acc"));
/// let kept: &KeptInsertion = &translated.kept[0];
/// assert_eq!((kept.place.line, kept.verdict.place.as_ref().map(|at| at.line)), (2, Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EditedTranslation {
    /// The translation of the edited texts. Places in its findings and verdicts are those of the edited texts.
    pub translation: Translation,
    /// The edits that make the translation out of the user's own texts: those of the set and those of the translation in one.
    pub edits: Vec<TextEdit>,
    /// The directives that the edits insert and that the translation keeps as OpenACC, in the order of their places.
    pub kept: Vec<KeptInsertion>,
}

/// An inserted directive that stays OpenACC.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KeptInsertion {
    /// The place in the user's own text where the edit is.
    pub place: Place,
    /// The verdict on the directive, with the reason. Its place is that in the edited text.
    pub verdict: VerdictLine,
}

/// An edit of the user's text, with the range of the new bytes in the edited text.
struct Applied {
    original: Range<usize>,
    edited: Range<usize>,
}

impl Analysis {
    /// Translates a unit as it would be with the edits of a set, so that directives that a tool inserts are translated in the same pass, and
    /// returns the edits of the user's own texts that do both. Neither the session nor the set changes.
    ///
    /// It costs as much as the first [`Analysis::translate`] of the edited unit in a new session, which reads no file again. For an
    /// [unknown unit](Unit), the finding UNIT0001 says so, and the edits are those of the set.
    ///
    /// # Errors
    /// [`EditError::OtherText`] if the set was made for another text of a file than the session has.
    pub fn translate_edited(
        &self,
        unit: Unit,
        edits: &EditSet<'_>,
        options: &TranslateOptions,
    ) -> Result<EditedTranslation, EditError> {
        self.check_texts(edits)?;
        let texts = edits.apply();
        let open = self.units().get(&unit.number()).filter(|_| self.has_unit(unit));
        let scratch = open.and_then(|open| {
            let mut scratch = Session::of_texts(self, &texts);
            let unit = scratch.add_unit(&open.path, &open.options).ok()?;
            Some((scratch, unit))
        });
        let Some((scratch, edited_unit)) = scratch else {
            let translation = Arc::unwrap_or_clone(self.translate(unit, options));
            return Ok(EditedTranslation {
                translation,
                edits: edits.edits().cloned().collect(),
                kept: vec![],
            });
        };
        let translation = Arc::unwrap_or_clone(scratch.translate(edited_unit, options));
        let kept = kept_insertions(edits, &translation);
        let all = self.composed(edits, &texts, &translation.edits());
        Ok(EditedTranslation { translation, edits: all, kept })
    }

    /// Checks that a set was made for the texts that the session has.
    pub(super) fn check_texts(&self, edits: &EditSet<'_>) -> Result<(), EditError> {
        for (path, file) in &edits.files {
            let is_current = self.source(path).is_some_and(|text| text == file.text);
            if let Some(edit) = file.edits().next().filter(|_| !is_current) {
                return Err(EditError::OtherText(edit.clone()));
            }
        }
        Ok(())
    }

    /// Returns edits of the session's texts that do first the edits of a set and then those of the edited texts.
    fn composed(
        &self,
        first: &EditSet<'_>,
        edited: &BTreeMap<Arc<str>, Vec<u8>>,
        second: &[TextEdit],
    ) -> Vec<TextEdit> {
        let mut all: BTreeMap<Arc<str>, (Vec<Applied>, Vec<&TextEdit>)> = BTreeMap::new();
        for (path, file) in &first.files {
            all.entry(path.clone()).or_default().0 = applied(file.edits());
        }
        for edit in second {
            all.entry(edit.path.clone()).or_default().1.push(edit);
        }
        let mut composed = Vec::new();
        for (path, (first, second)) in &all {
            let Some(original) = self.source(path) else { continue };
            let text = edited.get(path).map_or(&*original, Vec::as_slice);
            let edit = |(range, new)| TextEdit::new(path.clone(), range, new).made_for(&original);
            composed.extend(joined(first, second, text).into_iter().map(edit));
        }
        composed
    }
}

/// Returns the directives in new text of a set that the translation keeps.
fn kept_insertions(edits: &EditSet<'_>, translation: &Translation) -> Vec<KeptInsertion> {
    let stays = |line: &&VerdictLine| line.part.is_none() && line.fidelity == Fidelity::Unsupported;
    let mut kept = Vec::new();
    for verdict in translation.verdicts.iter().filter(stays) {
        let Some(at) = verdict.place.as_ref() else { continue };
        let Some(file) = edits.files.get(&*at.path) else { continue };
        let applied = applied(file.edits());
        let inserted = applied.iter().find(|each| each.edited.contains(&at.range().start));
        kept.extend(inserted.map(|each| {
            let lines = Lines::new(file.text.clone());
            let place = Place::of_lines(at.path.clone(), &lines, each.original.clone());
            KeptInsertion { place, verdict: verdict.clone() }
        }));
    }
    kept
}

/// Returns the edits of a file with the ranges of their new bytes.
fn applied<'e>(edits: impl Iterator<Item = &'e TextEdit>) -> Vec<Applied> {
    let mut written = 0;
    let mut copied = 0;
    edits
        .map(|edit| {
            written += edit.range.start - copied;
            let start = written;
            written += edit.replacement.len();
            copied = edit.range.end;
            Applied { original: edit.range.clone(), edited: start..written }
        })
        .collect()
}

/// Joins edits that were made with edits of the text that they made. Edits that touch each other become one.
fn joined(first: &[Applied], second: &[&TextEdit], edited: &[u8]) -> Vec<(Range<usize>, Vec<u8>)> {
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    let (mut found, mut grown, mut shrunk) = (Vec::new(), 0, 0);
    loop {
        let starts = [first.peek().map(|it| it.edited.start), second.peek().map(|it| it.range.start)];
        let Some(start) = starts.into_iter().flatten().min() else { return found };
        let (mut end, mut new, mut copied) = (start, Vec::new(), start);
        let original_start = start + shrunk - grown;
        loop {
            if let Some(next) = first.next_if(|it| it.edited.start <= end) {
                end = end.max(next.edited.end);
                grown += next.edited.len();
                shrunk += next.original.len();
            } else if let Some(next) = second.next_if(|it| it.range.start <= end) {
                end = end.max(next.range.end);
                new.extend_from_slice(&edited[copied..next.range.start]);
                new.extend_from_slice(&next.replacement);
                copied = next.range.end;
            } else {
                break;
            }
        }
        new.extend_from_slice(&edited[copied..end]);
        found.push((original_start..end + shrunk - grown, new));
    }
}
