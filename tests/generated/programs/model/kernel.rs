//! What the gangs, workers and vector lanes of a compute construct do, and whether they race.
//!
//! One gang is executed for all of them. Iterations of a partitioned loop run one after the other, each with
//! a log of what it touches; two that touch one cell, one of them writing, make the program undetermined.

use std::collections::{BTreeMap, BTreeSet};

use super::data::Span;
use super::machine::{Base, Machine};
use super::memory::{Cell, Space};
use super::values::{self, Value};
use super::{Determined, Undetermined, rules};
use crate::programs::program::*;

/// What one iteration did to a cell.
#[derive(Clone, Copy, Default, Debug)]
struct Touch {
    read: bool,
    /// Whether it read before it wrote.
    read_first: bool,
    written: bool,
}

type Log = BTreeMap<Cell, Touch>;

/// A compute construct that is under way.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(super) on_device: bool,
    /// Whether there may be several gangs.
    several: bool,
    /// Whether one gang executes the statements in order, so that loops may be sequential.
    in_order: bool,
    env: Vec<Option<Base>>,
    /// Members that data clauses name on their own.
    members: BTreeMap<(VarId, usize), Base>,
    /// What pointers point to, by data clauses. None for absent data.
    pub(super) targets: BTreeMap<(VarId, Option<usize>), Option<Base>>,
    /// Blocks from here on belong to the gang.
    first_private: usize,
    /// The private copies of reductions of the construct itself.
    partial: BTreeSet<usize>,
    reductions: Vec<(Reduction, VarId)>,
    logs: Vec<Log>,
    /// The gang-partitioned loop that is under way, by number.
    gang_loop: Option<usize>,
    gang_loops: usize,
    /// Which levels the loops around use.
    above: Levels,
    /// By which gang-partitioned loop, or by all gangs, a shared cell was touched, and whether written.
    shared: BTreeMap<Cell, (Option<usize>, bool)>,
}

impl Kernel {
    fn log(&mut self, cell: Cell, write: bool) {
        if let Some(log) = self.logs.last_mut() {
            let touch = log.entry(cell).or_default();
            touch.read_first |= !write && !touch.written;
            touch.read |= !write;
            touch.written |= write;
        }
    }

    fn share(&mut self, cell: Cell, write: bool) -> Determined<()> {
        if !self.several {
            return Ok(());
        }
        if write && self.gang_loop.is_none() {
            return Err(Undetermined("all gangs write shared data"));
        }
        let before = self.shared.entry(cell).or_insert((self.gang_loop, write));
        if before.0 != self.gang_loop && (before.1 || write) {
            return Err(Undetermined("a race of gangs"));
        }
        before.1 |= write;
        Ok(())
    }
}

impl Machine {
    pub(super) fn base(&self, var: VarId, _member: Option<usize>) -> Determined<Base> {
        let bases = self.kernel.as_ref().map_or(&self.bases, |kernel| &kernel.env);
        bases.get(var).copied().flatten().ok_or(Undetermined("a variable that is not there"))
    }

    pub(super) fn own_member(&self, var: VarId, member: usize) -> Option<Base> {
        self.kernel.as_ref()?.members.get(&(var, member)).copied()
    }

    /// Returns whether a pointer that no clause names points to a block.
    pub(super) fn is_behind_unnamed(&self, block: usize) -> bool {
        let Some(kernel) = &self.kernel else { return false };
        let leads = |(var, base): (usize, &Option<Base>)| {
            let cell = base.filter(|base| base.block >= kernel.first_private);
            let value = cell.and_then(|base| self.blocks.get(base.block)?.cells.first().copied().flatten());
            matches!(value, Some(Value::Pointer(to, _)) if to == block)
                && !kernel.targets.contains_key(&(var, None))
        };
        kernel.env.iter().enumerate().any(leads)
    }

