//! The facts about the OpenACC constructs of one function: the attribute model as data, with reasons.
//!
//! A combined directive counts as its effective directives, the outer one first ("Combined Directives" of
//! the mapping specification). Facts contain nodes, entities and places of the program, but no positions
//! and nothing of the host's tree.

use std::num::NonZeroU32;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::arena::{Arena, ArenaMap, Idx};
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::checkpoint;
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashSet;

pub use super::attribute_rules::{How, Rule};
use super::clauses::{Clause, ListItem, WaitArgument};
pub use super::construct_index::ConstructIndex;
use super::cx::{BoundFunction, DeviceStatic, RoutineLevel};
use super::data_events::DataEvents;
use crate::directives::reduction::ReductionOp;
use crate::program::access::Mention;
use crate::program::element::Elements;
use crate::program::place::{At, EntityId, Place};
use crate::program::run::{Region, Run};
use crate::program::uses::VariableUses;

/// An effective construct of a function.
pub type ConstructId = Idx<Construct>;

/// Every effective construct, outer before inner, in source order. Comparisons have cancellation points.
#[derive(Clone, Eq, Debug, Default)]
pub struct Constructs(Arena<Construct>);

impl PartialEq for Constructs {
    fn eq(&self, other: &Constructs) -> bool {
        let pairs = self.values().zip(other.values());
        self.len() == other.len()
            && checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, pairs).all(|(one, other)| one == other)
    }
}

impl Deref for Constructs {
    type Target = Arena<Construct>;

    fn deref(&self) -> &Arena<Construct> {
        &self.0
    }
}

impl DerefMut for Constructs {
    fn deref_mut(&mut self) -> &mut Arena<Construct> {
        &mut self.0
    }
}

/// The OpenACC constructs of one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccFacts {
    /// The constructs.
    pub constructs: Constructs,
    /// The effective constructs of each directive.
    pub of_directive: ArenaMap<DirectiveId, Halves>,
    /// The OpenACC clauses.
    pub clauses: Arc<ArenaMap<ClauseId, Clause>>,
    /// The `enter data` and `exit data` directives by the variables that they name.
    pub data_events: DataEvents,
    /// The places at which the declaration changes variables.
    pub uses: Arc<VariableUses>,
    /// The elements of arrays, structures and pointees that the declaration accesses, and the scalars that data clauses name or constructs
    /// map. They are gathered if loops change parts of variables.
    pub elements: Option<Arc<Elements>>,
    /// The mentions that may make a construct refer to a variable.
    pub first_mentions: Arc<[FirstMention]>,
    /// The level that an explicit `routine` directive gives the function.
    pub routine: Option<RoutineLevel>,
    /// If the declaration is a directive at file scope: the variables with internal linkage that it names,
    /// sorted.
    pub internal: Vec<EntityId>,
    /// The variables of `internal` that a function with a `routine` directive names.
    pub internal_in_routines: Vec<EntityId>,
    /// True if a directive at file scope, of OpenACC or OpenMP, puts variables of the unit on the device.
    pub has_device_variables: bool,
    /// The static variables that device code has as its own copies in translations where compilers do not map them, sorted.
    pub of_device_code: Vec<DeviceStatic>,
    /// The pointers at file scope that directives of the unit map themselves, instead of their pointees, sorted; gathered if the
    /// declaration has an `update`.
    pub mapped_pointers: Vec<EntityId>,
    /// The variables that `threadprivate` directives of OpenMP name, sorted.
    pub threadprivate: Box<[EntityId]>,
    /// The functions that loops in constructs call and that select elements of their local arrays by data, sorted.
    pub selecting_callees: Vec<EntityId>,
    /// If the declaration is a directive at file scope: the function that the next declaration declares, if it declares nothing else.
    pub function_behind: Option<Name>,
    /// If the declaration is a directive at file scope: whether the unit defines that function. For one in a header, whether the headers do.
    pub is_defined_behind: bool,
    /// If the declaration has `routine` directives with `bind`: the functions that they apply to and those that they are bound to.
    pub bound_functions: Vec<BoundFunction>,
    /// The scalars whose values on the device never differ from those on the host. They are found only for declarations with a `kernels`
    /// construct.
    pub host_scalars: FxHashSet<EntityId>,
    /// The variables that clauses of the declaration name as data, as a whole or in part.
    pub named_as_data: FxHashSet<EntityId>,
    /// The device type whose clauses were used, if one was chosen.
    pub device_type: Option<Arc<str>>,
}

