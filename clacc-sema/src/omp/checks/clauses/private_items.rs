//! Checks list items that other clauses of the directive must name, or must not name again.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Items, OmpClause};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::cx::Findings;
use super::written::WrittenClause;
use crate::omp::codes;
use crate::program::directive::ArgumentValue;
use crate::program::place::{At, EntityId};

/// Checks the items of `allocate`, `aligned` and `nontemporal`.
pub(super) fn check(clauses: &[WrittenClause<'_>], report: &mut Findings) {
    for kind in [OmpClause::Aligned, OmpClause::Nontemporal] {
        check_repeated(clauses, kind, report);
    }
    check_allocated(clauses, report);
}

/// The variables that a list clause names, with the items.
fn variables<'a>(clause: &WrittenClause<'a>) -> impl Iterator<Item = (EntityId, At)> + use<'a> {
    let view = clause.view;
    let is_list = matches!(clause.on.form(clause.kind).items, Items::List(_));
    clause.items().iter().filter(move |_| is_list).filter_map(move |item| match item.value {
        ArgumentValue::Value(at) => Some((view.root_of(at)?, at)),
        _ => None,
    })
}

fn check_repeated(clauses: &[WrittenClause<'_>], kind: OmpClause, report: &mut Findings) {
    let mut seen: FxHashMap<EntityId, At> = FxHashMap::default();
    for clause in clauses.iter().filter(|clause| clause.kind == kind) {
        for (variable, at) in variables(clause) {
            let Some(first) = seen.get(&variable) else {
                seen.insert(variable, at);
                continue;
            };
            let view = clause.view;
            let message = format!("`{}` is twice in `{}`", view.text(view.name(variable)), clause.text());
            let finding = Diagnostic::new(&codes::OMP0111, view.span(at), message);
            report.push(finding.label(view.span(*first), "the other item"));
        }
    }
}

/// Returns true if a clause makes private copies of its items, which `allocate` can give an allocator (OpenMP 5.2 6.6).
fn privatises(kind: OmpClause) -> bool {
    use OmpClause as C;
    matches!(
        kind,
        C::Private
            | C::Firstprivate
            | C::Lastprivate
            | C::Linear
            | C::Reduction
            | C::TaskReduction
            | C::InReduction
            | C::IsDevicePtr
            | C::UseDevicePtr
            | C::UseDeviceAddr
            | C::HasDeviceAddr
    )
}

fn check_allocated(clauses: &[WrittenClause<'_>], report: &mut Findings) {
    if clauses.iter().all(|clause| clause.kind != OmpClause::Allocate) {
        return;
    }
    let private = clauses.iter().filter(|clause| privatises(clause.kind));
    let private: FxHashSet<EntityId> = private.flat_map(variables).map(|(variable, _)| variable).collect();
    for clause in clauses.iter().filter(|clause| clause.kind == OmpClause::Allocate) {
        let view = clause.view;
        for (variable, at) in variables(clause).filter(|(variable, _)| !private.contains(variable)) {
            let entity = view.entity(variable);
            if !entity.is_object() {
                continue;
            }
            let name = view.text(entity.name);
            let message =
                format!("no clause of the directive makes `{name}` private, which `allocate` needs");
            report.push(Diagnostic::new(&codes::OMP0124, view.span(at), message));
        }
    }
}
