//! Reductions of loops that reach the compute construct, and operators that do not agree.
//!
//! "Reductions" of the mapping specification; OpenACC 3.4 2.9.11.

use clacc_syntax::diagnostics::Diagnostic;

use super::codes;
use super::constructs::Draft;
use super::facts::{Attribute, ConstructId, How, Mapping, Reason, Rule, Sharing, Variable};
use super::report::Report;
use super::subarrays;
use super::view::View;
use crate::directives::reduction::ReductionOp;

/// A reduction that a clause of a loop asks for.
#[derive(Clone)]
struct Asked {
    on: ConstructId,
    variable: Variable,
    op: ReductionOp,
    reason: Reason,
}

fn explicit_sharing<'d>(
    draft: &'d Draft,
    id: ConstructId,
    variable: &Variable,
) -> Option<&'d (Sharing, Reason)> {
    let attribute: &Attribute = draft.attribute(id, variable)?;
    attribute.sharing.as_ref().filter(|(_, reason)| reason.how == How::Explicit)
}

fn asked_by(draft: &Draft, on: ConstructId) -> Vec<Asked> {
    let list = draft.attributes.get(on).map_or(&[][..], |attributes| &attributes.list);
    let asked = |attribute: &Attribute| match &attribute.sharing {
        Some((Sharing::Reduction(op), reason)) if reason.how == How::Explicit => {
            Some(Asked { on, variable: attribute.variable.clone(), op: *op, reason: reason.clone() })
        }
        _ => None,
    };
    list.iter().filter_map(asked).collect()
}

/// Gives the compute constructs the reductions that their loops imply, and the copies that those need.
pub(super) fn settle(view: &View<'_>, draft: &mut Draft, report: &mut Report) {
    check_enclosing(view, draft, report);
    let loops = draft.loops_by_compute();
    for compute in draft.ids() {
        let Some(loops) = loops.get(&compute) else { continue };
        let asked: Vec<Asked> = loops
            .iter()
            .flat_map(|on| asked_by(draft, *on))
            .filter(|asked| is_about_construct(view, draft, compute, asked))
            .collect();
        for each in &asked {
            imply_copy(view, draft, compute, each);
        }
        for each in &asked {
            imply_reduction(view, draft, compute, each, report);
        }
    }
}

/// The loops between a loop and its compute construct, nearest first.
fn loops_between(draft: &Draft, on: ConstructId) -> Vec<ConstructId> {
    draft.enclosing_loops(on).collect()
}

/// Whether a loop's reduction is about the variable that the compute construct sees, not one declared inside it or
/// private to it or to a loop in between.
fn is_about_construct(view: &View<'_>, draft: &Draft, compute: ConstructId, asked: &Asked) -> bool {
    let is_private = |id: &ConstructId| {
        let sharing = draft.attribute(*id, &asked.variable).and_then(|attribute| attribute.sharing.as_ref());
        matches!(sharing, Some((Sharing::Private, _)))
    };
    let own = explicit_sharing(draft, compute, &asked.variable);
    !view.is_declared_in(asked.variable.symbol, &draft.region(compute))
        && !loops_between(draft, asked.on).iter().any(is_private)
        && !matches!(own, Some((Sharing::Private | Sharing::Firstprivate, _)))
}

/// A gang-partitioned loop's reduction turns the implicit `firstprivate` of the compute construct into a `copy`, unless a
/// clause of a loop in between says something about the variable. So does any loop's reduction of elements behind a
/// pointer: the gangs share them, whoever has the pointer.
fn imply_copy(view: &View<'_>, draft: &mut Draft, compute: ConstructId, asked: &Asked) {
    let is_part = asked.reason.item.is_some_and(|item| subarrays::is_part(view, item));
    let is_gang = draft.construct(asked.on).loop_facts.as_ref().is_some_and(|facts| facts.gang.is_some());
    let settled = loops_between(draft, asked.on)
        .iter()
        .any(|id| explicit_sharing(draft, *id, &asked.variable).is_some());
    if !(is_gang || is_part) || settled {
        return;
    }
    let by = |rule| Reason { how: How::Implicit, from: Some(asked.on), rule, ..asked.reason.clone() };
    let attribute = draft.attribute_mut(compute, &asked.variable);
    if matches!(&attribute.sharing, Some((Sharing::Firstprivate, reason)) if reason.how == How::Implicit) {
        attribute.mapping = Some((Mapping::Copy, by(Rule::GangReductionCopy)));
        attribute.sharing = Some((Sharing::Shared, by(Rule::DefaultShared)));
    }
}