/// Replaces a value by an equal one that is shared.
fn share<T: PartialEq + ?Sized>(value: &mut Arc<T>, known: &Arc<T>) {
    if **value == **known {
        *value = Arc::clone(known);
    }
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

impl AccFacts {
    /// Shares equal parts with other facts about the same constructs.
    pub(crate) fn share_with(&mut self, others: &AccFacts) {
        let pairs = self.constructs.iter_mut().zip(others.constructs.iter());
        for ((_, construct), (_, other)) in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, pairs) {
            share(&mut construct.attributes, &other.attributes);
            if let (Some(own), Some(others)) = (&mut construct.index, &other.index) {
                share(own, others);
            }
            if let (Some(own), Some(others)) = (&mut construct.loop_facts, &other.loop_facts) {
                share(&mut own.loops, &others.loops);
                share(&mut own.control, &others.control);
            }
        }
    }

    /// The list items of a construct's clauses that name a variable or a part of it, in source order, each with
    /// its clause.
    pub fn items_of(
        &self,
        id: ConstructId,
        variable: EntityId,
    ) -> impl Iterator<Item = (&Clause, At, &Place)> {
        let construct = &self.constructs[id];
        let indexed = construct.index.as_deref().map(|index| index.items_of(variable));
        let known = indexed.into_iter().flatten().filter_map(|(clause, position)| {
            let clause = self.clauses.get(clause)?;
            let item = clause.items().get(position as usize)?;
            Some((clause, item.at, item.place.as_ref()?))
        });
        let clauses = self.clauses_of(construct).take_while(|_| construct.index.is_none());
        let items = clauses.flat_map(|clause| clause.items().iter().map(move |item| (clause, item)));
        let named = items.filter_map(|(clause, item)| Some((clause, item.at, item.place.as_ref()?)));
        known.chain(named.filter(move |(.., place)| place.root == variable))
    }

    /// The first clause of a kind that a construct has.
    pub fn first_clause(&self, construct: &Construct, kind: AccClause) -> Option<&Clause> {
        match &construct.index {
            Some(index) => self.clauses.get(index.first_clause(kind)?),
            None => self.clauses_of(construct).find(|clause| clause.kind == kind),
        }
    }

    fn clauses_of(&self, construct: &Construct) -> impl Iterator<Item = &Clause> {
        construct.clauses.iter().filter_map(|clause| self.clauses.get(*clause))
    }

    /// The `data` constructs around a construct, from the inside to the outside.
    pub fn data_around(&self, id: ConstructId) -> impl Iterator<Item = ConstructId> {
        let around = std::iter::successors(self.constructs[id].parent, |id| self.constructs[*id].parent);
        around.filter(|id| self.constructs[*id].kind == AccDirective::Data)
    }
}

/// The effective constructs of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Halves {
    /// The construct; for a combined directive, the compute construct.
    pub outer: ConstructId,
    /// The `loop` of a combined directive.
    pub inner: Option<ConstructId>,
}

impl Halves {
    /// The constructs, the outer one first.
    pub fn iter(self) -> impl Iterator<Item = ConstructId> {
        std::iter::once(self.outer).chain(self.inner)
    }

    /// The innermost construct, which contains the associated statement.
    pub fn innermost(self) -> ConstructId {
        self.inner.unwrap_or(self.outer)
    }
}

