//! Clauses of short forms: those of a combined directive, without those that are implied, in the order of the source.

use clacc_sema::omp::form::{
    Argument, Clause, Combiner, Directive, Item, MapFlags, MapKind, Omp, Operand, Origin,
};
use clacc_sema::program::View;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Bound, EntityId, Place, Step, Value, Via};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::rules::{ONE_GANG, ONE_GANG_OF_PART, ONE_WORKER};

/// Returns the clauses of a combined directive that have the effect of those of its two parts. None if there are no such clauses.
pub(super) fn joined(kind: OmpDirective, outer: &Directive, inner: &Directive) -> Option<Vec<Clause>> {
    if !reduces_alike(outer, inner) {
        return None;
    }
    let mut clauses = Vec::new();
    for clause in &outer.clauses {
        match &clause.argument {
            Argument::Reduction { .. } | Argument::List(OmpClause::Private | OmpClause::Firstprivate, _) => {
                clauses.extend(without(clause, |item| is_copied_by(inner, clause.kind(), item)));
            }
            // Without a modifier, the condition of a combined directive applies to all its constituents.
            Argument::If { of: None, condition } => {
                let argument = Argument::If { of: Some(OmpDirective::Target), condition: *condition };
                clauses.push(Clause::new(argument, clause.origin.clone()));
            }
            _ => clauses.push(clause.clone()),
        }
    }
    let has_plain_condition = |clause: &Clause| matches!(clause.argument, Argument::If { of: None, .. });
    if inner.clauses.iter().any(has_plain_condition) {
        return None;
    }
    clauses.extend(inner.clauses.iter().cloned());
    clauses.iter().all(|clause| kind.rule(clause.kind()).is_some()).then_some(clauses)
}

/// Returns whether the teams reduce what their threads reduce. A directive that only distributes a loop among teams reduces nothing itself.
fn reduces_alike(outer: &Directive, inner: &Directive) -> bool {
    let has_threads = inner.kind.info().constituents.iter().any(|kind| *kind != OmpDirective::Distribute);
    let (of_teams, of_threads) = (reduced(outer), reduced(inner));
    let all = |some: &[(Combiner, Item)], others: &[(Combiner, Item)]| {
        some.iter().all(|each| others.contains(each))
    };
    !has_threads || all(&of_teams, &of_threads) && all(&of_threads, &of_teams)
}

/// The list items of the reductions of a directive, each with its combiner.
fn reduced(directive: &Directive) -> Vec<(Combiner, Item)> {
    let of_clause = |clause: &Clause| match &clause.argument {
        Argument::Reduction { combiner, items } => {
            items.iter().map(|item| (*combiner, unwritten(item))).collect()
        }
        _ => Vec::new(),
    };
    directive.clauses.iter().flat_map(of_clause).collect()
}

/// A list item without its spelling, by which equal items may differ.
fn unwritten(item: &Item) -> Item {
    match item {
        Item::Place { place, .. } => Item::Place { place: place.clone(), written: None },
        item => item.clone(),
    }
}

/// Returns whether the inner part of a combined directive makes the copy for which the outer part has a clause.
fn is_copied_by(inner: &Directive, kind: OmpClause, item: &Item) -> bool {
    let same = |clause: &Clause| match &clause.argument {
        Argument::Reduction { .. } => kind == OmpClause::Reduction,
        Argument::List(OmpClause::Private, _) => kind != OmpClause::Reduction,
        Argument::List(OmpClause::Firstprivate | OmpClause::Lastprivate, _) => kind == OmpClause::Private,
        _ => false,
    };
    let is_item = |other: &Item| unwritten(other) == unwritten(item);
    inner.clauses.iter().any(|clause| same(clause) && clause.items().iter().any(is_item))
}

/// Returns a clause without some of its items; none if no item remains.
fn without(clause: &Clause, is_left_out: impl Fn(&Item) -> bool) -> Option<Clause> {
    let mut clause = clause.clone();
    let items = clause.argument.items_mut()?;
    items.retain(|item| !is_left_out(item));
    (!items.is_empty()).then_some(clause)
}

