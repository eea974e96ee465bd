//! Findings about the attributes of variables: missing clauses, and clauses that contradict each other or a rule.

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::attribute_kinds::EnvironmentAttribute;
use super::clause_readings::{ClauseReading, ItemPart, ReadItem};
use super::determination::{Determination, Unlisted};
use super::environment_facts::{OmpConstructId, VariableAttributes};
use super::environment_rules::EnvironmentRule;
use super::threadprivate_loops;
use crate::omp::codes;
use crate::omp::form::{Clause, Origin};
use crate::program::entity::StorageDuration;
use crate::program::place::EntityId;

/// The findings, in the order of their places.
pub(super) fn findings(determination: &Determination<'_>) -> Vec<Diagnostic<TokenRange>> {
    let mut findings = Vec::new();
    unlisted(determination, &mut findings);
    for number in 0..determination.directives.len() {
        if determination.constructs_of(number).is_empty() || is_unread(determination, number) {
            continue;
        }
        contradictions(determination, number, &mut findings);
        predetermined(determination, number, &mut findings);
        private_outside(determination, number, &mut findings);
        shared_outside(determination, number, &mut findings);
        iterations_alone(determination, number, &mut findings);
    }
    findings.extend(threadprivate_loops::findings(determination));
    findings.sort_by_key(|finding| (finding.primary.at, finding.code.id));
    findings
}

/// Returns whether a part of a directive could not be read. A clause that seems to be missing may be in that part.
fn is_unread(determination: &Determination<'_>, number: usize) -> bool {
    determination.view.directive(determination.directives[number].at).has_errors
}

/// Reports the variables for which `default(none)` or `defaultmap(none)` requires a clause.
fn unlisted(determination: &Determination<'_>, findings: &mut Vec<Diagnostic<TokenRange>>) {
    let view = determination.view;
    let mut reported: FxHashSet<(u32, EntityId)> = FxHashSet::default();
    for Unlisted { construct, variable, at, clause } in &determination.unlisted {
        let own = &determination.facts.constructs[*construct];
        let number = own.number as usize;
        if is_unread(determination, number) || !reported.insert((own.number, *variable)) {
            continue;
        }
        let name = view.text(view.name(*variable));
        let form = determination.directives[number].form;
        let Some(default) = form.clauses.get(clause.clause as usize) else { continue };
        let message = format!(
            "`{name}` needs a clause, because of `{}`",
            determination.defaults[number].asking(*clause)
        );
        let mut finding = Diagnostic::new(&codes::OMP0110, view.span(*at), message);
        if let Some(clause) = written(default) {
            finding = finding.label(view.clause_span(clause), "asks for a clause for the variable");
        }
        findings.push(finding);
    }
}

/// The clause of the source from which a clause of a form comes.
fn written(clause: &Clause) -> Option<ClauseId> {
    match clause.origin {
        Origin::Clause(clause) => Some(clause),
        _ => None,
    }
}

/// A list item that gives a variable an attribute.
#[derive(Clone, Copy)]
struct ListedVariable<'a> {
    reading: &'a ClauseReading,
    item: &'a ReadItem,
    clause: usize,
}

/// The list items of the clauses of a directive that give attributes.
fn listed<'a>(
    determination: &'a Determination<'_>,
    number: usize,
) -> impl Iterator<Item = ListedVariable<'a>> {
    let readings = determination.readings[number].iter().enumerate();
    let readings = readings.filter(|(_, reading)| reading.attribute.is_some());
    readings.flat_map(|(clause, reading)| {
        reading.items.iter().map(move |item| ListedVariable { reading, item, clause })
    })
}

