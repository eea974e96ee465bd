//! The input of the stages of the analysis.

use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::directive::AccClause;
use rustc_hash::FxHashSet;

use super::chosen_levels::ImplicitLevels;
use super::clauses::Clause;
use super::lower;
use crate::dependence::Judge;
use crate::program::View;
use crate::program::access::{Write, WriteKind};
use crate::program::place::EntityId;

/// The input of the analysis that comes from outside the declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitFacts {
    /// The level that an explicit `routine` directive gives the function that is being analyzed.
    pub routine: Option<RoutineLevel>,
    /// The functions that the declaration calls and that only another file can define, without those that have a `routine` directive or
    /// belong to libraries, sorted.
    pub defined_elsewhere: Box<[EntityId]>,
    /// The functions that the declaration calls and that an explicit `routine` directive gives a level, sorted.
    pub callee_levels: Box<[(EntityId, RoutineLevel)]>,
    /// If the declaration is a directive at file scope: the function that the next declaration declares, if it declares nothing else.
    pub function_behind: Option<Name>,
    /// If the declaration is a directive at file scope: whether the unit defines that function. For one in a header, whether the headers do.
    pub is_defined_behind: bool,
    /// If the declaration is a directive at file scope: whether the next declaration has errors that leave its extent uncertain.
    pub is_before_errors: bool,
    /// The `routine` directives without names inside the declaration that are not followed by the declaration of a single function, sorted.
    pub without_function: Box<[DirectiveId]>,
    /// If the declaration has `routine` directives with `bind`: the functions that they apply to and those that they are bound to.
    pub bound_functions: Box<[BoundFunction]>,
    /// The variables of file scope that a `declare` directive at file scope puts on the device, sorted.
    pub declared: Box<[EntityId]>,
    /// True if a directive at file scope, of OpenACC or OpenMP, puts variables of the unit on the device.
    pub has_device_variables: bool,
    /// The static variables that device code has as its own copies in translations where compilers do not map them, sorted.
    pub of_device_code: Box<[DeviceStatic]>,
    /// The pointers at file scope that directives of the unit map themselves, instead of their pointees, sorted; gathered if the
    /// declaration has an `update`.
    pub mapped_pointers: Box<[EntityId]>,
    /// The variables that `threadprivate` directives of OpenMP name, sorted.
    pub threadprivate: Box<[EntityId]>,
    /// The functions that loops in constructs call and that select elements of their local arrays by data, sorted.
    pub selecting_callees: Box<[EntityId]>,
    /// The functions that the declaration names and that a `bind` clause replaces on devices, sorted.
    pub redirected: Box<[EntityId]>,
    /// If the declaration is a directive at file scope: the variables with internal linkage that it names,
    /// sorted.
    pub internal: Box<[EntityId]>,
    /// The variables of `internal` that a function with a `routine` directive names.
    pub internal_in_routines: Box<[EntityId]>,
    /// The name of the device type that the program is compiled for (OpenACC 3.4 2.4); none if it was not chosen.
    pub device_type: Option<Arc<str>>,
    /// The loops that get levels without a clause.
    pub implicit_levels: ImplicitLevels,
}

/// A variable with internal linkage that a `declare` at file scope and a function with a `routine` directive name, and that is not copied
/// between the host and the device unless a data clause maps it: it is const, or in `device_resident` or `link`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceStatic {
    /// The variable.
    pub entity: EntityId,
    /// True if data clauses map it (`link`).
    pub is_linked: bool,
}

/// A function that a `routine` with `bind` applies to, or to which it binds another one, with its properties in the unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundFunction {
    /// Its name.
    pub name: Name,
    /// Whether it is declared before the directive.
    pub is_declared: bool,
    /// True if it has a `routine` directive without `bind`.
    pub has_routine: bool,
    /// True if one of its declarations has the specifier `static`.
    pub is_static: bool,
    /// True if one of its declarations has the specifier `inline`.
    pub is_inline: bool,
}

/// The levels are in order, the lowest one first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant names its clause")]
pub enum RoutineLevel {
    Seq,
    Vector,
    Worker,
    Gang,
}

