//! Finds gang loops of one construct that use elements which another of them changes.
//!
//! Gangs do not wait for each other between two loops of a `parallel` construct (OpenACC 3.4 2.9.2), so an element
//! that one gang writes in the first loop may not be there when another gang reads it in the second one. What is
//! reported are elements of which this is certain: one loop goes over a dimension with its control variable, and
//! the other one names a neighbour, or the whole dimension, in each of its iterations.

use std::ops::Range;

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::element_places::{element_at, loops_around};
use super::element_races::{is_own, is_shared_by_gangs};
use super::facts::ConstructId;
use super::findings::Findings;
use crate::program::access::{Write, WriteKind};
use crate::program::loops::Control;
use crate::program::place::{At, EntityId, Place, Step, Value};
use crate::program::run::Run;

/// How many elements of a loop are compared with those of another one.
const COMPARED: usize = 32;
/// How many loops behind a loop are compared with it.
const FOLLOWING: usize = 4;
/// How far elements may be apart to count as neighbours. Elements further away may be other parts of an array.
const NEIGHBOURS: Range<i128> = 0..9;

/// Warns about each array that one gang loop of a construct changes and another one reads.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let loops = draft.loops_by_compute();
    let is_parallel = |id: &ConstructId| draft.construct(*id).kind == AccDirective::Parallel;
    for compute in draft.ids().filter(is_parallel) {
        let Some(loops) = loops.get(&compute) else { continue };
        let is_outer = |id: &ConstructId| is_outer_gang_loop(draft, *id, compute);
        let gang_loops: Vec<ConstructId> = loops.iter().copied().filter(is_outer).collect();
        if gang_loops.len() > 1 {
            let accesses: Vec<_> =
                gang_loops.iter().map(|id| SharedLoop::new(cx, draft, *id, compute, Reads::All)).collect();
            check_loops(cx, &accesses, report);
        }
    }
}

/// Whether several gangs share a loop that lies in no other loop of theirs.
fn is_outer_gang_loop(draft: &Draft, id: ConstructId, compute: ConstructId) -> bool {
    let is_gang_loop = |id: ConstructId| {
        let facts = draft.construct(id).loop_facts.as_ref();
        facts.is_some_and(|facts| facts.sequential.is_none() && is_shared_by_gangs(draft, facts, compute))
    };
    is_gang_loop(id) && !draft.enclosing_loops(id).any(is_gang_loop)
}

/// Compares each loop with those behind it, and reports an array once for the construct.
fn check_loops(cx: &Cx<'_>, loops: &[SharedLoop], report: &mut Findings) {
    let mut seen = FxHashSet::default();
    let pairs = loops.iter().enumerate().flat_map(|(index, first)| {
        loops[index + 1..].iter().take(FOLLOWING).map(move |second| (first, second))
    });
    for (first, second) in pairs {
        for (before, after) in
            first.accesses.iter().flat_map(|one| second.accesses.iter().map(move |two| (one, two)))
        {
            let is_race = before.is_write != after.is_write && before.place.root == after.place.root;
            if is_race && !seen.contains(&before.place.root) && meet(cx, (first, before), (second, after)) {
                seen.insert(before.place.root);
                report_array(cx, (second, after), before, report);
            }
        }
    }
}

/// An element that a loop names.
pub(super) struct Access {
    pub(super) at: At,
    pub(super) place: Place,
    pub(super) is_write: bool,
}

/// Which elements that a loop reads are gathered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// Those of every array.
    All,
    /// Those of the arrays that it changes.
    OfChanged,
}

/// A loop that is shared, with the elements that it names.
pub(super) struct SharedLoop {
    pub(super) run: Run,
    pub(super) directive: DirectiveId,
    /// The loops that are shared, with their control variables.
    shared: Vec<(At, EntityId)>,
    pub(super) accesses: Vec<Access>,
    /// The variables that it changes.
    changed: FxHashSet<EntityId>,
}

