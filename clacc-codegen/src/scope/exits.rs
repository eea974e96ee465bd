//! Constructs that can be cancelled (OpenMP 5.2 11.2).

use clacc_sema::omp::form::Directive;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::plan::{Node, each_directive};

/// The kinds of constructs that can be cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cancellable {
    Parallel,
    Loop,
    Sections,
    Taskgroup,
}

/// The end of a construct that can be cancelled.
#[derive(Clone, Debug)]
pub(crate) struct Exit {
    /// The kind of the construct. None for a construct that cannot be left: a `cancel` inside it must not leave an enclosing construct.
    pub(crate) kind: Option<Cancellable>,
    pub(crate) label: String,
    /// true if a branch to it was emitted.
    pub(crate) is_used: bool,
}

impl Cancellable {
    pub(crate) fn of(directive: &Directive) -> Option<Cancellable> {
        directive.clauses.iter().find_map(|clause| match clause.kind() {
            OmpClause::CancelParallel => Some(Cancellable::Parallel),
            OmpClause::CancelFor => Some(Cancellable::Loop),
            OmpClause::CancelSections => Some(Cancellable::Sections),
            OmpClause::CancelTaskgroup => Some(Cancellable::Taskgroup),
            _ => None,
        })
    }

    /// Returns the constant for the kind in the runtime's interface.
    pub(crate) fn constant(self) -> &'static str {
        match self {
            Cancellable::Parallel => "CLACC_CANCEL_PARALLEL",
            Cancellable::Loop => "CLACC_CANCEL_LOOP",
            Cancellable::Sections => "CLACC_CANCEL_SECTIONS",
            Cancellable::Taskgroup => "CLACC_CANCEL_TASKGROUP",
        }
    }
}

/// Returns true if the nodes contain `cancel` or `cancellation point` for constructs of a kind.
pub(crate) fn is_cancelled_in(nodes: &[Node<'_>], kind: Cancellable) -> bool {
    let mut is_found = false;
    each_directive(nodes, &mut |directive| {
        let is_about_it = matches!(directive.kind, OmpDirective::Cancel | OmpDirective::CancellationPoint);
        is_found |= is_about_it && Cancellable::of(directive) == Some(kind);
    });
    is_found
}
