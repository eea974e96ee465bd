//! Reductions: of scalars, of arrays, and of parts of arrays.
//!
//! The design reduces scalars only. OpenACC 3.4 2.5.15 has arrays and subarrays too, which OpenMP's `reduction` takes in
//! nearly the same words.

use clacc_sema::acc::facts::{Attribute, ConstructId, How, Reason, Sharing};
use clacc_sema::c::model::{SymbolId, SymbolKind};
use clacc_sema::c::types::{ArrayLength, QualType, Type};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_syntax::ast::{BuiltinType, ClauseId, Expr, ExprId, Node, UnaryOp};
use clacc_syntax::directive::OmpClause;

use super::builder::is_whole;
use super::context::directly_changed;
use super::{Context, NodeBuilder};
use crate::codes;
use crate::omp::{Fidelity, OmpItem, Origin};

/// An explicit reduction: one clause, or two where its variables need different operators.
pub(super) fn reduction(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId) {
    let Some(operator) = operator_of(cx, id) else { return node.unsupported(id) };
    let mut groups: Vec<(&'static str, Vec<OmpItem>)> = Vec::new();
    for expr in cx.tree()[id].exprs() {
        let shape = Shape::of(cx, expr);
        let Some(item) = shape.item(expr) else {
            return node.unsupported_part(id, &cx.tree()[id], "rows of variable length");
        };
        let word = operator_for(cx, operator, &shape);
        match groups.iter_mut().find(|(other, _)| *other == word) {
            Some((_, items)) => items.push(item),
            None => groups.push((word, vec![item])),
        }
    }
    for (word, items) in groups {
        node.push(OmpClause::Reduction, vec![word], items, Origin::Clause(id));
    }
    node.verdict(id, Fidelity::Exact, "the OpenMP clause means the same");
}

/// The reductions that nested loops imply for a compute construct, one clause a variable.
pub(super) fn implicit_reductions(cx: &Context<'_>, node: &mut NodeBuilder<'_>) {
    let attributes = cx.construct().attributes.iter().filter(is_whole);
    for attribute in attributes {
        let Some((Sharing::Reduction(operator), reason)) = &attribute.sharing else { continue };
        if reason.how == How::Explicit {
            continue;
        }
        let symbol = attribute.variable.symbol;
        let (shape, item) = match part_of(cx, reason) {
            Some(part) => (Shape::of(cx, part), Shape::of(cx, part).item(part)),
            None => (Shape::whole(cx, symbol), Some(OmpItem::Symbol(symbol))),
        };
        let Some(item) = item else {
            unsupported_part(cx, node, attribute, "has rows of variable length");
            continue;
        };
        let origin = Origin::Attribute(cx.id, reason.clone());
        node.push(OmpClause::Reduction, vec![operator_for(cx, *operator, &shape)], vec![item], origin);
    }
}

/// The item of an implicit `map` for a variable: the part of it that a reduction is about, or the variable.
pub(super) fn copied(cx: &Context<'_>, symbol: SymbolId, reason: &Reason) -> OmpItem {
    part_of(cx, reason).map_or(OmpItem::Symbol(symbol), OmpItem::Expr)
}

/// Reports the variables of which a nested loop reduces a part that is not known when the construct begins.
pub(super) fn check_parts(cx: &Context<'_>, node: &mut NodeBuilder<'_>) {
    let mut changed = None;
    for attribute in cx.construct().attributes.iter().filter(is_whole) {
        let Some((Sharing::Reduction(_), reason)) = &attribute.sharing else { continue };
        let (Some(part), Some(from)) = (part_of(cx, reason), reason.from) else { continue };
        if cx.facts.constructs[from].directive == cx.construct().directive {
            continue;
        }
        let changed = changed.get_or_insert_with(|| directly_changed(cx));
        let is_fixed = |symbol| {
            !changed.contains(&symbol) && is_firstprivate(cx, symbol) && !is_privatised(cx, from, symbol)
        };
        if !is_known(cx, part, &is_fixed) {
            unsupported_part(cx, node, attribute, "is not known where the compute construct begins");
        }
    }
}

fn unsupported_part(cx: &Context<'_>, node: &mut NodeBuilder<'_>, attribute: &Attribute, why: &str) {
    let name = cx.text(cx.symbol(attribute.variable.symbol).name);
    node.unsupported_directive(
        "a nested loop reduces a part of a variable, and the gangs' reduction of it cannot be stated",
        &codes::MAP0017,
        format!("the part of `{name}` that a loop in this construct reduces {why}"),
    );
}

/// Whether the gangs' reduction that a loop asks for is stated on the compute construct for each part that lies behind a
/// pointer. A pointer that each gang has for itself may lead to elements that they share.
pub(super) fn gangs_reduce_parts(cx: &Context<'_>, id: ClauseId) -> bool {
    let is_stated = |symbol: SymbolId| {
        let attribute = cx.compute().and_then(|compute| compute.attribute_of(symbol));
        matches!(attribute, Some(Attribute { sharing: Some((Sharing::Reduction(_), _)), .. }))
    };
    cx.tree()[id].exprs().all(|expr| {
        let symbol = Shape::of(cx, expr).symbol;
        let is_pointer = |symbol: SymbolId| matches!(cx.symbol(symbol).ty.plain(), Type::Pointer(_));
        !is_part(cx, expr) || symbol.is_none_or(|symbol| !is_pointer(symbol) || is_stated(symbol))
    })
}

/// Whether a clause reduces a part that does not begin with the first element of its array or pointer. gcc 12 to 14 lose
/// such a reduction on `simd`.
pub(super) fn has_later_part(cx: &Context<'_>, id: ClauseId) -> bool {
    let is_zero = |expr: ExprId| cx.model.integer_constant(expr) == Some(0);
    let is_later = |range: &ExprId| match cx.tree()[*range] {
        Expr::Section { lower, .. } => lower.is_some_and(|lower| !is_zero(lower)),
        Expr::Index { index, .. } => !is_zero(index),
        _ => false,
    };
    cx.tree()[id].exprs().any(|expr| Shape::of(cx, expr).ranges.iter().any(is_later))
}

/// The operator of a reduction clause.
fn operator_of(cx: &Context<'_>, id: ClauseId) -> Option<ReductionOp> {
    let word = cx.tree()[id].modifier_words().next()?;
    ReductionOp::ALL.iter().find(|operator| operator.text() == cx.text(word)).copied()
}

/// The operator as the dialect has it for a variable.
///
/// A `_Bool` holds 0 or 1 after every assignment, so its sum, maximum and bitwise or are all its logical or, its product,
/// minimum and bitwise and its logical and. Only these keep it 0 or 1 on every compiler: gcc adds the copies as
/// bytes and leaves 2 in it.
fn operator_for(cx: &Context<'_>, operator: ReductionOp, shape: &Shape<'_>) -> &'static str {
    use ReductionOp as Op;
    if !cx.dialect.logical_bools || shape.element.and_then(QualType::as_builtin) != Some(BuiltinType::Bool) {
        return operator.text();
    }
    match operator {
        Op::Add | Op::Max | Op::BitOr | Op::Or => Op::Or.text(),
        Op::Mul | Op::Min | Op::BitAnd | Op::And => Op::And.text(),
        Op::BitXor => Op::BitXor.text(),
    }
}