/// A loop's reduction of a variable that the gangs share is a reduction of the compute construct.
fn imply_reduction(
    view: &View<'_>,
    draft: &mut Draft,
    compute: ConstructId,
    asked: &Asked,
    report: &mut Report,
) {
    let current = draft.attribute(compute, &asked.variable).and_then(|attribute| attribute.sharing.clone());
    let settle = |draft: &mut Draft| {
        let reason = Reason {
            how: How::Implicit,
            from: Some(asked.on),
            rule: Rule::GangReduction,
            ..asked.reason.clone()
        };
        draft.attribute_mut(compute, &asked.variable).sharing = Some((Sharing::Reduction(asked.op), reason));
    };
    match current {
        Some((Sharing::Shared, _)) => settle(draft),
        Some((Sharing::Reduction(op), earlier))
            if op != asked.op && conflicting_enclosing(view, draft, asked).is_none() =>
        {
            report_conflict(view, draft, asked, (op, &earlier), report);
        }
        Some((Sharing::Reduction(op), _)) if op != asked.op => {}
        Some((Sharing::Reduction(op), earlier)) => match covers(view, &earlier, &asked.reason) {
            Some(true) => {}
            Some(false) if earlier.how == How::Implicit => settle(draft),
            _ if reduces_around(draft, &earlier, asked) => {}
            _ => report_conflict(view, draft, asked, (op, &earlier), report),
        },
        _ => {}
    }
}

/// Whether the elements that one reduction is about are among those of an earlier one; none if neither is the whole
/// variable and they are not the same, so that no one reduction says both.
fn covers(view: &View<'_>, earlier: &Reason, later: &Reason) -> Option<bool> {
    let (earlier, later) = (earlier.item?, later.item?);
    let covers = !subarrays::is_part(view, earlier) || subarrays::same_elements(view, earlier, later);
    match (covers, subarrays::is_part(view, later)) {
        (true, _) => Some(true),
        (false, false) => Some(false),
        (false, true) => None,
    }
}

/// Whether an earlier reduction is one of a construct around a loop: then the loop's is a step of it.
fn reduces_around(draft: &Draft, earlier: &Reason, asked: &Asked) -> bool {
    let is_around = |from| draft.enclosing(asked.on).any(|outer| outer == from);
    earlier.how == How::Explicit || earlier.from.is_some_and(is_around)
}

/// Reports that the gangs would have to reduce a variable in two ways: by two operators, or two parts of it.
fn report_conflict(
    view: &View<'_>,
    draft: &Draft,
    asked: &Asked,
    (operator, earlier): (ReductionOp, &Reason),
    report: &mut Report,
) {
    let Some(item) = asked.reason.item else { return };
    let name = view.variable_text(&asked.variable);
    let (both, other) = if operator == asked.op {
        (format!("two parts of `{name}`"), "the other part")
    } else {
        let (old, new) = (operator.text(), asked.op.text());
        (format!("`{name}` both by `{old}` and by `{new}`"), "the other reduction")
    };
    let message = format!("the gangs cannot reduce {both}");
    let mut finding = Diagnostic::new(&codes::ACC0096, view.expr_span(item), message);
    finding.primary.text =
        format!("this loop's reduction of `{name}`, which the gangs share, is one of the gangs");
    if let Some(earlier) = earlier.item {
        finding = finding.label(view.expr_span(earlier), other);
    }
    report.push(draft.construct(asked.on).directive, finding);
}

/// The reduction of the same variable on the nearest construct around a loop that has one, if its operator differs. A
/// declaration or an attribute that gives the loop another variable ends the search.
fn conflicting_enclosing(view: &View<'_>, draft: &Draft, asked: &Asked) -> Option<(ReductionOp, Reason)> {
    let compute = draft.construct(asked.on).compute;
    for outer in draft.enclosing(asked.on) {
        if view.is_declared_in(asked.variable.symbol, &draft.region(outer)) {
            return None;
        }
        match explicit_sharing(draft, outer, &asked.variable) {
            Some((Sharing::Reduction(op), reason)) => {
                return (*op != asked.op).then(|| (*op, reason.clone()));
            }
            Some((Sharing::Private | Sharing::Firstprivate, _)) => return None,
            _ => {}
        }
        if Some(outer) == compute {
            return None;
        }
    }
    None
}

fn check_enclosing(view: &View<'_>, draft: &Draft, report: &mut Report) {
    for on in draft.ids().filter(|id| draft.construct(*id).loop_facts.is_some()) {
        for asked in asked_by(draft, on) {
            let Some((op, outer)) = conflicting_enclosing(view, draft, &asked) else { continue };
            let Some(item) = asked.reason.item else { continue };
            let name = view.variable_text(&asked.variable);
            let message = format!(
                "`{name}` is reduced by `{}` here and by `{}` on an enclosing construct",
                asked.op.text(),
                op.text()
            );
            let mut finding = Diagnostic::new(&codes::ACC0095, view.expr_span(item), message);
            if let Some(outer) = outer.item {
                finding = finding.label(view.expr_span(outer), "the enclosing reduction");
            }
            report.push(draft.construct(on).directive, finding);
        }
    }
}
