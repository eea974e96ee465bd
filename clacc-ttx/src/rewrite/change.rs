//! The replacement of one directive, and its place.

use std::borrow::Cow;

use clacc_sema::acc::block_of;
use clacc_sema::omp::form::{Anchor, Omp, Routine};
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};

use super::comments_behind;
use super::continued_lines::DirectiveLines;
use super::edit::Edit;
use super::inner_loops;
use super::interchanged_loops::{self, ChangedPlaces};
use super::joined_lines;
use super::kernel_parts::{self, PlacedParts};
use super::lines::LineRest;
use super::piece::Piece;
use super::site::{self, Site, SiteForm};
use super::spelling::{as_written, expr_text};
use super::warnings::{self, TextReader};
use super::{FunctionInput, Mode, RewriteOptions, SourceFiles, Spelling, lines};
use crate::layout::{Content, Line, layout};
use crate::spell::{ExprText, Speller};

/// The replacement of a directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    /// The place where the directive is written.
    pub(super) site: Site,
    /// The pieces of the new text.
    pub(super) pieces: Vec<Piece>,
    /// An empty range after the associated statement. None if there is no statement, or if no text ends there.
    pub(super) end: Option<FileRange>,
    /// The pieces at `end`: directives after the statement, and the ends of blocks.
    pub(super) behind: Vec<Piece>,
    /// The pieces after the declaration that the directive applies to, and the empty range there.
    pub(super) behind_declaration: Option<(FileRange, Vec<Piece>)>,
    /// The directives added to loops inside the statement, with the empty range before each loop.
    pub(super) inside: Vec<(FileRange, Piece)>,
    /// The interchanged loops inside the statement. The interchange is optional.
    pub(super) interchanged: Vec<ChangedPlaces>,
    /// The notes about the division of the construct, if it has a divided form.
    pub(super) division: Option<DivisionNotes>,
    /// The routines of the runtime library that the new code calls.
    pub(super) routines: Vec<Routine>,
    /// The queues whose objects the new directives name.
    pub(super) queues: Vec<u32>,
    /// The OpenMP text of the whole construct, printed from the tree, where that replaces the user's text.
    pub(super) canonical: Option<Vec<String>>,
}

/// The notes about a construct that has a divided form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DivisionNotes {
    /// The note if the parts have places in the text; none if they do not.
    pub(super) divided: Option<Diagnostic<FileRange>>,
    /// The note if the undivided form is printed.
    pub(super) whole: Diagnostic<FileRange>,
}

impl DivisionNotes {
    fn of(function: &FunctionInput<'_>, directive: DirectiveId, is_placed: bool) -> Option<DivisionNotes> {
        let form = function.mapping.divided_form_of(function.facts, directive)?;
        let shown = |note: &Diagnostic<TokenRange>| {
            let at = function.places.shown(note.primary.at)?;
            Some(note.clone().map(|range| function.places.shown(range).unwrap_or(at)))
        };
        let divided = if is_placed { shown(&form.note) } else { None };
        Some(DivisionNotes { divided, whole: shown(&form.note_of_whole)? })
    }

    /// Returns the note that applies. Texts printed from the tree have no parts.
    pub(super) fn note(&self, is_from_tree: bool) -> &Diagnostic<FileRange> {
        self.divided.as_ref().filter(|_| !is_from_tree).unwrap_or(&self.whole)
    }
}

impl Change {
    /// The directive and its statement, if they are in one file.
    pub(super) fn whole(&self) -> Option<FileRange> {
        let start = self.site.range;
        let end = self.end.map_or(start, |end| end);
        (start.file == end.file).then_some(FileRange { end: end.end, ..start })
    }

    /// Returns the places that are edited: the directive, the end of its statement, the end of its declaration, and places inside the
    /// statement.
    pub(super) fn ranges(&self) -> impl Iterator<Item = FileRange> {
        let behind = self.end.filter(|_| !self.behind.is_empty());
        let behind_declaration = self.behind_declaration.as_ref().map(|(range, _)| *range);
        let inside = self.inside.iter().map(|(range, _)| *range);
        [Some(self.site.range), behind, behind_declaration].into_iter().flatten().chain(inside)
    }
}

