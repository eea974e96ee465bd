//! Reductions of loops that imply reductions of the compute construct, and conflicting operators.
//!
//! This follows "Reductions" of the mapping specification, and OpenACC 3.4 2.9.11.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::facts::{ConstructId, DataAttributes, DataMapping, Given, How, Reason, Rule, Sharing};
use super::findings::Findings;
use super::subarrays;
use crate::directives::reduction::ReductionOp;
use crate::program::place::{At, EntityId, Place};
use crate::program::run::{Run, Runs};

/// A reduction that a clause on a loop requests, or that was added to a loop of a `kernels` construct as if the clause were written.
#[derive(Clone)]
struct Asked {
    on: ConstructId,
    variable: Place,
    op: ReductionOp,
    reason: Reason,
}

impl Asked {
    /// The reason for an attribute that this reduction implies.
    fn implies(&self, rule: Rule) -> Reason {
        Reason { how: How::Implicit, from: Some(self.on), rule, ..self.reason.clone() }
    }
}

fn explicit_sharing<'d>(draft: &'d Draft, id: ConstructId, variable: &Place) -> Option<&'d Given<Sharing>> {
    let sharing = draft.attribute(id, variable)?.sharing.as_ref();
    sharing.filter(|given| is_asked(&given.reason))
}

/// Returns whether an attribute has the effect of a clause.
fn is_asked(reason: &Reason) -> bool {
    reason.is_explicit() || reason.rule == Rule::KernelsReduction
}

fn asked_by(draft: &Draft, on: ConstructId) -> Vec<Asked> {
    let list = draft.attributes.get(on).map_or(&[][..], |attributes| &attributes.list);
    let asked = |attribute: &DataAttributes| {
        let (op, reason) = attribute.reduction().filter(|(_, reason)| is_asked(reason))?;
        Some(Asked { on, variable: attribute.place.clone(), op, reason: reason.clone() })
    };
    list.iter().filter_map(asked).collect()
}

/// Gives the compute constructs the reductions that their loops imply, and the copies that these reductions
/// need.
pub(super) fn settle(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    check_enclosing(cx, draft, report);
    let loops = draft.loops_by_compute();
    for compute in draft.ids() {
        let Some(loops) = loops.get(&compute) else { continue };
        let by_start = by_start(draft, loops);
        let asked: Vec<Asked> = loops
            .iter()
            .flat_map(|on| asked_by(draft, *on))
            .filter(|asked| is_about_construct(cx, draft, compute, asked))
            .collect();
        let missing: Vec<Asked> = asked
            .iter()
            .filter(|_| has_several_gangs(draft, compute))
            .flat_map(|each| missing(cx, draft, each, &by_start))
            .collect();
        for each in &missing {
            report_missing(cx, draft, each, report);
        }
        for each in asked.iter().chain(&missing) {
            imply_copy(cx, draft, compute, each);
        }
        // A single gang changes the variable itself.
        let reduced: &[Asked] = if has_several_gangs(draft, compute) { &asked } else { &[] };
        for each in reduced {
            imply_reduction(cx, draft, compute, each, report);
        }
        check_results(cx, draft, compute, &asked, report);
    }
}

/// Returns whether several gangs may execute a compute construct: a `parallel` construct, or a `kernels` construct that is one loop.
fn has_several_gangs(draft: &Draft, compute: ConstructId) -> bool {
    let construct = draft.construct(compute);
    construct.kind == AccDirective::Parallel || construct.is_gang_loop
}

/// The loops between a loop and its compute construct, nearest first.
fn loops_between(draft: &Draft, on: ConstructId) -> Vec<ConstructId> {
    draft.enclosing_loops(on).collect()
}

/// Returns whether a loop's reduction is of the variable that is visible at the compute construct. The variable must not be declared inside
/// the construct, or be private to it or to a loop in between.
fn is_about_construct(cx: &Cx<'_>, draft: &Draft, compute: ConstructId, asked: &Asked) -> bool {
    let is_private = |id: &ConstructId| draft.sharing(*id, &asked.variable) == Some(Sharing::Private);
    let own = explicit_sharing(draft, compute, &asked.variable).map(|given| given.kind);
    !cx.is_declared_in(asked.variable.root, draft.run(compute))
        && !loops_between(draft, asked.on).iter().any(is_private)
        && !matches!(own, Some(Sharing::Private | Sharing::Firstprivate))
}

