//! Functions that are rewritten apart from the rest of their unit, so that the result can be kept as long as they stay as
//! they are.
//!
//! Most functions are plain text of the main file that no other function shares, and no macro or conditional of the
//! preprocessor reaches into what is edited there. Such a function is rewritten as if the unit had no other one. What
//! is found depends on its constructs and their nodes, on its text ([`Surroundings::window`]), on where its tokens come from, and on which
//! words are macros. A function that is anything else is rewritten with the unit.

use std::collections::BTreeSet;
use std::ops::Range;

use clacc_sema::omp::form::Routine;
use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::{
    Expansion, ExpansionId, ExpansionKind, MAIN_FILE_LIMIT, Pos, Preprocessed, StretchContent, TokenOrigin,
};

use super::edit::Edit;
use super::lines::LineRest;
use super::openmp::openmp_edits;
use super::unit::Rewriter;
use super::{FunctionInput, Mode, RewriteOptions, SourceFiles, Spelling, UnitInput, lines};

/// What a function adds to the translation of its unit. Places are counted from the start of its window, tokens from its
/// first one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Apart {
    /// The edits.
    pub(super) edits: Vec<Edit>,
    /// The findings of the rewriting.
    pub(super) findings: Vec<Diagnostic<FileRange>>,
    /// The place and the first token of each directive.
    pub(super) directives: Vec<(FileRange, u32)>,
    /// The routines of the runtime library that the new code calls.
    pub(super) routines: BTreeSet<Routine>,
    /// The words of the new text, and others of which it matters that they are no macros.
    words: Box<[Name]>,
}

/// What was found about a function, with where its window and its tokens are now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) apart: &'a Apart,
    pub(crate) window_start: u32,
    pub(crate) first_token: u32,
}

impl Placed<'_> {
    /// A range of the window in its file.
    pub(crate) fn in_file(&self, range: FileRange) -> FileRange {
        moved(range, self.window_start)
    }

    pub(super) fn edits(&self) -> impl Iterator<Item = Edit> {
        let edits = self.apart.edits.iter();
        edits.map(|edit| Edit { range: self.in_file(edit.range), replacement: edit.replacement.clone() })
    }

    pub(super) fn findings(&self) -> impl Iterator<Item = Diagnostic<FileRange>> {
        self.apart.findings.iter().map(|finding| finding.clone().map(|at| self.in_file(at)))
    }

    pub(super) fn sites(&self) -> impl Iterator<Item = FileRange> {
        self.apart.directives.iter().map(|(site, _)| self.in_file(*site))
    }

    /// The first token of each directive, in the unit.
    pub(super) fn directives(&self) -> impl Iterator<Item = u32> {
        self.apart.directives.iter().map(|(_, token)| self.first_token + token)
    }
}

fn moved(range: FileRange, by: u32) -> FileRange {
    FileRange { start: range.start.wrapping_add(by), end: range.end.wrapping_add(by), ..range }
}

impl Apart {
    /// Whether one of the words is a name of which `is_macro` says that it is, or was somewhere, a macro.
    pub(crate) fn meets_macro(&self, is_macro: impl Fn(Name) -> bool) -> bool {
        self.words.iter().any(|word| is_macro(*word))
    }
}

/// Whether functions can be rewritten apart with these options: the text shows one language, and depends neither on the
/// numbers of lines nor on other units.
pub(crate) fn is_possible(unit: &UnitInput<'_>, options: &RewriteOptions) -> bool {
    options.mode == Mode::Omp
        && options.spelling == Spelling::AsWritten
        && !options.line_numbers
        && unit.withheld.is_empty()
        && !includes_itself(unit)
}

/// Whether the main file is included somewhere, so that its text is there several times.
fn includes_itself(unit: &UnitInput<'_>) -> bool {
    let stretches = unit.parts.iter().flat_map(|part| &part.map.stretches);
    let mut inclusions = stretches.filter(|stretch| stretch.base >= MAIN_FILE_LIMIT);
    inclusions
        .any(|stretch| matches!(stretch.content, StretchContent::File { file, .. } if file == unit.main))
}

/// Where a function stands: all that its rewriting reads of the file and of the origins of tokens.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// Its lines, with the line before and the line behind.
    pub(crate) window: Range<usize>,
    /// Its tokens in the unit.
    tokens: TokenRange,
}

