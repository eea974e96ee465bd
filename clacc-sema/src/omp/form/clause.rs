//! Clauses of forms, with typed arguments.

use clacc_syntax::Name;
use clacc_syntax::directive::{OmpClause, OmpDirective, Version};

use super::Origin;
use super::clause_words::{ClauseModifier, ClauseWord};
use crate::acc::facts::ConstructId;
use crate::directives::reduction::ReductionOp;
use crate::program::arithmetic::LoopSpan;
use crate::program::place::{At, Bound, EntityId, Place, Step, Value};

/// An OpenMP clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The clause and its arguments.
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
        /// The list items that are mapped.
        items: Vec<Item>,
    },
    /// `to` or `from` on `target update` (OpenMP 5.2 5.9).
    Motion {
        /// Whether data is copied to the device; otherwise it is copied from it.
        to_device: bool,
        /// Whether the modifier `present` is given.
        present: bool,
        /// The list items that are copied.
        items: Vec<Item>,
    },
    /// `reduction` (OpenMP 5.2 5.5.8).
    Reduction {
        /// The operator or reduction that combines the values.
        combiner: Combiner,
        /// The list items that are reduced.
        items: Vec<Item>,
    },
    /// `task_reduction` or `in_reduction` (OpenMP 5.2 5.5.9, 5.5.10).
    TaskReduction {
        /// The kind of the clause.
        clause: OmpClause,
        /// The operator or reduction that combines the values of the tasks.
        combiner: Combiner,
        /// The list items that tasks reduce.
        items: Vec<Item>,
    },
    /// `depend` (OpenMP 5.2 15.9.5).
    Depend {
        /// The dependence type.
        kind: DependKind,
        /// The storage that the dependence refers to.
        items: Vec<Item>,
    },
    /// `doacross`, or `depend` with `source` or `sink` (OpenMP 5.2 15.9.6): dependences between iterations.
    Doacross {
        /// The kind of the clause.
        clause: OmpClause,
        /// The dependence.
        dependence: IterationDependence,
    },
    /// `if` (OpenMP 5.2 3.4).
    If {
        /// The directive that the condition applies to, if the clause names one.
        of: Option<OmpDirective>,
        /// The condition.
        condition: Operand,
    },
    /// `if(parallel: ...)`, with the condition that a loop has enough iterations to make several threads worthwhile (OpenMP 5.2 3.4).
    IfMany {
        /// The trip counts, one of which must be large; if there are none, none is large.
        counts: Box<[IterationCount]>,
        /// True if the condition also holds on a device other than the host.
        or_on_device: bool,
    },
    /// `schedule` (OpenMP 5.2 11.5.3).
    Schedule {
        /// The modifiers, in source order.
        modifiers: Box<[ScheduleModifier]>,
        /// How chunks of iterations are given to threads.
        kind: ScheduleKind,
        /// The number of iterations in a chunk; none if the implementation chooses it.
        chunk: Option<Operand>,
    },
    /// `defaultmap` (OpenMP 5.2 5.8.7).
    Defaultmap {
        /// The implicit behavior.
        behavior: ImplicitBehavior,
        /// The variable category; none for all of them.
        category: Option<DefaultCategory>,
    },
    /// A clause that takes a list of variables and nothing else: `private`, `shared`, `is_device_ptr`.
    List(OmpClause, Vec<Item>),
    /// A clause that takes one value: `num_teams`, `collapse`.
    Value(OmpClause, Operand),
    /// A clause with modifiers: `grainsize(strict: n)`, `num_teams(2: n)`, `linear(x: step(2))`.
    Modified {
        /// The modifiers, in source order.
        modifiers: Box<[ClauseModifier]>,
        /// The clause without modifiers, which is no `Modified` itself.
        argument: Box<Argument>,
    },
    /// A clause that takes one keyword: `proc_bind(close)`, `default(none)`.
    Word(OmpClause, ClauseWord),
    /// A clause that takes several values: `sizes`.
    Values(OmpClause, Vec<Operand>),
    /// A clause that takes one value, which is the product of several.
    Product(OmpClause, Vec<At>),
    /// `match` of `declare variant`, with the function that the directive names (OpenMP 5.2 7.5.4).
    Variant {
        /// The function that is called instead.
        function: Name,
        /// The devices on which it is called.
        devices: SelectedDevices,
    },
    /// `dist_schedule(static)` (OpenMP 5.2 11.6.1).
    DistSchedule {
        /// The number of iterations in a chunk; none if the implementation chooses it.
        chunk: Option<Operand>,
    },
    /// A clause without an argument: `nowait`.
    Bare(OmpClause),
    /// `uses_allocators` (OpenMP 5.2 6.8), with allocators that need no traits.
    UsesAllocators(Box<[At]>),
    /// A clause of the source whose argument has no typed form: the selectors of variants, which [`crate::omp::selectors`] reads, the
    /// initializers of reductions, and clauses with errors, which were reported.
    Unread(OmpClause),
}

