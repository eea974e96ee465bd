//! The elements and members of variables that a part of a program names, and the loops around each of them.
//!
//! They are gathered in one pass and kept as columns, for analyses that compare many of them with each other.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::checkpoint;

use super::place::{At, EntityId};
use super::run::Run;

/// The elements that some runs of nodes name, in source order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Elements {
    rows: Vec<Element>,
    /// The parts of all elements, one element's after the other's.
    parts: Vec<ElementPart>,
    /// The loops in these runs, and perhaps around them, that count one variable, in source order. Selections share them.
    loops: Arc<[CountingLoop]>,
}

/// A place where the program names a variable, or a part of one, in an operand that is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// The name of the variable.
    pub name: At,
    /// The expression that names the whole part, without the parentheses around it.
    pub operand: At,
    /// The variable.
    pub root: EntityId,
    /// True if a subscript is among its parts.
    pub has_subscript: bool,
    first_part: u32,
    innermost: Option<u32>,
}

/// A step from a variable or a part of it to a further part. The dereference of a pointer before a subscript is no separate step, because
/// the types imply it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementPart {
    /// A member.
    Field(Name),
    /// The pointee of a pointer, before a member of it.
    Target,
    /// One element of a dimension, by the expression in its subscript; none for the first element, which `*` selects.
    Subscript(Option<At>),
    /// Several elements of a dimension.
    Range,
}

/// A value that is the sum of a variable and a constant, or a constant alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The variable.
    pub variable: Option<EntityId>,
    /// The constant.
    pub distance: i64,
}

impl Sum {
    /// A constant.
    pub const fn constant(distance: i64) -> Sum {
        Sum { variable: None, distance }
    }

    /// The variable, if nothing is added to it.
    pub fn alone(self) -> Option<EntityId> {
        self.variable.filter(|_| self.distance == 0)
    }
}

/// A loop that counts a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountingLoop {
    /// The loop.
    pub at: At,
    /// The variable.
    pub control: EntityId,
    /// The first value that it gives the variable.
    pub first: Option<At>,
    /// The first value as a sum, if it is one.
    pub start: Option<Sum>,
    /// Whether it counts in steps of 1 or -1.
    pub has_unit_step: bool,
    outer: Option<u32>,
}

impl CountingLoop {
    /// A loop that counts a variable, from a first value where that is known.
    pub fn new(at: At, control: EntityId, first: Option<At>, start: Option<Sum>) -> CountingLoop {
        CountingLoop { at, control, first, start, has_unit_step: false, outer: None }
    }
}

impl Elements {
    /// Frees unused capacity of the columns.
    fn shrink_to_fit(&mut self) {
        self.rows.shrink_to_fit();
        self.parts.shrink_to_fit();
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The variable of each element, in source order.
    pub fn roots(&self) -> impl Iterator<Item = EntityId> {
        self.rows.iter().map(|element| element.root)
    }

    /// An element, by its position.
    pub fn get(&self, position: usize) -> &Element {
        &self.rows[position]
    }

    /// The number of parts of all elements.
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// A part, by its position.
    pub fn part(&self, position: usize) -> ElementPart {
        self.parts[position]
    }

    /// The positions of the parts of an element, outermost first.
    pub fn parts(&self, position: usize) -> std::ops::Range<usize> {
        let next = self.rows.get(position + 1);
        let end = next.map_or(self.parts.len(), |next| next.first_part as usize);
        self.rows[position].first_part as usize..end
    }

    /// The parts of an element, outermost first.
    pub fn all_parts(&self, position: usize) -> &[ElementPart] {
        &self.parts[self.parts(position)]
    }

    /// The elements whose names are in one of these sorted runs and whose variables `is_wanted` accepts.
    pub fn selected(&self, runs: &[Run], is_wanted: impl Fn(EntityId) -> bool) -> Elements {
        let mut found = Elements { loops: Arc::clone(&self.loops), ..Elements::default() };
        let positions = runs.iter().flat_map(|run| self.positions(*run));
        for position in checkpoint::every(checkpoint::STRIDE, positions) {
            let element = self.rows[position];
            if is_wanted(element.root) {
                let first_part = found.parts.len() as u32;
                found.rows.push(Element { first_part, ..element });
                found.parts.extend_from_slice(self.all_parts(position));
            }
        }
        found.shrink_to_fit();
        found
    }

    /// The positions of the elements whose names lie in a run.
    pub fn positions(&self, run: Run) -> std::ops::Range<usize> {
        let start = self.rows.partition_point(|element| element.name < run.start);
        let length = self.rows[start..].partition_point(|element| element.name < run.end);
        start..start + length
    }

    /// The loops around an element that lie in a run, innermost first.
    pub fn loops_around(&self, position: usize, run: Run) -> impl Iterator<Item = &CountingLoop> {
        let outer = |index: u32| Some(&self.loops[index as usize]);
        let innermost = self.rows[position].innermost.and_then(outer);
        let around = std::iter::successors(innermost, move |each| each.outer.and_then(outer));
        around.take_while(move |each| run.contains(each.at))
    }

    /// The innermost loop around an element that is in a run and counts this variable.
    pub fn loop_of(&self, position: usize, run: Run, variable: EntityId) -> Option<&CountingLoop> {
        self.loops_around(position, run).find(|each| each.control == variable)
    }
}

/// Gathers elements in source order.
#[derive(Debug, Default)]
pub struct Gathering {
    found: Elements,
    loops: Vec<CountingLoop>,
    /// The loops around the current node, outermost first, with their ends.
    open: Vec<(u32, At)>,
}

impl Gathering {
    /// Adds the next loop, which ends before `end`.
    pub fn enter(&mut self, counting: CountingLoop, end: At) {
        let outer = self.innermost_at(counting.at);
        self.open.push((self.loops.len() as u32, end));
        self.loops.push(CountingLoop { outer, ..counting });
    }

    /// Adds the next name of a variable. [`Gathering::select`] adds the parts to it.
    pub fn name(&mut self, name: At, root: EntityId) {
        let innermost = self.innermost_at(name);
        let first_part = self.found.parts.len() as u32;
        let element = Element { name, operand: name, root, has_subscript: false, first_part, innermost };
        self.found.rows.push(element);
    }

    /// Adds a part to the last name, which this expression selects.
    pub fn select(&mut self, operand: At, part: ElementPart) {
        if let Some(element) = self.found.rows.last_mut() {
            element.operand = operand;
            element.has_subscript |= matches!(part, ElementPart::Subscript(_));
            self.found.parts.push(part);
        }
    }

    /// Removes a subscript that was added for `*`: `(*p).x` is the member `x` of the pointee, as `p->x` is.
    pub fn unselect(&mut self) {
        self.found.parts.pop();
        if let Some(element) = self.found.rows.last_mut() {
            let parts = &self.found.parts[element.first_part as usize..];
            element.has_subscript = parts.iter().any(|part| matches!(part, ElementPart::Subscript(_)));
        }
    }

    /// The gathered elements.
    pub fn finish(mut self) -> Elements {
        self.found.shrink_to_fit();
        self.found.loops = self.loops.into();
        self.found
    }

    fn innermost_at(&mut self, at: At) -> Option<u32> {
        while self.open.pop_if(|(_, end)| *end <= at).is_some() {}
        self.open.last().map(|(index, _)| *index)
    }
}
