//! Finds scalars that are private to a gang, are shared by the iterations of a worker or vector loop, and are assigned there.
//!
//! A scalar without a clause is `firstprivate` on the compute construct, so each gang has one (OpenACC 3.4 2.6.2), and an inner loop does
//! not change that. A program that assigns it nearly always means one scalar for each iteration. Compilers that privatise such scalars by
//! analysis hide the mistake.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, Sharing};
use super::findings::Findings;
use super::{atomic, codes};
use crate::program::access::{Write, WriteKind};
use crate::program::place::{At, EntityId, Place};

/// The first assignment to a variable in a loop.
struct Assignment {
    entity: EntityId,
    target: At,
    /// Whether the new value depends on the old one.
    accumulates: bool,
}

/// The first assignments in each loop to the variables that its iterations share.
#[derive(Default)]
struct Shared {
    /// The loops, in the order of their first assignments.
    loops: Vec<(ConstructId, Vec<Assignment>)>,
    positions: FxHashMap<ConstructId, usize>,
    seen: FxHashSet<(ConstructId, EntityId)>,
}

impl Shared {
    fn add(&mut self, id: ConstructId, entity: EntityId, assignment: impl FnOnce() -> Assignment) {
        if self.seen.insert((id, entity)) {
            let next = self.loops.len();
            let position = *self.positions.entry(id).or_insert(next);
            if position == next {
                self.loops.push((id, Vec::new()));
            }
            self.loops[position].1.push(assignment());
        }
    }
}

/// Warns about every worker or vector loop whose iterations assign a scalar that they share and that is private to one gang. Scalars that
/// all gangs share cause no warning, because a clause makes them shared.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    if !draft.ids().any(|id| draft.has_threads(id)) {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut shared = Shared::default();
    for write in cx.all_writes().filter(|write| write.kind == WriteKind::Assigned) {
        let Some(entity) = write.target else { continue };
        if let Some(id) = sharing_loop(cx, draft, nest.at(draft, write.at), entity, write) {
            let accumulates = || !write.replaces || reads_target(cx, write, entity);
            shared.add(id, entity, || Assignment {
                entity,
                target: write.operand,
                accumulates: accumulates(),
            });
        }
    }
    for (id, variables) in &shared.loops {
        report_loop(cx, draft, *id, variables, report);
    }
}

/// Returns whether an assignment reads its own variable.
fn reads_target(cx: &Cx<'_>, write: &Write, entity: EntityId) -> bool {
    cx.mentions(cx.run(write.at)).filter(|mention| mention.place.root == entity).count() > 1
}

/// The innermost loop around an assignment whose iterations share the variable; none unless the variable is private to a gang.
fn sharing_loop(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &[ConstructId],
    entity: EntityId,
    write: &Write,
) -> Option<ConstructId> {
    if !cx.entity(entity).is_object() || !cx.entity(entity).class.is_scalar() {
        return None;
    }
    let variable = Place::whole(entity);
    let mut found = None;
    for id in open.iter().rev().copied() {
        let construct = draft.construct(id);
        if construct.kind == AccDirective::Atomic && atomic::is_access(cx, draft, id, write.operand) {
            return None;
        }
        let is_own = cx.is_declared_in(entity, construct.run());
        let sharing = draft.sharing(id, &variable);
        let is_private = is_own || matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate));
        match found {
            None if is_private => return None,
            Some(_) if is_private || matches!(sharing, Some(Sharing::Reduction(_))) => return found,
            None if draft.has_threads(id) && sharing == Some(Sharing::Shared) => found = Some(id),
            _ => {}
        }
        if construct.is_compute() {
            return None;
        }
    }
    None
}

fn report_loop(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    assignments: &[Assignment],
    report: &mut Findings,
) {
    /// The maximum number of assignments that are shown.
    const SHOWN: usize = 3;
    let directive = draft.construct(id).directive;
    let all = names(cx, assignments.iter(), "`, `");
    let message = format!("the iterations of this loop overwrite each other's `{all}`");
    let mut finding = Diagnostic::new(&codes::ACC0106, cx.directive_name_span(directive), message);
    for assignment in assignments.iter().take(SHOWN) {
        finding = finding.label(cx.span(assignment.target), "assigned here");
    }
    let (accumulated, temporary): (Vec<_>, Vec<_>) = assignments.iter().partition(|each| each.accumulates);
    if !temporary.is_empty() {
        let list = names(cx, temporary.into_iter(), ", ");
        finding = finding.note(format!("`private({list})` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another"));
    }
    if !accumulated.is_empty() {
        let list = names(cx, accumulated.into_iter(), "`, `");
        finding =
            finding.note(format!("`reduction` on the loop combines what the iterations make of `{list}`"));
    }
    report.push(directive, finding);
}

fn names<'s>(cx: &Cx<'_>, assignments: impl Iterator<Item = &'s Assignment>, between: &str) -> String {
    assignments.map(|each| cx.name_text(each.entity)).collect::<Vec<_>>().join(between)
}
