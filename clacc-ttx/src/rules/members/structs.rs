//! Structs and their members in the `map` clauses of one construct.
//!
//! For OpenMP, the members of a struct that a construct maps are one block of memory, and a construct must not map a member while only
//! another member is mapped (OpenMP 5.2 5.8.3). Compilers have further limits, which the dialect specifies.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::ConstructId;
use clacc_sema::omp::form::{self, Argument, Item, MapFlags, MapKind};
use clacc_sema::program::entity::{Class, StorageDuration};
use clacc_sema::program::place::{Bound, EntityId, Place, Step, Via};
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Code;
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause};
use rustc_hash::{FxHashMap, FxHashSet};

use super::whole_members::{Member, Whole, mapped};
use super::{flexible_members, single_members};
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::first_elements;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

const MEMBERS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

/// The members that the `map` clauses name.
fn members(cx: &Context<'_>, build: &Build<'_>) -> Vec<Member> {
    mapped(build).filter_map(|place| Member::of(cx, place)).collect()
}

/// The items of the `map` clauses, indexed.
#[derive(Default)]
struct MappedItems {
    places: FxHashSet<Place>,
    wholes: FxHashSet<Whole>,
}

impl MappedItems {
    fn of<'p>(cx: &Context<'_>, places: impl Iterator<Item = &'p Place>) -> MappedItems {
        let mut all = MappedItems::default();
        places.for_each(|place| all.insert(cx, place));
        all
    }

    fn insert(&mut self, cx: &Context<'_>, place: &Place) {
        self.wholes.insert(Whole::of(cx, place));
        self.places.insert(place.clone());
    }

    /// Returns whether a struct that contains a member is mapped.
    fn surrounds(&self, member: &Member) -> bool {
        Whole::surrounding(member).any(|whole| self.wholes.contains(&whole))
    }
}

/// The members of each struct, indexed.
struct Siblings<'m> {
    members: &'m [Member],
    of_structs: FxHashMap<(EntityId, &'m [Step], &'m [u32]), SiblingGroup>,
}

/// The members of one struct.
struct SiblingGroup {
    first: usize,
    /// The position of the first member that is not the same as the first one.
    other: Option<usize>,
    are_pointers: bool,
}

