//! Rules as tables, and the driver that applies them.
//!
//! A construct's rule lists one row for each clause that it knows, and what it says about variables without a clause. The driver
//! owns the loop over the clauses: each row's function says what becomes of the clause and returns exactly one [`Mapped`], so a
//! clause without a verdict or with two of them cannot be written. A clause without a row is unsupported.

use clacc_sema::acc::clauses::{Argument, Clause, DataModifier, ListItem};
use clacc_syntax::diagnostics::Code;
use clacc_syntax::directive::{AccClause, OmpDirective};

use super::{Build, Context};
use crate::codes;
use crate::node::OmpNode;
use crate::verdict::Fidelity;

/// What becomes of a clause.
#[derive(Clone, Copy)]
pub enum ClauseRule {
    /// All of its meaning arrives, for this reason, and the form needs nothing for it.
    Exact(&'static str),
    /// It is left out, and for this reason nothing is lost.
    Dropped(&'static str),
    /// A function adds to the form what the clause needs, and says how much of its meaning arrives.
    By(fn(&Context<'_>, &mut Build<'_>, &Clause) -> Mapped),
}

/// What a construct says about variables that none of its clauses names.
pub type ImplicitRule = fn(&Context<'_>, &mut Build<'_>);

/// How one kind of construct is mapped.
pub struct ConstructRule {
    /// The directive that the clauses stand on; none if OpenMP needs none.
    pub directive: fn(&Context<'_>, &Build<'_>) -> Option<OmpDirective>,
    /// The clauses that are mapped in the order of the source.
    pub clauses: &'static [(AccClause, ClauseRule)],
    /// What is said without a clause, before the clauses of the source.
    pub first: &'static [ImplicitRule],
    /// What is said without a clause, behind the clauses of the source.
    pub implicit: &'static [ImplicitRule],
    /// The clauses that are mapped behind everything else, in the order of the rows.
    pub last: &'static [(AccClause, ClauseRule)],
    /// What needs all clauses of the form.
    pub complete: &'static [ImplicitRule],
}

impl ConstructRule {
    /// Whether a row says what becomes of a clause.
    pub fn knows(&self, clause: AccClause) -> bool {
        row(self.clauses, clause).or(row(self.last, clause)).is_some()
    }
}

/// What became of a clause.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapped {
    pub(super) fidelity: Fidelity,
    pub(super) reason: &'static str,
    /// A finding about what is lost.
    pub(super) finding: Option<(&'static Code, String)>,
}

impl Mapped {
    /// All of its meaning arrives.
    pub fn exact(reason: &'static str) -> Mapped {
        Mapped { fidelity: Fidelity::Exact, reason, finding: None }
    }

    /// It is left out, and provably nothing is lost.
    pub fn dropped(reason: &'static str) -> Mapped {
        Mapped { fidelity: Fidelity::Dropped, reason, finding: None }
    }

    /// The result is right on the targets of the dialect, but the guarantee is not the same.
    pub fn approximated(reason: &'static str) -> Mapped {
        Mapped { fidelity: Fidelity::Approximated, reason, finding: None }
    }

    /// It has no form on its construct.
    pub fn unsupported(cx: &Context<'_>, clause: &Clause) -> Mapped {
        let directive = cx.construct().kind.text();
        let spelling = cx.spelling(clause);
        let message = format!("`{spelling}` on `acc {directive}` has no OpenMP form under this mapping");
        Mapped {
            fidelity: Fidelity::Unsupported,
            reason: "the mapping has no form for this clause",
            finding: Some((&codes::MAP0002, message)),
        }
    }

    /// An argument or modifier of it has no form.
    pub fn unsupported_part(cx: &Context<'_>, clause: &Clause, what: &str) -> Mapped {
        let spelling = cx.spelling(clause);
        let message = format!("`{spelling}` with {what} has no OpenMP form under this mapping");
        Mapped {
            fidelity: Fidelity::Unsupported,
            reason: "the mapping has no form for an argument or modifier of this clause",
            finding: Some((&codes::MAP0003, message)),
        }
    }

    /// The same, reported.
    pub fn reported(self, code: &'static Code, message: impl Into<String>) -> Mapped {
        Mapped { finding: Some((code, message.into())), ..self }
    }
}

fn row(rows: &[(AccClause, ClauseRule)], clause: AccClause) -> Option<ClauseRule> {
    rows.iter().find(|(kind, _)| *kind == clause).map(|(_, rule)| *rule)
}

/// Maps a construct by its rule.
pub fn apply(rule: &ConstructRule, cx: &Context<'_>) -> OmpNode {
    let mut build = Build::new(cx);
    for first in rule.first {
        first(cx, &mut build);
    }
    for clause in cx.clauses() {
        if row(rule.last, clause.kind).is_none() {
            map_clause(cx, &mut build, clause, row(rule.clauses, clause.kind));
        }
    }
    for implicit in rule.implicit {
        implicit(cx, &mut build);
    }
    for (kind, last) in rule.last {
        for clause in cx.clauses().filter(|clause| clause.kind == *kind) {
            map_clause(cx, &mut build, clause, Some(*last));
        }
    }
    for complete in rule.complete {
        complete(cx, &mut build);
    }
    let directive = (rule.directive)(cx, &build);
    build.finish(directive)
}

fn map_clause(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause, rule: Option<ClauseRule>) {
    let mapped = match (rule, without_form(clause)) {
        (None, _) => Mapped::unsupported(cx, clause),
        (Some(_), Some(what)) => {
            modifiers(build, clause);
            Mapped::unsupported_part(cx, clause, what)
        }
        (Some(rule), None) => {
            modifiers(build, clause);
            match rule {
                ClauseRule::Exact(reason) => Mapped::exact(reason),
                ClauseRule::Dropped(reason) => Mapped::dropped(reason),
                ClauseRule::By(rule) => rule(cx, build, clause),
            }
        }
    };
    build.clause_verdict(clause.id, mapped);
}

/// The modifiers that have a verdict of their own.
fn modifiers(build: &mut Build<'_>, clause: &Clause) {
    for modifier in clause.modifiers.iter().filter(|modifier| **modifier == DataModifier::Readonly) {
        let reason = "readonly is a promise that the program keeps with or without the word";
        build.modifier_verdict(clause.id, *modifier, Fidelity::Dropped, reason);
    }
}

/// The modifier or argument of a clause that no rule has a form for.
fn without_form(clause: &Clause) -> Option<&'static str> {
    let modifier = clause.modifiers.iter().find(|modifier| **modifier != DataModifier::Readonly);
    match (modifier, &clause.argument) {
        (Some(modifier), _) => Some(modifier.text()),
        (None, _) if clause.items().iter().any(lies_in_several_blocks) => {
            Some("elements behind several pointers, which lie in several blocks of memory,")
        }
        (None, Argument::Malformed) => Some("this argument"),
        (None, Argument::Collapse { force: true, .. }) => Some("force"),
        _ => None,
    }
}

/// Whether the elements of a list item lie in several blocks of memory, which OpenMP's clauses have no form for.
fn lies_in_several_blocks(item: &ListItem) -> bool {
    item.limits.gap.is_some_and(|gap| gap.behind_pointer)
}
