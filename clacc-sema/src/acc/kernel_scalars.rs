//! Scalars of `kernels` constructs that need no copy between host and device, although a `kernels` construct implicitly copies scalars
//! (OpenACC 3.4 2.6.2).
//!
//! Variables whose values are used nowhere else are private, so that the iterations of loops do not share them. The values of other scalars
//! never differ between the device and the host.

use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::{FxHashMap, FxHashSet};

use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, Given, How, Reason, Rule, Sharing};
use super::kernels::{controls, is_shareable};
use crate::program::access::{JumpKind, WriteKind};
use crate::program::assigned_parts::{AssignedPart, PartFinder};
use crate::program::entity::{Class, StorageDuration};
use crate::program::place::{At, EntityId, Place};
use crate::program::run::Runs;

/// Makes variables private whose values are not used by other iterations or after the construct.
pub(super) fn make_private(cx: &Cx<'_>, draft: &mut Draft) {
    if draft.ids().any(|id| draft.construct(id).kind == AccDirective::Kernels) {
        Temporaries::find(cx, draft).make_private(draft);
    }
}

/// The outer variables whose values are not used by other iterations or after the construct: counters of plain loops, and scalars that are
/// assigned before they are read. They may be private to a `kernels` construct and to each iteration of a loop in it.
struct Temporaries {
    variables: FxHashSet<EntityId>,
    /// The constructs that change each variable and to which it would become private.
    changed: FxHashMap<EntityId, Vec<ConstructId>>,
}

impl Temporaries {
    fn find(cx: &Cx<'_>, draft: &Draft) -> Temporaries {
        let changed = changed_in_kernels(cx, draft);
        let mut found = Temporaries { variables: changed.keys().copied().collect(), changed };
        let all = cx.program.outline.all();
        let has_goto = cx.jumps(all).any(|jump| matches!(jump.kind, JumpKind::Goto(_) | JumpKind::Indirect));
        if has_goto || found.variables.is_empty() {
            found.variables.clear();
            return found;
        }
        let mapped = mapped_by_clauses(cx);
        found.variables.retain(|variable| !mapped.contains(variable));
        let definitions = found.definitions(cx);
        let replaced: FxHashSet<At> =
            cx.writes(all).filter(|write| write.replaces).map(|write| write.operand).collect();
        let private = naming_lists(cx, &[AccClause::Private]);
        for mention in cx.mentions(all) {
            let variable = mention.place.root;
            let is_read = !replaced.contains(&mention.at) && !private.contain(mention.at);
            if is_read && found.variables.contains(&variable) {
                let definitions = definitions.get(&variable).map_or(&[][..], Vec::as_slice);
                let is_defined = |one: &AssignedPart| found.reaches(draft, *one, variable, mention.at);
                if !definitions.iter().any(is_defined) {
                    found.variables.remove(&variable);
                }
            }
        }
        found
    }

    /// The definitions of each variable. Variables with very many definitions are removed.
    fn definitions(&mut self, cx: &Cx<'_>) -> FxHashMap<EntityId, Vec<AssignedPart>> {
        const MOST: usize = 64;
        let mut definitions: FxHashMap<EntityId, Vec<AssignedPart>> = FxHashMap::default();
        let mut finder = PartFinder::new();
        for write in cx.all_writes() {
            let Some(variable) = write.target.filter(|target| self.variables.contains(target)) else {
                continue;
            };
            if write.kind == WriteKind::AddressTaken {
                self.variables.remove(&variable);
            }
            let list = definitions.entry(variable).or_default();
            finder.add(**cx, variable, write, list);
            if list.len() > MOST {
                self.variables.remove(&variable);
            }
        }
        definitions
    }

    /// Returns whether a definition of a variable reaches a node regardless of what becomes private: a construct to which the variable
    /// would be private contains the whole part that the definition reaches, or is outside of it.
    fn reaches(&self, draft: &Draft, part: AssignedPart, variable: EntityId, at: At) -> bool {
        let is_apart = |id: &ConstructId| part.is_apart_from(draft.run(*id));
        part.contains(at) && self.changed[&variable].iter().all(is_apart)
    }

    /// Makes the variables private to the `kernels` constructs and to the loops that may be partitioned.
    fn make_private(&self, draft: &mut Draft) {
        let mut private: Vec<_> = self.variables.iter().collect();
        private.sort_unstable();
        for variable in private {
            for id in &self.changed[variable] {
                let reason = Reason { how: How::Predetermined, ..Reason::implicit(Rule::KernelsTemporary) };
                let attribute = draft.attribute_mut(*id, &Place::whole(*variable));
                attribute.sharing.get_or_insert(Given::new(Sharing::Private, reason));
            }
        }
    }
}