impl<'m> Siblings<'m> {
    fn of(members: &'m [Member]) -> Siblings<'m> {
        let mut of_structs: FxHashMap<_, SiblingGroup> = FxHashMap::default();
        for (position, member) in members.iter().enumerate() {
            let new = SiblingGroup { first: position, other: None, are_pointers: true };
            let group = of_structs.entry(member.in_struct()).or_insert(new);
            group.are_pointers &= member.is_pointer;
            if members[group.first] != *member {
                group.other.get_or_insert(position);
            }
        }
        Siblings { members, of_structs }
    }

    /// Whether there is another member of the same struct.
    fn has_other(&self, member: &Member) -> bool {
        let group = self.of_structs.get(&member.in_struct());
        group.is_some_and(|group| group.other.is_some() || self.members[group.first] != *member)
    }

    /// Whether there is another member of the same struct before this one.
    fn has_other_before(&self, position: usize) -> bool {
        let member = &self.members[position];
        let group = &self.of_structs[&member.in_struct()];
        let is_second = group.first < position && self.members[group.first] != *member;
        is_second || group.other.is_some_and(|other| other < position)
    }

    /// Whether all members of the same struct are pointers.
    fn are_pointers(&self, member: &Member) -> bool {
        self.of_structs[&member.in_struct()].are_pointers
    }
}

/// Adds the structs that must be mapped so that their members are found, and orders each struct before the pointees of its members.
pub(crate) fn arrange(cx: &Context<'_>, build: &mut Build<'_>) {
    if !mapped(build).any(|place| Member::of(cx, place).is_some()) {
        return;
    }
    let (has_region, is_data) = (cx.has_statement(), cx.construct().kind == AccDirective::Data);
    if is_data && cx.avoids(Fault::PointedMembers) && breaks_off(cx, build) {
        return;
    }
    if !cx.dialect.follows_design() {
        flexible_members::replace_structs(cx, build);
    }
    if has_region && cx.avoids(Fault::NestedMembers) {
        add_structs(cx, build);
    }
    if has_region && cx.avoids(Fault::PointedMembers) {
        let alone = single_members::lead(cx, build);
        add_pointed(cx, build, &alone);
    }
    if has_region && cx.avoids(Fault::SiblingMembers) {
        add_siblings(cx, build);
    }
    if cx.avoids(Fault::MembersBeforeStruct) || cx.avoids(Fault::SiblingMembers) {
        order(cx, build);
    }
    if has_region && cx.avoids(Fault::MembersBeforeStruct) {
        let is_behind = |place: &&Place| cx.is_pointer(place.root) && Member::of(cx, place).is_some();
        let roots: FxHashSet<EntityId> = mapped(build).filter(is_behind).map(|place| place.root).collect();
        build.divide_maps(|item| item.place().is_some_and(|place| roots.contains(&place.root)));
    }
    if cx.avoids(Fault::PointedMembers) && !is_data {
        copy_structs(cx, build);
        copy_members(cx, build);
    }
    if cx.avoids(Fault::PointedMembers) && is_data {
        add_copied_part(cx, build);
    }
    if has_region && cx.avoids(Fault::StaticStructPointers) && !cx.dialect.shares_memory() {
        check_static(cx, build);
    }
}

/// Copies pointees that are structs and that a construct only allocates, together with pointees of their members. gcc 12 fails at them if
/// there is any other clause, for example `firstprivate`; a struct that is present is not copied.
fn copy_structs(cx: &Context<'_>, build: &mut Build<'_>) {
    let surrounding: FxHashSet<Whole> = members(cx, build).iter().flat_map(Whole::surrounding).collect();
    let is_behind = |whole: &Whole| matches!(whole.0.steps.last(), Some(Step::Deref(_)));
    build.copy_allocated(|item| {
        checkpoint::pass();
        let whole = item.place().map(|place| Whole::of(cx, place)).filter(is_behind);
        whole.is_some_and(|whole| surrounding.contains(&whole))
    });
}

/// Copies the members that a deferred construct only allocates while it maps other members of their struct. gcc 12 fails at them; members
/// that are present are not copied.
fn copy_members(cx: &Context<'_>, build: &mut Build<'_>) {
    if !build.clauses().iter().any(|clause| clause.kind() == OmpClause::Nowait) {
        return;
    }
    let members = members(cx, build);
    let siblings = Siblings::of(&members);
    build.copy_allocated(|item| {
        checkpoint::pass();
        let member = item.place().and_then(|place| Member::of(cx, place));
        member.is_some_and(|member| !member.is_pointer && siblings.has_other(&member))
    });
}

/// Refuses a struct together with its members if a pointer of static storage duration points to it.
fn check_static(cx: &Context<'_>, build: &mut Build<'_>) {
    let is_static = |place: &&Place| {
        let root = cx.entity(place.root);
        root.duration == StorageDuration::Static && root.class == Class::Pointer
    };
    let inner = mapped(build).map(Place::without_ranges).filter(|inner| inner.steps.len() > 1);
    let first_steps: FxHashSet<(EntityId, Step)> = inner.map(|inner| (inner.root, inner.steps[0])).collect();
    let is_met = |place: &&Place| {
        let whole = Whole::of(cx, place);
        matches!(*whole.0.steps, [step @ Step::Deref(_)] if first_steps.contains(&(place.root, step)))
    };
    let Some(place) = mapped(build).filter(is_static).find(is_met) else { return };
    let name = cx.view.place_text(place);
    build.unsupported_directive(
        "OpenMP compilers lose members of a struct behind such a pointer",
        &codes::MAP0034,
        format!("clang 19 maps `*{name}` to a wrong place, because the construct also maps its members"),
    );
}

/// Adds each struct that is in another struct or is reached through a pointer member, if the construct maps several members of it and not
/// the struct itself.
fn add_structs(cx: &Context<'_>, build: &mut Build<'_>) {
    let members = members(cx, build);
    let siblings = Siblings::of(&members);
    let mut mapped = MappedItems::of(cx, mapped(build));
    let nested = members.iter().enumerate().filter(|(_, member)| member.is_nested());
    for (position, member) in checkpoint::every(MEMBERS_BETWEEN_CHECKPOINTS, nested) {
        if !siblings.has_other_before(position) || mapped.surrounds(member) {
            continue;
        }
        match struct_to_map(member, siblings.are_pointers(member)) {
            Some(place) => {
                mapped.insert(cx, &place);
                add(cx, build, place);
            }
            None => refuse(
                cx,
                build,
                member,
                &codes::MAP0025,
                "lies behind a pointer member, where clang takes wrong addresses for several members",
            ),
        }
    }
}

/// Returns the struct to map so that several of its members are found; none if no form is known to work.
fn struct_to_map(member: &Member, all_pointers: bool) -> Option<Place> {
    let root = member.variable.root;
    let block = Place::behind(root, member.block());
    match member.block() {
        [] => Some(Place::behind(root, member.holder())),
        [Step::Deref(_)] => Some(block.then([first_elements(1)])),
        _ => (all_pointers && member.holder() == member.block()).then(|| block.then([first_elements(1)])),
    }
}

/// Adds the items that gcc 12 needs for members reached through pointer variables, except for those in `alone`: for members that are no
/// pointers, the whole struct, and on a data construct, the pointer members before their pointees.
fn add_pointed(cx: &Context<'_>, build: &mut Build<'_>, alone: &FxHashSet<EntityId>) {
    let is_data = cx.construct().kind == AccDirective::Data;
    let members = members(cx, build);
    let behind = || members.iter().filter(|member| member.is_behind_variable());
    let others = behind().filter(|member| !member.is_pointer && !alone.contains(&member.variable.root));
    add_holders(cx, build, others);
    let mut mapped = MappedItems::of(cx, mapped(build));
    let copied = copied_behind(cx, build);
    // gcc 12 fails if a struct follows its pointers.
    let pointers = behind().filter(|member| is_data && member.is_pointer);
    for member in checkpoint::every(MEMBERS_BETWEEN_CHECKPOINTS, pointers) {
        if mapped.places.insert(member.variable.clone()) {
            let kind = if copied.contains(&member.variable) { MapKind::To } else { MapKind::Alloc };
            push_as(cx, build, kind, member.variable.clone());
        }
    }
}

/// Adds the structs that contain members. Instead of a struct with a flexible array member, its other members are added.
fn add_holders<'m>(cx: &Context<'_>, build: &mut Build<'_>, members: impl Iterator<Item = &'m Member>) {
    let mut mapped = MappedItems::of(cx, mapped(build));
    let flexible = flexible_members::of_construct(cx, build);
    for member in checkpoint::every(MEMBERS_BETWEEN_CHECKPOINTS, members) {
        if mapped.surrounds(member) {
            continue;
        }
        let block = member.whole_block();
        match flexible.get(&block) {
            None => {
                let place = block.0.then([first_elements(1)]);
                mapped.insert(cx, &place);
                add(cx, build, place);
            }
            Some(None) => flexible_members::refuse(cx, build, &block),
            Some(Some(header)) => {
                for place in header {
                    if mapped.places.insert(place.clone()) {
                        push(cx, build, place.clone());
                    }
                }
            }
        }
    }
    flexible_members::put_last(cx, build);
}

