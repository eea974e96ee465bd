//! Checks that the dialect has the keywords of a directive.

use crate::dialect::{Dialect, OptionalWord};
use clacc_sema::omp::form::{Argument, Clause, Directive, MapFlags};
use clacc_syntax::directive::{OmpClause, OmpDirective, Version};

pub(super) fn fault(dialect: &Dialect, directive: &Directive) -> Option<String> {
    let lacks = |what: &str| format!("dialect {} has no {what}", dialect.name());
    if !has_directive(dialect, directive.kind) {
        return Some(lacks(&format!("`omp {}`", directive.kind.text())));
    }
    directive.clauses.iter().find_map(|clause| {
        if !has_clause(dialect, directive, clause.kind()) {
            return Some(lacks(&format!("`{}` on `omp {}`", clause.kind().text(), directive.kind.text())));
        }
        modifier_without_word(dialect, clause).map(|word| lacks(&format!("modifier `{word}`")))
    })
}

fn has_directive(dialect: &Dialect, kind: OmpDirective) -> bool {
    match kind {
        OmpDirective::Tile => dialect.has(OptionalWord::Tile),
        _ => is_had(dialect, kind.info().since),
    }
}

fn has_clause(dialect: &Dialect, directive: &Directive, clause: OmpClause) -> bool {
    match clause {
        // `sizes` exists where its directive does.
        OmpClause::Sizes => true,
        // A sole `enter` is printed as a list without the keyword, which every compiler accepts (OpenMP 5.2 7.8.1).
        OmpClause::Enter if directive.clauses.len() == 1 => true,
        // gcc 12 has `compare`, although OpenMP 5.1 introduced it.
        OmpClause::Compare => true,
        _ => directive.kind.rule(clause).is_none_or(|rule| is_had(dialect, rule.since)),
    }
}

/// Returns whether the dialect includes a feature of this OpenMP version. Forms cannot use extensions.
fn is_had(dialect: &Dialect, since: Version) -> bool {
    !since.is_extension() && since <= dialect.words.openmp
}

/// Returns a modifier that the dialect does not have and that would be printed nevertheless.
fn modifier_without_word(dialect: &Dialect, clause: &Clause) -> Option<&'static str> {
    match &clause.argument {
        Argument::Map { flags, .. } => {
            let unspelled = flags.without(dialect.spelled(*flags));
            let mut words = MapFlags::WORDS.iter().filter(|(flag, ..)| unspelled.contains(*flag));
            words.next().map(|(_, word, _)| *word)
        }
        Argument::Motion { present: true, .. } if !dialect.has(OptionalWord::PresentMotion) => {
            Some("present")
        }
        _ => None,
    }
}
