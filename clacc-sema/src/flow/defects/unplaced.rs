//! Memory that compute constructs use through pointers, where no clause of the function puts it on the device. Whether another directive
//! does is known only for the whole unit.

use clacc_syntax::Name;
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::directive_effects::is_conditional;
use super::named_memory::{is_behind, is_pointer_without_clause, names_data, names_memory_behind, part_of};
use super::pragma_runs::pragma_runs;
use crate::acc::clauses::{Clause, ListItem};
use crate::acc::facts::{AccFacts, Construct, DataAttributes, DataMapping, Given, Rule, Sharing};
use crate::program::View;
use crate::program::access::{Write, WriteKind};
use crate::program::element::{Element, ElementPart, Gathering};
use crate::program::entity::{Class, StorageDuration};
use crate::program::place::{EntityId, Place, Step, Via};
use crate::program::run::{Run, Runs};

/// The memory that the compute constructs of a declaration use, and the memory that its directives put on the device.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeviceMemory {
    /// The uses of memory without a clause.
    pub uses: Box<[UnplacedUse]>,
    /// True if a data clause names a pointee.
    pub names_memory_behind: bool,
    /// True if a struct, or memory that may hold one, is put on the device.
    pub maps_structs: bool,
    /// True if variables of the host or members may get addresses of the device.
    pub takes_device_addresses: bool,
    /// The members that data clauses name, sorted.
    pub members: Box<[Name]>,
    /// True if directives may have effects that are missing here: those with errors, and OpenMP directives for devices.
    pub is_obscure: bool,
}

/// A use of memory in a compute construct, the first one of its kind in the declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnplacedUse {
    /// The pointer.
    pub through: FollowedPointer,
    /// The variable through which the memory is reached.
    pub root: Name,
    /// The place.
    pub at: TokenRange,
    /// The name of the directive.
    pub directive: TokenRange,
}

/// The pointer through which memory is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FollowedPointer {
    /// A variable of file scope.
    Variable,
    /// A member of a struct.
    Member(Name),
    /// A variable that points to a struct of which this member is used.
    ToStruct(Name),
}

impl DeviceMemory {
    /// The memory that the compute constructs of a declaration use.
    pub fn of(view: View<'_>, facts: &AccFacts) -> DeviceMemory {
        let mut finder = UseFinder::new(view, facts);
        for (_, construct) in facts.constructs.iter() {
            if construct.is_compute() && !construct.broken && !is_conditional(view, facts, construct) {
                finder.construct(construct);
            }
        }
        let computes = facts.constructs.iter().filter(|(_, construct)| construct.is_compute());
        let mut runs = computes.map(|(_, construct)| construct.run());
        DeviceMemory {
            uses: finder.found.into(),
            names_memory_behind: names_memory_behind(facts),
            maps_structs: maps_structs(view, facts),
            takes_device_addresses: names_addresses(facts) || runs.any(|run| stores_addresses(view, run)),
            members: named_members(facts),
            is_obscure: view.program.directives.iter().any(|(id, each)| {
                each.has_errors || each.kind.acc().is_none() && view.directive_text(id).contains("target")
            }),
        }
    }
}

/// Returns true if a part of a program stores addresses in memory other than variables, or assigns structs that may contain addresses.
pub fn stores_addresses(view: View<'_>, run: Run) -> bool {
    let is_stored = |write: &Write| {
        let class = view.class_at(write.operand);
        let is_address = class == Class::Pointer && write.target.is_none();
        write.kind == WriteKind::Assigned && (is_address || !class.is_scalar())
            || write.kind == WriteKind::AddressTaken && class == Class::Pointer
    };
    view.writes(run).any(is_stored)
}

/// Returns true if directives give addresses of the device to the host, or declare that the host has some.
fn names_addresses(facts: &AccFacts) -> bool {
    let is_address = |kind| matches!(kind, AccClause::Deviceptr | AccClause::UseDevice);
    facts.clauses.iter().any(|(_, clause)| is_address(clause.kind))
        || facts.constructs.iter().any(|(_, construct)| construct.kind == AccDirective::HostData)
}

/// The members that clauses name, sorted.
fn named_members(facts: &AccFacts) -> Box<[Name]> {
    let items = facts.clauses.iter().flat_map(|(_, clause)| clause.items());
    let steps = items.filter_map(|item| item.place.as_ref()).flat_map(|place| place.steps.iter());
    let mut members: Vec<Name> = steps
        .filter_map(|step| match step {
            Step::Field(name) => Some(*name),
            _ => None,
        })
        .collect();
    members.sort_unstable_by_key(|name| name.index());
    members.dedup();
    members.into()
}

