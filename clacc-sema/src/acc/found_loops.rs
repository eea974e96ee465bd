//! What the analysis with merged levels begins with: the constructs as they were before their levels were settled.
//!
//! Most of what was found by then stands in the facts too, in the same form. What does not is kept here, so that nothing is found twice
//! and nothing is kept twice.

use std::sync::Arc;

use clacc_syntax::arena::ArenaMap;
use clacc_syntax::checkpoint::{self, HalfDone};

use super::attribute_positions::AttributePositions;
use super::constructs::{self, Attributes, Draft};
use super::cx::Cx;
use super::facts::{
    AccFacts, Construct, ConstructId, ConstructIndex, Constructs, DataAttributes, LoopFacts, Sizes,
};
use crate::program::run::Run;

/// What settling changes of the constructs, as it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FoundLoops {
    /// The facts about each loop.
    loops: Box<[(ConstructId, Box<LoopFacts>)]>,
    /// The explicit attributes of each construct that has some.
    attributes: Box<[(ConstructId, Box<[DataAttributes]>)]>,
    /// The list items that do not fit their clauses.
    rejected: Box<[Run]>,
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

impl FoundLoops {
    pub(super) fn of(draft: &Draft) -> FoundLoops {
        let (mut loops, mut listed) = (HalfDone::<Vec<_>>::default(), HalfDone::<Vec<_>>::default());
        let constructs = checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, draft.facts.constructs.iter());
        loops.extend(constructs.filter_map(|(id, construct)| Some((id, construct.loop_facts.clone()?))));
        let attributes = checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, draft.attributes.iter());
        listed.extend(attributes.map(|(id, attributes)| (id, attributes.list.as_slice().into())));
        FoundLoops {
            loops: loops.finish().into(),
            attributes: listed.finish().into(),
            rejected: draft.rejected.as_slice().into(),
        }
    }

    /// The constructs as they were, from the facts that were settled.
    pub(super) fn unsettled(&self, cx: &Cx<'_>, settled: &AccFacts) -> Draft {
        let mut constructs = HalfDone::<Constructs>::default();
        for construct in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, settled.constructs.values()) {
            constructs.alloc(without_settled(construct));
        }
        for (id, facts) in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, self.loops.iter()) {
            constructs[*id].loop_facts = Some(facts.clone());
        }
        let attributes = HalfDone::new(self.attributes());
        let directives = constructs::directives(cx).map(|(id, _)| id).collect();
        let AccFacts { of_directive, uses, first_mentions, .. } = settled;
        let facts = AccFacts {
            constructs: constructs.finish(),
            of_directive: of_directive.clone(),
            uses: Arc::clone(uses),
            first_mentions: Arc::clone(first_mentions),
            ..AccFacts::default()
        };
        Draft { facts, directives, rejected: self.rejected.to_vec(), attributes: attributes.finish() }
    }

    fn attributes(&self) -> ArenaMap<ConstructId, Attributes> {
        let mut attributes = HalfDone::<ArenaMap<_, _>>::default();
        let listed = checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, self.attributes.iter());
        attributes.extend(listed.map(|(id, list)| (*id, indexed(list))));
        attributes.finish()
    }
}

/// A construct without what settling adds.
fn without_settled(construct: &Construct) -> Construct {
    let Construct { directive, kind, written, half, region, parent, compute, is_left_empty, .. } = *construct;
    Construct {
        directive,
        kind,
        written,
        half,
        region,
        parent,
        compute,
        clauses: construct.clauses.clone(),
        other_clauses: construct.other_clauses.clone(),
        wait: construct.wait.clone(),
        listed: construct.listed.clone(),
        attributes: Arc::default(),
        sizes: as_written(&construct.sizes),
        loop_facts: None,
        broken: false,
        is_left_empty,
        index: ConstructIndex::none(),
    }
}

/// The sizes of the clauses, without what the loops inside say.
fn as_written(sizes: &Sizes) -> Sizes {
    Sizes { has_worker_loop: false, has_repeated_loop: false, is_gang_loop: false, ..sizes.clone() }
}

/// A list of attributes with its index.
fn indexed(list: &[DataAttributes]) -> Attributes {
    let mut positions = AttributePositions::default();
    positions.reserve(list.len());
    for (position, attribute) in list.iter().enumerate() {
        positions.insert(&attribute.place, position);
    }
    Attributes { list: list.to_vec(), positions }
}
