//! Results of functions that are rewritten separately.

use clacc_sema::omp::form::Routine;
use clacc_syntax::Name;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;

use super::edit::Edit;

/// The part of a unit's translation that comes from one function. Positions are relative to the start of its window, tokens to its first
/// token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Separate {
    /// The edits.
    pub(super) edits: Vec<Edit>,
    /// The findings of the rewriting.
    pub(super) findings: Vec<Diagnostic<FileRange>>,
    /// The places of the function's directives.
    pub(super) sites: Box<[FileRange]>,
    /// The name of the function.
    pub(super) function: Option<Name>,
    /// The directives among the function's tokens that are not translated.
    pub(super) staying: Box<[TokenRange]>,
    /// The directives of `staying` that are not in the function's tree.
    pub(super) unread: Box<[TokenRange]>,
    /// The routines of the runtime library that the new code calls.
    pub(super) routines: Vec<Routine>,
    /// The queues whose objects the new directives name.
    pub(super) queues: Vec<u32>,
    /// The identifiers of the new text, and others that must not be macros.
    pub(super) words: Box<[Name]>,
}

/// The result for a function, with the present positions of its window and its tokens in the main file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) apart: &'a Separate,
    pub(crate) window_start: u32,
    pub(crate) tokens: TokenRange,
}

impl Placed<'_> {
    /// Converts a range of the window to one of the file.
    pub(crate) fn in_file(&self, range: FileRange) -> FileRange {
        moved(range, self.window_start)
    }

    /// Returns the edits. There is a checkpoint for each function here, and where its directives are requested.
    pub(super) fn edits(&self) -> impl Iterator<Item = Edit> {
        checkpoint::pass();
        let edits = self.apart.edits.iter();
        edits.map(|edit| Edit { range: self.in_file(edit.range), replacement: edit.replacement.clone() })
    }

    pub(super) fn edit_count(&self) -> usize {
        self.apart.edits.len()
    }

    pub(super) fn findings(&self) -> impl Iterator<Item = Diagnostic<FileRange>> {
        self.apart.findings.iter().map(|finding| finding.clone().map(|at| self.in_file(at)))
    }

    pub(super) fn sites(&self) -> impl Iterator<Item = FileRange> {
        checkpoint::pass();
        self.apart.sites.iter().map(|site| self.in_file(*site))
    }

    /// The directives that are not translated, in tokens of the main file.
    pub(super) fn staying(&self) -> impl Iterator<Item = TokenRange> {
        self.in_unit(&self.apart.staying)
    }

    /// Returns the directives that are in no tree.
    pub(super) fn unread(&self) -> impl Iterator<Item = TokenRange> {
        self.in_unit(&self.apart.unread)
    }

    fn in_unit(&self, directives: &[TokenRange]) -> impl Iterator<Item = TokenRange> {
        let first = self.tokens.start;
        directives.iter().map(move |each| TokenRange::new(first + each.start, first + each.end))
    }
}

pub(super) fn moved(range: FileRange, by: u32) -> FileRange {
    FileRange { start: range.start.wrapping_add(by), end: range.end.wrapping_add(by), ..range }
}

impl Separate {
    /// Returns whether `is_macro` holds for one of the identifiers, which are or were macros somewhere then.
    pub(crate) fn meets_macro(&self, is_macro: impl Fn(Name) -> bool) -> bool {
        self.words.iter().any(|word| is_macro(*word))
    }
}
