//! The OpenMP form of something: derived from OpenACC by a mapping policy, or lowered from `#pragma omp` in the source.
//!
//! A form is a tree with at most one hole, [`Omp::Statement`], where the associated statement of its directive stands. The
//! statement is not copied: the constructs inside it have forms of their own. Forms hold nodes, entities and places of the
//! program, no text and no position, so they can be compared across edits and printed in the words of any dialect.

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::acc::facts::{ConstructId, Reason};
use crate::directives::reduction::ReductionOp;
use crate::program::place::{At, EntityId, Place, Step, Value};

/// A form, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Omp {
    /// Parts one behind the other; none of them for nothing.
    Seq(Vec<Omp>),
    /// The same in a block of their own.
    Block(Vec<Omp>),
    /// A directive with what it is associated with.
    Directive(Directive),
    /// A declaration that the mapping adds.
    Declare(Declare),
    /// An expression that is evaluated for its side effects only.
    Evaluate {
        /// The expression.
        value: At,
        /// Why it is evaluated.
        origin: Origin,
    },
    /// A call of a routine of the runtime library, as a statement.
    Call(RoutineCall),
    /// Parts that run only if a condition holds.
    If {
        /// The condition.
        condition: At,
        /// The parts; at least one.
        then: Vec<Omp>,
    },
    /// The associated statement.
    Statement,
}

/// A directive of OpenMP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// Which directive.
    pub kind: OmpDirective,
    /// Its clauses, in the order in which they are printed.
    pub clauses: Vec<Clause>,
    /// What it is associated with; none for a directive that stands alone.
    pub body: Option<Box<Omp>>,
    /// Where the directive comes from.
    pub origin: Origin,
}

/// A clause of OpenMP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Which clause, with its arguments.
    pub argument: Argument,
    /// Where the clause comes from.
    pub origin: Origin,
}

/// A clause's kind with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// `map` (OpenMP 5.2 5.8.3).
    Map {
        /// The map type.
        kind: MapKind,
        /// The modifiers.
        flags: MapFlags,
        /// What is mapped.
        items: Vec<Item>,
    },
    /// `to` or `from` of `target update` (OpenMP 5.2 5.9).
    Motion {
        /// Whether data goes to the device; otherwise it comes from there.
        to_device: bool,
        /// `present:`
        present: bool,
        /// What is moved.
        items: Vec<Item>,
    },
    /// `reduction` (OpenMP 5.2 5.5.8).
    Reduction {
        /// The operator.
        operator: ReductionOp,
        /// What is reduced.
        items: Vec<Item>,
    },
    /// `depend` (OpenMP 5.2 15.9.5).
    Depend {
        /// The dependence type.
        kind: DependKind,
        /// The storage that the dependence is about.
        items: Vec<Item>,
    },
    /// `if` (OpenMP 5.2 3.4).
    If {
        /// The directive that the condition is about, where it is named.
        of: Option<OmpDirective>,
        /// The condition.
        condition: Operand,
    },
    /// `defaultmap` (OpenMP 5.2 5.8.7).
    Defaultmap {
        /// What happens to the variables.
        behavior: MapKind,
        /// Which variables.
        category: DefaultCategory,
    },
    /// A clause that takes a list of variables and nothing else: `private`, `shared`, `is_device_ptr`.
    List(OmpClause, Vec<Item>),
    /// A clause that takes one value: `num_teams`, `collapse`.
    Value(OmpClause, Operand),
    /// A clause without argument: `nowait`.
    Bare(OmpClause),
    /// A clause of the source in a form that nothing but printing needs to understand.
    AsWritten(OmpClause, ClauseId),
}

/// Map types (OpenMP 5.2 5.8.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its map type")]
pub enum MapKind {
    To,
    From,
    Tofrom,
    Alloc,
    Release,
    Delete,
}

/// The modifiers of a `map` clause, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MapFlags(u8);

/// Dependence types (OpenMP 5.2 15.9.5) that forms use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its dependence type")]
pub enum DependKind {
    In,
    Out,
    Inout,
}

/// The variables that a `defaultmap` clause is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its category")]
pub enum DefaultCategory {
    Scalar,
    Aggregate,
    Pointer,
}