/// The reason why a directive cannot be edited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// No text produces the directive and nothing else.
    Directive,
    /// No text ends where the associated statement ends.
    Statement,
    /// There is no room for a comment next to the directive.
    Comment,
    /// The construct contains only a part of a preprocessor conditional.
    Conditional,
    /// No text ends where the declaration ends that the directive applies to.
    Declaration,
}

/// Builds the replacement of a directive whose constructs are translated.
pub(super) fn of_directive(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    options: RewriteOptions,
    is_macro: &dyn Fn(&str) -> bool,
    sources: &mut SourceFiles<'_>,
) -> Result<Change, Obstacle> {
    let (site, here) = site::of_directive(function, directive, sources).ok_or(Obstacle::Directive)?;
    // If a macro produces the directive, warnings appear at the macro's uses.
    let reader = if site.form.is_line() { options.reader() } else { TextReader::Person };
    let line = (reader.is_compiler() && options.line_numbers).then(|| sources.line_number(site.range));
    let parts = kernel_parts::of_directive(function, directive, sources);
    let divided = parts.as_ref().map(|parts| &parts.divided.form);
    let division = DivisionNotes::of(function, directive, parts.is_some());
    // Modes that show both languages show what becomes of each directive.
    let is_joined = options.mode == Mode::Omp && joined_lines::are_joined(function, directive, sources);
    let mut text = |at| expr_text(function, at, here, options.spelling, sources);
    let written = write(function, directive, (divided, is_joined), (reader, line), &mut text, is_macro);
    let FormText { mut pieces, mut behind, behind_declaration, routines, queues } = written;
    let keeps_lines = reader.is_compiler() || options.line_numbers;
    give_label_a_statement(function, directive, here.token, &mut pieces);
    if site.form.is_line() {
        if function.mapping.dialect.is_short() && !keeps_lines {
            lay_out_like_the_source(&site, &mut pieces, &mut behind, sources);
        }
        comments_behind::add(function, directive, (options, sources.slice(site.range)), &mut pieces);
    }
    let end = last_of_region(function, directive).and_then(|last| function.places.behind(last, here.token));
    let ends_here = end.is_some_and(|end| end.file == site.range.file);
    hold_warnings_back(
        function,
        (directive, here.token),
        (reader, line),
        ends_here,
        (&mut pieces, &mut behind),
    );
    if !behind.is_empty() && !ends_here && (end.is_none() || site.form.is_line()) {
        return Err(Obstacle::Statement);
    }
    let behind_declaration = match behind_declaration {
        None => None,
        Some(pieces) => Some((declaration_end(function, here.token).ok_or(Obstacle::Declaration)?, pieces)),
    };
    let mut text = |at| expr_text(function, at, here, options.spelling, sources);
    let parts = parts.as_ref();
    let mut inside = parts.map(|parts| parts.pieces(function, keeps_lines, &mut text)).unwrap_or_default();
    let joined = parts.map_or(&[][..], PlacedParts::joined);
    inside.extend(inner_loops::of_directive(function, directive, joined, keeps_lines, &mut text));
    // A macro that produces the directive may be used for other loops too.
    let interchanged = if site.form.is_line() {
        interchanged_loops::of_directive(function, directive, options, sources)
    } else {
        Vec::new()
    };
    Ok(Change {
        inside,
        interchanged,
        site,
        pieces,
        end,
        behind,
        behind_declaration,
        division,
        routines,
        queues,
        canonical: None,
    })
}

