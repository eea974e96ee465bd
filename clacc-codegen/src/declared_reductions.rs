//! The reductions of `declare reduction` (OpenMP 5.2 5.5.11), as text for combining functions.
//!
//! It becomes two static functions before each declaration that uses it: one combines two values, one begins a copy.
//! `query::unit_reductions` has those of file scope. It is asked only where a clause names something that is no operator on
//! numbers, so that an edit elsewhere lowers nothing.

use std::fmt::Write;

use clacc_sema::c::model::DeclModel;
use clacc_sema::c::types::QualType;
use clacc_sema::program::View;
use clacc_sema::program::place::At;
use clacc_syntax::ast::{ClauseId, DirectiveArgument, DirectiveId, ExprId, Stmt};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use crate::abi::own_word;
use crate::capture::types::assignable;
use crate::declaration_tokens::Tokens;

/// A reduction identifier for one type. In its texts, `omp_out`, `omp_in`, `omp_priv` and `omp_orig` are replaced by the pointees of
/// pointers with the names of [`POINTERS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeclaredReduction {
    /// The identifier or operator.
    pub(crate) name: String,
    pub(crate) ty: QualType,
    /// The expression that combines two values.
    pub(crate) combiner: String,
    pub(crate) initializer: Initializer,
    /// The part of the function in which the identifier is visible; none at file scope.
    pub(crate) known_in: Option<TokenRange>,
    /// The token ranges of the expressions, to locate findings.
    pub(crate) expressions: Box<[TokenRange]>,
}

/// The functions that were emitted for a `declare reduction`: one combines two values, and one initializes a copy.
#[derive(Clone, Debug)]
pub(crate) struct CombiningFunctions {
    pub(crate) combine: String,
    pub(crate) initialize: String,
}

/// The initial value of a copy (OpenMP 5.2 5.5.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Initializer {
    /// The value of an object of static storage duration without an initializer.
    None,
    /// `omp_priv = value`, where the value may have braces.
    Value(String),
    /// An expression that initializes the copy.
    Call(String),
}

/// The special variables of combiners and initializers, and the pointers that replace them.
pub(crate) const POINTERS: [(&str, &str); 4] = [
    ("omp_out", "clacc_out"),
    ("omp_in", "clacc_in"),
    ("omp_priv", "clacc_priv"),
    ("omp_orig", "clacc_orig"),
];

/// Returns the reductions that the directives of a declaration declare, in source order.
pub(crate) fn declared_in(view: View<'_>, tokens: Tokens<'_>) -> Vec<DeclaredReduction> {
    let Some(model) = view.c_model() else { return Vec::new() };
    let is_one = |id: &&DirectiveId| view.directive(**id).kind.omp() == Some(OmpDirective::DeclareReduction);
    let directives = view.program.order.iter().filter(is_one);
    directives.flat_map(|id| declared_by(view, model, tokens, *id)).collect()
}

fn declared_by(
    view: View<'_>,
    model: &DeclModel,
    tokens: Tokens<'_>,
    id: DirectiveId,
) -> Vec<DeclaredReduction> {
    let tree = &model.parsed.tree;
    let DirectiveArgument::DeclareReduction { name, types, combiner } = &tree[id].argument else {
        return Vec::new();
    };
    let clauses = view.directive(id).clauses.iter();
    let clause = clauses.copied().find(|id| view.clause_node(*id).kind.omp() == Some(OmpClause::Initializer));
    let (Some(combiner), Some((initializer, written))) =
        (span(model, *combiner), initializer(view, tokens, clause))
    else {
        return Vec::new();
    };
    let declared = |ty: &QualType| DeclaredReduction {
        name: tree.text(*name).to_owned(),
        ty: assignable(ty),
        combiner: text(tokens, combiner),
        initializer: initializer.clone(),
        known_in: known_in(view, model, id),
        expressions: written.into_iter().chain([combiner]).collect(),
    };
    types.iter().filter_map(|ty| model.type_names.get(*ty)).map(declared).collect()
}

fn span(model: &DeclModel, expr: ExprId) -> Option<TokenRange> {
    model.parsed.tree.spans.exprs.get(expr)
}

/// Returns the range from the end of the directive to the end of the enclosing block, or none at file scope.
fn known_in(view: View<'_>, model: &DeclModel, id: DirectiveId) -> Option<TokenRange> {
    let start = view.directive_span(id).end;
    let is_block = |at: &At| {
        view.c_stmt(*at).is_some_and(|stmt| matches!(model.parsed.tree[stmt], Stmt::Compound { .. }))
    };
    let block = view.program.outline.ancestors(view.directive(id).at).find(is_block);
    block.map(|block| TokenRange::new(start, view.span(block).end))
}

/// Returns the initializer of a clause and its range, or none if it has no known form.
fn initializer(
    view: View<'_>,
    tokens: Tokens<'_>,
    clause: Option<ClauseId>,
) -> Option<(Initializer, Option<TokenRange>)> {
    let Some(clause) = clause else { return Some((Initializer::None, None)) };
    let whole = view.clause_span(clause);
    // The range without the clause name and the parentheses.
    let inside = TokenRange::new(whole.start + 2, whole.end.checked_sub(1)?);
    if tokens.text(whole.start + 1) != "(" || inside.start >= inside.end {
        return None;
    }
    if tokens.text(inside.start) == "omp_priv" && tokens.text(inside.start + 1) == "=" {
        let value = TokenRange::new(inside.start + 2, inside.end);
        return Some((Initializer::Value(text(tokens, value)), Some(value)));
    }
    Some((Initializer::Call(text(tokens, inside)), Some(inside)))
}

/// Returns the text of an expression with the special variables replaced.
fn text(tokens: Tokens<'_>, range: TokenRange) -> String {
    let mut text = String::new();
    let mut before = "";
    for at in range.start..range.end {
        let word = tokens.text(at);
        let is_member = matches!(before, "." | "->");
        let pointer = POINTERS.iter().find(|(name, _)| *name == word && !is_member);
        if !text.is_empty() {
            text.push(' ');
        }
        match pointer {
            Some((_, pointer)) => {
                let _ = write!(text, "(*{pointer})");
            }
            None => text.push_str(&own_word(word)),
        }
        before = word;
    }
    text
}
