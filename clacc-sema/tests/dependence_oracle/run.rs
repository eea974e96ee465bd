//! Execution of a function: the values that it leaves behind, and what the iterations of each of its loops do to
//! the same memory.

use std::collections::BTreeMap;

use clacc_sema::program::accumulation::CombinedBy;

use crate::nest::{Expr, Function, Home, Loop, Op, Stmt, Target, Ty, Var};

/// Why an execution says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// C leaves its behaviour undefined, or it takes too long.
    Undefined,
}

/// Which part of the memory a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leads {
    /// To memory of its own.
    Own,
    /// Into that of another variable, so many elements behind its start.
    Into(Var, i64),
}

/// What a caller hands to a function.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The values of its scalar parameters, in order.
    pub(crate) numbers: Vec<i64>,
    /// Where its pointers lead to, in order.
    pub(crate) pointers: Vec<Leads>,
    /// From which the contents of memory follow.
    pub(crate) contents: u64,
    /// Whether arrays have room before and behind them.
    pub(crate) is_roomy: bool,
}

/// The room before and behind an array.
const ROOM: i64 = 2_048;

/// What the iterations of one loop do to one variable, in all executions so far.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Flags {
    /// An iteration reads what an earlier one wrote.
    pub(crate) flow: bool,
    /// An iteration writes what an earlier one reads.
    pub(crate) anti: bool,
    /// Two iterations write the same.
    pub(crate) output: bool,
    /// An iteration reads what it did not write before.
    pub(crate) exposed: bool,
    pub(crate) written: bool,
    /// What the loop wrote is read behind it.
    pub(crate) live: bool,
    /// And the last iteration did not write it.
    pub(crate) live_from_earlier: bool,
    /// What it held before is read behind the loop: no iteration wrote it, though there were some.
    pub(crate) live_from_before: bool,
}

impl Flags {
    pub(crate) fn conflicts(self) -> bool {
        self.flow || self.anti || self.output
    }

    /// Whether a copy for each iteration makes the iterations independent.
    pub(crate) fn can_be_private(self) -> bool {
        !self.exposed && !(self.live && (self.live_from_earlier || self.live_from_before))
    }
}

/// What the iterations of one loop do.
#[derive(Clone, Default, Debug)]
pub(crate) struct Seen {
    pub(crate) flags: Vec<Flags>,
    /// A `break` ends it.
    pub(crate) ends_early: bool,
    /// Its body changes its control variable.
    pub(crate) control_changes: bool,
    /// It has two iterations or more in some execution.
    pub(crate) repeats: bool,
}

/// How a loop shall be executed as if its iterations were independent.
#[derive(Clone, Debug)]
pub(crate) struct Apart {
    pub(crate) number: usize,
    pub(crate) private: Vec<Var>,
    pub(crate) last: Vec<Var>,
    pub(crate) reductions: Vec<(Var, CombinedBy)>,
}

/// A value and its type.
type Typed = (i128, Ty);

#[derive(Clone, Copy, Default)]
struct CellSeen {
    written_in: Option<usize>,
    writer: usize,
    /// The first iteration that reads it, and the last one.
    read_in: Option<(usize, usize)>,
    readers: u32,
}

/// A loop that is being executed.
struct Active {
    number: usize,
    iteration: usize,
    control: Option<usize>,
    cells: BTreeMap<usize, CellSeen>,
}

/// The iterations of a loop that wrote a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WrittenBy {
    Last,
    Earlier,
    None,
}

/// The address of an element.
pub(crate) struct Pointer {
    var: Var,
    subscripts: Vec<i128>,
    may_leave_row: bool,
}

impl Pointer {
    fn moved(&self, by: i128) -> Vec<i128> {
        let mut subscripts = self.subscripts.clone();
        subscripts.last_mut().into_iter().for_each(|last| *last += by);
        subscripts
    }
}

enum Went {
    On,
    Break,
    Continue,
}

