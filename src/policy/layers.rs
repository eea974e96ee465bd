//! Layering of custom policies over existing ones.
//!
//! The answer of a policy is always checked. It must keep to its declaration (MAP0036), to the tables, the dialect, the loops and the names
//! that are there (OMP9001, OMP9003 to OMP9007), fit what is around it (OMP9002) and not panic (MAP0037); otherwise the construct keeps its
//! text. A node is checked by itself when it is made, and with the nodes around it when all of a declaration are there
//! (`FunctionMapping::from_nodes`); what is around a function is not known. Where a node differs from the answer of the policy below
//! (`MappingPolicy::below`, or else the default rules) without a statement of its own, the verdict is
//! *approximated* (`unstated`), also for directives of inner loops. `policy::taken` asks a policy for its names once, so that
//! nothing of it runs outside of a mapping. Two policies are one only as the same object, or with the same type, name, version
//! and fingerprint over the same policy (`policy::is_same`): this is the input of the queries. Expressions, symbols and clauses
//! of another declaration make a node unusable.

use std::sync::Arc;

use clacc_ttx::edition::DesignEdition;
use clacc_ttx::node;
use clacc_ttx::policy::{self as rules, misfit};
use clacc_ttx::policy_input::PolicyInput;
use clacc_ttx::rules::Context;

use super::mapping_policy::{CombinedRules, MappingPolicy, Rules};
use crate::analysis::Unit;
use crate::omp::OmpNode;
use crate::syntax::{DeclarationParts, ExternalDeclaration};

/// A custom policy, whose default answers are those of the policy below.
pub(super) struct Layer<P> {
    pub(super) policy: P,
    pub(super) below: Arc<dyn rules::MappingPolicy>,
}

impl<P: MappingPolicy> rules::MappingPolicy for Layer<P> {
    fn id(&self) -> &str {
        self.policy.name()
    }

    fn version(&self) -> &str {
        self.policy.version()
    }

    fn about(&self) -> &str {
        self.policy.about()
    }

    fn fingerprint(&self) -> Option<u64> {
        self.policy.fingerprint()
    }

    fn edition(&self) -> &'static DesignEdition {
        self.below.edition()
    }

    fn below(&self) -> Option<&Arc<dyn rules::MappingPolicy>> {
        Some(&self.below)
    }

    fn map(&self, cx: &Context<'_>, below: &node::OmpNode) -> node::OmpNode {
        let Some(declaration) = cx.input.and_then(handle) else { return below.clone() };
        let rules = Rules::new(declaration, cx, below);
        used(&rules, cx, self.policy.map(rules.construct(), &rules))
    }

    fn map_halves(
        &self,
        (outer, below_outer): (&Context<'_>, &node::OmpNode),
        (inner, below_inner): (&Context<'_>, &node::OmpNode),
    ) -> (node::OmpNode, node::OmpNode) {
        let Some(declaration) = outer.input.and_then(handle) else {
            return (below_outer.clone(), below_inner.clone());
        };
        let of_outer = Rules::new(declaration, outer, below_outer);
        let of_inner = Rules::new(declaration, inner, below_inner);
        let combined = self.policy.map_combined(&CombinedRules::new(of_outer, of_inner));
        (used(&of_outer, outer, combined.outer), used(&of_inner, inner, combined.inner))
    }
}

/// Returns the public handle on the declaration, which is made when a policy first asks for it.
fn handle(input: &PolicyInput) -> Option<&ExternalDeclaration> {
    let made = input.handle.get_or_init(|| {
        let analysis = Some(input.analysis.clone());
        let (model, program) = (input.model.clone(), input.program.clone());
        let parts = DeclarationParts::new(
            Unit::OF_NO_SESSION,
            input.identity,
            input.fingerprint,
            model,
            program,
            analysis,
        );
        Box::new(ExternalDeclaration::new(parts))
    });
    made.downcast_ref()
}

/// Returns the node that a policy made, or an unusable node if it is of another construct or declaration than the policy was asked about.
fn used(rules: &Rules<'_>, cx: &Context<'_>, node: OmpNode) -> node::OmpNode {
    if node.is_misfit() || node.construct() != rules.construct() {
        return misfit(cx, "its form names a part of another declaration, or is one of another construct");
    }
    node.into_inner()
}