/// An effective directive: a directive that is not combined, or one half of a combined one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Construct {
    /// The directive in the source.
    pub directive: DirectiveId,
    /// Its kind, which is never a combined one.
    pub kind: AccDirective,
    /// The kind of the directive in the source: `declare` where `kind` is the implicit `data` region of a `declare` in a function.
    pub written: AccDirective,
    /// Which half of a combined directive it is.
    pub half: Half,
    /// The region of the construct; none for a standalone directive.
    pub region: Option<Region>,
    /// The nearest enclosing effective construct, lexically.
    pub parent: Option<ConstructId>,
    /// The compute construct that this construct is, or lies in.
    pub compute: Option<ConstructId>,
    /// The clauses of the directive that belong to this construct, in source order. Clauses with an error
    /// are left out.
    pub clauses: Box<[ClauseId]>,
    /// Properties that few constructs have.
    pub seldom: SeldomWritten,
    /// The data attributes, one entry for each variable: first explicit ones in the order of the clauses,
    /// then predetermined ones, then implicit ones in the order in which the associated statement mentions
    /// the variables. Copies that a reduction implies come before the other implicit ones.
    pub attributes: Arc<[DataAttributes]>,
    /// `num_gangs`, `num_workers` and `vector_length` of a compute construct.
    pub sizes: Sizes,
    /// Whether a worker-partitioned loop lies in the construct.
    pub has_worker_loop: bool,
    /// Whether a loop in the construct is repeated by every gang ([`LoopFacts::is_repeated`]).
    pub has_repeated_loop: bool,
    /// The loop construct that is all of a compute construct, but for `cache` directives beside it.
    pub whole_loop: Option<ConstructId>,
    /// The highest level of the functions with a `routine` directive that the construct calls.
    pub called_level: Option<RoutineLevel>,
    /// True if a `parallel` construct has no `num_gangs`, partitions no loop among gangs, and calls no function that does, so that one gang
    /// suffices.
    pub needs_no_gangs: bool,
    /// True if the whole construct is one loop that is partitioned among several gangs. A `kernels` construct for which this does not hold
    /// is executed by one gang.
    pub is_gang_loop: bool,
    /// The facts about the loops of a `loop` construct. They are boxed, because other constructs have none.
    pub loop_facts: Option<Box<LoopFacts>>,
    /// True if the construct cannot be translated because of a reported error.
    pub broken: bool,
    /// True if that error was only reported for a construct inside or around this one.
    pub broken_with_others: bool,
    /// True if the directive requires clauses that name data, and all items of these clauses have errors.
    pub is_left_empty: bool,
    /// An index of clauses, attributes and list items. None for a construct with few of each.
    pub index: Option<Arc<ConstructIndex>>,
}

/// Properties that few directives have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeldomWritten {
    /// The clauses that do not apply to the chosen device type, and `device_type` itself where it divides the directive.
    pub other_clauses: Vec<ClauseId>,
    /// The argument of a `wait` directive.
    pub wait: Option<WaitArgument>,
    /// The list of a `cache` or `routine` directive.
    pub listed: Vec<ListItem>,
}

/// The halves of a combined directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Half {
    /// The directive is not combined.
    Whole,
    /// The effective compute construct.
    Outer,
    /// The effective `loop`.
    Inner,
}

/// The data attributes of one variable on one construct, at most one of each group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataAttributes {
    /// The variable or a member of it. Members are the only steps.
    pub place: Place,
    /// The data mapping attribute, if this group applies.
    pub mapping: Option<Given<DataMapping>>,
    /// The data sharing attribute, if this group applies.
    pub sharing: Option<Given<Sharing>>,
    /// The position of the variable among those that the associated statement mentions, in the order of their first mention and counted
    /// from one; none if only a clause of the directive names it.
    pub met: Option<NonZeroU32>,
    /// True if the associated statement mentions the variable only in inner `seq` loops with a private copy for each thread. Rules that
    /// create no such copies need the variable of the construct.
    pub is_hidden: bool,
}

/// An attribute and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given<T> {
    /// The attribute.
    pub kind: T,
    /// The reason for it.
    pub reason: Reason,
}

impl<T> Given<T> {
    /// An attribute with its reason.
    pub fn new(kind: T, reason: Reason) -> Given<T> {
        Given { kind, reason }
    }

    /// An attribute that a rule gives because no other rule determines it.
    pub fn implicit(kind: T, rule: Rule) -> Given<T> {
        Given { kind, reason: Reason::implicit(rule) }
    }
}

impl Construct {
    /// The attributes of whole variables. Members do not get separate implicit clauses.
    pub fn whole_attributes(&self) -> impl Iterator<Item = &DataAttributes> {
        self.attributes.iter().filter(|attribute| attribute.place.is_whole())
    }
}

impl DataAttributes {
    /// A variable without attributes.
    pub fn new(place: Place) -> DataAttributes {
        DataAttributes { place, mapping: None, sharing: None, met: None, is_hidden: false }
    }

    /// The data mapping attribute.
    pub fn mapping_kind(&self) -> Option<DataMapping> {
        self.mapping.as_ref().map(|given| given.kind)
    }

    /// The data sharing attribute.
    pub fn sharing_kind(&self) -> Option<Sharing> {
        self.sharing.as_ref().map(|given| given.kind)
    }

    /// The operator of the variable's reduction and the reason for it, if there is one.
    pub fn reduction(&self) -> Option<(ReductionOp, &Reason)> {
        match self.sharing.as_ref()? {
            Given { kind: Sharing::Reduction(operator), reason } => Some((*operator, reason)),
            Given { .. } => None,
        }
    }
}

