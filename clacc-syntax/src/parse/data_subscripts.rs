//! The meaning of a subscript without `:` in a data clause: an index or a length.

use crate::ast::*;
use crate::directive::AccClause;

/// How a data clause reads a list item whose subscripts are all without `:`, such as `a[n]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataSubscripts {
    /// One element, `a[n:1]` (OpenACC 3.4 1.6).
    #[default]
    Elements,
    /// The first `n` elements, `a[:n]`, as some compilers have read it. `a[0]` remains the first element.
    Lengths,
}

impl DataSubscripts {
    /// Converts the subscripts in the data clauses of a tree to ranges, if they are read as lengths.
    pub fn apply(self, tree: &mut Tree) {
        if self == DataSubscripts::Lengths {
            let items: Vec<ExprId> = listed(tree).collect();
            items.into_iter().for_each(|item| make_ranges(tree, item));
        }
    }
}

/// Returns the expressions that are list items of OpenACC data clauses.
fn listed(tree: &Tree) -> impl Iterator<Item = ExprId> {
    let clauses = tree.clauses.iter().map(|(_, clause)| clause);
    let data = clauses.filter(|clause| matches!(clause.kind, ClauseKind::Acc(kind) if moves_data(kind)));
    data.filter_map(|clause| clause.arguments.as_ref()).flat_map(|arguments| &arguments.items).filter_map(
        |item| match item.value {
            ArgumentValue::Expr(expr) => Some(expr),
            _ => None,
        },
    )
}

/// Returns whether a clause allocates, copies or finds data.
fn moves_data(kind: AccClause) -> bool {
    kind.moves_data() || matches!(kind, AccClause::DeviceResident | AccClause::Link)
}

/// Converts each trailing subscript of an item to a range, except `[0]`. An item with a `:` is left alone.
fn make_ranges(tree: &mut Tree, item: ExprId) {
    let (mut subscripts, mut base) = (Vec::new(), item);
    while let Expr::Index { base: inner, .. } = tree.exprs[base] {
        subscripts.push(base);
        base = inner;
    }
    if matches!(tree.exprs[base], Expr::Section { .. }) {
        return;
    }
    for subscript in subscripts {
        if let Expr::Index { base, index } = tree.exprs[subscript]
            && !is_zero(tree, index)
        {
            let range = SectionRange { lower: None, length: Some(index), stride: None };
            tree.exprs[subscript] = Expr::Section { base, range: range.into() };
        }
    }
}

fn is_zero(tree: &Tree, index: ExprId) -> bool {
    matches!(tree[index], Expr::Number(number) if tree.text(number) == "0")
}
