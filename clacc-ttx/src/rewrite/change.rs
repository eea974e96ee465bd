//! The replacement of one directive, and its place.

use clacc_sema::acc::facts::{Construct, ConstructId};
use clacc_sema::c::model::FunctionModel;
use clacc_syntax::ast::{DirectiveId, StmtId};
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenKind;
use clacc_syntax::unit::ExpansionId;

use super::site::{self, Site};
use super::spelling::expr_text;
use super::{FunctionInput, Sources, Spelling, lines};
use crate::omp::{NewCode, OmpNode};
use crate::render::{self, ExprText};

/// One line, or one piece of a line, of the text that replaces a directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// `{`
    Open,
    /// A declaration or statement behind `{`.
    Code(String),
    /// A statement in the directive's place.
    Statement(String),
    /// `}` of a block without associated statement.
    Close,
    /// An OpenMP directive, behind `#pragma omp `.
    Directive(String),
}

/// The replacement of a directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    /// The place where the directive is written.
    pub(super) site: Site,
    /// The pieces of the new text.
    pub(super) pieces: Vec<Piece>,
    /// An empty range behind the associated statement. None if there is no statement, or if no text ends
    /// there.
    pub(super) end: Option<FileRange>,
    /// The blocks that end there, innermost first, each with the directives at its end.
    pub(super) blocks: Vec<Vec<String>>,
    /// The routines of the runtime library that the new code calls.
    pub(super) routines: Vec<&'static str>,
}

/// The reason why a directive cannot be edited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// There is no text that makes the directive and nothing else.
    Directive,
    /// There is no text that ends where the associated statement ends.
    Statement,
    /// There is no room for a comment beside it.
    Comment,
}

/// Makes the replacement of a directive whose constructs are translated.
pub(super) fn of_directive(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    spelling: Spelling,
    sources: &mut Sources<'_>,
) -> Result<Change, Obstacle> {
    let tree = &function.model.parsed.tree;
    let tokens = function.places.directive(tree, directive).ok_or(Obstacle::Directive)?;
    let (site, level) = site::find(&function.places, tokens, sources).ok_or(Obstacle::Directive)?;
    let Written { mut pieces, blocks, routines } = write(function, directive, level, spelling, sources);
    // A label needs a statement, and an OpenMP directive without an associated statement is not one (OpenMP
    // 5.2 3.1).
    let is_statement =
        tree[directive].body.is_some() || matches!(pieces.first(), Some(Piece::Open | Piece::Statement(_)));
    if !is_statement && is_behind_label(function, tokens.start) {
        pieces.insert(0, Piece::Statement(";".to_owned()));
    }
    let end = tree[directive].body.and_then(|body| statement_end(function, body));
    if !blocks.is_empty() && !end.is_some_and(|end| end.file == site.range.file || !site.form.is_line()) {
        return Err(Obstacle::Statement);
    }
    Ok(Change { site, pieces, end, blocks, routines })
}

/// Whether a token is behind a label. Of all `:` tokens, only that of a label can precede a directive.
fn is_behind_label(function: &FunctionInput<'_>, token: u32) -> bool {
    let before =
        token.checked_sub(1).and_then(|before| function.places.unit.tokens.kinds.get(before as usize));
    before == Some(&TokenKind::Colon)
}

/// The constructs of a directive, outermost first.
pub(crate) fn constructs_of(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
) -> impl Iterator<Item = ConstructId> + use<> {
    let pair = function.facts.of_directive.get(directive).copied();
    pair.into_iter().flat_map(|(outer, inner)| std::iter::once(outer).chain(inner))
}

/// The text of a directive's nodes.
#[derive(Default)]
struct Written {
    pieces: Vec<Piece>,
    blocks: Vec<Vec<String>>,
    routines: Vec<&'static str>,
}

fn write(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    level: ExpansionId,
    spelling: Spelling,
    sources: &mut Sources<'_>,
) -> Written {
    let mut written = Written::default();
    let has_statement = function.model.parsed.tree[directive].body.is_some();
    let mut text = |expr| expr_text(function, expr, level, spelling, sources);
    for construct in constructs_of(function, directive) {
        if let Some(node) = function.mapping.nodes.get(construct) {
            written.routines.extend(node.routines());
            write_node(&mut written, function.model, node, has_statement, &mut text);
        }
    }
    written
}

fn write_node(
    written: &mut Written,
    model: &FunctionModel,
    node: &OmpNode,
    has_statement: bool,
    text: &mut ExprText<'_>,
) {
    let opens = node.opens_block(has_statement);
    let pieces = &mut written.pieces;
    if opens {
        pieces.push(Piece::Open);
    }
    for code in &node.block {
        pieces.push(match code {
            NewCode::Directive(directive) => Piece::Directive(render::directive(model, directive, text)),
            code if opens => Piece::Code(render::new_code(model, code, text)),
            code => Piece::Statement(render::new_code(model, code, text)),
        });
    }
    pieces.extend(node.directives.iter().map(|each| Piece::Directive(render::directive(model, each, text))));
    let end = node.end.iter().map(|each| render::directive(model, each, text));
    if has_statement {
        let end = end.collect();
        if opens {
            written.blocks.insert(0, end);
        }
        if node.opens_inner_block() {
            pieces.push(Piece::Open);
            let end = node.inner_end.iter().map(|each| render::directive(model, each, text));
            written.blocks.insert(0, end.collect());
        }
        pieces.extend(node.inner.iter().map(|code| Piece::Code(render::new_code(model, code, text))));
    } else {
        pieces.extend(end.map(Piece::Directive));
        pieces.extend(opens.then_some(Piece::Close));
    }
}

/// The place behind a statement.
fn statement_end(function: &FunctionInput<'_>, statement: StmtId) -> Option<FileRange> {
    let tree = &function.model.parsed.tree;
    let range = function.places.absolute(*tree.spans.stmts.get(statement)?);
    function.places.behind(range.end.checked_sub(1)?)
}

/// The outermost construct that contains a construct.
pub(crate) fn root_of(function: &FunctionInput<'_>, id: ConstructId) -> ConstructId {
    let parent = |id: &ConstructId| -> Option<ConstructId> {
        let construct: &Construct = &function.facts.constructs[*id];
        construct.parent
    };
    std::iter::successors(Some(id), parent).last().unwrap_or(id)
}

/// Returns the bytes that replace a directive of a line or an operator. Without pieces, there are none.
pub(super) fn replacement(change: &Change, bytes: &[u8], step: &[u8]) -> Vec<u8> {
    let start = change.site.range.start as usize;
    let (separator, step) = if change.site.form.is_line() {
        ([lines::line_end_style(bytes, start), lines::indentation(bytes, start)].concat(), step)
    } else {
        (b" ".to_vec(), b"".as_slice())
    };
    let pieces = change.pieces.iter().map(|piece| match piece {
        Piece::Open => b"{".to_vec(),
        Piece::Close => b"}".to_vec(),
        Piece::Statement(code) => code.as_bytes().to_vec(),
        Piece::Code(code) => [step, code.as_bytes()].concat(),
        Piece::Directive(directive) => change.site.form.pragma(directive),
    });
    pieces.collect::<Vec<_>>().join(separator.as_slice())
}
