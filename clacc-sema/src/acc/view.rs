//! What the analysis asks about C.

use std::ops::Range;

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId, ExprId, Node, StmtId, Tree};
use clacc_syntax::token::TokenRange;

use super::facts::Variable;
use super::typing::{self, Class};
use crate::c::model::{FunctionModel, Symbol, SymbolId};
use crate::c::types::QualType;
use crate::program;
use crate::program::c_host::CNodes;
use crate::program::place::At;

/// What the analysis needs to know beyond the names and types of one declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// The level that an explicit `routine` directive gives the function under consideration.
    pub routine: Option<RoutineLevel>,
}

/// The level of a `routine` directive, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant names its clause")]
pub enum RoutineLevel {
    Seq,
    Vector,
    Worker,
    Gang,
}

/// One external declaration with all that is known about it.
pub(super) struct View<'a> {
    pub(super) model: &'a FunctionModel,
    pub(super) surroundings: Surroundings,
    pub(super) outline: COutline<'a>,
    pub(super) program: program::View<'a>,
}

/// The outline with the nodes of C.
#[derive(Clone, Copy)]
pub(super) struct COutline<'a> {
    program: program::View<'a>,
    nodes: &'a CNodes,
}

impl<'a> COutline<'a> {
    pub(super) fn len(self) -> u32 {
        self.program.program.outline.len()
    }
    pub(super) fn node(self, at: u32) -> Node {
        self.nodes.node(At::new(at))
    }
    pub(super) fn end(self, at: u32) -> u32 {
        self.program.program.outline.end(At::new(at)).index()
    }
    pub(super) fn parent(self, at: u32) -> Option<u32> {
        self.program.program.outline.parent(At::new(at)).map(At::index)
    }
    pub(super) fn ancestors(self, at: u32) -> impl Iterator<Item = u32> + 'a {
        self.program.program.outline.ancestors(At::new(at)).map(At::index)
    }
    pub(super) fn statement(self, stmt: StmtId) -> Option<u32> {
        self.nodes.of_stmt(stmt).map(At::index)
    }
    pub(super) fn directive(self, directive: DirectiveId) -> Option<u32> {
        self.program.program.directives.get(directive).map(|node| node.at.index())
    }
    pub(super) fn clause_run(self, clause: ClauseId) -> Range<u32> {
        let clause = self.program.program.clauses.get(clause);
        clause.map_or(0..0, |node| node.at.index()..self.end(node.at.index()))
    }
    pub(super) fn run_of(self, stmt: StmtId) -> Range<u32> {
        self.statement(stmt).map_or(0..0, |at| at..self.end(at))
    }
}

impl<'a> View<'a> {
    pub(super) fn new(program: program::View<'a>, surroundings: Surroundings) -> Option<Self> {
        let program::Host::C(host) = program.host else { return None };
        let outline = COutline { program, nodes: host.nodes };
        Some(View { model: host.model, surroundings, outline, program })
    }

    pub(super) fn tree(&self) -> &'a Tree {
        &self.model.parsed.tree
    }

    pub(super) fn symbol(&self, id: SymbolId) -> &'a Symbol {
        &self.model.symbols[id]
    }

    pub(super) fn text(&self, name: Name) -> &'a str {
        self.tree().text(name)
    }

    pub(super) fn name(&self, id: SymbolId) -> &'a str {
        self.text(self.symbol(id).name)
    }

    /// A clause's name as it is written.
    pub(super) fn spelling(&self, clause: ClauseId) -> &'a str {
        self.text(self.tree()[clause].spelling)
    }

    /// A type in words.
    pub(super) fn describe(&self, ty: &QualType) -> String {
        typing::describe(&self.tree().names, ty)
    }

    /// The variable as it is written: `s.a`.
    pub(super) fn variable_text(&self, variable: &Variable) -> String {
        let mut text = self.name(variable.symbol).to_owned();
        for (field, arrow) in &variable.path {
            text.push_str(if *arrow { "->" } else { "." });
            text.push_str(self.text(*field));
        }
        text
    }

    /// The type of an expression, where it has a known one.
    pub(super) fn type_of(&self, expr: ExprId) -> Option<&'a QualType> {
        let known = self.model.types.get(expr).or_else(|| self.type_of_name(expr))?;
        (typing::classify(known) != Class::Unknown).then_some(known)
    }

    fn type_of_name(&self, expr: ExprId) -> Option<&'a QualType> {
        Some(&self.symbol(self.model.symbol_of(expr)?).ty)
    }

    pub(super) fn constant(&self, expr: ExprId) -> Option<i128> {
        self.model.integer_constant(expr)
    }

    pub(super) fn expr_span(&self, expr: ExprId) -> TokenRange {
        self.tree().spans.exprs.get(expr).copied().unwrap_or_default()
    }

    pub(super) fn stmt_span(&self, stmt: StmtId) -> TokenRange {
        self.tree().spans.stmts.get(stmt).copied().unwrap_or_default()
    }

    /// The first token of a statement: enough to find it, without all its lines.
    pub(super) fn stmt_start(&self, stmt: StmtId) -> TokenRange {
        let span = self.stmt_span(stmt);
        TokenRange::new(span.start, span.end.min(span.start + 1))
    }

    pub(super) fn clause_span(&self, clause: ClauseId) -> TokenRange {
        self.tree().spans.clauses.get(clause).copied().unwrap_or_default()
    }

    /// Where a directive's name is: what stands for the directive in messages.
    pub(super) fn directive_span(&self, directive: DirectiveId) -> TokenRange {
        self.program.directive_name_span(directive)
    }

    /// Where a symbol is declared, if that is in this declaration.
    pub(super) fn declaration_span(&self, symbol: SymbolId) -> Option<TokenRange> {
        self.tree().spans.entity_names.get(self.symbol(symbol).entity?).copied()
    }

    /// Whether a symbol's scope lies in a run of the outline.
    pub(super) fn is_declared_in(&self, symbol: SymbolId, run: &Range<u32>) -> bool {
        self.symbol(symbol)
            .scope
            .and_then(|scope| self.outline.statement(scope))
            .is_some_and(|at| run.contains(&at))
    }
}
