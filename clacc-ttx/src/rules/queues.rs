//! `async`, `wait` and the `wait` directive: a queue is an address, and OpenMP's dependences on it keep the queue's order.

use clacc_sema::c::types::Type;
use clacc_syntax::ast::{ArgumentValue, Arguments, Clause, ClauseId, DirectiveArgument, ExprId};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::{Context, NodeBuilder};
use crate::omp::{
    Argument, Call, Fidelity, NewCode, OmpClauseNode, OmpDirectiveNode, OmpItem, OmpNode, Origin,
};

/// `acc_async_sync`: the construct itself waits (OpenACC 3.4 2.16).
pub(super) const SYNC: i64 = -1;
/// `acc_async_noval`: the queue that the program chose for `async` without argument.
pub(super) const NO_VALUE: i64 = -2;

/// Whether a clause is one that [`clauses`] maps.
pub(super) fn is_queue_clause(kind: AccClause) -> bool {
    matches!(kind, AccClause::Async | AccClause::Wait)
}

/// Maps `wait` and `async` on a construct that becomes a task, behind all other clauses of its directive.
pub(super) fn clauses(cx: &Context<'_>, node: &mut NodeBuilder<'_>) {
    let waits = cx.clauses().filter(|(_, clause)| clause.acc() == Some(AccClause::Wait));
    for (id, clause) in waits {
        wait_clause(cx, node, id, clause);
    }
    if let Some((id, clause)) = cx.clause(AccClause::Async) {
        async_clause(cx, node, id, clause);
    }
}

/// `wait` on a `data` construct, which is no task: a wait before it.
pub(super) fn wait_before(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) {
    if !is_list_of_queues(cx, clause.arguments.as_ref()) {
        return node.unsupported_part(id, clause, "a device number");
    }
    node.push_code(NewCode::Directive(taskwait(clause.exprs().map(Argument::Expr), &Origin::Clause(id))));
    node.verdict(id, Fidelity::Exact, "a taskwait before the construct");
}

fn wait_clause(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) {
    if !is_list_of_queues(cx, clause.arguments.as_ref()) {
        return node.unsupported_part(id, clause, "a device number");
    }
    let queues: Vec<_> = clause.exprs().collect();
    let is_async = cx.clause(AccClause::Async).is_some();
    if queues.is_empty() {
        wait_before(cx, node, id, clause);
        if is_async {
            let reason = "the thread itself waits for all queues, where in OpenACC only the queue does";
            node.verdict(id, Fidelity::Approximated, reason);
        }
        return;
    }
    for queue in queues {
        let items = vec![OmpItem::Queue(Argument::Expr(queue))];
        node.push(OmpClause::Depend, vec!["in"], items, Origin::Clause(id));
    }
    if is_async {
        let reason = "later work on the queues that are waited for also waits for this construct";
        node.verdict(id, Fidelity::Approximated, reason);
    } else {
        node.verdict(id, Fidelity::Exact, "the construct depends on the queues");
    }
}

/// `async` -> `nowait` and a dependence on the queue. Where the queue may turn out to be the one of `acc_async_sync`,
/// a wait for that one follows, which is over at once for any other queue.
fn async_clause(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) {
    let argument = clause.exprs().next();
    let constant = argument.map_or(Some(i128::from(NO_VALUE)), |expr| cx.model.integer_constant(expr));
    if constant == Some(i128::from(SYNC)) {
        let reason = "acc_async_sync says that the construct is not asynchronous";
        return node.verdict(id, Fidelity::Exact, reason);
    }
    let queue = argument.map_or(Argument::Number(NO_VALUE), Argument::Expr);
    node.push(OmpClause::Nowait, Vec::new(), Vec::new(), Origin::Clause(id));
    node.push(OmpClause::Depend, vec!["inout"], vec![OmpItem::Queue(queue)], Origin::Clause(id));
    node.verdict(id, Fidelity::Exact, "tasks that depend on one address run in the order of the queue");
    let may_be_sync = match constant {
        Some(value) => value == i128::from(NO_VALUE),
        None => argument.is_none_or(|expr| !is_unsigned(cx, expr)),
    };
    if may_be_sync {
        node.push_end(OmpDirectiveNode {
            kind: OmpDirective::Taskwait,
            clauses: vec![depend(vec![OmpItem::Queue(Argument::Number(SYNC))], Origin::Clause(id))],
        });
    }
}

fn is_unsigned(cx: &Context<'_>, expr: ExprId) -> bool {
    match &*cx.model.value_type(expr).ty {
        Type::Builtin(builtin) => !cx.model.data_model.is_signed(*builtin),
        _ => false,
    }
}

