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

/// Every effective construct, outer before inner, in source order. There are checkpoints where they are compared.
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
    /// The `enter data` and `exit data` directives by what they name.
    pub data_events: DataEvents,
    /// Where the declaration changes variables.
    pub uses: Arc<VariableUses>,
    /// What the declaration names of arrays and structures, and of what lies behind pointers, and the scalars that
    /// data clauses name or constructs map. It is gathered if loops change something of that.
    pub elements: Option<Arc<Elements>>,
    /// The mentions that may make a construct refer to a variable.
    pub first_mentions: Arc<[FirstMention]>,
    /// The level that an explicit `routine` directive gives the function.
    pub routine: Option<RoutineLevel>,
    /// If the declaration is a directive at file scope: the variables with internal linkage that it names,
    /// sorted.
    pub internal: Vec<EntityId>,
    /// Those of them that a function with a `routine` directive names.
    pub internal_in_routines: Vec<EntityId>,
    /// The variables that code for devices has by itself in translations where compilers map no static ones, sorted.
    pub of_device_code: Vec<DeviceStatic>,
    /// The pointers at file scope that directives of the unit map themselves, sorted; gathered if the declaration has an
    /// `update`.
    pub mapped_pointers: Vec<EntityId>,
    /// The functions that loops in constructs call and that select elements of their own arrays by data, sorted.
    pub selecting_callees: Vec<EntityId>,
    /// If the declaration is a directive at file scope: the lone function that is declared behind it.
    pub function_behind: Option<Name>,
    /// If the declaration is a `routine` with `bind`: the functions that it is about and those that it binds them to.
    pub bound_functions: Vec<BoundFunction>,
    /// The scalars of which the device never has another value than the host. They are found only for
    /// declarations with a `kernels` construct.
    pub host_scalars: FxHashSet<EntityId>,
    /// The type of devices whose clauses were taken, if one was chosen.
    pub device_type: Option<Arc<str>>,
}

/// Shares a value with an equal one.
fn share<T: PartialEq + ?Sized>(value: &mut Arc<T>, known: &Arc<T>) {
    if **value == **known {
        *value = Arc::clone(known);
    }
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 8;

impl AccFacts {
    /// Keeps once what is the same in other facts about the same constructs.
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
    /// The same, but `declare` for the implicit data region of a `declare` in a function.
    pub written: AccDirective,
    /// Which half of a combined directive it is.
    pub half: Half,
    /// What it is associated with; none if it stands alone.
    pub region: Option<Region>,
    /// The nearest enclosing effective construct, lexically.
    pub parent: Option<ConstructId>,
    /// The compute construct that this construct is, or lies in.
    pub compute: Option<ConstructId>,
    /// The clauses of the directive that belong to this construct, in source order. Clauses with an error
    /// are left out.
    pub clauses: Box<[ClauseId]>,
    /// What few constructs have.
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
    /// Whether a `parallel` construct leaves the number of gangs open, shares no loop among them, and calls no function
    /// that does: one gang does all that any number of them would.
    pub needs_no_gangs: bool,
    /// Whether the whole construct is one loop that several gangs share. A `kernels` construct for which
    /// this does not hold is executed by one gang.
    pub is_gang_loop: bool,
    /// The facts about the loops of a `loop` construct. They are apart, because other constructs would have room for them.
    pub loop_facts: Option<Box<LoopFacts>>,
    /// Whether an error was reported because of which it cannot be translated.
    pub broken: bool,
    /// Whether that error was reported for a construct inside or around it, and none for itself.
    pub broken_with_others: bool,
    /// Whether it needs clauses that name data, and all items of those that it has have errors.
    pub is_left_empty: bool,
    /// Where the other columns have what is looked up often. None for a construct that has little of everything.
    pub index: Option<Arc<ConstructIndex>>,
}

/// What few directives say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeldomWritten {
    /// The clauses that do not apply to the chosen type of devices, and `device_type` itself where it divides
    /// the directive.
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
    /// The number of the variable among those that the associated statement mentions, in the order of their
    /// first mention and counted from one; none if only a clause of the directive names it.
    pub met: Option<NonZeroU32>,
    /// Whether the associated statement mentions it only in `seq` loops inside that have one of their own for each
    /// thread. Rules that give the threads no such variables need the one of the construct.
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

    /// An attribute that a rule gives because nothing else determines it.
    pub fn implicit(kind: T, rule: Rule) -> Given<T> {
        Given { kind, reason: Reason::implicit(rule) }
    }
}

impl Construct {
    /// The attributes of whole variables. Members do not get implicit clauses of their own.
    pub fn whole_attributes(&self) -> impl Iterator<Item = &DataAttributes> {
        self.attributes.iter().filter(|attribute| attribute.place.is_whole())
    }
}

impl DataAttributes {
    /// A variable without attributes.
    pub fn new(place: Place) -> DataAttributes {
        DataAttributes { place, mapping: None, sharing: None, met: None, is_hidden: false }
    }