    /// Records that a cell is used, where it may be used.
    pub(super) fn note(&mut self, cell: Cell, write: bool) -> Determined<()> {
        self.touched = cell;
        let block = self.blocks.get(cell.0).filter(|block| block.alive && cell.1 < block.cells.len());
        let space = block.ok_or(Undetermined("outside of the data"))?.space;
        let Some(kernel) = &mut self.kernel else {
            if space == Space::Device {
                return Err(Undetermined("the host uses memory of the device"));
            }
            return self.queues.touch(cell, write);
        };
        if space == (if kernel.on_device { Space::Host } else { Space::Device }) {
            return Err(Undetermined("memory of the other side"));
        }
        if cell.0 < kernel.first_private {
            self.queues.touch(cell, write)?;
            kernel.share(cell, write)?;
        } else if write && kernel.several && kernel.gang_loop.is_none() && kernel.partial.contains(&cell.0) {
            return Err(Undetermined("the number of gangs decides"));
        }
        kernel.log(cell, write);
        Ok(())
    }

    pub(super) fn compute(&mut self, program: &Program, compute: &Compute) -> Determined<()> {
        let reduced: Vec<VarId> = compute.reductions.iter().map(|(_, var)| *var).collect();
        rules::check(&compute.body, &reduced, Levels::default())?;
        let mut active = true;
        if let Some(condition) = &compute.condition {
            active = self.holds(program, condition)?;
        }
        if let Some(condition) = &compute.on_self {
            active &= !self.holds(program, condition)?;
        }
        let mut several = compute.kind == ComputeKind::Parallel;
        if let Some(gangs) = &compute.num_gangs {
            several &= self.index(program, gangs)? != 1;
        }
        for count in [&compute.num_workers, &compute.vector_length].into_iter().flatten() {
            self.index(program, count)?;
        }
        let used = used(compute);
        let clauses = self.all_clauses(program, compute, &used)?;
        self.distinct(program, &clauses)?;
        self.wait(if compute.queue.is_none() { &compute.waits } else { &[] });
        self.queues.begin(None, &[]);
        let copies = self.firstprivates(program, compute, &used, &clauses)?;
        self.queues.begin(compute.queue, &compute.waits);
        let result = self.launch(program, compute, &used, &clauses, (active, several), copies);
        self.kernel = None;
        self.queues.actor = None;
        result
    }

    fn launch(
        &mut self,
        program: &Program,
        compute: &Compute,
        used: &BTreeSet<(VarId, Option<usize>)>,
        clauses: &DataClauses,
        (active, several): (bool, bool),
        copies: Vec<(VarId, Vec<Option<Value>>)>,
    ) -> Determined<()> {
        let on_device = self.discrete && active;
        let entered = if on_device { self.enter_structured(program, clauses)? } else { Vec::new() };
        let mut kernel = Kernel {
            on_device,
            several,
            in_order: compute.kind != ComputeKind::Parallel,
            env: Vec::new(),
            members: BTreeMap::new(),
            targets: BTreeMap::new(),
            first_private: self.blocks.len(),
            partial: BTreeSet::new(),
            reductions: compute.reductions.clone(),
            logs: Vec::new(),
            gang_loop: None,
            gang_loops: 0,
            above: Levels::default(),
            shared: BTreeMap::new(),
        };
        kernel.env.resize(program.vars.len(), None);
        for (var, member) in used {
            self.bind(program, &mut kernel, clauses, *var, *member)?;
        }
        for (var, cells) in copies {
            let block = self.block(Space::Private, cells.len());
            self.blocks[block].cells = cells;
            kernel.env[var] = Some(Base { block, offset: 0 });
        }
        for var in &compute.private {
            let block = self.block(Space::Private, program.vars[*var].shape.cells());
            kernel.env[*var] = Some(Base { block, offset: 0 });
        }
        let mut results = Vec::new();
        for (op, var) in &compute.reductions {
            self.comes_to(*var);
            let original = kernel.env[*var].ok_or(Undetermined("a reduction of nothing"))?;
            let (elems, block) = self.partial(program, *op, *var)?;
            kernel.partial.insert(block);
            kernel.env[*var] = Some(Base { block, offset: 0 });
            results.push((*op, elems, original, block));
        }
        self.kernel = Some(kernel);
        self.run(program, &compute.body)?;
        if let Some(kernel) = &mut self.kernel {
            kernel.several = false;
        }
        for (op, elems, original, block) in results {
            self.reduce(op, &elems, original, &[block])?;
        }
        self.kernel = None;
        if on_device { self.leave_structured(program, clauses, &entered) } else { Ok(()) }
    }

