//! What a data region leaves unfinished on queues, and the wait for it at the region's end.
//!
//! OpenACC counts the data of an asynchronous construct from its launch (OpenACC 3.4 section 2.6.7): data that the region
//! around it mapped stays for as long as the construct needs it. OpenMP maps the data of a deferred task when the task
//! starts. By then the region may have ended, and its data is missed, or allocated anew without its values. So the
//! region waits at its end for the queues that it used.

use std::collections::BTreeSet;

use clacc_syntax::ast::{ClauseId, DirectiveArgument, DirectiveId, Expr, ExprId, Node, Stmt, StmtId};
use clacc_syntax::directive::{AccClause, AccDirective};

use super::Context;
use super::queues;
use crate::omp::{Argument, OmpDirectiveNode};

/// The wait at the end of a region; none where nothing is left to wait for.
pub(super) fn wait_of(cx: &Context<'_>) -> Option<OmpDirectiveNode> {
    let body = cx.tree()[cx.construct().directive].body?;
    let mut unfinished = Unfinished::default();
    match &cx.tree()[body] {
        Stmt::Compound { items, .. } => items.iter().for_each(|item| unfinished.item(cx, *item)),
        _ => unfinished.item(cx, body),
    }
    unfinished.wait()
}

/// Queues with work that nobody waited for.
#[derive(Default)]
struct Unfinished {
    numbered: BTreeSet<i64>,
    /// Work on a queue whose number is known only where it runs.
    on_any: bool,
}

impl Unfinished {
    fn wait(self) -> Option<OmpDirectiveNode> {
        let queues: Vec<_> = self.numbered.iter().map(|number| Argument::Number(*number)).collect();
        match (self.on_any, queues.is_empty()) {
            (true, _) => Some(queues::wait_in_region(&[])),
            (false, false) => Some(queues::wait_in_region(&queues)),
            (false, true) => None,
        }
    }

    /// What one item of the region's block leaves, after what the items before it left. Only a wait that is such an item
    /// itself is known to be reached.
    fn item(&mut self, cx: &Context<'_>, item: StmtId) {
        if let Stmt::Directive(directive) = cx.tree()[item]
            && cx.tree()[directive].acc() == Some(AccDirective::Wait)
        {
            return self.waited(cx, directive);
        }
        cx.tree().preorder(Node::Stmt(item), &mut |node| {
            match node {
                Node::Clause(id) => self.clause(cx, id),
                Node::Expr(id) => self.call(cx, id),
                _ => {}
            }
            true
        });
    }

    fn clause(&mut self, cx: &Context<'_>, id: ClauseId) {
        let clause = &cx.tree()[id];
        if clause.acc() == Some(AccClause::Async) {
            self.used(cx, clause.exprs().next());
        }
    }

    /// Routines of the library that put work on a queue have its number as last argument.
    fn call(&mut self, cx: &Context<'_>, id: ExprId) {
        let Expr::Call { callee, args, .. } = &cx.tree()[id] else { return };
        let Some(symbol) = cx.model.symbol_of(*callee) else { return };
        let name = cx.text(cx.symbol(symbol).name);
        if name.starts_with("acc_") && name.ends_with("_async") {
            self.used(cx, args.last().copied());
        }
    }

    fn used(&mut self, cx: &Context<'_>, queue: Option<ExprId>) {
        match queue.and_then(|queue| cx.model.integer_constant(queue)).map(i64::try_from) {
            Some(Ok(queues::SYNC)) => {}
            Some(Ok(queues::NO_VALUE) | Err(_)) | None => self.on_any = true,
            Some(Ok(number)) => drop(self.numbered.insert(number)),
        }
    }

    /// A `wait` directive. One with a clause waits perhaps, or elsewhere.
    fn waited(&mut self, cx: &Context<'_>, directive: DirectiveId) {
        let node = &cx.tree()[directive];
        if !node.clauses.is_empty() {
            return node.clauses.iter().for_each(|id| self.clause(cx, *id));
        }
        match &node.argument {
            DirectiveArgument::List(arguments) if arguments.modifiers.is_empty() => {
                for queue in arguments.items.iter().filter_map(queues::expression) {
                    let number = cx.model.integer_constant(queue).and_then(|value| i64::try_from(value).ok());
                    number.map(|number| self.numbered.remove(&number));
                }
            }
            DirectiveArgument::List(_) => {}
            _ => *self = Self::default(),
        }
    }
}
