//! Directives that no analysis sees: in branches of `#if` that are not taken, in macros that are not used, and
//! in text that the parser skipped because of an error.

use std::ops::Deref;

use clacc_syntax::Names;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::acc;
use clacc_syntax::lexer;
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenFlags, TokenRange};

use super::edit::Edit;
use super::edit_places::EditPlaces;
use super::unit_directives::{UnitDirectives, number_of};
use super::{SourceFiles, UnitInput, lines};
use crate::codes;
use crate::verdict::VerdictDirective;

/// A directive that keeps its text because no analysis saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unseen {
    /// The place of the directive.
    pub at: FileRange,
    /// The directive.
    pub directive: VerdictDirective,
    /// The reason why the directive was not seen.
    pub why: Cause,
}

/// The reason why a directive was not seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The directive is in a branch that preprocessing skips.
    BranchNotTaken,
    /// The directive is in a macro that is not used.
    MacroNotUsed,
    /// An error, which was reported, kept the parser from reading the surrounding text.
    NotRead,
}

/// Returns the unseen directives, and a note for each stretch of skipped lines that contains an OpenACC directive, and for each macro whose
/// directive was neither used nor edited. The places of `used` directives are only computed if there is such a stretch or macro.
pub(super) fn find(
    (unit, directives): (&UnitInput<'_>, &UnitDirectives),
    used: &dyn Deref<Target = Vec<FileRange>>,
    edits: &[Edit],
    sources: &mut SourceFiles<'_>,
) -> (Vec<Unseen>, Vec<Diagnostic<FileRange>>) {
    let names = unit.parts.first().map(|part| &part.tokens.names);
    let (mut unseen, mut noted) = (Vec::new(), Vec::new());
    for stretch in distinct(unit.parts.iter().flat_map(|part| part.inactive.clone())) {
        let mut skipped = names.map(|names| skipped_directives(stretch, names, sources)).unwrap_or_default();
        // A header that is included several times may have other active branches each time.
        let first = |at: FileRange| used.get(used.partition_point(|each| *each < at_start(at)));
        skipped.retain(|at| first(*at).is_none_or(|next| !starts_at(*next, *at)));
        noted.extend(
            skipped
                .first()
                .map(|at| (*at, "a branch that is not taken holds a directive, which keeps its text")),
        );
        unseen.extend(skipped.into_iter().map(|at| (at, Cause::BranchNotTaken)));
    }
    for body in unused_macros(unit, used, edits, sources) {
        noted.push((body, "the directive in this macro is not used, so it keeps its text"));
        unseen.push((body, Cause::MacroNotUsed));
    }
    unseen.extend(not_read(unit, directives).into_iter().map(|at| (at, Cause::NotRead)));
    let entry = |(at, why): (FileRange, Cause)| {
        let unknown = || VerdictDirective::Unknown(String::new());
        let directive = names.map_or_else(unknown, |names| directive_in(sources.slice(at), names));
        Unseen { at, directive, why }
    };
    let note = |(at, message)| Diagnostic::new(&codes::MAP0016, at, message);
    let (unseen, noted) = (distinct(unseen), distinct(noted));
    (unseen.into_iter().map(entry).collect(), noted.into_iter().map(note).collect())
}

fn at_start(at: FileRange) -> FileRange {
    FileRange { end: at.start, ..at }
}

fn starts_at(range: FileRange, at: FileRange) -> bool {
    (range.file, range.start) == (at.file, at.start)
}

/// Returns the replacement lists with a directive that was neither used nor edited.
fn unused_macros(
    unit: &UnitInput<'_>,
    used: &dyn Deref<Target = Vec<FileRange>>,
    edits: &[Edit],
    sources: &mut SourceFiles<'_>,
) -> Vec<FileRange> {
    let mut unused = Vec::new();
    for part in unit.parts {
        let places = EditPlaces { unit: part, first_token: 0 };
        for definition in &part.pragma_macros {
            let Some(body) = places.file_range(definition.body.0, definition.body.1) else { continue };
            let touched = used.iter().any(|range| body.holds(*range))
                || edits.iter().any(|edit| body.holds(edit.range));
            let is_acc = sources.slice(body).windows(4).any(|word| word == b"\"acc");
            if !touched && is_acc && !part.map.is_system(definition.name_at) {
                unused.push(body);
            }
        }
    }
    unused
}

/// Returns the OpenACC directives outside system headers that are in no tree.
fn not_read(unit: &UnitInput<'_>, directives: &UnitDirectives) -> Vec<FileRange> {
    let read = unit.functions.iter().flat_map(|function| {
        let (tree, part) = (&function.model.parsed.tree, number_of(unit, function.places.unit));
        let starts = tree.directives.iter().filter_map(|(id, _)| Some(function.tokens_of(id)?.start));
        starts.filter_map(move |start| Some((part?, start)))
    });
    let shown = |(part, tokens): (usize, TokenRange)| {
        let part = unit.parts[part];
        let origin = part.tokens.places.origin(tokens.start as usize)?;
        let is_own = !part.map.is_system(part.map.outermost(origin).spelling);
        EditPlaces { unit: part, first_token: 0 }.shown(tokens).filter(|_| is_own)
    };
    directives.unread(read).filter_map(shown).collect()
}

/// Returns the directive in a text, or its first word.
fn directive_in(text: &[u8], names: &Names) -> VerdictDirective {
    let text = String::from_utf8_lossy(text);
    let words = text.split(|each: char| !(each.is_alphanumeric() || each == '_'));
    let words: Vec<&str> =
        words.filter(|word| !word.is_empty()).skip_while(|word| *word != "acc").skip(1).collect();
    let known = words.iter().map_while(|word| names.find(word));
    match acc::names().longest(known) {
        Some((kind, _)) => VerdictDirective::Acc(kind),
        None => VerdictDirective::Unknown(words.first().copied().unwrap_or("acc").to_owned()),
    }
}

/// Returns the OpenACC directives among skipped lines, each up to the end of its line.
fn skipped_directives(range: FileRange, names: &Names, sources: &mut SourceFiles<'_>) -> Vec<FileRange> {
    let text = sources.slice(range);
    if !text.windows(3).any(|word| word == b"acc") {
        return Vec::new();
    }
    let lexed = lexer::lex(names, text.into());
    let is_word = |at: usize, word: &str| {
        let is_named = lexed.texts.get(at).is_some_and(|text| lexed.names[*text] == *word);
        is_named && !lexed.flags[at].contains(TokenFlags::LINE_START)
    };
    let hashes = lexed.directives.iter().map(|at| *at as usize);
    let directives = hashes.filter(|at| is_word(at + 1, "pragma") && is_word(at + 2, "acc"));
    let line = |at: usize| {
        let last = lines::logical_line_end(text, lexed.starts.get(at) as usize) as u32;
        FileRange { start: range.start + lexed.starts.get(at), end: range.start + last, ..range }
    };
    directives.map(line).collect()
}
