//! Variables of which constructs have copies.

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
    /// True if the teams of a league have the copies, and not the threads of a team.
    pub(crate) is_of_league: bool,
}

/// The declarations that copies need: in the block around, where the names still name the originals, and in the block of the
/// copies.
#[derive(Default)]
pub(crate) struct CopyCode {
    pub(crate) around: Vec<String>,
    pub(crate) inside: Vec<String>,
    /// The statements behind the code, in the scope of the copies.
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

    /// Returns true if a variable's copies begin with the value that one of them overwrites at the end.
    pub(crate) fn has_both(&self) -> bool {
        self.lastprivate.iter().any(|entity| self.firstprivate.contains(entity))
    }
}

/// A variable that is reduced.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    pub(crate) combines: Combines,
    pub(crate) entity: EntityId,
    /// The part of what it is or points to.
    pub(crate) section: Option<Section>,
    /// True if tasks participate in it (`reduction(task, ...)`).
    pub(crate) is_of_tasks: bool,
}

/// The way in which two values become one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Combines {
    /// An operator, on numbers. The text is the value that it leaves as the other one is.
    Operator(ReductionOp, String),
    /// A reduction that `declare reduction` declares.
    Declared(Box<DeclaredReduction>),
    /// An operator on each of these members of a struct.
    Members(ReductionOp, Vec<String>),
}