/// Adds an empty copied section of the first pointer member's pointee for each struct that a data construct copies as a whole while it only
/// allocates other parts. gcc 12 fails without one.
fn add_copied_part(cx: &Context<'_>, build: &mut Build<'_>) {
    let all = MappedItems::of(cx, copied(build));
    let copied: Vec<Member> = copied(build).filter_map(|place| Member::of(cx, place)).collect();
    let members = members(cx, build);
    // The structs that have such a section, or need none because a member of them is copied.
    let mut done: FxHashSet<_> = copied.iter().map(Member::in_struct).collect();
    let mut firsts: Vec<&Member> = Vec::new();
    let pointers = members.iter().filter(|member| member.is_pointer && member.is_behind_variable());
    for member in checkpoint::every(MEMBERS_BETWEEN_CHECKPOINTS, pointers) {
        if all.surrounds(member) && done.insert(member.in_struct()) {
            firsts.push(member);
        }
    }
    for first in firsts {
        push(cx, build, first.variable.then([Step::Deref(Via::Pointer), first_elements(0)]));
    }
}

/// Returns the pointer members whose pointees are copied, not only allocated. clang 19 allocates before it copies, and a pointer that is
/// copied after its pointee points to the host.
fn copied_behind(cx: &Context<'_>, build: &Build<'_>) -> FxHashSet<Place> {
    let allocates =
        |clause: &&form::Clause| matches!(clause.argument, Argument::Map { kind: MapKind::Alloc, .. });
    let others = build.clauses().iter().filter(|clause| !allocates(clause)).flat_map(form::Clause::items);
    let members = others.filter_map(|item| Member::of(cx, item.place()?));
    members.filter(|member| member.is_pointer).map(|member| member.variable).collect()
}