/// A dependence between iterations (`doacross`, OpenMP 5.2 15.9.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IterationDependence {
    /// Iterations that wait for this one may continue.
    Source,
    /// The iteration waits for the one with these values of the loops' iteration variables.
    Sink(Box<[At]>),
    /// The iteration waits for the one before it: `sink: omp_cur_iteration - 1`.
    Previous,
}

/// The implicit behaviors of `defaultmap` (OpenMP 5.2 5.8.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ImplicitBehavior {
    /// Variables are mapped with this map type.
    Map(MapKind),
    /// Variables must be present.
    Present,
    /// Variables are `firstprivate`.
    Firstprivate,
    /// Clauses have to name the variables.
    None,
    /// The clause changes nothing.
    Default,
}

/// The condition that nested loops have more iterations than a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IterationCount {
    /// The distances between the bounds of the loops.
    pub loops: Box<[LoopSpan]>,
    /// The number.
    pub more_than: u64,
}

/// The kinds of `schedule` (OpenMP 5.2 11.5.3) that forms use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its kind")]
#[non_exhaustive]
pub enum ScheduleKind {
    Static,
    Dynamic,
    Guided,
    Auto,
    Runtime,
}

/// A modifier of `schedule` (OpenMP 5.2 11.5.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its modifier")]
#[non_exhaustive]
pub enum ScheduleModifier {
    Monotonic,
    Nonmonotonic,
    Simd,
}

/// The operator or reduction that combines the values of a list item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combiner {
    /// An operator, which OpenMP defines for numbers.
    Operator(ReductionOp),
    /// `-`, which combines numbers as `+` does (OpenMP 5.2 5.5.5).
    Minus,
    /// A reduction that the form declares.
    Declared(Fresh),
    /// A reduction that the program declares with this name. The name is empty if the source has none, which is an error.
    Named(Name),
}

/// Map types (OpenMP 5.2 5.8.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its map type")]
#[non_exhaustive]
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

/// Dependence types (OpenMP 5.2 15.9.5), and `depobj`, which takes the type from an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its dependence type")]
#[non_exhaustive]
pub enum DependKind {
    In,
    Out,
    Inout,
    Mutexinoutset,
    Inoutset,
    Depobj,
}

/// The kinds of devices that forms select (OpenMP 5.2 7.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its kind")]
#[non_exhaustive]
pub enum SelectedDevices {
    Nohost,
}

impl SelectedDevices {
    /// The keyword of the kind.
    pub const fn text(self) -> &'static str {
        match self {
            SelectedDevices::Nohost => "nohost",
        }
    }
}

/// The variable categories of `defaultmap` (OpenMP 5.2 5.8.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its category")]
#[non_exhaustive]
pub enum DefaultCategory {
    Scalar,
    Aggregate,
    Pointer,
}

/// Consecutive pointers of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowTable {
    /// The table.
    pub base: TableBase,
    /// The first pointer.
    pub start: Operand,
    /// The number of pointers.
    pub length: Operand,
}

