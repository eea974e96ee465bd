//! Data directives, `update`, and the data clauses that `parallel` shares with them.

use clacc_sema::acc::facts::Mapping;
use clacc_sema::c::model::SymbolId;
use clacc_sema::c::types::Type;
use clacc_syntax::ast::{Clause, ClauseId, Expr, ExprId, Node};
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::{Context, NodeBuilder, conditions, queues, unfinished};
use crate::codes;
use crate::omp::{Fidelity, NewCode, OmpClauseNode, OmpDirectiveNode, OmpItem, OmpNode, Origin};

const SAME: &str = "the OpenMP clause means the same";

/// `update` -> `target update`.
pub fn update(cx: &Context<'_>) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    let if_present = cx.clause(AccClause::IfPresent).is_some();
    for (id, clause) in cx.clauses() {
        match clause.acc() {
            Some(AccClause::SelfClause) => motion(cx, &mut node, id, OmpClause::From, if_present),
            Some(AccClause::Device) => motion(cx, &mut node, id, OmpClause::To, if_present),
            Some(AccClause::If) => conditions::of_data(&mut node, id),
            Some(AccClause::IfPresent) => {
                node.verdict(id, Fidelity::Exact, "the motion clauses carry no present modifier");
            }
            Some(kind) if queues::is_queue_clause(kind) => {}
            _ => node.unsupported(id),
        }
    }
    queues::clauses(cx, &mut node);
    node.finish(Some(OmpDirective::TargetUpdate))
}

fn motion(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, kind: OmpClause, if_present: bool) {
    let clause = &cx.tree()[id];
    if !node.is_plain(id, clause) {
        return;
    }
    let present = !if_present && cx.dialect.present_motion;
    node.push_items_of(id, kind, if present { vec!["present"] } else { Vec::new() });
    if present || if_present {
        return node.verdict(id, Fidelity::Exact, SAME);
    }
    let message = format!("`{}` of absent data is not reported in this dialect", cx.text(clause.spelling));
    let reason = "without a present modifier an update of absent data does nothing, where OpenACC reports it";
    node.approximate(id, reason, &codes::MAP0007, message);
}

/// `enter data` -> `target enter data`. The dynamic reference count is OpenMP's own, so nothing is held.
pub fn enter_data(cx: &Context<'_>) -> OmpNode {
    unstructured(cx, OmpDirective::TargetEnterData, |clause| match clause {
        AccClause::Copyin => Some("to"),
        AccClause::Create => Some("alloc"),
        _ => None,
    })
}

/// `exit data` -> `target exit data`.
pub fn exit_data(cx: &Context<'_>) -> OmpNode {
    if let Some((finalize, _)) = cx.clause(AccClause::Finalize) {
        return finalized(cx, finalize);
    }
    unstructured(cx, OmpDirective::TargetExitData, |clause| match clause {
        AccClause::Copyout => Some("from"),
        AccClause::Delete => Some("release"),
        _ => None,
    })
}

/// `exit data finalize`: the map type `delete` sets the reference count to zero. It copies nothing, so an update before it
/// does, which like `copyout` concerns present data only.
fn finalized(cx: &Context<'_>, finalize: ClauseId) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    let mut copies = Vec::new();
    for (id, clause) in cx.clauses() {
        match clause.acc() {
            Some(kind @ (AccClause::Copyout | AccClause::Delete)) if node.is_plain(id, clause) => {
                push_ended(cx, &mut node, id, kind, "delete");
                node.verdict(id, Fidelity::Exact, "deleted, behind an update where it is copied");
                if kind == AccClause::Copyout {
                    copies.push(id);
                }
            }
            Some(AccClause::Copyout | AccClause::Delete) => {}
            Some(AccClause::Finalize) => {
                node.verdict(id, Fidelity::Exact, "the map type delete sets the reference count to zero");
            }
            _ => other_clause(&mut node, id, clause),
        }
    }
    queues::clauses(cx, &mut node);
    if !copies.is_empty() {
        if repeats_effects(cx) {
            node.unsupported(finalize);
        }
        let update = update_before(cx, &node, &copies);
        node.push_code(NewCode::Directive(update));
    }
    node.finish(Some(OmpDirective::TargetExitData))
}

/// Maps the items of a clause that ends mappings.
fn push_ended(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    id: ClauseId,
    kind: AccClause,
    map_type: &'static str,
) {
    let items = cx.tree()[id].exprs().map(OmpItem::Expr);
    let items = items.map(|item| if kind == AccClause::Delete { pointed(cx, item) } else { item }).collect();
    node.push(OmpClause::Map, vec![map_type], items, Origin::Clause(id));
}

