//! Sections that are reached through tables of pointers: `a[0:n][0:m]` for a pointer to pointers (OpenACC 3.4 2.7.1).
//!
//! The elements are in several blocks of memory, and no OpenMP clause names them together. The table is an ordinary item; the rows are
//! mapped one by one, in a loop after the table, and attached to it. Compilers differ in the reference counts of an item that is reached
//! through a table, so a variable points to each row, and routines of the runtime library attach it.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::DataMapping;
use clacc_sema::flow::changes::directly_changed;
use clacc_sema::omp::form::{
    self, CallArgument, Directive, Fresh, MapFlags, MapKind, Omp, Operand, Origin, Routine, RoutineCall,
    RowTable, Rows, TableBase, TypeLike,
};
use clacc_sema::program::entity::{Class, StorageDuration};
use clacc_sema::program::place::{EntityId, Place, Step, Value};
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};
use rustc_hash::FxHashMap;

use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::pointer_table::{Action, PointerTable, RowPart, RowsOfItem};
use crate::rules::core::section_bounds::is_known;
use crate::rules::core::{Build, Context, Mapped, conditions};
use crate::rules::queues::async_queues;
use crate::verdict::Fidelity;

/// Adds the rows of an item of a structured construct.
///
/// # Errors
/// The verdict, if the rows have no form on this construct.
pub(crate) fn structured(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    mapping: DataMapping,
    table: &PointerTable,
) -> Result<(), Mapped> {
    let (enter, exit) = at_ends(mapping);
    let condition = around_region(cx, build, clause);
    let origin = Origin::Clause(clause.id);
    let is_kept = fixed_in_region(cx, build);
    if changes_pointers(cx, table.pointers.root) {
        let name = cx.view.place_text(&table.pointers.without_ranges());
        return Err(Mapped::refused(
            "the rows are released one by one behind the region, which changes the pointers to them",
            &codes::MAP0067,
            format!("the region changes pointers in `{name}`, and would release other rows than it maps"),
        ));
    }
    let base = table.base();
    let is_kept_base = is_kept(base.root) && is_known(cx, &base, &is_kept);
    let base = (!is_kept_base).then(|| build.keep_table(base, &origin));
    let mut bounds = FxHashMap::default();
    for value in table.bounds() {
        bounds.insert(value, kept(cx, build, value, &is_kept, &origin));
    }
    let operand = |value: Value| bounds.get(&value).copied().unwrap_or(Operand::Value(value));
    let (rows, parts) = (table.rows(base, &operand), table.parts(&operand));
    let code = |action| {
        let is_plain = is_plain(cx);
        let loops =
            Loops { action, has_arrays: false, others: Vec::new(), is_plain, queue: None, origin: &origin };
        under(condition, Omp::rows(loops.nest(0, rows.clone(), &parts)))
    };
    let (first, last) = (code(Action::Enter(enter)), code(Action::Exit(exit)));
    build.push_around_region(clause, Some(first), Some(last));
    Ok(())
}

/// Returns the map types of the directives at the start and the end of a region that implement a data attribute.
pub(super) fn at_ends(mapping: DataMapping) -> (MapKind, MapKind) {
    match mapping {
        DataMapping::Copy => (MapKind::To, MapKind::From),
        DataMapping::Copyin => (MapKind::To, MapKind::Release),
        DataMapping::Copyout => (MapKind::Alloc, MapKind::From),
        _ => (MapKind::Alloc, MapKind::Release),
    }
}

/// Returns whether the region changes a pointer that is a part of a variable or is reached through it.
pub(super) fn changes_pointers(cx: &Context<'_>, root: EntityId) -> bool {
    cx.view.writes(cx.region()).any(|write| {
        let place = cx.view.place_of(write.operand);
        place.is_some_and(|place| {
            let is_part = place.root == root && !place.is_whole();
            is_part && cx.view.class_of(&place) == Class::Pointer
        })
    })
}

/// Returns a value as it was before the region, for a clause.
pub(super) fn kept_in_region(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    value: Value,
    clause: &Clause,
) -> Operand {
    let is_kept = fixed_in_region(cx, build);
    kept(cx, build, value, &is_kept, &Origin::Clause(clause.id))
}

