//! What a region leaves unfinished on queues.
//!
//! OpenACC counts the data of an asynchronous construct from its launch (OpenACC 3.4 2.6.7): data that the region around
//! it mapped stays for as long as the construct needs it. OpenMP maps the data of a deferred task when the task
//! starts. By then the region may have ended, and its data is missed, or allocated anew without its values. So the
//! region has to wait at its end for the queues that it used.

use std::collections::BTreeSet;

use clacc_syntax::directive::AccClause;

use super::inside;
use crate::acc::clauses::{Argument, WaitArgument};
use crate::acc::facts::{AccFacts, Construct, ConstructId};
use crate::program::View;
use crate::program::place::At;
use crate::program::run::Run;

/// `acc_async_sync`: the construct itself waits (OpenACC 3.4 2.16).
pub const SYNC: i64 = -1;
/// `acc_async_noval`: the queue that the program chose for `async` without argument.
pub const NO_VALUE: i64 = -2;

/// The queues that a region used and that nobody waited for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// These queues, in ascending order.
    Queues(Vec<i64>),
    /// A queue whose number is known only where the program runs.
    Any,
}

/// The queues that a construct's region leaves unfinished; none if there is nothing to wait for.
pub fn unfinished(view: View<'_>, facts: &AccFacts, id: ConstructId) -> Option<Unfinished> {
    let region = view.directive(facts.constructs[id].directive).region?;
    let mut queues = Queues { view, numbered: BTreeSet::new(), on_any: false };
    for (_, event) in events(view, facts, id, region.run) {
        match event {
            QueueEvent::Uses(queue) => queues.used(queue),
            QueueEvent::Waits(argument) => queues.waited(argument),
        }
    }
    queues.finish()
}

/// What happens to queues at one place of a region.
enum QueueEvent<'a> {
    /// Work is put on a queue; none for the queue that the program chose.
    Uses(Option<At>),
    /// The program waits.
    Waits(&'a WaitArgument),
}

/// What happens to queues in a region, in source order.
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
        let waits = construct.wait.as_ref().filter(|_| is_certain(view, construct, region));
        events.extend(waits.map(|argument| (at, QueueEvent::Waits(argument))));
    }
    for call in view.calls(region) {
        let name = call.callee.map(|callee| view.text(view.name(callee)));
        // Routines of the library that put work on a queue have its number as last argument.
        if name.is_some_and(|name| name.starts_with("acc_") && name.ends_with("_async")) {
            events.push((call.at, QueueEvent::Uses(call.arguments.last().copied())));
        }
    }
    events.sort_by_key(|(at, _)| *at);
    events
}

/// That a construct puts its work on a queue, if it has an `async` clause.
fn use_of<'a>(facts: &AccFacts, construct: &Construct) -> Option<QueueEvent<'a>> {
    let mut clauses = construct.clauses.iter().filter_map(|clause| facts.clauses.get(*clause));
    let clause = clauses.find(|clause| clause.kind == AccClause::Async)?;
    Some(QueueEvent::Uses(match clause.argument {
        Argument::Value(queue) => Some(queue),
        _ => None,
    }))
}

/// Whether a `wait` directive is reached whenever the region is, and waits before the region goes on: it is one of the
/// region's own statements and has no clause.
fn is_certain(view: View<'_>, construct: &Construct, region: Run) -> bool {
    let node = view.directive(construct.directive);
    let statement = view.program.outline.parent(node.at);
    node.clauses.is_empty() && statement.is_some_and(|statement| view.is_own_statement(statement, region))
}

/// The queues with work that nobody waited for.
struct Queues<'a> {
    view: View<'a>,
    numbered: BTreeSet<i64>,
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
            Some(number) => drop(self.numbered.insert(number)),
        }
    }

    /// A wait for all queues ends everything, a wait for some queues their work; what happens on another device does not matter.
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
                self.numbered.remove(&number);
            }
        }
    }

    fn finish(self) -> Option<Unfinished> {
        match (self.on_any, self.numbered.is_empty()) {
            (true, _) => Some(Unfinished::Any),
            (false, false) => Some(Unfinished::Queues(self.numbered.into_iter().collect())),
            (false, true) => None,
        }
    }
}
