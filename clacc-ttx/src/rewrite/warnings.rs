//! Pragmas and statements in text for a compiler that prevent warnings caused only by the translation.
//!
//! Warnings about the user's own text stay: only those on lines of the mapping are disabled, by pragmas that gcc and clang share.

use clacc_sema::acc::facts::Halves;
use clacc_sema::omp::form::{Argument, Directive, Omp, Origin};
use clacc_sema::program::directive::Scope;
use clacc_sema::program::entity::StorageDuration;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{Association, OmpClause};
use clacc_syntax::sorted::distinct;
use clacc_syntax::token::TokenKind;

use super::FunctionInput;
use super::piece::Piece;
use crate::layout::Content;

/// The reader of the new text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TextReader {
    /// A person, with any compiler.
    #[default]
    Person,
    /// Only gcc.
    Gcc,
    /// Only clang.
    Clang,
}

impl TextReader {
    /// Returns whether only a compiler reads the text.
    pub(crate) fn is_compiler(self) -> bool {
        self != TextReader::Person
    }

    /// Returns the warnings to disable on a line of a form, which it would cause.
    pub(super) fn held_back(self, content: Content<'_>) -> &'static [&'static str] {
        match content {
            Content::Code(code) | Content::Head(code) if self.is_compiler() && hides(code) => {
                match (copies_unasked(code), self == TextReader::Gcc) {
                    (false, _) => &["-Wshadow"],
                    (true, false) => &["-Wshadow", "-Wuninitialized"],
                    (true, true) => &["-Wshadow", "-Wuninitialized", "-Wmaybe-uninitialized"],
                }
            }
            // gcc reads no pragma between a directive and its loop.
            Content::Directive(directive)
                if self == TextReader::Gcc && passes_unasked(directive) && !is_of_loop(directive) =>
            {
                &["-Wuninitialized", "-Wmaybe-uninitialized"]
            }
            _ => &[],
        }
    }
}

/// Returns whether code declares variables, which may hide others.
fn hides(code: &Omp) -> bool {
    matches!(code, Omp::Declare(_) | Omp::HiddenStruct(_) | Omp::Rows(_))
}

/// Returns whether a declaration reads a variable that no clause of the source names. Compilers count this as a use of the variable,
/// although most such variables are assigned before they are read.
fn copies_unasked(code: &Omp) -> bool {
    matches!(code, Omp::Declare(one) if one.init.is_some() && matches!(one.origin, Origin::Attribute(..)))
}

/// Returns whether a directive passes values of variables that no clause of the source names. gcc counts this as a use, although most such
/// variables are assigned before they are read; gcc does not warn about it in programs with OpenACC.
fn passes_unasked(directive: &Directive) -> bool {
    directive.clauses.iter().any(|clause| {
        matches!(clause.argument, Argument::List(OmpClause::Firstprivate, _))
            && matches!(clause.origin, Origin::Attribute(..))
    })
}

fn is_of_loop(directive: &Directive) -> bool {
    directive.kind.info().association == Association::Loop
}

/// Puts pragmas around the pieces that would cause warnings, and restores the warnings after them. If the number of the directive's line is
/// given, the code after a pragma gets that number again, and so does each directive that other pieces precede.
pub(super) fn with_pragmas(pieces: Vec<(Piece, &'static [&'static str])>, line: Option<usize>) -> Vec<Piece> {
    let mut all = Vec::with_capacity(pieces.len());
    let mut open: &[&str] = &[];
    for (piece, held_back) in pieces {
        if held_back != open {
            all.extend(end(open));
            all.extend(begin(held_back));
            all.extend(line.map(Piece::LineNumber));
            open = held_back;
        } else if matches!(piece, Piece::Directive(..)) && !all.is_empty() {
            all.extend(line.map(Piece::LineNumber));
        }
        all.push(piece);
    }
    all.extend(end(open));
    all
}

fn end(held_back: &[&str]) -> Option<Piece> {
    (!held_back.is_empty()).then(|| Piece::Warnings("pop".to_owned()))
}

