//! The `default` and `defaultmap` clauses of a directive (OpenMP 5.2 5.4.1, 5.8.7).

use clacc_syntax::directive::OmpClause;

use super::environment_facts::ClauseItem;
use crate::omp::form::{Argument, Clause, ClauseWord, DefaultCategory, ImplicitBehavior};

/// The argument of `default`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DefaultSharing {
    Shared,
    None,
    Private,
    Firstprivate,
}

/// A clause `defaultmap`.
#[derive(Clone, Copy, Debug)]
pub(super) struct DefaultMapping {
    pub(super) behavior: ImplicitBehavior,
    /// The category; none for all.
    pub(super) category: Option<DefaultCategory>,
    pub(super) clause: ClauseItem,
}

/// The defaults of a directive.
#[derive(Debug, Default)]
pub(super) struct DefaultClauses {
    pub(super) sharing: Option<(DefaultSharing, ClauseItem)>,
    pub(super) mappings: Vec<DefaultMapping>,
}

impl DefaultSharing {
    /// The spelling of the clause.
    pub(super) const fn text(self) -> &'static str {
        match self {
            DefaultSharing::Shared => "default(shared)",
            DefaultSharing::None => "default(none)",
            DefaultSharing::Private => "default(private)",
            DefaultSharing::Firstprivate => "default(firstprivate)",
        }
    }
}

impl DefaultClauses {
    /// The spelling of the clause that requires variables to be named.
    pub(super) fn asking(&self, clause: ClauseItem) -> &'static str {
        let own = self.sharing.filter(|(_, own)| *own == clause);
        own.map_or("defaultmap(none)", |(sharing, _)| sharing.text())
    }

    /// The defaults that clauses give.
    pub(super) fn of(clauses: &[Clause]) -> DefaultClauses {
        let mut defaults = DefaultClauses::default();
        for (number, clause) in (0_u32..).zip(clauses) {
            let item = ClauseItem { clause: number, item: 0 };
            match &clause.argument {
                Argument::Word(OmpClause::Default, word) => {
                    defaults.sharing = sharing(*word).map(|sharing| (sharing, item));
                }
                Argument::Defaultmap { behavior, category } => {
                    let (behavior, category) = (*behavior, *category);
                    defaults.mappings.push(DefaultMapping { behavior, category, clause: item });
                }
                _ => {}
            }
        }
        defaults
    }

    /// The `defaultmap` clause that applies to a category.
    pub(super) fn mapping(&self, category: DefaultCategory) -> Option<DefaultMapping> {
        let fits = |each: &&DefaultMapping| each.category.is_none_or(|own| own == category);
        self.mappings.iter().find(fits).copied()
    }
}

fn sharing(word: ClauseWord) -> Option<DefaultSharing> {
    Some(match word {
        ClauseWord::Shared => DefaultSharing::Shared,
        ClauseWord::None => DefaultSharing::None,
        ClauseWord::Private => DefaultSharing::Private,
        ClauseWord::Firstprivate => DefaultSharing::Firstprivate,
        _ => return None,
    })
}