impl SharedLoop {
    pub(super) fn new(
        cx: &Cx<'_>,
        draft: &Draft,
        id: ConstructId,
        compute: ConstructId,
        reads: Reads,
    ) -> SharedLoop {
        let construct = draft.construct(id);
        let control = |at: &At| match cx.control(*at) {
            Control::Variable { entity, .. } => Some((*at, entity)),
            _ => None,
        };
        let loops = construct.loop_facts.as_ref().map_or(&[][..], |facts| &facts.loops);
        SharedLoop {
            run: construct.run(),
            directive: construct.directive,
            shared: loops.iter().filter_map(control).collect(),
            accesses: accesses(cx, draft, id, compute, reads),
            changed: cx.writes(construct.run()).filter_map(|write| write.target).collect(),
        }
    }

    /// The loop around an access that counts a variable.
    fn loop_of(&self, cx: &Cx<'_>, access: &Access, variable: EntityId) -> Option<At> {
        let mut loops = loops_around(cx, access.at, self.run);
        loops.find(|(_, control)| *control == variable).map(|(at, _)| at)
    }

    fn is_shared(&self, variable: EntityId) -> bool {
        self.shared.iter().any(|(_, control)| *control == variable)
    }
}

/// The first elements that a loop names of arrays that all gangs share: those that it changes before those that it
/// reads.
fn accesses(cx: &Cx<'_>, draft: &Draft, id: ConstructId, compute: ConstructId, reads: Reads) -> Vec<Access> {
    let run = draft.run(id);
    let mut known: FxHashMap<EntityId, bool> = FxHashMap::default();
    let mut is_element = |place: &Place| {
        let is_shared = || !is_own(cx, draft, id, place.root) && !is_own(cx, draft, compute, place.root);
        place.steps.iter().any(|step| matches!(step, Step::Index(_)))
            && *known.entry(place.root).or_insert_with(is_shared)
    };
    let written = assigned(cx, run).filter(|(_, place)| is_element(place));
    let written = written.map(|(write, place)| Access { at: write.operand, place, is_write: true });
    let mut found: Vec<Access> = written.take(COMPARED).collect();
    if found.len() < COMPARED {
        let changed: FxHashSet<EntityId> = found.iter().map(|access| access.place.root).collect();
        let is_wanted = |root| reads == Reads::All || changed.contains(&root);
        let replaced = replaced(cx, run);
        let names = cx
            .mentions(run)
            .filter(|mention| is_wanted(mention.place.root) && !replaced.contains(&mention.at));
        let places = names.filter_map(|name| Some((name.at, element_at(cx, name.at)?)));
        let read = places.filter(|(_, place)| is_element(place));
        let read = read.map(|(at, place)| Access { at, place, is_write: false });
        found.extend(read.take(COMPARED - found.len()));
    }
    found
}

/// The assignments in a run that are to a part of a variable or behind a pointer.
fn assigned<'c>(cx: &'c Cx<'_>, run: Run) -> impl Iterator<Item = (&'c Write, Place)> {
    let is_assigned = |write: &&Write| write.target.is_none() && write.kind == WriteKind::Assigned;
    cx.writes(run).filter(is_assigned).filter_map(|write| Some((write, cx.place_of(write.operand)?)))
}

/// The names that a run only writes to.
fn replaced(cx: &Cx<'_>, run: Run) -> FxHashSet<At> {
    let replaced = assigned(cx, run).filter(|(write, _)| write.replaces);
    let name = |(write, place): (&Write, Place)| {
        let mut names = cx.mentions(cx.run(write.operand));
        Some(names.find(|mention| mention.place.root == place.root)?.at)
    };
    replaced.filter_map(name).collect()
}

/// How the subscripts of two accesses in one dimension are related.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// Different iterations of the loop that counts this variable use the same element.
    Crosses(EntityId),
    /// They use the same element, if they are the same iteration of the loop that counts the variable.
    Agrees(Option<EntityId>),
    /// It is not known.
    Unknown,
}

/// Whether different iterations certainly use the same element: they cross in a dimension, and no other dimension
/// asks for the same iteration.
pub(super) fn meet(cx: &Cx<'_>, one: (&SharedLoop, &Access), other: (&SharedLoop, &Access)) -> bool {
    let (first, second) = (&one.1.place.steps, &other.1.place.steps);
    let (mut crossed, mut agreed) = (Vec::new(), Vec::new());
    let is_known = first.len() == second.len()
        && first.iter().zip(second).all(|steps| match steps {
            (Step::Index(left), Step::Index(right)) => match relate(cx, (one, *left), (other, *right)) {
                Relation::Crosses(variable) => {
                    crossed.push(variable);
                    true
                }
                Relation::Agrees(variable) => {
                    agreed.extend(variable);
                    true
                }
                Relation::Unknown => false,
            },
            (left, right) => left == right,
        });
    is_known && crossed.iter().any(|variable| !agreed.contains(variable))
}

