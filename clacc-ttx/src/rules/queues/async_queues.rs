//! `async`, the `wait` clause and the `wait` directive. An address represents a queue, and dependences on
//! the address keep the order of the queue.

use clacc_sema::acc::clauses::{self, Clause, WaitArgument};
use clacc_sema::acc::facts::{DataAttributes, Sharing};
use clacc_sema::flow::queues::{NO_VALUE, SYNC, Unfinished};
use clacc_sema::omp::form::{
    self, Argument, CallArgument, DependKind, Directive, Item, Omp, Origin, Routine, RoutineCall,
};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, Place, Value};
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::control;
use crate::codes;
use crate::dialect::Fault;
use crate::rules::copies::privates::is_behind_pointer;
use crate::rules::core::build::places;
use crate::rules::core::table::ClauseRule::{self, By, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped};
use crate::verdict::Fidelity;

/// The rows for a construct that becomes a task. The clauses for queues come after all others.
pub(crate) const OF_TASKS: &[(AccClause, ClauseRule)] =
    &[(AccClause::Wait, By(wait_clause)), (AccClause::Async, By(async_clause))];

/// `wait` -> `taskwait`, or a routine of the runtime library if OpenMP has no directive for it: for a wait under a condition, on another
/// device, or of a queue instead of the host thread.
pub(crate) const WAIT: ConstructRule = ConstructRule {
    directive: |cx, _| is_taskwait(cx).then_some(OmpDirective::Taskwait),
    clauses: &[
        (AccClause::Async, Exact("a routine of the runtime library does it")),
        (AccClause::If, Exact("a routine of the runtime library does it")),
    ],
    implicit: &[waits],
    ..ConstructRule::EMPTY
};

const NOT_ASYNCHRONOUS: &str = "acc_async_sync says that the construct is not asynchronous";

/// The argument of a `wait` clause.
fn argument(clause: &Clause) -> WaitArgument {
    match &clause.argument {
        clauses::Argument::Wait(argument) => argument.clone(),
        _ => WaitArgument::default(),
    }
}

/// `wait` on a `data` construct. The construct is not a task, so a wait before it is added.
pub(crate) fn wait_before(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let argument = argument(clause);
    if argument.device.is_some() {
        return wait_on_device(cx, build, clause, &argument);
    }
    let queues = argument.queues.iter().map(|queue| Value::Node(*queue));
    build.push_before(Omp::Directive(taskwait(queues, &Origin::Clause(clause.id))));
    if cx.clause(AccClause::Async).is_some() {
        let reason = "the thread itself waits for the queues, where in OpenACC only the queue does";
        return Mapped::approximated(reason);
    }
    Mapped::exact("a taskwait before the construct")
}

/// `wait` for queues of a named device: routines of the runtime library wait before the construct. With `async`, the queue of the construct
/// waits.
fn wait_on_device(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    argument: &WaitArgument,
) -> Mapped {
    let own = asynchronous_queue(cx);
    let repeated = argument.device.into_iter().filter(|_| argument.queues.len() > 1);
    let own_node = own.into_iter().filter_map(|own| match own {
        Value::Node(at) => Some(at),
        Value::Constant(_) => None,
    });
    if repeated.chain(own_node).any(|at| cx.view.has_side_effects(at)) {
        return Mapped::unsupported_part(cx, clause, "a device number or a queue with side effects");
    }
    let is_deferred = cx.construct().kind != AccDirective::Data && !build.is_synchronous();
    let waiting = own.filter(|_| is_deferred && may_have_dependences(cx));
    let origin = Origin::Clause(clause.id);
    for (routine, arguments) in wait_calls(argument, waiting) {
        let call = RoutineCall { routine, arguments, origin: origin.clone() };
        build.push_before(Omp::Call(call));
    }
    if own.is_some() && waiting.is_none() {
        let reason = "the thread itself waits for the queues, where in OpenACC only the queue does";
        return Mapped::approximated(reason);
    }
    Mapped::exact("a routine of the runtime library waits for the queues of that device")
}