fn depend(items: Vec<OmpItem>, origin: Origin) -> OmpClauseNode {
    OmpClauseNode { kind: OmpClause::Depend, modifiers: vec!["inout"], items, origin }
}

/// A `taskwait` for queues, or for everything if there are none.
fn taskwait(queues: impl Iterator<Item = Argument>, origin: &Origin) -> OmpDirectiveNode {
    let clauses = queues.map(|queue| depend(vec![OmpItem::Queue(queue)], origin.clone())).collect();
    OmpDirectiveNode { kind: OmpDirective::Taskwait, clauses }
}

/// A wait that the source does not have: for these queues at the end of a region, or for all if there are none.
pub(super) fn wait_in_region(queues: &[Argument]) -> OmpDirectiveNode {
    let origin =
        Origin::Mapping("OpenMP lets the region's data go while asynchronous constructs still need it");
    taskwait(queues.iter().copied(), &origin)
}

/// Whether a wait argument names queues only. The word `queues` says nothing more.
fn is_list_of_queues(cx: &Context<'_>, arguments: Option<&Arguments>) -> bool {
    arguments
        .is_none_or(|arguments| arguments.modifiers.iter().all(|modifier| cx.text(modifier.word) == "queues"))
}

/// `wait` -> `taskwait`, or the routine of the runtime library that does what OpenMP has no directive for: waiting on a
/// condition, on another device, or on a queue instead of the thread.
pub fn wait(cx: &Context<'_>) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    let DirectiveWait { queues, device } = match &cx.tree()[cx.construct().directive].argument {
        DirectiveArgument::List(arguments) => DirectiveWait::of(cx, arguments),
        _ => DirectiveWait::default(),
    };
    let asynchronous = cx.clause(AccClause::Async).map(|(_, clause)| queue_argument(clause));
    let condition = cx.clause(AccClause::If).and_then(|(_, clause)| clause.exprs().next());
    for (id, clause) in cx.clauses() {
        match clause.acc() {
            Some(AccClause::Async | AccClause::If) => {
                node.verdict(id, Fidelity::Exact, "a routine of the runtime library does it");
            }
            _ => node.unsupported(id),
        }
    }
    if device.is_none() && asynchronous.is_none() && condition.is_none() {
        let origin = Origin::Mapping("the directive waits for queues");
        for clause in taskwait(queues.iter().copied().map(Argument::Expr), &origin).clauses {
            node.push(clause.kind, clause.modifiers, clause.items, clause.origin);
        }
        return node.finish(Some(OmpDirective::Taskwait));
    }
    let calls = wait_calls(&queues, device, asynchronous);
    node.push_code(NewCode::Calls { condition, calls: calls.into() });
    node.directive_verdict(Fidelity::Exact, "a routine of the runtime library waits");
    node.finish(None)
}

fn queue_argument(clause: &Clause) -> Argument {
    clause.exprs().next().map_or(Argument::Number(NO_VALUE), Argument::Expr)
}

/// The argument of a `wait` directive.
#[derive(Default)]
struct DirectiveWait {
    queues: Vec<ExprId>,
    device: Option<ExprId>,
}

impl DirectiveWait {
    fn of(cx: &Context<'_>, arguments: &Arguments) -> Self {
        let device = arguments.modifiers.iter().find(|modifier| cx.text(modifier.word) == "devnum");
        DirectiveWait {
            queues: arguments.items.iter().filter_map(expression).collect(),
            device: device.and_then(|modifier| modifier.args.as_ref()?.first().copied()),
        }
    }
}

pub(super) fn expression(argument: &clacc_syntax::ast::Argument) -> Option<ExprId> {
    match argument.value {
        ArgumentValue::Expr(expr) => Some(expr),
        _ => None,
    }
}

fn wait_calls(queues: &[ExprId], device: Option<ExprId>, asynchronous: Option<Argument>) -> Vec<Call> {
    let routine = match (queues.is_empty(), device.is_some(), asynchronous.is_some()) {
        (true, false, false) => "acc_wait_all",
        (true, false, true) => "acc_wait_all_async",
        (true, true, false) => "acc_wait_all_device",
        (true, true, true) => "acc_wait_all_device_async",
        (false, false, false) => "acc_wait",
        (false, false, true) => "acc_wait_async",
        (false, true, false) => "acc_wait_device",
        (false, true, true) => "acc_wait_device_async",
    };
    let call = |queue: Option<ExprId>| {
        let arguments = queue.map(Argument::Expr).into_iter().chain(asynchronous);
        Call { routine, arguments: arguments.chain(device.map(Argument::Expr)).collect() }
    };
    if queues.is_empty() {
        return vec![call(None)];
    }
    queues.iter().map(|queue| call(Some(*queue))).collect()
}
