//! Variables that constructs privatize.

use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::program::place::EntityId;

use super::array_sections::Section;
use crate::declared_reductions::DeclaredReduction;

/// The variables of which a construct has copies.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    pub(crate) private: Vec<EntityId>,
    pub(crate) firstprivate: Vec<EntityId>,
    pub(crate) lastprivate: Vec<EntityId>,
    pub(crate) reductions: Vec<Reduction>,
    /// true if each team of a league has a copy, and not each thread of a team.
    pub(crate) is_of_league: bool,
}

/// The statements for copies: in the enclosing block, where the names still refer to the originals, and in the inner block, which declares
/// the copies.
#[derive(Default)]
pub(crate) struct CopyCode {
    pub(crate) around: Vec<String>,
    pub(crate) inside: Vec<String>,
    /// The statements after the code, in the scope of the copies.
    pub(crate) behind: Vec<String>,
}

impl Copies {
    pub(crate) fn is_empty(&self) -> bool {
        self.entities().is_empty()
    }

    pub(crate) fn entities(&self) -> Vec<EntityId> {
        let lists = [&self.private, &self.firstprivate, &self.lastprivate];
        let reduced = self.reductions.iter().map(|reduction| reduction.entity);
        let mut all: Vec<EntityId> = lists.into_iter().flatten().copied().chain(reduced).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(crate) fn is_reduced(&self, entity: EntityId) -> bool {
        self.reductions.iter().any(|reduction| reduction.entity == entity)
    }

    /// Returns true if a variable is both firstprivate and lastprivate, so that its original value must be read before it is overwritten.
    pub(crate) fn has_both(&self) -> bool {
        self.lastprivate.iter().any(|entity| self.firstprivate.contains(entity))
    }
}

/// A reduction variable and its reduction.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    pub(crate) combines: Combines,
    pub(crate) entity: EntityId,
    /// The section of the variable or its pointee that is reduced; none for a whole variable.
    pub(crate) section: Option<Section>,
    /// true if tasks participate in the reduction (`reduction(task, ...)`).
    pub(crate) is_of_tasks: bool,
}

/// The way in which two values are combined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Combines {
    /// An operator on numbers, and its identity value as text.
    Operator(ReductionOp, String),
    /// A reduction that `declare reduction` declares.
    Declared(Box<DeclaredReduction>),
    /// An operator on each of these members of a struct.
    Members(ReductionOp, Vec<String>),
}
