//! Members of array elements on constructs with a region: `x[k].p[0:n]` (OpenACC 3.4 1.6, 2.6.7).
//!
//! OpenMP compilers do not accept a construct that maps both an array of structs and members of its elements. So separate directives at the
//! start and the end of the region map the pointee of a pointer member and attach it. A member that is no pointer is in the array, and
//! therefore on the device with it. A dialect that maps members alone treats them like other items.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::DataMapping;
use clacc_sema::omp::form::MapKind;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, Place};
use clacc_syntax::directive::AccClause;

use super::apart::{is_held, is_held_before};
use super::{attach, member_directives, rows};
use crate::codes;
use crate::rules::core::build::section;
use crate::rules::core::data_modifiers::{always, flags};
use crate::rules::core::member_targets::MemberTarget;
use crate::rules::core::pointer_table::PointerTable;
use crate::rules::core::{Build, Context, Mapped};

/// The members of elements that a clause names.
pub(crate) fn named(clause: &Clause) -> impl Iterator<Item = (At, &Place)> {
    let elements = clause.items().iter().filter(|item| item.is_of_element());
    elements.filter_map(|item| Some((item.at, item.place.as_ref()?)))
}

/// The other places that a clause names.
pub(crate) fn others(clause: &Clause) -> impl Iterator<Item = (At, &Place)> {
    let others = clause.items().iter().filter(|item| !item.is_of_element());
    others.filter_map(|item| Some((item.at, item.place.as_ref()?)))
}

/// Adds the code for the members of array elements in a data clause. `attribute` is the clause's attribute, with its map type.
///
/// # Errors
/// The verdict, if a member has no form on this construct.
pub(crate) fn around_region(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    attribute: (DataMapping, MapKind),
) -> Result<(), Mapped> {
    if !cx.dialect.ties_members() {
        return Ok(());
    }
    named(clause).try_for_each(|item| around(cx, build, (clause, attribute), item))
}

fn around(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    (clause, (mapping, kind)): (&Clause, (DataMapping, MapKind)),
    (at, place): (At, &Place),
) -> Result<(), Mapped> {
    let member = place.without_ranges();
    let is_pointer = cx.view.class_of(&member) == Class::Pointer;
    if is_led_to_anyway(cx, clause, &member, is_pointer) {
        return Ok(());
    }
    let is_table = PointerTable::of(cx.view, place).is_some();
    let target = MemberTarget::of(cx, clause, &section(place, at)).filter(|_| !is_table);
    if !is_pointer || !finds(clause) && target.is_none() {
        let what = format!("`{}`, a member of an element,", cx.view.place_text(&member));
        return Err(Mapped::unsupported_part(cx, clause, &what));
    }
    let is_same = rows::is_fixed_in_region(cx, build, &member)
        && target.as_ref().is_none_or(|target| rows::is_fixed_in_region(cx, build, &target.inside()));
    if !is_same || cx.view.has_side_effects(at) || rows::changes_pointers(cx, member.root) {
        return Err(rows::refused_around(cx, clause, "for a member that the region may change"));
    }
    let condition = rows::around_region(cx, build, clause);
    match target {
        None => attach::push_calls(build, clause, &member, condition),
        Some(target) => {
            let target = target.with_bounds(|value| rows::kept_in_region(cx, build, value, clause));
            let target = target.mapped(kind, flags(clause, kind));
            let kinds = (!finds(clause)).then(|| rows::at_ends(mapping));
            let (first, last) = member_directives::around_region(&target, kinds);
            let [first, last] = [first, last].map(|code| Some(rows::under(condition, code)));
            build.push_around_region(clause, first, last);
        }
    }
    Ok(())
}

/// Returns whether the construct finds a member without added code: a member that is no pointer, in a struct on the device. Added code
/// around a construct would prevent `async`, so with `async` pointers in such a struct are assumed to be attached.
fn is_led_to_anyway(cx: &Context<'_>, clause: &Clause, member: &Place, is_pointer: bool) -> bool {
    if is_pointer {
        return finds(clause) && cx.clause(AccClause::Async).is_some() && is_held_before(cx, member);
    }
    is_held(cx, member) && always(clause) == (false, false)
}

/// Returns whether a clause only finds data, without allocating or copying it.
fn finds(clause: &Clause) -> bool {
    matches!(clause.kind, AccClause::Present | AccClause::NoCreate)
}

/// Returns the verdict on a clause. `mapped` is the result for its other items.
pub(crate) fn checked(cx: &Context<'_>, clause: &Clause, mapped: Mapped) -> Mapped {
    if !cx.dialect.ties_members() || !finds(clause) || named(clause).next().is_none() {
        return mapped;
    }
    let is_reported = mapped.findings.iter().any(|(code, _)| *code == &codes::MAP0007);
    let mapped = mapped.at_most_approximated(
        "the member leads to the memory as far as it is on the device, and what is absent is not reported",
    );
    if clause.kind == AccClause::NoCreate || is_reported {
        return mapped;
    }
    let message = format!("absent data in `{}` is not reported behind members", cx.spelling(clause));
    mapped.reported(&codes::MAP0007, message)
}
