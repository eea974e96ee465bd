//! The elements that the loops of a function access, of the variables whose parts they change.
//!
//! Several checks compare them with each other, some of them for each loop of a nest, so they are gathered once.
//!
//! Gathered are variables of which a loop changes a part, with their subscripts as columns; values are computed when two elements
//! are compared. Most loops are settled by comparing each element with the first one, so that pairs are compared in few loops
//! only.

use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::Arc;

use clacc_syntax::checkpoint;

use super::constructs::Draft;
use super::cx::Cx;
use crate::program::access::{Write, WriteKind};
use crate::program::element::{Element, ElementPart, Elements, Gathering, Sum};
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Value};
use crate::program::run::Run;

/// The elements that loops other than `seq` access, and the changes of these elements.
pub(crate) struct LoopElements {
    pub(super) named: Arc<NamedElements>,
    /// The value of each subscript part, computed on demand.
    sums: Vec<OnceCell<Option<Sum>>>,
}

impl Deref for LoopElements {
    type Target = NamedElements;

    fn deref(&self) -> &NamedElements {
        &self.named
    }
}

/// The part of the elements that only depends on the set of loops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct NamedElements {
    /// The outermost loops that are not `seq`, in source order.
    runs: Vec<Run>,
    pub(crate) elements: Elements,
    /// True if the value of each element may be read there. Elements that are only assigned are not read.
    is_read: Vec<bool>,
    /// The assignments to parts of variables, and the places where their addresses are taken, in source order.
    pub(super) changes: Vec<ElementChange>,
    /// The assignments to lvalues that do not begin with a variable's name, in source order.
    pub(super) unnamed: Vec<At>,
}

/// An expression that changes an element, or lets it be changed elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ElementChange {
    /// The index of the element.
    pub(super) position: usize,
    pub(super) at: At,
    pub(super) kind: WriteKind,
    pub(super) replaces: bool,
}

impl LoopElements {
    /// Finds the elements. `known` are the elements of the declaration with other levels, if they were gathered before.
    pub(crate) fn find(cx: &Cx<'_>, draft: &mut Draft, known: Option<&Arc<NamedElements>>) -> LoopElements {
        let runs = loop_runs(draft);
        let known = known.filter(|known| known.runs == runs).cloned();
        let named = known.unwrap_or_else(|| NamedElements::find(cx, draft, runs).into());
        LoopElements { sums: vec![OnceCell::new(); named.elements.part_count()], named }
    }
}

const WRITES_BETWEEN_CHECKPOINTS: usize = 1 << 10;

impl NamedElements {
    fn find(cx: &Cx<'_>, draft: &mut Draft, runs: Vec<Run>) -> NamedElements {
        let is_part = |write: &&Write| write.target.is_none();
        let in_runs = || runs.iter().flat_map(|run| cx.writes(*run)).filter(is_part);
        let writes = || checkpoint::every(WRITES_BETWEEN_CHECKPOINTS, in_runs());
        // Whether a part of each variable is changed.
        let mut is_changed = vec![false; cx.program.entities.len()];
        writes()
            .filter_map(|write| cx.root_of(write.operand))
            .for_each(|root| is_changed[root.index() as usize] = true);
        let mut elements = Elements::default();
        if is_changed.contains(&true) {
            let gathered = draft.facts.elements.take().unwrap_or_else(|| gather(cx, draft).into());
            elements = gathered.selected(&runs, |root: EntityId| is_changed[root.index() as usize]);
            draft.facts.elements = Some(gathered);
        }
        let is_read = elements.roots().map(|root| cx.entity(root).is_object()).collect();
        let mut found = NamedElements { elements, is_read, ..NamedElements::default() };
        for write in writes() {
            found.add_change(cx, write);
        }
        NamedElements { runs, ..found }
    }

    fn add_change(&mut self, cx: &Cx<'_>, write: &Write) {
        let base = cx.root_name(write.operand);
        let position = base.map_or(self.elements.len(), |base| self.elements.positions(cx.run(base)).start);
        let is_named = position < self.elements.len() && self.get(position).operand == write.operand;
        if is_named {
            let Write { at, kind, replaces, .. } = *write;
            self.is_read[position] &= !(replaces && kind == WriteKind::Assigned);
            self.changes.push(ElementChange { position, at, kind, replaces });
        } else if cx.root_of(write.operand).is_none() {
            self.unnamed.push(write.at);
        }
    }

    pub(super) fn get(&self, position: usize) -> &Element {
        self.elements.get(position)
    }

    /// The elements in a run whose values may be read there.
    pub(super) fn read(&self, run: Run) -> impl Iterator<Item = usize> {
        self.elements.positions(run).filter(|position| self.is_read[*position])
    }

