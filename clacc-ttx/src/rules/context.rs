//! What a rule may look at.

use clacc_sema::acc::facts::{AccFacts, Construct, ConstructId};
use clacc_sema::c::model::{FunctionModel, Symbol, SymbolId};
use clacc_syntax::Name;
use clacc_syntax::ast::{Clause, ClauseId, Expr, ExprId, Node, Tree, UnaryOp};
use clacc_syntax::directive::AccClause;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use crate::dialect::Dialect;

/// One effective construct, everything known about its function, and the dialect.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Names, types and the tree of the function.
    pub model: &'a FunctionModel,
    /// The OpenACC constructs of the function.
    pub facts: &'a AccFacts,
    /// The construct to map.
    pub id: ConstructId,
    /// The words that the OpenMP compiler knows.
    pub dialect: &'a Dialect,
}

impl<'a> Context<'a> {
    /// The construct to map.
    pub fn construct(&self) -> &'a Construct {
        &self.facts.constructs[self.id]
    }

    /// The function's tree.
    pub fn tree(&self) -> &'a Tree {
        &self.model.parsed.tree
    }

    /// A symbol of the function.
    pub fn symbol(&self, id: SymbolId) -> &'a Symbol {
        &self.model.symbols[id]
    }

    /// The text of a name of the function.
    pub fn text(&self, name: Name) -> &'a str {
        self.model.text(name)
    }

    /// The clauses of the construct, in source order.
    pub fn clauses(&self) -> impl Iterator<Item = (ClauseId, &'a Clause)> + use<'a> {
        let tree = self.tree();
        self.construct().clauses.iter().map(move |id| (*id, &tree[*id]))
    }

    /// The first clause of a kind.
    pub fn clause(&self, kind: AccClause) -> Option<(ClauseId, &'a Clause)> {
        self.clauses().find(|(_, clause)| clause.acc() == Some(kind))
    }

    /// What a list item names elements of: the item without its ranges and subscripts.
    pub fn without_ranges(&self, item: ExprId) -> ExprId {
        let mut at = item;
        while let Expr::Section { base, .. } | Expr::Index { base, .. } = &self.tree()[at] {
            at = *base;
        }
        at
    }

    /// The compute construct that this construct is, or lies in.
    pub fn compute(&self) -> Option<&'a Construct> {
        self.construct().compute.map(|id| &self.facts.constructs[id])
    }

    /// Where the directive stands.
    pub fn directive_range(&self) -> TokenRange {
        self.tree().spans.directives.get(self.construct().directive).copied().unwrap_or_default()
    }

    /// Where a clause stands.
    pub fn clause_range(&self, clause: ClauseId) -> TokenRange {
        self.tree().spans.clauses.get(clause).copied().unwrap_or_default()
    }
}

/// Variables whose own value the construct may change: assigned, incremented, or with their address taken.
pub(super) fn directly_changed(cx: &Context<'_>) -> FxHashSet<SymbolId> {
    let tree = cx.tree();
    let mut changed = FxHashSet::default();
    let Some(body) = tree[cx.construct().directive].body else { return changed };
    let mut note = |operand: ExprId| changed.extend(cx.model.symbol_of(operand));
    tree.preorder(Node::Stmt(body), &mut |node| {
        if let Node::Expr(id) = node {
            match tree[id] {
                Expr::Unary { op: UnaryOp::AddressOf, operand } => note(operand),
                _ => cx.model.written_by(id).into_iter().for_each(&mut note),
            }
        }
        true
    });
    changed
}