impl Surroundings {
    /// The surroundings of a function of the main file that has its lines to itself.
    pub(crate) fn of(function: &FunctionInput<'_>, bytes: &[u8]) -> Option<Surroundings> {
        let tokens = function.declaration?;
        let last = tokens.end.checked_sub(1).filter(|last| *last > tokens.start)?;
        let buffer = &function.places.unit.tokens;
        let own = |at: u32| {
            let origin = buffer.origins.get(at as usize)?;
            let is_plain = origin.expansion == ExpansionId::NONE && origin.spelling.0 < MAIN_FILE_LIMIT;
            is_plain.then_some((origin.spelling.0 as usize, buffer.ends.get(at as usize)?.0 as usize))
        };
        let ((start, _), (_, end)) = (own(tokens.start)?, own(last)?);
        let has_lines = start < end
            && end <= bytes.len()
            && lines::is_first_on_line(bytes, start)
            && lines::rest_of_line(bytes, end) != LineRest::Code;
        let line_start = lines::line_start(bytes, start);
        let line_end = lines::behind_line_end(bytes, lines::line_end(bytes, end));
        let window = lines::line_start(bytes, line_start.saturating_sub(1))..behind_line(bytes, line_end);
        let has_end = line_end > end && bytes[line_end - 1] == b'\n';
        (has_lines && has_end).then_some(Self { window, tokens })
    }

    /// Where the tokens come from.
    pub(crate) fn origins(&self, part: &Preprocessed) -> Origins {
        let (origins, ends) = self.columns(part);
        let mut made = Vec::new();
        for (at, (origin, end)) in origins.iter().zip(ends).enumerate() {
            if origin.expansion != ExpansionId::NONE {
                made.push((at, self.numbers(part, *origin, *end).collect()));
            }
        }
        let start = self.window.start as u32;
        let plain = |(origin, end): (&TokenOrigin, &Pos)| {
            if origin.expansion == ExpansionId::NONE {
                [origin.spelling.0.wrapping_sub(start), end.0.wrapping_sub(start)]
            } else {
                [0, 0]
            }
        };
        Origins { plain: origins.iter().zip(ends).map(plain).collect(), made }
    }

    fn columns<'p>(&self, part: &'p Preprocessed) -> (&'p [TokenOrigin], &'p [Pos]) {
        let range = self.tokens.start as usize..self.tokens.end as usize;
        (&part.tokens.origins[range.clone()], &part.tokens.ends[range])
    }

    /// Whether the tokens come from there. Two functions with equal windows and equal origins are made by their texts in
    /// the same way.
    pub(crate) fn has_origins(&self, part: &Preprocessed, known: &Origins) -> bool {
        let (origins, ends) = self.columns(part);
        if origins.len() != known.plain.len() {
            return false;
        }
        let mut from = 0;
        for (at, numbers) in &known.made {
            let is_made = self.are_plain((&origins[from..*at], &ends[from..*at]), &known.plain[from..*at])
                && self.numbers(part, origins[*at], ends[*at]).eq(numbers.iter().copied());
            if !is_made {
                return false;
            }
            from = at + 1;
        }
        self.are_plain((&origins[from..], &ends[from..]), &known.plain[from..])
    }

    /// Whether no macro makes these tokens, and they stand at these places of the window. Without branches, so that it is
    /// compiled to vector code: it runs over the whole file at every translation.
    fn are_plain(&self, (origins, ends): (&[TokenOrigin], &[Pos]), known: &[[u32; 2]]) -> bool {
        let start = self.window.start as u32;
        let differ = origins.iter().zip(ends).zip(known).fold(0, |differ, ((origin, end), known)| {
            differ
                | origin.expansion.0
                | (origin.spelling.0.wrapping_sub(start) ^ known[0])
                | (end.0.wrapping_sub(start) ^ known[1])
        });
        differ == 0
    }

    /// The origin of a token that a macro makes, as numbers.
    fn numbers(&self, part: &Preprocessed, origin: TokenOrigin, end: Pos) -> impl Iterator<Item = u64> {
        let place = |at: Pos| self.number_of(at);
        let chain = part.map.chain(origin.expansion);
        let numbers = chain.flat_map(move |(_, expansion)| expansion_numbers(expansion, &place));
        [place(origin.spelling), place(end)].into_iter().chain(numbers)
    }

    /// A position: one of the window is counted from its start.
    fn number_of(&self, at: Pos) -> u64 {
        let at = at.0 as usize;
        let is_inside = self.window.contains(&at) || at == self.window.end;
        if is_inside { 1 << 32 | (at - self.window.start) as u64 } else { at as u64 }
    }
}

/// Where the tokens of a function come from, counted from the start of its window.
#[derive(Debug)]
pub(crate) struct Origins {
    /// The start and the end of each token that no macro makes.
    plain: Box<[[u32; 2]]>,
    /// The others, by their numbers: the origin of each.
    made: Vec<(usize, Box<[u64]>)>,
}