/// Returns the items of the `map` clauses that do more than allocate.
fn copied<'b>(build: &'b Build<'_>) -> impl Iterator<Item = &'b Place> {
    let copies = |clause: &&form::Clause| matches!(&clause.argument, Argument::Map { kind, .. } if *kind != MapKind::Alloc);
    build.clauses().iter().filter(copies).flat_map(form::Clause::items).filter_map(Item::place)
}

/// Adds the pointer members reached through a pointer variable, if the construct maps the pointees of several of them and not the struct.
fn add_siblings(cx: &Context<'_>, build: &mut Build<'_>) {
    let members = members(cx, build);
    let siblings = Siblings::of(&members);
    let mut mapped = MappedItems::of(cx, mapped(build));
    let pointers = members.iter().filter(|member| member.is_pointer && member.is_behind_variable());
    for member in checkpoint::every(MEMBERS_BETWEEN_CHECKPOINTS, pointers) {
        let is_found = mapped.places.contains(&member.variable) || mapped.surrounds(member);
        if siblings.has_other(member) && !is_found {
            mapped.insert(cx, &member.variable);
            push(cx, build, member.variable.clone());
        }
    }
}

/// Refuses an item of a data construct that is reached through several pointers, the first of which is a variable, because gcc 12 fails at
/// it. Returns whether there is one.
fn breaks_off(cx: &Context<'_>, build: &mut Build<'_>) -> bool {
    let is_met = |member: &Member| {
        member.is_pointer && !member.is_behind_variable() && cx.is_pointer(member.variable.root)
    };
    let met = mapped(build).filter_map(|place| Member::of(cx, place)).find(is_met);
    if let Some(member) = &met {
        let why = "lies behind several pointers, and gcc 12 breaks off at it on `target data`";
        refuse(cx, build, member, &codes::MAP0024, why);
    }
    met.is_some()
}

/// Maps a struct to the device with its members.
fn add(cx: &Context<'_>, build: &mut Build<'_>, place: Place) {
    build.directive_verdict(
        Fidelity::Approximated,
        "a struct is mapped to the device whole, because compilers find several of its members only in it",
    );
    let name = cx.view.place_text(&place);
    let name = if place.is_part() { format!("*{name}") } else { name };
    let message = format!("`{name}` is mapped whole, so that its members are found on the device");
    build.report_directive(&codes::MAP0029, message);
    push(cx, build, place);
}

fn push(cx: &Context<'_>, build: &mut Build<'_>, place: Place) {
    push_as(cx, build, MapKind::To, place);
}

fn push_as(cx: &Context<'_>, build: &mut Build<'_>, kind: MapKind, place: Place) {
    let flags = cx.dialect.spelled(MapFlags::HOLD);
    let argument = Argument::Map { kind, flags, items: vec![Item::Place { place, written: None }] };
    build.push_needed(argument, "the members of a struct are found in it");
}

