//! The nodes of a whole declaration.

use std::sync::Arc;

use clacc_sema::acc::facts::{AccFacts, ConstructId, Halves};
use clacc_sema::omp::form::{Anchor, Omp};
use clacc_sema::program::View;
use clacc_sema::tuning::TunedLoops;
use clacc_syntax::arena::ArenaMap;
use clacc_syntax::ast::DirectiveId;

use crate::dialect::Dialect;
use crate::node::{DividedForm, InnerForm, Interchanged, OmpNode};
use crate::plan::Plan;
use crate::policy::{Context, MappingPolicy, keep_to_each_other, map_construct};
use crate::queue_uses::QueueUses;
use crate::rules::{LaneHazards, host_threads};
use crate::short_forms::{self, JoinedLoops, ShortParts};

/// The OpenMP nodes of all constructs of a declaration, and the plan that says which of them are used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionMapping {
    /// The node of each construct.
    pub nodes: ArenaMap<ConstructId, Arc<OmpNode>>,
    /// The outcome for each construct.
    pub plan: Plan,
    /// The dialect in which the forms are printed.
    pub dialect: Arc<Dialect>,
    /// The short forms of the translated directives, if the dialect has short text.
    short: ArenaMap<DirectiveId, Box<[Omp]>>,
    /// The loop directives that are all of their compute construct, if the dialect has short text.
    joined: JoinedLoops,
    /// The short forms of the parts of divided constructs, if the dialect has short text.
    short_parts: ArenaMap<DirectiveId, ShortParts>,
    /// The queues that the constructs use, if the dialect has short text.
    pub(crate) queues: QueueUses,
}