/// Replaces the implicit `firstprivate` of the compute construct by a `copy`, for the reduction of a gang-partitioned loop. The same
/// reduction on enclosing loops is a part of that reduction (OpenACC 3.4 2.9.11). A reduction of elements of a pointee has this effect on
/// any loop, because the gangs share the elements even if each has a private pointer. It also replaces the copy of the pointer, which a
/// `kernels` construct implies.
fn imply_copy(cx: &Cx<'_>, draft: &mut Draft, compute: ConstructId, asked: &Asked) {
    let is_part = asked.reason.part_in(&cx.clauses).is_some();
    if !(is_part || is_gang(draft, asked.on)) {
        return;
    }
    let attribute = draft.attribute_mut(compute, &asked.variable);
    let is_implied =
        |given: &Given<Sharing>| given.kind == Sharing::Firstprivate && given.reason.how == How::Implicit;
    let copies_pointer = |given: &Given<DataMapping>| given.reason.rule == Rule::KernelsScalarCopy;
    if attribute.sharing.as_ref().is_some_and(is_implied)
        || is_part && attribute.mapping.as_ref().is_some_and(copies_pointer)
    {
        attribute.mapping = Some(Given::new(DataMapping::Copy, asked.implies(Rule::GangReductionCopy)));
        attribute.sharing = Some(Given::new(Sharing::Shared, asked.implies(Rule::DefaultShared)));
    }
}

fn is_gang(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some())
}

/// The reductions that are missing on gang-partitioned loops inside a reducing loop. OpenACC 3.4 2.9.11 requires the clause on each of the
/// loops, and the gangs must combine their values in any case.
fn missing(cx: &Cx<'_>, draft: &Draft, asked: &Asked, by_start: &[(At, ConstructId)]) -> Vec<Asked> {
    let (region, root) = (draft.run(asked.on), asked.variable.root);
    let lacks = |id: &&ConstructId| {
        let run = draft.run(**id);
        let has_own = |between: ConstructId| {
            cx.is_declared_in(root, draft.run(between))
                || explicit_sharing(draft, between, &asked.variable).is_some()
        };
        is_gang(draft, **id)
            && cx.writes(run).any(|write| write.target == Some(root))
            && !std::iter::once(**id)
                .chain(draft.enclosing(**id))
                .take_while(|between| *between != asked.on)
                .any(has_own)
    };
    let within = region.of(by_start, |(start, _)| *start).iter().map(|(_, id)| id);
    let within = within.filter(|id| **id != asked.on && !is_gang(draft, asked.on));
    within.filter(lacks).map(|on| Asked { on: *on, ..asked.clone() }).collect()
}

/// Loops with the first nodes of their statements, in the order of these.
fn by_start(draft: &Draft, loops: &[ConstructId]) -> Vec<(At, ConstructId)> {
    let mut by_start: Vec<_> = loops.iter().map(|id| (draft.run(*id).start, *id)).collect();
    by_start.sort_by_key(|(start, _)| *start);
    by_start
}

/// Warns about a loop that takes part in a reduction without a clause for it.
fn report_missing(cx: &Cx<'_>, draft: &Draft, missing: &Asked, report: &mut Findings) {
    let directive = draft.construct(missing.on).directive;
    let name = cx.place_text(&missing.variable);
    let message = format!("`{name}` is reduced around this gang loop, which has no `reduction` for it");
    let mut finding = Diagnostic::new(&codes::ACC0116, cx.directive_name_span(directive), message)
        .note(format!("`reduction({}:{name})` is needed on each loop of the reduction", missing.op.text()));
    if let Some(item) = missing.reason.item_in(&cx.clauses) {
        finding = finding.label(cx.span(item.at), "the reduction around it");
    }
    report.push(directive, finding);
}

