//! `update` of a pointer without a range. Programs that contain this mean the elements of the pointee, as with `present(p)`: they map the
//! elements, and seldom the pointer itself. Only a data clause gives the number of elements.

use clacc_sema::acc::block_of;
use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::ConstructId;
use clacc_sema::flow::releases::may_release_data;
use clacc_sema::program::element::Gathering;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, Place, Step};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::{AccClause, AccDirective};

use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::pointer_table::PointerTable;
use crate::rules::core::section_bounds::are_fixed_in;
use crate::rules::core::{Context, Mapped};

/// The meaning of a list item of an update.
pub(super) enum Updated {
    /// The named variable or part.
    Named,
    /// The elements of the pointee that a data clause names.
    Section(Place),
    /// Elements, but the function does not determine which.
    Unknown,
}

impl Updated {
    pub(crate) fn of(cx: &Context<'_>, place: &Place) -> Updated {
        let is_pointer = place.is_whole() && cx.view.class_of(place) == Class::Pointer;
        if !is_pointer || !cx.avoids(Fault::FirstprivatePointers) || cx.dialect.shares_memory() {
            return Updated::Named;
        }
        let said = said_before(cx, place).unwrap_or(Updated::Unknown);
        // Another function may have mapped a pointer at file scope, not its pointee.
        let is_mapped_itself = cx.facts.mapped_pointers.binary_search(&place.root).is_ok();
        if is_mapped_itself && matches!(said, Updated::Unknown) { Updated::Named } else { said }
    }
}

/// Returns whether a construct that names a pointer means the pointer itself: the function maps the pointer, and the construct does not use
/// its pointee.
pub(super) fn is_itself(cx: &Context<'_>, pointer: &Place) -> bool {
    let leads_on = || {
        let mut gathering = Gathering::default();
        cx.view.gather_elements(cx.region(), &|root| root == pointer.root, &mut gathering);
        gathering.finish().part_count() > 0
    };
    matches!(said_before(cx, pointer), Some(Updated::Named)) && !leads_on()
}

/// Returns the meaning that earlier or enclosing directives of the function give to a pointer.
fn said_before(cx: &Context<'_>, pointer: &Place) -> Option<Updated> {
    by_regions(cx, pointer).or_else(|| by_entries(cx, pointer))
}

/// The verdict on an update of a pointer of which no section is known.
pub(crate) fn refused(cx: &Context<'_>, clause: &Clause, pointer: &Place) -> Mapped {
    let (name, clause) = (cx.view.place_text(pointer), cx.spelling(clause));
    let message = format!(
        "`{clause}({name})` does not say how many elements behind the pointer it copies; write `{name}[0:n]`"
    );
    let reason =
        "the elements behind the pointer are on the device, not the pointer, and no section of it is known";
    Mapped::refused(reason, &codes::MAP0093, message)
}

/// The verdict on an update that copies the section of a data clause.
pub(crate) fn taken(cx: &Context<'_>, clause: &Clause, pointer: &Place, mapped: Mapped) -> Mapped {
    let (name, clause) = (cx.view.place_text(pointer), cx.spelling(clause));
    let message = format!("`{clause}({name})` copies the elements that a data clause names of `{name}`");
    let reason = "the section of a data clause is copied, because the pointer itself is not on the device";
    mapped.at_most_approximated(reason).reported(&codes::MAP0094, message)
}

/// Returns the meaning that the enclosing data regions give to a pointer.
fn by_regions(cx: &Context<'_>, pointer: &Place) -> Option<Updated> {
    cx.facts.data_around(cx.id).find_map(|on| {
        let run = cx.facts.constructs[on].run();
        said(cx, on, pointer, run, &|| may_release_data(cx.view, cx.facts, on))
    })
}

/// Returns the meaning that the last directive without a region before this one gives to the pointer.
fn by_entries(cx: &Context<'_>, pointer: &Place) -> Option<Updated> {
    let about = cx.facts.data_events.of_entity(pointer.root);
    let earlier = about.partition_point(|id| id.into_u32() < cx.id.into_raw().into_u32());
    let mut earlier = about[..earlier].iter().rev().map(|id| ConstructId::from_raw(*id));
    earlier.find_map(|id| {
        let construct = &cx.facts.constructs[id];
        let (at, end) = (cx.view.directive(construct.directive).at, region_end(cx, id));
        let said = said(cx, id, pointer, Run::new(at, end.unwrap_or(at)), &|| true)?;
        let is_certain = construct.kind == AccDirective::EnterData
            && end.is_some()
            && cx.clauses_of(id).all(|clause| clause.kind != AccClause::If);
        Some(if is_certain { said } else { Updated::Unknown })
    })
}

/// Returns the end of the block that contains a directive, if the block contains the update too.
fn region_end(cx: &Context<'_>, id: ConstructId) -> Option<At> {
    let block = block_of(cx.view, cx.facts.constructs[id].directive)?;
    let at = cx.view.directive(cx.construct().directive).at;
    let run = cx.view.run(block);
    run.contains(at).then_some(run.end)
}

/// The meaning that the clauses of a directive give to a pointer; none if they name neither the pointer nor its elements.
/// Nothing in `run` may change the pointer or a bound.
fn said(
    cx: &Context<'_>,
    on: ConstructId,
    pointer: &Place,
    run: Run,
    may_call: &dyn Fn() -> bool,
) -> Option<Updated> {
    use AccClause::{Delete, Present};
    let mut items = cx.facts.items_of(on, pointer.root);
    items.find_map(|(clause, _, held)| {
        let maps = clause.kind.creates() || matches!(clause.kind, Delete | Present);
        match &*held.steps {
            _ if !maps => None,
            [] if matches!(clause.kind, Delete | Present) => None,
            [] => Some(Updated::Named),
            [Step::Deref(_), Step::Field(_), ..] => None,
            steps => {
                let is_one = PointerTable::of(cx.view, held).is_none()
                    && matches!(steps, [Step::Deref(_), Step::Range { .. }, ..]);
                let is_fixed = are_fixed_in(cx, run, held, may_call);
                Some(if is_one && is_fixed { Updated::Section(held.clone()) } else { Updated::Unknown })
            }
        }
    })
}
