//! The input of a rule.

use std::cell::RefCell;

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{AccFacts, Construct, ConstructId};
use clacc_sema::program::View;
use clacc_sema::program::entity::{Class, Entity, StorageDuration};
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_sema::program::run::Run;
use clacc_sema::tuning::{KernelPart, TunedLoops};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use super::host_threads::{HostThreads, ThreadedLoop};
use crate::dialect::{Dialect, Fault};
use crate::edition::DesignEdition;
use crate::policy_input::PolicyInput;

/// Memoised answers about loops and regions with loops, because each clause of a loop may request them.
#[derive(Debug, Default)]
pub struct LaneHazards {
    pub(crate) loops: RefCell<FxHashMap<ConstructId, bool>>,
    /// The regions in which compilers lose private copies of variables (`team_copies` of the loops), by compute construct, or none for the
    /// function.
    pub(crate) regions: RefCell<FxHashMap<Option<ConstructId>, bool>>,
}

/// One effective construct, the facts about its declaration, and the dialect.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The program of the declaration: its entities, expressions and loops.
    pub view: View<'a>,
    /// The OpenACC constructs of the declaration.
    pub facts: &'a AccFacts,
    /// The results of `tuning` about the declaration's loops, if the policy merges levels.
    pub tuned: &'a TunedLoops,
    /// The construct to map.
    pub id: ConstructId,
    /// The dialect of the OpenMP compiler.
    pub dialect: &'a Dialect,
    /// The edition of the design that the policy follows.
    pub edition: &'a DesignEdition,
    /// The loops that host threads share, if the dialect is for the host alone.
    pub threads: Option<&'a HostThreads>,
    /// The loops that compilers of the dialect would get wrong with `simd`, memoised.
    pub lane_hazards: &'a LaneHazards,
    /// The query results behind the context, if the policy is a custom one and the context comes from a database.
    pub input: Option<&'a PolicyInput>,
}

