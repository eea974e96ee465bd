//! Resolution of file ranges to lines and columns.

use std::sync::Arc;

use clacc_syntax::diagnostics::{Diagnostic as Finding, Label as FindingLabel};
use clacc_syntax::source::{FileId, FileRange};

use crate::diagnostics::{Diagnostic, Fix, Label, LineCursor, Lines, Place};

/// The path and the lines of a file.
#[derive(Clone, Debug)]
pub(crate) struct FileLines {
    pub(crate) path: Arc<str>,
    pub(crate) lines: Arc<Lines>,
}

/// Resolves ranges one after the other. Most of them are in one file, and often near or equal to the last range.
pub(crate) struct PlaceFinder<'a> {
    files: &'a dyn Fn(FileId) -> FileLines,
    file: Option<(FileId, FileLines)>,
    cursor: LineCursor,
    /// The last two distinct ranges with their places: of a directive, say, and of a part of it.
    last: [Option<(FileRange, Place)>; 2],
}

impl<'a> PlaceFinder<'a> {
    pub(crate) fn new(files: &'a dyn Fn(FileId) -> FileLines) -> Self {
        PlaceFinder { files, file: None, cursor: LineCursor::default(), last: [None, None] }
    }

    pub(crate) fn place(&mut self, range: FileRange) -> Place {
        let is_known = |last: &Option<(FileRange, Place)>| last.as_ref().is_some_and(|(at, _)| *at == range);
        if let Some(found) = self.last.iter().position(is_known) {
            // A new range replaces the other entry.
            self.last.swap(found, 1);
            if let Some((_, place)) = &self.last[1] {
                return place.clone();
            }
        }
        let place = self.new_place(range);
        self.last = [self.last[1].take(), Some((range, place.clone()))];
        place
    }

    fn new_place(&mut self, range: FileRange) -> Place {
        if self.file.as_ref().is_some_and(|(file, _)| *file != range.file) {
            (self.file, self.cursor) = (None, LineCursor::default());
        }
        let files = self.files;
        let (_, file) = self.file.get_or_insert_with(|| (range.file, files(range.file)));
        let bytes = range.start as usize..range.end as usize;
        Place::near(file.path.clone(), &file.lines, bytes, &mut self.cursor)
    }

    /// Returns a finding with its ranges resolved to places.
    pub(crate) fn located(&mut self, finding: &Finding<FileRange>) -> Diagnostic {
        let mut place = |at| self.place(at);
        let mut label =
            |label: &FindingLabel<FileRange>| Label { place: place(label.at), text: label.text.clone() };
        Diagnostic {
            code: finding.code,
            severity: finding.severity,
            message: finding.message.clone(),
            primary: Some(label(&finding.primary)),
            secondary: finding.secondary.iter().map(label).collect(),
            notes: finding.notes.clone(),
            fix: finding.fix.as_ref().map(|fix| Fix {
                title: fix.title.clone(),
                edits: fix.edits.iter().map(|(at, text)| (place(*at), text.clone())).collect(),
                confidence: fix.confidence,
            }),
        }
    }
}
