//! `atomic`: the statement between the locks of the object's address.

use clacc_sema::omp::form::Directive;
use clacc_sema::program::atomic::AtomicKind;
use clacc_sema::program::place::At;
use clacc_syntax::ast::{Expr, ExprId, Stmt};
use clacc_syntax::directive::OmpClause;
use clacc_syntax::token::TokenRange;

use super::{Lowering, Step};
use crate::codes;
use crate::plan::{Node, Source, only_source};

/// The assignment of an atomic statement that is one.
struct Assignment {
    target: TokenRange,
    operator: String,
    value: ExprId,
}

impl<'a> Lowering<'a> {
    pub(super) fn atomic(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        let mut kind = AtomicKind::Update;
        for clause in &directive.clauses {
            kind = match clause.kind() {
                OmpClause::Read => AtomicKind::Read,
                OmpClause::Write => AtomicKind::Write,
                OmpClause::Update if kind == AtomicKind::Update => AtomicKind::Update,
                OmpClause::Capture if kind != AtomicKind::Compare => AtomicKind::Capture,
                OmpClause::Compare if kind == AtomicKind::Update => AtomicKind::Compare,
                // The locks order all memory.
                OmpClause::SeqCst
                | OmpClause::AcqRel
                | OmpClause::Acquire
                | OmpClause::Release
                | OmpClause::Relaxed
                | OmpClause::Hint => kind,
                _ => return Err(self.refuse_clause(clause)),
            };
        }
        let Some(source) = only_source(inside).filter(|source| source.groups.is_empty()) else {
            return Err(self.refuse_directive(directive));
        };
        let run = self.view.run(source.at);
        let statement = self.view.atomic_statement(run, kind).ok();
        let Some(variable) = statement.and_then(|statement| statement.variable) else {
            return Err(self.refuse_directive(directive));
        };
        self.locked(source, variable)
    }

    /// The statement between the locks. Nothing in it may take other locks, and what names the object is evaluated more than once.
    fn locked(&mut self, source: &Source<'a>, variable: At) -> Step {
        if self.view.has_side_effects(variable) {
            let at = self.view.span(variable);
            let message =
                "no code is generated for an atomic statement whose object is named with side effects";
            return Err(self.refuse(&codes::GEN0005, at, message));
        }
        let address = self.text(self.view.span(variable))?;
        let calls = self.view.calls(self.view.run(source.at));
        let is_harmless =
            |callee: Option<_>| callee.is_some_and(|callee| self.view.is_library_function(callee));
        if calls.clone().all(|call| is_harmless(call.callee)) {
            self.line(&format!("{{ clacc_atomic_begin(&({address}));"));
            self.source(source)?;
            self.line(&format!("clacc_atomic_end(&({address})); }}"));
            return Ok(());
        }
        self.value_first(source, &address)
    }

    /// An assignment whose value calls functions: it is computed before the lock is taken.
    fn value_first(&mut self, source: &Source<'a>, address: &str) -> Step {
        let Some(assignment) = self.assignment(source.at) else {
            let message = "no code is generated for an atomic statement that calls functions";
            return Err(self.refuse(&codes::GEN0005, source.range, message));
        };
        let ty = self.model.value_type(assignment.value);
        let name = self.name("v");
        let declared = crate::capture::types::declaration(self.view, &ty, &name, &[]);
        let range = self.model.parsed.tree.spans.exprs.get(assignment.value).copied();
        let (Some(declared), Some(range)) = (declared, range) else {
            return Err(self.refuse(
                &codes::GEN0003,
                source.range,
                "no code is generated for the type of this value",
            ));
        };
        let (value, target) = (self.text(range)?, self.text(assignment.target)?);
        let operator = assignment.operator;
        self.line(&format!(
            "{{ {declared} = {value}; clacc_atomic_begin(&({address})); {target} {operator} {name}; clacc_atomic_end(&({address})); }}"
        ));
        Ok(())
    }

    /// The statement as `x = value` or `x op= value`, where the value does not name the object.
    fn assignment(&self, at: At) -> Option<Assignment> {
        let tree = &self.model.parsed.tree;
        let Stmt::Expr(Some(expr)) = &tree[self.view.c_stmt(at)?] else { return None };
        let Expr::Assign { op, lhs, rhs } = tree[tree.unparenthesized(*expr)] else { return None };
        let target = *tree.spans.exprs.get(lhs)?;
        let value = *tree.spans.exprs.get(rhs)?;
        let root = self.view.root_of(self.view.at_c_expr(lhs)?)?;
        let is_named = self.uses.within(value).iter().any(|(_, entity)| *entity == root);
        let operator = op.map_or_else(|| "=".to_owned(), |op| format!("{}=", op.text()));
        (!is_named).then_some(Assignment { target, operator, value: rhs })
    }
}