/// What `present` or `delete` means by an item: of a pointer the memory behind it, which programs map in no other way and
/// never the pointer. The design takes the pointer itself.
fn pointed(cx: &Context<'_>, item: OmpItem) -> OmpItem {
    match item {
        OmpItem::Expr(expr)
            if cx.dialect.implicit_pointers
                && matches!(cx.tree()[expr], Expr::Name(_) | Expr::Member { .. })
                && matches!(*cx.model.type_of(expr).ty, Type::Pointer(_)) =>
        {
            OmpItem::Pointed(expr)
        }
        item => item,
    }
}

/// An update of what `clauses` list, with the conditions and queues of the directive that it stands before.
fn update_before(cx: &Context<'_>, node: &NodeBuilder<'_>, clauses: &[ClauseId]) -> OmpDirectiveNode {
    let motion = |id: &ClauseId| OmpClauseNode {
        kind: OmpClause::From,
        modifiers: Vec::new(),
        items: cx.tree()[*id].exprs().map(OmpItem::Expr).collect(),
        origin: Origin::Clause(*id),
    };
    let shared = node.clauses().iter().filter(|clause| clause.kind != OmpClause::Map).cloned();
    let clauses = clauses.iter().map(motion).chain(shared).collect();
    OmpDirectiveNode { kind: OmpDirective::TargetUpdate, clauses }
}

/// Whether evaluating a condition or a queue's number twice can be observed.
fn repeats_effects(cx: &Context<'_>) -> bool {
    let of_both = |kind| matches!(kind, Some(AccClause::If | AccClause::Async | AccClause::Wait));
    let clauses = cx.clauses().filter(|(_, clause)| of_both(clause.acc()));
    clauses.flat_map(|(_, clause)| clause.exprs()).any(|expr| cx.model.has_side_effects(expr))
}

/// A clause of `enter data` or `exit data` that lists no data.
fn other_clause(node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) {
    match clause.acc() {
        Some(kind) if queues::is_queue_clause(kind) => {}
        Some(AccClause::If) => conditions::of_data(node, id),
        _ => node.unsupported(id),
    }
}

fn unstructured(
    cx: &Context<'_>,
    directive: OmpDirective,
    map_type: fn(AccClause) -> Option<&'static str>,
) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    for (id, clause) in cx.clauses() {
        match clause.acc().and_then(map_type) {
            Some(map_type) if node.is_plain(id, clause) => {
                match clause.acc() {
                    Some(AccClause::Delete) => push_ended(cx, &mut node, id, AccClause::Delete, map_type),
                    _ => node.push_items_of(id, OmpClause::Map, vec![map_type]),
                }
                node.verdict(id, Fidelity::Exact, SAME);
            }
            Some(_) => {}
            None => other_clause(&mut node, id, clause),
        }
    }
    queues::clauses(cx, &mut node);
    node.finish(Some(directive))
}

/// `data` -> `target data`; nothing where no clause is left, because `target data` needs one.
pub fn data(cx: &Context<'_>) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    let mut mapped = false;
    for (id, clause) in cx.clauses() {
        match clause.acc() {
            Some(kind) if is_data_clause(kind) => mapped |= data_clause(cx, &mut node, id, clause, kind),
            Some(AccClause::If) => conditions::of_data(&mut node, id),
            Some(AccClause::Wait) => queues::wait_before(cx, &mut node, id, clause),
            Some(AccClause::Default) => default_clause(&mut node, id),
            Some(AccClause::Deviceptr) if node.is_plain(id, clause) => {
                node.verdict(id, Fidelity::Exact, "compute constructs inside say is_device_ptr");
            }
            Some(AccClause::Deviceptr) => {}
            _ => node.unsupported(id),
        }
    }
    if mapped && let Some(wait) = unfinished::wait_of(cx) {
        node.push_inner_end(wait);
        let reason = "the region waits at its end for the queues that it used, whose work needs its data";
        node.directive_verdict(Fidelity::Exact, reason);
    }
    node.finish(mapped.then_some(OmpDirective::TargetData))
}

/// Whether a clause gives its variables a data mapping attribute on a structured construct.
pub(super) fn is_data_clause(kind: AccClause) -> bool {
    matches!(
        kind,
        AccClause::Present
            | AccClause::Copy
            | AccClause::Copyin
            | AccClause::Copyout
            | AccClause::Create
            | AccClause::NoCreate
    )
}

/// `default`, which the attributes of the variables already follow.
pub(super) fn default_clause(node: &mut NodeBuilder<'_>, id: ClauseId) {
    node.verdict(id, Fidelity::Exact, "the attributes that no clause states follow it");
}