/// The local scalars that are changed in `kernels` constructs and declared outside of them, with the constructs to which they would become
/// private.
fn changed_in_kernels(cx: &Cx<'_>, draft: &Draft) -> FxHashMap<EntityId, Vec<ConstructId>> {
    let mut found: FxHashMap<EntityId, Vec<ConstructId>> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut nest = OpenConstructs::new(draft);
    for write in cx.all_writes() {
        let Some(variable) = write.target else { continue };
        let entity = cx.entity(variable);
        let is_local = entity.class.is_scalar() && entity.duration == StorageDuration::Automatic;
        for id in nest.at(draft, write.at).iter().rev().copied().filter(|_| is_local) {
            let construct = draft.construct(id);
            let compute = construct.compute.map(|compute| draft.construct(compute).kind);
            if compute != Some(AccDirective::Kernels) || cx.is_declared_in(variable, construct.run()) {
                break;
            }
            let place = Place::whole(variable);
            let is_settled = draft.sharing(id, &place).is_some() || controls(draft, id, &place);
            let may_have_own = construct.is_compute() || is_shareable(draft, id);
            if may_have_own && !is_settled && seen.insert((id, variable)) {
                found.entry(variable).or_default().push(id);
            }
        }
    }
    found
}

/// The variables in clauses other than `private`, `firstprivate` and `reduction`.
fn mapped_by_clauses(cx: &Cx<'_>) -> FxHashSet<EntityId> {
    let maps = |kind| !matches!(kind, AccClause::Private | AccClause::Firstprivate | AccClause::Reduction);
    let clauses = cx.clauses.iter().filter(|(_, clause)| maps(clause.kind));
    let places = clauses.flat_map(|(_, clause)| clause.items()).filter_map(|item| item.place.as_ref());
    places.map(|place| place.root).collect()
}

/// The lists of clauses that name variables without reading them.
pub(crate) fn naming_lists(cx: &Cx<'_>, kinds: &[AccClause]) -> Runs {
    let lists = cx.clauses.iter().filter(|(_, clause)| kinds.contains(&clause.kind));
    Runs::outermost(lists.map(|(id, _)| cx.run(cx.clause_node(id).at)))
}

/// The scalars whose values on the device never differ from those on the host: automatic variables whose address is not taken, that no
/// clause maps, and that no compute construct changes. A `firstprivate` copy is equivalent to the copy that a `kernels` construct makes of
/// them, and needs no order with queues.
pub(super) fn host_scalars(cx: &Cx<'_>, draft: &Draft) -> FxHashSet<EntityId> {
    if !draft.ids().any(|id| draft.construct(id).kind == AccDirective::Kernels) {
        return FxHashSet::default();
    }
    let is_scalar = |entity: &EntityId| {
        let entity = cx.entity(*entity);
        let is_number = matches!(entity.class, Class::Integer | Class::Real | Class::Complex);
        entity.is_object() && is_number && entity.duration == StorageDuration::Automatic
    };
    let count = cx.program.entities.len() as u32;
    let mut scalars: FxHashSet<EntityId> = (0..count).map(EntityId::new).filter(is_scalar).collect();
    let mut nest = OpenConstructs::new(draft);
    for write in cx.all_writes() {
        let Some(target) = write.target else { continue };
        let open = nest.at(draft, write.at);
        if write.kind == WriteKind::AddressTaken || changes_mapped(draft, open, target) {
            scalars.remove(&target);
        }
    }
    let maps = |kind| !matches!(kind, AccClause::Private | AccClause::Firstprivate);
    let items =
        cx.clauses.iter().filter(|(_, clause)| maps(clause.kind)).flat_map(|(_, clause)| clause.items());
    for place in items.filter_map(|item| item.place.as_ref()) {
        scalars.remove(&place.root);
    }
    scalars
}

/// Returns whether a change inside these constructs is in a compute construct and not of a private copy.
fn changes_mapped(draft: &Draft, open: &[ConstructId], target: EntityId) -> bool {
    let variable = Place::whole(target);
    let is_own = |sharing| matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate));
    let mut inside = open.iter().rev().take_while(|id| draft.construct(**id).compute.is_some()).peekable();
    inside.peek().is_some() && !inside.any(|id| is_own(draft.sharing(*id, &variable)))
}