    /// The data clauses of a construct with those that it has by rule (2.6.2).
    fn all_clauses(
        &mut self,
        program: &Program,
        compute: &Compute,
        used: &BTreeSet<(VarId, Option<usize>)>,
    ) -> Determined<DataClauses> {
        let mut reduced: Vec<VarId> = compute.reductions.iter().map(|(_, var)| *var).collect();
        gang_reductions(&compute.body, Levels::default(), &mut reduced);
        if let (true, [Stmt::For(For { directive: Some(clauses), .. })]) =
            (compute.combined, &compute.body[..])
        {
            reduced.extend(clauses.reductions.iter().map(|(_, var)| *var));
        }
        let mut implicit = DataClauses::new();
        for (var, _) in used {
            let shape = &program.vars[*var].shape;
            let is_host =
                matches!(program.vars[*var].storage, Storage::Global | Storage::Local | Storage::Parameter);
            let is_own = compute.private.contains(var) || compute.firstprivate.contains(var);
            let is_named = self.clause(&compute.data, *var, None).is_some();
            let is_copied = compute.kind == ComputeKind::Kernels && matches!(shape, Shape::Scalar(_));
            let is_aggregate = matches!(shape, Shape::Array(..) | Shape::Vla(..) | Shape::Struct(_));
            if !is_host || is_own || is_named || implicit.iter().any(|(_, item)| item.var == *var) {
                continue;
            }
            let members_named = self.names_members(&compute.data, *var, used)?;
            if is_copied && compute.default == Some(DefaultKind::None) {
                return Err(Undetermined("no attribute under default(none)"));
            }
            if reduced.contains(var) || is_copied || (is_aggregate && !members_named) {
                let kind = match compute.default {
                    _ if !is_aggregate => DataKind::Copy,
                    None => DataKind::Copy,
                    Some(DefaultKind::Present) => DataKind::Present,
                    Some(DefaultKind::None) => return Err(Undetermined("no attribute under default(none)")),
                };
                implicit.push((kind, Item { var: *var, member: None, section: None }));
            } else if compute.default == Some(DefaultKind::None) && !members_named {
                return Err(Undetermined("no attribute under default(none)"));
            }
        }
        // A structure comes before its parts.
        implicit.extend(compute.data.iter().cloned());
        Ok(implicit)
    }