/// Removes `map` of variables that the same directive reduces, which OpenMP implies from version 5.0 on (OpenMP 5.2 17.2).
pub(super) fn remove_maps_of_reductions(view: View<'_>, directive: &mut Directive) {
    let reduced = reduced(directive);
    let is_reduced = |item: &Item| {
        let is_same = |(_, other): &(Combiner, Item)| *other == unwritten(item);
        is_number(view, item) && reduced.iter().any(is_same)
    };
    retain_items(directive, is_reduced, |argument| {
        matches!(argument, Argument::Map { kind: MapKind::Tofrom, flags: MapFlags::NONE, .. })
    });
}

/// Removes `map` of data that a data region around the directive maps, if the directive finds it without a clause: OpenMP maps a variable that is
/// no scalar as a whole, and a pointer to the place that it points to (OpenMP 5.2 5.8.1, 5.8.6).
pub(super) fn remove_maps_of_region(view: View<'_>, directive: &mut Directive, region: &[Clause]) {
    if directive.clauses.iter().any(|clause| clause.kind() == OmpClause::Defaultmap) {
        return;
    }
    let mapped = region.iter().filter(|clause| clause.kind() == OmpClause::Map);
    let mapped: Vec<Item> = mapped.flat_map(Clause::items).map(unwritten).collect();
    let is_found = |item: &Item| mapped.contains(&unwritten(item)) && is_found_without_clause(view, item);
    let clauses = std::mem::take(&mut directive.clauses);
    let kept = clauses.into_iter().filter_map(|clause| match clause.kind() {
        OmpClause::Map => without(&clause, is_found),
        _ => Some(clause),
    });
    directive.clauses = kept.collect();
}

fn is_found_without_clause(view: View<'_>, item: &Item) -> bool {
    let Some(place) = item.place() else { return false };
    let class = view.entity(place.root).class;
    match &*place.steps {
        [] => matches!(class, Class::Array | Class::Struct),
        [Step::Deref(Via::Pointer), Step::Range { start, stride: None, .. }] => {
            let starts_at_zero = match start {
                Bound::Default => true,
                Bound::At(start) => view.number(*start) == Some(0),
            };
            class == Class::Pointer && starts_at_zero
        }
        _ => false,
    }
}

/// Removes `private` of variables that control the loops of the directive, which OpenMP implies (OpenMP 5.2 5.1.1). Vector lanes would give
/// the variable of the construct around the value of the last iteration.
pub(super) fn remove_controls(directive: &mut Directive, controls: &[EntityId]) {
    if !directive.kind.info().constituents.contains(&OmpDirective::Simd) {
        let is_control = |item: &Item| whole_entity(item).is_some_and(|entity| controls.contains(&entity));
        retain_items(directive, is_control, |argument| {
            matches!(argument, Argument::List(OmpClause::Private, _))
        });
    }
}

/// Removes `shared` of variables that are shared by default.
pub(super) fn remove_shared(directive: &mut Directive) {
    if !directive.clauses.iter().any(|clause| clause.kind() == OmpClause::Default) {
        retain_items(
            directive,
            |_| true,
            |argument| matches!(argument, Argument::List(OmpClause::Shared, _)),
        );
    }
}

/// Removes `teams` from a construct for which the mapping asks for one team of one thread: a `target` region has one such thread.
pub(super) fn remove_team_of_one(directive: &mut Directive) {
    let one = Operand::Value(Value::constant(1));
    let is_size = |clause: &&Clause| match (&clause.argument, &clause.origin) {
        (Argument::Value(OmpClause::NumTeams, size), Origin::Mapping(why)) => {
            *size == one && [ONE_GANG, ONE_GANG_OF_PART].contains(why)
        }
        (Argument::Value(OmpClause::ThreadLimit, size), Origin::Mapping(why)) => {
            *size == one && *why == ONE_WORKER
        }
        _ => false,
    };
    let rest: Vec<Clause> = directive.clauses.iter().filter(|clause| !is_size(clause)).cloned().collect();
    let has_both = rest.len() + 2 == directive.clauses.len();
    let is_taken = |clause: &Clause| OmpDirective::Target.rule(clause.kind()).is_some();
    let holds_directive = matches!(directive.body.as_deref(), Some(Omp::Directive(_)));
    let is_for_one = directive.kind == OmpDirective::TargetTeams && has_both && !holds_directive;
    if is_for_one && rest.iter().all(is_taken) {
        (directive.kind, directive.clauses) = (OmpDirective::Target, rest);
        for clause in &mut directive.clauses {
            if let Argument::If { of: of @ Some(OmpDirective::Target), .. } = &mut clause.argument {
                *of = None;
            }
        }
    }
}

