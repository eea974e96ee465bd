//! Files of a unit that a translation does not write: system headers, and all headers if only the main file is
//! written. Constructs that need an edit of one keep their text, and each such file is reported.

use std::collections::{BTreeMap, BTreeSet};

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::{Preprocessed, SourceMap, StretchContent};

use super::change::Change;
use super::unit_directives::UnitDirectives;
use super::{RewriteOptions, UnitInput};
use crate::codes;

/// The files that are not written, and the directives in them.
pub(super) struct Unwritten {
    main: FileId,
    main_file_only: bool,
    system: BTreeSet<FileId>,
    /// The directives whose text is in such a file.
    directives: BTreeMap<FileId, BTreeSet<FileRange>>,
}

impl Unwritten {
    pub(super) fn of(unit: &UnitInput<'_>, options: &RewriteOptions, directives: &UnitDirectives) -> Self {
        let mut system = BTreeSet::new();
        unit.parts.iter().for_each(|part| add_system_files(&part.map, &mut system));
        let mut unwritten = Unwritten { system, ..Unwritten::nothing_of(unit, options) };
        // What functions that are rewritten apart hold stands in the main file.
        directives.outside().for_each(|(part, tokens)| unwritten.add_directive(unit.parts[part], tokens));
        unwritten
    }

    /// The same for who looks at the main file alone.
    pub(super) fn nothing_of(unit: &UnitInput<'_>, options: &RewriteOptions) -> Self {
        Unwritten {
            main: unit.main,
            main_file_only: options.main_file_only,
            system: BTreeSet::new(),
            directives: BTreeMap::new(),
        }
    }

    /// Adds a directive if it stands in such a file, whether it has a form or not.
    fn add_directive(&mut self, part: &Preprocessed, tokens: TokenRange) {
        let Some(origin) = part.tokens.places.origin(tokens.start as usize) else { return };
        let start = part.map.outermost(origin).spelling;
        let end = part.tokens.places.origin(tokens.end as usize).map_or(start, |origin| origin.spelling);
        let range = part.map.file_range(start, end).or_else(|| part.map.file_range(start, start));
        if let Some(range) = range.filter(|range| self.holds(range.file)) {
            self.directives.entry(range.file).or_default().insert(range);
        }
    }

    pub(super) fn holds(&self, file: FileId) -> bool {
        file != self.main && (self.main_file_only || self.system.contains(&file))
    }

    /// Whether a change needs an edit of such a file. The directive then counts as one of that file.
    pub(super) fn takes(&mut self, change: &Change) -> bool {
        let Some(range) = change.ranges().find(|range| self.holds(range.file)) else { return false };
        self.directives.entry(range.file).or_default().insert(range);
        true
    }

    /// One finding for each file, at its first directive.
    pub(super) fn findings(&self) -> Vec<Diagnostic<FileRange>> {
        let found = self.directives.iter().filter_map(|(file, directives)| {
            let number = match directives.len() {
                1 => "a directive".to_owned(),
                several => format!("{several} directives"),
            };
            let (code, message) = if self.system.contains(file) {
                (
                    &codes::MAP0040,
                    format!("this system header holds {number}, and system headers are not changed"),
                )
            } else {
                (&codes::MAP0041, format!("this header holds {number} and is not written"))
            };
            Some(Diagnostic::new(code, *directives.first()?, message))
        });
        found.collect()
    }
}

fn add_system_files(map: &SourceMap, found: &mut BTreeSet<FileId>) {
    found.extend(map.stretches.iter().filter_map(|stretch| match stretch.content {
        StretchContent::File { file, system: true, .. } => Some(file),
        _ => None,
    }));
    if let Some(parent) = &map.parent {
        add_system_files(parent, found);
    }
}