impl RoutineLevel {
    const ALL: [RoutineLevel; 4] =
        [RoutineLevel::Seq, RoutineLevel::Vector, RoutineLevel::Worker, RoutineLevel::Gang];

    /// Returns the name, which is the keyword of the clause.
    pub const fn name(self) -> &'static str {
        match self {
            RoutineLevel::Seq => "seq",
            RoutineLevel::Vector => "vector",
            RoutineLevel::Worker => "worker",
            RoutineLevel::Gang => "gang",
        }
    }

    /// Returns the level with this name.
    pub fn by_name(name: &str) -> Option<RoutineLevel> {
        RoutineLevel::ALL.into_iter().find(|level| level.name() == name)
    }

    /// As [`RoutineLevel::name`], for the crates beneath.
    #[doc(hidden)]
    pub const fn text(self) -> &'static str {
        self.name()
    }
}

/// Writes the name.
impl std::fmt::Display for RoutineLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name.
impl std::str::FromStr for RoutineLevel {
    type Err = clacc_syntax::UnknownName;

    fn from_str(name: &str) -> Result<RoutineLevel, clacc_syntax::UnknownName> {
        RoutineLevel::by_name(name).ok_or_else(|| clacc_syntax::UnknownName::new(name))
    }
}

const CLAUSES_BETWEEN_CHECKPOINTS: usize = 1 << 6;
const WRITES_BETWEEN_CHECKPOINTS: usize = 1 << 9;

/// The declaration that is being analyzed. It dereferences to its [`View`].
pub(crate) struct Cx<'a> {
    pub(crate) view: View<'a>,
    pub(super) surroundings: UnitFacts,
    /// The OpenACC clauses of the declaration.
    pub(crate) clauses: HalfDone<Arc<ArenaMap<ClauseId, Clause>>>,
    judge: OnceCell<Judge<'a>>,
}

impl<'a> Cx<'a> {
    pub(crate) fn new(view: View<'a>, surroundings: UnitFacts) -> Self {
        let lowered = |(id, _)| Some((id, lower::clause(view, id)?));
        let mut clauses = HalfDone::<ArenaMap<_, _>>::default();
        let written = checkpoint::every(CLAUSES_BETWEEN_CHECKPOINTS, view.program.clauses.iter());
        clauses.extend(written.filter_map(lowered));
        clauses.shrink_to_fit();
        Cx::with_clauses(view, surroundings, clauses.finish().into())
    }

    /// Makes the input for a declaration whose clauses are known.
    pub(crate) fn with_clauses(
        view: View<'a>,
        surroundings: UnitFacts,
        clauses: Arc<ArenaMap<ClauseId, Clause>>,
    ) -> Self {
        let clauses = HalfDone::new(clauses);
        Cx { view, surroundings, clauses, judge: OnceCell::new() }
    }

    /// The writes of the declaration, in source order, with cancellation points.
    pub(crate) fn all_writes(&self) -> impl Iterator<Item = &'a Write> + use<'a> {
        checkpoint::every(WRITES_BETWEEN_CHECKPOINTS, self.writes(self.program.outline.all()))
    }

    /// The variables whose addresses are taken.
    pub(super) fn addressed(&self) -> FxHashSet<EntityId> {
        let taken = self.all_writes().filter(|write| write.kind == WriteKind::AddressTaken);
        taken.filter_map(|write| write.target).collect()
    }

    /// The dependence analysis of the declaration's loops.
    pub(crate) fn judge(&self) -> &Judge<'a> {
        self.judge.get_or_init(|| Judge::new(self.view))
    }

    /// The OpenACC kind of a clause.
    pub(super) fn kind_of(&self, clause: ClauseId) -> Option<AccClause> {
        self.clauses.get(clause).map(|clause| clause.kind)
    }

    /// The level that an explicit `routine` directive gives a called function.
    pub(crate) fn level_of(&self, callee: EntityId) -> Option<RoutineLevel> {
        let levels = &self.surroundings.callee_levels;
        let found = levels.binary_search_by_key(&callee, |(callee, _)| *callee).ok()?;
        Some(levels[found].1)
    }

    /// The name of an entity.
    pub(crate) fn name_text(&self, id: EntityId) -> &'a str {
        self.text(self.name(id))
    }
}

impl<'a> Deref for Cx<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}