/// Maps a data clause of a structured construct; says whether a `map` clause came of it.
pub(super) fn data_clause(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    id: ClauseId,
    clause: &Clause,
    kind: AccClause,
) -> bool {
    if !node.is_plain(id, clause) {
        return true;
    }
    if kind == AccClause::NoCreate && cx.dialect.no_alloc.is_none() && cx.dialect.implicit_no_create {
        return no_create_without_modifier(cx, node, id);
    }
    let (own, both) = directions(node, clause, kind);
    if own.is_empty() && both.is_empty() {
        let reason = "the other data clause of the variable says both directions";
        node.verdict(id, Fidelity::Dropped, reason);
        return false;
    }
    let (one_way, own): (_, Vec<_>) =
        own.into_iter().partition(|item| kind == AccClause::Copy && is_one_way(cx, item));
    let own = if kind == AccClause::Present {
        own.into_iter().map(|item| pointed(cx, item)).collect()
    } else {
        own
    };
    for (items, kind) in [(own, kind), (one_way, AccClause::Copyin), (both, AccClause::Copy)] {
        if !items.is_empty() {
            let mut modifiers = map_modifiers(cx, kind);
            modifiers.push(map_type(kind));
            node.push(OmpClause::Map, modifiers, items, Origin::Clause(id));
        }
    }
    data_clause_verdict(cx, node, id, clause, kind);
    report_pointed_members(cx, node, id, clause);
    true
}

/// Warns of members behind pointers where a compiler that the dialect is for does not get them right.
fn report_pointed_members(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) {
    if cx.dialect.pointed_members {
        return;
    }
    let is_data = cx.construct().kind == AccDirective::Data;
    let met = clause.exprs().filter_map(|item| behind_pointer(cx, item)).any(|member| match member {
        PointedMember::Pointer => is_data,
        PointedMember::Other => !is_data,
    });
    if met && is_data {
        let message = "gcc 12 breaks off at memory behind a pointer member on `target data`";
        node.report(id, &codes::MAP0024, message.to_owned());
    } else if met {
        let message = "gcc 12 takes the wrong place for a member behind a pointer on a compute construct";
        node.report(id, &codes::MAP0024, message.to_owned());
    }
}

/// What a list item names behind a pointer variable.
enum PointedMember {
    /// Elements behind a member that is a pointer.
    Pointer,
    /// Another member, or elements of one that is an array.
    Other,
}

fn behind_pointer(cx: &Context<'_>, item: ExprId) -> Option<PointedMember> {
    let tree = cx.tree();
    let member = cx.without_ranges(item);
    let mut root = member;
    while let Expr::Member { base, .. } = &tree[root] {
        root = *base;
    }
    let is_pointer = |expr| matches!(*cx.model.type_of(expr).ty, Type::Pointer(_));
    if root == member || !is_pointer(root) {
        return None;
    }
    match is_pointer(member) {
        true if member == item => None,
        true => Some(PointedMember::Pointer),
        false => Some(PointedMember::Other),
    }
}

/// The items of a data clause that it maps as it says, and those that it maps in both directions because a later
/// clause of the directive says the other one. What an earlier clause maps is in neither.
fn directions(node: &NodeBuilder<'_>, clause: &Clause, kind: AccClause) -> (Vec<OmpItem>, Vec<OmpItem>) {
    let (mut own, mut both) = (Vec::new(), Vec::new());
    for item in clause.exprs() {
        match node.mapping_by(item) {
            None => {}
            Some(Mapping::Copy) if kind != AccClause::Copy => both.push(OmpItem::Expr(item)),
            Some(_) => own.push(OmpItem::Expr(item)),
        }
    }
    (own, both)
}

/// Whether a variable that is copied in both directions needs to go to the device only.
pub(super) fn goes_one_way(cx: &Context<'_>, variable: SymbolId) -> bool {
    cx.dialect.const_one_way && cx.symbol(variable).ty.is_const()
}

/// The same for a list item. What lies behind a pointer may change by another way.
fn is_one_way(cx: &Context<'_>, item: &OmpItem) -> bool {
    let OmpItem::Expr(item) = *item else { return false };
    let mut at = item;
    while let Expr::Section { base, .. } | Expr::Index { base, .. } | Expr::Member { base, .. } =
        &cx.tree()[at]
    {
        at = *base;
    }
    let Some(variable) = cx.model.symbol_of(at) else { return false };
    let is_pointer = matches!(*cx.symbol(variable).ty.ty, Type::Pointer(_));
    (at == item || !is_pointer) && goes_one_way(cx, variable)
}

/// The modifiers of a data clause's `map`, in the order of the design: what is present first, then what is held.
pub(super) fn map_modifiers(cx: &Context<'_>, kind: AccClause) -> Vec<&'static str> {
    let first = match kind {
        AccClause::Present if cx.dialect.present_map => Some("present"),
        AccClause::NoCreate => cx.dialect.no_alloc,
        _ => None,
    };
    first.into_iter().chain(cx.dialect.hold).collect()
}

fn map_type(kind: AccClause) -> &'static str {
    match kind {
        AccClause::Copy => "tofrom",
        AccClause::Copyin => "to",
        AccClause::Copyout => "from",
        _ => "alloc",
    }
}

