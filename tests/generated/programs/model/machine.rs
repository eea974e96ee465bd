//! What the host does.

use std::collections::BTreeSet;

use super::data::Entry;
use super::kernel::Kernel;
use super::memory::{Block, Cell, Queues, Space};
use super::values::{self, Typed, Value};
use super::{Determined, Stop, Undetermined};
use crate::programs::program::*;

/// Where the first cell of a variable is. Cells before the block do not exist.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    pub(super) block: usize,
    pub(super) offset: isize,
}

/// The rows or elements that a clause covers, and the columns if rows are not whole.
pub(crate) type Covered = ((i64, i64), Option<(i64, i64)>);

/// The state of a program that is under way.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(super) discrete: bool,
    pub(super) blocks: Vec<Block>,
    /// The variables of the host.
    pub(super) bases: Vec<Option<Base>>,
    /// The data clauses around the statement, in its function.
    pub(super) visible: Vec<DataClauses>,
    pub(super) table: Vec<Entry>,
    /// Parts of the host's memory whose copies queues remove, or without a copy when a queue looks for it.
    pub(super) without_copy: Vec<(usize, usize, usize, super::memory::Stamp)>,
    pub(super) queues: Queues,
    pub(super) kernel: Option<Kernel>,
    /// Whether control leaves the function that is called.
    pub(crate) leaves: bool,
    pub(crate) output: Vec<String>,
    /// The variable that the statement under way is about.
    pub(super) subject: Option<VarId>,
    /// True if that statement is about a byte of a structure.
    pub(super) is_member_byte: bool,
    /// The cell that was used last.
    pub(super) touched: Cell,
    /// True if undefined values were copied to the host.
    pub(super) is_spoilt: bool,
    stopped: Option<Stop>,
}

impl Machine {
    pub(crate) fn new(discrete: bool) -> Machine {
        Machine {
            discrete,
            blocks: Vec::new(),
            bases: Vec::new(),
            visible: Vec::new(),
            table: Vec::new(),
            without_copy: Vec::new(),
            queues: Queues::default(),
            kernel: None,
            leaves: false,
            output: Vec::new(),
            subject: None,
            is_member_byte: false,
            touched: (0, 0),
            is_spoilt: false,
            stopped: None,
        }
    }

    pub(crate) fn allocate_all(&mut self, program: &Program) -> Determined<()> {
        for var in 0..program.vars.len() {
            if matches!(program.vars[var].storage, Storage::Global | Storage::Local) {
                self.allocate(program, var)?;
            }
        }
        Ok(())
    }

    /// Makes a variable of the host with what it points to.
    fn allocate(&mut self, program: &Program, id: VarId) -> Determined<()> {
        let var = &program.vars[id];
        let own = self.block(Space::Host, var.shape.cells());
        self.set_base(id, Base { block: own, offset: 0 });
        let mut home = own;
        if let Shape::StructPointer(members) = &var.shape {
            home = self.block(Space::Host, members.iter().map(|member| member.shape.cells()).sum());
            self.blocks[own].cells[0] = Some(Value::Pointer(home, 0));
        }
        let members = var.shape.members();
        if members.is_empty() {
            return self.fill(home, 0, &var.shape, 0, var.initial);
        }
        for (index, member) in members.iter().enumerate() {
            let offset = var.shape.offset(index);
            self.fill(home, offset, &member.shape, offset, var.initial)?;
        }
        Ok(())
    }

    fn fill(
        &mut self,
        block: usize,
        at: usize,
        shape: &Shape,
        first: usize,
        initial: (i64, i64, i64),
    ) -> Determined<()> {
        let (factor, summand, modulus) = initial;
        let (block, at, elem, cells, first) = match shape {
            Shape::Scalar(elem) => (block, at, *elem, 1, first),
            Shape::Pointer(elem, dims) => {
                let length = dims.iter().product();
                let heap = self.block(Space::Host, length);
                self.blocks[block].cells[at] = Some(Value::Pointer(heap, 0));
                (heap, 0, *elem, length, 0)
            }
            shape => (block, at, shape.grid().expect("an array").0, shape.cells(), first),
        };
        for k in 0..cells {
            let value = Value::Int(((k + first) as i64 * factor + summand) % modulus);
            self.blocks[block].cells[at + k] = Some(values::convert(elem, value)?);
        }
        Ok(())
    }