type Subscript<'l> = ((&'l SharedLoop, &'l Access), Value);

fn relate(cx: &Cx<'_>, one: Subscript<'_>, other: Subscript<'_>) -> Relation {
    match (crossing(cx, one, other), crossing(cx, other, one)) {
        (Some(relation), _) | (None, Some(relation)) => relation,
        (None, None) if starts_alike(cx, one, other) => Relation::Agrees(None),
        (None, None) if cx.same(one.1, other.1) && is_steady(cx, one) && is_steady(cx, other) => {
            Relation::Agrees(None)
        }
        (None, None) => Relation::Unknown,
    }
}

/// How a subscript is related to the control variable of the other loop; none if the other one is not that.
fn crossing(cx: &Cx<'_>, ((gangs, access), value): Subscript<'_>, other: Subscript<'_>) -> Option<Relation> {
    let (Some(variable), 0) = cx.as_sum(value)? else { return None };
    if !gangs.is_shared(variable) {
        return None;
    }
    let ((loop_of_other, other_access), other_value) = other;
    let counted = gangs.loop_of(cx, access, variable)?;
    let start = cx.as_sum(Value::Node(cx.first_value(counted)?));
    if !cx.has_unit_step(counted) {
        return Some(Relation::Unknown);
    }
    Some(match (cx.as_sum(other_value), start) {
        (Some((None, number)), Some((None, start))) if NEIGHBOURS.contains(&(number - start)) => {
            Relation::Crosses(variable)
        }
        (Some((Some(other), distance)), Some(start)) => {
            let counted = loop_of_other.loop_of(cx, other_access, other);
            let other_start = counted.and_then(|at| cx.as_sum(Value::Node(cx.first_value(at)?)));
            match (other_start == Some(start), loop_of_other.is_shared(other), distance) {
                (true, true, 0) => Relation::Agrees(Some(variable)),
                (true, false, 0) => Relation::Crosses(variable),
                (true, true, _) if NEIGHBOURS.contains(&distance.abs()) => Relation::Crosses(variable),
                _ => Relation::Unknown,
            }
        }
        _ => Relation::Unknown,
    })
}

/// Whether a subscript has the same values in all iterations: what the loop does not change, and what loops inside
/// count.
fn is_steady(cx: &Cx<'_>, ((shared, access), value): Subscript<'_>) -> bool {
    let Value::Node(at) = value else { return true };
    let is_counted = |variable| {
        let inner = shared.loop_of(cx, access, variable).and_then(|at| cx.first_value(at));
        !shared.is_shared(variable) && inner.is_some_and(|first| cx.as_sum(Value::Node(first)).is_some())
    };
    let is_kept = |variable| !shared.changed.contains(&variable) && !cx.is_declared_in(variable, shared.run);
    cx.value_is(at, &|variable| is_kept(variable) || is_counted(variable))
}

/// Whether the subscripts are control variables of loops that start alike.
fn starts_alike(cx: &Cx<'_>, one: Subscript<'_>, other: Subscript<'_>) -> bool {
    let start = |((gangs, access), value): Subscript<'_>| {
        let (Some(variable), 0) = cx.as_sum(value)? else { return None };
        cx.as_sum(Value::Node(cx.first_value(gangs.loop_of(cx, access, variable)?)?))
    };
    start(one).is_some_and(|first| start(other) == Some(first))
}

fn report_array(
    cx: &Cx<'_>,
    (second, after): (&SharedLoop, &Access),
    before: &Access,
    report: &mut Findings,
) {
    let name = cx.name_text(after.place.root);
    let message =
        format!("gangs do not wait for each other before this loop, and elements of `{name}` need it");
    let words = |access: &Access| if access.is_write { "changed here" } else { "used here" };
    let finding = Diagnostic::new(&codes::ACC0126, cx.directive_name_span(second.directive), message)
        .label(cx.span(before.at), words(before))
        .label(cx.span(after.at), words(after))
        .note("a compute construct of its own for each loop makes the second one wait for the first");
    report.push(second.directive, finding);
}
