//! The work that a region leaves unfinished on queues.
//!
//! In OpenACC, the data of an asynchronous construct is in use from its launch on (OpenACC 3.4 2.6.7): data that an enclosing region mapped
//! stays as long as the construct needs it. In OpenMP, the data of a deferred task is mapped when the task starts. By then the region may
//! have ended, so its data may be missing, or may be allocated again without its values. Therefore the region must wait at its end for the
//! queues that it used.

use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::sorted::distinct;

use super::inside;
use crate::acc::clauses::{Argument, WaitArgument};
use crate::acc::facts::{AccFacts, Construct, ConstructId};
use crate::program::View;
use crate::program::place::At;
use crate::program::run::Run;

/// `acc_async_sync`: the work is synchronous (OpenACC 3.4 2.16).
pub const SYNC: i64 = -1;
/// `acc_async_noval`: the default queue, which `async` without an argument uses.
pub const NO_VALUE: i64 = -2;
/// `acc_async_default`: the queue that is the default one when the program starts.
pub const DEFAULT: i64 = -3;

/// The queues with work of a region that is not known to be finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// These queues, in ascending order.
    Queues(Vec<i64>),
    /// At least one queue whose number is known only at run time.
    Any,
}

/// The queues that the region of a construct leaves unfinished; none if it needs no wait. A construct with `async` ends after the work on
/// its queue. Functions that the region calls may have put work there, so its queue is always among them.
pub fn unfinished(view: View<'_>, facts: &AccFacts, id: ConstructId) -> Option<Unfinished> {
    let region = view.directive(facts.constructs[id].directive).region?;
    let mut queues = Queues { view, numbered: Vec::new(), on_any: false };
    let inside = events(view, facts, id, region.run).into_iter().map(|(_, event)| event);
    for event in inside.chain(use_of(facts, &facts.constructs[id])) {
        match event {
            QueueEvent::Uses(queue) => queues.used(queue),
            QueueEvent::Waits(argument) => queues.waited(argument),
        }
    }
    queues.finish()
}

/// Returns whether all work on devices in the region of a `data` construct is on the queue of the construct, so that nothing needs its data
/// before the queue has copied it. The region must call no function, which might use another queue or test whether data is present.
pub fn is_left_to(view: View<'_>, facts: &AccFacts, id: ConstructId) -> bool {
    let queue = |construct: &Construct| match use_of(facts, construct)? {
        QueueEvent::Uses(None) => Some(NO_VALUE),
        QueueEvent::Uses(Some(at)) => view.constant(at).and_then(|number| i64::try_from(number).ok()),
        QueueEvent::Waits(_) => None,
    };
    let Some(own) = queue(&facts.constructs[id]) else { return false };
    let mut computed = Vec::new();
    for (inner, construct) in inside(view, facts, id) {
        match construct.kind {
            AccDirective::Wait => {}
            _ if construct.compute.is_some_and(|compute| compute != inner) => {}
            AccDirective::Data | AccDirective::Update | AccDirective::EnterData | AccDirective::ExitData
                if queue(construct) == Some(own) => {}
            _ if construct.is_compute() && queue(construct) == Some(own) => {
                computed.extend(view.directive(construct.directive).region.map(|region| region.run));
            }
            _ => return false,
        }
    }
    let region = view.directive(facts.constructs[id].directive).region.unwrap_or_default();
    let is_computed = |at: At| computed.iter().any(|run| run.start <= at && at < run.end);
    view.calls(region.run).all(|call| is_computed(call.at))
}

/// A use of a queue, or a wait, at one place of a region.
enum QueueEvent<'a> {
    /// Work is put on this queue; none is the default queue.
    Uses(Option<At>),
    /// The program waits for these queues.
    Waits(&'a WaitArgument),
}

/// The uses of queues and the waits in a region, in source order.
fn events<'a>(
    view: View<'a>,
    facts: &'a AccFacts,
    id: ConstructId,
    region: Run,
) -> Vec<(At, QueueEvent<'a>)> {
    let mut events = Vec::new();
    for (_, construct) in inside(view, facts, id) {
        let at = view.directive(construct.directive).at;
        events.extend(use_of(facts, construct).map(|event| (at, event)));
        let waits = construct.seldom.wait.as_ref().filter(|_| is_certain(view, construct, region));
        events.extend(waits.map(|argument| (at, QueueEvent::Waits(argument))));
    }
    for call in view.calls(region) {
        let name = call.callee.map(|callee| view.text(view.name(callee)));
        // Each asynchronous routine of the runtime library has the queue as its last argument.
        if name.is_some_and(|name| name.starts_with("acc_") && name.ends_with("_async")) {
            events.push((call.at, QueueEvent::Uses(call.arguments.last().copied())));
        }
    }
    events.sort_by_key(|(at, _)| *at);
    events
}

/// The use of a queue by a construct, if the construct has an `async` clause.
fn use_of<'a>(facts: &AccFacts, construct: &Construct) -> Option<QueueEvent<'a>> {
    let mut clauses = construct.clauses.iter().filter_map(|clause| facts.clauses.get(*clause));
    let clause = clauses.find(|clause| clause.kind == AccClause::Async)?;
    Some(QueueEvent::Uses(match clause.argument {
        Argument::Value(queue) => Some(queue),
        _ => None,
    }))
}

/// Returns whether a `wait` directive is always executed with the region, and always waits: it is a direct child of the region, and has no
/// clause.
fn is_certain(view: View<'_>, construct: &Construct, region: Run) -> bool {
    let node = view.directive(construct.directive);
    let statement = view.program.outline.parent(node.at);
    node.clauses.is_empty() && statement.is_some_and(|statement| view.is_own_statement(statement, region))
}

/// The queues with work that no `wait` has finished.
struct Queues<'a> {
    view: View<'a>,
    numbered: Vec<i64>,
    on_any: bool,
}

impl Queues<'_> {
    fn number(&self, queue: At) -> Option<i64> {
        self.view.constant(queue).and_then(|number| i64::try_from(number).ok())
    }

    fn used(&mut self, queue: Option<At>) {
        match queue.and_then(|queue| self.number(queue)) {
            Some(SYNC) => {}
            Some(NO_VALUE) | None => self.on_any = true,
            Some(number) if self.numbered.contains(&number) => {}
            Some(number) => self.numbered.push(number),
        }
    }

    /// Removes the queues that a wait finishes: all of them if it names none. A wait on another device
    /// removes none.
    fn waited(&mut self, argument: &WaitArgument) {
        if argument.device.is_some() {
            return;
        }
        if argument.queues.is_empty() {
            self.numbered.clear();
            self.on_any = false;
        }
        for queue in &argument.queues {
            if let Some(number) = self.number(*queue) {
                self.numbered.retain(|each| *each != number);
            }
        }
    }

    fn finish(self) -> Option<Unfinished> {
        match (self.on_any, self.numbered.is_empty()) {
            (true, _) => Some(Unfinished::Any),
            (false, false) => Some(Unfinished::Queues(distinct(self.numbered))),
            (false, true) => None,
        }
    }
}
