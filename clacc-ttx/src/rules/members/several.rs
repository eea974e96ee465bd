//! One directive of the source that becomes several, in order.
//!
//! OpenACC lets one directive name several parts of a variable, and a struct together with the pointees of its members. Compilers accept
//! some of these combinations only in consecutive directives. Also, OpenMP increments the reference count of a struct when another
//! directive maps a pointee of its members, but clang increments it once if the same directive maps both. Only with separate directives are
//! the reference counts independent of how the program combines the items.

use std::cell::OnceCell;

use clacc_sema::omp::form::{self, Argument, Directive, Item, Omp, Origin};
use clacc_sema::program::place::{EntityId, Place, Step};
use clacc_syntax::directive::OmpDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::apart::is_held;
use super::whole_members::Whole;
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::{Build, Context, conditions};
use crate::verdict::Fidelity;

/// The rules for dividing the items of one directive.
struct Division {
    kind: OmpDirective,
    /// The key by which the items of one variable are ordered, from the number of steps to a member.
    order: fn(usize) -> isize,
    /// Returns whether an item must be in a directive after this one, because of the items in this one.
    is_behind: fn(&Context<'_>, &DividedItem<'_>, &DividedRound<'_>) -> bool,
}

/// An item to be divided.
struct DividedItem<'p> {
    place: &'p Place,
    /// The place of the item, without subscripts and ranges.
    variable: Place,
    is_held: OnceCell<bool>,
}

impl DividedItem<'_> {
    fn new(place: &Place) -> DividedItem<'_> {
        DividedItem { place, variable: place.without_ranges(), is_held: OnceCell::new() }
    }

    /// Returns whether the struct that contains the item is known to be on the device.
    fn is_held(&self, cx: &Context<'_>) -> bool {
        *self.is_held.get_or_init(|| is_held(cx, &self.variable))
    }

    /// Returns whether the item is a member of an array element.
    fn has_element(&self) -> bool {
        self.variable.steps.iter().any(|step| matches!(step, Step::Index(_) | Step::Range { .. }))
    }

    /// Returns whether the item is a member, or in the pointee of one.
    fn is_member(&self) -> bool {
        self.variable.steps.iter().any(|step| matches!(step, Step::Field(_)))
    }

    /// Returns the steps to everything that contains the item or through which it is reached.
    fn around(&self) -> impl Iterator<Item = &[Step]> {
        let steps = &self.variable.steps;
        (0..steps.len()).map(|length| &steps[..length])
    }
}

/// The items of one variable in one directive, indexed for the checks of a following item.
#[derive(Default)]
struct DividedRound<'p> {
    /// The steps to the place of each item.
    variables: FxHashSet<&'p [Step]>,
    /// The steps to everything that contains an item or through which it is reached.
    around: FxHashSet<&'p [Step]>,
    /// The parts that the items map as a whole.
    wholes: FxHashSet<Whole>,
    has_elements: bool,
    has_members: bool,
}

impl<'p> DividedRound<'p> {
    fn push(&mut self, cx: &Context<'_>, item: &'p DividedItem<'_>) {
        self.variables.insert(&item.variable.steps);
        self.around.extend(item.around());
        self.wholes.insert(Whole::of(cx, item.place));
        self.has_elements |= item.has_element();
        self.has_members |= item.is_member();
    }

    /// Returns whether the round has another part of the item's variable or member.
    fn has_same(&self, item: &DividedItem<'_>) -> bool {
        self.variables.contains(&*item.variable.steps)
    }

    /// Returns whether the round maps a struct that contains the item as a member, or through whose member the item is reached.
    fn surrounds(&self, item: &DividedItem<'_>) -> bool {
        let root = item.variable.root;
        item.around().any(|steps| self.wholes.contains(&Whole::at(Place::behind(root, steps))))
    }

    /// Returns whether the round has a member of the struct that the item maps, or a pointee of such a member.
    fn lies_in(&self, cx: &Context<'_>, item: &DividedItem<'_>) -> bool {
        self.around.contains(Whole::of(cx, item.place).steps())
    }

    /// Returns whether no update may have the item together with those of the round.
    fn is_refused_in_update(&self, item: &DividedItem<'_>) -> bool {
        let is_around_item = || item.around().any(|steps| self.variables.contains(steps));
        let lies_in_item = || self.around.contains(&*item.variable.steps);
        self.has_elements || item.has_element() || self.has_same(item) || lies_in_item() || is_around_item()
    }
}

/// Motion clauses: parts of one variable, a struct and its members, and members of elements.
const UPDATE: Division = Division {
    kind: OmpDirective::TargetUpdate,
    order: |_| 0,
    is_behind: |cx, item, round| cx.avoids(Fault::UpdateForms) && round.is_refused_in_update(item),
};

/// `enter data`: a struct is mapped before the pointees of its members. If the struct is on the device, a directive maps each member;
/// otherwise, one directive has to map all members, because the members of a second one would not be found.
const ENTER_DATA: Division = Division {
    kind: OmpDirective::TargetEnterData,
    order: usize::cast_signed,
    is_behind: |cx, item, round| {
        round.surrounds(item)
            || round.has_same(item)
            || round.has_members && item.is_member() && item.is_held(cx)
    },
};

/// `exit data`: the pointee of each member is released separately, and before the struct.
const EXIT_DATA: Division = Division {
    kind: OmpDirective::TargetExitData,
    order: |steps| -steps.cast_signed(),
    is_behind: |cx, item, round| {
        round.lies_in(cx, item) || round.has_same(item) || round.has_members && item.is_member()
    },
};

/// Divides the motion clauses of an update.
pub(crate) fn updates(cx: &Context<'_>, build: &mut Build<'_>) {
    divide(cx, build, &UPDATE);
}

