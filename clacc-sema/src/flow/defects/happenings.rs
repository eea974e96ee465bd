//! What a function does with its objects outside of directives, in the order in which it happens within a statement.

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

/// Something that happens.
#[derive(Clone, Copy)]
pub(super) struct Happening<'a> {
    /// The node with which it has happened, and whether it follows what else happens there.
    pub(super) when: (At, bool),
    /// What happens.
    pub(super) kind: EventKind<'a>,
}

/// What happens.
#[derive(Clone, Copy)]
pub(super) enum EventKind<'a> {
    /// Elements are read, or a value is: the object, and the name among the gathered ones.
    Read(ObjectId, usize),
    /// They are written.
    Written(ObjectId, usize),
    /// They may be read and written.
    Touched(ObjectId),
    /// A pointer gets another value; memory that is allocated here, if the second one holds.
    Pointed(ObjectId, bool),
    /// A function outside the library gets the object.
    Passed(ObjectId),
    /// `free` gets it.
    Freed(ObjectId, At),
    /// A function is called.
    Called(&'a Call),
}

/// The events of a function in order, and the names they are about.
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

/// Events that happen with their names, which are in order, and events that happen behind expressions.
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

/// What a function names of the variables with objects.
fn gather(view: View<'_>, objects: &Objects) -> Elements {
    let mut gathering = Gathering::default();
    view.gather_elements(view.program.outline.all(), &|root| objects.has_root(root), &mut gathering);
    gathering.finish()
}

impl<'a> Happenings<'a> {
    /// The events of a function. Objects that are named in other ways are lost.
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

    /// Those in a run of nodes.
    pub(super) fn within(&self, run: Run) -> &[Happening<'a>] {
        run.of(&self.list, |event| event.when.0)
    }
}

const NAMES_BETWEEN_CHECKPOINTS: usize = 1 << 11;

/// A struct may have many members that are objects, of which each is looked at.
const OBJECTS_BETWEEN_CHECKPOINTS: usize = 1 << 6;

struct Finder<'a, 'b> {
    view: View<'a>,
    objects: &'b mut Objects,
    /// The assignments by their operands, and the operands of which addresses are taken.
    writes: FxHashMap<At, &'a Write>,
    addressed: FxHashSet<At>,
    directives: Runs,
    /// What happens with names, in order.
    found: Vec<Happening<'a>>,
    /// What happens behind expressions.
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

    /// Adds what happens when everything in an expression has happened.
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

    /// Notes the use of a variable as a whole of which members are objects.
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

    /// Notes the use of a pointer or array without its elements.
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

    /// The innermost call that a node is an argument of, or a part of one.
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

    /// Adds the memory with which pointers are initialised.
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
