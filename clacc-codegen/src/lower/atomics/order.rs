//! How an atomic construct orders other accesses to memory (OpenMP 5.2 1.4.6, 15.8.1).

use clacc_sema::omp::form::Directive;
use clacc_syntax::directive::OmpClause;

/// The order that the clauses of a construct ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

impl Order {
    /// The order of a construct; `relaxed` without a clause.
    pub(super) fn of(directive: &Directive) -> Order {
        let asked = |order, clause| match clause {
            OmpClause::Acquire => Order::Acquire,
            OmpClause::Release => Order::Release,
            OmpClause::AcqRel => Order::AcquireRelease,
            // An exchange that fails is ordered as one that does not.
            OmpClause::SeqCst | OmpClause::Fail => Order::SequentiallyConsistent,
            _ => order,
        };
        let clauses = directive.clauses.iter().map(|clause| clause.kind());
        let is_first = |clause: &OmpClause| matches!(clause, OmpClause::SeqCst | OmpClause::Fail);
        match clauses.clone().find(is_first) {
            Some(_) => Order::SequentiallyConsistent,
            None => clauses.fold(Order::Relaxed, asked),
        }
    }

    /// The number by which the functions `__atomic_*` know the order of an access that reads and writes.
    pub(super) const fn of_update(self) -> u8 {
        match self {
            Order::Relaxed => 0,
            Order::Acquire => 2,
            Order::Release => 3,
            Order::AcquireRelease => 4,
            Order::SequentiallyConsistent => 5,
        }
    }

    /// The number for an access that only reads.
    pub(super) const fn of_load(self) -> u8 {
        match self {
            Order::Relaxed | Order::Release => 0,
            Order::Acquire | Order::AcquireRelease => 2,
            Order::SequentiallyConsistent => 5,
        }
    }

    /// The number for an access that only writes.
    pub(super) const fn of_store(self) -> u8 {
        match self {
            Order::Relaxed | Order::Acquire => 0,
            Order::Release | Order::AcquireRelease => 3,
            Order::SequentiallyConsistent => 5,
        }
    }
}