    /// The clause that names a variable or a member: of the construct, or the innermost visible one.
    fn clause<'c>(
        &'c self,
        own: &'c DataClauses,
        var: VarId,
        member: Option<usize>,
    ) -> Option<&'c (DataKind, Item)> {
        let lists = [own].into_iter().chain(self.visible.iter().rev());
        let mut clauses = lists.flatten().filter(|(kind, _)| !kind.is_attachment());
        clauses.find(|(_, item)| item.var == var && item.member == member)
    }

    /// Whether data clauses name the members of a structure that a construct uses, each on its own.
    fn names_members(
        &self,
        own: &DataClauses,
        var: VarId,
        used: &BTreeSet<(VarId, Option<usize>)>,
    ) -> Determined<bool> {
        let members: Vec<usize> =
            used.iter().filter(|(other, _)| *other == var).filter_map(|(_, member)| *member).collect();
        let is_own = |member: &&usize| {
            own.iter().any(|(kind, item)| {
                item.var == var
                    && item.member == Some(**member)
                    && item.section.is_none()
                    && !kind.is_attachment()
            })
        };
        let named = members.iter().filter(is_own).count();
        let any = self
            .visible
            .iter()
            .flatten()
            .chain(own)
            .any(|(kind, item)| item.var == var && item.section.is_none() && !kind.is_attachment());
        match named {
            0 if !any => Ok(false),
            _ if named == members.len() => Ok(true),
            _ => Err(Undetermined("some members are named and some are not")),
        }
    }

    /// The values of variables that are `firstprivate`, by a clause or by rule, when the construct is met.
    fn firstprivates(
        &mut self,
        program: &Program,
        compute: &Compute,
        used: &BTreeSet<(VarId, Option<usize>)>,
        clauses: &DataClauses,
    ) -> Determined<Vec<(VarId, Vec<Option<Value>>)>> {
        let mut copies = Vec::new();
        let vars: BTreeSet<VarId> =
            used.iter().map(|(var, _)| *var).chain(compute.firstprivate.iter().copied()).collect();
        for var in vars {
            let shape = &program.vars[var].shape;
            let by_rule = matches!(shape, Shape::Scalar(_) | Shape::Pointer(..) | Shape::StructPointer(_))
                && self.clause(clauses, var, None).is_none()
                && !compute.private.contains(&var)
                && !matches!(program.vars[var].storage, Storage::Inner | Storage::Head);
            if by_rule || compute.firstprivate.contains(&var) {
                self.comes_to(var);
                let base = self.base(var, None)?;
                let first = base.offset as usize;
                for k in 0..shape.cells() {
                    self.queues.touch((base.block, first + k), false)?;
                }
                copies.push((var, self.blocks[base.block].cells[first..first + shape.cells()].to_vec()));
            }
        }
        Ok(copies)
    }

    /// Binds a variable that data clauses make visible.
    fn bind(
        &mut self,
        program: &Program,
        kernel: &mut Kernel,
        clauses: &DataClauses,
        var: VarId,
        member: Option<usize>,
    ) -> Determined<()> {
        if matches!(program.vars[var].storage, Storage::Inner | Storage::Head) {
            return Ok(());
        }
        let host = self.base(var, None)?;
        if !kernel.on_device {
            kernel.env[var] = Some(host);
            return Ok(());
        }
        if let Some((_, item)) = self.clause(clauses, var, None).cloned() {
            let span = self.span(program, &item)?;
            let copy = self.copy_of(span)?;
            if span.pointer.is_none() {
                kernel.env[var] = copy.map(|copy| moved(copy, host.offset));
            } else {
                kernel.env[var] = Some(host);
                let start = self.home(program, var, None)?.1;
                kernel.targets.insert((var, None), copy.map(|copy| moved(copy, start as isize)));
            }
            return Ok(());
        }
        let Some(member) = member else { return Ok(()) };
        if let Some((_, item)) = self.clause(clauses, var, Some(member)).cloned() {
            let span = self.span(program, &item)?;
            if let (None, Some(copy)) = (span.pointer, self.copy_of(span)?) {
                let first = self.home(program, var, Some(member))?.1;
                kernel.members.insert((var, member), moved(copy, first as isize));
            }
        }
        Ok(())
    }

    /// Where the cell 0 of a block of the host would be on the device.
    fn copy_of(&self, span: Span) -> Determined<Option<Base>> {
        let found = self.find(span)?;
        Ok(found
            .map(|found| Base { block: self.table[found].copy, offset: -(self.table[found].start as isize) }))
    }

    /// A reduction by `&&` or `||` gives 0 or 1, whatever the loop does. Only variables that hold one of them
    /// show no difference to a sequential loop.
    fn is_truth(&self, reductions: &[(Reduction, VarId)]) -> Determined<()> {
        for (_, var) in reductions.iter().filter(|(op, _)| matches!(op, Reduction::Both | Reduction::Either))
        {
            let base = self.base(*var, None)?;
            let value =
                usize::try_from(base.offset).ok().and_then(|cell| self.blocks[base.block].cells[cell]);
            let truths = [Value::Int(0), Value::Int(1), Value::Real(0.0), Value::Real(1.0)];
            if !value.is_some_and(|value| truths.contains(&value)) {
                return Err(Undetermined("a value that is no truth"));
            }
        }
        Ok(())
    }

    /// The private copy of a reduction variable. A structure is reduced member by member (2.5.15).
    fn partial(&mut self, program: &Program, op: Reduction, var: VarId) -> Determined<(Vec<Elem>, usize)> {
        let elems = program.vars[var].shape.numbers().ok_or(Undetermined("a reduction of a pointer"))?;
        if elems.iter().any(|elem| !op.takes(*elem)) {
            return Err(Undetermined("a reduction of the wrong type"));
        }
        let is_named = |kernel: &Kernel| kernel.members.keys().any(|(other, _)| *other == var);
        if self.kernel.as_ref().is_some_and(is_named) {
            return Err(Undetermined("a reduction of a structure whose members are named"));
        }
        let block = self.block(Space::Private, elems.len());
        self.blocks[block].cells = elems.iter().map(|elem| Some(values::identity(op, *elem))).collect();
        Ok((elems, block))
    }

    /// Combines private copies with the original variable.
    fn reduce(&mut self, op: Reduction, elems: &[Elem], original: Base, copies: &[usize]) -> Determined<()> {
        let first = usize::try_from(original.offset).map_err(|_| Undetermined("before a block"))?;
        for (k, elem) in elems.iter().enumerate() {
            let cell = (original.block, first + k);
            let mut result = self.read(cell)?;
            for copy in copies {
                let value = self.blocks[*copy].cells[k].ok_or(Undetermined("undefined data"))?;
                result = values::combine(op, *elem, result, value)?;
            }
            self.write(cell, result)?;
        }
        Ok(())
    }

    pub(super) fn declare(&mut self, program: &Program, var: VarId, value: Option<&Expr>) -> Determined<()> {
        let value = value.map(|value| self.value(program, value)).transpose()?;
        let block = self.block(Space::Private, program.vars[var].shape.cells());
        if let (Some((_, value)), Shape::Scalar(elem)) = (value, &program.vars[var].shape) {
            self.blocks[block].cells[0] = Some(values::convert(*elem, value)?);
        }
        self.rebind(var, Some(Base { block, offset: 0 }));
        Ok(())
    }

    /// Binds a variable to something else and returns what it was bound to.
    fn rebind(&mut self, var: VarId, base: Option<Base>) -> Option<Base> {
        let bases = self.kernel.as_mut().map_or(&mut self.bases, |kernel| &mut kernel.env);
        if bases.len() <= var {
            bases.resize(var + 1, None);
        }
        std::mem::replace(&mut bases[var], base)
    }

    pub(super) fn nest(&mut self, program: &Program, nest: &For) -> Determined<()> {
        match &nest.directive {
            Some(clauses) if self.kernel.is_some() => self.directed(program, nest, clauses),
            _ => self.plain(program, &nest.heads, &nest.body),
        }
    }

    /// A loop without directive changes its variable like every statement.
    fn plain(&mut self, program: &Program, heads: &[Head], body: &[Stmt]) -> Determined<()> {
        let Some((head, inner)) = heads.split_first() else { return self.run(program, body) };
        let mut before = None;
        if head.declares {
            let space = if self.kernel.is_some() { Space::Private } else { Space::Host };
            let block = self.block(space, 1);
            before = self.rebind(head.var, Some(Base { block, offset: 0 }));
        }
        let cell = self.locate(program, &Place::scalar(head.var))?.1;
        let mut value = head.from;
        self.write(cell, Value::Int(value))?;
        while value < head.to {
            self.plain(program, inner, body)?;
            if self.read(cell)? != Value::Int(value) {
                return Err(Undetermined("a loop changes its variable"));
            }
            value += head.step;
            self.write(cell, Value::Int(value))?;
        }
        if head.declares {
            self.rebind(head.var, before);
        }
        Ok(())
    }

    fn directed(&mut self, program: &Program, nest: &For, clauses: &LoopClauses) -> Determined<()> {
        let kernel = self.kernel.as_ref().expect("a loop in a construct");
        let above = kernel.above;
        let sequential =
            matches!(clauses.kind, LoopKind::Seq | LoopKind::Auto) || (clauses.levels.none() && above.vector);
        // Left out: whether the variable of a `seq` loop is that of the construct, as in the design.
        if kernel.in_order && clauses.kind == LoopKind::Seq && nest.heads.iter().any(|head| !head.declares) {
            return Err(Undetermined("whose the variable of a seq loop is"));
        }
        let own = clauses.levels;
        let gang = !sequential && (own.gang || (own.none() && !above.gang && !above.worker && !above.vector));
        if own.gang && !above.none()
            || own.worker && (above.worker || above.vector)
            || own.vector && above.vector
        {
            return Err(Undetermined("levels that do not nest"));
        }
        let mut reductions = if sequential { Vec::new() } else { clauses.reductions.clone() };
        if sequential || kernel.in_order {
            self.is_truth(&clauses.reductions)?;
        }
        let gang_only = gang && own.gang && !own.worker && !own.vector;
        let of_construct: Vec<(Reduction, VarId)> = kernel
            .reductions
            .iter()
            .filter(|(_, var)| !reductions.iter().any(|(_, other)| other == var))
            .copied()
            .collect();
        if gang_only {
            reductions.extend(of_construct);
        }
        let kernel = self.kernel.as_mut().expect("a loop in a construct");
        let outer_loop = kernel.gang_loop;
        if gang {
            kernel.gang_loops += 1;
            kernel.gang_loop = Some(kernel.gang_loops);
        }
        if !sequential {
            kernel.above = Levels {
                gang: above.gang || gang,
                worker: above.worker || own.worker,
                vector: above.vector || own.vector,
            };
        }
        let result = self.iterations(program, nest, clauses, &reductions, (sequential, gang_only));
        let kernel = self.kernel.as_mut().expect("a loop in a construct");
        kernel.above = above;
        kernel.gang_loop = outer_loop;
        result
    }

    fn iterations(
        &mut self,
        program: &Program,
        nest: &For,
        clauses: &LoopClauses,
        reductions: &[(Reduction, VarId)],
        (sequential, gang_only): (bool, bool),
    ) -> Determined<()> {
        let own: Vec<VarId> = nest
            .heads
            .iter()
            .map(|head| head.var)
            .chain(clauses.private.iter().copied())
            .chain(reductions.iter().map(|(_, var)| *var))
            .collect();
        let before: Vec<Option<Base>> = own.iter().map(|var| self.rebind(*var, None)).collect();
        let mut copies: Vec<Vec<usize>> = vec![Vec::new(); reductions.len()];
        let mut race = Race { first_inner: self.blocks.len(), ..Race::default() };
        for values in products(&nest.heads) {
            for (head, value) in nest.heads.iter().zip(values) {
                let block = self.block(Space::Private, 1);
                self.blocks[block].cells[0] = Some(Value::Int(value));
                self.rebind(head.var, Some(Base { block, offset: 0 }));
            }
            for var in &clauses.private {
                let block = self.block(Space::Private, program.vars[*var].shape.cells());
                self.rebind(*var, Some(Base { block, offset: 0 }));
            }
            for ((op, var), copies) in reductions.iter().zip(&mut copies) {
                let (_, block) = self.partial(program, *op, *var)?;
                self.rebind(*var, Some(Base { block, offset: 0 }));
                copies.push(block);
            }
            if sequential {
                self.run(program, &nest.body)?;
                continue;
            }
            self.kernel_mut().logs.push(Log::new());
            self.run(program, &nest.body)?;
            let log = self.kernel_mut().logs.pop().expect("the log of the iteration");
            let first_private = if gang_only { self.kernel_mut().first_private } else { usize::MAX };
            race.add(log, first_private)?;
        }
        for (var, base) in own.iter().zip(before) {
            self.rebind(*var, base);
        }
        for cell in race.own_of_gang() {
            self.blocks[cell.0].cells[cell.1] = None;
        }
        self.kernel_mut().absorb(&race);
        for ((op, var), copies) in reductions.iter().zip(copies) {
            let elems = program.vars[*var].shape.numbers().expect("checked with the copies");
            let original = self.base(*var, None)?;
            self.reduce(*op, &elems, original, &copies)?;
        }
        Ok(())
    }

    fn kernel_mut(&mut self) -> &mut Kernel {
        self.kernel.as_mut().expect("a loop in a construct")
    }
}