/// Reports the clauses that give one variable contradictory attributes.
fn contradictions(
    determination: &Determination<'_>,
    number: usize,
    findings: &mut Vec<Diagnostic<TokenRange>>,
) {
    let constituents = &determination.directives[number].form.kind.info().constituents;
    let mut known: FxHashMap<EntityId, Vec<ListedVariable<'_>>> = FxHashMap::default();
    // Several clauses may reduce parts of a variable. `map` of a part concerns the variable, or the pointer to it.
    let is_about = |listed: &ListedVariable<'_>| {
        listed.item.part == ItemPart::Whole || listed.reading.kind == OmpClause::Map
    };
    for listed in listed(determination, number).filter(is_about) {
        let others = known.entry(listed.item.entity).or_default();
        let other =
            others.iter().find(|other| exclude_each_other(other.reading, listed.reading, constituents));
        if let Some(other) = other {
            findings.extend(contradiction(determination, number, *other, listed));
        }
        if others.iter().all(|other| other.reading.kind != listed.reading.kind) {
            others.push(listed);
        }
    }
}

/// Whether two clauses may not name the same variable.
fn exclude_each_other(one: &ClauseReading, two: &ClauseReading, constituents: &[OmpDirective]) -> bool {
    use OmpClause as C;
    let is_combined = constituents.len() > 1;
    let both = |first: C, second: C| {
        (one.kind, two.kind) == (first, second) || (one.kind, two.kind) == (second, first)
    };
    if one.kind == two.kind {
        return is_listed_once(one.kind);
    }
    let is_beside = |kind| matches!(kind, C::Copyin | C::Detach | C::UseDevicePtr | C::UseDeviceAddr);
    if is_beside(one.kind) || is_beside(two.kind) {
        return false;
    }
    // No team knows whether another one has the last iteration already (OpenMP 5.2 11.6).
    if both(C::Firstprivate, C::Lastprivate) {
        return constituents.contains(&OmpDirective::Distribute);
    }
    // One clause applies to the `target`, the other one to a construct inside.
    if is_combined && (both(C::IsDevicePtr, C::Shared) || both(C::HasDeviceAddr, C::Shared)) {
        return false;
    }
    if one.kind == C::Copyprivate || two.kind == C::Copyprivate {
        return both(C::Copyprivate, C::Private) || both(C::Copyprivate, C::Firstprivate);
    }
    if one.kind == C::Map || two.kind == C::Map {
        let is_on_target = both(C::Map, C::IsDevicePtr) || both(C::Map, C::HasDeviceAddr);
        return is_on_target || !is_combined && (both(C::Map, C::Private) || both(C::Map, C::Firstprivate));
    }
    true
}

/// Returns true if clauses of one kind may name a variable only once. Compilers accept a variable twice in `private` and its like.
fn is_listed_once(kind: OmpClause) -> bool {
    use OmpClause as C;
    let is_reduction = matches!(kind, C::Reduction | C::InReduction | C::TaskReduction);
    is_reduction || matches!(kind, C::Linear | C::IsDevicePtr | C::HasDeviceAddr)
}

fn contradiction(
    determination: &Determination<'_>,
    number: usize,
    first: ListedVariable<'_>,
    second: ListedVariable<'_>,
) -> Option<Diagnostic<TokenRange>> {
    let view = determination.view;
    let clauses = &determination.directives[number].form.clauses;
    let at = view.span(second.item.at?);
    let name = view.text(view.name(second.item.entity));
    let (one, two) = (first.reading.kind.text(), second.reading.kind.text());
    let message = if one == two {
        format!("`{name}` is in two clauses `{one}`")
    } else {
        format!("`{name}` is in `{one}` and in `{two}`")
    };
    let finding = Diagnostic::new(&codes::OMP0111, at, message);
    let other = clauses.get(first.clause).and_then(written);
    Some(match other {
        Some(other) => finding.label(view.clause_span(other), "the other clause"),
        None => finding,
    })
}

