//! The objects whose copies on the host and on the device are tracked: variables and members that directives name or compute constructs
//! map, and pointees that they use without a clause.

use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashMap;

use super::named_memory::{followed_members, is_pointer_without_clause, names_data, names_memory_behind};
use crate::acc::facts::{AccFacts, DataMapping, Given, Rule};
use crate::program::View;
use crate::program::element::ElementPart;
use crate::program::entity::{Class, StorageDuration};
use crate::program::item::{Bounds, ItemParts};
use crate::program::place::{EntityId, Place, Step, Via};

/// The index of an object among those of a function.
pub(super) type ObjectId = usize;

/// An object of a function.
pub(super) struct Object {
    /// The variable or member.
    pub(super) place: Place,
    /// The kind of storage.
    pub(super) kind: ObjectKind,
    /// True if other functions can access it without getting its address from this one.
    pub(super) is_outside: bool,
    /// True if each execution of the block that declares it creates it anew.
    pub(super) begins_here: bool,
    /// Whether a `declare` at file scope has put it on the device.
    pub(super) is_declared: bool,
    /// True if the function uses it in ways that are not tracked, so that there are no findings about it.
    pub(super) is_lost: bool,
    /// True if a data clause names a part that does not begin with its first element, so that it may be present in part.
    pub(super) is_in_parts: bool,
}

impl Object {
    /// Returns whether the copies of the object are tracked.
    pub(super) fn is_followed(&self) -> bool {
        !self.is_lost && !self.is_in_parts
    }
}

/// The kind of storage of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectKind {
    /// The pointee of a pointer.
    Target,
    /// The elements of an array.
    Array,
    /// One value.
    Value,
}

/// The part of an object that a name with subscripts and members denotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedPart {
    /// The pointer or array itself, without its elements.
    Bare,
    /// Its elements, or its value.
    Data,
    /// A pointee of one of its elements, or a part that is not tracked.
    Behind,
}

/// The objects of a function.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) list: Vec<Object>,
    by_place: FxHashMap<Place, ObjectId>,
    /// The objects of each variable, by the index of the variable. Variables after the last one with objects are missing.
    by_root: Vec<Vec<ObjectId>>,
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