/// A table of pointers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableBase {
    /// An array, or the pointee of a pointer of the program.
    Place(Place),
    /// The pointee of a variable that the form declares.
    Fresh(Fresh),
}

/// A section of the row to which an element of a table points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowSection {
    /// The table.
    pub table: RowTable,
    /// The first element of the section.
    pub start: Operand,
    /// The number of elements.
    pub length: Operand,
    /// The steps from the elements to parts of them.
    pub steps: Box<[Step]>,
}

/// A list item of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A part of the program's data.
    Place {
        /// The place.
        place: Place,
        /// The source expression that spells the beginning of the place, if there is one.
        written: Option<Written>,
    },
    /// A variable that the form declares.
    Fresh(Fresh),
    /// A part of the pointee of a pointer that the form declares.
    PartBehind {
        /// The pointer: to the current row of a loop over rows, or to the memory behind a member.
        pointer: Fresh,
        /// The first element.
        start: Operand,
        /// The number of elements.
        length: Operand,
        /// The steps from the elements to parts of them.
        steps: Box<[Step]>,
    },
    /// A section of the row that the current iteration of a loop over a table has.
    InRow(Box<RowSection>),
    /// A place reached through a pointer of the form.
    Through {
        /// The pointer.
        pointer: Fresh,
        /// The steps from it.
        steps: Box<[Step]>,
    },
    /// The storage that represents an OpenACC queue.
    Queue(Value),
    /// An lvalue of the source that is no part of a variable: `*f(x)`.
    Lvalue(At),
}

/// An expression of the source that spells the beginning of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The expression.
    pub at: At,
    /// The number of the place's steps that the expression spells.
    pub steps: u32,
}

/// The argument of a clause that takes one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value of the source, or a number.
    Value(Value),
    /// 1 if an expression is zero, otherwise 0.
    Not(At),
    /// 1 if one expression is not zero and the other is, otherwise 0.
    Unless {
        /// The expression that must not be zero.
        condition: At,
        /// The expression that must be zero.
        unless: At,
    },
    /// A variable that the form declares.
    Fresh(Fresh),
    /// A condition that is true if a variable, or the pointee of a pointer, is present on the device.
    Present {
        /// The variable.
        entity: EntityId,
        /// Another condition, which must hold too.
        and: Option<At>,
    },
}

/// A name that a form introduces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fresh {
    /// The variable with the number of workers of a compute construct.
    NumWorkers,
    /// The copy of the pointee of a pointer.
    CopyBehind(EntityId),
    /// The copy of the value of a variable.
    CopyOf(EntityId),
    /// The pointer to a variable, or to its pointee, on the device.
    DevicePointer(EntityId),
    /// The pointer to a variable, or to its pointee, on the host.
    HostPointer(EntityId),
    /// The copy of a struct, or of the struct that a pointer points to.
    StructCopy(EntityId),
    /// The function that maps a variable, and others after it, before `main` is called.
    AtStart(EntityId),
    /// The current row of the loop over rows with this level.
    Row(u32),
    /// The pointee of a member of a struct.
    Target,
    /// A struct that a pointer member points to, by its index in the construct.
    Struct(u32),
    /// A flag that is true if a variable, or its pointee, is absent on the device.
    Absence(EntityId),
    /// The reduction that combines structs of the type of a variable, or of its elements or pointee.
    Combiner(ReductionOp, EntityId),
    /// The descriptor of data whose region ends at the end of a scope, by the construct and its index there.
    Left(ConstructId, u32),
    /// A value from the start of a region that its end needs, by its index in the construct.
    Kept(u32),
}

impl MapKind {
    /// All map types.
    pub const ALL: &[MapKind] =
        &[MapKind::To, MapKind::From, MapKind::Tofrom, MapKind::Alloc, MapKind::Release, MapKind::Delete];

    /// The keyword of the map type.
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

