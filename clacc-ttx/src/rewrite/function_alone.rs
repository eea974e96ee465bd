//! Functions that are rewritten separately from the rest of their unit, so that the result can be reused while they do not change.
//!
//! Most functions are plain text of the main file that no other function shares, and no macro or preprocessor conditional affects the text
//! that is edited there. Such a function is rewritten as if it were the only one of the unit. The result depends on its constructs and
//! their nodes, on its text ([`FunctionWindow`]), on the origins of its tokens, and on the set of macros. Any other function is rewritten
//! with the unit.
//!
//! Such a function is no `FunctionInput` of the unit's rewriting, and knows which of its directives stay, so that only the tokens
//! between such functions are searched for directives (`unit_directives`). `docs/decisions/0002-kept-translations.md` has the
//! cost without this.

use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::{MAIN_FILE_LIMIT, StretchContent};

use super::edit::Edit;
use super::edit_places::directives_among;
use super::function_window::FunctionWindow;
use super::openmp::openmp_edits;
use super::separate::{Separate, moved};
use super::unit::Rewriter;
use super::{FunctionInput, Mode, RewriteOptions, SourceFiles, Spelling, UnitInput, lines, needed_routines};

/// Returns whether functions can be rewritten separately with these options: the text shows one language, and depends neither on line
/// numbers nor on other units.
pub(crate) fn is_possible(unit: &UnitInput<'_>, options: &RewriteOptions) -> bool {
    options.mode == Mode::Omp
        && options.spelling == Spelling::AsWritten
        && !options.line_numbers
        && !options.announces
        && unit.withheld.is_empty()
        && !includes_itself(unit)
}

/// Returns whether the main file is included somewhere, so that its text occurs several times.
fn includes_itself(unit: &UnitInput<'_>) -> bool {
    let stretches = unit.parts.iter().flat_map(|part| &part.map.stretches);
    let mut inclusions = stretches.filter(|stretch| stretch.base >= MAIN_FILE_LIMIT);
    inclusions
        .any(|stretch| matches!(stretch.content, StretchContent::File { file, .. } if file == unit.main))
}

/// Rewrites a function as if it were the only one of the unit. None if the result would differ.
pub(crate) fn of_function<'a>(
    unit: &UnitInput<'a>,
    index: usize,
    options: &RewriteOptions,
    surroundings: &FunctionWindow,
    sources: &mut SourceFiles<'a>,
) -> Option<Separate> {
    if has_directives(&sources.bytes(unit.main)[surroundings.window.clone()]) {
        return None;
    }
    let own = std::mem::replace(sources, SourceFiles::new(unit.read));
    let mut rewriter = Rewriter::apart(unit, options, own);
    rewriter.plan_function(index);
    let apart = kept_apart(&mut rewriter, index, surroundings);
    let Rewriter { planned, sources: own, .. } = rewriter;
    let count = planned.len();
    checkpoint::leave(planned.finish(), PARTS_OF_CHANGE * count);
    *sources = own;
    apart
}

const EDITS_BETWEEN_CHECKPOINTS: usize = 1 << 10;
/// The number of pieces of text that a planned change consists of, roughly.
const PARTS_OF_CHANGE: usize = 1 << 2;

fn kept_apart(
    rewriter: &mut Rewriter<'_, '_>,
    index: usize,
    surroundings: &FunctionWindow,
) -> Option<Separate> {
    if !rewriter.failed.is_empty() || !rewriter.diagnostics.is_empty() {
        return None;
    }
    let function = &rewriter.unit.functions[index];
    let words = rewriter.own_words()?;
    let changes: Vec<_> = rewriter.planned.iter().map(|planned| &planned.change).collect();
    let holds_routine =
        || function.facts.constructs.iter().any(|(_, each)| each.kind == AccDirective::Routine);
    if changes.iter().any(|change| !change.site.form.is_line() || change.canonical.is_some())
        || holds_routine()
    {
        return None;
    }
    let sites = checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, changes.iter());
    let sites = distinct(sites.map(|change| change.site.range));
    let edits = openmp_edits(&changes, &|_| false, &mut rewriter.sources);
    let notes = checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, changes.iter()).flat_map(|change| {
        let moved = change.interchanged.iter().map(|loops| &loops.note);
        moved.chain(change.division.iter().map(|notes| notes.note(false)))
    });
    let notes: Vec<_> = notes.cloned().collect();
    if changes.len() != sites.len() {
        return None;
    }
    let tree = &function.model.parsed.tree;
    let start = |directive| Some(function.tokens_of(directive)?.start);
    let planned = checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, rewriter.planned.iter());
    let planned: Option<Vec<u32>> = planned.map(|planned| start(planned.directive)).collect();
    let read: Vec<u32> = tree.directives.iter().filter_map(|(id, _)| start(id)).collect();
    let (staying, unread) = (directives_but(function, planned?)?, directives_but(function, read)?);
    let shown = |finding: &Diagnostic<FileRange>| {
        finding.fix.is_none() && finding.labels().all(|label| surroundings.holds(rewriter.unit, label.at))
    };
    let ranges = sites.iter().copied().chain(edits.iter().map(|edit| edit.range));
    let is_inside = checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, ranges)
        .all(|range| surroundings.holds(rewriter.unit, range));
    if !is_inside || !notes.iter().all(shown) {
        return None;
    }
    let by = 0u32.wrapping_sub(surroundings.window.start as u32);
    let edits = checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, edits.into_iter());
    let edit = |edit: Edit| Edit { range: moved(edit.range, by), ..edit };
    let edits = edits.map(edit).collect();
    let routines = checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, changes.iter());
    let queues = changes.iter().flat_map(|change| change.queues.iter().copied());
    Some(Separate {
        edits,
        findings: notes.into_iter().map(|note| note.map(|at| moved(at, by))).collect(),
        sites: changes.iter().map(|change| moved(change.site.range, by)).collect(),
        function: needed_routines::defined_function(tree),
        staying,
        unread,
        routines: distinct(routines.flat_map(|change| change.routines.iter().copied())),
        queues: distinct(queues),
        words,
    })
}

/// Returns the directives among the tokens of a function except for those that begin at `known`, relative to its first token.
fn directives_but(function: &FunctionInput<'_>, mut known: Vec<u32>) -> Option<Box<[TokenRange]>> {
    known.sort_unstable();
    let all = directives_among(function.places.unit, function.declaration?);
    let others = all.filter(|each| known.binary_search(&each.start).is_err());
    let first = function.places.first_token;
    Some(others.map(|each| TokenRange::new(each.start - first, each.end - first)).collect())
}

/// Returns whether a text contains preprocessing lines other than pragmas.
fn has_directives(text: &[u8]) -> bool {
    let mut words = text.split(|byte| *byte == b'\n').filter_map(lines::preprocessing_words);
    words.any(|words| !words.starts_with(b"pragma"))
}