/// Returns a value as it was before the region: the value itself if it is fixed, otherwise a variable that keeps it.
fn kept(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    value: Value,
    is_kept: &dyn Fn(EntityId) -> bool,
    origin: &Origin,
) -> Operand {
    match value {
        Value::Node(at) if !cx.view.value_is(at, is_kept) => Operand::Fresh(build.keep(at, origin)),
        value => Operand::Value(value),
    }
}

/// Returns the condition of code before and after the region of a structured construct, while its data is mapped; none if the code is
/// unconditional. If the condition may have another value at the end of the region, or has side effects, the construct uses a variable that
/// keeps its value.
pub(crate) fn around_region(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Option<Operand> {
    let condition = conditions::of_region(cx)?;
    let is_kept = fixed_in_region(cx, build);
    let origin = Origin::Clause(clause.id);
    let is_same = match condition {
        Operand::Value(Value::Node(at)) => !cx.view.has_side_effects(at) && cx.view.value_is(at, &is_kept),
        Operand::Value(_) => true,
        _ => false,
    };
    let condition =
        if is_same { condition } else { Operand::Fresh(build.keep_condition(condition, &origin)) };
    build.set_condition(condition);
    Some(condition)
}

/// Returns the verdict on a clause that would need code around the region.
pub(crate) fn refused_around(cx: &Context<'_>, clause: &Clause, how: &str) -> Mapped {
    let spelling = cx.spelling(clause);
    Mapped::refused(
        "the clause needs code before and behind the region, which does not fit this construct",
        &codes::MAP0066,
        format!("this `{spelling}` needs code around the region, and has no OpenMP form {how}"),
    )
}

/// Returns a predicate that tests whether a variable has the same value at the end of the region as at its start.
fn fixed_in_region(cx: &Context<'_>, build: &Build<'_>) -> impl Fn(EntityId) -> bool + use<> {
    let changed = directly_changed(cx.view, cx.region());
    let has_calls = build.may_release_data();
    let is_static: Vec<bool> =
        cx.view.program.entities.iter().map(|each| each.duration != StorageDuration::Automatic).collect();
    move |entity| {
        let is_static = is_static.get(entity.index() as usize).copied().unwrap_or(true);
        !(changed.contains(&entity) || has_calls && is_static)
    }
}

/// Whether a place is the same at the end of the region as at its start.
pub(crate) fn is_fixed_in_region(cx: &Context<'_>, build: &Build<'_>, place: &Place) -> bool {
    leads_to_the_same(cx, place, &fixed_in_region(cx, build))
}

/// Returns whether a place denotes the same object as long as the variables for which `is_fixed` holds do not change.
pub(super) fn leads_to_the_same(
    cx: &Context<'_>,
    place: &Place,
    is_fixed: &dyn Fn(EntityId) -> bool,
) -> bool {
    let subscripts = place.steps.iter().filter(|step| !matches!(step, Step::Field(_)));
    let subscripts = Place { root: place.root, steps: subscripts.copied().collect() };
    (!place.leads_through_pointer() || is_fixed(place.root)) && is_known(cx, &subscripts, is_fixed)
}

/// Records the rows of the items of a clause on a directive without a region.
pub(crate) fn unstructured(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause, action: Action) {
    for (_, place) in places(clause.items()) {
        let table = match action {
            Action::Update { .. } => PointerTable::of_update(cx, place),
            _ => PointerTable::of(cx.view, place),
        };
        if let Some(table) = table {
            build.push_rows(RowsOfItem { table, action, clause: clause.id });
        }
    }
}

/// Adds the loops over the rows of a directive without a region: after the table if mappings begin, before it if they end.
pub(crate) fn arrange(cx: &Context<'_>, build: &mut Build<'_>) {
    let rows = build.take_rows();
    if rows.is_empty() {
        return;
    }
    let is_divided = |clause: &&form::Clause| {
        !matches!(clause.argument, form::Argument::Motion { .. } | form::Argument::Map { .. })
    };
    let others: Vec<form::Clause> = build.clauses().iter().filter(is_divided).cloned().collect();
    if !others.is_empty() && !conditions::is_repeatable(cx) || may_overtake_waits(cx) {
        build.unsupported_directive(
            "several directives would evaluate the condition or the queue's number more than once",
            &codes::MAP0003,
            "rows behind a table have no OpenMP form with this condition or queue",
        );
        return;
    }
    build.directive_verdict(Fidelity::Exact, "one directive for each row, in a loop");
    let loops: Vec<Omp> = rows.into_iter().map(|each| unstructured_loops(cx, &others, &each)).collect();
    if cx.construct().kind == AccDirective::ExitData {
        loops.into_iter().for_each(|each| build.push_before(each));
    } else {
        build.push_first_behind(loops);
    }
}

/// Returns whether routines that detach immediately would not wait for the queues that the directive waits for.
pub(super) fn may_overtake_waits(cx: &Context<'_>) -> bool {
    let waits = cx.clause(AccClause::Wait).is_some() && !cx.avoids(Fault::DependencesWithoutDevice);
    waits && cx.construct().kind == AccDirective::ExitData
}

fn unstructured_loops(cx: &Context<'_>, others: &[form::Clause], rows: &RowsOfItem) -> Omp {
    let is_deferred = others.iter().any(|clause| clause.kind() == OmpClause::Nowait);
    let loops = Loops {
        action: rows.action,
        has_arrays: rows.table.has_arrays,
        is_plain: is_plain(cx),
        others: others.to_vec(),
        queue: is_deferred.then(|| RoutineQueue::of(cx)).flatten(),
        origin: &Origin::Clause(rows.clause),
    };
    let operand = &|value| Operand::Value(value);
    let loops = loops.nest(0, rows.table.rows(None, operand), &rows.table.parts(operand));
    // If the condition is false, there may be no table.
    let condition = cx.clause(AccClause::If).and_then(Clause::value);
    under(condition.map(|at| Operand::Value(Value::Node(at))), Omp::rows(loops))
}

/// Returns whether rows are mapped without a variable that points to them: OpenMP attaches them, and compilers count the mappings of the
/// table right.
fn is_plain(cx: &Context<'_>) -> bool {
    cx.dialect.is_short() && cx.dialect.openmp_version() >= (5, 0) && !cx.avoids(Fault::RowTables)
}

/// Puts code under a condition, if there is one.
pub(crate) fn under(condition: Option<Operand>, code: Omp) -> Omp {
    match condition {
        Some(condition) => Omp::If { condition, then: vec![code] },
        None => code,
    }
}

/// Builds the loops over the rows of one item.
struct Loops<'c> {
    action: Action,
    /// Whether the rows are arrays.
    has_arrays: bool,
    /// The clauses that each directive has in addition to the one for the row.
    others: Vec<form::Clause>,
    /// True if one directive for each row is enough, because compilers count its table right.
    is_plain: bool,
    /// The queue in which routines run.
    queue: Option<RoutineQueue>,
    origin: &'c Origin,
}