    /// The map type with this keyword.
    pub fn spelled(word: &str) -> Option<MapKind> {
        MapKind::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl MapFlags {
    /// The modifier `present`: the data must be present.
    pub const PRESENT: MapFlags = MapFlags(1);
    /// The modifier `no_alloc`: data that is absent stays absent (an extension of the Clacc compiler).
    pub const NO_ALLOC: MapFlags = MapFlags(2);
    /// The modifier `hold`: the data stays mapped as long as the region (an extension of the Clacc compiler).
    pub const HOLD: MapFlags = MapFlags(4);
    /// The modifier `always`: the data is copied even if it is present.
    pub const ALWAYS: MapFlags = MapFlags(8);
    /// The modifier `attach`: the pointer before the item is attached even if both are present.
    pub const ATTACH: MapFlags = MapFlags(16);
    /// The modifier `close`: memory near the device is preferred.
    pub const CLOSE: MapFlags = MapFlags(32);
    /// The modifier `self`: memory of the host is used if the device has access to it.
    pub const SELF: MapFlags = MapFlags(64);
    /// The modifier `attach(never)`: the pointer before the item is not attached.
    pub const NEVER_ATTACH: MapFlags = MapFlags(128);
    /// No modifier.
    pub const NONE: MapFlags = MapFlags(0);

    /// The modifiers with their keywords and the versions of OpenMP that introduced them, in the order of the Clacc design: first for
    /// present data, then for held data. A dialect may have another keyword for an extension.
    #[doc(hidden)]
    pub const WORDS: &[(MapFlags, &str, Version)] = &[
        (MapFlags::PRESENT, "present", Version::tenths(51)),
        (MapFlags::NO_ALLOC, "no_alloc", Version::EXTENSION),
        (MapFlags::HOLD, "hold", Version::EXTENSION),
        (MapFlags::ALWAYS, "always", Version::tenths(45)),
        (MapFlags::CLOSE, "close", Version::tenths(50)),
        (MapFlags::SELF, "self", Version::tenths(60)),
        (MapFlags::ATTACH, "attach(always)", Version::tenths(61)),
        (MapFlags::NEVER_ATTACH, "attach(never)", Version::tenths(61)),
    ];

    /// The modifier of the source with this keyword. The extensions have an old keyword and a new one with the prefix `ompx_`.
    pub fn spelled(word: &str) -> Option<MapFlags> {
        let old = word.strip_prefix("ompx_").unwrap_or(word);
        let mut words = MapFlags::WORDS.iter();
        let is_word = |text: &str, since: Version| text == if since.is_extension() { old } else { word };
        words.find(|(_, text, since)| is_word(text, *since)).map(|(flag, ..)| *flag)
    }

    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: MapFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The bits that are set in either.
    pub const fn with(self, other: MapFlags) -> MapFlags {
        MapFlags(self.0 | other.0)
    }

    /// The bits that are not set in `other`.
    pub const fn without(self, other: MapFlags) -> MapFlags {
        MapFlags(self.0 & !other.0)
    }
}

impl ScheduleKind {
    /// All kinds.
    pub const ALL: &[ScheduleKind] = &[
        ScheduleKind::Static,
        ScheduleKind::Dynamic,
        ScheduleKind::Guided,
        ScheduleKind::Auto,
        ScheduleKind::Runtime,
    ];

    /// The keyword of the kind.
    pub const fn text(self) -> &'static str {
        match self {
            ScheduleKind::Static => "static",
            ScheduleKind::Dynamic => "dynamic",
            ScheduleKind::Guided => "guided",
            ScheduleKind::Auto => "auto",
            ScheduleKind::Runtime => "runtime",
        }
    }

    /// The kind with this keyword.
    pub fn spelled(word: &str) -> Option<ScheduleKind> {
        ScheduleKind::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl ScheduleModifier {
    const ALL: [ScheduleModifier; 3] =
        [ScheduleModifier::Monotonic, ScheduleModifier::Nonmonotonic, ScheduleModifier::Simd];

    /// The keyword of the modifier.
    pub const fn text(self) -> &'static str {
        match self {
            ScheduleModifier::Monotonic => "monotonic",
            ScheduleModifier::Nonmonotonic => "nonmonotonic",
            ScheduleModifier::Simd => "simd",
        }
    }

    /// The modifier with this keyword.
    pub fn spelled(word: &str) -> Option<ScheduleModifier> {
        ScheduleModifier::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl DependKind {
    const ALL: &[DependKind] = &[
        DependKind::In,
        DependKind::Out,
        DependKind::Inout,
        DependKind::Mutexinoutset,
        DependKind::Inoutset,
        DependKind::Depobj,
    ];

    /// The keyword of the dependence type.
    pub const fn text(self) -> &'static str {
        match self {
            DependKind::In => "in",
            DependKind::Out => "out",
            DependKind::Inout => "inout",
            DependKind::Mutexinoutset => "mutexinoutset",
            DependKind::Inoutset => "inoutset",
            DependKind::Depobj => "depobj",
        }
    }

    /// The dependence type with this keyword.
    pub fn spelled(word: &str) -> Option<DependKind> {
        DependKind::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl ImplicitBehavior {
    /// The keyword of the behavior.
    pub const fn text(self) -> &'static str {
        match self {
            ImplicitBehavior::Map(kind) => kind.text(),
            ImplicitBehavior::Present => "present",
            ImplicitBehavior::Firstprivate => "firstprivate",
            ImplicitBehavior::None => "none",
            ImplicitBehavior::Default => "default",
        }
    }

    /// The behavior with this keyword.
    pub fn spelled(word: &str) -> Option<ImplicitBehavior> {
        Some(match word {
            "present" => ImplicitBehavior::Present,
            "firstprivate" => ImplicitBehavior::Firstprivate,
            "none" => ImplicitBehavior::None,
            "default" => ImplicitBehavior::Default,
            word => ImplicitBehavior::Map(MapKind::spelled(word)?),
        })
    }
}

impl DefaultCategory {
    /// All categories.
    pub const ALL: &[DefaultCategory] =
        &[DefaultCategory::Scalar, DefaultCategory::Aggregate, DefaultCategory::Pointer];

    /// The keyword of the category.
    pub const fn text(self) -> &'static str {
        match self {
            DefaultCategory::Scalar => "scalar",
            DefaultCategory::Aggregate => "aggregate",
            DefaultCategory::Pointer => "pointer",
        }
    }

    /// The category with this keyword.
    pub fn spelled(word: &str) -> Option<DefaultCategory> {
        DefaultCategory::ALL.iter().find(|each| each.text() == word).copied()
    }
}

impl Item {
    /// A whole entity, by its name.
    pub fn entity(entity: EntityId) -> Item {
        Item::Place { place: Place::whole(entity), written: None }
    }

    /// A place that an expression of the source spells.
    pub fn written(place: Place, at: At) -> Item {
        let spelled = match &*place.steps {
            // Ranges of the source have nodes as bounds. A range with a constant was added to the spelled place.
            [before @ .., Step::Deref(_), Step::Range { start: Bound::At(Value::Constant(_)), .. }] => before,
            steps => steps,
        };
        let steps = spelled.len() as u32;
        Item::Place { place, written: Some(Written { at, steps }) }
    }

    /// The same item with further steps, which the source does not spell.
    pub fn then(self, steps: impl IntoIterator<Item = Step>) -> Item {
        match self {
            Item::Place { place, written } => Item::Place { place: place.then(steps), written },
            other => other,
        }
    }

    /// The place, if the item is one.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Item::Place { place, .. } => Some(place),
            Item::Fresh(_)
            | Item::PartBehind { .. }
            | Item::InRow(_)
            | Item::Through { .. }
            | Item::Queue(_)
            | Item::Lvalue(_) => None,
        }
    }
}

impl Clause {
    /// A clause.
    pub fn new(argument: Argument, origin: Origin) -> Clause {
        Clause { argument, origin }
    }