/// Adds code around a construct that suppresses warnings which only the translation causes, if a compiler reads the text. `ends_here` says whether
/// the statement ends in the file of the directive.
fn hold_warnings_back(
    function: &FunctionInput<'_>,
    (directive, start): (DirectiveId, u32),
    (reader, line): (TextReader, Option<usize>),
    ends_here: bool,
    (pieces, behind): (&mut Vec<Piece>, &mut Vec<Piece>),
) {
    if reader.is_compiler()
        && let Some(statement) = warnings::uses_of_dropped_names(function, directive, start, pieces)
    {
        pieces.splice(0..0, [statement].into_iter().chain(line.map(Piece::LineNumber)));
    }
    if reader == TextReader::Gcc
        && ends_here
        && let Some((before, after)) = warnings::around_atomic(function, directive, start, line)
    {
        pieces.splice(0..0, before);
        behind.push(after);
    }
}

/// Returns the number of steps by which the code behind a directive is indented, if the directive itself is not.
fn steps_of_code(site: &Site, sources: &mut SourceFiles<'_>) -> usize {
    let step = sources.step(site.range.file).len();
    let bytes = sources.bytes(site.range.file);
    let is_indented = !lines::indentation(bytes, site.range.start as usize).is_empty();
    match lines::code_behind(bytes, site.range.end as usize) {
        Some((columns, first)) if !is_indented => columns / step.max(1) + usize::from(first == b'}'),
        _ => 0,
    }
}

/// Adds an empty statement after a label, which needs a statement. A stand-alone OpenMP directive is none (OpenMP 5.2 3.1).
fn give_label_a_statement(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    start: u32,
    pieces: &mut Vec<Piece>,
) {
    let first = pieces.iter().find(|piece| !matches!(piece, Piece::Warnings(_) | Piece::LineNumber(_)));
    let is_statement = function.model.parsed.tree[directive].body.is_some()
        || matches!(first, Some(Piece::Open(_) | Piece::Statement(_)));
    if !is_statement && is_behind_label(function, start) {
        pieces.insert(0, Piece::Statement(";".to_owned()));
    }
}

/// Breaks the lines of new directives like the user broke those of the old one, and indents added code like the code of the program.
fn lay_out_like_the_source(
    site: &Site,
    pieces: &mut [Piece],
    behind: &mut [Piece],
    sources: &mut SourceFiles<'_>,
) {
    let steps = steps_of_code(site, sources);
    pieces.iter_mut().chain(behind).for_each(|piece| piece.indent(steps));
    let bytes = sources.bytes(site.range.file);
    let (start, end) = (site.range.start as usize, site.range.end as usize);
    let indentation = lines::indentation(bytes, start);
    if let Some(text) = bytes.get(start..end) {
        DirectiveLines::of(text, indentation).apply(pieces, indentation.len());
    }
}

/// Returns whether a token follows a label. Of all `:` tokens, only that of a label can precede a directive.
fn is_behind_label(function: &FunctionInput<'_>, token: u32) -> bool {
    let before =
        token.checked_sub(1).and_then(|before| function.places.unit.tokens.kinds.get(before as usize));
    before == Some(&TokenKind::Colon)
}

/// The text of a directive's forms.
#[derive(Default)]
struct FormText {
    pieces: Vec<Piece>,
    behind: Vec<Piece>,
    behind_declaration: Option<Vec<Piece>>,
    routines: Vec<Routine>,
    queues: Vec<u32>,
}

/// Returns the text of a directive's forms without expressions in the user's own text: the pieces at the directive, and those after it.
pub(super) fn own_text(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    spelling: Spelling,
    is_macro: &dyn Fn(&str) -> bool,
    sources: &mut SourceFiles<'_>,
) -> Option<(Vec<Piece>, Vec<Piece>)> {
    let (_, here) = site::of_directive(function, directive, sources)?;
    let parts = kernel_parts::of_directive(function, directive, sources);
    let divided = parts.as_ref().map(|parts| &parts.divided.form);
    let is_joined = joined_lines::are_joined(function, directive, sources);
    let mut text = |at| match spelling {
        Spelling::AsWritten if as_written(function, at, here, sources).is_some() => String::new(),
        _ => expr_text(function, at, here, Spelling::Expanded, sources),
    };
    let mut written =
        write(function, directive, (divided, is_joined), (TextReader::Person, None), &mut text, is_macro);
    let parts = parts.as_ref();
    let of_parts = parts.map(|parts| parts.pieces(function, false, &mut text)).unwrap_or_default();
    written.pieces.extend(of_parts.into_iter().map(|(_, piece)| piece));
    let joined = parts.map_or(&[][..], PlacedParts::joined);
    let inside = inner_loops::of_directive(function, directive, joined, false, &mut text);
    written.pieces.extend(inside.into_iter().map(|(_, piece)| piece));
    written.pieces.extend(interchanged_loops::directives(function, directive, &mut text));
    Some((written.pieces, [written.behind, written.behind_declaration.unwrap_or_default()].concat()))
}