pub(crate) struct Run<'f> {
    function: &'f Function,
    memory: Vec<Option<i64>>,
    base: Vec<Option<usize>>,
    /// How many elements each pointer may reach.
    reach: Vec<i64>,
    active: Vec<Active>,
    /// The loops behind which a cell may be read: with the variable, and which iterations wrote it.
    written: BTreeMap<usize, Vec<(usize, usize, WrittenBy)>>,
    pub(crate) seen: Vec<Seen>,
    apart: Option<&'f Apart>,
    steps: usize,
    is_roomy: bool,
}

const MOST_STEPS: usize = 20_000;

pub(crate) fn contents(seed: u64, cell: usize) -> i64 {
    let mixed = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ cell as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed >> 40) % 9) as i64
}

impl<'f> Run<'f> {
    pub(crate) fn new(function: &'f Function, input: &Input, apart: Option<&'f Apart>) -> Run<'f> {
        let count = function.variables.len();
        let seen = Seen { flags: vec![Flags::default(); count], ..Seen::default() };
        let mut run = Run {
            function,
            memory: Vec::new(),
            base: vec![None; count],
            reach: vec![0; count],
            active: Vec::new(),
            written: BTreeMap::new(),
            seen: vec![seen; function.loops],
            apart,
            steps: 0,
            is_roomy: input.is_roomy,
        };
        let (mut numbers, mut pointers) = (input.numbers.iter(), input.pointers.iter());
        let mut aliases = Vec::new();
        for (var, variable) in function.vars() {
            let room = if input.is_roomy && !variable.dims.is_empty() { ROOM } else { 0 };
            let start = run.memory.len() + room as usize;
            let mut cells = variable.cells();
            let known = match variable.home {
                Home::Local(value) => Some(value),
                Home::Header => Some(None),
                Home::Parameter { .. } if !variable.is_pointer() => Some(numbers.next().copied()),
                Home::Parameter { .. } => {
                    cells += 8;
                    if let Some(Leads::Into(other, shift)) = pointers.next() {
                        aliases.push((var, *other, *shift));
                    }
                    None
                }
                Home::Into(other, shift) => {
                    aliases.push((var, other, shift));
                    Some(None)
                }
                Home::Global => None,
            };
            let is_scalar = variable.dims.is_empty();
            let fill = |cell: usize| match known {
                Some(value) if is_scalar => value,
                Some(value) => value.map(|_| 0),
                None => Some(contents(input.contents, cell)),
            };
            run.memory.extend((start - room as usize..start + (cells + room) as usize).map(fill));
            run.base[var.0] = Some(start);
            run.reach[var.0] = cells;
        }
        for (var, other, shift) in aliases {
            run.base[var.0] = run.base[other.0].map(|base| base + shift as usize);
            run.reach[var.0] = run.reach[other.0] - shift;
        }
        run
    }

    /// Executes the function and returns what its caller sees.
    pub(crate) fn finish(&mut self) -> Result<Vec<Option<i64>>, Stop> {
        let function = self.function;
        self.block(&function.body)?;
        let mut outside = Vec::new();
        for (var, variable) in function.vars().filter(|(_, variable)| variable.is_seen_outside()) {
            let base = self.base[var.0].ok_or(Stop::Undefined)?;
            for cell in base..base + variable.cells().min(self.reach[var.0]) as usize {
                self.notice_read(var, cell);
                outside.push(self.memory[cell]);
            }
        }
        Ok(outside)
    }

    fn block(&mut self, stmts: &'f [Stmt]) -> Result<Went, Stop> {
        for stmt in stmts {
            match self.stmt(stmt)? {
                Went::On => {}
                went => return Ok(went),
            }
        }
        Ok(Went::On)
    }

    fn stmt(&mut self, stmt: &'f Stmt) -> Result<Went, Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Stop::Undefined);
        }
        match stmt {
            Stmt::Assign(target, value) => {
                let value = self.value(value)?;
                let cell = self.cell(target)?;
                self.set(target.var, cell, value)?;
            }
            Stmt::Compound(target, op, value) => {
                let value = self.value(value)?;
                self.combine(target, *op, value)?;
            }
            Stmt::Step(target, by) => self.combine(target, Op::Add, (i128::from(*by), Ty::I32))?,
            Stmt::If(condition, then, other) => {
                let holds = self.value(condition)?.0 != 0;
                return self.block(if holds { then } else { other });
            }
            Stmt::For(inner) => match self.apart {
                Some(apart) if apart.number == inner.number => self.run_apart(inner, apart)?,
                _ => self.run_loop(inner)?,
            },
            Stmt::Call(called) => {
                self.call(called)?;
            }
            Stmt::Break => return Ok(Went::Break),
            Stmt::Continue => return Ok(Went::Continue),
            Stmt::Point(pointer, array, at) => {
                self.base[pointer.0] = self.base[array.0].map(|base| base + *at as usize);
                self.reach[pointer.0] = self.reach[array.0] - at;
            }
        }
        Ok(Went::On)
    }

    /// In another order, sums and products may overflow on the way to a result that has a value. That of machines is the same.
    fn binary(&self, op: Op, left: Typed, right: Typed) -> Result<Typed, Stop> {
        binary(op, left, right, self.apart.is_some())
    }

    fn combine(&mut self, target: &'f Target, op: Op, value: Typed) -> Result<(), Stop> {
        let cell = self.cell(target)?;
        let old = self.get(target.var, cell)?;
        let new = self.binary(op, old, value)?;
        self.set(target.var, cell, new)
    }

    fn run_loop(&mut self, inner: &'f Loop) -> Result<(), Stop> {
        let control = self.control(inner);
        let first = self.value(&inner.first)?;
        self.set(inner.control, control, first)?;
        self.active.push(Active {
            number: inner.number,
            iteration: 0,
            control: Some(control),
            cells: BTreeMap::new(),
        });
        let mut iterations = 0;
        while self.goes_on(inner, control)? {
            iterations += 1;
            if let Some(active) = self.active.last_mut() {
                active.iteration = iterations;
            }
            let before = self.memory[control];
            if let Went::Break = self.block(&inner.body)? {
                self.seen[inner.number].ends_early = true;
                break;
            }
            self.seen[inner.number].control_changes |= self.memory[control] != before;
            self.advance(inner, control)?;
        }
        self.seen[inner.number].repeats |= iterations > 1;
        self.leave(inner, iterations);
        Ok(())
    }

    /// The cell of a control variable: a new one if the header declares it.
    fn control(&mut self, inner: &Loop) -> usize {
        if self.function.variable(inner.control).home == Home::Header {
            self.memory.push(None);
            self.base[inner.control.0] = Some(self.memory.len() - 1);
        }
        self.base[inner.control.0].expect("a control variable has a cell")
    }

    fn goes_on(&mut self, inner: &'f Loop, control: usize) -> Result<bool, Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Stop::Undefined);
        }
        let now = self.get(inner.control, control)?;
        let bound = self.value(&inner.bound)?;
        Ok(self.binary(inner.test, now, bound)?.0 != 0)
    }

    fn advance(&mut self, inner: &'f Loop, control: usize) -> Result<(), Stop> {
        let now = self.get(inner.control, control)?;
        let next = self.binary(Op::Add, now, (i128::from(inner.step), Ty::I32))?;
        self.set(inner.control, control, next)
    }

    /// Ends a loop: what it wrote may be read behind it.
    fn leave(&mut self, inner: &Loop, iterations: usize) {
        let Some(active) = self.active.pop() else { return };
        let scalars = self.function.vars().filter(|(_, variable)| variable.dims.is_empty());
        for (var, cell) in scalars.filter_map(|(var, _)| Some((var, self.base[var.0]?))) {
            let is_written = active.cells.get(&cell).is_some_and(|seen| seen.written_in.is_some());
            if iterations > 0 && !is_written && active.control != Some(cell) {
                let entry = (inner.number, var.0, WrittenBy::None);
                let entries = self.written.entry(cell).or_default();
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
            }
        }
        for (cell, seen) in active.cells {
            if let Some(iteration) = seen.written_in {
                let by = if iteration == iterations { WrittenBy::Last } else { WrittenBy::Earlier };
                self.written.entry(cell).or_default().push((inner.number, seen.writer, by));
            }
        }
    }

    /// Executes a loop backwards in two groups of iterations, with copies and reductions.
    fn run_apart(&mut self, inner: &'f Loop, apart: &'f Apart) -> Result<(), Stop> {
        let control = self.control(inner);
        let first = self.value(&inner.first)?;
        self.set(inner.control, control, first)?;
        let mut values = Vec::new();
        while self.goes_on(inner, control)? {
            values.push(self.memory[control]);
            self.advance(inner, control)?;
        }
        let end = self.memory[control];
        let own: Vec<usize> = apart
            .private
            .iter()
            .chain(&apart.last)
            .filter(|var| **var != inner.control)
            .flat_map(|var| self.cells_of(*var))
            .collect();
        let before: Vec<Option<i64>> = own.iter().map(|cell| self.memory[*cell]).collect();
        let last: Vec<usize> = apart.last.iter().flat_map(|var| self.cells_of(*var)).collect();
        let mut results: Vec<(usize, Option<i64>)> = Vec::new();
        let mut totals = Vec::new();
        for (var, by) in &apart.reductions {
            let cell = self.base[var.0].ok_or(Stop::Undefined)?;
            totals.push((cell, *by, self.memory[cell]));
        }
        for group in [1, 0] {
            for ((cell, by, _), (var, _)) in totals.iter().zip(&apart.reductions) {
                let ty = &self.function.variable(*var).ty;
                self.memory[*cell] = Some(identity(*by, *ty));
            }
            for (position, value) in values.iter().enumerate().rev().filter(|(at, _)| at % 2 == group) {
                own.iter().for_each(|cell| self.memory[*cell] = None);
                self.memory[control] = *value;
                if let Went::Break = self.block(&inner.body)? {
                    return Err(Stop::Undefined);
                }
                if position + 1 == values.len() {
                    results = last.iter().map(|cell| (*cell, self.memory[*cell])).collect();
                }
            }
            for ((cell, by, total), (var, _)) in totals.iter_mut().zip(&apart.reductions) {
                let Some(old) = *total else { continue };
                let combined = reduce(*by, old, self.memory[*cell].ok_or(Stop::Undefined)?);
                *total = Some(wrap(i128::from(combined), self.function.variable(*var).ty) as i64);
            }
        }
        own.iter().zip(before).for_each(|(cell, value)| self.memory[*cell] = value);
        results.into_iter().for_each(|(cell, value)| self.memory[cell] = value);
        totals.into_iter().for_each(|(cell, _, total)| self.memory[cell] = total);
        self.memory[control] = end;
        Ok(())
    }

    fn cells_of(&self, var: Var) -> std::ops::Range<usize> {
        let count = self.function.variable(var).cells() as usize;
        self.base[var.0].map_or(0..0, |base| base..base + count)
    }

    fn value(&mut self, expr: &'f Expr) -> Result<Typed, Stop> {
        match expr {
            Expr::Number(number) => Ok((i128::from(*number), Ty::I32)),
            Expr::Get(target) => {
                let cell = self.cell(target)?;
                self.get(target.var, cell)
            }
            Expr::Binary(Op::LogicalAnd, left, right) => {
                let holds = self.value(left)?.0 != 0 && self.value(right)?.0 != 0;
                Ok((i128::from(holds), Ty::I32))
            }
            Expr::Binary(Op::LogicalOr, left, right) => {
                let holds = self.value(left)?.0 != 0 || self.value(right)?.0 != 0;
                Ok((i128::from(holds), Ty::I32))
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.binary(*op, left, right)
            }
            Expr::Cast(ty, of) => {
                let (value, _) = self.value(of)?;
                Ok((wrap(value, *ty), *ty))
            }
            Expr::Choose(condition, yes, no) => {
                let holds = self.value(condition)?.0 != 0;
                self.value(if holds { yes } else { no })
            }
            Expr::Call(called) => Ok((self.call(called)?, Ty::I32)),
        }
    }

    fn cell(&mut self, target: &'f Target) -> Result<usize, Stop> {
        let mut subscripts = Vec::new();
        for subscript in &target.subscripts {
            subscripts.push(self.value(subscript)?.0);
        }
        self.cell_at(target.var, &subscripts, false)
    }

    /// The cell of an element. A pointer to a part of a fixed row may leave the row.
    fn cell_at(&self, var: Var, subscripts: &[i128], may_leave_row: bool) -> Result<usize, Stop> {
        let variable = self.function.variable(var);
        let base = self.base[var.0].ok_or(Stop::Undefined)?;
        let mut offset = 0;
        for (level, at) in subscripts.iter().enumerate() {
            let is_free = level == 0 && variable.leads_elsewhere();
            let is_outside = *at < 0 || (!is_free && *at >= i128::from(variable.dims[level]));
            if !self.is_roomy && is_outside && !(may_leave_row && level > 0) {
                return Err(Stop::Undefined);
            }
            offset = offset * i128::from(variable.dims[level]) + at;
        }
        let limit = if variable.dims.is_empty() { 1 } else { self.reach[var.0] };
        let room = if self.is_roomy && !variable.dims.is_empty() { i128::from(ROOM) } else { 0 };
        if offset < -room || offset >= i128::from(limit) + room {
            return Err(Stop::Undefined);
        }
        Ok((base as i128 + offset) as usize)
    }

    /// The value of the address of an element.
    pub(crate) fn pointer(&mut self, target: &'f Target) -> Result<Pointer, Stop> {
        let mut subscripts = Vec::new();
        for subscript in &target.subscripts {
            subscripts.push(self.value(subscript)?.0);
        }
        let may_leave_row = matches!(target.subscripts[..], [Expr::Number(_), _]);
        Ok(Pointer { var: target.var, subscripts, may_leave_row })
    }

    pub(crate) fn value_as(&mut self, expr: &'f Expr, ty: Ty) -> Result<i128, Stop> {
        Ok(wrap(self.value(expr)?.0, ty))
    }

    pub(crate) fn load(&mut self, pointer: &Pointer, at: i128) -> Result<i128, Stop> {
        self.steps += 1;
        let cell = self.cell_at(pointer.var, &pointer.moved(at), pointer.may_leave_row)?;
        Ok(self.get(pointer.var, cell)?.0)
    }

    /// Stores an `int` and returns it.
    pub(crate) fn store(&mut self, pointer: &Pointer, at: i128, value: i128) -> Result<i128, Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS || wrap(value, Ty::I32) != value {
            return Err(Stop::Undefined);
        }
        let cell = self.cell_at(pointer.var, &pointer.moved(at), pointer.may_leave_row)?;
        self.set(pointer.var, cell, (value, Ty::I32))?;
        Ok(value)
    }

    fn get(&mut self, var: Var, cell: usize) -> Result<Typed, Stop> {
        self.notice_read(var, cell);
        let value = self.memory[cell].ok_or(Stop::Undefined)?;
        Ok((i128::from(value), self.function.variable(var).ty))
    }

    fn set(&mut self, var: Var, cell: usize, value: Typed) -> Result<(), Stop> {
        self.notice_write(var, cell);
        let stored = wrap(value.0, self.function.variable(var).ty);
        self.memory[cell] = Some(i64::try_from(stored).map_err(|_| Stop::Undefined)?);
        Ok(())
    }

    fn notice_read(&mut self, var: Var, cell: usize) {
        for active in &mut self.active {
            if active.control == Some(cell) {
                continue;
            }
            let flags = &mut self.seen[active.number].flags;
            let seen = active.cells.entry(cell).or_default();
            if seen.written_in != Some(active.iteration) {
                flags[var.0].exposed = true;
                if seen.written_in.is_some() {
                    flags[var.0].flow = true;
                    flags[seen.writer].flow = true;
                }
            }
            let first = seen.read_in.map_or(active.iteration, |(first, _)| first);
            seen.read_in = Some((first, active.iteration));
            seen.readers |= 1 << var.0;
        }
        for (number, writer, by) in self.written.get(&cell).into_iter().flatten() {
            let flags = &mut self.seen[*number].flags[*writer];
            flags.live |= *by != WrittenBy::None;
            flags.live_from_earlier |= *by == WrittenBy::Earlier;
            flags.live_from_before |= *by == WrittenBy::None;
        }
    }

    fn notice_write(&mut self, var: Var, cell: usize) {
        for active in &mut self.active {
            if active.control == Some(cell) {
                continue;
            }
            let flags = &mut self.seen[active.number].flags;
            let seen = active.cells.entry(cell).or_default();
            flags[var.0].written = true;
            if seen.written_in.is_some_and(|iteration| iteration != active.iteration) {
                flags[var.0].output = true;
                flags[seen.writer].output = true;
            }
            if seen.read_in.is_some_and(|(first, _)| first != active.iteration) {
                flags[var.0].anti = true;
                for reader in (0..32).filter(|reader| seen.readers >> reader & 1 == 1) {
                    flags[reader].anti = true;
                }
            }
            seen.written_in = Some(active.iteration);
            seen.writer = var.0;
        }
        self.written.remove(&cell);
    }
}