/// Removes list items of clauses for data attributes that no clause of the source gives. Clauses that a policy adds stay.
fn retain_items(
    directive: &mut Directive,
    is_implied: impl Fn(&Item) -> bool,
    takes_part: impl Fn(&Argument) -> bool,
) {
    let clauses = std::mem::take(&mut directive.clauses);
    let kept = clauses.into_iter().filter_map(|clause| {
        let is_of_attribute = matches!(clause.origin, Origin::Attribute(..));
        if is_of_attribute && takes_part(&clause.argument) {
            without(&clause, &is_implied)
        } else {
            Some(clause)
        }
    });
    directive.clauses = kept.collect();
}

fn whole_entity(item: &Item) -> Option<EntityId> {
    item.place().filter(|place| place.is_whole()).map(|place| place.root)
}

/// Returns whether a list item is a variable of an integer or real type.
fn is_number(view: View<'_>, item: &Item) -> bool {
    whole_entity(item).is_some_and(|entity| matches!(view.entity(entity).class, Class::Integer | Class::Real))
}

/// Orders the clauses of a directive as the source has them, those that no clause of the source states last, and merges those that differ only
/// in their list items, but for `map` clauses of structs with members. The order of list items of `map` clauses among each other stays: a struct is mapped before its members.
pub(super) fn arrange(directive: &mut Directive) {
    let clauses = std::mem::take(&mut directive.clauses);
    let first_map = clauses.iter().filter(|clause| clause.kind() == OmpClause::Map).map(position).min();
    let key = |clause: &Clause| match (clause.kind(), first_map) {
        (OmpClause::Map, Some(first)) => first,
        _ => position(clause),
    };
    let mut ordered = clauses;
    ordered.sort_by_key(key);
    // Rules put structs and their members into clauses that some compilers need.
    let maps = ordered.iter().filter(|clause| clause.kind() == OmpClause::Map);
    let has_members = maps.flat_map(Clause::items).any(may_be_member);
    for clause in ordered {
        let known = match clause.kind() {
            OmpClause::Map if has_members => None,
            OmpClause::Map => directive.clauses.iter_mut().rfind(|known| known.kind() == OmpClause::Map),
            _ => directive.clauses.iter_mut().find(|known| may_merge(known, &clause)),
        };
        match known.filter(|known| may_merge(known, &clause)) {
            Some(known) => extend(known, clause.items()),
            None => directive.clauses.push(clause),
        }
    }
}

/// The position of a clause in the source; clauses of the mapping are behind all others.
fn position(clause: &Clause) -> u32 {
    match &clause.origin {
        Origin::Clause(id) => id.into_raw().into_u32(),
        _ => u32::MAX,
    }
}

/// Returns whether one clause can have the list items of both.
fn may_merge(known: &Clause, next: &Clause) -> bool {
    match (&known.argument, &next.argument) {
        (Argument::List(kind, _), Argument::List(other, _)) => {
            kind == other && matches!(kind, OmpClause::Private | OmpClause::Firstprivate | OmpClause::Shared)
        }
        (Argument::Reduction { combiner, .. }, Argument::Reduction { combiner: other, .. }) => {
            combiner == other
        }
        (Argument::Map { kind, flags, .. }, Argument::Map { kind: other, flags: others, .. }) => {
            (kind, flags) == (other, others)
        }
        _ => false,
    }
}

/// Returns whether a list item is a member of a struct, or is not known to be none.
fn may_be_member(item: &Item) -> bool {
    let has_member = |place: &Place| place.steps.iter().any(|step| matches!(step, Step::Field(_)));
    item.place().is_none_or(has_member)
}

fn extend(known: &mut Clause, more: &[Item]) {
    if let Some(items) = known.argument.items_mut() {
        for item in more {
            if !items.iter().any(|other| unwritten(other) == unwritten(item)) {
                items.push(item.clone());
            }
        }
    }
}
