//! Brings several units of one program together: a file that they share gets one text, or none if they
//! disagree.

use std::collections::BTreeMap;
use std::sync::Arc;

use clacc_syntax::diagnostics::Diagnostic as Finding;
use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::codes::MAP0023;
use clacc_ttx::rewrite::{self, Edit};

use crate::diagnostics::Diagnostic;
use crate::session::Session;
use crate::translate::{Fidelity, TranslatedFile, Translation};

/// The files of several translated units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TranslatedFiles {
    /// Every file that differs from its source, headers and main files, by path.
    pub files: Vec<TranslatedFile>,
    /// Disagreements of units about a file: one unit edits what another one keeps, or two units edit it
    /// differently. Such a file is not among `files`. A caller that writes files should write none in this
    /// case, because units would be half translated.
    pub conflicts: Vec<Diagnostic>,
}

/// An edit with the units that make it.
type Wanted<'t> = (&'t Edit, Vec<usize>);

impl Session {
    /// Brings together the translations of several units, which must be made with the same options in this
    /// session. An edit of one unit is made even if the preprocessing of other units leaves out the text it
    /// is about. The method calls [`identity`](crate::files::FileSystem::identity) for every file that is
    /// edited or in which something is kept.
    ///
    /// It only applies the edits and analyses nothing again.
    #[must_use]
    pub fn files_of(&self, translations: &[Translation]) -> TranslatedFiles {
        let kept = self.kept(translations);
        let mut together = TranslatedFiles::default();
        for (identity, (path, wanted)) in self.wanted(translations) {
            let wanted = joined(wanted);
            let kept = kept.get(&identity);
            match self.conflict(&path, &wanted, kept, translations) {
                Some(conflict) => together.conflicts.push(conflict),
                None => together.files.extend(self.edited(path, &wanted)),
            }
        }
        together.files.sort_by(|one, other| one.path.cmp(&other.path));
        together
    }

    /// Returns all edits by the identity of the file, with the path to print for the file. If the file is the
    /// main file of a unit, that is the path of the unit.
    fn wanted<'t>(&self, translations: &'t [Translation]) -> BTreeMap<String, (Arc<str>, Vec<Wanted<'t>>)> {
        let mut identities: BTreeMap<FileId, (String, Arc<str>)> = BTreeMap::new();
        let mut files: BTreeMap<String, (Arc<str>, Vec<Wanted<'t>>)> = BTreeMap::new();
        for (unit, translation) in translations.iter().enumerate() {
            for edit in &translation.edits {
                let (identity, path) = identities.entry(edit.range.file).or_insert_with(|| {
                    let path = self.path_of(edit.range.file);
                    (self.files.identity(&path), path)
                });
                let file = files.entry(identity.clone()).or_insert_with(|| (path.clone(), Vec::new()));
                file.1.push((edit, vec![unit]));
            }
        }
        for path in translations.iter().map(|translation| &translation.path) {
            if let Some(file) = files.get_mut(&self.files.identity(path)) {
                file.0 = path.clone();
            }
        }
        files
    }

    /// Returns what the units keep, by the identity of the file.
    fn kept(&self, translations: &[Translation]) -> BTreeMap<String, Kept> {
        let mut identities: BTreeMap<&str, String> = BTreeMap::new();
        let mut files: BTreeMap<String, Kept> = BTreeMap::new();
        for (unit, translation) in translations.iter().enumerate() {
            let kept = translation.verdicts.iter().filter(|line| line.fidelity == Fidelity::Unsupported);
            for place in kept.filter_map(|line| line.place.as_ref()) {
                let identity =
                    identities.entry(&place.path).or_insert_with(|| self.files.identity(&place.path));
                let file = files.entry(identity.clone()).or_default();
                file.ranges.push((place.start as u32, place.end as u32, unit));
                file.longest = file.longest.max((place.end - place.start) as u32);
            }
        }
        files.values_mut().for_each(|file| file.ranges.sort_unstable());
        files
    }

    fn edited(&self, path: Arc<str>, wanted: &[Wanted<'_>]) -> Option<TranslatedFile> {
        let source = self.text_of(wanted.first()?.0.range.file).unwrap_or_default();
        let text = rewrite::apply(&source, wanted.iter().map(|(edit, _)| *edit));
        let changed = text[..] != source[..];
        changed.then_some(TranslatedFile { path, text, changed })
    }

    /// Returns a finding for the first place of a file about which the units disagree.
    fn conflict(
        &self,
        path: &str,
        wanted: &[Wanted<'_>],
        kept: Option<&Kept>,
        translations: &[Translation],
    ) -> Option<Diagnostic> {
        let unit = |unit: usize| &translations[unit].path;
        if let Some(pair) = wanted.windows(2).find(|pair| disagree(&pair[0], &pair[1])) {
            let (one, other) = (unit(pair[0].1[0]), unit(pair[1].1[0]));
            let message = format!("{one} and {other} need different translations of `{path}`");
            return Some(self.disagreement(pair[1].0.range, message));
        }
        let (range, editor, keeper) = kept?.edited_elsewhere(wanted)?;
        let message =
            format!("{} needs a translation of what {} keeps in `{path}`", unit(editor), unit(keeper));
        Some(self.disagreement(range, message))
    }

    fn disagreement(&self, range: FileRange, message: String) -> Diagnostic {
        self.located(Finding::new(&MAP0023, range, message))
    }
}

/// Sorts the edits of a file and joins equal ones, each with all units that make it.
fn joined(mut wanted: Vec<Wanted<'_>>) -> Vec<Wanted<'_>> {
    // The sort is stable, so that insertions at one place keep the order of the units.
    wanted.sort_by_key(|(edit, _)| (edit.range.start, edit.range.end));
    let mut joined: Vec<Wanted<'_>> = Vec::with_capacity(wanted.len());
    for (edit, units) in wanted {
        let place = |edit: &Edit| (edit.range.start, edit.range.end);
        let mut there = joined.iter_mut().rev().take_while(|(known, _)| place(known) == place(edit));
        match there.find(|(known, _)| known.replacement == edit.replacement) {
            Some((_, known)) => known.extend(units),
            None => joined.push((edit, units)),
        }
    }
    joined
}

/// Whether two neighbouring edits cannot both be made: they overlap or touch, and no unit makes both of them.
fn disagree((first, of_first): &Wanted<'_>, (second, of_second): &Wanted<'_>) -> bool {
    second.range.start <= first.range.end && !of_first.iter().any(|unit| of_second.contains(unit))
}

/// The ranges that units keep in a file, in order, each with its unit.
#[derive(Default)]
struct Kept {
    ranges: Vec<(u32, u32, usize)>,
    /// The length of the longest range. It bounds how far before a place a range can start that reaches that
    /// place.
    longest: u32,
}

impl Kept {
    /// Finds an edit of something that another unit keeps. Returns the place, the unit that edits and the
    /// unit that keeps.
    fn edited_elsewhere(&self, wanted: &[Wanted<'_>]) -> Option<(FileRange, usize, usize)> {
        wanted.iter().find_map(|(edit, units)| {
            let behind = self.ranges.partition_point(|(start, ..)| *start < edit.range.end);
            let overlaps =
                |(_, end, unit): &&(u32, u32, usize)| *end > edit.range.start && !units.contains(unit);
            let near = self.ranges[..behind]
                .iter()
                .rev()
                .take_while(|(start, ..)| start.saturating_add(self.longest) > edit.range.start);
            near.into_iter().find(overlaps).map(|(.., unit)| (edit.range, units[0], *unit))
        })
    }
}