/// Adds to the compute construct a loop's reduction of a variable that the gangs share.
fn imply_reduction(
    cx: &Cx<'_>,
    draft: &mut Draft,
    compute: ConstructId,
    asked: &Asked,
    report: &mut Findings,
) {
    let current = draft.attribute(compute, &asked.variable).and_then(|attribute| attribute.sharing.clone());
    let Some(Given { kind, reason: earlier }) = current else { return };
    let is_settled = match kind {
        Sharing::Shared => false,
        Sharing::Reduction(op) if op != asked.op => {
            if conflicting_enclosing(cx, draft, asked).is_none() {
                report_conflict(cx, draft, (compute, asked), (op, &earlier), report);
            }
            true
        }
        Sharing::Reduction(op) => match covers(cx, &earlier, &asked.reason) {
            Some(true) => true,
            Some(false) if earlier.how == How::Implicit => false,
            _ => {
                if !reduces_around(draft, &earlier, asked) {
                    report_conflict(cx, draft, (compute, asked), (op, &earlier), report);
                }
                true
            }
        },
        Sharing::Firstprivate | Sharing::Private => true,
    };
    if !is_settled {
        let implied = Given::new(Sharing::Reduction(asked.op), asked.implies(Rule::GangReduction));
        draft.attribute_mut(compute, &asked.variable).sharing = Some(implied);
    }
}

/// Warns about reductions whose results are unused: each gang has a copy of the variable, which ends with the compute construct, and the
/// construct does not read the variable outside the loop.
fn check_results(cx: &Cx<'_>, draft: &Draft, compute: ConstructId, all: &[Asked], report: &mut Findings) {
    let is_implied =
        |given: &Given<Sharing>| given.kind == Sharing::Firstprivate && given.reason.how == How::Implicit;
    let has_copies = |asked: &&Asked| {
        let attribute = draft.attribute(compute, &asked.variable);
        attribute.and_then(|attribute| attribute.sharing.as_ref()).is_some_and(is_implied)
    };
    let of_copies: Vec<&Asked> = all.iter().filter(has_copies).collect();
    if of_copies.is_empty() {
        return;
    }
    let reads = reads(cx, draft.run(compute), all);
    for asked in of_copies.into_iter().filter(|asked| !is_read_outside(draft, compute, asked, &reads)) {
        report_lost(cx, draft, compute, asked, report);
    }
}

fn report_lost(cx: &Cx<'_>, draft: &Draft, compute: ConstructId, asked: &Asked, report: &mut Findings) {
    let Some(item) = asked.reason.item_in(&cx.clauses) else { return };
    let name = cx.place_text(&asked.variable);
    let message = format!("the result of the reduction of `{name}` is lost: each gang has its own `{name}`");
    let finding = Diagnostic::new(&codes::ACC0117, cx.span(item.at), message)
        .label(
            cx.directive_name_span(draft.construct(compute).directive),
            "its copies end with this construct",
        )
        .note(format!("`copy({name})` on the compute construct brings the result back"));
    report.push(draft.construct(asked.on).directive, finding);
}

/// The reads of each variable that loops of a compute construct reduce.
type ReadsOfReduced = FxHashMap<EntityId, Vec<At>>;

/// The reads of the variables of these reductions. Clauses of reductions do not read.
fn reads(cx: &Cx<'_>, region: Run, all: &[Asked]) -> ReadsOfReduced {
    let mut reads: ReadsOfReduced = all.iter().map(|each| (each.variable.root, Vec::new())).collect();
    let writes = cx.writes(region).filter(|write| write.replaces);
    let replaced: FxHashSet<At> = writes.map(|write| write.operand).collect();
    let items = all.iter().filter_map(|each| each.reason.item_in(&cx.clauses));
    let listed = Runs::outermost(items.map(|item| cx.run(item.at)));
    for mention in cx.mentions(region) {
        if let Some(reads) = reads.get_mut(&mention.place.root)
            && !replaced.contains(&mention.at)
            && !listed.contain(mention.at)
        {
            reads.push(mention.at);
        }
    }
    reads
}

/// Whether a compute construct reads a variable outside the loop that reduces it.
fn is_read_outside(draft: &Draft, compute: ConstructId, asked: &Asked, reads: &ReadsOfReduced) -> bool {
    let (region, part) = (draft.run(compute), draft.run(asked.on));
    let outside = [Run::new(region.start, part.start), Run::new(part.end, region.end)];
    outside.into_iter().any(|run| !run.of(&reads[&asked.variable.root], |at| *at).is_empty())
}