/// `async` on a `data` construct. The construct is not a task, so the host thread waits for the queue and then copies the data itself. The
/// end of the region waits too (`data_directives`).
pub(crate) fn wait_for_own_before(cx: &Context<'_>, build: &mut Build<'_>) -> Mapped {
    let Some(wait) = wait_for_own(cx) else { return Mapped::exact(NOT_ASYNCHRONOUS) };
    build.push_before(wait);
    Mapped::approximated("the thread itself moves the data, where OpenACC lets it go on")
}

/// Returns a wait of the thread for the queue of the construct; none if the construct is not asynchronous.
pub(crate) fn wait_for_own(cx: &Context<'_>) -> Option<Omp> {
    let clause = cx.clause(AccClause::Async)?;
    let queue = asynchronous_queue(cx)?;
    Some(Omp::Directive(taskwait([queue], &Origin::Clause(clause.id))))
}

fn wait_clause(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let argument = argument(clause);
    if argument.device.is_some() {
        return wait_on_device(cx, build, clause, &argument);
    }
    if argument.queues.is_empty() {
        return wait_before(cx, build, clause);
    }
    if !may_have_dependences(cx) || build.is_synchronous() {
        return wait_before(cx, build, clause);
    }
    let moves_data = matches!(
        cx.construct().kind,
        AccDirective::EnterData | AccDirective::ExitData | AccDirective::Update
    );
    let own = asynchronous_queue(cx);
    if moves_data && (cx.avoids(Fault::DependencesWithoutDevice) || cx.dialect.is_short() && own.is_none()) {
        return wait_beside(build, clause, &argument, own);
    }
    for queue in &argument.queues {
        build.push(depend_in(*queue), clause.id);
    }
    if cx.clause(AccClause::Async).is_some() {
        Mapped::approximated("later work on the queues that are waited for also waits for this construct")
    } else {
        Mapped::exact("the construct depends on the queues")
    }
}

/// `wait` on a directive that moves data, if compilers drop such a directive together with its dependences: the host thread waits before
/// it, or an empty task keeps the order of the queues. Short text waits for a synchronous directive in any case, which then needs no
/// dependence.
fn wait_beside(
    build: &mut Build<'_>,
    clause: &Clause,
    argument: &WaitArgument,
    own: Option<Value>,
) -> Mapped {
    let Some(own) = own else {
        let queues = argument.queues.iter().map(|queue| Value::Node(*queue));
        build.push_before(Omp::Directive(taskwait(queues, &Origin::Clause(clause.id))));
        return Mapped::exact("a taskwait before the directive");
    };
    let dependences = argument.queues.iter().map(|queue| depend_in(*queue)).chain([inout(own)]);
    let clauses = dependences.map(|each| form::Clause::new(each, Origin::Clause(clause.id))).collect();
    build.push_before(Omp::Directive(Directive {
        kind: OmpDirective::Task,
        clauses,
        body: Some(Box::new(Omp::Block(Vec::new()))),
        origin: Origin::Clause(clause.id),
    }));
    Mapped::approximated("later work on the queues that are waited for also waits for a task in this queue")
}

/// `async` -> `nowait` and a dependence on the queue. If the queue may be `acc_async_sync`, a wait for that
/// queue follows. For any other queue, this wait ends immediately.
fn async_clause(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let argument = async_argument(clause);
    let constant = argument.map_or(Some(i128::from(NO_VALUE)), |at| cx.constant(at));
    if constant == Some(i128::from(SYNC)) {
        return Mapped::exact(NOT_ASYNCHRONOUS);
    }
    if build.is_synchronous() {
        build.push_before(Omp::Directive(taskwait([queue(argument)], &Origin::Clause(clause.id))));
        return Mapped::approximated(
            "the thread itself waits for the queue and moves the data, in code around it",
        );
    }
    if !may_have_dependences(cx) {
        build.push_before(Omp::Directive(taskwait([queue(argument)], &Origin::Clause(clause.id))));
        let reason =
            "the thread itself executes the construct: compilers of the dialect cannot defer its copies";
        return Mapped::approximated(reason);
    }
    let reduces = build.clauses().iter().any(|each| matches!(each.argument, Argument::Reduction { .. }));
    if reduces && cx.avoids(Fault::DeferredReductions) {
        build.push(inout(queue(argument)), clause.id);
        let reason = "the thread itself waits: compilers of the dialect hang in the reduction of a deferred target teams";
        return Mapped::approximated(reason);
    }
    build.push(Argument::Bare(OmpClause::Nowait), clause.id);
    build.push(inout(queue(argument)), clause.id);
    if may_be_sync(cx, argument) {
        build.push_behind(wait_for_sync(&Origin::Clause(clause.id)));
    }
    if matches!(cx.construct().kind, AccDirective::EnterData | AccDirective::ExitData) {
        return presence_in_order(cx);
    }
    let waits_for_all = |wait: &Clause| self::argument(wait).queues.is_empty();
    if cx.clause(AccClause::Wait).is_some_and(waits_for_all) {
        return Mapped::approximated(
            "the thread itself waits before the construct, because of the wait clause",
        );
    }
    Mapped::exact("tasks that depend on one address run in the order of the queue")
}

