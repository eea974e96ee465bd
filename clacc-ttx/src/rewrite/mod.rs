//! Edits of the original bytes that turn a unit with OpenACC directives into one with OpenMP directives.
//!
//! Bytes outside an edit do not change. The text of a directive is replaced in its place, and statements keep
//! their texts. If the translation needs a block, its braces and declarations are inserted around the
//! statements. A directive in the replacement list of a macro is replaced there, if every use of the macro
//! needs the same replacement. A directive that cannot be edited is reported and kept, together with all
//! constructs inside and around it.
//!
//! Files that are not written are not translated: a header that the destination does not write, or a system header, keeps its text, and so
//! does every construct that needs an edit there (`unwritten`). Lines end where they end for the lexer, at `\n`.
//!
//! A second run over a translation changes nothing, and refuses what the first one refused; this holds for texts with errors too.
//! `tests/second_runs.rs` of the workspace translates all programs of the repository twice; `tests/generated/promises.rs` states
//! what holds for every text.

mod announced;
mod asked;
mod awakened;
mod captured_words;
mod change;
mod comments;
mod comments_behind;
mod configured_lengths;
mod continued_lines;
mod cut_conditionals;
mod dual;
mod edit;
mod edit_places;
mod expanded;
mod file_words;
pub(crate) mod function_alone;
pub(crate) mod function_window;
mod ignored_openmp;
pub mod indentation;
mod inner_loops;
mod interchanged_loops;
mod joined_lines;
mod kernel_parts;
mod library_calls;
mod library_inclusions;
mod library_routines;
mod line_numbers;
mod line_starts;
pub mod lines;
mod needed_routines;
mod openacc_macro;
mod openacc_words;
mod openmp;
mod openmp_counterparts;
mod piece;
mod placed_forms;
mod preamble;
mod queue_calls;
mod removed_lines;
pub(crate) mod separate;
mod side_guard;
mod site;
mod spelling;
mod top;
mod twins;
mod unit;
mod unit_directives;
mod unit_queues;
mod unseen;
mod unwritten;
mod warnings;

use std::collections::BTreeMap;
use std::sync::Arc;

use clacc_sema::acc::facts::{AccFacts, ConstructId, Halves};
use clacc_sema::c::model::DeclModel;
use clacc_sema::program::View;
use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::lexer::LexedFile;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;

pub use edit::{Edit, apply};
pub use edit_places::EditPlaces;
pub use expanded::expanded_invocations;
pub(crate) use inner_loops::place_of as place_of_inner_loop;
pub use placed_forms::PlacedForms;
pub use side_guard::Guard;
pub use unit_queues::UnitQueues;
pub use unseen::{Cause, Unseen};
pub use warnings::TextReader;

use self::line_starts::LineStarts;
use crate::dialect::Dialect;
use crate::mapping::FunctionMapping;
use crate::queue_objects::QueueForm;

/// The languages that the output shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Mode {
    /// The original text.
    Acc,
    /// OpenMP instead of OpenACC.
    #[default]
    Omp,
    /// OpenACC, with OpenMP in comments.
    AccOmp,
    /// OpenMP, with OpenACC in comments.
    OmpAcc,
    /// Both, each in a branch of a conditional on the [guard](RewriteOptions::guard).
    Dual,
}

/// The spelling of expressions in clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Spelling {
    /// The user's own text, if the expression has one. Macros are kept.
    #[default]
    AsWritten,
    /// Printed from the tree. Macros are expanded. A construct that needs a block is printed from the tree as a whole, as the Clacc
    /// compiler does: comments and layout inside it are lost.
    Expanded,
}

/// The choice of what represents queues in short text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum QueueChoice {
    /// The runtime library.
    #[default]
    Library,
    /// [Objects](crate::queue_objects), unless the unit needs the library.
    Objects,
    /// The runtime library, because another unit of the program needs it.
    LibraryOfProgram,
}

/// The treatment of uses of `_OPENACC` in a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MacroTreatment {
    /// Defining the macro is left to the compiler's command line.
    #[default]
    Leave,
    /// The macro is defined with this value at the top of the main file, if the unit tests it.
    Define(u32),
    /// The uses become uses of `_OPENMP` where all of them can; otherwise the macro is defined. It has an effect in mode [`Mode::Omp`];
    /// other modes define the macro.
    Rename(u32),
    /// The uses are kept and reported: the code that they choose is not compiled.
    Keep,
}

impl MacroTreatment {
    /// The value of a definition at the top; none if there must not be one.
    fn version(self) -> Option<u32> {
        match self {
            MacroTreatment::Define(version) | MacroTreatment::Rename(version) => Some(version),
            MacroTreatment::Leave | MacroTreatment::Keep => None,
        }
    }
}