impl FunctionMapping {
    /// Maps every construct of a declaration.
    pub fn new(
        policy: &(dyn MappingPolicy + 'static),
        dialect: &Dialect,
        view: View<'_>,
        (facts, tuned): (&AccFacts, &TunedLoops),
    ) -> FunctionMapping {
        let edition = policy.edition();
        let threads = dialect.is_for_host().then(|| host_threads(view, facts, tuned, dialect, edition));
        let threads = threads.as_ref();
        let lane_hazards = &LaneHazards::default();
        let node = |id| {
            map_construct(
                policy,
                &Context { view, facts, tuned, id, dialect, edition, threads, lane_hazards, input: None },
            )
        };
        let nodes = facts.constructs.iter().map(|(id, _)| (id, node(id).into()));
        FunctionMapping::from_nodes(policy, Arc::new(*dialect), view, (facts, tuned), nodes)
    }

    /// Collects the nodes that a policy made, one for each construct. Nodes of a custom policy are checked against each other.
    pub fn from_nodes(
        policy: &(dyn MappingPolicy + 'static),
        dialect: Arc<Dialect>,
        view: View<'_>,
        (facts, tuned): (&AccFacts, &TunedLoops),
        nodes: impl IntoIterator<Item = (ConstructId, Arc<OmpNode>)>,
    ) -> FunctionMapping {
        let mut nodes: ArenaMap<_, _> = nodes.into_iter().collect();
        let (edition, dialect_used) = (policy.edition(), &*dialect);
        let lane_hazards = &LaneHazards::default();
        keep_to_each_other(policy, &mut nodes, |id| Context {
            view,
            facts,
            tuned,
            id,
            dialect: dialect_used,
            edition,
            threads: None,
            lane_hazards,
            input: None,
        });
        let plan = Plan::new(facts, |id| nodes.get(id).is_some_and(|node| node.is_mapped()));
        let mut mapping = FunctionMapping {
            nodes,
            plan,
            dialect,
            short: ArenaMap::default(),
            joined: JoinedLoops::default(),
            short_parts: ArenaMap::default(),
            queues: QueueUses::default(),
        };
        mapping.shorten(view, facts);
        mapping
    }

    /// The node of a construct, if the construct is translated.
    pub fn translated(&self, id: ConstructId) -> Option<&OmpNode> {
        self.nodes.get(id).filter(|_| self.plan.is_translated(id)).map(|node| &**node)
    }

    /// Makes the short forms of all translated directives, and collects their queues, if the dialect has short text.
    fn shorten(&mut self, view: View<'_>, facts: &AccFacts) {
        if !self.dialect.is_short() {
            return;
        }
        let short = facts.of_directive.iter().filter_map(|(directive, halves)| {
            let forms = halves.iter().map(|id| Some((id, self.translated(id)?.form.as_ref()?)));
            Some((
                directive,
                short_forms::of_directive(view, facts, &self.dialect, &forms.collect::<Option<Vec<_>>>()?),
            ))
        });
        self.short = short.collect();
        self.joined = JoinedLoops::of(view, facts, |forms| {
            let forms = forms.iter().map(|id| Some((*id, self.translated(*id)?.form.as_ref()?)));
            let forms = forms.collect::<Option<Vec<_>>>()?;
            Some(short_forms::of_directive(view, facts, &self.dialect, &forms))
        });
        let divided = facts.of_directive.iter().filter_map(|(directive, _)| {
            let inner: Vec<&InnerForm> = self.inner_forms_of(facts, directive).collect();
            let divided = self.divided_form_of(facts, directive)?;
            Some((directive, short_forms::of_parts(view, &self.dialect, divided, &inner)))
        });
        self.short_parts = divided.collect();
        self.queues = QueueUses::of(view, facts, |id| self.translated(id));
    }

    /// The short forms of the parts of a directive's construct; none if the dialect has no short text, or the construct is not divided.
    pub(crate) fn short_parts_of(&self, directive: DirectiveId) -> Option<&ShortParts> {
        self.short_parts.get(directive)
    }

    /// The forms of a directive as they are printed: the short ones, if the dialect has short text; none if the directive keeps its text.
    /// `is_joined` says whether a loop directive that is all of its compute construct is printed together with the construct's, in place of that.
    pub fn printed_forms_of(
        &self,
        facts: &AccFacts,
        directive: DirectiveId,
        is_joined: bool,
    ) -> Option<Vec<&Omp>> {
        let joined = self.joined.forms_of(directive).filter(|_| is_joined);
        match joined.or_else(|| self.short.get(directive).map(|forms| &**forms)) {
            Some(forms) => Some(forms.iter().collect()),
            None => self.forms_of(facts, directive),
        }
    }

    /// The loop directives that are all of their compute construct, and that one directive with the construct's own replaces.
    pub(crate) fn joined_loops(&self) -> &JoinedLoops {
        &self.joined
    }

    /// The forms that replace a directive, the outer one first; none if the directive keeps its text.
    pub fn forms_of(&self, facts: &AccFacts, directive: DirectiveId) -> Option<Vec<&Omp>> {
        let halves = facts.of_directive.get(directive)?;
        halves.iter().map(|id| self.translated(id)?.form.as_ref()).collect()
    }

    /// Returns the divided form of a directive's construct; none if the construct is not divided or keeps its text.
    pub fn divided_form_of(&self, facts: &AccFacts, directive: DirectiveId) -> Option<&DividedForm> {
        let halves = facts.of_directive.get(directive).filter(|halves| halves.inner.is_none())?;
        self.translated(halves.outer)?.divided.as_deref()
    }

    /// Returns the directives that are added to loops inside a directive's statement; none if the directive keeps its text.
    pub fn inner_forms_of<'m>(
        &'m self,
        facts: &AccFacts,
        directive: DirectiveId,
    ) -> impl Iterator<Item = &'m InnerForm> + use<'m> {
        self.nodes_of(facts, directive).into_iter().flat_map(|node| &node.inner)
    }

    /// Returns the pairs of loops inside a directive's statement that are interchanged; none if the directive keeps its text.
    pub fn interchanged_of<'m>(
        &'m self,
        facts: &AccFacts,
        directive: DirectiveId,
    ) -> impl Iterator<Item = &'m Interchanged> + use<'m> {
        self.nodes_of(facts, directive).into_iter().flat_map(|node| &node.interchanged)
    }

    fn nodes_of(&self, facts: &AccFacts, directive: DirectiveId) -> Vec<&OmpNode> {
        let halves = facts.of_directive.get(directive).copied();
        halves.into_iter().flat_map(Halves::iter).filter_map(|id| self.translated(id)).collect()
    }

    /// The code before or after the declaration that a directive applies to; none if the directive keeps
    /// its text.
    pub fn unit_forms_of<'m>(
        &'m self,
        facts: &AccFacts,
        directive: DirectiveId,
        anchor: Anchor,
    ) -> impl Iterator<Item = &'m Omp> {
        let halves = facts.of_directive.get(directive).copied();
        let nodes = halves.into_iter().flat_map(Halves::iter).filter_map(|id| self.translated(id));
        let forms = nodes.flat_map(|node| &node.unit_forms).filter(move |form| form.anchor == anchor);
        forms.map(|form| &form.omp)
    }
}
