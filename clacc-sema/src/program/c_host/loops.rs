//! The `for` statements that directives are associated with, and their control variables.

use clacc_syntax::ast::{Decl, Expr, ExprId, Stmt, StmtId};
use clacc_syntax::token::TokenRange;

use super::CHost;
use super::nodes::entity_of;
use crate::program::loops::{Control, Instead, InsteadKind, Nest};
use crate::program::place::At;

impl CHost<'_> {
    /// Finds `depth` nested loops. Each must be the only statement in the one around it or, with `loosely`,
    /// the only loop among its statements. Pragmas of other languages are ignored.
    pub(crate) fn nest(self, body: At, depth: u32, loosely: bool) -> Nest {
        let mut nest = Nest::default();
        let Some(mut at) = self.nodes.stmt(body) else { return nest };
        for level in 0..depth {
            let candidate =
                if level == 0 { self.behind_pragmas(at) } else { self.inner_statement(at, loosely) };
            let Stmt::For { body, .. } = &self.tree()[candidate] else {
                nest.instead = self.instead(if level == 0 { candidate } else { self.intruder(candidate) });
                break;
            };
            nest.loops.extend(self.nodes.of_stmt(candidate));
            at = *body;
        }
        nest
    }

    pub(crate) fn is_foreign_pragma(self, at: At) -> bool {
        self.nodes.stmt(at).is_some_and(|stmt| matches!(self.tree()[stmt], Stmt::Pragma { .. }))
    }

    fn instead(self, stmt: StmtId) -> Option<Instead> {
        let kind = match self.tree()[stmt] {
            Stmt::Directive(directive) => InsteadKind::Directive(directive),
            Stmt::Pragma { .. } => InsteadKind::Foreign,
            Stmt::Error => InsteadKind::Unreadable,
            _ => InsteadKind::Statement,
        };
        Some(Instead { at: self.nodes.of_stmt(stmt)?, kind })
    }

    fn behind_pragmas(self, mut stmt: StmtId) -> StmtId {
        while let Stmt::Pragma { body: Some(body), .. } = self.tree()[stmt] {
            stmt = body;
        }
        stmt
    }

    /// The statement in a loop's body that must be the next loop.
    fn inner_statement(self, body: StmtId, loosely: bool) -> StmtId {
        let tree = self.tree();
        let mut body = self.behind_pragmas(body);
        while let Stmt::Compound { items, .. } = &tree[body] {
            let is_loop = |item: &&StmtId| matches!(tree[**item], Stmt::For { .. } | Stmt::Compound { .. });
            let is_pragma = |item: &&StmtId| matches!(tree[**item], Stmt::Pragma { body: None, .. });
            let mut loops = items.iter().filter(is_loop);
            let mut others = items.iter().filter(|item| !is_loop(item) && !is_pragma(item));
            match (loops.next(), loops.next(), others.next()) {
                (Some(only), None, None) => body = *only,
                (Some(only), None, Some(_)) if loosely => body = *only,
                _ => break,
            }
        }
        body
    }

    /// The first statement in a block that prevents it from consisting of one loop; `candidate` itself if
    /// it is not a block.
    fn intruder(self, candidate: StmtId) -> StmtId {
        let Stmt::Compound { items, .. } = &self.tree()[candidate] else { return candidate };
        let is_loop = |item: &StmtId| matches!(self.tree()[*item], Stmt::For { .. });
        items.iter().find(|item| !is_loop(item)).or(items.get(1)).copied().unwrap_or(candidate)
    }

    /// The control of a loop.
    pub(crate) fn control(self, at: At) -> Control {
        match self.init_of(at).map(|init| &self.tree()[init]) {
            Some(Stmt::Decl(decl)) => match &self.tree()[*decl] {
                Decl::Declaration { entities, .. } => self.declared(entities),
                _ => Control::None,
            },
            Some(Stmt::Expr(Some(expr))) => self.assigned(*expr),
            _ => Control::None,
        }
    }

    /// The first part of a `for`.
    fn init_of(self, at: At) -> Option<StmtId> {
        match self.tree()[self.nodes.stmt(at)?] {
            Stmt::For { init, .. } => Some(init),
            _ => None,
        }
    }

    fn declared(self, entities: &[clacc_syntax::ast::DeclaredId]) -> Control {
        match entities {
            [only] if self.tree()[*only].init.is_some() => {
                self.model.declared.get(*only).map_or(Control::None, |symbol| Control::Variable {
                    entity: entity_of(symbol),
                    declared: true,
                })
            }
            _ => Control::None,
        }
    }

    fn assigned(self, expr: ExprId) -> Control {
        let tree = self.tree();
        let Expr::Assign { op: None, lhs, .. } = tree[tree.unparenthesized(expr)] else {
            return Control::None;
        };
        let lhs = tree.unparenthesized(lhs);
        match tree[lhs] {
            Expr::Name(_) => self.model.symbol_of(lhs).map_or(Control::None, |symbol| Control::Variable {
                entity: entity_of(symbol),
                declared: false,
            }),
            Expr::Member { .. } => self.nodes.of_expr(lhs).map_or(Control::None, Control::Member),
            _ => Control::None,
        }
    }

    /// The tokens of the first part of a `for`.
    pub(crate) fn head_span(self, at: At) -> TokenRange {
        self.init_of(at).map(|init| self.init_span(init)).unwrap_or_default()
    }

    /// The tokens of the first part of a `for`, without its semicolon unless it is empty otherwise.
    pub(super) fn init_span(self, init: StmtId) -> TokenRange {
        let span = self.tree().spans.stmts.get(init).unwrap_or_default();
        let is_declaration = matches!(self.tree()[init], Stmt::Decl(_));
        let end = if is_declaration { span.end.saturating_sub(1).max(span.start) } else { span.end };
        TokenRange::new(span.start, end)
    }

    /// The place where the first part of a `for` names its control variable.
    pub(crate) fn control_span(self, at: At) -> Option<TokenRange> {
        let tree = self.tree();
        let Stmt::Expr(Some(expr)) = tree[self.init_of(at)?] else { return None };
        let Expr::Assign { lhs, .. } = tree[tree.unparenthesized(expr)] else { return None };
        tree.spans.exprs.get(lhs)
    }
}
