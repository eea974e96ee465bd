//! Finds scalars whose private copies a compute construct accumulates into, and that the program uses after it.
//!
//! A scalar that no clause names is `firstprivate` on `parallel` and `serial` (OpenACC 3.4 2.6.2), so the result is lost at the end of the
//! construct.

use std::cell::OnceCell;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::codes;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, Given, Rule, Sharing};
use super::findings::Findings;
use crate::program::access::{Write, WriteKind};
use crate::program::loops::Control;
use crate::program::place::{At, EntityId, Place};
use crate::program::run::Run;

/// Warns about each of these scalars, once for a construct.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    if !draft.ids().any(|id| is_copying(draft, id)) {
        return;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut seen = FxHashSet::default();
    let names = NamesByVariable::default();
    for write in cx.all_writes() {
        let open = nest.at(draft, write.at);
        let (Some(target), WriteKind::Assigned, false) = (write.target, write.kind, open.is_empty()) else {
            continue;
        };
        if let Some(id) = losing_construct(cx, draft, open, target)
            && !seen.contains(&(id, target))
            // The walk to the loops around the assignment is slow in a long chain of operators, so it comes last.
            && reads_itself(cx, write, target)
            && !counts(cx, write.at, draft.run(id), target)
        {
            seen.insert((id, target));
            if let Some(next) = names.next_read(cx, draft, draft.run(id).end, target) {
                report_scalar(cx, draft, id, (write, target), next, report);
            }
        }
    }
}

/// Returns whether scalars that no clause names are `firstprivate` on a construct.
fn is_copying(draft: &Draft, id: ConstructId) -> bool {
    matches!(draft.construct(id).kind, AccDirective::Parallel | AccDirective::Serial)
}

/// The compute construct around an assignment on which the variable is implicitly `firstprivate`.
fn losing_construct(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &[ConstructId],
    target: EntityId,
) -> Option<ConstructId> {
    let variable = Place::whole(target);
    for id in open.iter().rev().copied() {
        let attribute = draft.attribute(id, &variable);
        let sharing = attribute.and_then(|attribute| attribute.sharing.as_ref());
        if draft.construct(id).is_compute() {
            let is_copy = sharing
                .is_some_and(|given| given.kind == Sharing::Firstprivate && !given.reason.is_explicit());
            return (is_copy && is_copying(draft, id)).then_some(id);
        }
        let is_own = cx.is_declared_in(target, draft.run(id));
        let is_shared = |given: &Given<Sharing>| {
            given.kind == Sharing::Shared || is_found_without_clause(given.reason.rule)
        };
        if is_own || sharing.is_some_and(|given| !is_shared(given)) {
            return None;
        }
    }
    None
}

/// Returns whether an attribute was added by analysis instead of a clause. Such an attribute does not preserve the value.
fn is_found_without_clause(rule: Rule) -> bool {
    matches!(rule, Rule::LoopTemporary | Rule::ImpliedReduction)
}

/// Returns whether a variable controls a loop that is inside a run and contains a node.
fn counts(cx: &Cx<'_>, at: At, run: Run, variable: EntityId) -> bool {
    let mut inside = cx.program.outline.ancestors(at).take_while(|ancestor| run.contains(*ancestor));
    inside.any(|around| matches!(cx.control(around), Control::Variable { entity, .. } if entity == variable))
}

/// Whether the new value of a scalar depends on the old one.
fn reads_itself(cx: &Cx<'_>, write: &Write, scalar: EntityId) -> bool {
    let operand = cx.run(write.operand);
    let mut others = cx.mentions(cx.run(write.at)).filter(|mention| !operand.contains(mention.at));
    !write.replaces || others.any(|mention| mention.place == Place::whole(scalar))
}

/// The names of each variable in source order, gathered on demand.
#[derive(Default)]
struct NamesByVariable(OnceCell<FxHashMap<EntityId, Vec<At>>>);

impl NamesByVariable {
    /// The first name of a variable after a node, if the program reads the value there.
    fn next_read(&self, cx: &Cx<'_>, draft: &Draft, from: At, variable: EntityId) -> Option<At> {
        let names = self.0.get_or_init(|| {
            let mut names: FxHashMap<EntityId, Vec<At>> = FxHashMap::default();
            for mention in cx.mentions(cx.program.outline.all()) {
                names.entry(mention.place.root).or_default().push(mention.at);
            }
            names
        });
        let names = names.get(&variable)?;
        let next = *names.get(names.partition_point(|name| *name < from))?;
        let before = Run::new(from, next.next());
        let writes = draft.facts.uses.writes_in(before, variable).iter();
        let mut writes = writes.flat_map(|at| cx.writes(Run::new(*at, at.next())));
        let replaces = |write: &Write| write.replaces && cx.run(write.operand).contains(next);
        (!writes.any(replaces)).then_some(next)
    }
}

fn report_scalar(
    cx: &Cx<'_>,
    draft: &Draft,
    id: ConstructId,
    (write, target): (&Write, EntityId),
    next: At,
    report: &mut Findings,
) {
    let directive = draft.construct(id).directive;
    let name = cx.name_text(target);
    let message = format!("what this construct adds to its copy of `{name}` is lost at its end");
    let finding = Diagnostic::new(&codes::ACC0127, cx.directive_name_span(directive), message)
        .label(cx.span(write.operand), "changed here")
        .label(cx.span(next), "used here")
        .note(format!(
            "`reduction` brings the result back, and so does `copy({name})` where one thread adds"
        ));
    report.push(directive, finding);
}
