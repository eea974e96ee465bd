//! Marks of the amount of output at a point of a run, and outputs composed of the start of an earlier output, new tokens, and the end of
//! the earlier output.

use crate::checkpoint::{self, HalfDone};
use crate::token_places::{PlaceMoves, PlacesBuilder};
use crate::unit::{Preprocessed, TokenBuffer};

use super::findings::Findings;
use super::map::MapBuilder;
use super::moved::MovedPlaces;
use super::{Noticed, Output};

/// The lengths of the lists of an output at some point of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutputMark {
    pub(crate) tokens: u32,
    pub(crate) expansions: u32,
    inactive: u32,
    inclusions: u32,
    version_macro_uses: u32,
    macro_changes: u32,
    pragma_macros: u32,
    ignored_openmp: u32,
    line_marks: u32,
    findings: u32,
}

impl OutputMark {
    /// Returns the lengths for a later point of an earlier run, given that its lengths were `old` at a point where this run's lengths are
    /// `new`.
    pub(crate) fn moved(self, old: &OutputMark, new: &OutputMark) -> OutputMark {
        let moved = |length: fn(&OutputMark) -> u32| length(&self) - length(old) + length(new);
        OutputMark {
            tokens: moved(|mark| mark.tokens),
            expansions: moved(|mark| mark.expansions),
            inactive: moved(|mark| mark.inactive),
            inclusions: moved(|mark| mark.inclusions),
            version_macro_uses: moved(|mark| mark.version_macro_uses),
            macro_changes: moved(|mark| mark.macro_changes),
            pragma_macros: moved(|mark| mark.pragma_macros),
            ignored_openmp: moved(|mark| mark.ignored_openmp),
            line_marks: moved(|mark| mark.line_marks),
            findings: moved(|mark| mark.findings),
        }
    }
}

impl Output {
    /// Returns the current lengths of all lists.
    pub(crate) fn mark(&self) -> OutputMark {
        OutputMark {
            tokens: self.tokens.len() as u32,
            expansions: self.map.expansion_count(),
            inactive: self.seen.inactive.len() as u32,
            inclusions: self.seen.inclusions.len() as u32,
            version_macro_uses: self.seen.version_macro_uses.len() as u32,
            macro_changes: self.seen.macro_changes.len() as u32,
            pragma_macros: self.seen.pragma_macros.len() as u32,
            ignored_openmp: self.seen.ignored_openmp.len() as u32,
            line_marks: self.seen.line_marks.len() as u32,
            findings: self.findings.list().len() as u32,
        }
    }

    /// Returns the output of an earlier run up to a mark. `map` is the map of that run at the mark.
    pub(crate) fn resumed(old: &Preprocessed, mark: &OutputMark, map: MapBuilder) -> Output {
        let seen = HalfDone::new(Noticed {
            inactive: start(&old.inactive, mark.inactive),
            inclusions: start(&old.inclusions, mark.inclusions),
            version_macro_uses: start(&old.version_macro_uses, mark.version_macro_uses),
            macro_changes: start(&old.macro_changes, mark.macro_changes),
            pragma_macros: start(&old.pragma_macros, mark.pragma_macros),
            ignored_openmp: start(&old.ignored_openmp, mark.ignored_openmp),
            line_marks: start(&old.line_marks, mark.line_marks),
        });
        let mut tokens = HalfDone::new(TokenBuffer::new(old.tokens.names.clone()));
        copy_start(&mut tokens.kinds, &old.tokens.kinds, mark.tokens);
        copy_start(&mut tokens.texts, &old.tokens.texts, mark.tokens);
        let mut places = HalfDone::<PlacesBuilder>::default();
        places.extend_start(&old.tokens.places, mark.tokens as usize);
        Output { tokens, places, map, findings: Findings::of(start(&old.diagnostics, mark.findings)), seen }
    }

    /// Appends the output of an earlier run from a mark on, with moved positions. The expansions are in the map already.
    pub(crate) fn append(&mut self, old: &Preprocessed, mark: &OutputMark, moved: &MovedPlaces) {
        let seen = &mut self.seen;
        seen.inactive.extend(end(&old.inactive, mark.inactive).map(|each| moved.inactive(*each)));
        seen.inclusions.extend(end(&old.inclusions, mark.inclusions).map(|each| moved.inclusion(each)));
        let uses = end(&old.version_macro_uses, mark.version_macro_uses);
        seen.version_macro_uses.extend(uses.map(|each| moved.macro_use(*each)));
        let changes = end(&old.macro_changes, mark.macro_changes);
        seen.macro_changes.extend(changes.map(|each| moved.macro_change(*each)));
        let definitions = end(&old.pragma_macros, mark.pragma_macros);
        seen.pragma_macros.extend(definitions.map(|each| moved.macro_definition(each)));
        let ignored = end(&old.ignored_openmp, mark.ignored_openmp);
        seen.ignored_openmp.extend(ignored.map(|each| moved.ignored_pragma(*each)));
        seen.line_marks.extend(end(&old.line_marks, mark.line_marks).map(|each| moved.line_mark(each)));
        for finding in end(&old.diagnostics, mark.findings) {
            self.findings.add(finding.clone().map(|range| moved.range(range)));
        }
        let from = mark.tokens as usize;
        checkpoint::extend(&mut self.tokens.kinds, &old.tokens.kinds[from..]);
        checkpoint::extend(&mut self.tokens.texts, &old.tokens.texts[from..]);
        let moves = PlaceMoves {
            is_nothing: moved.keeps_origins(),
            from: moved.from,
            by: moved.by,
            place: &|place| moved.token_place(place),
        };
        self.places.extend_moved(&old.tokens.places, from..old.tokens.len(), moves);
    }
}

/// Returns a capacity for a list that differs a little from this one.
fn about<T>(list: &[T]) -> usize {
    list.len() + list.len() / 32 + 64
}

/// Copies the first entries of a list into a column.
fn copy_start<T: Copy>(column: &mut Vec<T>, list: &[T], length: u32) {
    column.reserve(about(list));
    checkpoint::extend(column, &list[..length as usize]);
}

/// Returns the first entries of a list, with capacity for about as many as the list has.
fn start<T: Clone>(list: &[T], length: u32) -> Vec<T> {
    let mut start = Vec::with_capacity(about(list));
    start.extend_from_slice(&list[..length as usize]);
    start
}

/// Returns the entries of a list after the first `length` ones.
fn end<T>(list: &[T], length: u32) -> std::slice::Iter<'_, T> {
    list[length as usize..].iter()
}