fn write(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    (divided, is_joined): (Option<&Omp>, bool),
    (reader, line): (TextReader, Option<usize>),
    text: &mut ExprText<'_>,
    is_macro: &dyn Fn(&str) -> bool,
) -> FormText {
    let Some(mut forms) = function.mapping.printed_forms_of(function.facts, directive, is_joined) else {
        return FormText::default();
    };
    if let Some(divided) = divided {
        forms = vec![divided];
    }
    let printed: Vec<Cow<'_, Omp>> = forms.into_iter().map(|form| function.queues.printed(form)).collect();
    let forms: Vec<&Omp> = printed.iter().map(|form| &**form).collect();
    let mut text = |at| text(at);
    let speller = Speller::new(function.view, &function.mapping.dialect, &mut text);
    let mut speller = speller.avoiding(is_macro).with_queues(function.queues);
    if reader.is_compiler() {
        speller = speller.using_what_is_hidden();
    }
    let mut pieces = |lines: &[Line<'_>]| {
        let pieces = lines.iter().map(|line| (piece(line, &mut speller), reader.held_back(line.content)));
        warnings::with_pragmas(pieces.collect(), line)
    };
    let mut around = |wanted: Anchor| {
        let forms = function.mapping.unit_forms_of(function.facts, directive, wanted);
        forms.flat_map(|form| pieces(&layout(&[form]).before)).collect::<Vec<_>>()
    };
    let (mut before, behind_declaration) = (around(Anchor::Before), around(Anchor::After));
    let layout = layout(&forms);
    before.extend(pieces(&layout.before));
    let mut behind = pieces(&layout.after);
    if reader.is_compiler() {
        behind.iter_mut().for_each(Piece::outdent);
    }
    let inside = function.mapping.inner_forms_of(function.facts, directive);
    let of_inside = inside.flat_map(|inner| inner.directive.routines());
    let of_forms = forms.iter().flat_map(|form| form.routines());
    FormText {
        pieces: before,
        behind,
        behind_declaration: (!behind_declaration.is_empty()).then_some(behind_declaration),
        routines: of_forms.chain(of_inside).filter(|routine| function.queues.needs(*routine)).collect(),
        queues: forms.iter().flat_map(|form| function.queues.objects_in(function.view, form)).collect(),
    }
}

/// Returns the place after the declaration that the directives of a function apply to.
fn declaration_end(function: &FunctionInput<'_>, directive: u32) -> Option<FileRange> {
    function.places.behind(function.declaration?.end.checked_sub(1)?, directive)
}

fn piece(line: &Line<'_>, speller: &mut Speller<'_, '_>) -> Piece {
    match line.content {
        Content::Open => Piece::Open(0),
        Content::Close => Piece::Close(0),
        Content::Code(Omp::DeclareReduction(declared)) => {
            Piece::Directive(line.blocks, speller.declare_reduction(declared))
        }
        Content::Code(code) => code_piece(line, speller.code(code)),
        Content::Head(code) => code_piece(line, speller.head(code)),
        Content::Tail => code_piece(line, "}".to_owned()),
        Content::Directive(directive) => {
            let depth = if line.in_added { line.blocks } else { 0 };
            Piece::Directive(depth, speller.directive(directive))
        }
    }
}