impl Kernel {
    /// Adds to the log of the iteration around what the iterations of an inner loop did.
    fn absorb(&mut self, race: &Race) {
        let Some(log) = self.logs.last_mut() else { return };
        for (cell, touch) in &race.all {
            let outer = log.entry(*cell).or_default();
            outer.read_first |= touch.read_first && !outer.written;
            outer.read |= touch.read;
            outer.written |= touch.written;
        }
    }
}

/// What all iterations of a loop did so far.
#[derive(Default)]
struct Race {
    /// Blocks from here on were made by the iterations.
    first_inner: usize,
    all: Log,
    /// Private variables of the gang that its iterations write.
    of_gang: Vec<Cell>,
}

impl Race {
    /// Adds an iteration. Blocks from `first_private` on belong to the gang, which runs its iterations one
    /// after the other.
    fn add(&mut self, log: Log, first_private: usize) -> Determined<()> {
        for (cell, touch) in log.into_iter().filter(|(cell, _)| cell.0 < self.first_inner) {
            let before = self.all.entry(cell).or_default();
            let conflict = if cell.0 >= first_private {
                if touch.written {
                    self.of_gang.push(cell);
                }
                (touch.read_first && (before.written || touch.written))
                    || (touch.written && before.read_first)
            } else {
                (touch.written && (before.read || before.written)) || (touch.read && before.written)
            };
            if conflict {
                return Err(Undetermined("a race of iterations"));
            }
            before.read |= touch.read;
            before.read_first |= touch.read_first;
            before.written |= touch.written;
        }
        Ok(())
    }