/// Data mapping attributes ("Basic Data Attributes").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its attribute")]
pub enum DataMapping {
    Nomap,
    Present,
    Copy,
    Copyin,
    Copyout,
    Create,
    NoCreate,
    Delete,
    Deviceptr,
}

/// Data sharing attributes ("Basic Data Attributes").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its attribute")]
pub enum Sharing {
    Shared,
    Reduction(ReductionOp),
    Firstprivate,
    Private,
}

impl DataMapping {
    /// The attribute that a clause gives the variables in its list; none if it gives no data mapping attribute.
    pub const fn given_by(clause: AccClause) -> Option<DataMapping> {
        Some(match clause {
            AccClause::Copy => DataMapping::Copy,
            AccClause::Copyin => DataMapping::Copyin,
            AccClause::Copyout => DataMapping::Copyout,
            AccClause::Create | AccClause::DeviceResident => DataMapping::Create,
            AccClause::NoCreate => DataMapping::NoCreate,
            AccClause::Present => DataMapping::Present,
            AccClause::Delete => DataMapping::Delete,
            AccClause::Deviceptr => DataMapping::Deviceptr,
            _ => return None,
        })
    }

    /// The spelling of the clause; `nomap` has none.
    pub const fn text(self) -> &'static str {
        match self {
            DataMapping::Nomap => "nomap",
            DataMapping::Present => "present",
            DataMapping::Copy => "copy",
            DataMapping::Copyin => "copyin",
            DataMapping::Copyout => "copyout",
            DataMapping::Create => "create",
            DataMapping::NoCreate => "no_create",
            DataMapping::Delete => "delete",
            DataMapping::Deviceptr => "deviceptr",
        }
    }
}

impl Sharing {
    /// The spelling of the clause, without the operator of a reduction; `shared` has none.
    pub const fn text(self) -> &'static str {
        match self {
            Sharing::Shared => "shared",
            Sharing::Reduction(_) => "reduction",
            Sharing::Firstprivate => "firstprivate",
            Sharing::Private => "private",
        }
    }
}

/// The reason for an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Explicit, predetermined or implicit.
    pub how: How,
    /// The clause that gives the attribute, or that the rule depends on. It may belong to an enclosing or
    /// nested directive.
    pub clause: Option<ClauseId>,
    /// The position of the list item in that clause. [`Reason::item_in`] returns the item.
    pub item: Option<Idx<ListItem>>,
    /// The other construct that the rule depends on, if there is one: the enclosing `data` whose clause is visible, or the nested `loop`
    /// whose reduction implies this attribute.
    pub from: Option<ConstructId>,
    /// The rule.
    pub rule: Rule,
}

/// A list item that names a variable or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed<'c> {
    /// The node of the item.
    pub at: At,
    /// The place that it names.
    pub place: &'c Place,
}

impl Reason {
    /// The reason for an attribute that a rule gives because no other rule determines it.
    pub const fn implicit(rule: Rule) -> Reason {
        Reason { how: How::Implicit, clause: None, item: None, from: None, rule }
    }

    /// Returns whether a clause gives the attribute.
    pub fn is_explicit(&self) -> bool {
        self.how == How::Explicit
    }

    /// The list item of the reason. `clauses` are the clauses of the declaration.
    pub fn item_in<'c>(&self, clauses: &'c ArenaMap<ClauseId, Clause>) -> Option<Listed<'c>> {
        let item = clauses.get(self.clause?)?.items().get(self.item?.into_raw().into_u32() as usize)?;
        Some(Listed { at: item.at, place: item.place.as_ref()? })
    }

    /// The list item of the reason, if it is a part of a variable and not a whole variable or member.
    pub fn part_in<'c>(&self, clauses: &'c ArenaMap<ClauseId, Clause>) -> Option<Listed<'c>> {
        self.item_in(clauses).filter(|item| item.place.is_part())
    }
}

/// A level of parallelism of a loop, with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Explicit or implicit.
    pub how: How,
    /// The clause, if the level is explicit.
    pub clause: Option<ClauseId>,
}