/// Divides `enter data`.
pub(crate) fn begins(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.avoids(Fault::StructsWithMembers) {
        divide(cx, build, &ENTER_DATA);
    }
}

/// Divides `exit data`.
pub(crate) fn ends(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.avoids(Fault::StructsWithMembers) {
        divide(cx, build, &EXIT_DATA);
    }
}

/// Divides the clauses with places of the device among several directives, if items must be separated.
fn divide(cx: &Context<'_>, build: &mut Build<'_>, division: &Division) {
    let rounds = rounds(cx, build.clauses(), division);
    if rounds.len() < 2 {
        return;
    }
    if !conditions::is_repeatable(cx) {
        let directive = cx.construct().written.text();
        let message = format!(
            "`{directive}` of several parts of one variable has no OpenMP form with this condition or queue"
        );
        build.unsupported_directive(
            "several directives would evaluate the condition or the queue's number more than once",
            &codes::MAP0003,
            message,
        );
        return;
    }
    for update in directives(cx, rounds, &build.take_clauses(), division.kind) {
        build.push_before(update);
    }
    build.directive_verdict(Fidelity::Exact, "one directive for each part of a variable, in order");
}

/// Returns the updates for motion clauses and the clauses of another directive that apply to them too.
pub(crate) fn updates_of(cx: &Context<'_>, clauses: &[form::Clause]) -> Vec<Omp> {
    directives(cx, rounds(cx, clauses, &UPDATE), clauses, UPDATE.kind)
}

fn directives(
    cx: &Context<'_>,
    rounds: Vec<Vec<form::Clause>>,
    clauses: &[form::Clause],
    kind: OmpDirective,
) -> Vec<Omp> {
    let others: Vec<&form::Clause> = clauses.iter().filter(|clause| !is_divided(clause)).collect();
    let directive = |round: Vec<form::Clause>| {
        let clauses = round.into_iter().chain(others.iter().copied().cloned()).collect();
        let origin = Origin::Directive(cx.construct().directive);
        Omp::Directive(Directive::standalone(kind, clauses, origin))
    };
    rounds.into_iter().map(directive).collect()
}

fn is_divided(clause: &form::Clause) -> bool {
    matches!(clause.argument, Argument::Motion { .. } | Argument::Map { .. })
}

/// Divides the clauses into rounds. Each item is in the first round that permits it.
fn rounds(cx: &Context<'_>, clauses: &[form::Clause], division: &Division) -> Vec<Vec<form::Clause>> {
    let divided = || clauses.iter().filter(|clause| is_divided(clause));
    let items: Vec<(&form::Clause, &Item)> =
        divided().flat_map(|clause| clause.items().iter().map(move |item| (clause, item))).collect();
    let numbers = numbers(cx, &items.iter().map(|(_, item)| *item).collect::<Vec<_>>(), division);
    let mut rounds: Vec<Vec<form::Clause>> = Vec::new();
    for ((clause, item), number) in items.into_iter().zip(numbers) {
        rounds.resize_with(rounds.len().max(number + 1), Vec::new);
        let round = &mut rounds[number];
        match round.last_mut().map(|last| (last.origin == clause.origin, &mut last.argument)) {
            Some((true, argument)) if is_same_kind(argument, &clause.argument) => {
                push_item(argument, item.clone());
            }
            _ => round.push(form::Clause::new(with_item(&clause.argument, item), clause.origin.clone())),
        }
    }
    rounds.retain(|round| !round.is_empty());
    rounds
}

/// Returns the index of each item's round: after the rounds of preceding items from which it must be separated. Only items of one variable
/// depend on each other.
fn numbers(cx: &Context<'_>, items: &[&Item], division: &Division) -> Vec<usize> {
    let mut of_variables: FxHashMap<EntityId, Vec<(usize, DividedItem<'_>)>> = FxHashMap::default();
    for (position, item) in items.iter().enumerate() {
        if let Some(place) = item.place() {
            of_variables.entry(place.root).or_default().push((position, DividedItem::new(place)));
        }
    }
    let mut numbers = vec![0; items.len()];
    for parts in of_variables.values_mut().filter(|parts| parts.len() > 1) {
        parts.sort_by_key(|(_, part)| (division.order)(part.variable.steps.len()));
        let mut rounds: Vec<DividedRound<'_>> = Vec::new();
        for (position, part) in parts.iter() {
            // The last round with an item that must precede this one; usually the last of all rounds.
            let is_before = |round: &DividedRound<'_>| (division.is_behind)(cx, part, round);
            let number = rounds.iter().rposition(is_before).map_or(0, |last| last + 1);
            rounds.resize_with(rounds.len().max(number + 1), DividedRound::default);
            rounds[number].push(cx, part);
            numbers[*position] = number;
        }
    }
    numbers
}

fn is_same_kind(first: &Argument, second: &Argument) -> bool {
    match (first, second) {
        (Argument::Motion { to_device: first, .. }, Argument::Motion { to_device: second, .. }) => {
            first == second
        }
        (Argument::Map { kind: first, flags, .. }, Argument::Map { kind: second, flags: other, .. }) => {
            first == second && flags == other
        }
        _ => false,
    }
}

fn with_item(argument: &Argument, item: &Item) -> Argument {
    let items = vec![item.clone()];
    match argument {
        Argument::Motion { to_device, present, .. } => {
            Argument::Motion { to_device: *to_device, present: *present, items }
        }
        Argument::Map { kind, flags, .. } => Argument::Map { kind: *kind, flags: *flags, items },
        other => other.clone(),
    }
}

fn push_item(argument: &mut Argument, item: Item) {
    if let Argument::Motion { items, .. } | Argument::Map { items, .. } = argument {
        items.push(item);
    }
}