    /// The changes in a run.
    pub(super) fn changes(&self, run: Run) -> &[ElementChange] {
        run.of(&self.changes, |change| change.at)
    }

    /// The assignments to elements in a run.
    pub(super) fn assigned(&self, run: Run) -> impl Iterator<Item = &ElementChange> {
        self.changes(run).iter().filter(|change| change.kind == WriteKind::Assigned)
    }
}

impl LoopElements {
    /// The value of a subscript part.
    pub(super) fn sum(&self, cx: &Cx<'_>, part: usize) -> Option<Sum> {
        match self.elements.part(part) {
            ElementPart::Subscript(Some(at)) => *self.sums[part].get_or_init(|| cx.sum(at)),
            ElementPart::Subscript(None) => Some(Sum::constant(0)),
            _ => None,
        }
    }

    /// Returns whether two elements of one variable have equal members and subscripts.
    pub(super) fn is_same(&self, cx: &Cx<'_>, one: usize, other: usize) -> bool {
        let (one, other) = (self.elements.parts(one), self.elements.parts(other));
        one.len() == other.len() && one.zip(other).all(|(one, other)| self.is_same_part(cx, one, other))
    }

    /// Returns whether two parts are equal: their subscripts have the same spelling or the same value.
    pub(super) fn is_same_part(&self, cx: &Cx<'_>, one: usize, other: usize) -> bool {
        match (self.elements.part(one), self.elements.part(other)) {
            (ElementPart::Subscript(Some(one)), ElementPart::Subscript(Some(other)))
                if cx.is_same_word(one, other) =>
            {
                true
            }
            (ElementPart::Subscript(first), ElementPart::Subscript(second)) => {
                match (self.sum(cx, one), self.sum(cx, other), first, second) {
                    (Some(one), Some(other), _, _) => one == other,
                    (None, None, Some(one), Some(other)) => cx.same(Value::Node(one), Value::Node(other)),
                    _ => false,
                }
            }
            (ElementPart::Range, _) => false,
            (one, other) => one == other,
        }
    }

    /// Returns whether a part is a constant, or arithmetic on variables that `is_known` accepts.
    pub(super) fn part_is(&self, cx: &Cx<'_>, part: usize, is_known: &dyn Fn(EntityId) -> bool) -> bool {
        match (self.elements.part(part), self.sum(cx, part)) {
            (ElementPart::Range, _) => false,
            (ElementPart::Subscript(_), Some(sum)) => sum.variable.is_none_or(is_known),
            (ElementPart::Subscript(Some(at)), None) => cx.value_is(at, is_known),
            _ => true,
        }
    }

    /// Whether the new value of an element depends on the old one.
    pub(super) fn reads_itself(&self, cx: &Cx<'_>, change: &ElementChange) -> bool {
        let element = self.get(change.position);
        let mut others = self.read(cx.run(change.at)).filter(|other| *other != change.position);
        let is_read =
            |other: usize| self.get(other).root == element.root && self.is_same(cx, other, change.position);
        !change.replaces || others.any(is_read)
    }
}

/// The elements in the declaration of variables that are no scalars, and of variables that data clauses name or constructs map. Several
/// analyses use them.
fn gather(cx: &Cx<'_>, draft: &Draft) -> Elements {
    let entities = cx.program.entities.iter();
    let mut is_wanted: Vec<bool> = entities.map(|entity| !is_number(entity.class)).collect();
    let items = cx.clauses.iter().flat_map(|(_, clause)| clause.items());
    let named = items.filter_map(|item| item.place.as_ref());
    let attributes = draft.attributes.iter().flat_map(|(_, attributes)| &attributes.list);
    let mapped = attributes.filter(|attribute| attribute.mapping.is_some());
    for place in named.chain(mapped.map(|attribute| &attribute.place)) {
        is_wanted[place.root.index() as usize] = true;
    }
    let mut gathering = Gathering::default();
    let all = cx.program.outline.all();
    cx.gather_elements(all, &|root| is_wanted[root.index() as usize], &mut gathering);
    gathering.finish()
}

fn is_number(class: Class) -> bool {
    matches!(class, Class::Integer | Class::Real | Class::Complex)
}

/// The outermost loops that are not `seq`, in source order.
fn loop_runs(draft: &Draft) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for id in draft.ids() {
        let facts = draft.construct(id).loop_facts.as_deref();
        let run = draft.run(id);
        let is_outermost = runs.last().is_none_or(|last| last.end <= run.start);
        if is_outermost && !run.is_empty() && facts.is_some_and(|facts| facts.sequential.is_none()) {
            runs.push(run);
        }
    }
    runs
}