/// An expansion as numbers. The first one is none of a place.
fn expansion_numbers(expansion: &Expansion, place: &impl Fn(Pos) -> u64) -> [u64; 5] {
    let kind = match expansion.kind {
        ExpansionKind::Body => 0,
        ExpansionKind::PragmaOperator => 1,
        ExpansionKind::Argument(number) => 2 + u64::from(number),
    };
    let head = 1 << 63 | u64::from(expansion.ends_elsewhere) << 62 | kind;
    let name = expansion.name.index() as u64;
    let [definition, start, end] =
        [expansion.definition, expansion.invocation.spelling, expansion.invocation_end].map(place);
    [head, name, definition, start, end]
}

fn behind_line(bytes: &[u8], at: usize) -> usize {
    lines::behind_line_end(bytes, lines::line_end(bytes, at))
}

/// Whether a text holds lines for the preprocessor that are no pragmas.
fn has_directives(text: &[u8]) -> bool {
    let mut words = text.split(|byte| *byte == b'\n').filter_map(lines::preprocessing_words);
    words.any(|words| !words.starts_with(b"pragma"))
}

/// Rewrites a function as if the unit had no other one. None if that is not the same.
pub(crate) fn of_function<'a>(
    unit: &UnitInput<'a>,
    index: usize,
    options: &RewriteOptions,
    surroundings: &Surroundings,
    sources: &mut SourceFiles<'a>,
) -> Option<Apart> {
    if has_directives(&sources.bytes(unit.main)[surroundings.window.clone()]) {
        return None;
    }
    let own = std::mem::replace(sources, SourceFiles::new(unit.read));
    let mut rewriter = Rewriter::apart(unit, options, own);
    rewriter.plan_function(index);
    let apart = kept_apart(&mut rewriter, index, surroundings);
    *sources = rewriter.sources;
    apart
}

fn kept_apart(rewriter: &mut Rewriter<'_, '_>, index: usize, surroundings: &Surroundings) -> Option<Apart> {
    if !rewriter.failed.is_empty() || !rewriter.diagnostics.is_empty() {
        return None;
    }
    let function = &rewriter.unit.functions[index];
    let words = rewriter.own_words()?;
    let changes: Vec<_> = rewriter.planned.iter().map(|planned| &planned.change).collect();
    if changes.iter().any(|change| !change.site.form.is_line() || change.canonical.is_some()) {
        return None;
    }
    let sites: BTreeSet<FileRange> = changes.iter().map(|change| change.site.range).collect();
    let edits = openmp_edits(&changes, &|_| false, &mut rewriter.sources);
    let notes = changes.iter().flat_map(|change| {
        let moved = change.interchanged.iter().map(|loops| &loops.note);
        moved.chain(change.division.iter().map(|notes| notes.note(false)))
    });
    let notes: Vec<_> = notes.cloned().collect();
    let tree = &function.model.parsed.tree;
    let first =
        |directive| Some(function.places.directive(tree, directive)?.start - function.places.first_token);
    let directives: Option<Vec<_>> = rewriter
        .planned
        .iter()
        .map(|planned| Some((planned.change.site.range, first(planned.directive)?)))
        .collect();
    let directives = directives.filter(|directives| directives.len() == sites.len())?;
    let shown = |finding: &Diagnostic<FileRange>| {
        finding.fix.is_none() && finding.labels().all(|label| surroundings.holds(rewriter.unit, label.at))
    };
    let ranges = sites.iter().copied().chain(edits.iter().map(|edit| edit.range));
    let is_inside = ranges.into_iter().all(|range| surroundings.holds(rewriter.unit, range));
    if !is_inside || !notes.iter().all(shown) {
        return None;
    }
    let start = 0u32.wrapping_sub(surroundings.window.start as u32);
    let edit = |edit: Edit| Edit { range: moved(edit.range, start), ..edit };
    Some(Apart {
        edits: edits.into_iter().map(edit).collect(),
        findings: notes.into_iter().map(|note| note.map(|at| moved(at, start))).collect(),
        directives: directives.into_iter().map(|(site, token)| (moved(site, start), token)).collect(),
        routines: changes.iter().flat_map(|change| change.routines.iter().copied()).collect(),
        words,
    })
}

impl Surroundings {
    /// Whether a range lies in the window.
    pub(crate) fn holds(&self, unit: &UnitInput<'_>, range: FileRange) -> bool {
        range.file == unit.main
            && self.window.start <= range.start as usize
            && range.end as usize <= self.window.end
    }

    /// A range of the window, counted from its start.
    pub(crate) fn relative(&self, range: FileRange) -> FileRange {
        moved(range, 0u32.wrapping_sub(self.window.start as u32))
    }
}
