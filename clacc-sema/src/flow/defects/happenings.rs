//! The uses of objects in a function outside of directives, in the order of execution within a statement.

use std::sync::Arc;

use clacc_syntax::checkpoint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::data_objects::{NamedPart, Object, ObjectId, ObjectKind, Objects};
use super::pragma_runs::pragma_runs;
use crate::acc::facts::AccFacts;
use crate::program::View;
use crate::program::access::{Call, Write, WriteKind};
use crate::program::element::{Elements, Gathering};
use crate::program::entity::Class;
use crate::program::place::{At, EntityId};
use crate::program::run::{Run, Runs};

/// An event: a use of an object, or a call.
#[derive(Clone, Copy)]
pub(super) struct Happening<'a> {
    /// The node at which it happens, and whether it follows other events at this node.
    pub(super) when: (At, bool),
    /// The kind of the event.
    pub(super) kind: EventKind<'a>,
}

/// The kind of an event.
#[derive(Clone, Copy)]
pub(super) enum EventKind<'a> {
    /// A read of elements or of a value: the object, and the index of the name among the gathered ones.
    Read(ObjectId, usize),
    /// A write of elements or of a value.
    Written(ObjectId, usize),
    /// A possible read and write of the object.
    Touched(ObjectId),
    /// An assignment to the pointer of the object; the flag is true if the new value is memory allocated here.
    Pointed(ObjectId, bool),
    /// The object is passed to a function outside the library.
    Passed(ObjectId),
    /// The object is passed to `free`.
    Freed(ObjectId, At),
    /// A call of a function.
    Called(&'a Call),
}

/// The events of a function in order, and the names in them.
pub(super) struct Happenings<'a> {
    pub(super) list: Vec<Happening<'a>>,
    pub(super) elements: Arc<Elements>,
}

impl Happening<'_> {
    fn order(&self) -> u64 {
        let (at, is_behind) = self.when;
        u64::from(at.index()) << 1 | u64::from(is_behind)
    }
}

/// Merges events at their names, which are in order, with events after expressions.
fn in_order<'a>(found: Vec<Happening<'a>>, mut behind: Vec<Happening<'a>>) -> Vec<Happening<'a>> {
    behind.sort_by_key(Happening::order);
    let mut list = Vec::with_capacity(found.len() + behind.len());
    let mut behind = behind.into_iter().peekable();
    for event in found {
        while let Some(before) = behind.next_if(|other| other.order() < event.order()) {
            list.push(before);
        }
        list.push(event);
    }
    list.extend(behind);
    list
}

/// The names of a function that belong to variables with objects.
fn gather(view: View<'_>, objects: &Objects) -> Elements {
    let mut gathering = Gathering::default();
    view.gather_elements(view.program.outline.all(), &|root| objects.has_root(root), &mut gathering);
    gathering.finish()
}

impl<'a> Happenings<'a> {
    /// The events of a function. Objects that are used in other ways are marked as lost.
    pub(super) fn find(view: View<'a>, facts: &AccFacts, objects: &mut Objects) -> Happenings<'a> {
        let elements = facts.elements.clone().unwrap_or_else(|| gather(view, objects).into());
        let mut finder = Finder::new(view, facts, objects);
        for (position, root) in checkpoint::every(OBJECTS_BETWEEN_CHECKPOINTS, elements.roots().enumerate()) {
            if finder.objects.has_root(root) {
                finder.name(&elements, position);
            }
        }
        finder.allocations();
        finder.calls();
        let list = in_order(finder.found, finder.behind);
        Happenings { list, elements }
    }

    /// The events in a run of nodes.
    pub(super) fn within(&self, run: Run) -> &[Happening<'a>] {
        run.of(&self.list, |event| event.when.0)
    }
}

const NAMES_BETWEEN_CHECKPOINTS: usize = 1 << 11;

/// A struct may have many members that are objects, each of which is processed.
const OBJECTS_BETWEEN_CHECKPOINTS: usize = 1 << 6;

struct Finder<'a, 'b> {
    view: View<'a>,
    objects: &'b mut Objects,
    /// The assignments by their operands.
    writes: FxHashMap<At, &'a Write>,
    addressed: FxHashSet<At>,
    directives: Runs,
    /// The events at names, in order.
    found: Vec<Happening<'a>>,
    /// The events after expressions.
    behind: Vec<Happening<'a>>,
}

impl<'a, 'b> Finder<'a, 'b> {
    fn new(view: View<'a>, facts: &AccFacts, objects: &'b mut Objects) -> Self {
        let (mut writes, mut addressed) = (FxHashMap::default(), FxHashSet::default());
        let writes_of_all = view.writes(view.program.outline.all());
        for write in checkpoint::every(NAMES_BETWEEN_CHECKPOINTS, writes_of_all) {
            match write.kind {
                WriteKind::Assigned => drop(writes.insert(write.operand, write)),
                WriteKind::AddressTaken => drop(addressed.insert(write.operand)),
            }
        }
        let directives = pragma_runs(view, facts.of_directive.iter().map(|(directive, _)| directive));
        Finder { view, objects, writes, addressed, directives, found: Vec::new(), behind: Vec::new() }
    }

