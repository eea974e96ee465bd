//! Reductions of scalars, of arrays, and of parts of arrays.
//!
//! The design reduces only scalars. OpenACC 3.4 2.5.15 also allows arrays and subarrays, which OpenMP's
//! `reduction` accepts in nearly the same form, and structs, for which the form declares a reduction.

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::acc::facts::{ConstructId, DataAttributes, How, Listed, Reason, Rule, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::flow::changes::directly_changed;
use clacc_sema::flow::selected_elements::element_around;
use clacc_sema::omp::form::{self, Combiner, Item, Origin};
use clacc_sema::program::entity::{Class, Dimension, Shape, StorageDuration};
use clacc_sema::program::place::{At, Bound, EntityId, Extent, Place, Step};

use super::combiners;
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::section_bounds::is_known;
use crate::rules::core::{Build, Context, Mapped};
use crate::verdict::Fidelity;

const UNLINKED: &str = "the OpenMP clause means the same, but not every compiler links it for devices";

/// Maps an explicit reduction to one clause, or to two if its variables need different operators.
pub(crate) fn reduction(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let Argument::Reduction(operator, items) = &clause.argument else {
        return Mapped::unsupported(cx, clause);
    };
    let mut groups: Vec<(Combiner, Vec<Item>)> = Vec::new();
    for (at, place) in places(items) {
        let Some(item) = reduced_item(cx, at, place) else {
            return Mapped::unsupported_part(cx, clause, "rows of variable length");
        };
        let operator = operator_for(cx, *operator, place);
        let combiner = match combiners::combiner(cx, build, operator, place, Origin::Clause(clause.id)) {
            Ok(combiner) => combiner,
            Err(message) => return Mapped::refused(combiners::WITHOUT_FORM, &codes::MAP0064, message),
        };
        match groups.iter_mut().find(|(other, _)| *other == combiner) {
            Some((_, items)) => items.push(item),
            None => groups.push((combiner, vec![item])),
        }
    }
    for (combiner, items) in groups {
        build.push(form::Argument::Reduction { combiner, items }, clause.id);
    }
    let mapped = Mapped::exact("the OpenMP clause means the same");
    let warnings = places(items).filter_map(|(_, place)| unlinked(cx, place));
    let mapped = warnings.fold(mapped, |mapped, message| {
        mapped.at_most_approximated(UNLINKED).reported(&codes::MAP0033, message)
    });
    // On the host, the construct around a loop has no reduction clause, so the loop reports the library.
    let is_told_around = |place: &Place| !cx.dialect.is_for_host() && combiners::is_reduced_around(cx, place);
    let wide = places(items).find(|(_, place)| needs_library(cx, place) && !is_told_around(place));
    wide.into_iter()
        .fold(mapped, |mapped, (_, place)| mapped.reported(&codes::MAP0048, library_message(cx, place)))
}

/// Returns whether clang needs a library to combine values of this type.
fn needs_library(cx: &Context<'_>, place: &Place) -> bool {
    cx.view.shape(place).is_some_and(|shape| shape.is_wide)
}

/// Reports that clang needs a library for a reduction that no clause of the directive states.
pub(crate) fn note_library(cx: &Context<'_>, build: &mut Build<'_>, place: &Place) {
    if needs_library(cx, place) {
        build.report_directive(&codes::MAP0048, library_message(cx, place));
    }
}

fn library_message(cx: &Context<'_>, place: &Place) -> String {
    let name = cx.view.text(cx.view.name(place.root));
    format!("programs that clang makes of the reduction of `{name}` need `-latomic`")
}

/// Adds the reductions that nested loops imply for a compute construct, one clause for each variable.
pub(crate) fn implied(cx: &Context<'_>, build: &mut Build<'_>) {
    check_parts(cx, build);
    for attribute in cx.construct().whole_attributes() {
        let Some(sharing) = attribute.sharing.as_ref().filter(|given| given.reason.how != How::Explicit)
        else {
            continue;
        };
        let Sharing::Reduction(operator) = sharing.kind else { continue };
        let (place, item) = match sharing.reason.part_in(&cx.facts.clauses) {
            Some(part) => (part.place, reduced_item(cx, part.at, part.place)),
            None => (&attribute.place, Some(Item::entity(attribute.place.root))),
        };
        let Some(item) = item else {
            unsupported_part(cx, build, attribute, "has rows of variable length");
            continue;
        };
        if let Some(message) = unlinked(cx, place) {
            build.directive_verdict(Fidelity::Approximated, UNLINKED);
            build.report_directive(&codes::MAP0033, message);
        }
        note_library(cx, build, place);
        let operator = operator_for(cx, operator, place);
        let origin = Origin::Attribute(cx.id, Box::new(sharing.reason.clone()));
        let combiner = match combiners::combiner(cx, build, operator, place, origin) {
            Ok(combiner) => combiner,
            Err(message) => {
                build.unsupported_directive(combiners::WITHOUT_FORM, &codes::MAP0064, message);
                continue;
            }
        };
        build.push_implied(form::Argument::Reduction { combiner, items: vec![item] }, Some(&sharing.reason));
    }
}

/// Refuses a nested gang loop's reduction of a scalar without a visible data clause, if the edition of the design demands one. A combined
/// directive implies the copy.
pub(crate) fn check_data(cx: &Context<'_>, build: &mut Build<'_>) {
    let directive = cx.construct().directive;
    let is_nested = |reason: &Reason| {
        reason.rule == Rule::GangReductionCopy
            && reason.from.is_some_and(|from| cx.facts.constructs[from].directive != directive)
    };
    if !cx.edition.gang_reductions_need_data {
        return;
    }
    for attribute in cx.construct().whole_attributes() {
        if attribute.mapping.as_ref().is_some_and(|mapping| is_nested(&mapping.reason)) {
            let name = cx.view.text(cx.view.name(attribute.place.root));
            build.unsupported_directive(
                "a nested loop reduces a scalar among gangs, and no data clause for it is visible",
                &codes::MAP0070,
                format!("`{name}` needs a data clause here: gangs of a loop in this construct reduce it"),
            );
        }
    }
}

/// Returns the item of an implicit `map` for a variable: the part that is reduced, or the whole variable.
pub(crate) fn copied(cx: &Context<'_>, variable: EntityId, reason: &Reason) -> Item {
    let written = |part: Listed<'_>| Item::written(part.place.clone(), part.at);
    reason.part_in(&cx.facts.clauses).map_or_else(|| Item::entity(variable), written)
}

/// Reports variables of which a nested loop reduces a part, if the bounds of the part are not known at the
/// start of the construct.
fn check_parts(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut changed = None;
    for attribute in cx.construct().whole_attributes() {
        let Some(sharing) = &attribute.sharing else { continue };
        let part = sharing.reason.part_in(&cx.facts.clauses);
        let (Some(part), Some(from)) = (part, sharing.reason.from) else { continue };
        let mapping = attribute.mapping.as_ref();
        let is_copied = mapping.is_some_and(|mapping| mapping.reason.rule == Rule::GangReductionCopy);
        let is_reduction = matches!(sharing.kind, Sharing::Reduction(_));
        if !(is_reduction || is_copied) || cx.facts.constructs[from].directive == cx.construct().directive {
            continue;
        }
        let changed = changed.get_or_insert_with(|| directly_changed(cx.view, cx.region()));
        let is_fixed = |entity| {
            !changed.contains(&entity) && has_host_value(cx, entity) && !is_privatised(cx, from, entity)
        };
        if !is_known(cx, part.place, &is_fixed) {
            unsupported_part(cx, build, attribute, "is not known where the compute construct begins");
        }
    }
}

/// Returns whether the bounds of a part have the same values in all of the construct.
pub(crate) fn is_fixed_inside(cx: &Context<'_>, part: &Place) -> bool {
    let changed = directly_changed(cx.view, cx.region());
    is_known(cx, part, &|entity| !changed.contains(&entity))
}

fn unsupported_part(cx: &Context<'_>, build: &mut Build<'_>, attribute: &DataAttributes, why: &str) {
    let name = cx.view.text(cx.view.name(attribute.place.root));
    build.unsupported_directive(
        "a nested loop reduces a part of a variable, and the gangs' reduction of it cannot be stated",
        &codes::MAP0017,
        format!("the part of `{name}` that a loop in this construct reduces {why}"),
    );
}

/// Returns whether the compute construct has the gangs' reduction for each part of a pointee that a loop reduces. If the pointer is private
/// to each gang, its copies may still point to elements that the gangs share.
pub(crate) fn gangs_reduce_parts(cx: &Context<'_>, clause: &Clause) -> bool {
    let is_stated = |entity: EntityId| {
        let attribute = cx.compute().and_then(|compute| compute.attribute_of(entity));
        matches!(attribute.and_then(DataAttributes::sharing_kind), Some(Sharing::Reduction(_)))
    };
    places(clause.items())
        .all(|(_, place)| !place.is_part() || !cx.is_pointer(place.root) || is_stated(place.root))
}

/// Whether a clause reduces a part that does not begin with the first element of its array or pointer. gcc
/// 12 to 14 lose the result of such a reduction on `simd`.
pub(crate) fn has_later_part(cx: &Context<'_>, clause: &Clause) -> bool {
    places(clause.items()).any(|(_, place)| combiners::begins_later(cx, place))
}

/// Whether a clause reduces an array of variable length, or a part of one.
pub(crate) fn has_variable_length(cx: &Context<'_>, clause: &Clause) -> bool {
    places(clause.items()).any(|(_, place)| {
        let shape = cx.view.shape(&Place::whole(place.root));
        shape.is_some_and(|shape| shape.dims.contains(&Dimension::Variable))
    })
}

/// Whether a clause reduces integers narrower than `int`.
pub(crate) fn has_narrow_element(cx: &Context<'_>, clause: &Clause) -> bool {
    has_element(cx, clause, |shape| shape.is_narrow)
}

/// Returns whether a clause reduces `_Bool` values.
pub(crate) fn has_bool_element(cx: &Context<'_>, clause: &Clause) -> bool {
    has_element(cx, clause, |shape| shape.is_bool)
}

fn has_element(cx: &Context<'_>, clause: &Clause, is_meant: fn(&Shape) -> bool) -> bool {
    let has_member = |place: &Place| {
        let components = cx.view.components(place);
        components.is_some_and(|members| members.scalars.iter().any(|member| is_meant(&member.shape)))
    };
    places(clause.items())
        .any(|(_, place)| cx.view.shape(place).is_some_and(|shape| is_meant(&shape)) || has_member(place))
}

/// Returns whether a clause reduces an array that the construct subscripts with a value that is not constant.
pub(crate) fn selects_elements(cx: &Context<'_>, clause: &Clause) -> bool {
    let is_array = |place: &Place| place.is_part() || cx.entity(place.root).class == Class::Array;
    let arrays: Vec<EntityId> =
        places(clause.items()).filter(|(_, place)| is_array(place)).map(|(_, place)| place.root).collect();
    let is_selected = |at: At| {
        let element = element_around(cx.view, at);
        let is_constant = |step: &Step| match step {
            Step::Index(index) => cx.view.number(*index).is_some(),
            _ => true,
        };
        element.is_some_and(|element| !element.steps.iter().all(is_constant))
    };
    !arrays.is_empty()
        && cx
            .view
            .mentions(cx.region())
            .any(|mention| arrays.contains(&mention.place.root) && is_selected(mention.at))
}

/// Returns a warning if the dialect's compilers cannot link the reduction of a part among the gangs.
fn unlinked(cx: &Context<'_>, place: &Place) -> Option<String> {
    let root = cx.entity(place.root);
    let is_static = root.duration == StorageDuration::Static && root.class == Class::Array;
    let is_refused =
        is_static && place.is_part() && cx.construct().is_compute() && cx.avoids(Fault::StaticArrayParts);
    let name = cx.view.text(cx.view.name(place.root));
    is_refused.then(|| format!("clang 19 cannot link a reduction of a part of `{name}` for devices"))
}

/// The operator that the dialect uses for a place.
///
/// A `_Bool` holds 0 or 1 after every assignment. Therefore its sum, maximum and bitwise OR all equal its
/// logical OR, and its product, minimum and bitwise AND all equal its logical AND. Only the logical
/// operators give 0 or 1 with every compiler: gcc adds the copies as bytes, so the result may be 2.
pub(crate) fn operator_for(cx: &Context<'_>, operator: ReductionOp, place: &Place) -> ReductionOp {
    use ReductionOp as Op;
    if !cx.avoids(Fault::BoolSums) || !cx.view.shape(place).is_some_and(|shape| shape.is_bool) {
        return operator;
    }
    match operator {
        Op::Add | Op::Max | Op::BitOr | Op::Or => Op::Or,
        Op::Mul | Op::Min | Op::BitAnd | Op::And => Op::And,
        Op::BitXor => Op::BitXor,
    }
}

/// Returns the OpenMP list item. A part of an array of arrays is extended by ranges down to its elements, because clang does not accept
/// rows of arrays. None for rows of variable length, which no compiler handles correctly.
pub(crate) fn reduced_item(cx: &Context<'_>, at: At, place: &Place) -> Option<Item> {
    let item = Item::written(place.clone(), at);
    let rows = cx.view.shape(place).map_or_else(Box::default, |shape| shape.dims);
    if !place.is_part() || rows.is_empty() {
        return Some(item);
    }
    if rows.contains(&Dimension::Variable) {
        return None;
    }
    let all = Step::Range { start: Bound::Default, extent: Extent::All, stride: None };
    Some(item.then(rows.iter().map(|_| all)))
}

/// Returns whether a scalar begins with the host's value where the construct begins.
fn has_host_value(cx: &Context<'_>, entity: EntityId) -> bool {
    let Some(attribute) = cx.construct().attribute_of(entity) else { return false };
    let mapping = attribute.mapping.as_ref();
    attribute.sharing_kind() == Some(Sharing::Firstprivate)
        || mapping.is_some_and(|mapping| mapping.reason.rule == Rule::KernelsScalarCopy)
}

/// Returns whether a construct, or one around it in the compute construct, privatises a variable.
fn is_privatised(cx: &Context<'_>, from: ConstructId, entity: EntityId) -> bool {
    let constructs = std::iter::successors(Some(from), |id| cx.facts.constructs[*id].parent);
    let mut inside = constructs.take_while(|id| *id != cx.id);
    inside.any(|id| {
        let attribute = cx.facts.constructs[id].attribute_of(entity);
        attribute.and_then(DataAttributes::sharing_kind) == Some(Sharing::Private)
    })
}

/// Whether a variable is a scalar that OpenMP makes `firstprivate` by default. Pointers count as scalars
/// here, because the design prints `defaultmap` for them too.
pub(crate) fn is_default_firstprivate(class: Class) -> bool {
    matches!(class, Class::Integer | Class::Real | Class::Complex | Class::Pointer)
}