/// Returns whether the elements of one reduction are contained in those of an earlier one. None if both are different parts of the
/// variable, so that one reduction cannot replace both.
fn covers(cx: &Cx<'_>, earlier: &Reason, later: &Reason) -> Option<bool> {
    let [earlier, later] = [earlier, later].map(|reason| reason.item_in(&cx.clauses));
    let (earlier, later) = (earlier?.place, later?.place);
    let covers = !earlier.is_part() || subarrays::same_elements(cx.view, earlier, later);
    match (covers, later.is_part()) {
        (true, _) => Some(true),
        (false, false) => Some(false),
        (false, true) => None,
    }
}

/// Whether an earlier reduction belongs to a construct around the loop, so that the loop's reduction is one
/// step of it.
fn reduces_around(draft: &Draft, earlier: &Reason, asked: &Asked) -> bool {
    let is_around = |from| draft.enclosing(asked.on).any(|outer| outer == from);
    earlier.how == How::Explicit || earlier.from.is_some_and(is_around)
}

/// Reports that the gangs would have to reduce a variable in two ways: with two operators, or in two parts.
fn report_conflict(
    cx: &Cx<'_>,
    draft: &Draft,
    (compute, asked): (ConstructId, &Asked),
    (operator, earlier): (ReductionOp, &Reason),
    report: &mut Findings,
) {
    let Some(item) = asked.reason.item_in(&cx.clauses) else { return };
    let name = cx.place_text(&asked.variable);
    let (both, other) = if operator == asked.op {
        (format!("two parts of `{name}`"), "the other part")
    } else {
        let (old, new) = (operator.text(), asked.op.text());
        (format!("`{name}` both by `{old}` and by `{new}`"), "the other reduction")
    };
    let message = format!("the gangs cannot reduce {both}");
    let mut finding = Diagnostic::new(&codes::ACC0096, cx.span(item.at), message);
    finding.primary.text =
        format!("this loop's reduction of `{name}`, which the gangs share, is one of the gangs");
    if let Some(item) = earlier.item_in(&cx.clauses) {
        finding = finding.label(cx.span(item.at), other);
    }
    if earlier.how == How::Implicit {
        let gangs = cx.directive_name_span(draft.construct(compute).directive);
        finding = finding.label(gangs, "the gangs of this construct reduce it");
    }
    report.push(draft.construct(asked.on).directive, finding);
}

/// The reduction of the same variable on the nearest construct around a loop, if its operator differs. The search ends at a declaration or
/// attribute that makes the variable private.
fn conflicting_enclosing<'d>(
    cx: &Cx<'_>,
    draft: &'d Draft,
    asked: &Asked,
) -> Option<(ReductionOp, &'d Reason)> {
    let compute = draft.construct(asked.on).compute;
    for outer in draft.enclosing(asked.on) {
        if cx.is_declared_in(asked.variable.root, draft.run(outer)) {
            return None;
        }
        match explicit_sharing(draft, outer, &asked.variable) {
            Some(Given { kind: Sharing::Reduction(op), reason }) => {
                return (*op != asked.op).then_some((*op, reason));
            }
            Some(Given { kind: Sharing::Private | Sharing::Firstprivate, .. }) => return None,
            _ => {}
        }
        if Some(outer) == compute {
            return None;
        }
    }
    None
}

fn check_enclosing(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for on in draft.ids().filter(|id| draft.construct(*id).loop_facts.is_some()) {
        for asked in asked_by(draft, on) {
            let Some((op, outer)) = conflicting_enclosing(cx, draft, &asked) else { continue };
            let Some(item) = asked.reason.item_in(&cx.clauses) else { continue };
            let name = cx.place_text(&asked.variable);
            let message = format!(
                "`{name}` is reduced by `{}` here and by `{}` on an enclosing construct",
                asked.op.text(),
                op.text()
            );
            let mut finding = Diagnostic::new(&codes::ACC0095, cx.span(item.at), message);
            if let Some(outer) = outer.item_in(&cx.clauses) {
                finding = finding.label(cx.span(outer.at), "the enclosing reduction");
            }
            report.push(draft.construct(on).directive, finding);
        }
    }
}
