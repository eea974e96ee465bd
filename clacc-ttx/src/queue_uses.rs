//! The queues that a declaration uses.

use std::fmt;

use clacc_sema::acc::facts::{AccFacts, Construct, ConstructId};
use clacc_sema::flow::queues::SYNC;
use clacc_sema::omp::form::{Clause, Event, Item, Omp, Routine};
use clacc_sema::program::View;
use clacc_sema::program::place::Value;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;

use crate::node::OmpNode;
use crate::queue_objects::{knows_queues, number_of};

/// The queues that the constructs of a declaration use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct QueueUses {
    /// The numbers of the queues, where they are constant.
    pub(crate) numbers: Vec<u32>,
    /// The first use for which the library is needed, and the reason.
    pub(crate) use_of_library: Option<(TokenRange, Reason)>,
}

/// The reasons for which a construct needs the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// The queue is known at run time only.
    Computed,
    /// The form calls a routine that knows queues.
    Calls(Routine),
    /// The directive keeps its text.
    Stays,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Computed => f.write_str("no constant here names a queue"),
            Reason::Calls(routine) => write!(f, "the translation calls `{}` here", routine.text()),
            Reason::Stays => f.write_str("this directive keeps its text"),
        }
    }
}

impl QueueUses {
    /// Collects the uses. `node_of` returns the node of a translated construct.
    pub(crate) fn of<'m>(
        view: View<'_>,
        facts: &AccFacts,
        node_of: impl Fn(ConstructId) -> Option<&'m OmpNode>,
    ) -> QueueUses {
        let mut uses = QueueUses::default();
        for (id, construct) in facts.constructs.iter() {
            let at = view.directive_span(construct.directive);
            match node_of(id) {
                Some(node) => node.form.iter().for_each(|form| uses.add(view, form, at)),
                None if names_queues(facts, construct) => uses.need(at, Reason::Stays),
                None => {}
            }
        }
        uses
    }

    fn add(&mut self, view: View<'_>, form: &Omp, at: TokenRange) {
        form.walk(&mut |event| match event {
            Event::Enter(Omp::Directive(directive)) => {
                for item in directive.clauses.iter().flat_map(Clause::items) {
                    if let Item::Queue(queue) = item {
                        self.add_queue(view, *queue, at);
                    }
                }
            }
            Event::Enter(Omp::Call(call)) => self.add_routine(call.routine, at),
            Event::Enter(Omp::Declare(declare)) => {
                declare.routine().into_iter().for_each(|routine| self.add_routine(routine, at));
            }
            _ => {}
        });
    }

    fn add_queue(&mut self, view: View<'_>, queue: Value, at: TokenRange) {
        // The mapping waits for the synchronous queue behind work on a queue that it does not know.
        if queue == Value::constant(i128::from(SYNC)) {
            return;
        }
        match (number_of(view, queue), queue) {
            (Some(number), _) => self.numbers.push(number),
            (None, Value::Node(node)) => self.need(view.span(node), Reason::Computed),
            (None, Value::Constant(_)) => self.need(at, Reason::Computed),
        }
    }

    fn add_routine(&mut self, routine: Routine, at: TokenRange) {
        if knows_queues(routine.text()) {
            self.need(at, Reason::Calls(routine));
        }
    }

    fn need(&mut self, at: TokenRange, reason: Reason) {
        self.use_of_library.get_or_insert((at, reason));
    }
}

/// Returns whether a construct names queues, or waits for them.
fn names_queues(facts: &AccFacts, construct: &Construct) -> bool {
    let mut clauses = construct.clauses.iter().filter_map(|id| facts.clauses.get(*id));
    construct.kind == AccDirective::Wait
        || clauses.any(|clause| matches!(clause.kind, AccClause::Async | AccClause::Wait))
}
