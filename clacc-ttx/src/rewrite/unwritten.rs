//! Files of a unit that a translation does not write: system headers, and all headers if only the main file is
//! written. Constructs that need an edit of one keep their text, and each such file is reported.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;

use super::change::Change;
use super::unit_directives::{UnitDirectives, shown_directive};
use super::{RewriteOptions, UnitInput, file_words};
use crate::codes;

/// The files that are not written, and the directives in them.
pub(super) struct Unwritten {
    main: FileId,
    main_file_only: bool,
    /// The system headers, in order.
    system: Vec<FileId>,
    /// The directives whose text is in a file that is not written.
    directives: Vec<FileRange>,
}

impl Unwritten {
    pub(super) fn of(unit: &UnitInput<'_>, options: &RewriteOptions, directives: &UnitDirectives) -> Self {
        let system = file_words::files(unit, true);
        let mut unwritten = Unwritten { system, ..Unwritten::nothing_of(unit, options) };
        // Directives of separately rewritten functions are in the main file.
        directives.outside().for_each(|(part, tokens)| unwritten.add_directive(unit.parts[part], tokens));
        unwritten
    }

    /// Creates a value without system headers and directives, for a rewriter that edits only the main file.
    pub(super) fn nothing_of(unit: &UnitInput<'_>, options: &RewriteOptions) -> Self {
        Unwritten {
            main: unit.main,
            main_file_only: options.main_file_only,
            system: Vec::new(),
            directives: Vec::new(),
        }
    }

    /// Adds a directive if it is in a file that is not written, whether it has a form or not.
    fn add_directive(&mut self, part: &Preprocessed, tokens: TokenRange) {
        if let Some(range) = shown_directive(part, tokens).filter(|range| self.holds(range.file)) {
            self.directives.push(range);
        }
    }

    pub(super) fn holds(&self, file: FileId) -> bool {
        file != self.main && (self.main_file_only || self.system.binary_search(&file).is_ok())
    }

    /// Returns whether a change needs an edit of a file that is not written. The directive then counts as one of that file.
    pub(super) fn takes(&mut self, change: &Change) -> bool {
        let Some(range) = change.ranges().find(|range| self.holds(range.file)) else { return false };
        self.directives.push(range);
        true
    }

    /// Returns one finding for each file, at its first directive.
    pub(super) fn findings(&self) -> Vec<Diagnostic<FileRange>> {
        let directives = distinct(self.directives.iter().copied());
        let found = directives.chunk_by(|one, other| one.file == other.file).map(|directives| {
            let number = match directives.len() {
                1 => "a directive".to_owned(),
                several => format!("{several} directives"),
            };
            let (code, message) = if self.system.binary_search(&directives[0].file).is_ok() {
                (
                    &codes::MAP0040,
                    format!("this system header holds {number}, and system headers are not changed"),
                )
            } else {
                (&codes::MAP0041, format!("this header holds {number} and is not written"))
            };
            Diagnostic::new(code, directives[0], message)
        });
        found.collect()
    }
}
