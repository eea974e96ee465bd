//! `update` -> `target update`.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{self, Argument, Directive, Item, Omp, Origin};
use clacc_sema::program::entity::Dimension;
use clacc_sema::program::place::{At, Bound, EntityId, Extent, Place, Step, Value};
use clacc_syntax::directive::{AccClause, OmpDirective};

use super::build::{places, section};
use super::table::ClauseRule::{By, Exact};
use super::table::ConstructRule;
use super::{Build, Context, Mapped, conditions, queues};
use crate::codes;
use crate::verdict::Fidelity;

/// `update` -> `target update`, or several in order.
pub(super) const UPDATE: ConstructRule = ConstructRule {
    directive: |_, build| (!build.clauses().is_empty()).then_some(OmpDirective::TargetUpdate),
    clauses: &[
        (AccClause::SelfClause, By(motion)),
        (AccClause::Device, By(motion)),
        (AccClause::If, By(conditions::of_data)),
        (AccClause::IfPresent, Exact("the motion clauses carry no present modifier")),
    ],
    last: queues::OF_TASKS,
    complete: &[in_order],
    ..ConstructRule::EMPTY
};

/// What an update has no form for.
pub(super) const WITHOUT_LENGTH: &str = "a part of an array of variable length, without the part's length,";

fn motion(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let may_be_absent = cx.clause(AccClause::IfPresent).is_some();
    let present = !may_be_absent && cx.dialect.present_motion;
    let to_device = clause.kind == AccClause::Device;
    let items: Option<Vec<Item>> = places(clause.items()).map(|(at, place)| item(cx, at, place)).collect();
    let Some(items) = items else { return Mapped::unsupported_part(cx, clause, WITHOUT_LENGTH) };
    build.push(Argument::Motion { to_device, present, items }, clause.id);
    if present || may_be_absent {
        return Mapped::exact("the OpenMP clause means the same");
    }
    let message = format!("`{}` of absent data is not reported in this dialect", cx.spelling(clause));
    let reason = "without a present modifier an update of absent data does nothing, where OpenACC reports it";
    Mapped::approximated(reason).reported(&codes::MAP0007, message)
}

/// A list item of an update in a form that every compiler accepts. clang 19 wants the length of the first
/// range, and takes only subscripts before pointers. The result is none if the length cannot be said.
pub(super) fn item(cx: &Context<'_>, at: At, place: &Place) -> Option<Item> {
    if cx.dialect.update_forms {
        return Some(section(place, at));
    }
    let with_subscripts = subscripts_before_pointers(place);
    let base = with_subscripts.without_ranges();
    let from = base.steps.len();
    match with_subscripts.steps.get(from).copied() {
        Some(Step::Range { start, extent: Extent::All, stride }) => {
            if takes_all(cx, &with_subscripts.steps[from..]) {
                return Some(Item::Place { place: base, written: None });
            }
            let Dimension::Fixed(size) = *cx.view.shape(&base)?.dims.first()? else { return None };
            let extent = rest(cx, start, i128::from(size));
            let mut place = with_subscripts;
            place.steps[from] = Step::Range { start, extent, stride };
            Some(Item::Place { place, written: None })
        }
        _ if with_subscripts != *place => Some(Item::Place { place: with_subscripts, written: None }),
        _ => Some(section(place, at)),
    }
}

/// Whether ranges select all elements of their dimensions.
fn takes_all(cx: &Context<'_>, ranges: &[Step]) -> bool {
    ranges.iter().all(|step| match step {
        Step::Range { start, extent: Extent::All, .. } => match start {
            Bound::Default => true,
            Bound::At(start) => cx.view.number(*start) == Some(0),
        },
        _ => false,
    })
}

/// The elements from `start` to the end of a dimension.
fn rest(cx: &Context<'_>, start: Bound, size: i128) -> Extent {
    let start = match start {
        Bound::Default => Some(0),
        Bound::At(start) => cx.view.number(start),
    };
    match start {
        Some(start) => Extent::Length(Value::Constant(size - start)),
        None => Extent::Upto(Value::Constant(size - 1)),
    }
}