/// The options of a rewriting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RewriteOptions {
    /// The languages that the output shows.
    pub mode: Mode,
    /// The spelling of expressions in clauses.
    pub spelling: Spelling,
    /// The treatment of uses of `_OPENACC`.
    pub openacc_macro: MacroTreatment,
    /// True if OpenMP has no effect in the program, so that `_OPENMP` is undefined if the program tests the macro. It has an effect in mode
    /// [`Mode::Omp`].
    pub without_openmp: bool,
    /// True if headers are not changed: constructs that need an edit of one are kept.
    pub main_file_only: bool,
    /// True if `#line` directives keep the program's line numbers. It has an effect in mode [`Mode::Omp`]; a mode with comments shows
    /// statements twice.
    pub line_numbers: bool,
    /// True if comments say what OpenMP only approximates. It has an effect in mode [`Mode::Omp`].
    pub explains: bool,
    /// True if calls around directives announce them to profiling libraries. It has an effect in mode [`Mode::Omp`].
    pub announces: bool,
    /// The reader of the text. It has an effect in mode [`Mode::Omp`].
    pub reader: TextReader,
    /// The choice of what represents queues. It has an effect in mode [`Mode::Omp`] and dialects with short text.
    pub queues: QueueChoice,
    /// The macro that selects OpenACC in mode [`Mode::Dual`].
    pub guard: Guard,
}

impl RewriteOptions {
    /// The reader of the new text. Text with both languages is for persons.
    pub(super) fn reader(&self) -> TextReader {
        if self.mode == Mode::Omp { self.reader } else { TextReader::Person }
    }
}

/// A function, or another external declaration, with its constructs and their nodes.
#[derive(Clone, Copy, Debug)]
pub struct FunctionInput<'a> {
    /// The places of the declaration's tokens.
    pub places: EditPlaces<'a>,
    /// The names, types and tree of the declaration.
    pub model: &'a DeclModel,
    /// The view of the declaration for analyses.
    pub view: View<'a>,
    /// The OpenACC constructs of the declaration.
    pub facts: &'a AccFacts,
    /// The nodes of the constructs.
    pub mapping: &'a FunctionMapping,
    /// The representation of queues in the text.
    pub queues: QueueForm,
    /// The tokens of the external declaration that the directives apply to: the one after a directive at file scope, otherwise this one.
    /// None if no declaration follows.
    pub declaration: Option<TokenRange>,
}

impl FunctionInput<'_> {
    /// The tokens of a directive in the unit, without its `PragmaEnd`.
    pub(super) fn tokens_of(&self, directive: DirectiveId) -> Option<TokenRange> {
        self.places.directive(&self.model.parsed.tree, directive)
    }

    /// The constructs of a directive, outermost first.
    pub(crate) fn constructs_of(&self, directive: DirectiveId) -> impl Iterator<Item = ConstructId> + use<> {
        let halves = self.facts.of_directive.get(directive).copied();
        halves.into_iter().flat_map(Halves::iter)
    }

    /// The outermost construct that contains a construct.
    pub(crate) fn root_of(&self, id: ConstructId) -> ConstructId {
        let parent = |id: &ConstructId| self.facts.constructs[*id].parent;
        std::iter::successors(Some(id), parent).last().unwrap_or(id)
    }
}

/// A unit to rewrite.
#[derive(Clone, Copy)]
pub struct UnitInput<'a> {
    /// The main file.
    pub main: FileId,
    /// The preprocessed parts of the unit, in order.
    pub parts: &'a [&'a Preprocessed],
    /// All functions and other declarations of the unit that contain constructs, in order.
    pub functions: &'a [FunctionInput<'a>],
    /// Returns the bytes of a file.
    pub read: &'a dyn Fn(FileId) -> Option<Arc<[u8]>>,
    /// Returns the tokens of a file.
    pub lexed: &'a dyn Fn(FileId) -> Option<Arc<LexedFile>>,
    /// Text that other units of the program keep or translate differently. Constructs that need an edit of it are kept.
    pub withheld: &'a [FileRange],
    /// The functions with errors about their levels, each with the error's tokens in the last part.
    pub level_errors: &'a [(Name, TokenRange)],
    /// The queues of the unit.
    pub queues: &'a UnitQueues,
    /// The OpenMP of the text.
    pub dialect: &'a Dialect,
}

impl UnitInput<'_> {
    /// Returns whether an edit of a range would meet withheld text.
    pub(crate) fn withholds(&self, range: FileRange) -> bool {
        self.withheld.iter().any(|withheld| withheld.touches(range))
    }
}