/// A list item of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A part of the program's data.
    Place {
        /// Which part.
        place: Place,
        /// How the source spells it, as far as it does.
        written: Option<Written>,
    },
    /// A variable that the form declares.
    Fresh(Fresh),
    /// The storage that stands for a queue of OpenACC.
    Queue(Value),
}

/// An expression of the source that spells the beginning of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The expression.
    pub at: At,
    /// How many steps of the place it spells.
    pub steps: u32,
}

/// The argument of a clause that takes one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value of the source, or a number.
    Value(Value),
    /// Whether an expression is zero.
    Not(At),
    /// A variable that the form declares.
    Fresh(Fresh),
}

/// A name that a form needs and the source does not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fresh {
    /// The number of workers of a compute construct, evaluated once.
    NumWorkers,
    /// A copy of what a pointer points to.
    CopyBehind(EntityId),
}

/// A declaration that the mapping adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declare {
    /// What is declared.
    pub local: Local,
    /// Its type, without qualifiers that forbid assignment.
    pub ty: TypeLike,
    /// Its value; none for a variable that is not initialized.
    pub init: Option<InitialValue>,
    /// Why it is declared.
    pub origin: Origin,
}

/// The name of a declared variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Local {
    /// The name of an entity of the source, which the declaration hides.
    Hiding(EntityId),
    /// A name of its own.
    Fresh(Fresh),
}

/// The type of a declared variable, by what has the same type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeLike {
    /// An entity.
    Entity(EntityId),
    /// A constant with the type of an expression.
    ConstantOf(At),
    /// An array that reaches to the end of a part of what a pointer points to, so that its elements have the same subscripts.
    ElementsUpTo(Place),
}

/// The value of a declared variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitialValue {
    /// The value of an expression.
    Value(At),
    /// The values of the elements of a place.
    Elements(Place),
    /// The address of another variable that the form declares.
    AddressOf(Fresh),
}

/// A call of a routine of the runtime library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoutineCall {
    /// The routine.
    pub routine: Routine,
    /// Its arguments.
    pub arguments: Vec<CallArgument>,
    /// Why it is called.
    pub origin: Origin,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallArgument {
    /// A value.
    Value(Value),
    /// A type of devices.
    DeviceType(DeviceType),
}

/// The routines of the OpenACC runtime library that forms call (OpenACC 3.4 3.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each variant names its routine")]
pub enum Routine {
    Init,
    InitDevice,
    Shutdown,
    ShutdownDevice,
    SetDeviceNum,
    SetDeviceType,
    SetDefaultAsync,
    Wait,
    WaitAll,
    WaitAllAsync,
    WaitAllDevice,
    WaitAllDeviceAsync,
    WaitAsync,
    WaitDevice,
    WaitDeviceAsync,
    /// Gives the address that stands for a queue. It belongs to clacc's own runtime library.
    QueueAddress,
}

/// The types of devices that the runtime library's header names (OpenACC 3.4 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its type")]
pub enum DeviceType {
    Default,
    Host,
    NotHost,
    Nvidia,
    Radeon,
    Multicore,
}

/// Where a directive, a clause or new code comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A directive of the source.
    Directive(DirectiveId),
    /// A clause of the source.
    Clause(ClauseId),
    /// Data attributes that no clause of this directive states: the construct, and the reason of the first variable.
    Attribute(ConstructId, Box<Reason>),
    /// The mapping itself needs it; the text says for what.
    Mapping(&'static str),
}

/// Code around a declaration, from a directive that is about the declaration: `declare`, `routine`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitForm {
    /// Where it stands.
    pub anchor: Anchor,
    /// What stands there. It has no hole.
    pub omp: Omp,
}

/// A place for code around declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// Where the directive stands, before the declaration that it is about.
    Before,
    /// Behind the declaration that the directive is about.
    After,
}

impl MapKind {
    const ALL: &[MapKind] =
        &[MapKind::To, MapKind::From, MapKind::Tofrom, MapKind::Alloc, MapKind::Release, MapKind::Delete];