/// The place with a subscript for each range before a pointer. Such a range has one element, or the
/// elements would lie in several blocks of memory.
fn subscripts_before_pointers(place: &Place) -> Place {
    let last = place.steps.iter().rposition(|step| matches!(step, Step::Deref(_))).unwrap_or_default();
    let subscript = |(position, step): (usize, &Step)| match step {
        Step::Range { start, .. } if position < last => Step::Index(match start {
            Bound::At(start) => *start,
            Bound::Default => Value::Constant(0),
        }),
        step => *step,
    };
    Place { root: place.root, steps: place.steps.iter().enumerate().map(subscript).collect() }
}

/// Divides an update that names several parts of one variable, which OpenACC permits (OpenACC 3.4 2.14.4),
/// into directives that each name one.
fn in_order(cx: &Context<'_>, build: &mut Build<'_>) {
    let rounds = rounds(build.clauses());
    if cx.dialect.update_forms || rounds.len() < 2 {
        return;
    }
    if !is_repeatable(cx) {
        build.unsupported_directive(
            "several directives would evaluate the condition or the queue's number more than once",
            &codes::MAP0003,
            "`update` of several parts of one variable has no OpenMP form with this condition or queue",
        );
        return;
    }
    let is_motion = |clause: &form::Clause| matches!(clause.argument, Argument::Motion { .. });
    let clauses = build.take_clauses();
    let others: Vec<form::Clause> = clauses.into_iter().filter(|clause| !is_motion(clause)).collect();
    for round in rounds {
        let clauses = round.into_iter().chain(others.iter().cloned()).collect();
        let origin = Origin::Directive(cx.construct().directive);
        let update = Directive::standalone(OmpDirective::TargetUpdate, clauses, origin);
        build.push_before(Omp::Directive(update));
    }
    build.directive_verdict(Fidelity::Exact, "one directive for each part of a variable, in order");
}

/// Whether the values of the directive can be evaluated several times: they have no side effects, and do not
/// depend on what is updated.
fn is_repeatable(cx: &Context<'_>) -> bool {
    let is_value =
        |clause: &&Clause| matches!(clause.kind, AccClause::If | AccClause::Async | AccClause::Wait);
    let updated: Vec<EntityId> =
        cx.clauses().flat_map(|clause| places(clause.items())).map(|(_, place)| place.root).collect();
    cx.clauses().filter(is_value).flat_map(Clause::values).all(|value| {
        let mut mentions = cx.view.mentions(cx.view.run(value));
        !cx.view.has_side_effects(value) && !mentions.any(|mention| updated.contains(&mention.place.root))
    })
}

/// The motion clauses, divided so that each round names each variable once.
fn rounds(clauses: &[form::Clause]) -> Vec<Vec<form::Clause>> {
    let mut seen: Vec<Place> = Vec::new();
    let mut rounds: Vec<Vec<form::Clause>> = Vec::new();
    for clause in clauses {
        let Argument::Motion { to_device, present, items } = &clause.argument else { continue };
        for item in items {
            let Some(variable) = item.place().map(Place::without_ranges) else { continue };
            let round = seen.iter().filter(|each| **each == variable).count();
            seen.push(variable);
            rounds.resize_with(rounds.len().max(round + 1), Vec::new);
            match rounds[round].last_mut() {
                Some(last) if last.origin == clause.origin => {
                    if let Argument::Motion { items, .. } = &mut last.argument {
                        items.push(item.clone());
                    }
                }
                _ => {
                    let items = vec![item.clone()];
                    let argument = Argument::Motion { to_device: *to_device, present: *present, items };
                    rounds[round].push(form::Clause::new(argument, clause.origin.clone()));
                }
            }
        }
    }
    rounds
}