fn refuse(cx: &Context<'_>, build: &mut Build<'_>, member: &Member, code: &'static Code, why: &str) {
    let name = cx.view.place_text(&member.variable);
    let reason = "OpenMP compilers map members of this struct to wrong places";
    build.unsupported_directive(reason, code, format!("`{name}` {why}"));
}

/// The order of the items of `map` clauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// An item that stays where it is.
    Any,
    /// A struct, before its members and after the structs around it.
    Struct(usize),
    /// A pointer member with this index, and then its pointee.
    Pointer(usize, bool),
    /// A member of a struct that the construct maps as a whole, or the pointee of such a member.
    Behind,
}

/// Orders each struct before its members. clang leaves the host's address in a pointer if its pointee is mapped before the struct. gcc
/// refuses members of a whole variable after the variable, so members that are no pointers stay before it.
fn order(cx: &Context<'_>, build: &mut Build<'_>) {
    let all: Vec<Place> = mapped(build).cloned().collect();
    let wholes: FxHashSet<Whole> = all.iter().map(|place| Whole::of(cx, place)).collect();
    let members = all.iter().filter_map(|place| Member::of(cx, place));
    // The structs to order before their members, if the construct maps them.
    let structs: FxHashSet<Whole> = members
        .flat_map(|member| Whole::around(&member).skip(usize::from(!member.is_pointer)).collect::<Vec<_>>())
        .collect();
    let is_behind = |member: &Member| {
        let mut around = Whole::around(member).skip(usize::from(!member.is_pointer));
        around.any(|whole| (member.is_pointer || !whole.0.is_whole()) && wholes.contains(&whole))
    };
    let pointers = pointers_in_turn(cx, &all);
    let rank = |place: &Place| {
        checkpoint::pass();
        if let Some(number) = pointers.get(&place.without_ranges()) {
            Rank::Pointer(*number, place.is_part())
        } else if structs.contains(&Whole::of(cx, place)) {
            Rank::Struct(place.steps.len())
        } else if Member::of(cx, place).is_some_and(|member| is_behind(&member)) {
            Rank::Behind
        } else {
            Rank::Any
        }
    };
    let ranks: Vec<Rank> = all.iter().map(rank).collect();
    if ranks.iter().any(|rank| *rank != Rank::Any) && !ranks.is_sorted() {
        build.sort_maps(&Rank::Any, |item| item.place().map_or(Rank::Any, rank));
    }
}

/// Returns the pointer members on a data construct that must each be followed by their pointee, with their indices. gcc 12 fails if the
/// pointees of three of them follow all three.
fn pointers_in_turn(cx: &Context<'_>, all: &[Place]) -> FxHashMap<Place, usize> {
    let mut pointers: FxHashMap<Place, usize> = FxHashMap::default();
    if cx.construct().kind != AccDirective::Data || !cx.avoids(Fault::PointedMembers) {
        return pointers;
    }
    let members = all.iter().filter_map(|place| Member::of(cx, place));
    let behind = members.filter(|member| member.is_pointer && member.is_behind_variable());
    for member in checkpoint::every(MEMBERS_BETWEEN_CHECKPOINTS, behind) {
        let next = pointers.len();
        pointers.entry(member.variable).or_insert(next);
    }
    pointers
}

/// Refuses members that the construct maps although enclosing regions map only other members of the same struct.
pub(crate) fn check_held(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.dialect.ties_members() {
        return;
    }
    let variables: FxHashSet<EntityId> = mapped(build).map(|place| place.root).collect();
    let held = Held::new(cx, &variables);
    if held.wholes.is_empty() {
        return;
    }
    let found = mapped(build).find_map(|place| missing(cx, &held, place));
    let Some(name) = found else { return };
    let message = format!(
        "`{name}` is mapped while other members of its struct are mapped alone; name the struct itself in a data clause of the \
         region around"
    );
    build.unsupported_directive(
        "OpenMP cannot map a part of a struct of which another part is mapped",
        &codes::MAP0025,
        message,
    );
}