fn begin(held_back: &[&str]) -> impl Iterator<Item = Piece> {
    let ignored = held_back.iter().map(|name| format!("ignored \"{name}\""));
    let start = (!held_back.is_empty()).then(|| "push".to_owned());
    start.into_iter().chain(ignored).map(Piece::Warnings)
}

/// Returns the pieces before and after an atomic statement that keep gcc from warning about an unnamed variable, which it creates for an
/// `atomic` in a loop of vector lanes.
pub(super) fn around_atomic(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    first_token: u32,
    line: Option<usize>,
) -> Option<(Vec<Piece>, Piece)> {
    let is_possible = is_atomic(function, directive)
        && is_in_vector_loop(function, directive)
        && is_in_block(function, first_token);
    let before = || begin(&["-Wmaybe-uninitialized"]).chain(line.map(Piece::LineNumber)).collect();
    is_possible.then(|| (before(), Piece::Warnings("pop".to_owned())))
}

/// Returns a statement that uses the variables that were named only in clauses which have been dropped. None if no statement is
/// permitted there.
pub(super) fn uses_of_dropped_names(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    first_token: u32,
    pieces: &[Piece],
) -> Option<Piece> {
    let node = &function.model.parsed.tree[directive];
    let view = function.view;
    let is_statement = view.scope_of(directive) == Scope::Block && is_in_block(function, first_token);
    if node.clauses.is_empty() || !is_statement {
        return None;
    }
    let mentions =
        node.clauses.iter().flat_map(|clause| view.mentions(view.run(view.clause_node(*clause).at)));
    let objects =
        mentions.map(|mention| mention.place.root).filter(|entity| view.entity(*entity).is_object());
    let names = distinct(objects.map(|entity| {
        let is_local = view.entity(entity).duration == StorageDuration::Automatic;
        (view.text(view.name(entity)), is_local)
    }));
    let is_word = |byte: char| byte == '_' || byte.is_alphanumeric();
    let texts: Vec<String> = pieces.iter().map(|piece| without_passed(piece.words())).collect();
    let is_left =
        |name: &str| texts.iter().any(|text| text.split(|each| !is_word(each)).any(|word| word == name));
    // Compilers warn about the size of a parameter that is declared as an array, but not about that of its type. clang does not count
    // a size as a use of a static variable.
    let dropped = names.into_iter().filter(|(name, _)| !is_left(name)).map(|(name, is_local)| {
        if is_local { format!("(void)sizeof(__typeof__({name}));") } else { format!("(void)&{name};") }
    });
    let statement = dropped.collect::<Vec<_>>().join(" ");
    (!statement.is_empty()).then_some(Piece::Statement(statement))
}

/// Returns the text of a directive without its `firstprivate` lists, which compilers do not count as uses.
fn without_passed(text: &str) -> String {
    const LIST: &str = "firstprivate(";
    let mut parts = text.split(LIST);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or("", |(_, rest)| rest))
}

fn is_atomic(function: &FunctionInput<'_>, directive: DirectiveId) -> bool {
    let forms = function.mapping.printed_forms_of(function.facts, directive, false);
    let is_one = |form: &&Omp| matches!(form, Omp::Directive(it) if it.kind.text().starts_with("atomic"));
    forms.is_some_and(|forms| forms.iter().any(is_one))
}

fn is_in_vector_loop(function: &FunctionInput<'_>, directive: DirectiveId) -> bool {
    let constructs = &function.facts.constructs;
    let halves = function.facts.of_directive.get(directive).copied();
    let mut around = halves
        .into_iter()
        .flat_map(Halves::iter)
        .flat_map(|id| std::iter::successors(Some(id), |id| constructs[*id].parent));
    let has_lanes = |form: &Omp| form.directives().iter().any(|each| each.kind.text().ends_with("simd"));
    let form = |id| function.mapping.translated(id).and_then(|node| node.form.as_ref());
    around.any(|id| form(id).is_some_and(has_lanes))
}

/// Returns whether a directive is a statement of a block: a pragma after a branch would separate it from its `else`.
fn is_in_block(function: &FunctionInput<'_>, first_token: u32) -> bool {
    let before = first_token.checked_sub(1);
    let before = before.and_then(|before| function.places.unit.tokens.kinds.get(before as usize));
    matches!(before, Some(TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace))
}
