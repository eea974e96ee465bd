//! The queries of the mapping: lazy, memoised, and without positions.
//!
//! A mapping consists of a policy and a dialect and is a salsa input. Therefore several mappings can be used for one directive at the same
//! time, and a change of one invalidates no results of the others.
//!
//! `get_omp_node(directive, mapping)` gives the nodes of one directive: form, verdicts, findings. `function_mapping(decl,
//! mapping)` gives all nodes of a declaration, and which of them are used. Both run again when the facts or the mapping change. A
//! mapping must not depend on positions, so that its answer holds for all units with the same text: the declaration that a policy
//! sees belongs to no unit. Nesting across constructs is checked where all nodes of a declaration are there: `get_omp_node` of
//! one directive does not check it, `checked_nodes`, which answers the facade's question about one directive, does. It asks a
//! policy of an embedder for the directives around and inside, too, so that both questions of the facade have one answer.

#![expect(missing_docs, reason = "items that salsa makes carry no documentation")]

use std::sync::Arc;

use clacc_sema::acc::AccAnalysis;
use clacc_sema::acc::facts::{ConstructId, Halves};
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::Db;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::functions::{TrackedDirective, acc_directives, acc_facts, tuned_facts};
use clacc_sema::db::models::{model, program};
use clacc_sema::program::{Program, View};
use clacc_sema::tuning::{Tuned, TunedLoops};
use clacc_syntax::checkpoint;

use crate::dialect::Dialect;
use crate::mapping::FunctionMapping;
use crate::node::OmpNode;
use crate::policy::{Context, MappingPolicy, is_built_in, map_directive};
use crate::policy_input::PolicyInput;
use crate::rules::{self, HostThreads, LaneHazards};

/// A policy, with the dialect for its output.
#[salsa::input]
pub struct Mapping {
    /// The rules.
    #[returns(clone)]
    pub policy: Arc<dyn MappingPolicy>,
    /// The dialect.
    #[returns(clone)]
    pub dialect: Arc<Dialect>,
}

/// The nodes of a directive: one, or two for a combined directive, the outer one first. There are none if
/// the directive has no facts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DirectiveNodes {
    /// The effective constructs with their nodes.
    pub nodes: Box<[(ConstructId, Arc<OmpNode>)]>,
}

/// Returns the facts that a mapping uses: those of the program, or those with merged levels. Both have the same constructs and the same
/// findings.
pub fn mapped_facts<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Arc<AccAnalysis> {
    tuned(db, decl, mapping).map_or_else(|| acc_facts(db, decl), |tuned| Arc::clone(&tuned.analysis))
}

/// Returns the facts with merged levels and the loop analysis, if the mapping uses them.
fn tuned<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Option<Arc<Tuned>> {
    let merges_levels = mapping.policy(db).edition().merges_levels;
    merges_levels.then(|| tuned_facts(db, decl, mapping.dialect(db).is_for_host()))
}

fn loops_of(tuned: Option<&Arc<Tuned>>) -> &TunedLoops {
    tuned.map_or(TunedLoops::NONE, |tuned| &tuned.loops)
}

/// The loops of a declaration that the threads of the host share under a mapping.
#[salsa::tracked(returns(clone))]
pub fn host_threads<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Arc<HostThreads> {
    let (model, program) = (model(db, decl), program(db, decl));
    let (analysis, tuned) = (mapped_facts(db, decl, mapping), tuned(db, decl, mapping));
    let (policy, dialect) = (mapping.policy(db), mapping.dialect(db));
    let (view, loops) = (View::of_c(&program, &model), loops_of(tuned.as_ref()));
    Arc::new(rules::host_threads(view, &analysis.facts, loops, &dialect, policy.edition()))
}

const DIRECTIVES_BETWEEN_CHECKPOINTS: usize = 1 << 3;

/// The inputs that the contexts of a declaration's directives have in common.
struct MappedDecl {
    model: Arc<DeclModel>,
    program: Arc<Program>,
    analysis: Arc<AccAnalysis>,
    tuned: Option<Arc<Tuned>>,
    policy: Arc<dyn MappingPolicy>,
    dialect: Arc<Dialect>,
    threads: Option<Arc<HostThreads>>,
    input: Option<Arc<PolicyInput>>,
    lane_hazards: LaneHazards,
}

impl MappedDecl {
    fn of<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> MappedDecl {
        let (policy, dialect) = (mapping.policy(db), mapping.dialect(db));
        MappedDecl {
            model: model(db, decl),
            program: program(db, decl),
            analysis: mapped_facts(db, decl, mapping),
            tuned: tuned(db, decl, mapping),
            threads: dialect.is_for_host().then(|| host_threads(db, decl, mapping)),
            input: (!is_built_in(&*policy)).then(|| policy_input(db, decl, mapping)),
            policy,
            dialect,
            lane_hazards: LaneHazards::default(),
        }
    }

