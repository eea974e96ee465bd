//! Code that modifiers of data clauses need: loops that set memory to zero, and updates (OpenACC 3.4 2.7.4). With shared memory, nothing is
//! allocated or copied, and they need no code.

use clacc_sema::acc::clauses::{Clause, DataModifier};
use clacc_sema::acc::facts::DataMapping;
use clacc_sema::omp::form::{
    self, Declare, Directive, Fresh, InitialValue, Item, Local, MapFlags, MapKind, Omp, Operand, Origin,
    TypeLike,
};
use clacc_sema::program::place::{At, Place, Step, Value};
use clacc_syntax::directive::{AccClause, AccDirective, OmpDirective};

use super::motion;
use crate::rules::core::build::{places, section};
use crate::rules::core::data_modifiers::always;
use crate::rules::core::member_targets::MemberTarget;
use crate::rules::core::{Build, Context, Mapped, conditions};
use crate::rules::members::member_directives::through_pointer;
use crate::rules::members::whole_members::Member;
use crate::rules::members::{rows, several};

/// Adds the code that the modifiers of a data clause of a structured construct need. `merged` is the
/// attribute that the clause gives items together with another clause of the directive.
///
/// # Errors
/// The verdict, if a modifier has no form on this construct.
pub(crate) fn structured(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    merged: Option<DataMapping>,
) -> Result<(), Mapped> {
    let (to_device, to_host) = always(clause);
    let is_zeroed = clause.modifiers.contains(&DataModifier::Zero);
    if merged.is_some() && (to_device || to_host) || merged == Some(DataMapping::Copy) && is_zeroed {
        let what = "this modifier, beside another data clause of the variable,";
        return Err(Mapped::unsupported_part(cx, clause, what));
    }
    if cx.dialect.shares_memory() {
        return Ok(());
    }
    if clause.kind == AccClause::Copy && to_device != to_host {
        one_direction(cx, build, clause, to_device)?;
    }
    if is_zeroed {
        zeroed(cx, build, clause)?;
    }
    Ok(())
}

/// `alwaysin` or `alwaysout` on `copy`: an update before or after the construct, because `map` with `always` copies in both directions.
/// Data that only the construct maps is absent there, and the update does not affect it.
fn one_direction(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    to_device: bool,
) -> Result<(), Mapped> {
    let condition = rows::around_region(cx, build, clause);
    let Some(updates) = updates(cx, build, clause, to_device) else {
        return Err(rows::refused_around(cx, clause, "for these items"));
    };
    build.set_synchronous();
    for update in updates {
        let update = rows::under(condition, update);
        if to_device {
            build.push_directly_before(update);
        } else {
            build.push_behind(update);
        }
    }
    Ok(())
}

/// Returns the updates of the items of a clause; none if an item has no form. A member's pointee is updated through a variable, because
/// through the member compilers require the struct to be present too.
fn updates(cx: &Context<'_>, build: &Build<'_>, clause: &Clause, to_device: bool) -> Option<Vec<Omp>> {
    let motion = |items| form::Argument::Motion { to_device, present: false, items };
    let (mut items, mut code) = (Vec::new(), Vec::new());
    for (at, place) in places(clause.items()) {
        let is_same = to_device || rows::is_fixed_in_region(cx, build, place);
        if !is_same || cx.view.has_side_effects(at) {
            return None;
        }
        let item = motion::item(cx, at, place)?;
        match MemberTarget::of(cx, clause, &item) {
            Some(target) => {
                let argument = motion(vec![target.part.clone()]);
                code.push(Omp::Block(through_pointer(&target, OmpDirective::TargetUpdate, argument, &[])));
            }
            None if has_member(place)
                && Member::of(cx, place).is_none_or(|member| member.leads_through_member()) =>
            {
                return None;
            }
            None => items.push(item),
        }
    }
    let plain = form::Clause::new(motion(items), Origin::Clause(clause.id));
    code.extend(several::updates_of(cx, &[plain]));
    Some(code)
}

fn has_member(place: &Place) -> bool {
    place.steps.iter().any(|step| matches!(step, Step::Field(_)))
}

/// Returns whether the items of a clause can be named again outside the construct: no members, and no side effects.
fn is_plain(cx: &Context<'_>, clause: &Clause) -> bool {
    places(clause.items()).all(|(at, place)| !has_member(place) && !cx.view.has_side_effects(at))
}

/// `zero` on a structured construct: data that is absent before the construct is set to zero in its region.
fn zeroed(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Result<(), Mapped> {
    let condition = rows::around_region(cx, build, clause);
    if !is_plain(cx, clause) {
        return Err(rows::refused_around(cx, clause, "for members of structs"));
    }
    for (at, place) in places(clause.items()) {
        let (absence, fill) = zero(cx, clause, at, place);
        build.push_directly_before(absence);
        build.push_around_region(clause, Some(rows::under(condition, fill)), None);
    }
    Ok(())
}

/// `zero` on `enter data`: data that is absent before the directive is set to zero after it.
///
/// # Errors
/// The verdict, if the modifier has no form on this directive.
pub(super) fn zeroed_behind(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Result<(), Mapped> {
    let is_zeroed = clause.modifiers.contains(&DataModifier::Zero) && !cx.dialect.shares_memory();
    if !is_zeroed || cx.construct().kind != AccDirective::EnterData {
        return Ok(());
    }
    if !is_plain(cx, clause) || !conditions::is_repeatable(cx) {
        return Err(rows::refused_around(cx, clause, "for these items or this condition"));
    }
    let condition = cx.clause(AccClause::If).and_then(Clause::value);
    let condition = condition.map(|at| Operand::Value(Value::Node(at)));
    build.set_synchronous();
    for (at, place) in places(clause.items()) {
        let (absence, fill) = zero(cx, clause, at, place);
        build.push_directly_before(absence);
        build.push_behind(rows::under(condition, fill));
    }
    Ok(())
}

/// Returns the declaration of a variable that holds whether an item is absent, and the loop that then sets the item to zero.
fn zero(cx: &Context<'_>, clause: &Clause, at: At, place: &Place) -> (Omp, Omp) {
    let origin = Origin::Clause(clause.id);
    let item = Item::Place { place: place.clone(), written: None };
    let absence = Fresh::Absence(place.root);
    let declaration = Omp::declare(Declare {
        local: Local::Fresh(absence),
        ty: TypeLike::Flag,
        init: Some(InitialValue::IsAbsent(item.clone())),
        origin: origin.clone(),
    });
    let flags = cx.dialect.spelled(MapFlags::HOLD);
    let map = form::Argument::Map { kind: MapKind::Alloc, flags, items: vec![section(place, at)] };
    let loop_ = Omp::Directive(Directive {
        kind: OmpDirective::TargetTeamsDistributeParallelFor,
        clauses: vec![form::Clause::new(map, origin.clone())],
        body: Some(Box::new(Omp::ZeroBytes(Box::new(item)))),
        origin,
    });
    (declaration, Omp::If { condition: Operand::Fresh(absence), then: vec![loop_] })
}
