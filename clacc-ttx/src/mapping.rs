//! The nodes of a whole function.

use clacc_sema::acc::facts::{AccFacts, ConstructId};
use clacc_sema::c::model::FunctionModel;
use la_arena::ArenaMap;

use crate::dialect::Dialect;
use crate::omp::OmpNode;
use crate::plan::Plan;
use crate::policy::{Context, MappingPolicy, map_construct};

/// The OpenMP nodes of all constructs of a function, and which of them are used.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionMapping {
    /// The node of each construct.
    pub nodes: ArenaMap<ConstructId, OmpNode>,
    /// What happens to each construct.
    pub plan: Plan,
}

impl FunctionMapping {
    /// Maps every construct of a function.
    pub fn new(
        policy: &dyn MappingPolicy,
        dialect: &Dialect,
        model: &FunctionModel,
        facts: &AccFacts,
    ) -> FunctionMapping {
        let node = |id| map_construct(policy, &Context { model, facts, id, dialect });
        FunctionMapping::from_nodes(facts, facts.constructs.iter().map(|(id, _)| (id, node(id))))
    }

    /// Collects nodes that were made elsewhere, one per construct.
    pub fn from_nodes(
        facts: &AccFacts,
        nodes: impl IntoIterator<Item = (ConstructId, OmpNode)>,
    ) -> FunctionMapping {
        let nodes: ArenaMap<_, _> = nodes.into_iter().collect();
        let plan = Plan::new(facts, |id| nodes.get(id).is_some_and(|node: &OmpNode| node.mapped));
        FunctionMapping { nodes, plan }
    }

    /// The node of a construct, if the construct is translated.
    pub fn translated(&self, id: ConstructId) -> Option<&OmpNode> {
        self.nodes.get(id).filter(|_| self.plan.is_translated(id))
    }
}