/// Reports clauses that name a variable although its attribute is predetermined (OpenMP 5.2 5.1.1).
fn predetermined(
    determination: &Determination<'_>,
    number: usize,
    findings: &mut Vec<Diagnostic<TokenRange>>,
) {
    let view = determination.view;
    for listed in listed(determination, number) {
        let kind = listed.reading.kind;
        let variable = listed.item.entity;
        let Some(at) = listed.item.at else { continue };
        let name = view.text(view.name(variable));
        let message = if determination.is_threadprivate(variable) {
            if matches!(kind, OmpClause::Copyin | OmpClause::Copyprivate) {
                continue;
            }
            format!("`{name}` is threadprivate and may not be in `{}`", kind.text())
        } else if kind == OmpClause::Copyin {
            format!("`{name}` is in `copyin` and is not threadprivate")
        } else if is_forbidden_iteration(determination, number, listed) {
            format!(
                "`{name}` is the iteration variable of an associated loop and may not be in `{}`",
                kind.text()
            )
        } else {
            continue;
        };
        findings.push(Diagnostic::new(&codes::OMP0112, view.span(at), message));
    }
}

/// Returns whether a clause names an iteration variable of the directive's loops and is not a clause that may.
fn is_forbidden_iteration(
    determination: &Determination<'_>,
    number: usize,
    listed: ListedVariable<'_>,
) -> bool {
    use OmpClause as C;
    let kind = listed.reading.kind;
    let constructs = determination.constructs_of(number);
    let is_iteration = constructs.iter().any(|(id, _)| determination.is_iteration(*id, listed.item.entity));
    let has_simd = constructs.iter().any(|(id, _)| {
        let construct = &determination.facts.constructs[*id];
        construct.kind == OmpDirective::Simd && construct.loops.len() == 1
    });
    let may = matches!(kind, C::Private | C::Lastprivate) || kind == C::Linear && has_simd;
    let is_sharing = matches!(kind, C::Shared | C::Firstprivate | C::Reduction | C::InReduction | C::Linear);
    is_iteration && is_sharing && !may
}

/// Reports the worksharing constructs whose clauses copy to or from a variable that is private to each thread of the team.
fn private_outside(
    determination: &Determination<'_>,
    number: usize,
    findings: &mut Vec<Diagnostic<TokenRange>>,
) {
    let view = determination.view;
    // The threads may share the pointees of their pointers.
    for listed in listed(determination, number).filter(|listed| listed.item.part != ItemPart::Pointee) {
        let (Some(attribute), Some(at)) = (listed.reading.attribute, listed.item.at) else { continue };
        let needs_shared = matches!(
            attribute,
            EnvironmentAttribute::Firstprivate
                | EnvironmentAttribute::Lastprivate { .. }
                | EnvironmentAttribute::Reduction(_)
        );
        let Some(context) = needs_shared.then(|| private_context(determination, number, listed)).flatten()
        else {
            continue;
        };
        let name = view.text(view.name(listed.item.entity));
        let kind = listed.reading.kind.text();
        let message = format!("`{name}` is in `{kind}`, but each thread of the team has one of its own");
        let mut finding = Diagnostic::new(&codes::OMP0113, view.span(at), message);
        if let PrivateContext::Construct(outer) = context {
            let directive: DirectiveId = determination.facts.constructs[outer].directive;
            finding = finding.label(view.directive_name_span(directive), "it is private from here on");
        }
        findings.push(finding);
    }
}

/// Reports `copyprivate` of variables that the threads of the team share (OpenMP 5.2 5.7.2).
fn shared_outside(
    determination: &Determination<'_>,
    number: usize,
    findings: &mut Vec<Diagnostic<TokenRange>>,
) {
    let view = determination.view;
    for listed in listed(determination, number) {
        let variable = listed.item.entity;
        let Some(at) = listed.item.at.filter(|_| listed.reading.kind == OmpClause::Copyprivate) else {
            continue;
        };
        if determination.is_threadprivate(variable)
            || private_context(determination, number, listed).is_some()
        {
            continue;
        }
        let name = view.text(view.name(variable));
        let message = format!("`{name}` is in `copyprivate`, but the threads of the team share it");
        findings.push(Diagnostic::new(&codes::OMP0124, view.span(at), message));
    }
}

