//! Checks the clauses of a directive: which are permitted, how often, and which are required; and whether the directive has an associated
//! statement.

use clacc_sema::omp::form::{Argument, Clause, Directive, Omp};
use clacc_syntax::ast::{ClauseKind, DirectiveKind};
use clacc_syntax::directive::{
    Association, Multiplicity, OmpClause, OmpDirective, are_exclusive, clause_allowed, multiplicity,
    required_groups,
};

pub(super) fn fault(directive: &Directive) -> Option<String> {
    statement(directive)
        .or_else(|| clauses(directive))
        .or_else(|| missing(directive))
        .or_else(|| not_first(directive))
}

/// Checks that the first clause of `cancel` names the construct to cancel (OpenMP 5.2 11.2).
fn not_first(directive: &Directive) -> Option<String> {
    let cancels = matches!(directive.kind, OmpDirective::Cancel | OmpDirective::CancellationPoint);
    let is_named = matches!(directive.clauses.first().map(Clause::kind), Some(kind) if kind != OmpClause::If);
    (cancels && !is_named)
        .then(|| format!("the first clause of `omp {}` names what is cancelled", directive.kind.text()))
}

/// Returns the fault of the statement that a directive is associated with.
fn statement(directive: &Directive) -> Option<String> {
    let name = directive.kind.text();
    let wants_statement =
        matches!(directive.kind.info().association, Association::Statement | Association::Loop);
    if directive.body.is_some() != wants_statement {
        let number = if wants_statement { "a" } else { "no" };
        return Some(format!("`omp {name}` is associated with {number} statement"));
    }
    let is_one = directive.body.as_deref().is_none_or(is_one_statement);
    (!is_one).then(|| format!("`omp {name}` is associated with one statement, and its form holds others"))
}

/// Returns whether a form is one statement, as a directive requires.
fn is_one_statement(form: &Omp) -> bool {
    match form {
        Omp::Seq(parts) => matches!(&parts[..], [only] if is_one_statement(only)),
        // A stand-alone directive needs a block (OpenMP 5.2 3.1).
        Omp::Directive(directive) => directive.body.is_some(),
        Omp::Declare(_) | Omp::DeclareReduction(_) | Omp::DeclareFunction(_) | Omp::AtStart { .. } => false,
        _ => true,
    }
}

fn clauses(directive: &Directive) -> Option<String> {
    let kind = DirectiveKind::Omp(directive.kind);
    let name = directive.kind.text();
    directive.clauses.iter().enumerate().find_map(|(index, clause)| {
        let word = clause.kind().text();
        let of = ClauseKind::Omp(clause.kind());
        if !clause_allowed(kind, of) {
            return Some(format!("`omp {name}` takes no clause `{word}`"));
        }
        let before = &directive.clauses[..index];
        if before.iter().any(|other| repeats(kind, other, clause)) {
            return Some(format!("`omp {name}` takes the clause `{word}` once"));
        }
        let excluded = before.iter().find(|other| are_exclusive(kind, ClauseKind::Omp(other.kind()), of))?;
        Some(format!("`omp {name}` takes `{}` or `{word}`, not both", excluded.kind().text()))
    })
}

/// Returns whether a clause is repeated that is permitted once.
fn repeats(directive: DirectiveKind, one: &Clause, other: &Clause) -> bool {
    one.kind() == other.kind()
        && match multiplicity(directive, ClauseKind::Omp(one.kind())) {
            Some(Multiplicity::Once) => true,
            Some(Multiplicity::OncePerModifier) => modifier(&one.argument) == modifier(&other.argument),
            Some(Multiplicity::Many) | None => false,
        }
}

/// Returns the modifier that permits several clauses of one kind. One `if` without a directive name applies to all parts.
fn modifier(argument: &Argument) -> Option<Argument> {
    match argument {
        Argument::Defaultmap { .. } => Some(argument.clone()),
        _ => None,
    }
}

/// Reports a group of clauses of which a directive requires one and has none.
fn missing(directive: &Directive) -> Option<String> {
    // `declare target` without a clause begins a region.
    if directive.kind == OmpDirective::DeclareTarget {
        return None;
    }
    let has =
        |kind: &ClauseKind| directive.clauses.iter().any(|clause| ClauseKind::Omp(clause.kind()) == *kind);
    let groups = required_groups(DirectiveKind::Omp(directive.kind));
    let group = groups.iter().find(|group| !group.iter().any(has))?;
    let words: Vec<String> = group.iter().map(|kind| format!("`{}`", kind.text())).collect();
    Some(format!("`omp {}` needs {}", directive.kind.text(), words.join(" or ")))
}