    /// How the variable is mapped.
    pub fn mapping_kind(&self) -> Option<DataMapping> {
        self.mapping.as_ref().map(|given| given.kind)
    }

    /// How the variable is shared.
    pub fn sharing_kind(&self) -> Option<Sharing> {
        self.sharing.as_ref().map(|given| given.kind)
    }

    /// The operator of its reduction and the reason for it, if the variable is reduced.
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
    /// Written, predetermined or implicit.
    pub how: How,
    /// The clause that gives the attribute, or that the rule depends on. It may belong to an enclosing or
    /// nested directive.
    pub clause: Option<ClauseId>,
    /// The position of the list item in that clause. [`Reason::item_in`] has the item.
    pub item: Option<Idx<ListItem>>,
    /// The construct that the rule depends on, if it is another one: the enclosing `data` whose clause is
    /// visible, or the nested `loop` whose reduction implies this attribute.
    pub from: Option<ConstructId>,
    /// The rule.
    pub rule: Rule,
}

/// A list item that names a variable or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed<'c> {
    /// The node at which it is written.
    pub at: At,
    /// The place that it names.
    pub place: &'c Place,
}

impl Reason {
    /// The reason for an attribute that a rule gives because nothing else determines it.
    pub const fn implicit(rule: Rule) -> Reason {
        Reason { how: How::Implicit, clause: None, item: None, from: None, rule }
    }

    /// Whether it is written in the source.
    pub fn is_explicit(&self) -> bool {
        self.how == How::Explicit
    }

    /// The list item, where `clauses` are those of the declaration.
    pub fn item_in<'c>(&self, clauses: &'c ArenaMap<ClauseId, Clause>) -> Option<Listed<'c>> {
        let item = clauses.get(self.clause?)?.items().get(self.item?.into_raw().into_u32() as usize)?;
        Some(Listed { at: item.at, place: item.place.as_ref()? })
    }

    /// The list item, if it names a part of a variable and not a whole variable or member.
    pub fn part_in<'c>(&self, clauses: &'c ArenaMap<ClauseId, Clause>) -> Option<Listed<'c>> {
        self.item_in(clauses).filter(|item| item.place.is_part())
    }
}

/// A level of parallelism of a loop, with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Explicit or implicit.
    pub how: How,
    /// The clause, if one is written.
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
    /// Whether every gang executes the whole loop, because `auto` is decided as sequential, and changes data
    /// there that the gangs share.
    pub is_repeated: bool,
    /// Whether the loop is partitioned among the gangs of some dimensions, and the gangs of another one repeat
    /// its iterations in a way that changes results.
    pub is_repeated_by_dimension: bool,
    /// Whether vector lanes execute the loop, and an iteration uses an element that it also changes under another
    /// name.
    pub meets_own_elements: bool,
    /// The part of the loop in a nest whose levels `tuning` has merged; none if its levels are those of the program.
    pub merged: Option<Merged>,
}

/// What a loop is in a nest whose levels are merged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merged {
    /// The outermost one. The workers of all gangs share it, and each is a thread of its own.
    Threads,
    /// An inner one that vector lanes share.
    Lanes,
    /// An inner one that each thread executes.
    InThread,
}

impl LoopFacts {
    /// Whether any level applies to the loop.
    pub fn is_partitioned(&self) -> bool {
        self.gang.is_some() || self.worker.is_some() || self.vector.is_some()
    }

    /// Whether the workers or vector lanes of a gang share its iterations.
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
    /// The attribute of a whole variable.
    pub fn attribute_of(&self, entity: EntityId) -> Option<&DataAttributes> {
        self.attribute_at(&Place::whole(entity))
    }

    /// The attribute of a variable or of a member of one.
    pub fn attribute_at(&self, variable: &Place) -> Option<&DataAttributes> {
        match &self.index {
            Some(index) => self.attributes.get(index.attribute(variable)?),
            None => self.attributes.iter().find(|attribute| attribute.place == *variable),
        }
    }

    /// Whether an error was reported for the construct itself because of which it cannot be translated.
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

    /// The nodes that it is associated with; an empty run if it stands alone.
    pub fn run(&self) -> Run {
        self.region.map(|region| region.run).unwrap_or_default()
    }
}

/// Whether an effective directive is a compute construct (OpenACC 3.4 2.5). A combined directive is not
/// one, but its outer half is.
pub fn is_compute(kind: AccDirective) -> bool {
    matches!(kind, AccDirective::Parallel | AccDirective::Serial | AccDirective::Kernels)
}

/// A mention that may add a reference: the first one of a variable with these constructs around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMention {
    pub(super) mention: Mention,
    /// A construct for which it counts first, and which does not begin before it.
    pub(super) innermost: Option<ConstructId>,
    /// The innermost construct around it.
    pub(super) around: Option<ConstructId>,
}
