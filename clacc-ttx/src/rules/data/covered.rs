//! Variables of a compute construct that a visible data clause covers, listed in `map` clauses.
//!
//! In newer editions of the design, `map(alloc: ...)` names each of them, so that present data is used in place, and a scalar does not
//! become `firstprivate`.

use clacc_sema::acc::facts::{DataAttributes, DataMapping, Given, How, Reason, Sharing};
use clacc_sema::omp::form::{Argument, Item, MapFlags, MapKind};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Bound, Extent, Place, Step, Value, Via};
use clacc_syntax::directive::AccClause;

use crate::dialect::optional_words::NoCreate;
use crate::dialect::{Fault, OptionalWord};
use crate::rules::copies::reductions::is_default_firstprivate;
use crate::rules::core::{Build, Context};

/// Adds the `map` clauses.
///
/// The compilers of some dialects do not find an array by a section that begins elsewhere than the mapped one. In such a dialect,
/// [`super::visible::sections`] names sections, and OpenMP's implicit rules find arrays and pointees, so only scalars are listed.
pub(crate) fn listed(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut present = Listing::new(MapKind::Alloc);
    let mut perhaps_absent = Listing::new(MapKind::Tofrom);
    for attribute in cx.construct().whole_attributes().filter(|each| is_suppressed(each)) {
        let covering = covering(cx, attribute);
        if covering == Some(DataMapping::Deviceptr) {
            continue;
        }
        let class = cx.entity(attribute.place.root).class;
        let is_scalar = is_default_firstprivate(class) && class != Class::Pointer;
        if cx.avoids(Fault::ImplicitSections) && !is_scalar {
            continue;
        }
        let is_optional = covering == Some(DataMapping::NoCreate);
        let leaves_absent = is_optional && cx.dialect.has(OptionalWord::NoAlloc);
        if covering.is_none()
            || is_conditional(cx, attribute)
            || is_optional && cx.dialect.words.no_create == NoCreate::Implicit
        {
            perhaps_absent.add(cx, attribute, false);
        } else {
            present.add(cx, attribute, leaves_absent);
        }
    }
    present.push(build);
    perhaps_absent.push(build);
}

/// A `map` clause under construction.
struct Listing<'a> {
    kind: MapKind,
    flags: MapFlags,
    items: Vec<Item>,
    first: Option<&'a Reason>,
}

impl<'a> Listing<'a> {
    fn new(kind: MapKind) -> Self {
        Listing { kind, flags: MapFlags::NONE, items: Vec::new(), first: None }
    }

    /// Adds a variable. If one variable must not be allocated, the `NO_ALLOC` modifier applies to the whole list.
    fn add(&mut self, cx: &Context<'_>, attribute: &'a DataAttributes, leaves_absent: bool) {
        let Some(mapping) = &attribute.mapping else { return };
        if leaves_absent {
            self.flags = self.flags.with(MapFlags::NO_ALLOC);
        }
        self.items.push(item(cx, attribute, &mapping.reason));
        self.first = self.first.or(Some(&mapping.reason));
    }

    fn push(self, build: &mut Build<'_>) {
        let argument = Argument::Map { kind: self.kind, flags: self.flags, items: self.items };
        build.push_implied(argument, self.first);
    }
}

/// Returns the list item: the variable, or a section of no elements if the visible clause names a part.
fn item(cx: &Context<'_>, attribute: &DataAttributes, reason: &Reason) -> Item {
    let root = attribute.place.root;
    let is_part = reason.part_in(&cx.facts.clauses).is_some();
    if !is_part {
        return Item::entity(root);
    }
    let zero = Value::constant(0);
    let nothing = Step::Range { start: Bound::At(zero), extent: Extent::Length(zero), stride: None };
    let behind = cx.is_pointer(root).then_some(Step::Deref(Via::Pointer));
    let steps = behind.into_iter().chain([nothing]).collect();
    Item::Place { place: Place { root, steps }, written: None }
}

/// Returns whether the construct with the visible clause has an `if` clause, so that the data may be absent.
fn is_conditional(cx: &Context<'_>, attribute: &DataAttributes) -> bool {
    let from = attribute.mapping.as_ref().and_then(|mapping| mapping.reason.from);
    from.is_some_and(|from| cx.clauses_of(from).any(|clause| clause.kind == AccClause::If))
}

/// Returns whether a variable has no implicit attribute because a data clause for it is visible.
pub(crate) fn is_suppressed(attribute: &DataAttributes) -> bool {
    let is_shared =
        |given: &Given<Sharing>| given.kind == Sharing::Shared && given.reason.how == How::Implicit;
    attribute.mapping_kind() == Some(DataMapping::Nomap) && attribute.sharing.as_ref().is_some_and(is_shared)
}

/// The attribute that the visible data clause gives the variable.
pub(crate) fn covering(cx: &Context<'_>, attribute: &DataAttributes) -> Option<DataMapping> {
    let from = attribute.mapping.as_ref()?.reason.from?;
    cx.facts.constructs[from].attribute_at(&attribute.place)?.mapping_kind()
}