    fn add(&mut self, at: At, kind: EventKind<'a>) {
        self.found.push(Happening { when: (at, false), kind });
    }

    /// Adds an event that follows all events in an expression.
    fn add_behind(&mut self, expression: At, kind: EventKind<'a>) {
        let last = At::new(self.view.program.outline.end(expression).index() - 1);
        self.behind.push(Happening { when: (last, true), kind });
    }

    fn name(&mut self, elements: &Elements, position: usize) {
        let element = *elements.get(position);
        if self.directives.contain(element.name) {
            return;
        }
        let parts = elements.all_parts(position);
        let Some((object, selection)) = self.objects.selected(element.root, parts) else {
            return self.outer(element.root, element.operand);
        };
        let is_addressed = self.addressed.contains(&element.operand);
        let class = if parts.is_empty() { Class::Integer } else { self.view.class_at(element.operand) };
        match selection {
            NamedPart::Data if matches!(class, Class::Pointer | Class::Unknown) => {
                self.objects.list[object].is_lost = true;
            }
            _ if is_addressed || selection == NamedPart::Bare || class == Class::Array => {
                self.bare(object, element.operand, is_addressed);
            }
            NamedPart::Behind => self.add(element.name, EventKind::Touched(object)),
            _ => self.data(object, element.operand, position, element.name),
        }
    }

    fn data(&mut self, object: ObjectId, operand: At, position: usize, name: At) {
        let Some(write) = self.writes.get(&operand).copied() else {
            return self.add(name, EventKind::Read(object, position));
        };
        if !write.replaces {
            self.add(name, EventKind::Read(object, position));
        }
        self.add_behind(write.at, EventKind::Written(object, position));
    }

    /// Records the use of a whole variable with members that are objects.
    fn outer(&mut self, root: EntityId, operand: At) {
        let is_changed = self.writes.contains_key(&operand) || self.addressed.contains(&operand);
        let call = self.call_around(operand);
        for object in self.objects.of_root(root).to_vec() {
            match call {
                Some(_) => self.add_behind_call(call, EventKind::Passed(object)),
                None if is_changed => self.objects.list[object].is_lost = true,
                None => {}
            }
        }
    }

    fn add_behind_call(&mut self, call: Option<&Call>, kind: EventKind<'a>) {
        if let Some(call) = call {
            self.add_behind(call.at, kind);
        }
    }

    /// Records the use of a pointer or array without its elements.
    fn bare(&mut self, object: ObjectId, operand: At, is_addressed: bool) {
        if let Some(write) = self.writes.get(&operand).copied() {
            let value = At::new(self.view.program.outline.end(operand).index());
            let is_new = write.replaces && self.view.is_allocation(value);
            return self.add_behind(write.at, EventKind::Pointed(object, is_new));
        }
        if let Some(call) = self.call_around(operand) {
            return self.argument(object, operand, call, is_addressed);
        }
        if !self.view.is_tested_or_returned(operand) {
            self.objects.list[object].is_lost = true;
        }
    }

    /// The innermost call with an argument that contains the node.
    fn call_around(&self, at: At) -> Option<&'a Call> {
        let view = self.view;
        let mut around = std::iter::once(at).chain(view.program.outline.ancestors(at));
        around.find_map(|around| {
            let calls = view.calls(Run::new(around, around.next())).as_slice();
            calls
                .first()
                .filter(|call| call.arguments.iter().any(|argument| view.run(*argument).contains(at)))
        })
    }

    fn argument(&mut self, object: ObjectId, operand: At, call: &'a Call, is_addressed: bool) {
        let view = self.view;
        let library = call.callee.filter(|callee| view.is_library_function(*callee));
        let Some(library) = library else {
            return self.add_behind(call.at, EventKind::Passed(object));
        };
        match view.text(view.name(library)) {
            "free" if !is_addressed => self.add_behind(call.at, EventKind::Freed(object, operand)),
            "printf" | "fprintf" => {}
            "realloc" => self.objects.list[object].is_lost = true,
            _ => self.add_behind(call.at, EventKind::Touched(object)),
        }
    }

    /// Adds the events for pointers that are initialised, with new memory or another value.
    fn allocations(&mut self) {
        for object in 0..self.objects.list.len() {
            let Object { place, kind, .. } = &self.objects.list[object];
            let is_pointer = *kind == ObjectKind::Target && place.is_whole();
            let first = self.view.initial_value(place.root).filter(|_| is_pointer);
            if let Some(value) = first {
                let is_new = self.view.is_allocation(value);
                self.add_behind(value, EventKind::Pointed(object, is_new));
            }
        }
    }

    fn calls(&mut self) {
        for call in self.view.calls(self.view.program.outline.all()) {
            self.add_behind(call.at, EventKind::Called(call));
        }
    }
}
