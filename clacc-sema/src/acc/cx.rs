//! What the stages of the analysis look at.

use std::ops::Deref;

use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::AccClause;
use la_arena::ArenaMap;

use super::clauses::Clause;
use super::lower;
use crate::program::View;
use crate::program::place::EntityId;

/// What the analysis needs to know beyond one declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnitFacts {
    /// The level that an explicit `routine` directive gives the function under consideration.
    pub routine: Option<RoutineLevel>,
}

/// The level of a `routine` directive, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant names its clause")]
pub enum RoutineLevel {
    Seq,
    Vector,
    Worker,
    Gang,
}

/// One declaration under analysis. It stands for its [`View`] wherever only that is asked.
pub(super) struct Cx<'a> {
    pub(super) view: View<'a>,
    pub(super) surroundings: UnitFacts,
    /// Its OpenACC clauses.
    pub(super) clauses: ArenaMap<ClauseId, Clause>,
}

impl<'a> Cx<'a> {
    pub(super) fn new(view: View<'a>, surroundings: UnitFacts) -> Self {
        let lowered = |(id, _)| Some((id, lower::clause(view, id)?));
        Cx { view, surroundings, clauses: view.program.clauses.iter().filter_map(lowered).collect() }
    }

    /// Which OpenACC clause a clause is.
    pub(super) fn kind_of(&self, clause: ClauseId) -> Option<AccClause> {
        self.clauses.get(clause).map(|clause| clause.kind)
    }

    /// The name of an entity.
    pub(super) fn name_text(&self, id: EntityId) -> &'a str {
        self.text(self.name(id))
    }
}

impl<'a> Deref for Cx<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}