impl Loops<'_> {
    /// Returns the loop over a table, with the loops over rows that are tables themselves.
    fn nest(&self, level: u32, table: RowTable, parts: &[RowPart]) -> Rows {
        if let ([part], true) = (parts, self.is_plain) {
            let body = self.plain_row(table.clone(), part);
            return Rows { level, table, body: vec![body] };
        }
        let (part, inner) = (&parts[0], &parts[1..]);
        let own = self.row(level, &table, part, inner.is_empty());
        let inner = (!inner.is_empty()).then(|| {
            let (base, start) = (TableBase::Fresh(Fresh::Row(level)), part.start);
            Omp::rows(self.nest(level + 1, RowTable { base, start, length: part.length }, inner))
        });
        let body: Vec<Omp> = match self.action {
            Action::Exit(_) => inner.into_iter().chain(own).collect(),
            _ => own.into_iter().chain(inner).collect(),
        };
        let ty = if self.has_arrays { TypeLike::FirstOfRow } else { TypeLike::Row };
        Rows::new(level, table, ty, body, self.origin)
    }

    /// Returns the directive for one row, which OpenMP attaches to its table from version 5.0 on.
    fn plain_row(&self, table: RowTable, part: &RowPart) -> Omp {
        let items = vec![part.item_of(table)];
        let map = |kind| form::Argument::Map { kind, flags: MapFlags::NONE, items: items.clone() };
        match self.action {
            Action::Enter(kind) => self.directive(OmpDirective::TargetEnterData, map(kind)),
            Action::Exit(kind) => self.directive(OmpDirective::TargetExitData, map(kind)),
            Action::Update { to_device, present } => {
                let argument = form::Argument::Motion { to_device, present, items };
                self.directive(OmpDirective::TargetUpdate, argument)
            }
        }
    }

    /// Returns the code for one row. A row of pointers is mapped only to the device.
    fn row(&self, level: u32, table: &RowTable, part: &RowPart, is_last: bool) -> Vec<Omp> {
        let items = vec![part.item(level)];
        let map = |kind| form::Argument::Map { kind, flags: MapFlags::NONE, items: items.clone() };
        match self.action {
            Action::Enter(kind) => {
                let kind = if is_last { kind } else { MapKind::To };
                let enter = self.directive(OmpDirective::TargetEnterData, map(kind));
                vec![enter, self.call(Routine::Attach, Routine::AttachAsync, level, table)]
            }
            Action::Exit(kind) => {
                let (now, later) = if kind == MapKind::Delete {
                    (Routine::DetachFinalize, Routine::DetachFinalizeAsync)
                } else {
                    (Routine::Detach, Routine::DetachAsync)
                };
                let kind = if is_last || kind == MapKind::Delete { kind } else { MapKind::Release };
                let exit = self.directive(OmpDirective::TargetExitData, map(kind));
                vec![self.call(now, later, level, table), exit]
            }
            Action::Update { to_device, present } if is_last => {
                let argument = form::Argument::Motion { to_device, present, items };
                vec![self.directive(OmpDirective::TargetUpdate, argument)]
            }
            Action::Update { .. } => Vec::new(),
        }
    }

    fn directive(&self, kind: OmpDirective, argument: form::Argument) -> Omp {
        let own = form::Clause::new(argument, self.origin.clone());
        let clauses = std::iter::once(own).chain(self.others.iter().cloned()).collect();
        Omp::Directive(Directive::standalone(kind, clauses, self.origin.clone()))
    }

    fn call(&self, now: Routine, later: Routine, level: u32, table: &RowTable) -> Omp {
        let address = CallArgument::RowAddress { level, table: table.clone() };
        attachment(self.queue, now, later, [address], None, self.origin)
    }
}