/// Returns true if constructs put a struct on the device, or memory of unknown type.
fn maps_structs(view: View<'_>, facts: &AccFacts) -> bool {
    let is_mapped = |given: &Given<DataMapping>| {
        given.kind != DataMapping::Nomap && given.reason.rule != Rule::KernelsScalarCopy
    };
    let attributes = facts.constructs.iter().flat_map(|(_, construct)| construct.attributes.iter());
    let mut mapped = attributes.filter(|each| each.mapping.as_ref().is_some_and(is_mapped));
    let clauses = facts.clauses.iter().map(|(_, clause)| clause).filter(|clause| names_data(clause.kind));
    let mut items = clauses.flat_map(Clause::items);
    let may_hold = |item: &ListItem| {
        item.place.as_ref().is_none_or(|place| may_hold_struct(view, &place.without_ranges()))
    };
    mapped.any(|attribute| may_hold_struct(view, &attribute.place)) || items.any(may_hold)
}

/// Returns true if a place, or its pointee, may be a struct.
fn may_hold_struct(view: View<'_>, place: &Place) -> bool {
    let mut place = place.clone();
    while view.class_of(&place) == Class::Pointer {
        place = place.then([Step::Deref(Via::Pointer)]);
    }
    let is_number = |class| matches!(class, Class::Integer | Class::Real | Class::Complex);
    view.shape(&place).is_none_or(|shape| match shape.element {
        Class::Pointer => true,
        class => shape.is_narrow || !is_number(class),
    })
}

/// Finds the uses in constructs.
struct UseFinder<'a> {
    view: View<'a>,
    /// The private variables of constructs.
    private: FxHashSet<EntityId>,
    directives: Runs,
    known: FxHashSet<(FollowedPointer, EntityId)>,
    found: Vec<UnplacedUse>,
}

impl<'a> UseFinder<'a> {
    fn new(view: View<'a>, facts: &AccFacts) -> UseFinder<'a> {
        let attributes = facts.constructs.iter().flat_map(|(_, construct)| construct.attributes.iter());
        let is_own = |given: &Given<Sharing>| match given.kind {
            Sharing::Shared => false,
            Sharing::Firstprivate => given.reason.is_explicit(),
            Sharing::Private | Sharing::Reduction(_) => true,
        };
        let private = attributes.filter(|each| each.sharing.as_ref().is_some_and(is_own));
        UseFinder {
            view,
            private: private.map(|each| each.place.root).collect(),
            directives: pragma_runs(view, facts.of_directive.iter().map(|(id, _)| id)),
            known: FxHashSet::default(),
            found: Vec::new(),
        }
    }

    fn construct(&mut self, construct: &Construct) {
        let (view, run) = (self.view, construct.run());
        let mut not_wanted: FxHashSet<EntityId> = view.writes(run).filter_map(|write| write.target).collect();
        not_wanted.extend(&self.private);
        let is_wanted = |root| {
            view.entity(root).is_object() && !view.is_declared_in(root, run) && !not_wanted.contains(&root)
        };
        let mut gathering = Gathering::default();
        view.gather_elements(run, &is_wanted, &mut gathering);
        let elements = gathering.finish();
        for position in 0..elements.len() {
            let element = elements.get(position);
            if !self.directives.contain(element.name) {
                self.element(construct, element, elements.all_parts(position));
            }
        }
    }

    fn element(&mut self, construct: &Construct, element: &Element, parts: &[ElementPart]) {
        let entity = self.view.entity(element.root);
        let is_unnamed = |attribute: &DataAttributes| is_pointer_without_clause(self.view, attribute);
        let has_no_clause = construct.attribute_of(element.root).is_some_and(is_unnamed);
        let is_global = entity.duration == StorageDuration::Static && entity.scope.is_none();
        if has_no_clause && is_global && parts.first().is_some_and(|part| is_behind(*part)) {
            self.add(construct, element, FollowedPointer::Variable);
        }
        if let [first, ElementPart::Field(member), ..] = parts
            && has_no_clause
            && is_behind(*first)
        {
            self.add(construct, element, FollowedPointer::ToStruct(*member));
        }
        for (position, pair) in parts.windows(2).enumerate() {
            if let [ElementPart::Field(member), behind] = pair
                && is_behind(*behind)
                && self.view.class_of(&part_of(element.root, &parts[..=position])) == Class::Pointer
            {
                self.add(construct, element, FollowedPointer::Member(*member));
            }
        }
    }

    fn add(&mut self, construct: &Construct, element: &Element, through: FollowedPointer) {
        if self.known.insert((through, element.root)) {
            self.found.push(UnplacedUse {
                through,
                root: self.view.name(element.root),
                at: self.view.span(element.operand),
                directive: self.view.directive_name_span(construct.directive),
            });
        }
    }
}
