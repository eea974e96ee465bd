//! `atomic` -> `atomic` (OpenACC 3.4 2.12, OpenMP 5.2 15.8.4).

use clacc_sema::acc::atomic::kind_by;
use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{self, Argument, Directive, Omp, Operand, Origin};
use clacc_sema::program::atomic::{AtomicKind, AtomicLimit};
use clacc_sema::program::place::Value;
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::lone_thread::is_alone;
use super::{histograms, loop_directives, variable_pointers};
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::table::ClauseRule::{By, Dropped};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped};
use crate::verdict::Fidelity;

const ONE_THREAD: &str = "compilers of the dialect refuse atomic directly inside target teams";

/// `atomic` -> `atomic`. The clause for the kind is the same in OpenMP. Without one the kind is `update`.
pub(crate) const ATOMIC: ConstructRule = ConstructRule {
    directive: |_, _| Some(OmpDirective::Atomic),
    clauses: &[
        (AccClause::Read, By(kind)),
        (AccClause::Write, By(kind)),
        (AccClause::Update, By(kind)),
        (AccClause::Capture, By(kind)),
        (AccClause::Compare, By(kind)),
        (AccClause::If, By(condition)),
    ],
    implicit: &[update],
    complete: &[limits, in_one_thread],
    ..ConstructRule::EMPTY
};

/// `atomic update` of an array that a reduction of the loop around it collects: a plain statement.
pub(crate) const COLLECTED: ConstructRule = ConstructRule {
    clauses: &[(AccClause::Update, Dropped(histograms::WHY)), (AccClause::If, By(condition))],
    complete: &[|_, build| build.directive_verdict(Fidelity::Exact, histograms::WHY)],
    ..ConstructRule::EMPTY
};

fn kind(_cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(kind) = kind_by(clause.kind) {
        build.push(Argument::Bare(clause_of(kind)), clause.id);
    }
    Mapped::exact("the OpenMP clause means the same")
}

fn clause_of(kind: AtomicKind) -> OmpClause {
    match kind {
        AtomicKind::Read => OmpClause::Read,
        AtomicKind::Write => OmpClause::Write,
        AtomicKind::Update => OmpClause::Update,
        AtomicKind::Capture => OmpClause::Capture,
        // OpenACC has no atomic statement of two kinds.
        AtomicKind::Compare | AtomicKind::CompareCapture => OmpClause::Compare,
    }
}

fn update(_cx: &Context<'_>, build: &mut Build<'_>) {
    if build.clauses().is_empty() {
        build.push_needed(Argument::Bare(OmpClause::Update), "an atomic without a kind is an update");
    }
}

/// `if`: a false condition only permits that the statement is not atomic. No result depends on it, so the condition is evaluated only for
/// its side effects.
fn condition(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    const ATOMIC_ANYWAY: &str = "the statement is atomic whatever the condition is, which changes no result";
    match clause.value().filter(|value| cx.view.has_side_effects(*value)) {
        Some(value) => {
            build.push_before(Omp::Evaluate { value, origin: Origin::Clause(clause.id) });
            Mapped::exact(ATOMIC_ANYWAY)
        }
        None => Mapped::dropped(ATOMIC_ANYWAY),
    }
}

/// Reports statements that compilers refuse, and the library that they need.
fn limits(cx: &Context<'_>, build: &mut Build<'_>) {
    let kind = cx.clauses().find_map(|clause| kind_by(clause.kind)).unwrap_or(AtomicKind::Update);
    let Ok(statement) = cx.view.atomic_statement(cx.region(), kind) else { return };
    let refused = statement.limits.iter().find_map(|limit| refusal(cx, *limit));
    if let Some(what) = refused {
        let message = format!("OpenMP compilers do not take this statement in `atomic`: {what}");
        build.unsupported_directive("compilers refuse the statement", &codes::MAP0046, message);
    } else if statement.limits.contains(&AtomicLimit::Wide) {
        let message =
            "the variable has more than 8 bytes, so programs that clang makes of this need `-latomic`";
        build.report_directive(&codes::MAP0048, message);
    }
}

/// Returns the reason why compilers refuse a statement, with a remedy; none if they accept it.
fn refusal(cx: &Context<'_>, limit: AtomicLimit) -> Option<&'static str> {
    let by_all = match limit {
        AtomicLimit::SeveralOperators => "write one operator, as in `x = x + (a + b)`",
        AtomicLimit::Complex => "the variable is complex; update its real and imaginary part one by one",
        AtomicLimit::AtomicType => "the variable is `_Atomic`, which makes it atomic without the directive",
        AtomicLimit::ParenthesizedComparison => "write the comparison without parentheses",
        AtomicLimit::VolatileComparison if cx.avoids(Fault::AtomicStatements) => {
            "the variable is volatile and compared; access it as not volatile"
        }
        AtomicLimit::Parenthesized if cx.avoids(Fault::AtomicStatements) => {
            "write the assignment without parentheses"
        }
        AtomicLimit::VolatileOperand if cx.avoids(Fault::AtomicStatements) => {
            "the variable is volatile and an operand; write `x += a` for `x = x + a`, or access it as not volatile"
        }
        AtomicLimit::Unbraced if cx.avoids(Fault::AtomicStatements) => {
            "put the assignment under the `if` into braces"
        }
        _ => return None,
    };
    Some(by_all)
}

/// Whether no partitioned loop is between the construct and its compute construct.
fn stands_in_teams(cx: &Context<'_>) -> bool {
    let mut parent = cx.construct().parent;
    while let Some(id) = parent {
        let outer = &cx.facts.constructs[id];
        match outer.kind {
            _ if outer.is_compute() => return !is_alone(&Context { id, ..*cx }),
            AccDirective::Loop if loop_directives::is_partitioned(&Context { id, ..*cx }) => return false,
            _ => parent = outer.parent,
        }
    }
    false
}

/// Puts the directive into a `parallel` region of one thread, if compilers of the dialect refuse it directly inside `target teams`. The
/// team has one thread there.
fn in_one_thread(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.avoids(Fault::AtomicInTeams) || !stands_in_teams(cx) {
        return;
    }
    let one = Argument::Value(OmpClause::NumThreads, Operand::Value(Value::constant(1)));
    let mut clauses = vec![form::Clause::new(one, Origin::Mapping(ONE_THREAD))];
    clauses.extend(variable_pointers::of_threads(cx, OmpDirective::Parallel, cx.region()));
    build.push_around(Directive::standalone(OmpDirective::Parallel, clauses, Origin::Mapping(ONE_THREAD)));
}