/// Returns the verdict on a deferred directive that makes data present or absent: its reference counts change when the data is moved.
fn presence_in_order(cx: &Context<'_>) -> Mapped {
    let directive = cx.construct().written.text();
    let message = format!("this `{directive}` counts the data when its queue comes to it, not at once");
    Mapped::approximated("the data is counted in the order of the queue, where OpenACC may count it at once")
        .reported(&codes::MAP0077, message)
}

/// Returns whether the construct may be deferred or have dependences. Otherwise the dialect's compilers could not copy its `firstprivate`
/// variables.
fn may_have_dependences(cx: &Context<'_>) -> bool {
    if !cx.avoids(Fault::DeferredCopies) {
        return true;
    }
    let listed = cx.clauses().filter(|clause| clause.kind == AccClause::Firstprivate);
    let mut listed = listed.flat_map(|clause| places(clause.items())).map(|(_, place)| place);
    let mut attributes = cx.construct().whole_attributes();
    let is_implied = |each: &DataAttributes| each.sharing_kind() == Some(Sharing::Firstprivate);
    !listed.any(|place| is_copied_late(cx, place))
        && !attributes.any(|each| is_implied(each) && is_copied_late(cx, &each.place))
}

/// Returns whether a `firstprivate` variable is larger than a pointer. clang copies it when the region starts, or to a place that no longer
/// exists then.
fn is_copied_late(cx: &Context<'_>, place: &Place) -> bool {
    let is_large = |class: Class| !(class.is_scalar() || class == Class::Unknown);
    let is_wide = || cx.view.shape(&Place::whole(place.root)).is_some_and(|shape| shape.is_wide);
    is_behind_pointer(cx, place) || is_large(cx.entity(place.root).class) || is_wide()
}

fn async_argument(clause: &Clause) -> Option<At> {
    match clause.argument {
        clauses::Argument::Value(queue) => Some(queue),
        _ => None,
    }
}

/// Returns whether a queue may be the synchronous one at run time.
fn may_be_sync(cx: &Context<'_>, argument: Option<At>) -> bool {
    let constant = argument.map_or(Some(i128::from(NO_VALUE)), |at| cx.constant(at));
    match constant {
        Some(value) => value == i128::from(NO_VALUE),
        None => argument.is_none_or(|at| !cx.view.is_unsigned(at)),
    }
}

/// Returns whether the queue of the construct may be the synchronous one at run time. Routines then do their work immediately, and do not
/// wait for directives that are deferred on it.
pub(crate) fn may_be_synchronous(cx: &Context<'_>) -> bool {
    cx.clause(AccClause::Async).is_some_and(|clause| may_be_sync(cx, async_argument(clause)))
}

/// Whether the queue of the construct is the synchronous one.
pub(crate) fn is_synchronous(cx: &Context<'_>) -> bool {
    let queue = cx.clause(AccClause::Async).and_then(async_argument);
    queue.is_some_and(|at| cx.constant(at) == Some(i128::from(SYNC)))
}

/// The clauses of a directive that the queue of the construct executes.
pub(crate) fn deferred(cx: &Context<'_>) -> Vec<form::Clause> {
    let Some(clause) = cx.clause(AccClause::Async) else { return Vec::new() };
    let arguments = [Argument::Bare(OmpClause::Nowait), inout(queue(async_argument(clause)))];
    arguments.map(|argument| form::Clause::new(argument, Origin::Clause(clause.id))).into()
}

