//! An index of a declaration for finding the loops that threads share.

use std::cell::RefCell;
use std::collections::BTreeSet;

use clacc_sema::acc::facts::{AccFacts, Construct, ConstructId, DataAttributes, Sharing};
use clacc_sema::program::View;
use clacc_sema::program::access::WriteKind;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_sema::program::run::Run;
use rustc_hash::FxHashMap;

/// Facts about a declaration that are looked up repeatedly.
pub(super) struct DeclarationIndex<'a> {
    pub(super) view: View<'a>,
    pub(super) facts: &'a AccFacts,
    pub(super) mentions: FxHashMap<EntityId, Vec<At>>,
    /// The variables that are named and are not scalars.
    pub(super) aggregates: Vec<EntityId>,
    /// The assignments that replace the value of a variable, by the operand.
    pub(super) replacing: FxHashMap<At, At>,
    /// The places where the addresses of variables are taken, and, in `leading`, where pointers and variables that hold pointers are
    /// changed.
    pub(super) addressed: FxHashMap<EntityId, Vec<At>>,
    pub(super) leading: FxHashMap<EntityId, Vec<At>>,
    /// The constructs with a region, by the region's first node.
    regions: Vec<(At, ConstructId)>,
    /// The variables that the gangs of each compute construct reduce, with their positions.
    reduced: RefCell<FxHashMap<ConstructId, FxHashMap<EntityId, usize>>>,
}

impl<'a> DeclarationIndex<'a> {
    pub(super) fn of(view: View<'a>, facts: &'a AccFacts) -> DeclarationIndex<'a> {
        let mut index = DeclarationIndex {
            view,
            facts,
            mentions: FxHashMap::default(),
            aggregates: Vec::new(),
            replacing: FxHashMap::default(),
            addressed: FxHashMap::default(),
            leading: FxHashMap::default(),
            regions: Vec::new(),
            reduced: RefCell::default(),
        };
        let has_shared = |construct: &Construct| {
            let levels = construct.loop_facts.as_deref().filter(|facts| facts.sequential.is_none());
            levels.is_some_and(|levels| levels.gang.is_some() || levels.worker.is_some())
        };
        let has_threads = facts.constructs.iter().any(|(_, construct)| has_shared(construct));
        if has_threads || facts.constructs.iter().any(|(_, construct)| construct.is_compute()) {
            index.fill();
        }
        index
    }

    fn fill(&mut self) {
        let all = self.view.program.outline.all();
        for mention in self.view.mentions(all) {
            self.mentions.entry(mention.place.root).or_default().push(mention.at);
        }
        let is_aggregate = |entity: &EntityId| !self.view.entity(*entity).class.is_scalar();
        self.aggregates = self.mentions.keys().copied().filter(is_aggregate).collect();
        let mut leads: FxHashMap<EntityId, bool> = FxHashMap::default();
        for write in self.view.writes(all) {
            let Some(entity) = write.target.or_else(|| self.view.root_of(write.operand)) else { continue };
            if write.replaces && write.target.is_some() {
                self.replacing.insert(write.operand, write.at);
            }
            if write.kind == WriteKind::AddressTaken {
                self.addressed.entry(entity).or_default().push(write.at);
            }
            if *leads.entry(entity).or_insert_with(|| has_pointers(self.view, entity)) {
                self.leading.entry(entity).or_default().push(write.at);
            }
        }
        let regions = self.facts.constructs.iter().filter(|(_, construct)| !construct.run().is_empty());
        self.regions = regions.map(|(id, construct)| (construct.run().start, id)).collect();
    }

    pub(super) fn mentions(&self, entity: EntityId, run: Run) -> &[At] {
        run.of(self.mentions.get(&entity).map_or(&[][..], Vec::as_slice), |at| *at)
    }

    /// The constructs around a construct, up to its compute construct, innermost first.
    pub(super) fn around(
        &self,
        id: ConstructId,
    ) -> impl Iterator<Item = (ConstructId, &'a Construct)> + use<'a> {
        let constructs = &self.facts.constructs;
        let (first, compute) = (constructs[id].parent, constructs[id].compute);
        let around =
            std::iter::successors(first, move |id| constructs[*id].parent.filter(|_| Some(*id) != compute));
        around.map(|id| (id, &constructs[id]))
    }

    /// The constructs around a node, innermost first.
    pub(super) fn constructs_at(&self, at: At) -> impl Iterator<Item = &'a Construct> + use<'a> {
        let constructs = &self.facts.constructs;
        let behind = self.regions.partition_point(|(start, _)| *start <= at);
        let first = behind.checked_sub(1).map(|last| self.regions[last].1);
        let open = std::iter::successors(first, move |id| constructs[*id].parent);
        open.map(|id| &constructs[id]).filter(move |construct| construct.run().contains(at))
    }

    pub(super) fn reduced_by_gangs(&self, id: ConstructId, construct: &Construct) -> Vec<EntityId> {
        let Some(compute) = construct.compute.filter(|compute| *compute != id) else { return Vec::new() };
        let mut all = self.reduced.borrow_mut();
        let reduced = all.entry(compute).or_insert_with(|| {
            let attributes = self.facts.constructs[compute].whole_attributes();
            let reduced = attributes.filter(|attribute| attribute.reduction().is_some());
            reduced.enumerate().map(|(position, attribute)| (attribute.place.root, position)).collect()
        });
        if reduced.is_empty() {
            return Vec::new();
        }
        // Only the names in the loop are looked up, because compute constructs may reduce more variables than a loop names.
        let names = self.view.names_in(construct.run()).iter();
        let named = names.filter_map(|named| Some((*reduced.get(&named.entity)?, named.entity)));
        let named: BTreeSet<(usize, EntityId)> = named.collect();
        let is_left = |entity: &EntityId| {
            sharing_at(construct, *entity).is_none_or(|sharing| sharing == Sharing::Shared)
                && self.may_change(construct.run(), *entity)
        };
        named.into_iter().map(|(_, entity)| entity).filter(is_left).collect()
    }

    /// Whether a loop may change a variable that is declared before it.
    fn may_change(&self, run: Run, entity: EntityId) -> bool {
        let class = self.view.entity(entity).class;
        if class.is_scalar() && class != Class::Pointer {
            return self.facts.uses.changes_in(run, entity);
        }
        !self.mentions(entity, run).is_empty()
    }
}

/// Whether a variable is a pointer or may hold one.
fn has_pointers(view: View<'_>, entity: EntityId) -> bool {
    match view.entity(entity).class {
        Class::Pointer => true,
        Class::Integer | Class::Real | Class::Complex => false,
        _ => view.components(&Place::whole(entity)).is_none_or(|components| {
            !components.is_complete || components.scalars.iter().any(|scalar| scalar.class == Class::Pointer)
        }),
    }
}

pub(super) fn sharing_at(construct: &Construct, entity: EntityId) -> Option<Sharing> {
    construct.attribute_of(entity).and_then(DataAttributes::sharing_kind)
}