fn wrap(value: i128, ty: Ty) -> i128 {
    let bits = ty.bits();
    let low = value & ((1 << bits) - 1);
    if !ty.is_unsigned() && low >> (bits - 1) & 1 == 1 { low - (1 << bits) } else { low }
}

/// The type of both operands of an operator.
fn common(left: Ty, right: Ty) -> Ty {
    left.max(Ty::I32).max(right.max(Ty::I32))
}

/// Overflow of a signed type has no value (C17 6.5p5), unless it `wraps`.
fn binary(op: Op, left: Typed, right: Typed, wraps: bool) -> Result<Typed, Stop> {
    let ty = if op == Op::Shl { left.1.max(Ty::I32) } else { common(left.1, right.1) };
    let (a, b) = (wrap(left.0, ty), if op == Op::Shl { right.0 } else { wrap(right.0, ty) });
    let truth = |holds: bool| Ok((i128::from(holds), Ty::I32));
    let value = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a.wrapping_mul(b),
        Op::Div if b != 0 => a / b,
        Op::Rem if b != 0 => a % b,
        Op::Div | Op::Rem => return Err(Stop::Undefined),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl if (0..8).contains(&b) && a >= 0 => a << b,
        Op::Shl => return Err(Stop::Undefined),
        Op::Lt => return truth(a < b),
        Op::Le => return truth(a <= b),
        Op::Gt => return truth(a > b),
        Op::Ge => return truth(a >= b),
        Op::Eq => return truth(a == b),
        Op::Ne => return truth(a != b),
        Op::LogicalAnd => return truth(a != 0 && b != 0),
        Op::LogicalOr => return truth(a != 0 || b != 0),
    };
    let wrapped = wrap(value, ty);
    if !wraps && !ty.is_unsigned() && wrapped != value { Err(Stop::Undefined) } else { Ok((wrapped, ty)) }
}