fn code_piece(line: &Line<'_>, text: String) -> Piece {
    if line.blocks > 0 { Piece::Code(line.blocks, text) } else { Piece::Statement(text) }
}

/// Returns the last token of the statement or declaration that a directive applies to, in tokens of the unit.
pub(super) fn last_token(function: &FunctionInput<'_>, directive: DirectiveId) -> Option<u32> {
    last_of_region(function, directive).or_else(|| function.declaration?.end.checked_sub(1))
}

/// Returns the last token of the statements that a directive is associated with, in tokens of the unit.
fn last_of_region(function: &FunctionInput<'_>, directive: DirectiveId) -> Option<u32> {
    let tree = &function.model.parsed.tree;
    if let Some(body) = tree[directive].body {
        return function.places.absolute(tree.spans.stmts.get(body)?).end.checked_sub(1);
    }
    // The region of a `declare` ends before the end of its block, or before the statement after the region.
    let region = function.view.directive(directive).region?.run;
    let block = block_of(function.view, directive)?;
    let behind = if region.end < function.view.run(block).end {
        function.places.absolute(function.view.span(region.end)).start
    } else {
        function.places.absolute(function.view.span(block)).end.checked_sub(1)?
    };
    behind.checked_sub(1)
}

/// Returns the bytes that replace a line directive or a `_Pragma` operator; empty without pieces.
pub(super) fn replacement(change: &Change, bytes: &[u8], step: &[u8]) -> Vec<u8> {
    let start = change.site.range.start as usize;
    let (separator, step) = if change.site.form.is_line() {
        ([lines::line_end_style(bytes, start), lines::indentation(bytes, start)].concat(), step)
    } else {
        (b" ".to_vec(), b"".as_slice())
    };
    let pieces = change.pieces.iter().map(|piece| piece.text(&change.site.form, step));
    pieces.collect::<Vec<_>>().join(separator.as_slice())
}

impl Change {
    /// Whether only the lines of the directive change, so that its statement keeps its text.
    pub(super) fn has_only_lines(&self) -> bool {
        !self.needs_block() && self.inside.is_empty()
    }

    /// Returns whether code is needed around the statement, or lines cannot be added at all.
    pub(super) fn needs_block(&self) -> bool {
        !self.site.form.is_line() || !self.behind.is_empty()
    }

    /// All pieces of the change.
    pub(super) fn all_pieces(&self) -> impl Iterator<Item = &Piece> {
        let declared = self.behind_declaration.iter().flat_map(|(_, pieces)| pieces);
        let inside = self.inside.iter().map(|(_, piece)| piece);
        self.pieces.iter().chain(&self.behind).chain(declared).chain(inside)
    }
}

/// Returns the edit that adds pieces after a statement or declaration: on separate lines if only a comment follows, or if the line will end
/// there.
pub(super) fn closing_edit(
    change: &Change,
    end: FileRange,
    pieces: &[Piece],
    ends_line: bool,
    sources: &mut SourceFiles<'_>,
) -> Edit {
    let at = end.start as usize;
    let opening = change.site.range.start as usize;
    let step = sources.step(end.file);
    let bytes = sources.bytes(end.file);
    let has_code = lines::rest_of_line(bytes, at) == LineRest::Code;
    let own_lines = change.site.form.is_line() && (ends_line || !has_code);
    if !own_lines {
        let form = if change.site.form.is_line() { &SiteForm::Operator } else { &change.site.form };
        let pieces = pieces.iter().map(|piece| [b" ".to_vec(), piece.text(form, b"")].concat());
        return Edit { range: end, replacement: pieces.flatten().collect() };
    }
    let at = if has_code { at } else { lines::line_end(bytes, at) };
    let start = [lines::line_end_style(bytes, at), lines::indentation(bytes, opening)].concat();
    let pieces = pieces.iter().map(|piece| piece.text(&change.site.form, &step));
    let replacement = pieces.flat_map(|line| [start.clone(), line].concat()).collect();
    let range = FileRange { file: end.file, start: at as u32, end: at as u32 };
    Edit { range, replacement }
}
