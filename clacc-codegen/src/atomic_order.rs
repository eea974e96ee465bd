//! How an atomic construct orders other accesses to memory (OpenMP 5.2 1.4.6, 15.8.1).

use clacc_sema::omp::form::{Clause, ClauseWord, Directive};
use clacc_sema::program::View;
use clacc_sema::program::directive::ArgumentValue;
use clacc_syntax::directive::{OmpClause, OmpDirective};

/// The memory order that the clauses of a construct select.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

impl Order {
    /// Returns the order of a construct, or none if no clause selects one.
    pub(crate) fn of(directive: &Directive) -> Option<Order> {
        let asked = |order, clause| match clause {
            OmpClause::Relaxed => Some(Order::Relaxed),
            OmpClause::Acquire => Some(Order::Acquire),
            OmpClause::Release => Some(Order::Release),
            OmpClause::AcqRel => Some(Order::AcquireRelease),
            // The order for a failed exchange is that for a successful one.
            OmpClause::SeqCst | OmpClause::Fail => Some(Order::SequentiallyConsistent),
            _ => order,
        };
        let clauses = directive.clauses.iter().map(Clause::kind);
        let is_first = |clause: &OmpClause| matches!(clause, OmpClause::SeqCst | OmpClause::Fail);
        match clauses.clone().find(is_first) {
            Some(_) => Some(Order::SequentiallyConsistent),
            None => clauses.fold(None, asked),
        }
    }

    /// Returns the order that `atomic_default_mem_order` names (OpenMP 5.2 8.2.1).
    pub(crate) fn named(word: ClauseWord) -> Option<Order> {
        Some(match word {
            ClauseWord::Relaxed => Order::Relaxed,
            ClauseWord::AcqRel => Order::AcquireRelease,
            ClauseWord::SeqCst => Order::SequentiallyConsistent,
            _ => return None,
        })
    }

    /// Returns the order of an access that reads and writes, as the number that the functions `__atomic_*` take.
    pub(crate) const fn of_update(self) -> u8 {
        match self {
            Order::Relaxed => 0,
            Order::Acquire => 2,
            Order::Release => 3,
            Order::AcquireRelease => 4,
            Order::SequentiallyConsistent => 5,
        }
    }

    /// Returns the number for an access that only reads.
    pub(crate) const fn of_load(self) -> u8 {
        match self {
            Order::Relaxed | Order::Release => 0,
            Order::Acquire | Order::AcquireRelease => 2,
            Order::SequentiallyConsistent => 5,
        }
    }

    /// Returns the number for an access that only writes.
    pub(crate) const fn of_store(self) -> u8 {
        match self {
            Order::Relaxed | Order::Acquire => 0,
            Order::Release | Order::AcquireRelease => 3,
            Order::SequentiallyConsistent => 5,
        }
    }
}

/// Returns the default order that the `requires` directives of a declaration name.
pub(crate) fn order_required(view: View<'_>) -> Option<Order> {
    let order = view.program.order.iter().map(|id| view.directive(*id));
    let requires = order.filter(|directive| directive.kind.omp() == Some(OmpDirective::Requires));
    let clauses = requires.flat_map(|directive| &directive.clauses).map(|clause| view.clause_node(*clause));
    let mut named = clauses.filter(|clause| clause.kind.omp() == Some(OmpClause::AtomicDefaultMemOrder));
    named.find_map(|clause| match clause.items() {
        [item] => match item.value {
            ArgumentValue::Word(word) => ClauseWord::spelled(view.text(word)).and_then(Order::named),
            _ => None,
        },
        _ => None,
    })
}
