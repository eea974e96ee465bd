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

use super::chosen_levels::{ImplicitLevels, LoopInterchange, LoopProofs};
use super::clauses::Clause;
use super::lower;
use crate::dependence::{Effects, Judge};
use crate::program::View;
use crate::program::access::Write;
use crate::program::entity::EntityKind;
use crate::program::place::EntityId;
use crate::program::run::Run;

/// The input of the analysis that comes from outside the declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitFacts {
    /// The level that an explicit `routine` directive gives the function that is being analyzed.
    pub routine: Option<RoutineLevel>,
    /// The functions that the declaration calls and that only another file can define, sorted. Those for
    /// which there is a `routine` directive, and those of libraries, are not among them.
    pub defined_elsewhere: Box<[EntityId]>,
    /// The functions that the declaration calls and that an explicit `routine` directive gives a level, sorted.
    pub callee_levels: Box<[(EntityId, RoutineLevel)]>,
    /// If the declaration is a directive at file scope: the lone function that is declared behind it.
    pub function_behind: Option<Name>,
    /// If the declaration is a directive at file scope: whether what is declared behind it has errors, so that it is not
    /// certain where that begins and ends.
    pub is_before_errors: bool,
    /// The `routine` directives without names inside the declaration behind which no lone function is declared,
    /// sorted.
    pub without_function: Box<[DirectiveId]>,
    /// If the declaration is a `routine` with `bind`: the functions that it is about and those that it binds them to.
    pub bound_functions: Box<[BoundFunction]>,
    /// The variables of file scope that a `declare` directive there puts on the device, sorted.
    pub declared: Box<[EntityId]>,
    /// The variables that code for devices has by itself in translations where compilers map no static ones, sorted.
    pub of_device_code: Box<[DeviceStatic]>,
    /// The pointers at file scope that directives of the unit map themselves, sorted; gathered if the declaration has an
    /// `update`.
    pub mapped_pointers: Box<[EntityId]>,
    /// The functions that loops in constructs call and that select elements of their own arrays by data, sorted.
    pub selecting_callees: Box<[EntityId]>,
    /// The functions that the declaration names and for which a `routine` has `bind`, sorted.
    pub redirected: Box<[EntityId]>,
    /// If the declaration is a directive at file scope: the variables with internal linkage that it names,
    /// sorted.
    pub internal: Box<[EntityId]>,
    /// Those of them that a function with a `routine` directive names.
    pub internal_in_routines: Box<[EntityId]>,
    /// The type of devices that the program is for, by its name (OpenACC 3.4 2.4); none if it was not chosen.
    pub device_type: Option<Arc<str>>,
    /// The loops that get levels of themselves.
    pub implicit_levels: ImplicitLevels,
    /// What becomes of loops that are proven to be independent, where levels are merged.
    pub loop_proofs: LoopProofs,
    /// Whether loops change places, where levels are merged.
    pub loop_interchange: LoopInterchange,
}

/// A variable with internal linkage that a `declare` at file scope and a function with a `routine` directive name, and whose
/// value nothing copies between the host and the device unless a data clause maps it: it is const, or `device_resident`, or
/// under `link`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceStatic {
    /// The variable.
    pub entity: EntityId,
    /// True if data clauses map it.
    pub is_linked: bool,
}

/// A function that a `routine` with `bind` is about, or binds others to, as the unit declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundFunction {
    /// Its name.
    pub name: Name,
    /// Whether it is declared before the directive.
    pub is_declared: bool,
    /// Whether a `routine` directive is about it that has no `bind`.
    pub has_routine: bool,
    /// Whether a declaration of it says `static`.
    pub is_static: bool,
    /// Whether a declaration of it says `inline`.
    pub is_inline: bool,
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

impl RoutineLevel {
    /// The clause.
    pub const fn text(self) -> &'static str {
        match self {
            RoutineLevel::Seq => "seq",
            RoutineLevel::Vector => "vector",
            RoutineLevel::Worker => "worker",
            RoutineLevel::Gang => "gang",
        }
    }
}

