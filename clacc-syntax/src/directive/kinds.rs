//! Queries of the tables for a directive or clause of either language.

use super::{
    AccClause, AccDirective, Association, Form, Language, Multiplicity, OmpClause, OmpDirective, Placement,
    table,
};
use crate::ast::{ClauseKind, DirectiveKind};
use crate::{Name, Names};

/// A set of clauses of one language.
pub type ClauseSet = Vec<ClauseKind>;

impl DirectiveKind {
    /// Returns the OpenACC directive, or none if the directive is of another language or unknown.
    pub fn acc(self) -> Option<AccDirective> {
        match self {
            DirectiveKind::Acc(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns the OpenMP directive, or none if the directive is of another language or unknown.
    pub fn omp(self) -> Option<OmpDirective> {
        match self {
            DirectiveKind::Omp(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns the canonical spelling, or the source spelling of an unknown directive.
    pub fn text(self, names: &Names) -> &str {
        match self {
            DirectiveKind::Acc(directive) => directive.text(),
            DirectiveKind::Omp(directive) => directive.text(),
            DirectiveKind::UnknownAcc(name) | DirectiveKind::UnknownOmp(name) => &names[name],
        }
    }

    /// Returns the name of the canonical spelling, or of the source spelling of an unknown directive.
    pub fn name(self) -> Name {
        match self {
            DirectiveKind::Acc(directive) => table::fixed(directive.text()),
            DirectiveKind::Omp(directive) => table::fixed(directive.text()),
            DirectiveKind::UnknownAcc(name) | DirectiveKind::UnknownOmp(name) => name,
        }
    }

    /// Returns what the directive is associated with. An unknown directive is associated with nothing.
    pub fn association(self) -> Association {
        match self {
            DirectiveKind::Acc(directive) => directive.info().association,
            DirectiveKind::Omp(directive) => directive.info().association,
            DirectiveKind::UnknownAcc(_) | DirectiveKind::UnknownOmp(_) => Association::None,
        }
    }

    /// Returns where the directive may appear. An unknown directive may appear anywhere.
    pub fn places(self) -> Placement {
        match self {
            DirectiveKind::Acc(directive) => directive.info().places,
            DirectiveKind::Omp(directive) => directive.info().places,
            DirectiveKind::UnknownAcc(_) | DirectiveKind::UnknownOmp(_) => {
                Placement::FILE.with(Placement::BLOCK).with(Placement::SUBSTATEMENT).with(Placement::MEMBER)
            }
        }
    }

    /// Returns the form of the argument in parentheses directly after the directive's name.
    pub fn argument_form(self) -> &'static Form {
        match self {
            DirectiveKind::Acc(directive) => &directive.info().argument,
            DirectiveKind::Omp(directive) => &directive.info().argument,
            DirectiveKind::UnknownAcc(_) | DirectiveKind::UnknownOmp(_) => &Form::BARE,
        }
    }

    /// The language that the directive belongs to.
    pub const fn language(self) -> Language {
        match self {
            DirectiveKind::Acc(_) | DirectiveKind::UnknownAcc(_) => Language::OpenAcc,
            DirectiveKind::Omp(_) | DirectiveKind::UnknownOmp(_) => Language::OpenMp,
        }
    }

    /// Makes the kind of a directive that the language does not have.
    pub(crate) const fn unknown(language: Language, name: Name) -> DirectiveKind {
        match language {
            Language::OpenAcc => DirectiveKind::UnknownAcc(name),
            Language::OpenMp => DirectiveKind::UnknownOmp(name),
        }
    }
}

impl ClauseKind {
    /// Returns the OpenACC clause, or none if the clause is of another language or unknown.
    pub fn acc(self) -> Option<AccClause> {
        match self {
            ClauseKind::Acc(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns the OpenMP clause, or none if the clause is of another language or unknown.
    pub fn omp(self) -> Option<OmpClause> {
        match self {
            ClauseKind::Omp(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns the canonical spelling. For an unknown clause, it is empty.
    pub fn text(self) -> &'static str {
        match self {
            ClauseKind::Acc(clause) => clause.text(),
            ClauseKind::Omp(clause) => clause.text(),
            ClauseKind::Unknown => "",
        }
    }
}

/// Returns whether a directive takes a clause. Unknown directives take every clause and unknown clauses are taken everywhere, because
/// nothing is known to be wrong with them.
pub fn clause_allowed(directive: DirectiveKind, clause: ClauseKind) -> bool {
    match (directive, clause) {
        (DirectiveKind::Acc(directive), ClauseKind::Acc(clause)) => directive.rule(clause).is_some(),
        (DirectiveKind::Omp(directive), ClauseKind::Omp(clause)) => directive.rule(clause).is_some(),
        (DirectiveKind::UnknownAcc(_) | DirectiveKind::UnknownOmp(_), _) | (_, ClauseKind::Unknown) => true,
        _ => false,
    }
}

/// Returns how often a directive takes a clause, or none if it does not take it.
pub fn multiplicity(directive: DirectiveKind, clause: ClauseKind) -> Option<Multiplicity> {
    match (directive, clause) {
        (DirectiveKind::Acc(directive), ClauseKind::Acc(clause)) => {
            directive.rule(clause).map(|rule| rule.multiplicity)
        }
        (DirectiveKind::Omp(directive), ClauseKind::Omp(clause)) => {
            directive.rule(clause).map(|rule| rule.multiplicity)
        }
        _ => None,
    }
}

/// Returns the form of a clause's arguments on a directive, even if the directive does not take the clause.
pub fn form_of(directive: DirectiveKind, clause: ClauseKind) -> Option<&'static Form> {
    match (directive, clause) {
        (DirectiveKind::Acc(directive), ClauseKind::Acc(clause)) => Some(acc_form(directive, clause)),
        (DirectiveKind::Omp(directive), ClauseKind::Omp(clause)) => Some(omp_form(directive, clause)),
        (_, ClauseKind::Acc(clause)) => Some(&clause.info().form),
        (_, ClauseKind::Omp(clause)) => Some(&clause.info().form),
        (_, ClauseKind::Unknown) => None,
    }
}

fn acc_form(directive: AccDirective, clause: AccClause) -> &'static Form {
    super::acc::table().form(directive, clause)
}

fn omp_form(directive: OmpDirective, clause: OmpClause) -> &'static Form {
    super::omp::table().form(directive, clause)
}

/// Returns whether two different clauses must not appear together on a directive.
pub fn are_exclusive(directive: DirectiveKind, one: ClauseKind, other: ClauseKind) -> bool {
    fn share_group<C: PartialEq>(groups: &[Vec<C>], one: &C, other: &C) -> bool {
        one != other && groups.iter().any(|group| group.contains(one) && group.contains(other))
    }
    match (directive, one, other) {
        (DirectiveKind::Acc(directive), ClauseKind::Acc(one), ClauseKind::Acc(other)) => {
            share_group(&directive.info().exclusive, &one, &other)
        }
        (DirectiveKind::Omp(directive), ClauseKind::Omp(one), ClauseKind::Omp(other)) => {
            share_group(&directive.info().exclusive, &one, &other)
        }
        _ => false,
    }
}

/// Returns the sets of clauses of which at least one must appear on the directive.
pub fn required_groups(directive: DirectiveKind) -> Vec<ClauseSet> {
    match directive {
        DirectiveKind::Acc(directive) => acc_sets(&directive.info().required),
        DirectiveKind::Omp(directive) => omp_sets(&directive.info().required),
        _ => Vec::new(),
    }
}

fn acc_sets(groups: &[Vec<AccClause>]) -> Vec<ClauseSet> {
    groups.iter().map(|group| group.iter().copied().map(ClauseKind::Acc).collect()).collect()
}

fn omp_sets(groups: &[Vec<OmpClause>]) -> Vec<ClauseSet> {
    groups.iter().map(|group| group.iter().copied().map(ClauseKind::Omp).collect()).collect()
}