    /// The word for it.
    pub const fn text(self) -> &'static str {
        match self {
            MapKind::To => "to",
            MapKind::From => "from",
            MapKind::Tofrom => "tofrom",
            MapKind::Alloc => "alloc",
            MapKind::Release => "release",
            MapKind::Delete => "delete",
        }
    }

    /// The map type with this word.
    pub fn spelled(word: &str) -> Option<MapKind> {
        MapKind::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl MapFlags {
    /// The data must be present.
    pub const PRESENT: MapFlags = MapFlags(1);
    /// Data that is absent stays absent (an extension of the Clacc compiler).
    pub const NO_ALLOC: MapFlags = MapFlags(2);
    /// The data stays for as long as the region (an extension of the Clacc compiler).
    pub const HOLD: MapFlags = MapFlags(4);
    /// The data is moved whether it is present or not.
    pub const ALWAYS: MapFlags = MapFlags(8);
    /// No modifier.
    pub const NONE: MapFlags = MapFlags(0);

    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: MapFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The bits of both.
    pub const fn with(self, other: MapFlags) -> MapFlags {
        MapFlags(self.0 | other.0)
    }

    /// The bits that `other` does not have.
    pub const fn without(self, other: MapFlags) -> MapFlags {
        MapFlags(self.0 & !other.0)
    }
}

impl DependKind {
    const ALL: &[DependKind] = &[DependKind::In, DependKind::Out, DependKind::Inout];

    /// The word for it.
    pub const fn text(self) -> &'static str {
        match self {
            DependKind::In => "in",
            DependKind::Out => "out",
            DependKind::Inout => "inout",
        }
    }

    /// The dependence type with this word.
    pub fn spelled(word: &str) -> Option<DependKind> {
        DependKind::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl DefaultCategory {
    const ALL: &[DefaultCategory] =
        &[DefaultCategory::Scalar, DefaultCategory::Aggregate, DefaultCategory::Pointer];

    /// The word for it.
    pub const fn text(self) -> &'static str {
        match self {
            DefaultCategory::Scalar => "scalar",
            DefaultCategory::Aggregate => "aggregate",
            DefaultCategory::Pointer => "pointer",
        }
    }

    /// The category with this word.
    pub fn spelled(word: &str) -> Option<DefaultCategory> {
        DefaultCategory::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl Routine {
    /// The routine's name.
    pub const fn text(self) -> &'static str {
        match self {
            Routine::Init => "acc_init",
            Routine::InitDevice => "acc_init_device",
            Routine::Shutdown => "acc_shutdown",
            Routine::ShutdownDevice => "acc_shutdown_device",
            Routine::SetDeviceNum => "acc_set_device_num",
            Routine::SetDeviceType => "acc_set_device_type",
            Routine::SetDefaultAsync => "acc_set_default_async",
            Routine::Wait => "acc_wait",
            Routine::WaitAll => "acc_wait_all",
            Routine::WaitAllAsync => "acc_wait_all_async",
            Routine::WaitAllDevice => "acc_wait_all_device",
            Routine::WaitAllDeviceAsync => "acc_wait_all_device_async",
            Routine::WaitAsync => "acc_wait_async",
            Routine::WaitDevice => "acc_wait_device",
            Routine::WaitDeviceAsync => "acc_wait_device_async",
            Routine::QueueAddress => "acc2omp_async2dep",
        }
    }
}

impl DeviceType {
    const ALL: &[DeviceType] = &[
        DeviceType::Default,
        DeviceType::Host,
        DeviceType::NotHost,
        DeviceType::Nvidia,
        DeviceType::Radeon,
        DeviceType::Multicore,
    ];

    /// The constant that the runtime library's header declares for it.
    pub const fn constant(self) -> &'static str {
        match self {
            DeviceType::Default => "acc_device_default",
            DeviceType::Host => "acc_device_host",
            DeviceType::NotHost => "acc_device_not_host",
            DeviceType::Nvidia => "acc_device_nvidia",
            DeviceType::Radeon => "acc_device_radeon",
            DeviceType::Multicore => "acc_device_multicore",
        }
    }

    /// The type that a word of a `device_type` clause means: the type's own word, or the constant.
    pub fn spelled(word: &str) -> Option<DeviceType> {
        let word = word.strip_prefix("acc_device_").unwrap_or(word);
        let is_meant = |ty: &&DeviceType| ty.constant().strip_prefix("acc_device_") == Some(word);
        DeviceType::ALL.iter().find(is_meant).copied()
    }
}

impl Item {
    /// A whole entity, by its name.
    pub fn entity(entity: EntityId) -> Item {
        Item::Place { place: Place::whole(entity), written: None }
    }

    /// A place as an expression of the source spells it.
    pub fn written(place: Place, at: At) -> Item {
        let steps = place.steps.len() as u32;
        Item::Place { place, written: Some(Written { at, steps }) }
    }

    /// The same item with further steps that the source does not spell.
    pub fn then(self, steps: impl IntoIterator<Item = Step>) -> Item {
        match self {
            Item::Place { place, written } => Item::Place { place: place.then(steps), written },
            other => other,
        }
    }

    /// The place, of an item that is one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Item::Place { place, .. } => Some(place),
            Item::Fresh(_) | Item::Queue(_) => None,
        }
    }
}