    /// The kind of the clause.
    pub fn kind(&self) -> OmpClause {
        self.argument.kind()
    }

    /// The list items.
    pub fn items(&self) -> &[Item] {
        self.argument.items()
    }

    /// The modifiers that are not fields of the argument, in source order.
    pub fn modifiers(&self) -> &[ClauseModifier] {
        match &self.argument {
            Argument::Modified { modifiers, .. } => modifiers,
            _ => &[],
        }
    }

    /// The values of its argument beside list items, in the order in which they are printed: the condition of `if`, the chunk of
    /// `schedule`, the factors of a product.
    pub fn operands(&self) -> Vec<Operand> {
        self.argument.operands()
    }

    /// Frees unused capacity of the list, because forms are kept for a long time.
    pub fn shrink_to_fit(&mut self) {
        if let Some(items) = self.argument.items_mut() {
            items.shrink_to_fit();
        }
    }
}

impl Argument {
    /// The argument without modifiers.
    pub fn unmodified(&self) -> &Argument {
        match self {
            Argument::Modified { argument, .. } => argument,
            plain => plain,
        }
    }

    fn kind(&self) -> OmpClause {
        match self {
            Argument::Map { .. } => OmpClause::Map,
            Argument::Motion { to_device: true, .. } => OmpClause::To,
            Argument::Motion { to_device: false, .. } => OmpClause::From,
            Argument::Reduction { .. } => OmpClause::Reduction,
            Argument::Depend { .. } => OmpClause::Depend,
            Argument::If { .. } | Argument::IfMany { .. } => OmpClause::If,
            Argument::Schedule { .. } => OmpClause::Schedule,
            Argument::Defaultmap { .. } => OmpClause::Defaultmap,
            Argument::Variant { .. } => OmpClause::Match,
            Argument::DistSchedule { .. } => OmpClause::DistSchedule,
            Argument::UsesAllocators(_) => OmpClause::UsesAllocators,
            Argument::Modified { argument, .. } => argument.kind(),
            Argument::List(kind, _)
            | Argument::Value(kind, _)
            | Argument::Word(kind, _)
            | Argument::Values(kind, _)
            | Argument::Product(kind, _)
            | Argument::Bare(kind)
            | Argument::TaskReduction { clause: kind, .. }
            | Argument::Doacross { clause: kind, .. }
            | Argument::Unread(kind) => *kind,
        }
    }