/// The queue in which routines attach and detach pointers.
#[derive(Clone, Copy)]
pub(super) struct RoutineQueue {
    number: Value,
    may_be_synchronous: bool,
}

impl RoutineQueue {
    /// The queue of a construct whose directives are deferred.
    pub(crate) fn of(cx: &Context<'_>) -> Option<RoutineQueue> {
        let may_be_synchronous = async_queues::may_be_synchronous(cx);
        async_queues::of_construct(cx).map(|number| RoutineQueue { number, may_be_synchronous })
    }
}

/// Returns a call of a routine that attaches or detaches a pointer, immediately or in a queue.
pub(super) fn attachment(
    queue: Option<RoutineQueue>,
    now: Routine,
    later: Routine,
    pointer: impl IntoIterator<Item = CallArgument>,
    condition: Option<Operand>,
    origin: &Origin,
) -> Omp {
    let routine = if queue.is_some() { later } else { now };
    let number = queue.map(|queue| CallArgument::Value(queue.number));
    let arguments = pointer.into_iter().chain(number).collect();
    let call = Omp::Call(RoutineCall { routine, arguments, origin: origin.clone() });
    let wait = queue.filter(|queue| queue.may_be_synchronous).map(|_| async_queues::wait_for_sync(origin));
    let parts: Vec<Omp> = wait.into_iter().chain([call]).collect();
    match condition {
        Some(condition) => Omp::If { condition, then: parts },
        None => Omp::Seq(parts),
    }
}