    pub(super) fn block(&mut self, space: Space, cells: usize) -> usize {
        self.blocks.push(Block { space, cells: vec![None; cells], alive: true });
        self.blocks.len() - 1
    }

    pub(super) fn set_base(&mut self, var: VarId, base: Base) {
        if self.bases.len() <= var {
            self.bases.resize(var + 1, None);
        }
        self.bases[var] = Some(base);
    }

    pub(crate) fn run(&mut self, program: &Program, body: &[Stmt]) -> Determined<()> {
        for (at, statement) in body.iter().enumerate() {
            if matches!(statement, Stmt::Declared { .. }) && at + 1 < body.len() {
                return Err(Undetermined("statements behind the region of a function"));
            }
            if !self.leaves {
                self.step(program, statement)?;
            }
        }
        Ok(())
    }

    /// Runs one statement.
    pub(crate) fn step(&mut self, program: &Program, statement: &Stmt) -> Determined<()> {
        let done = self.attempt(program, statement);
        if let (Err(why), None) = (done, &self.stopped) {
            self.stopped = Some(self.stop_at(statement, why));
        }
        done
    }

    fn stop_at(&self, statement: *const Stmt, why: Undetermined) -> Stop {
        let (at, first) = self.touched;
        let has_copy =
            |entry: &Entry| entry.block == at && (entry.start..entry.start + entry.length).contains(&first);
        Stop {
            why,
            printed: self.output.clone(),
            statement,
            var: self.subject,
            is_member_byte: self.is_member_byte,
            is_spoilt: self.is_spoilt,
            in_kernel: self.kernel.as_ref().is_some_and(|kernel| kernel.on_device),
            has_copy: self.is_behind_unnamed(at) && self.table.iter().any(has_copy),
        }
    }

    /// The place where the program stopped. Outside of statements there is none.
    pub(super) fn stop(mut self, why: Undetermined) -> Stop {
        self.stopped.take().unwrap_or_else(|| self.stop_at(std::ptr::null(), why))
    }

    fn attempt(&mut self, program: &Program, statement: &Stmt) -> Determined<()> {
        match statement {
            Stmt::Assign(place, value) => self.assign(program, place, value),
            Stmt::If(condition, body) => {
                if self.holds(program, condition)? {
                    self.run(program, body)
                } else {
                    Ok(())
                }
            }
            Stmt::For(nest) => self.nest(program, nest),
            Stmt::Declare(var, value) => self.declare(program, *var, value.as_ref()),
            Stmt::Data { clauses, condition, queue, waits, body } => {
                let active = self.enter_region(program, clauses, condition.as_ref(), (*queue, waits))?;
                self.run(program, body)?;
                self.leave_region(program, clauses, active, *queue)
            }
            Stmt::Declared { clauses, body } => {
                let active = self.enter_region(program, clauses, None, (None, &[]))?;
                self.run(program, body)?;
                self.leave_region(program, clauses, active, None)
            }
            Stmt::Leave(condition) => {
                self.leaves = self.holds(program, condition)?;
                Ok(())
            }
            Stmt::Enter { clauses, condition, queue, waits } => {
                self.as_queue(program, *queue, waits, condition.as_ref(), |machine| {
                    machine.enter(program, clauses)
                })
            }
            Stmt::Exit { clauses, finalize, condition, queue, waits } => {
                let exit = |machine: &mut Machine| machine.exit(program, clauses, *finalize);
                self.as_queue(program, *queue, waits, condition.as_ref(), exit)
            }
            Stmt::Update(update) => {
                let run = |machine: &mut Machine| machine.update(program, update);
                self.as_queue(program, update.queue, &update.waits, update.condition.as_ref(), run)
            }
            Stmt::Compute(compute) => self.compute(program, compute),
            Stmt::Wait(queues) => {
                let all = self.busy();
                let queues = if queues.is_empty() { &all } else { queues };
                self.wait(queues);
                Ok(())
            }
            Stmt::Call(function, arguments) => self.call(program, *function, arguments),
            Stmt::Print(shown) => self.print(program, shown),
            Stmt::Routine { routine, item, queue } => {
                let run = |machine: &mut Machine| machine.routine(program, *routine, item);
                self.as_queue(program, *queue, &[], None, run)
            }
            Stmt::HostData(taken) => self.host_data(program, taken),
            Stmt::Presence(items) => self.presence(program, items),
        }
    }