    fn own_of_gang(&self) -> Vec<Cell> {
        self.of_gang.clone()
    }
}

fn moved(base: Base, by: isize) -> Base {
    Base { block: base.block, offset: base.offset + by }
}

/// All combinations of the values of loops.
fn products(heads: &[Head]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for head in heads {
        let values: Vec<i64> =
            (head.from..head.to).step_by(usize::try_from(head.step).expect("a positive step")).collect();
        let longer = |prefix: &Vec<i64>| {
            values.iter().map(|value| [&prefix[..], &[*value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Finds the variables of reductions of gang-partitioned loops.
fn gang_reductions(body: &[Stmt], above: Levels, found: &mut Vec<VarId>) {
    for statement in body {
        let mut above = above;
        if let Stmt::For(For { directive: Some(clauses), .. }) = statement {
            let sequential = matches!(clauses.kind, LoopKind::Seq | LoopKind::Auto);
            if !sequential && above.none() && (clauses.levels.gang || clauses.levels.none()) {
                found.extend(clauses.reductions.iter().map(|(_, var)| *var));
            }
            if !sequential {
                above.gang |= clauses.levels.gang || clauses.levels.none();
                above.worker |= clauses.levels.worker;
                above.vector |= clauses.levels.vector;
            }
        }
        if let Some(inner) = statement.inner() {
            gang_reductions(inner, above, found);
        }
    }
}

/// The variables and members that a construct uses, those of its loops and clauses among them.
pub(crate) fn used(compute: &Compute) -> BTreeSet<(VarId, Option<usize>)> {
    let mut found = BTreeSet::new();
    used_by(&compute.body, &mut found);
    found.extend(compute.reductions.iter().map(|(_, var)| (*var, None)));
    found
}

fn used_by(body: &[Stmt], found: &mut BTreeSet<(VarId, Option<usize>)>) {
    for statement in body {
        match statement {
            Stmt::Assign(place, value) => {
                used_in_place(place, found);
                used_in(value, found);
            }
            Stmt::If(condition, _) => used_in(condition, found),
            Stmt::Declare(_, Some(value)) => used_in(value, found),
            Stmt::For(nest) => {
                let plain = nest.heads.iter().filter(|head| nest.directive.is_none() && !head.declares);
                found.extend(plain.map(|head| (head.var, None)));
                let reductions = nest.directive.iter().flat_map(|clauses| &clauses.reductions);
                found.extend(reductions.map(|(_, var)| (*var, None)));
            }
            _ => {}
        }
        used_by(statement.inner().map_or(&[], |inner| inner), found);
    }
}

fn used_in(expr: &Expr, found: &mut BTreeSet<(VarId, Option<usize>)>) {
    match expr {
        Expr::Int(_) => {}
        Expr::Load(place) => used_in_place(place, found),
        Expr::Bound(argument) => used_in(argument, found),
        Expr::Bin(_, left, right) => [left, right].into_iter().for_each(|part| used_in(part, found)),
        Expr::Select(condition, yes, no) => {
            [condition, yes, no].into_iter().for_each(|part| used_in(part, found));
        }
    }
}

fn used_in_place(place: &Place, found: &mut BTreeSet<(VarId, Option<usize>)>) {
    found.insert((place.var, place.member));
    place.index.iter().for_each(|index| used_in(index, found));
}