impl Clause {
    /// A clause.
    pub fn new(argument: Argument, origin: Origin) -> Clause {
        Clause { argument, origin }
    }

    /// Which clause it is.
    pub fn kind(&self) -> OmpClause {
        match &self.argument {
            Argument::Map { .. } => OmpClause::Map,
            Argument::Motion { to_device: true, .. } => OmpClause::To,
            Argument::Motion { to_device: false, .. } => OmpClause::From,
            Argument::Reduction { .. } => OmpClause::Reduction,
            Argument::Depend { .. } => OmpClause::Depend,
            Argument::If { .. } => OmpClause::If,
            Argument::Defaultmap { .. } => OmpClause::Defaultmap,
            Argument::List(kind, _)
            | Argument::Value(kind, _)
            | Argument::Bare(kind)
            | Argument::AsWritten(kind, _) => *kind,
        }
    }

    /// The list items.
    pub fn items(&self) -> &[Item] {
        match &self.argument {
            Argument::Map { items, .. }
            | Argument::Motion { items, .. }
            | Argument::Reduction { items, .. }
            | Argument::Depend { items, .. }
            | Argument::List(_, items) => items,
            _ => &[],
        }
    }
}

impl Directive {
    /// A directive that stands alone.
    pub fn standalone(kind: OmpDirective, clauses: Vec<Clause>, origin: Origin) -> Directive {
        Directive { kind, clauses, body: None, origin }
    }
}