/// The parts of some variables that the regions around a construct map.
#[derive(Default)]
struct Held {
    wholes: FxHashSet<Whole>,
    /// The blocks of memory that contain the parts.
    blocks: FxHashSet<Whole>,
    /// The structs that contain the parts.
    structs: FxHashSet<Whole>,
}

impl Held {
    fn new(cx: &Context<'_>, variables: &FxHashSet<EntityId>) -> Held {
        let mut all = Held::default();
        let places = variables.iter().flat_map(|variable| held_of(cx, *variable));
        for whole in places.flat_map(|place| on_device(cx, place)) {
            if let Some(member) = Member::of(cx, &whole.0) {
                all.structs.extend(Whole::around(&member).skip(1));
            }
            all.blocks.insert(whole.block());
            all.wholes.insert(whole);
        }
        all
    }
}

/// Returns the name of an item's place, if it is not on the device although a member of its struct is.
fn missing(cx: &Context<'_>, held: &Held, place: &Place) -> Option<String> {
    let whole = Whole::of(cx, place);
    let is_struct = matches!(cx.view.class_of(&whole.0), Class::Struct | Class::Union) || place.is_part();
    match Member::of(cx, place) {
        Some(member) => {
            let shares = held.blocks.contains(&Whole(member.variable.clone()).block());
            (shares && !Whole::around(&member).any(|whole| held.wholes.contains(&whole)))
                .then(|| cx.view.place_text(&member.variable))
        }
        None if is_struct => {
            let is_held = held.wholes.contains(&whole);
            (!is_held && held.structs.contains(&whole)).then(|| cx.view.place_text(place))
        }
        None => None,
    }
}

/// Returns the parts that an item puts on the device: the named one, and the member that points to it.
fn on_device(cx: &Context<'_>, place: &Place) -> impl Iterator<Item = Whole> + use<> {
    let pointer = Member::of(cx, place).filter(|member| member.is_pointer);
    std::iter::once(Whole::of(cx, place)).chain(pointer.map(|member| Whole(member.variable)))
}

/// Returns the items of a variable that enclosing data constructs map.
pub(super) fn held_of<'a>(cx: &Context<'a>, variable: EntityId) -> impl Iterator<Item = &'a Place> + use<'a> {
    held_by(cx, cx.facts.data_around(cx.id), variable)
}

/// Returns the places of a variable that enclosing data regions unconditionally put on the device.
pub(crate) fn surely_held_of<'a>(
    cx: &Context<'a>,
    variable: EntityId,
) -> impl Iterator<Item = &'a Place> + use<'a> {
    let cx = *cx;
    let is_certain = move |id: &ConstructId| cx.clauses_of(*id).all(|clause| clause.kind != AccClause::If);
    held_by(&cx, cx.facts.data_around(cx.id).filter(is_certain), variable)
}

fn held_by<'a, R: Iterator<Item = ConstructId>>(
    cx: &Context<'a>,
    regions: R,
    variable: EntityId,
) -> impl Iterator<Item = &'a Place> + use<'a, R> {
    let facts = cx.facts;
    let items = regions.flat_map(move |id| facts.items_of(id, variable));
    items.filter(|(clause, _, _)| maps(clause)).map(|(_, _, place)| place)
}

/// Whether a clause of a data construct maps its variables.
fn maps(clause: &Clause) -> bool {
    clause.kind.creates() || clause.kind == AccClause::Present
}

/// Whether the first range of a part begins with the first element.
pub(crate) fn begins_at_zero(cx: &Context<'_>, place: &Place) -> bool {
    let first = place.steps.iter().find_map(|step| match step {
        Step::Range { start: Bound::At(start), .. } => Some(cx.view.number(*start)),
        Step::Range { start: Bound::Default, .. } => Some(Some(0)),
        Step::Index(index) => Some(cx.view.number(*index)),
        Step::Field(_) | Step::Deref(_) => None,
    });
    first.is_none_or(|start| start == Some(0))
}
