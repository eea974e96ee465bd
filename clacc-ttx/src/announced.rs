//! The directives that are announced to profiling libraries by calls around them, whether their text or code generated for them has the
//! calls.

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::acc::facts::{AccFacts, Construct};
use clacc_sema::flow::queues::{NO_VALUE, SYNC};
use clacc_sema::program::View;
use clacc_sema::program::place::At;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{AccClause, AccDirective};

/// The code that the calls stand around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A directive without a statement.
    Directive,
    /// A directive and its statement.
    Statement,
    /// The entry of a region of data, and its exit.
    EntryAndExit,
}

impl Extent {
    /// Returns the extent of the calls for a construct. None if it is not announced.
    fn of(kind: AccDirective) -> Option<Extent> {
        use AccDirective as D;
        match kind {
            D::Parallel | D::Serial | D::Kernels => Some(Extent::Statement),
            D::Data | D::HostData => Some(Extent::EntryAndExit),
            D::EnterData | D::ExitData | D::Update | D::Wait => Some(Extent::Directive),
            _ => None,
        }
    }
}

/// An announced directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// The code that the calls stand around.
    pub extent: Extent,
    /// The kind of the construct; of a combined directive the compute construct.
    pub kind: AccDirective,
    /// The argument of the `if` clause, if nothing happens where it is false.
    pub condition: Option<At>,
    /// The queue of the construct, or the one that it waits for.
    pub queue: Queue,
}

/// A queue, as an argument of `async`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queue {
    /// A value of `openacc.h`.
    Constant(i64),
    /// An expression of the program.
    Named(At),
}

impl Announcement {
    /// Returns how a directive is announced. None if it has no events of its own.
    pub fn of(facts: &AccFacts, directive: DirectiveId) -> Option<Announcement> {
        // The first half of a combined directive is the compute construct.
        let construct = &facts.constructs[facts.of_directive.get(directive)?.outer];
        let clause = |kind| {
            let mut clauses = construct.clauses.iter().filter_map(|id| facts.clauses.get(*id));
            clauses.find(|clause: &&Clause| clause.kind == kind)
        };
        // The data of a `declare` is left wherever its function returns.
        let is_of_declare = construct.written == AccDirective::Declare;
        let is_wait_of_queue = construct.kind == AccDirective::Wait && clause(AccClause::Async).is_some();
        let extent = Extent::of(construct.kind).filter(|_| !is_of_declare && !is_wait_of_queue)?;
        // A compute construct without a device is executed on the host.
        let condition = clause(AccClause::If).and_then(Clause::value).filter(|_| extent != Extent::Statement);
        let queue = queue(construct, clause(AccClause::Async));
        Some(Announcement { extent, kind: construct.kind, condition, queue })
    }

    /// Returns why the directive cannot be announced, if it cannot: the calls evaluate arguments once more. `has_end` says whether code can
    /// be added behind its statement.
    pub fn obstacle(&self, view: View<'_>, has_end: bool) -> Option<&'static str> {
        let queue = match self.queue {
            Queue::Named(queue) => Some(queue),
            Queue::Constant(_) => None,
        };
        let mut repeated = self.condition.into_iter().chain(queue);
        if repeated.any(|value| view.has_side_effects(value)) {
            return Some("its condition or queue has side effects");
        }
        (self.extent != Extent::Directive && !has_end)
            .then_some("its statement ends inside a macro or in another file")
    }
}

fn queue(construct: &Construct, asynchronous: Option<&Clause>) -> Queue {
    let queues = construct.seldom.wait.as_ref().map(|argument| &argument.queues[..]);
    match (construct.kind, queues, asynchronous.map(|clause| &clause.argument)) {
        (AccDirective::Wait, Some([queue]), _) => Queue::Named(*queue),
        (AccDirective::Wait, ..) => Queue::Constant(NO_VALUE),
        (_, _, None) => Queue::Constant(SYNC),
        (_, _, Some(Argument::Value(queue))) => Queue::Named(*queue),
        (_, _, Some(_)) => Queue::Constant(NO_VALUE),
    }
}