    /// Does something as an operation of a queue.
    fn as_queue(
        &mut self,
        program: &Program,
        queue: Option<i64>,
        waits: &[i64],
        condition: Option<&Expr>,
        run: impl FnOnce(&mut Machine) -> Determined<()>,
    ) -> Determined<()> {
        let active = condition.map_or(Ok(true), |condition| self.holds(program, condition))?;
        if queue.is_none() {
            self.wait(waits);
        }
        self.queues.begin(queue, waits);
        let result = if active { run(self) } else { Ok(()) };
        self.queues.actor = None;
        result
    }

    pub(super) fn wait(&mut self, queues: &[i64]) {
        self.queues.wait(queues);
        for entry in &mut self.table {
            entry.wait(&self.queues);
        }
        self.without_copy.retain(|(.., stamp)| !self.queues.is_done(*stamp));
    }

    fn call(&mut self, program: &Program, function: usize, arguments: &[CallArgument]) -> Determined<()> {
        let function = &program.functions[function];
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let value = match argument {
                CallArgument::Value(value) => self.value(program, value)?.1,
                CallArgument::Address(var, offset) => self.address(program, *var, *offset)?,
            };
            let block = self.block(Space::Host, 1);
            self.blocks[block].cells[0] = Some(value);
            self.set_base(*parameter, Base { block, offset: 0 });
        }
        let visible = std::mem::take(&mut self.visible);
        self.run(program, &function.body)?;
        self.leaves = false;
        self.visible = visible;
        self.rename(program, function, arguments);
        Ok(())
    }

    fn address(&mut self, program: &Program, var: VarId, offset: usize) -> Determined<Value> {
        self.comes_to(var);
        let base = self.base(var, None)?;
        match program.vars[var].shape {
            Shape::Struct(_) => return Ok(Value::Pointer(base.block, base.offset)),
            Shape::StructPointer(_) => return self.read((base.block, base.offset as usize)),
            _ => {}
        }
        let (_, dims) = program.vars[var].shape.grid().ok_or(Undetermined("no array"))?;
        let offset = offset * dims[1..].iter().product::<usize>();
        if program.vars[var].shape.is_pointer() {
            let Value::Pointer(block, start) = self.read((base.block, base.offset as usize))? else {
                return Err(Undetermined("a pointer without value"));
            };
            return Ok(Value::Pointer(block, start + offset as isize));
        }
        Ok(Value::Pointer(base.block, base.offset + offset as isize))
    }

    fn print(&mut self, program: &Program, shown: &[Shown]) -> Determined<()> {
        let mut line = String::new();
        for part in shown {
            self.comes_to(part.var);
            let (block, first) = self.home(program, part.var, part.member)?;
            for k in part.start..part.end {
                let value = self.read((block, first + k))?;
                line.push_str(&values::shown(value));
            }
        }
        self.output.push(line);
        Ok(())
    }

    /// The block with the elements of a variable of the host, and the first of them.
    pub(super) fn home(&mut self, program: &Program, var: VarId, member: Option<usize>) -> Determined<Cell> {
        let shape = &program.vars[var].shape;
        let base = self.base(var, None)?;
        let mut cell = (base.block, usize::try_from(base.offset).expect("a variable of the host"));
        if let (Shape::StructPointer(_), _) | (Shape::Pointer(..), None) = (shape, member) {
            cell = self.behind(cell)?;
        }
        if let Some(member) = member {
            cell.1 += shape.offset(member);
            if shape.members()[member].shape.is_pointer() {
                cell = self.behind(cell)?;
            }
        }
        Ok(cell)
    }

    fn behind(&mut self, cell: Cell) -> Determined<Cell> {
        match self.read(cell)? {
            Value::Pointer(block, offset) => usize::try_from(offset)
                .map(|offset| (block, offset))
                .map_err(|_| Undetermined("before a block")),
            _ => Err(Undetermined("no pointer")),
        }
    }

    /// The cells of a checkpoint that have values: of every variable the longest runs.
    pub(crate) fn printable(&self, program: &Program) -> Vec<Shown> {
        let mut machine = self.clone();
        let mut shown = Vec::new();
        for (var, declared) in program.vars.iter().enumerate() {
            if !matches!(declared.storage, Storage::Global | Storage::Local) {
                continue;
            }
            let members = declared.shape.members().len();
            let parts: Vec<Option<usize>> =
                if members == 0 { vec![None] } else { (0..members).map(Some).collect() };
            for member in parts {
                let Ok((block, first)) = machine.home(program, var, member) else { continue };
                let shape = program.shape(var, member);
                let length = match shape {
                    Shape::Pointer(_, dims) => dims.iter().product(),
                    shape => shape.cells(),
                };
                let defined =
                    |k: usize| machine.blocks[block].cells.get(first + k).is_some_and(Option::is_some);
                let mut start = 0;
                while start < length {
                    let end = (start..length).find(|k| !defined(*k)).unwrap_or(length);
                    if end > start {
                        shown.push(Shown { var, member, start, end });
                    }
                    start = end + 1;
                }
            }
        }
        shown
    }

    /// Hides the data clauses around a call from what is called.
    pub(crate) fn hide(&mut self) -> Vec<DataClauses> {
        std::mem::take(&mut self.visible)
    }

    pub(crate) fn show(&mut self, visible: Vec<DataClauses>) {
        self.visible = visible;
    }

    /// Whether a visible data clause names a variable or a part of it.
    pub(crate) fn sees(&self, var: VarId) -> bool {
        self.visible.iter().flatten().any(|(_, item)| item.var == var)
    }

    /// The indices that the innermost visible data clause about a variable covers, and the columns.
    pub(crate) fn window(&self, program: &Program, var: VarId, member: Option<usize>) -> Option<Covered> {
        let clauses = self.visible.iter().rev().flatten();
        let item = &clauses.clone().find(|(_, item)| item.var == var && item.member == member)?.1;
        let section = item.section.as_ref()?;
        let (_, dims) = program.shape(var, member).grid()?;
        let mut machine = self.clone();
        let start = section.start.as_ref().map_or(Some(0), |start| machine.index(program, start).ok())?;
        let length = section.length.as_ref().map(|length| machine.index(program, length).ok());
        let end = length.map_or(Some(dims[0]), |length| length.map(|length| start + length))?;
        let columns = section.columns.map(|(first, count)| (first as i64, (first + count) as i64));
        Some(((start as i64, end as i64), columns))
    }

    /// All queues with operations.
    fn busy(&self) -> Vec<i64> {
        let on_entries = self.table.iter().flat_map(Entry::stamps);
        let removing = self.without_copy.iter().map(|(.., stamp)| *stamp);
        let queues = self.queues.busy().chain(on_entries.chain(removing).map(|stamp| stamp.0));
        queues.collect::<BTreeSet<i64>>().into_iter().collect()
    }

    /// Whether queues have nothing to do.
    pub(crate) fn idle(&self) -> bool {
        self.queues.idle() && self.without_copy.is_empty() && self.table.iter().all(Entry::idle)
    }

    pub(crate) fn finish(&self) -> Determined<()> {
        if !self.table.is_empty() {
            return Err(Undetermined("data stays on the device"));
        }
        if self.idle() { Ok(()) } else { Err(Undetermined("queues are busy at the end")) }
    }

    // Expressions and places, for host and device.

    pub(super) fn holds(&mut self, program: &Program, condition: &Expr) -> Determined<bool> {
        Ok(values::truth(self.value(program, condition)?.1))
    }

    pub(super) fn value(&mut self, program: &Program, expr: &Expr) -> Determined<Typed> {
        match expr {
            Expr::Int(value) => Ok((Elem::Int, Value::Int(*value))),
            Expr::Load(place) => {
                let (elem, cell) = self.locate(program, place)?;
                Ok((elem, self.read(cell)?))
            }
            Expr::Bin(op, left, right) => {
                let left = self.value(program, left)?;
                // The other operand of `&&` and `||` may not be evaluated; it must be fine all the same.
                let right = self.value(program, right)?;
                values::binary(*op, left, right)
            }
            Expr::Bound(argument) => {
                let (_, argument) = self.value(program, argument)?;
                let is_there = self.kernel.as_ref().is_some_and(|kernel| kernel.on_device);
                let summand = Value::Int(BOUND[usize::from(is_there)]);
                values::binary(
                    Op::Add,
                    (Elem::Int, values::convert(Elem::Int, argument)?),
                    (Elem::Int, summand),
                )
            }
            Expr::Select(condition, yes, no) => {
                let chosen = self.holds(program, condition)?;
                let (yes, no) = (self.value(program, yes)?, self.value(program, no)?);
                let elem = values::common(yes.0, no.0);
                Ok((elem, values::convert(elem, if chosen { yes.1 } else { no.1 })?))
            }
        }
    }

    pub(super) fn index(&mut self, program: &Program, expr: &Expr) -> Determined<usize> {
        match self.value(program, expr)? {
            (elem, Value::Int(value)) if !elem.is_real() => {
                usize::try_from(value).map_err(|_| Undetermined("a negative index"))
            }
            _ => Err(Undetermined("an index that is no integer")),
        }
    }

    pub(super) fn assign(&mut self, program: &Program, place: &Place, value: &Expr) -> Determined<()> {
        let is_selected = matches!(value, Expr::Select(..));
        let value = self.value(program, value)?.1;
        let (elem, cell) = self.locate(program, place)?;
        let stored = values::convert(elem, value)?;
        // The minimum of minima is the minimum only among values that the type holds.
        if is_selected && stored != value && !elem.is_real() {
            return Err(Undetermined("a minimum or maximum of another type"));
        }
        self.write(cell, stored)
    }

    /// The type and cell of a place.
    pub(super) fn locate(&mut self, program: &Program, place: &Place) -> Determined<(Elem, Cell)> {
        let (elem, cell) = self.element(program, place)?;
        let is_pointer = program.shape(place.var, place.member).is_pointer();
        self.is_member_byte = elem == Elem::UChar && place.member.is_some() && !is_pointer;
        Ok((elem, cell))
    }

    /// Notes that the statement is about a variable from now on: about that, and not about an index that was found before.
    pub(super) fn comes_to(&mut self, var: VarId) {
        (self.subject, self.is_member_byte) = (Some(var), false);
    }

    fn element(&mut self, program: &Program, place: &Place) -> Determined<(Elem, Cell)> {
        self.comes_to(place.var);
        let (mut base, shape) = self.start(program, place.var, place.member)?;
        let mut flat = 0_usize;
        let elem = match (shape, &place.index[..]) {
            (Shape::Scalar(elem), []) => *elem,
            (shape, indices) => {
                let (elem, dims) = shape.grid().ok_or(Undetermined("no element"))?;
                if dims.len() != indices.len() {
                    return Err(Undetermined("no element"));
                }
                for (level, (dim, index)) in dims.iter().zip(indices).enumerate() {
                    let index = self.index(program, index)?;
                    // How many rows a pointer has is not in its type.
                    if index >= *dim && (level > 0 || !shape.is_pointer()) {
                        return Err(Undetermined("an index out of bounds"));
                    }
                    flat = flat * dim + index;
                }
                self.comes_to(place.var);
                if shape.is_pointer() {
                    base = self.target(place.var, place.member, base)?;
                }
                elem
            }
        };
        let cell =
            usize::try_from(base.offset + flat as isize).map_err(|_| Undetermined("before a block"))?;
        Ok((elem, (base.block, cell)))
    }

    /// Where a variable or member begins, and its type.
    fn start<'p>(
        &mut self,
        program: &'p Program,
        var: VarId,
        member: Option<usize>,
    ) -> Determined<(Base, &'p Shape)> {
        let declared = &program.vars[var].shape;
        let Some(member) = member else { return Ok((self.base(var, None)?, declared)) };
        let shape = &declared.members()[member].shape;
        if let Some(base) = self.own_member(var, member) {
            return Ok((base, shape));
        }
        let mut base = self.base(var, Some(member))?;
        if matches!(declared, Shape::StructPointer(_)) {
            base = self.target(var, None, base)?;
        }
        base.offset += declared.offset(member) as isize;
        Ok((base, shape))
    }

    /// What a pointer points to.
    fn target(&mut self, var: VarId, member: Option<usize>, pointer: Base) -> Determined<Base> {
        if let Some(base) = self.kernel.as_ref().and_then(|kernel| kernel.targets.get(&(var, member))) {
            return base.ok_or(Undetermined("absent data"));
        }
        let cell = usize::try_from(pointer.offset).map_err(|_| Undetermined("before a block"))?;
        match self.read((pointer.block, cell))? {
            Value::Pointer(block, offset) => Ok(Base { block, offset }),
            _ => Err(Undetermined("no pointer")),
        }
    }

    pub(super) fn read(&mut self, cell: Cell) -> Determined<Value> {
        self.note(cell, false)?;
        self.blocks[cell.0].cells[cell.1].ok_or(Undetermined("undefined data"))
    }

    pub(super) fn write(&mut self, cell: Cell, value: Value) -> Determined<()> {
        self.note(cell, true)?;
        self.blocks[cell.0].cells[cell.1] = Some(value);
        Ok(())
    }
}
