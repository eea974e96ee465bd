//! Checks that a directive does not name a variable in several clauses of which at most one may name it (OpenMP 5.2 5.4, 5.8.3).

use clacc_sema::omp::form::{Argument, Clause, Directive, Item};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

pub(super) fn fault(directive: &Directive) -> Option<String> {
    let mut named: Vec<(OmpClause, EntityId)> = Vec::new();
    let is_target = directive.kind.info().constituents.contains(&OmpDirective::Target);
    for clause in &directive.clauses {
        for entity in entities(clause) {
            let conflicts = |(kind, other): &&(OmpClause, EntityId)| {
                *other == entity && exclude(*kind, clause.kind(), is_target)
            };
            if let Some((earlier, _)) = named.iter().find(conflicts) {
                let (earlier, later) = (earlier.text(), clause.kind().text());
                return Some(format!("a variable stands in `{earlier}` and again in `{later}`"));
            }
            named.push((clause.kind(), entity));
        }
    }
    unallocated(directive)
}

/// Reports a variable in `allocate` that no clause privatises (OpenMP 5.2 6.6).
fn unallocated(directive: &Directive) -> Option<String> {
    use OmpClause::{Allocate, Firstprivate, Lastprivate, Linear, Private, Reduction};
    let of = |kinds: &'static [OmpClause]| {
        directive.clauses.iter().filter(|clause| kinds.contains(&clause.kind())).flat_map(entities)
    };
    let is_private =
        |entity| of(&[Private, Firstprivate, Lastprivate, Linear, Reduction]).any(|own| own == entity);
    let mut allocated = of(&[Allocate]);
    allocated
        .any(|entity| !is_private(entity))
        .then(|| "`allocate` names a variable that is not private".to_owned())
}

/// The variables that a clause names as a whole.
fn entities(clause: &Clause) -> impl Iterator<Item = EntityId> {
    let counts =
        matches!(clause.argument, Argument::List(..) | Argument::Map { .. } | Argument::Reduction { .. });
    let items = clause.items().iter().filter(move |_| counts);
    items.filter_map(Item::place).filter(|place| place.is_whole()).map(|place| place.root)
}

fn exclude(one: OmpClause, other: OmpClause, is_target: bool) -> bool {
    use OmpClause::*;
    let shares = |clause| {
        matches!(clause, Private | Firstprivate | Lastprivate | Shared | Reduction | Linear | IsDevicePtr)
    };
    let is_own = |clause| matches!(clause, Private | Firstprivate | IsDevicePtr | HasDeviceAddr);
    match (one, other) {
        (Firstprivate, Lastprivate) | (Lastprivate, Firstprivate) => false,
        (Map, Map) => true,
        (Map, clause) | (clause, Map) => is_target && is_own(clause),
        (UseDevicePtr | UseDeviceAddr, UseDevicePtr | UseDeviceAddr) => true,
        _ => one == other && one != Depend && one != Affinity || shares(one) && shares(other),
    }
}