/// The facts about an effective `loop`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopFacts {
    /// The rule that makes the loop sequential, if it is sequential.
    pub sequential: Option<Rule>,
    /// The level `gang`, if the loop is gang-partitioned.
    pub gang: Option<Level>,
    /// The level `worker`, if the loop is worker-partitioned.
    pub worker: Option<Level>,
    /// The level `vector`, if the loop is vector-partitioned.
    pub vector: Option<Level>,
    /// The number of associated loops, from `collapse` (or `tile`).
    pub depth: u32,
    /// The associated loops, outermost first. There are fewer than `depth` only if the construct is broken.
    pub loops: Arc<[At]>,
    /// The loop control variables of the associated loops that have one.
    pub control: Arc<[ControlVariable]>,
    /// Whether an enclosing loop of the same compute construct is gang- or worker-partitioned.
    pub inside_partitioned: bool,
    /// True if every gang executes the whole loop, because `auto` is decided as sequential, and changes shared data there.
    pub is_repeated: bool,
    /// True if the loop is partitioned among the gangs of some dimensions, and its iterations are repeated by the gangs of another one in a
    /// way that changes results.
    pub is_repeated_by_dimension: bool,
    /// True if vector lanes execute the loop, and an iteration may access an element that it changes through another name or subscript.
    pub meets_own_elements: bool,
    /// The role of the loop in a nest whose levels `tuning` has merged; none if its levels are those of the program.
    pub merged: Option<Merged>,
}

/// The role of a loop in a nest whose levels are merged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merged {
    /// The outermost loop. It is partitioned among the workers of all gangs, each of which is a separate thread.
    Threads,
    /// An inner loop that is partitioned among vector lanes.
    Lanes,
    /// An inner loop that each thread executes sequentially.
    InThread,
}

impl LoopFacts {
    /// Whether any level applies to the loop.
    pub fn is_partitioned(&self) -> bool {
        self.gang.is_some() || self.worker.is_some() || self.vector.is_some()
    }

    /// Returns whether the iterations are partitioned among the workers or vector lanes of a gang.
    pub fn is_shared_in_gang(&self) -> bool {
        self.sequential.is_none() && (self.worker.is_some() || self.vector.is_some())
    }
}

/// A loop control variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ControlVariable {
    /// The variable.
    pub entity: EntityId,
    /// Whether the loop declares it; otherwise the loop only assigns it.
    pub declared: bool,
}

/// The sizes that a compute construct requests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// `num_gangs`.
    pub num_gangs: Option<Box<SizeArgument>>,
    /// `num_workers`.
    pub num_workers: Option<Box<SizeArgument>>,
    /// `vector_length`.
    pub vector_length: Option<Box<SizeArgument>>,
}

/// The argument of a size clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeArgument {
    /// The clause.
    pub clause: ClauseId,
    /// The value; the first one, if `num_gangs` has several.
    pub value: At,
    /// The values of `num_gangs` for the second and third dimension.
    pub further: Box<[At]>,
    /// The number, if it is an integer constant; for several values, their product.
    pub constant: Option<i128>,
    /// Whether evaluating it has side effects.
    pub side_effects: bool,
}

impl Construct {
    /// The attributes of a whole variable.
    pub fn attribute_of(&self, entity: EntityId) -> Option<&DataAttributes> {
        self.attribute_at(&Place::whole(entity))
    }

    /// The attributes of a variable or of a member of one.
    pub fn attribute_at(&self, variable: &Place) -> Option<&DataAttributes> {
        match &self.index {
            Some(index) => self.attributes.get(index.attribute(variable)?),
            None => self.attributes.iter().find(|attribute| attribute.place == *variable),
        }
    }

    /// Returns whether the construct cannot be translated because of an error that was reported for the construct itself.
    pub fn is_broken_itself(&self) -> bool {
        self.broken && !self.broken_with_others
    }

    pub(super) fn break_with_others(&mut self) {
        self.broken_with_others |= !self.broken;
        self.broken = true;
    }

    /// Whether it is a compute construct (OpenACC 3.4 2.5).
    pub fn is_compute(&self) -> bool {
        is_compute(self.kind)
    }

    /// The associated nodes; an empty run for a standalone directive.
    pub fn run(&self) -> Run {
        self.region.map(|region| region.run).unwrap_or_default()
    }
}

/// Whether an effective directive is a compute construct (OpenACC 3.4 2.5). A combined directive is not
/// one, but its outer half is.
pub fn is_compute(kind: AccDirective) -> bool {
    matches!(kind, AccDirective::Parallel | AccDirective::Serial | AccDirective::Kernels)
}

/// A mention that may add a reference: the first mention of a variable with these constructs around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMention {
    pub(super) mention: Mention,
    /// A construct that the mention belongs to first although it is not inside of it, such as the compute half for clauses of the loop
    /// half.
    pub(super) innermost: Option<ConstructId>,
    /// The innermost construct around the mention.
    pub(super) around: Option<ConstructId>,
}