/// One step of a walk over a form.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A part, before what is inside it.
    Enter(&'a Omp),
    /// The same part, behind what is inside it.
    Leave(&'a Omp),
}

impl Omp {
    /// No code at all, in place of a directive that stands alone.
    pub const NOTHING: Omp = Omp::Seq(Vec::new());

    /// The parts directly inside, in source order.
    pub fn parts(&self) -> &[Omp] {
        match self {
            Omp::Seq(parts) | Omp::Block(parts) | Omp::If { then: parts, .. } => parts,
            Omp::Directive(directive) => directive.body.as_deref().map_or(&[], std::slice::from_ref),
            Omp::Declare(_) | Omp::Evaluate { .. } | Omp::Call(_) | Omp::Statement => &[],
        }
    }

    fn parts_mut(&mut self) -> &mut [Omp] {
        match self {
            Omp::Seq(parts) | Omp::Block(parts) | Omp::If { then: parts, .. } => parts,
            Omp::Directive(directive) => directive.body.as_deref_mut().map_or(&mut [], std::slice::from_mut),
            Omp::Declare(_) | Omp::Evaluate { .. } | Omp::Call(_) | Omp::Statement => &mut [],
        }
    }

    /// Enters and leaves every part in source order. Forms are as deep as the mapping makes them, which is a handful.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(Event<'a>)) {
        visit(Event::Enter(self));
        for part in self.parts() {
            part.walk(visit);
        }
        visit(Event::Leave(self));
    }

    /// The directives, outer before inner, in source order.
    pub fn directives(&self) -> Vec<&Directive> {
        let mut found = Vec::new();
        self.walk(&mut |event| {
            if let Event::Enter(Omp::Directive(directive)) = event {
                found.push(directive);
            }
        });
        found
    }

    /// Changes every directive, outer before inner.
    pub fn each_directive_mut(&mut self, change: &mut dyn FnMut(&mut Directive)) {
        if let Omp::Directive(directive) = self {
            change(directive);
        }
        for part in self.parts_mut() {
            part.each_directive_mut(change);
        }
    }

    /// Whether the associated statement stands in it.
    pub fn has_statement(&self) -> bool {
        matches!(self, Omp::Statement) || self.parts().iter().any(Omp::has_statement)
    }

    /// The form with another one in the place of its associated statement: a directive and the directive inside it.
    pub fn around(mut self, inner: Omp) -> Omp {
        self.fill(&mut Some(inner));
        self
    }

    fn fill(&mut self, inner: &mut Option<Omp>) {
        if matches!(self, Omp::Statement) {
            if let Some(inner) = inner.take() {
                *self = inner;
            }
            return;
        }
        for part in self.parts_mut() {
            part.fill(inner);
        }
    }

    /// Whether two forms are the same, wherever their parts come from: they print alike in every dialect.
    pub fn prints_as(&self, other: &Omp) -> bool {
        let same_parts = || self.parts().iter().zip(other.parts()).all(|(one, two)| one.prints_as(two));
        self.is_made_like(other) && self.parts().len() == other.parts().len() && same_parts()
    }

    /// The same without the parts inside.
    fn is_made_like(&self, other: &Omp) -> bool {
        match (self, other) {
            (Omp::Directive(one), Omp::Directive(two)) => {
                let clauses = || one.clauses.iter().zip(&two.clauses);
                one.kind == two.kind
                    && one.clauses.len() == two.clauses.len()
                    && clauses().all(|(one, two)| one.argument == two.argument)
            }
            (Omp::Declare(one), Omp::Declare(two)) => {
                one.local == two.local && one.ty == two.ty && one.init == two.init
            }
            (Omp::Evaluate { value: one, .. }, Omp::Evaluate { value: two, .. }) => one == two,
            (Omp::Call(one), Omp::Call(two)) => one.routine == two.routine && one.arguments == two.arguments,
            (Omp::If { condition: one, .. }, Omp::If { condition: two, .. }) => one == two,
            (Omp::Seq(_), Omp::Seq(_))
            | (Omp::Block(_), Omp::Block(_))
            | (Omp::Statement, Omp::Statement) => true,
            _ => false,
        }
    }

    /// The routines of the runtime library that the form needs, in source order.
    pub fn routines(&self) -> Vec<Routine> {
        let mut found = Vec::new();
        self.walk(&mut |event| match event {
            Event::Enter(Omp::Call(call)) => found.push(call.routine),
            Event::Enter(Omp::Directive(directive)) => {
                let mut items = directive.clauses.iter().flat_map(Clause::items);
                found.extend(
                    items.any(|item| matches!(item, Item::Queue(_))).then_some(Routine::QueueAddress),
                );
            }
            _ => {}
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(kind: OmpDirective, body: Omp) -> Omp {
        let origin = Origin::Mapping("a test");
        Omp::Directive(Directive { kind, clauses: Vec::new(), body: Some(Box::new(body)), origin })
    }

    #[test]
    fn a_walk_enters_and_leaves_in_source_order() {
        let wait =
            Omp::Directive(Directive::standalone(OmpDirective::Taskwait, Vec::new(), Origin::Mapping("")));
        let outer = Omp::Block(vec![directive(OmpDirective::TargetTeams, Omp::Statement), wait]);
        let form = outer.around(directive(OmpDirective::Distribute, Omp::Statement));
        let mut met = String::new();
        form.walk(&mut |event| {
            let (mark, part) = match event {
                Event::Enter(part) => ("+", part),
                Event::Leave(part) => ("-", part),
            };
            let word = match part {
                Omp::Block(_) => "block",
                Omp::Directive(directive) => directive.kind.text(),
                Omp::Statement => "statement",
                _ => "other",
            };
            met.extend([mark, word, " "]);
        });
        assert_eq!(
            met,
            "+block +target teams +distribute +statement -statement -distribute -target teams +taskwait -taskwait -block "
        );
        assert!(form.has_statement());
        assert_eq!(form.directives().len(), 3);
    }

    #[test]
    fn device_types_have_constants() {
        assert_eq!(DeviceType::spelled("nvidia"), Some(DeviceType::Nvidia));
        assert_eq!(DeviceType::spelled("acc_device_host"), Some(DeviceType::Host));
        assert_eq!(DeviceType::spelled("default"), Some(DeviceType::Default));
        assert_eq!(DeviceType::spelled("acc_device_"), None);
        assert_eq!(DeviceType::spelled("xeonphi"), None);
        assert_eq!(DeviceType::spelled(""), None);
    }
}