/// Reports the clauses that take iteration variables alone: `linear` of directives that distribute (OpenMP 5.2 11.6), `lastprivate` of
/// `loop` (11.7).
fn iterations_alone(
    determination: &Determination<'_>,
    number: usize,
    findings: &mut Vec<Diagnostic<TokenRange>>,
) {
    let view = determination.view;
    let kind = determination.directives[number].form.kind;
    let has = |constituent| kind.info().constituents.contains(&constituent);
    let constructs = determination.constructs_of(number);
    let loops = constructs.iter().map(|(id, _)| &determination.facts.constructs[*id].loops);
    if loops.into_iter().all(|loops| loops.is_empty()) {
        return;
    }
    let is_iteration =
        |variable| constructs.iter().any(|(construct, _)| determination.is_iteration(*construct, variable));
    for listed in listed(determination, number).filter(|listed| !is_iteration(listed.item.entity)) {
        let is_wrong = match listed.reading.kind {
            OmpClause::Linear => has(OmpDirective::Distribute),
            OmpClause::Lastprivate => has(OmpDirective::Loop),
            _ => false,
        };
        let Some(at) = listed.item.at.filter(|_| is_wrong) else { continue };
        let name = view.text(view.name(listed.item.entity));
        let message = format!(
            "`{}` takes iteration variables alone on `{}`, and `{name}` is none",
            listed.reading.kind.text(),
            kind.text()
        );
        findings.push(Diagnostic::new(&codes::OMP0126, view.span(at), message));
    }
}

/// The reason why a variable is private around a construct.
enum PrivateContext {
    /// A construct makes it private.
    Construct(OmpConstructId),
    /// It is a variable of the function, which each thread executes on its own.
    Function,
}

/// The enclosing construct that makes a variable private, up to the construct that makes the team or league of a worksharing or
/// `distribute` construct.
fn private_context(
    determination: &Determination<'_>,
    number: usize,
    listed: ListedVariable<'_>,
) -> Option<PrivateContext> {
    use OmpDirective as D;
    let variable = listed.item.entity;
    let facts = &determination.facts;
    let receives = |id: &OmpConstructId| {
        let own = facts.attributes(*id, variable);
        let is_direct = |each: &super::environment_facts::Determined| {
            let clause = each.reason.clause.map(|clause| clause.clause as usize);
            each.reason.rule == EnvironmentRule::Clause && clause == Some(listed.clause)
        };
        own.is_some_and(|own| own.determined.iter().any(is_direct))
    };
    let mut constructs = determination.constructs_of(number).into_iter().map(|(id, _)| id);
    let shares_work = |kind: D| matches!(kind, D::For | D::Sections | D::Single | D::Scope | D::Distribute);
    let own = constructs.find(|id| shares_work(facts.constructs[*id].kind) && receives(id))?;
    let team = if facts.constructs[own].kind == D::Distribute { D::Teams } else { D::Parallel };
    let is_static = determination.view.entity(variable).duration != StorageDuration::Automatic;
    let Some(until) = facts.enclosing(own).position(|outer| facts.constructs[outer].kind == team) else {
        return (team == D::Parallel && !is_static).then_some(PrivateContext::Function);
    };
    let mut around = facts.enclosing(own).take(until + 1);
    let outer = around.find(|outer| {
        let known = facts.attributes(*outer, variable).and_then(VariableAttributes::sharing);
        known.is_some_and(|known| match known.attribute {
            EnvironmentAttribute::Private => {
                !(is_static && known.reason.rule == EnvironmentRule::DeclaredInside)
            }
            EnvironmentAttribute::Firstprivate
            | EnvironmentAttribute::Reduction(_)
            | EnvironmentAttribute::Linear => true,
            _ => false,
        })
    });
    outer.map(PrivateContext::Construct)
}