/// Tells what calls of a function do; none if that is not known.
pub type EffectsOf<'a> = &'a dyn Fn(EntityId) -> Option<Arc<Effects>>;

const CLAUSES_BETWEEN_CHECKPOINTS: usize = 1 << 6;
const WRITES_BETWEEN_CHECKPOINTS: usize = 1 << 9;

/// The declaration that is being analyzed. It dereferences to its [`View`].
pub(super) struct Cx<'a> {
    pub(super) view: View<'a>,
    pub(super) surroundings: UnitFacts,
    /// Its OpenACC clauses.
    pub(super) clauses: HalfDone<Arc<ArenaMap<ClauseId, Clause>>>,
    judge: OnceCell<Judge<'a>>,
    /// Tells what calls of a function do, if that is known. It costs much where it is asked.
    effects_of: EffectsOf<'a>,
}

impl<'a> Cx<'a> {
    pub(super) fn new(view: View<'a>, surroundings: UnitFacts) -> Self {
        let lowered = |(id, _)| Some((id, lower::clause(view, id)?));
        let mut clauses = HalfDone::<ArenaMap<_, _>>::default();
        let written = checkpoint::every(CLAUSES_BETWEEN_CHECKPOINTS, view.program.clauses.iter());
        clauses.extend(written.filter_map(lowered));
        clauses.shrink_to_fit();
        Cx::with_clauses(view, surroundings, clauses.finish().into())
    }

    /// The same for a declaration whose clauses are known.
    pub(super) fn with_clauses(
        view: View<'a>,
        surroundings: UnitFacts,
        clauses: Arc<ArenaMap<ClauseId, Clause>>,
    ) -> Self {
        let clauses = HalfDone::new(clauses);
        Cx { view, surroundings, clauses, judge: OnceCell::new(), effects_of: &|_| None }
    }

    /// The same, where this tells what calls of a function do.
    pub(super) fn with_effects(self, effects_of: EffectsOf<'a>) -> Self {
        Cx { effects_of, ..self }
    }

    /// The functions that a run calls beside those of the library that compute a value, with what calls of them do. They are
    /// looked at up to the first one of which that is not known: proofs end there.
    pub(super) fn functions_in(&self, run: Run) -> Vec<(EntityId, Arc<Effects>)> {
        let callees = self.calls(run).filter_map(|call| call.callee);
        let mut asked = FxHashSet::default();
        let others = callees.filter(|callee| !self.is_mathematical(*callee) && asked.insert(*callee));
        let known = |callee: EntityId| {
            let entity = self.entity(callee);
            // A function in a function may have the name of another one.
            let is_of_unit = entity.kind == EntityKind::Function && entity.scope.is_none();
            Some((callee, is_of_unit.then(|| (self.effects_of)(callee)).flatten()?))
        };
        others.map_while(known).collect()
    }

    /// The writes of the declaration, in source order, with checkpoints.
    pub(super) fn all_writes(&self) -> impl Iterator<Item = &'a Write> + use<'a> {
        checkpoint::every(WRITES_BETWEEN_CHECKPOINTS, self.writes(self.program.outline.all()))
    }

    /// The judge of the declaration's loops.
    pub(super) fn judge(&self) -> &Judge<'a> {
        self.judge.get_or_init(|| Judge::new(self.view))
    }

    /// The OpenACC kind of a clause.
    pub(super) fn kind_of(&self, clause: ClauseId) -> Option<AccClause> {
        self.clauses.get(clause).map(|clause| clause.kind)
    }

    /// The level that an explicit `routine` directive gives a function that is called.
    pub(super) fn level_of(&self, callee: EntityId) -> Option<RoutineLevel> {
        let levels = &self.surroundings.callee_levels;
        let found = levels.binary_search_by_key(&callee, |(callee, _)| *callee).ok()?;
        Some(levels[found].1)
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