/// A wait for the synchronous queue. For any other queue, it ends immediately.
pub(crate) fn wait_for_sync(origin: &Origin) -> Omp {
    Omp::Directive(taskwait([Value::constant(i128::from(SYNC))], origin))
}

/// The queue of a construct; none without `async`.
pub(crate) fn of_construct(cx: &Context<'_>) -> Option<Value> {
    cx.clause(AccClause::Async).map(|clause| queue(async_argument(clause)))
}

/// The queue of a construct; none if the construct is not asynchronous.
fn asynchronous_queue(cx: &Context<'_>) -> Option<Value> {
    of_construct(cx).filter(|_| !is_synchronous(cx))
}

/// The queue that an argument names; without an argument, the default queue of the program.
fn queue(argument: Option<At>) -> Value {
    argument.map_or(Value::constant(i128::from(NO_VALUE)), Value::Node)
}

fn depend_in(queue: At) -> Argument {
    Argument::Depend { kind: DependKind::In, items: vec![Item::Queue(Value::Node(queue))] }
}

fn inout(queue: Value) -> Argument {
    Argument::Depend { kind: DependKind::Inout, items: vec![Item::Queue(queue)] }
}

/// A `taskwait` for queues, or for all work if there are none.
fn taskwait(queues: impl IntoIterator<Item = Value>, origin: &Origin) -> Directive {
    let clause = |queue| form::Clause::new(inout(queue), origin.clone());
    let clauses = queues.into_iter().map(clause).collect();
    Directive::standalone(OmpDirective::Taskwait, clauses, origin.clone())
}

/// A wait at the end of a region that leaves work unfinished. The source does not contain it.
pub(crate) fn wait_in_region(unfinished: &Unfinished) -> Omp {
    let queues: &[i64] = match unfinished {
        Unfinished::Queues(queues) => queues,
        Unfinished::Any => &[],
    };
    let origin =
        Origin::Mapping("OpenMP lets the region's data go while asynchronous constructs still need it");
    Omp::Directive(taskwait(queues.iter().map(|queue| Value::constant(i128::from(*queue))), &origin))
}

/// Returns whether OpenMP has a directive for a `wait` directive with this argument and these clauses.
fn is_taskwait(cx: &Context<'_>) -> bool {
    let device = cx.construct().seldom.wait.as_ref().and_then(|argument| argument.device);
    device.is_none() && cx.clause(AccClause::Async).is_none() && cx.clause(AccClause::If).is_none()
}

/// Maps a `wait` directive to dependences, or to calls of routines that wait.
fn waits(cx: &Context<'_>, build: &mut Build<'_>) {
    let argument = cx.construct().seldom.wait.clone().unwrap_or_default();
    if is_taskwait(cx) {
        for queue in &argument.queues {
            build.push_needed(inout(Value::Node(*queue)), "the directive waits for queues");
        }
        return;
    }
    let asynchronous = cx.clause(AccClause::Async).map(|clause| queue(async_argument(clause)));
    control::push_calls(cx, build, wait_calls(&argument, asynchronous));
    build.directive_verdict(Fidelity::Exact, "a routine of the runtime library waits");
}

fn wait_calls(argument: &WaitArgument, asynchronous: Option<Value>) -> Vec<(Routine, Vec<CallArgument>)> {
    let routine = match (argument.queues.is_empty(), argument.device.is_some(), asynchronous.is_some()) {
        (true, false, false) => Routine::WaitAll,
        (true, false, true) => Routine::WaitAllAsync,
        (true, true, false) => Routine::WaitAllDevice,
        (true, true, true) => Routine::WaitAllDeviceAsync,
        (false, false, false) => Routine::Wait,
        (false, false, true) => Routine::WaitAsync,
        (false, true, false) => Routine::WaitDevice,
        (false, true, true) => Routine::WaitDeviceAsync,
    };
    let call = |queue: Option<At>| {
        let device = argument.device.map(Value::Node);
        let arguments = queue.map(Value::Node).into_iter().chain(asynchronous).chain(device);
        (routine, arguments.map(CallArgument::Value).collect())
    };
    if argument.queues.is_empty() {
        return vec![call(None)];
    }
    argument.queues.iter().map(|queue| call(Some(*queue))).collect()
}