/// What a reduction starts from, as OpenMP has it.
fn identity(by: CombinedBy, ty: Ty) -> i64 {
    let bits = ty.bits().min(63);
    match by {
        CombinedBy::Sum | CombinedBy::BitOr | CombinedBy::BitXor | CombinedBy::Or => 0,
        CombinedBy::Product | CombinedBy::And => 1,
        CombinedBy::Greatest if ty.is_unsigned() => 0,
        CombinedBy::Greatest => -(1 << (bits - 1)),
        CombinedBy::Least if ty.is_unsigned() => (1 << bits) - 1,
        CombinedBy::Least => (1 << (bits - 1)) - 1,
        CombinedBy::BitAnd => wrap(-1, ty) as i64,
    }
}

fn reduce(by: CombinedBy, a: i64, b: i64) -> i64 {
    match by {
        CombinedBy::Sum => a.wrapping_add(b),
        CombinedBy::Product => a.wrapping_mul(b),
        CombinedBy::Greatest => a.max(b),
        CombinedBy::Least => a.min(b),
        CombinedBy::BitAnd => a & b,
        CombinedBy::BitOr => a | b,
        CombinedBy::BitXor => a ^ b,
        CombinedBy::And => i64::from(a != 0 && b != 0),
        CombinedBy::Or => i64::from(a != 0 || b != 0),
    }
}
