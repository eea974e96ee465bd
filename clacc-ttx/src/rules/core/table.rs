//! Rules as tables, and the driver that applies them.
//!
//! A construct's rule has one row for each clause that it maps, and functions for variables without a
//! clause. The driver contains the loop over the clauses. The function of a row returns exactly one
//! [`Mapped`], so a clause cannot have no verdict or two verdicts. A clause without a row is unsupported.

use clacc_sema::acc::clauses::{Argument, Clause, DataModifier};
use clacc_sema::program::place::EntityId;
use clacc_syntax::diagnostics::Code;
use clacc_syntax::directive::{AccClause, OmpDirective};

use super::{Build, Context, data_modifiers, pointer_table};
use crate::codes;
use crate::dialect::Fault;
use crate::node::OmpNode;
use crate::verdict::Fidelity;

/// The rule for a clause.
#[derive(Clone, Copy)]
pub enum ClauseRule {
    /// The whole meaning is preserved, for this reason, and nothing is added to the form.
    Exact(&'static str),
    /// The clause is left out without loss, for this reason.
    Dropped(&'static str),
    /// A function adds to the form what the clause needs, and returns how much of the meaning is preserved.
    By(fn(&Context<'_>, &mut Build<'_>, &Clause) -> Mapped),
}

/// A rule for variables that no clause of the construct names.
pub type ImplicitRule = fn(&Context<'_>, &mut Build<'_>);

/// The rule for one kind of construct.
pub struct ConstructRule {
    /// The directive that carries the clauses; none if OpenMP needs no directive.
    pub directive: fn(&Context<'_>, &Build<'_>) -> Option<OmpDirective>,
    /// The rows of the clauses that are mapped in source order.
    pub clauses: &'static [(AccClause, ClauseRule)],
    /// More rows of the same kind, which several constructs have in common.
    pub common: &'static [(AccClause, ClauseRule)],
    /// Rules for variables without a clause whose results come before the clauses of the source.
    pub first: &'static [ImplicitRule],
    /// Rules for variables without a clause whose results come after the clauses of the source.
    pub implicit: &'static [ImplicitRule],
    /// The rows of the clauses that are mapped after all others, in the order of the rows.
    pub last: &'static [(AccClause, ClauseRule)],
    /// Rules that need all clauses of the form.
    pub complete: &'static [ImplicitRule],
}

impl ConstructRule {
    /// The rule for a construct that takes no clauses and needs no directive. Other rules are based on it.
    pub const EMPTY: ConstructRule = ConstructRule {
        directive: |_, _| None,
        clauses: &[],
        common: &[],
        first: &[],
        implicit: &[],
        last: &[],
        complete: &[],
    };

    /// Whether there is a row for a clause.
    pub fn knows(&self, clause: AccClause) -> bool {
        self.row(clause).or(row(self.last, clause)).is_some()
    }

    /// The row of a clause that is mapped in source order.
    fn row(&self, clause: AccClause) -> Option<ClauseRule> {
        row(self.clauses, clause).or_else(|| row(self.common, clause))
    }
}

/// Rules that the driver adds to the rule of every construct.
pub(crate) struct OfAll {
    /// Returns the verdict on a clause that has a row but no form.
    pub(crate) refused: fn(&Context<'_>, &Clause) -> Option<Mapped>,
    /// Rules that need all clauses of the form. They are applied after those of the construct.
    pub(crate) complete: &'static [ImplicitRule],
}

/// The result of mapping a clause.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapped {
    pub(crate) fidelity: Fidelity,
    pub(crate) reason: &'static str,
    /// The findings: first one about the part of the meaning that is lost, then other warnings.
    pub(crate) findings: Vec<(&'static Code, String)>,
}

impl Mapped {
    /// The whole meaning is preserved.
    pub fn exact(reason: &'static str) -> Mapped {
        Mapped { fidelity: Fidelity::Exact, reason, findings: Vec::new() }
    }

    /// The clause is left out, certainly without loss.
    pub fn dropped(reason: &'static str) -> Mapped {
        Mapped { fidelity: Fidelity::Dropped, reason, findings: Vec::new() }
    }

    /// The result is correct on the targets of the dialect, but it is not guaranteed in the same way.
    pub fn approximated(reason: &'static str) -> Mapped {
        Mapped { fidelity: Fidelity::Approximated, reason, findings: Vec::new() }
    }

    /// The clause has no form on its construct.
    pub fn unsupported(cx: &Context<'_>, clause: &Clause) -> Mapped {
        let directive = cx.construct().written.text();
        let spelling = cx.spelling(clause);
        let message = format!("`{spelling}` on `acc {directive}` has no OpenMP form under this mapping");
        Mapped {
            fidelity: Fidelity::Unsupported,
            reason: "the mapping has no form for this clause",
            findings: vec![(&codes::MAP0002, message)],
        }
    }

    /// An argument or modifier of the clause has no form.
    pub fn unsupported_part(cx: &Context<'_>, clause: &Clause, what: &str) -> Mapped {
        let spelling = cx.spelling(clause);
        let message = format!("`{spelling}` with {what} has no OpenMP form under this mapping");
        Mapped {
            fidelity: Fidelity::Unsupported,
            reason: "the mapping has no form for an argument or modifier of this clause",
            findings: vec![(&codes::MAP0003, message)],
        }
    }

    /// The clause has no form here, for a reason that the finding explains.
    pub fn refused(reason: &'static str, code: &'static Code, message: impl Into<String>) -> Mapped {
        Mapped { fidelity: Fidelity::Unsupported, reason, findings: vec![(code, message.into())] }
    }

    /// The same result, but at most approximated, for this reason.
    pub(crate) fn at_most_approximated(self, reason: &'static str) -> Mapped {
        match self.fidelity {
            Fidelity::Exact => Mapped { fidelity: Fidelity::Approximated, reason, ..self },
            _ => self,
        }
    }

    /// The same result with one more finding.
    pub fn reported(mut self, code: &'static Code, message: impl Into<String>) -> Mapped {
        self.findings.push((code, message.into()));
        self
    }
}

fn row(rows: &[(AccClause, ClauseRule)], clause: AccClause) -> Option<ClauseRule> {
    rows.iter().find(|(kind, _)| *kind == clause).map(|(_, rule)| *rule)
}

/// Maps a construct by its rule, and by the rules for all constructs.
pub(crate) fn apply(rule: &ConstructRule, of_all: &OfAll, cx: &Context<'_>) -> OmpNode {
    let mut build = Build::new(cx);
    for first in rule.first {
        first(cx, &mut build);
    }
    for clause in cx.clauses() {
        if row(rule.last, clause.kind).is_none() {
            map_clause(cx, &mut build, clause, rule.row(clause.kind), of_all);
        }
    }
    for implicit in rule.implicit {
        implicit(cx, &mut build);
    }
    for (kind, last) in rule.last {
        for clause in cx.clauses().filter(|clause| clause.kind == *kind) {
            map_clause(cx, &mut build, clause, Some(*last), of_all);
        }
    }
    for complete in rule.complete.iter().chain(of_all.complete) {
        complete(cx, &mut build);
    }
    let directive = (rule.directive)(cx, &build);
    build.finish(directive)
}

fn map_clause(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    rule: Option<ClauseRule>,
    of_all: &OfAll,
) {
    let without_form = || {
        // On the host nothing is left of data clauses, so they need no form.
        if cx.dialect.is_for_host() && !is_about_threads(clause.kind) {
            return malformed(clause).map(|what| Mapped::unsupported_part(cx, clause, what));
        }
        let what = without_form(cx, clause).or_else(|| without_clause(cx, clause));
        what.map(|what| Mapped::unsupported_part(cx, clause, what))
            .or_else(|| pointer_table::refused(cx, clause))
    };
    let mapped = match rule {
        None => Mapped::unsupported(cx, clause),
        Some(rule) => without_form()
            .or_else(|| (of_all.refused)(cx, clause))
            .unwrap_or_else(|| follow(rule, cx, build, clause)),
    };
    if rule.is_some() && !cx.dialect.is_for_host() {
        data_modifiers::verdicts(cx, build, clause, &mapped);
    }
    build.clause_verdict(clause.id, mapped);
}

fn follow(rule: ClauseRule, cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    match rule {
        ClauseRule::Exact(reason) => Mapped::exact(reason),
        ClauseRule::Dropped(reason) => Mapped::dropped(reason),
        ClauseRule::By(rule) => rule(cx, build, clause),
    }
}

/// Returns the modifier or argument of a clause for which no rule has a form.
fn without_form(cx: &Context<'_>, clause: &Clause) -> Option<&'static str> {
    data_modifiers::without_form(cx, clause).map(DataModifier::text).or_else(|| malformed(clause))
}

fn malformed(clause: &Clause) -> Option<&'static str> {
    matches!(clause.argument, Argument::Malformed).then_some("this argument")
}

fn is_about_threads(clause: AccClause) -> bool {
    matches!(clause, AccClause::Private | AccClause::Firstprivate | AccClause::Reduction)
}

/// Returns the kind of a listed variable that OpenMP's clauses never take, or not in the dialect. `private` and `firstprivate` have their
/// own rules for such variables.
fn without_clause(cx: &Context<'_>, clause: &Clause) -> Option<&'static str> {
    if matches!(clause.kind, AccClause::Private | AccClause::Firstprivate) {
        return None;
    }
    let permits_atomic = !cx.avoids(Fault::AtomicData) && clause.kind != AccClause::Reduction;
    let mut places = clause.items().iter().filter_map(|item| item.place.as_ref());
    places.find_map(|place| match () {
        () if cx.is_thread_local(place) => Some("a variable that each thread has for itself"),
        () if !permits_atomic && cx.is_atomic(place) => Some("_Atomic data"),
        () if is_mapped_register(cx, place.root) => Some("a `register` variable"),
        () => None,
    })
}

/// Returns whether a variable is declared with `register` outside the compute construct, so that it would be mapped.
fn is_mapped_register(cx: &Context<'_>, entity: EntityId) -> bool {
    let is_inside = || cx.compute().is_some_and(|compute| cx.view.is_declared_in(entity, compute.run()));
    cx.avoids(Fault::RegisterVariables) && cx.view.is_register(entity) && !is_inside()
}