impl<'a> Context<'a> {
    /// The construct to map.
    pub fn construct(&self) -> &'a Construct {
        &self.facts.constructs[self.id]
    }

    /// Returns whether the text avoids what makes all kernels of a file longer in clang's device code.
    pub(crate) fn keeps_kernels_short(&self) -> bool {
        self.dialect.tuning.short_kernels && self.edition.merges_levels
    }

    /// Returns whether the translation avoids a fault of some compilers of the dialect.
    pub(crate) fn avoids(&self, fault: Fault) -> bool {
        self.dialect.avoids(fault)
    }

    /// An entity of the program.
    pub fn entity(&self, id: EntityId) -> &'a Entity {
        self.view.entity(id)
    }

    /// Whether a variable is a pointer.
    pub fn is_pointer(&self, id: EntityId) -> bool {
        self.entity(id).class == Class::Pointer
    }

    /// Returns whether a place is a part of a variable that each thread has for itself, `_Thread_local` or threadprivate. No clauses of OpenMP take
    /// one but those about threads (OpenMP 5.2 5.2).
    pub fn is_thread_local(&self, place: &Place) -> bool {
        self.entity(place.root).duration == StorageDuration::Thread
            || self.facts.threadprivate.binary_search(&place.root).is_ok()
    }

    /// Whether a variable that OpenACC copies in both directions needs to be copied only to the device.
    pub(crate) fn goes_one_way(&self, variable: EntityId) -> bool {
        self.avoids(Fault::ConstBothWays) && self.entity(variable).is_const
    }

    /// Whether the elements of a place are `_Atomic`.
    pub fn is_atomic(&self, place: &Place) -> bool {
        self.view.shape(place).is_some_and(|shape| shape.is_atomic)
    }

    /// The clauses of the construct, in source order.
    pub fn clauses(&self) -> impl Iterator<Item = &'a Clause> + use<'a> {
        self.clauses_of(self.id)
    }

    /// The clauses of a construct, in source order.
    pub fn clauses_of(&self, id: ConstructId) -> impl Iterator<Item = &'a Clause> + use<'a> {
        let facts = self.facts;
        facts.constructs[id].clauses.iter().filter_map(move |id| facts.clauses.get(*id))
    }

    /// The clauses of the construct that do not apply to the chosen type of devices, in source order.
    pub fn other_clauses(&self) -> impl Iterator<Item = &'a Clause> + use<'a> {
        let facts = self.facts;
        self.construct().seldom.other_clauses.iter().filter_map(move |id| facts.clauses.get(*id))
    }

    /// The first clause of a kind.
    pub fn clause(&self, kind: AccClause) -> Option<&'a Clause> {
        self.facts.first_clause(self.construct(), kind)
    }

    /// The spelling of a clause in the source.
    pub fn spelling(&self, clause: &Clause) -> &'a str {
        self.view.text(clause.spelling)
    }

    /// The compute construct that this construct is or is nested in.
    pub fn compute(&self) -> Option<&'a Construct> {
        self.construct().compute.map(|id| &self.facts.constructs[id])
    }

    /// The loops around the construct in its compute construct, innermost first.
    pub(crate) fn loops_around(&self) -> impl Iterator<Item = ConstructId> + use<'a> {
        let constructs = &self.facts.constructs;
        let around = std::iter::successors(self.construct().parent, |id| constructs[*id].parent);
        let around = around.take_while(|id| !constructs[*id].is_compute());
        around.filter(|id| constructs[*id].loop_facts.is_some())
    }

    /// The constructs inside a compute construct, which follow it in the arena.
    pub(crate) fn constructs_inside(&self) -> impl Iterator<Item = (ConstructId, &'a Construct)> + use<'a> {
        let own = self.id;
        let behind = self.facts.constructs.iter().skip(own.into_raw().into_u32() as usize + 1);
        behind.take_while(move |(_, construct)| construct.compute == Some(own))
    }

    /// The parts into which a `kernels` construct may be divided, according to the analysis.
    pub(crate) fn kernel_parts(&self) -> &'a [KernelPart] {
        if self.construct().kind != AccDirective::Kernels || self.dialect.is_for_host() {
            return &[];
        }
        self.region().of(&self.tuned.kernel_parts, |part| part.first)
    }

    /// Returns whether a loop is a part of a divided `kernels` construct, so that all teams share the loop.
    pub(crate) fn is_kernel_part(&self, at: At) -> bool {
        let parts = &self.tuned.kernel_parts;
        let before = parts.partition_point(|part| part.first <= at);
        let last = before.checked_sub(1).and_then(|last| parts[last].shared);
        !self.dialect.is_for_host() && last.is_some_and(|shared| shared.at == at)
    }

    /// The nodes of the associated statement; empty for a stand-alone directive.
    pub fn region(&self) -> Run {
        self.construct().run()
    }

    /// Whether the directive has an associated statement.
    pub fn has_statement(&self) -> bool {
        self.construct().region.is_some()
    }

    /// The tokens of the directive.
    pub fn directive_range(&self) -> TokenRange {
        self.view.directive_span(self.construct().directive)
    }

    /// The tokens of a clause.
    pub fn clause_range(&self, clause: ClauseId) -> TokenRange {
        self.view.clause_span(clause)
    }

    /// The variables that need a clause if host threads share the loop; none if they do not share it.
    pub(crate) fn threaded(&self) -> Option<&'a ThreadedLoop> {
        self.threads?.shared(self.id)
    }

    /// Returns whether the construct is, or is nested in, a compute construct on the host whose gangs are teams.
    pub(crate) fn is_in_host_gangs(&self) -> bool {
        let compute = self.construct().compute;
        self.threads.zip(compute).is_some_and(|(threads, compute)| threads.has_gangs(compute))
    }

    /// The value of an expression, if it is an integer constant expression.
    pub fn constant(&self, at: At) -> Option<i128> {
        self.view.constant(at)
    }
}