fn data_clause_verdict(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    id: ClauseId,
    clause: &Clause,
    kind: AccClause,
) {
    if kind == AccClause::Present && !cx.dialect.present_map {
        let message =
            format!("absent data in `{}` is not reported in this dialect", cx.text(clause.spelling));
        let reason =
            "absent data is allocated, where OpenACC reports it; present data is used in place either way";
        return node.approximate(id, reason, &codes::MAP0007, message);
    }
    if kind == AccClause::NoCreate && cx.dialect.no_alloc.is_none() {
        let message = "`no_create` allocates absent data in this dialect".to_owned();
        let reason = "absent data is allocated, where OpenACC leaves it absent";
        return node.approximate(id, reason, &codes::MAP0015, message);
    }
    if cx.dialect.hold.is_some() {
        return node.verdict(id, Fidelity::Exact, SAME);
    }
    if !may_release_data(cx) {
        return node.verdict(
            id,
            Fidelity::Exact,
            "nothing in the region can release the data, so one reference count is enough",
        );
    }
    let message =
        format!("`{}` does not hold the data for the whole region in this dialect", cx.text(clause.spelling));
    let reason = "OpenMP has one reference count, so an exit data inside the region can remove the data";
    node.approximate(id, reason, &codes::MAP0006, message);
}

/// Leaves `no_create` to OpenMP's implicit rules. A `data` construct needs nothing: its only effect would be on the
/// structured reference count. A compute construct that refers to the variable maps it implicitly.
fn no_create_without_modifier(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId) -> bool {
    let message = "`no_create` is left to OpenMP's implicit mapping in this dialect".to_owned();
    let reason = if cx.construct().kind == AccDirective::Data {
        "left out: present data stays present, absent data stays absent"
    } else {
        "left out: memory behind a pointer is used if present, an absent array is copied for the region"
    };
    node.approximate(id, reason, &codes::MAP0008, message);
    false
}

/// Whether code inside the construct could lower the reference count of data that the construct mapped: an `exit
/// data`, or a call of anything that may reach one. Compute constructs hold neither, and nor do calls inside them.
fn may_release_data(cx: &Context<'_>) -> bool {
    let construct = cx.construct();
    if construct.kind != AccDirective::Data {
        return false;
    }
    let tree = cx.tree();
    let Some(body) = tree[construct.directive].body else { return false };
    let mut releases = false;
    tree.preorder(Node::Stmt(body), &mut |node| {
        match node {
            Node::Directive(id) => match tree[id].acc() {
                Some(AccDirective::ExitData) => releases = true,
                Some(kind) => return !is_compute(kind),
                None => {}
            },
            Node::Expr(id) => {
                if let Expr::Call { callee, .. } = &tree[id] {
                    releases |= !is_known_harmless(cx, *callee);
                }
            }
            _ => {}
        }
        !releases
    });
    releases
}

fn is_compute(kind: AccDirective) -> bool {
    matches!(
        kind,
        AccDirective::Parallel
            | AccDirective::Serial
            | AccDirective::Kernels
            | AccDirective::ParallelLoop
            | AccDirective::SerialLoop
            | AccDirective::KernelsLoop
    )
}

/// Whether a call is of a function of the C library, which no program may define otherwise (C17 7.1.3).
fn is_known_harmless(cx: &Context<'_>, callee: ExprId) -> bool {
    let Some(symbol) = cx.model.symbol_of(callee) else { return false };
    let name = cx.text(cx.symbol(symbol).name);
    name.starts_with("__builtin_") || LIBRARY.binary_search(&name).is_ok()
}

/// Functions of the C library that programs call in data regions. Sorted.
const LIBRARY: &[&str] = &[
    "abort", "abs", "acos", "asin", "atan", "atan2", "calloc", "ceil", "clock", "cos", "cosh", "exit", "exp",
    "exp2", "expf", "fabs", "fabsf", "fclose", "fflush", "fgets", "floor", "fmax", "fmaxf", "fmin", "fminf",
    "fmod", "fopen", "fprintf", "fputc", "fputs", "fread", "free", "fscanf", "fwrite", "getchar", "hypot",
    "labs", "log", "log10", "log2", "malloc", "memcmp", "memcpy", "memmove", "memset", "perror", "pow",
    "powf", "printf", "putchar", "puts", "rand", "realloc", "round", "scanf", "sin", "sinh", "snprintf",
    "sprintf", "sqrt", "sqrtf", "srand", "strcmp", "strcpy", "strlen", "strncmp", "strncpy", "strtod",
    "strtol", "tan", "tanh", "time",
];

#[cfg(test)]
mod tests {
    #[test]
    fn library_functions_are_sorted() {
        assert!(super::LIBRARY.is_sorted());
    }
}