/// A rewritten unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rewritten {
    /// The edits, ordered by file and place. They do not overlap.
    pub edits: Vec<Edit>,
    /// Findings of the rewriting itself.
    pub diagnostics: Vec<Diagnostic<FileRange>>,
    /// Constructs that have an OpenMP form but were kept, for example because they cannot be edited. Each has the function's index in
    /// [`UnitInput::functions`] and the outermost construct, which is kept with all constructs inside.
    pub stayed: Vec<(usize, ConstructId)>,
    /// The constructs of `stayed` that need an edit of a file that is not written.
    pub unwritten: Vec<(usize, ConstructId)>,
    /// The constructs of `stayed` that need an edit of text that other units translate differently.
    pub withheld: Vec<(usize, ConstructId)>,
    /// The constructs of `stayed` that were kept because directives elsewhere depend on them and stay.
    pub needed: Vec<(usize, ConstructId)>,
    /// Directives that no analysis saw, by place.
    pub unseen: Vec<Unseen>,
    /// Text of shared files that this unit needs as it is, although it holds no directive.
    pub refused: Vec<FileRange>,
}

impl Rewritten {
    /// Renumbers functions: the new index of function `n` is `numbers[n]`.
    pub(crate) fn number_functions(&mut self, numbers: &[usize]) {
        let kept = self.stayed.iter_mut().chain(&mut self.unwritten).chain(&mut self.withheld);
        for (function, _) in kept.chain(&mut self.needed) {
            *function = numbers.get(*function).copied().unwrap_or(*function);
        }
    }

    /// The edits of one file, in order.
    pub fn edits_of(&self, file: FileId) -> &[Edit] {
        let start = self.edits.partition_point(|edit| edit.range.file < file);
        let others = &self.edits[start..];
        &others[..others.partition_point(|edit| edit.range.file == file)]
    }

    /// Returns the edits of each file that has some, in the order of the files.
    pub fn by_file(&self) -> impl Iterator<Item = (FileId, &[Edit])> {
        let of_files = self.edits.chunk_by(|one, next| one.range.file == next.range.file);
        of_files.filter_map(|edits| Some((edits.first()?.range.file, edits)))
    }
}

/// Whether a text holds a conditional that mode [`Mode::Dual`] made.
pub fn has_twin(text: &[u8], guard: &Guard) -> bool {
    twins::WithoutTwins::of(text, guard).text != text
}

/// Computes the edits of a unit.
pub fn rewrite(unit: &UnitInput<'_>, options: &RewriteOptions) -> Rewritten {
    rewrite_with(unit, options, &[], SourceFiles::new(unit.read))
}

/// Computes the edits of a unit. The functions of `apart`, in order, are rewritten [separately](crate::rewrite::separate), and are not
/// among [`UnitInput::functions`].
pub(crate) fn rewrite_with(
    unit: &UnitInput<'_>,
    options: &RewriteOptions,
    apart: &[separate::Placed<'_>],
    sources: SourceFiles<'_>,
) -> Rewritten {
    match options.mode {
        Mode::Acc => Rewritten::default(),
        _ => unit::rewrite(unit, options, apart, sources),
    }
}

/// The files of a unit, each read once.
pub(crate) struct SourceFiles<'a> {
    read: &'a dyn Fn(FileId) -> Option<Arc<[u8]>>,
    files: BTreeMap<FileId, Arc<[u8]>>,
    steps: BTreeMap<FileId, Arc<[u8]>>,
    line_starts: BTreeMap<FileId, LineStarts>,
}

impl<'a> SourceFiles<'a> {
    pub(crate) fn new(read: &'a dyn Fn(FileId) -> Option<Arc<[u8]>>) -> Self {
        SourceFiles { read, files: BTreeMap::new(), steps: BTreeMap::new(), line_starts: BTreeMap::new() }
    }

    /// The bytes of a file. Empty if the file cannot be read.
    pub(crate) fn bytes(&mut self, file: FileId) -> &Arc<[u8]> {
        // Every step of rewriting reads the text.
        checkpoint::pass();
        let read = self.read;
        self.files.entry(file).or_insert_with(|| read(file).unwrap_or_default())
    }

    /// One step of indentation of a file.
    pub(crate) fn step(&mut self, file: FileId) -> Arc<[u8]> {
        if let Some(step) = self.steps.get(&file) {
            return step.clone();
        }
        let step: Arc<[u8]> = indentation::indentation_step(self.bytes(file)).into();
        self.steps.insert(file, step.clone());
        step
    }

    /// The number of the line in which a range begins.
    fn line_number(&mut self, range: FileRange) -> usize {
        if !self.line_starts.contains_key(&range.file) {
            let starts = LineStarts::of(self.bytes(range.file));
            self.line_starts.insert(range.file, starts);
        }
        self.line_starts.get(&range.file).map_or(1, |starts| starts.number(range.start as usize))
    }

    /// The bytes of a range. Bytes past the end of the file are left out.
    fn slice(&mut self, range: FileRange) -> &[u8] {
        let bytes = self.bytes(range.file);
        bytes.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}