    /// Returns the nodes that the policy makes of the constructs of a directive.
    fn nodes(&self, halves: Halves) -> impl Iterator<Item = (ConstructId, Arc<OmpNode>)> + use<> {
        let view = View::of_c(&self.program, &self.model);
        let (facts, dialect, edition) = (&self.analysis.facts, &*self.dialect, self.policy.edition());
        let (threads, input) = (self.threads.as_deref(), self.input.as_deref());
        let (lane_hazards, tuned) = (&self.lane_hazards, loops_of(self.tuned.as_ref()));
        let of = |id| Context { view, facts, tuned, id, dialect, edition, threads, lane_hazards, input };
        let contexts: Vec<Context<'_>> = halves.iter().map(of).collect();
        halves.iter().zip(map_directive(&*self.policy, &contexts).into_iter().map(Arc::new))
    }

    /// Collects the nodes of a whole declaration into its mapping.
    fn function(&self, nodes: impl Iterator<Item = (ConstructId, Arc<OmpNode>)>) -> FunctionMapping {
        let view = View::of_c(&self.program, &self.model);
        let (facts, loops) = (&self.analysis.facts, loops_of(self.tuned.as_ref()));
        FunctionMapping::from_nodes(&*self.policy, self.dialect.clone(), view, (facts, loops), nodes)
    }
}

/// Returns the OpenMP form of one directive under a mapping. For built-in policies, [`function_mapping`] makes the nodes of all directives
/// at once, because they depend on the same facts. Nodes of custom policies are made by this query only, so that each is made once.
#[salsa::tracked]
pub fn get_omp_node<'db>(
    db: &'db dyn Db,
    directive: TrackedDirective<'db>,
    mapping: Mapping,
) -> DirectiveNodes {
    let mapped = MappedDecl::of(db, directive.decl(db), mapping);
    let halves = mapped.analysis.facts.of_directive.get(directive.directive(db));
    DirectiveNodes { nodes: halves.into_iter().flat_map(|halves| mapped.nodes(*halves)).collect() }
}

/// Returns the nodes of a directive as the mapping of the whole declaration contains them. The nodes of a custom policy are checked against
/// those of the constructs around and inside, which are requested too. The time is linear in the number of directives of the declaration.
pub fn checked_nodes<'db>(
    db: &'db dyn Db,
    directive: TrackedDirective<'db>,
    mapping: Mapping,
) -> Vec<(ConstructId, Arc<OmpNode>)> {
    let own = &get_omp_node(db, directive, mapping).nodes;
    if is_built_in(&*mapping.policy(db)) {
        return own.to_vec();
    }
    let decl = directive.decl(db);
    let analysis = mapped_facts(db, decl, mapping);
    let facts = &analysis.facts;
    let with_parents = |id: ConstructId| std::iter::successors(Some(id), |id| facts.constructs[*id].parent);
    let is_own = |id: ConstructId| own.iter().any(|(other, _)| *other == id);
    let around: Vec<ConstructId> = own.iter().flat_map(|(id, _)| with_parents(*id)).collect();
    let is_near = |id: ConstructId| around.contains(&id) || with_parents(id).any(is_own);
    let near = acc_directives(db, decl).iter().filter(|other| {
        let halves = facts.of_directive.get(other.directive(db));
        halves.is_some_and(|halves| halves.iter().any(is_near))
    });
    let nodes = near.flat_map(|other| get_omp_node(db, *other, mapping).nodes.iter().cloned());
    let checked = MappedDecl::of(db, decl, mapping).function(nodes).nodes;
    own.iter().filter_map(|(id, _)| Some((*id, checked.get(*id)?.clone()))).collect()
}

/// Returns the inputs of the contexts of a declaration, for custom policies.
#[salsa::tracked(returns(clone))]
pub fn policy_input<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Arc<PolicyInput> {
    Arc::new(PolicyInput::of(db, decl, mapped_facts(db, decl, mapping)))
}

/// The OpenMP nodes of all constructs of a declaration, and the plan that says which of them are used.
#[salsa::tracked(returns(clone))]
pub fn function_mapping<'db>(
    db: &'db dyn Db,
    decl: ExternalDecl<'db>,
    mapping: Mapping,
) -> Arc<FunctionMapping> {
    let mapped = MappedDecl::of(db, decl, mapping);
    let function = if is_built_in(&*mapped.policy) {
        let directives = mapped.analysis.facts.of_directive.values();
        let directives = checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, directives);
        mapped.function(directives.flat_map(|halves| mapped.nodes(*halves)))
    } else {
        let directives = acc_directives(db, decl).iter();
        mapped.function(directives.flat_map(|one| get_omp_node(db, *one, mapping).nodes.iter().cloned()))
    };
    let function = Arc::new(function);
    db.last_results().hold(&function, decl.tokens(db).kinds.len());
    function
}