/// What a list item of a reduction is about.
struct Shape<'a> {
    symbol: Option<SymbolId>,
    /// What one element is, where that is known.
    element: Option<&'a QualType>,
    /// The ranges, innermost first.
    ranges: Vec<ExprId>,
    /// How many dimensions of arrays lie below the ranges.
    rows: u32,
    /// Whether one of those has a variable length.
    has_variable_rows: bool,
}

impl<'a> Shape<'a> {
    fn of(cx: &Context<'a>, item: ExprId) -> Shape<'a> {
        let mut ranges = Vec::new();
        let mut at = item;
        while let Expr::Section { base, .. } | Expr::Index { base, .. } = &cx.tree()[at] {
            ranges.push(at);
            at = *base;
        }
        let symbol = cx.model.symbol_of(at);
        let ty = symbol.map(|symbol| &cx.symbol(symbol).ty);
        let selected = ranges.iter().fold(ty, |ty, _| ty.and_then(QualType::target));
        Shape { symbol, ranges, ..Shape::below(selected) }
    }

    /// A whole variable.
    fn whole(cx: &Context<'a>, symbol: SymbolId) -> Shape<'a> {
        Shape { symbol: Some(symbol), ..Shape::below(Some(&cx.symbol(symbol).ty)) }
    }

    fn below(mut element: Option<&'a QualType>) -> Shape<'a> {
        let (mut rows, mut has_variable_rows) = (0, false);
        while let Some(Type::Array { element: inner, length }) = element.map(QualType::plain) {
            rows += 1;
            has_variable_rows |= *length == ArrayLength::Variable;
            element = Some(inner);
        }
        Shape { symbol: None, element, ranges: Vec::new(), rows, has_variable_rows }
    }

    /// The list item in OpenMP. A part must be given down to its elements: clang takes no rows of arrays. Parts of arrays with
    /// rows of variable length are not taken right by any compiler.
    fn item(&self, item: ExprId) -> Option<OmpItem> {
        match self.rows {
            rows if self.ranges.is_empty() || rows == 0 => Some(OmpItem::Expr(item)),
            _ if self.has_variable_rows => None,
            rows => Some(OmpItem::Rows(item, rows)),
        }
    }
}

fn is_part(cx: &Context<'_>, item: ExprId) -> bool {
    matches!(cx.tree()[item], Expr::Section { .. } | Expr::Index { .. })
}

/// The part of a variable that an attribute is about, if it is not the whole variable.
fn part_of(cx: &Context<'_>, reason: &Reason) -> Option<ExprId> {
    reason.item.filter(|item| is_part(cx, *item))
}

fn is_firstprivate(cx: &Context<'_>, symbol: SymbolId) -> bool {
    let attribute = cx.construct().attribute_of(symbol);
    matches!(attribute, Some(Attribute { sharing: Some((Sharing::Firstprivate, _)), .. }))
}

/// Whether a construct, or one around it inside the compute construct, has a copy of its own of a variable.
fn is_privatised(cx: &Context<'_>, from: ConstructId, symbol: SymbolId) -> bool {
    let constructs = std::iter::successors(Some(from), |id| cx.facts.constructs[*id].parent);
    let mut inside = constructs.take_while(|id| *id != cx.id);
    inside.any(|id| {
        let attribute = cx.facts.constructs[id].attribute_of(symbol);
        matches!(attribute, Some(Attribute { sharing: Some((Sharing::Private, _)), .. }))
    })
}

/// Whether the bounds of a part are made of constants and of variables that `is_fixed` knows.
pub(super) fn is_known(cx: &Context<'_>, part: ExprId, is_fixed: &dyn Fn(SymbolId) -> bool) -> bool {
    let shape = Shape::of(cx, part);
    shape.ranges.iter().all(|range| match cx.tree()[*range] {
        Expr::Section { lower, length, .. } => {
            [lower, length].into_iter().flatten().all(|bound| is_plain(cx, bound, is_fixed))
        }
        Expr::Index { index, .. } => is_plain(cx, index, is_fixed),
        _ => false,
    })
}

/// Whether an expression is arithmetic with constants and with variables that `is_fixed` knows.
fn is_plain(cx: &Context<'_>, expr: ExprId, is_fixed: &dyn Fn(SymbolId) -> bool) -> bool {
    if cx.model.integer_constant(expr).is_some() {
        return true;
    }
    let tree = cx.tree();
    let mut plain = true;
    tree.preorder(Node::Expr(expr), &mut |node| {
        if let Node::Expr(id) = node {
            plain &= match &tree[id] {
                Expr::Name(_) => cx.model.symbol_of(id).is_some_and(|symbol| match &cx.symbol(symbol).kind {
                    SymbolKind::Enumerator(_) => true,
                    kind => kind.is_object() && cx.symbol(symbol).ty.is_integer() && is_fixed(symbol),
                }),
                Expr::Number(_) | Expr::Paren(_) | Expr::Binary { .. } | Expr::Cast { .. } => true,
                Expr::Unary { op, .. } => matches!(op, UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot),
                _ => false,
            };
        }
        plain
    });
    plain
}
