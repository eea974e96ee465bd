//! The `for` statements that directives are associated with, and their control variables.

use clacc_syntax::ast::{BuiltinType, Decl, Expr, ExprId, Stmt, StmtId};
use clacc_syntax::token::TokenRange;

use super::CHost;
use super::nodes::entity_of;
use super::types::NARROW;
use crate::program::arithmetic::Counting;
use crate::program::element::{CountingLoop, Gathering};
use crate::program::host::loops::Loops;
use crate::program::host::values::Values;
use crate::program::loops::{Bounds, Control, Fault, HeaderHazard, Instead, InsteadKind, Nest};
use crate::program::place::At;
use crate::program::run::Run;

impl CHost<'_> {
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
                self.model.declared.get(*only).copied().map_or(Control::None, |symbol| Control::Variable {
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

    /// The tokens of the first part of a `for`, without its semicolon unless it is empty otherwise.
    pub(super) fn init_span(self, init: StmtId) -> TokenRange {
        let span = self.tree().spans.stmts.get(init).unwrap_or_default();
        let is_declaration = matches!(self.tree()[init], Stmt::Decl(_));
        let end = if is_declaration { span.end.saturating_sub(1).max(span.start) } else { span.end };
        TokenRange::new(span.start, end)
    }
}

impl Loops for CHost<'_> {
    fn nest(&self, region: Run, depth: u32, loosely: bool) -> Nest {
        let mut nest = Nest::default();
        let Some(mut at) = self.nodes.stmt(region.start) else { return nest };
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

    fn control(&self, at: At) -> Control {
        match self.init_of(at).map(|init| &self.tree()[init]) {
            Some(Stmt::Decl(decl)) => match &self.tree()[*decl] {
                Decl::Declaration { entities, .. } => self.declared(entities),
                _ => Control::None,
            },
            Some(Stmt::Expr(Some(expr))) => self.assigned(*expr),
            _ => Control::None,
        }
    }

    fn control_span(&self, at: At) -> Option<TokenRange> {
        let tree = self.tree();
        let Stmt::Expr(Some(expr)) = tree[self.init_of(at)?] else { return None };
        let Expr::Assign { lhs, .. } = tree[tree.unparenthesized(expr)] else { return None };
        tree.spans.exprs.get(lhs)
    }

    fn loop_head_span(&self, at: At) -> TokenRange {
        self.init_of(at).map(|init| self.init_span(init)).unwrap_or_default()
    }

    fn loop_header(&self, at: At) -> Run {
        let Some(Stmt::For { body, .. }) = self.nodes.stmt(at).map(|stmt| &self.tree()[stmt]) else {
            return Run::default();
        };
        self.nodes.of_stmt(*body).map_or_else(Run::default, |body| Run::new(at, body))
    }

    fn check_countable(&self, at: At) -> Result<(), Fault> {
        CHost::check_countable(*self, at)
    }

    fn check_header(&self, at: At) -> Result<(), Fault> {
        CHost::check_header(*self, at)
    }

    fn bounds(&self, at: At) -> Option<Bounds> {
        CHost::bounds(*self, at)
    }

    fn counting(&self, at: At) -> Option<Counting> {
        CHost::counting(*self, at)
    }

    fn header_hazard(&self, at: At) -> Option<HeaderHazard> {
        CHost::header_hazard(*self, at)
    }

    fn has_narrow_control(&self, at: At) -> bool {
        let is_narrow = |control| control == BuiltinType::Bool || NARROW.contains(&control);
        self.header(at).is_some_and(|header| is_narrow(header.control))
    }

    fn gather_loop(&self, at: At, gathering: &mut Gathering) {
        if let Control::Variable { entity, .. } = self.control(at) {
            let first = self.first_value(at);
            let start = first.and_then(|first| self.sum(first));
            let mut counting = CountingLoop::new(at, entity, first, start);
            counting.has_unit_step = self.has_unit_step(at);
            gathering.enter(counting, self.program.outline.end(at));
        }
    }
}