    fn items(&self) -> &[Item] {
        match self {
            Argument::Map { items, .. }
            | Argument::Motion { items, .. }
            | Argument::Reduction { items, .. }
            | Argument::TaskReduction { items, .. }
            | Argument::Depend { items, .. }
            | Argument::List(_, items) => items,
            Argument::Modified { argument, .. } => argument.items(),
            _ => &[],
        }
    }

    /// The list items, for changes; none if the clause takes no list.
    pub fn items_mut(&mut self) -> Option<&mut Vec<Item>> {
        match self {
            Argument::Map { items, .. }
            | Argument::Motion { items, .. }
            | Argument::Reduction { items, .. }
            | Argument::TaskReduction { items, .. }
            | Argument::Depend { items, .. }
            | Argument::List(_, items) => Some(items),
            Argument::Modified { argument, .. } => argument.items_mut(),
            _ => None,
        }
    }

    /// The values beside list items, those of modifiers first.
    pub fn operands(&self) -> Vec<Operand> {
        let node = |at: &At| Operand::Value(Value::Node(*at));
        match self {
            Argument::If { condition, .. } => vec![*condition],
            Argument::Value(_, value) => vec![*value],
            Argument::Values(_, values) => values.clone(),
            Argument::Product(_, factors) => factors.iter().map(node).collect(),
            Argument::Schedule { chunk, .. } | Argument::DistSchedule { chunk } => {
                chunk.iter().copied().collect()
            }
            Argument::Doacross { dependence: IterationDependence::Sink(values), .. }
            | Argument::UsesAllocators(values) => values.iter().map(node).collect(),
            Argument::Modified { modifiers, argument } => {
                let mut all: Vec<Operand> = modifiers.iter().flat_map(ClauseModifier::operands).collect();
                all.extend(argument.operands());
                all
            }
            _ => Vec::new(),
        }
    }
}