impl Objects {
    /// The objects of a function: those that data clauses and `update` name, and those that compute constructs map by
    /// rule.
    pub(super) fn find(view: View<'_>, facts: &AccFacts, declared: &[EntityId]) -> Objects {
        let mut objects = HalfDone::<Objects>::default();
        let manages_memory = names_memory_behind(facts);
        let (mut lost, mut in_parts) = (Vec::new(), Vec::new());
        for (_, construct) in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, facts.constructs.iter()) {
            let clauses = construct.clauses.iter().filter_map(|clause| facts.clauses.get(*clause));
            for clause in clauses.filter(|clause| names_data(clause.kind)) {
                let items = clause.items().iter().filter_map(|item| Some((item, item.place.as_ref()?)));
                for (item, place) in items {
                    objects.add(view, place.without_ranges());
                    let is_lost = matches!(clause.kind, AccClause::Deviceptr | AccClause::UseDevice);
                    let is_declared = construct.written != construct.kind
                        || matches!(clause.kind, AccClause::DeviceResident | AccClause::Link)
                        || matches!(clause.kind, AccClause::Attach | AccClause::Detach);
                    let is_part =
                        construct.kind != AccDirective::Update && !begins_at_first(view, &item.written);
                    if is_lost || is_declared {
                        lost.push(place.root);
                    }
                    if is_part {
                        in_parts.push(place.without_ranges());
                    }
                }
            }
            if construct.is_compute() {
                let is_followed = |given: &Given<DataMapping>| {
                    given.kind != DataMapping::Nomap && given.reason.rule != Rule::KernelsScalarCopy
                };
                let attributes = construct.attributes.iter();
                let mapped = attributes.filter(|each| each.mapping.as_ref().is_some_and(is_followed));
                mapped.for_each(|attribute| objects.add(view, attribute.place.clone()));
                if manages_memory {
                    let attributes = construct.attributes.iter();
                    let unnamed = attributes.filter(|each| is_pointer_without_clause(view, each));
                    unnamed.for_each(|attribute| objects.add(view, attribute.place.clone()));
                    let members = followed_members(view, construct.run());
                    members.into_iter().for_each(|member| objects.add(view, member));
                }
            }
        }
        lost.into_iter().for_each(|root| objects.lose_root(root));
        for place in in_parts {
            if let Some(id) = objects.by_place.get(&place).copied() {
                objects.list[id].is_in_parts = true;
            }
        }
        for object in &mut objects.list {
            object.is_declared = declared.binary_search(&object.place.root).is_ok()
                && object.place.is_whole()
                && object.kind != ObjectKind::Target;
        }
        objects.finish()
    }

    fn add(&mut self, view: View<'_>, place: Place) {
        let entity = view.entity(place.root);
        let is_plain = |step: &Step| matches!(step, Step::Field(_) | Step::Deref(Via::Pointer));
        if !entity.is_object() || self.by_place.contains_key(&place) {
            return;
        }
        let class = view.class_of(&place);
        let kind = match class {
            Class::Pointer => ObjectKind::Target,
            Class::Array => ObjectKind::Array,
            _ => ObjectKind::Value,
        };
        let is_number = matches!(class, Class::Integer | Class::Real | Class::Complex);
        let is_followed = (kind != ObjectKind::Value || is_number)
            && place.steps.iter().all(is_plain)
            && !view.is_volatile(place.root)
            && entity.duration != StorageDuration::Thread;
        let id = self.list.len();
        let is_automatic = entity.duration == StorageDuration::Automatic;
        let is_behind = place.leads_through_pointer();
        let is_outside = is_behind || !is_automatic && entity.scope.is_none();
        let begins_here = is_automatic && entity.scope.is_some() && !is_behind;
        self.by_place.insert(place.clone(), id);
        let root = place.root.index() as usize;
        if self.by_root.len() <= root {
            self.by_root.resize_with(root + 1, Vec::new);
        }
        self.by_root[root].push(id);
        self.list.push(Object {
            place,
            kind,
            is_outside,
            begins_here,
            is_declared: false,
            is_lost: !is_followed,
            is_in_parts: false,
        });
    }

    /// Stops tracking the objects of a variable.
    pub(super) fn lose_root(&mut self, root: EntityId) {
        for id in self.of_root(root).to_vec() {
            self.list[id].is_lost = true;
        }
    }

    /// The object that a list item names, if its copies are tracked.
    pub(super) fn named(&self, place: &Place) -> Option<ObjectId> {
        self.of_place(place).filter(|id| self.list[*id].is_followed())
    }

    /// The object that a list item names.
    pub(super) fn of_place(&self, place: &Place) -> Option<ObjectId> {
        self.by_place.get(&place.without_ranges()).copied()
    }

    /// Whether there are objects of a variable.
    pub(super) fn has_root(&self, root: EntityId) -> bool {
        !self.of_root(root).is_empty()
    }

    /// The objects whose places begin with a variable.
    pub(super) fn of_root(&self, root: EntityId) -> &[ObjectId] {
        self.by_root.get(root.index() as usize).map_or(&[], Vec::as_slice)
    }

    /// The object that a variable with these subscripts and members denotes, and the part of it.
    pub(super) fn selected(&self, root: EntityId, parts: &[ElementPart]) -> Option<(ObjectId, NamedPart)> {
        let steps = |id: &ObjectId| self.list[*id].place.steps.len();
        let fits = |id: &&ObjectId| begins_with(parts, &self.list[**id].place.steps);
        let id = *self.of_root(root).iter().filter(fits).max_by_key(|id| steps(id))?;
        Some((id, selection(self.list[id].kind, &parts[steps(&id)..])))
    }
}

/// Whether the elements of a list item begin with the first one of each dimension.
pub(super) fn begins_at_first(view: View<'_>, item: &ItemParts) -> bool {
    item.selections.iter().all(|selection| match selection.bounds {
        Bounds::Index(at) => view.constant(at) == Some(0),
        Bounds::Range { start, .. } => start.is_none_or(|start| view.constant(start) == Some(0)),
    })
}

fn begins_with(parts: &[ElementPart], steps: &[Step]) -> bool {
    let fits = |(part, step): (&ElementPart, &Step)| match (part, step) {
        (ElementPart::Field(part), Step::Field(step)) => part == step,
        (ElementPart::Target, Step::Deref(_)) => true,
        _ => false,
    };
    parts.len() >= steps.len() && parts.iter().zip(steps).all(fits)
}

/// The part of an object that the remaining subscripts and members denote.
fn selection(kind: ObjectKind, rest: &[ElementPart]) -> NamedPart {
    let is_subscript = |part: &ElementPart| matches!(part, ElementPart::Subscript(_));
    let is_field = |part: &ElementPart| matches!(part, ElementPart::Field(_));
    match (kind, rest) {
        (ObjectKind::Value, []) => NamedPart::Data,
        (ObjectKind::Target | ObjectKind::Array, []) => NamedPart::Bare,
        (ObjectKind::Target, [ElementPart::Target, fields @ ..]) if fields.iter().all(is_field) => {
            NamedPart::Data
        }
        (ObjectKind::Target | ObjectKind::Array, [first, ..]) if is_subscript(first) => {
            let mut behind = rest.iter().skip_while(|part| is_subscript(part));
            if behind.all(is_field) { NamedPart::Data } else { NamedPart::Behind }
        }
        _ => NamedPart::Behind,
    }
}
