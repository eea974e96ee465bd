//! The present table: data regions, dynamic data, updates (OpenACC 3.4 2.6.3 to 2.6.8, 2.7, 2.14.4).

use super::machine::Machine;
use super::memory::{Cell, Queues, Space, Stamp};
use super::values::{self, Value};
use super::{Determined, Undetermined};
use crate::programs::program::*;

/// Data of the host that has a copy on the device.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) block: usize,
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) copy: usize,
    pub(super) structured: u32,
    pub(super) dynamic: u32,
    /// The item that made it.
    pub(super) item: Item,
    /// The pointers of the copy that are attached.
    attached: Vec<Attached>,
    /// The operation of a queue that made it.
    born: Option<Stamp>,
    used: Vec<Stamp>,
    /// The operations of queues that counted it down. When they do so is not determined.
    left: Vec<Stamp>,
}

impl Entry {
    pub(super) fn wait(&mut self, queues: &Queues) {
        self.born = self.born.filter(|stamp| !queues.is_done(*stamp));
        self.used.retain(|stamp| !queues.is_done(*stamp));
        self.left.retain(|stamp| !queues.is_done(*stamp));
    }

    pub(super) fn used_by(&mut self, stamp: Stamp) {
        self.used.push(stamp);
    }

    pub(super) fn stamps(&self) -> impl Iterator<Item = Stamp> {
        self.born.iter().chain(&self.used).chain(&self.left).copied()
    }

    pub(super) fn idle(&self) -> bool {
        self.born.is_none() && self.used.is_empty() && self.left.is_empty()
    }
}

/// A pointer that is attached, and how often.
#[derive(Clone, Copy, Debug)]
struct Attached {
    cell: usize,
    count: u32,
}

/// Consecutive cells of the host, and the pointer through which an item names them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) block: usize,
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) pointer: Option<Cell>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counter {
    Structured,
    Dynamic,
}

/// What a data region did with its items: whether each was present or made.
pub(crate) type Active = Option<Vec<bool>>;

impl Machine {
    /// The data of the host that an item names.
    pub(super) fn span(&mut self, program: &Program, item: &Item) -> Determined<Span> {
        self.comes_to(item.var);
        let span = self.extent(program, item)?;
        self.comes_to(item.var);
        Ok(span)
    }

    fn extent(&mut self, program: &Program, item: &Item) -> Determined<Span> {
        let shape = program.shape(item.var, item.member);
        let base = self.base(item.var, None)?;
        let own = (base.block, usize::try_from(base.offset).expect("a variable of the host"));
        if matches!((&program.vars[item.var].shape, item.member), (Shape::StructPointer(_), None)) {
            let (block, start) = self.home(program, item.var, None)?;
            let length = program.vars[item.var].shape.members().iter().map(|m| m.shape.cells()).sum();
            return Ok(Span { block, start, length, pointer: Some(own) });
        }
        let pointer = match (&program.vars[item.var].shape, item.member) {
            (Shape::Pointer(..), None) => Some(own),
            (_, Some(member)) if shape.is_pointer() => {
                let declared = &program.vars[item.var].shape;
                let home = if matches!(declared, Shape::StructPointer(_)) {
                    self.home_of_struct(program, item.var)?
                } else {
                    own
                };
                Some((home.0, home.1 + declared.offset(member)))
            }
            _ => None,
        };
        let (block, first) = self.home(program, item.var, item.member)?;
        let Some(section) = &item.section else {
            if let Shape::Pointer(_, dims) = shape
                && program.vars[item.var].brackets
            {
                return Ok(Span { block, start: first, length: dims.iter().product(), pointer });
            }
            if pointer.is_some() {
                return Err(Undetermined("a pointer without section"));
            }
            return Ok(Span { block, start: first, length: shape.cells(), pointer });
        };
        let (_, dims) = shape.grid().ok_or(Undetermined("a section of a scalar"))?;
        let row: usize = dims[1..].iter().product();
        let start = section.start.as_ref().map_or(Ok(0), |start| self.index(program, start))?;
        let length = match &section.length {
            Some(length) => self.index(program, length)?,
            None if pointer.is_some() => return Err(Undetermined("a section without length")),
            None => dims[0].checked_sub(start).ok_or(Undetermined("a section out of bounds"))?,
        };
        if length == 0
            || start + length > dims[0]
            || first + (start + length) * row > self.blocks[block].cells.len()
        {
            return Err(Undetermined("a section out of bounds"));
        }
        let start = first + start * row;
        // A part of one row is contiguous.
        match section.columns {
            Some((column, count)) if length == 1 => {
                Ok(Span { block, start: start + column, length: count, pointer })
            }
            _ => Ok(Span { block, start, length: length * row, pointer }),
        }
    }

    /// What a data clause names, or the first thing that the pointer of `attach` or `detach` points to.
    fn pointed(&mut self, program: &Program, kind: DataKind, item: &Item) -> Determined<Span> {
        if !kind.is_attachment() {
            return self.span(program, item);
        }
        let section = Section { start: None, length: Some(Expr::Int(1)), columns: None };
        self.span(program, &Item { section: Some(section), ..item.clone() })
    }

    fn home_of_struct(&mut self, program: &Program, var: VarId) -> Determined<Cell> {
        let base = self.base(var, None)?;
        match self.read((base.block, base.offset as usize))? {
            Value::Pointer(block, offset) if program.vars[var].shape.is_pointer() => {
                Ok((block, offset as usize))
            }
            _ => Err(Undetermined("no pointer")),
        }
    }

    /// The entry that holds some data. Partly present data is an error.
    pub(super) fn find(&self, span: Span) -> Determined<Option<usize>> {
        let end = span.start + span.length;
        let gone = self.without_copy.iter().filter(|(block, ..)| *block == span.block);
        for (_, start, length, stamp) in gone {
            if *start < end && span.start < start + length && !self.queues.behind(*stamp) {
                return Err(Undetermined("a queue may still look for the data or remove it"));
            }
        }
        for (index, entry) in self.table.iter().enumerate().filter(|(_, entry)| entry.block == span.block) {
            if entry.start <= span.start && end <= entry.start + entry.length {
                return match entry.born {
                    Some(stamp) if !self.queues.behind(stamp) => Err(Undetermined("a queue makes the data")),
                    _ => Ok(Some(index)),
                };
            }
            if entry.start < end && span.start < entry.start + entry.length {
                return Err(Undetermined("partly present data"));
            }
        }
        Ok(None)
    }

    /// Notes that a queue finds no data, or removes it. When it does so is not determined.
    fn goes_without(&mut self, span: Span) {
        if let Some(stamp) = self.queues.stamp() {
            self.without_copy.push((span.block, span.start, span.length, stamp));
        }
    }

    fn transfer(&mut self, entry: usize, span: Span, to_device: bool) -> Determined<()> {
        let Entry { start, copy, .. } = self.table[entry];
        if !to_device
            && self.table[entry]
                .attached
                .iter()
                .any(|pointer| (span.start..span.start + span.length).contains(&(pointer.cell + start)))
        {
            return Err(Undetermined("an attached pointer is copied to the host"));
        }
        if to_device && !self.table[entry].attached.is_empty() {
            return Err(Undetermined("an attached pointer is overwritten"));
        }
        for k in span.start..span.start + span.length {
            let (host, device) = ((span.block, k), (copy, k - start));
            let (from, to) = if to_device { (host, device) } else { (device, host) };
            self.queues.touch(from, false)?;
            self.queues.touch(to, true)?;
            let (new, old) = (self.blocks[from.0].cells[from.1], self.blocks[to.0].cells[to.1]);
            if !to_device && matches!(old, Some(Value::Pointer(..))) && new != old {
                return Err(Undetermined("a pointer of the host is lost"));
            }
            self.is_spoilt |= !to_device && new.is_none();
            self.blocks[to.0].cells[to.1] = new;
            if !to_device && new == old {
                self.queues.stay_quiet(to);
            }
        }
        Ok(())
    }

    /// Fills new data with zeros (2.7).
    fn zero(&mut self, program: &Program, item: &Item, made: usize) -> Determined<()> {
        let Entry { copy, length, .. } = self.table[made];
        let shape = program.shape(item.var, item.member);
        // A null pointer is never used.
        let elems = match shape {
            Shape::Pointer(elem, _) => vec![Some(*elem); length],
            Shape::StructPointer(members) | Shape::Struct(members) => {
                members.iter().flat_map(|member| kinds_of_cells(&member.shape)).collect()
            }
            shape => kinds_of_cells(shape),
        };
        for (k, elem) in elems.into_iter().take(length).enumerate() {
            self.queues.touch((copy, k), true)?;
            let zero = elem.map(|elem| values::convert(elem, Value::Int(0))).transpose()?;
            self.blocks[copy].cells[k] = zero;
        }
        Ok(())
    }

    /// Makes data present and counts it. Returns whether it is present now.
    pub(super) fn enter_item(
        &mut self,
        program: &Program,
        kind: DataKind,
        item: &Item,
        counter: Counter,
    ) -> Determined<bool> {
        if kind.is_attachment() {
            return Ok(true);
        }
        let span = self.span(program, item)?;
        let found = self.find(span)?;
        let was_present = found.is_some();
        let found = match found {
            Some(found) => found,
            None if kind == DataKind::NoCreate => {
                self.goes_without(span);
                return Ok(false);
            }
            None if kind == DataKind::Present => return Err(Undetermined("absent data")),
            None => {
                let copy = self.block(Space::Device, span.length);
                self.table.push(Entry {
                    block: span.block,
                    start: span.start,
                    length: span.length,
                    copy,
                    structured: 0,
                    dynamic: 0,
                    item: item.clone(),
                    attached: Vec::new(),
                    born: self.queues.stamp(),
                    used: Vec::new(),
                    left: Vec::new(),
                });
                let made = self.table.len() - 1;
                if kind.copies_in() {
                    self.transfer(made, span, true)?;
                } else if kind.zeroes() {
                    self.zero(program, item, made)?;
                }
                made
            }
        };
        if was_present && kind.always_in() {
            self.transfer(found, span, true)?;
        }
        if self.table[found].left.iter().any(|stamp| !self.queues.behind(*stamp)) {
            return Err(Undetermined("a queue may count the data down before or behind"));
        }
        let stamp = self.queues.stamp();
        let entry = &mut self.table[found];
        entry.used.extend(stamp);
        match counter {
            Counter::Structured => entry.structured += 1,
            Counter::Dynamic => entry.dynamic += 1,
        }
        Ok(true)
    }

    /// Lets a pointer that is present point to the copy of what it points to (2.7.2).
    pub(super) fn attach(&mut self, program: &Program, (kind, item): &(DataKind, Item)) -> Determined<()> {
        let span = self.pointed(program, *kind, item)?;
        let Some(pointer) = span.pointer else { return Ok(()) };
        let Some(holder) = self.find(cell_span(pointer))? else { return Ok(()) };
        let Some(held) = self.find(span)? else { return Ok(()) };
        let Some(Value::Pointer(_, offset)) = self.blocks[pointer.0].cells[pointer.1] else {
            return Err(Undetermined("no pointer"));
        };
        let target = Value::Pointer(self.table[held].copy, offset - self.table[held].start as isize);
        let cell = pointer.1 - self.table[holder].start;
        let copy = self.table[holder].copy;
        let entry = &mut self.table[holder];
        self.queues.touch_pointer((copy, cell))?;
        if let Some(attached) = entry.attached.iter_mut().find(|attached| attached.cell == cell) {
            attached.count += 1;
            if self.blocks[copy].cells[cell] != Some(target) {
                return Err(Undetermined("a pointer is attached to something else"));
            }
            return Ok(());
        }
        entry.attached.push(Attached { cell, count: 1 });
        self.blocks[copy].cells[cell] = Some(target);
        Ok(())
    }

    pub(super) fn detach(
        &mut self,
        program: &Program,
        (kind, item): &(DataKind, Item),
        finalize: bool,
    ) -> Determined<()> {
        let span = self.pointed(program, *kind, item)?;
        let Some(pointer) = span.pointer else { return Ok(()) };
        let Some(holder) = self.find(cell_span(pointer))? else { return Ok(()) };
        let cell = pointer.1 - self.table[holder].start;
        let entry = &self.table[holder];
        let copy = entry.copy;
        let Some(index) = entry.attached.iter().position(|attached| attached.cell == cell) else {
            return Ok(());
        };
        if !kind.is_attachment() && self.find(span)?.is_none() {
            return Err(Undetermined("whether absent data lets its pointer go"));
        }
        self.queues.touch_pointer((copy, cell))?;
        let attached = &mut self.table[holder].attached[index];
        attached.count = if finalize { 0 } else { attached.count - 1 };
        if attached.count == 0 {
            self.table[holder].attached.remove(index);
            self.blocks[copy].cells[cell] = self.blocks[pointer.0].cells[pointer.1];
        }
        Ok(())
    }

    pub(super) fn exit_item(
        &mut self,
        program: &Program,
        kind: DataKind,
        item: &Item,
        counter: Counter,
        finalize: bool,
    ) -> Determined<()> {
        if kind.is_attachment() {
            return Ok(());
        }
        let span = self.span(program, item)?;
        let Some(found) = self.find(span)? else {
            self.goes_without(span);
            let absent = counter == Counter::Dynamic || kind == DataKind::NoCreate;
            return if absent { Ok(()) } else { Err(Undetermined("data was removed inside its region")) };
        };
        let pending = self.table[found].used.iter().chain(&self.table[found].left);
        if counter == Counter::Dynamic && pending.copied().any(|stamp| !self.queues.behind(stamp)) {
            return Err(Undetermined("a queue may count the data before or behind"));
        }
        if kind.always_out() {
            self.transfer(found, span, false)?;
        }
        let stamp = self.queues.stamp();
        let entry = &mut self.table[found];
        entry.left.extend(stamp);
        match counter {
            Counter::Structured if entry.structured == 0 => {
                return Err(Undetermined("data was removed inside its region"));
            }
            Counter::Structured => entry.structured -= 1,
            Counter::Dynamic if finalize => entry.dynamic = 0,
            Counter::Dynamic => entry.dynamic = entry.dynamic.saturating_sub(1),
        }
        if entry.structured > 0 || entry.dynamic > 0 {
            return Ok(());
        }
        let whole = Span { block: entry.block, start: entry.start, length: entry.length, pointer: None };
        if kind.copies_out() {
            if span.length != whole.length {
                return Err(Undetermined("the last to leave names a part of what is present"));
            }
            self.transfer(found, whole, false)?;
        }
        self.remove(found)
    }

    fn remove(&mut self, found: usize) -> Determined<()> {
        if self.table[found].used.iter().any(|stamp| !self.queues.behind(*stamp)) {
            return Err(Undetermined("a queue still uses what is removed"));
        }
        // A construct also uses what only the data regions around it name.
        let Entry { copy, length, .. } = self.table[found];
        (0..length).try_for_each(|k| self.queues.touch((copy, k), true))?;
        let entry = self.table.swap_remove(found);
        self.blocks[entry.copy].alive = false;
        self.goes_without(Span {
            block: entry.block,
            start: entry.start,
            length: entry.length,
            pointer: None,
        });
        Ok(())
    }

    /// Enters a data region. Its clauses are visible inside.
    pub(crate) fn enter_region(
        &mut self,
        program: &Program,
        clauses: &DataClauses,
        condition: Option<&Expr>,
        (queue, waits): (Option<i64>, &[i64]),
    ) -> Determined<Active> {
        self.distinct(program, clauses)?;
        let active = condition.map_or(Ok(true), |condition| self.holds(program, condition))?;
        if queue.is_none() {
            self.wait(waits);
        }
        self.queues.begin(queue, waits);
        let entered = active.then(|| self.enter_structured(program, clauses)).transpose();
        self.queues.actor = None;
        self.visible.push(clauses.iter().filter(|(kind, _)| !kind.is_attachment()).cloned().collect());
        entered
    }

    pub(crate) fn leave_region(
        &mut self,
        program: &Program,
        clauses: &DataClauses,
        entered: Active,
        queue: Option<i64>,
    ) -> Determined<()> {
        self.visible.pop();
        self.queues.begin(queue, &[]);
        let left = entered.map_or(Ok(()), |entered| self.leave_structured(program, clauses, &entered));
        self.queues.actor = None;
        left
    }

    pub(super) fn enter_structured(
        &mut self,
        program: &Program,
        clauses: &DataClauses,
    ) -> Determined<Vec<bool>> {
        if !self.discrete {
            return Ok(Vec::new());
        }
        let enter =
            |(kind, item): &(DataKind, Item)| self.enter_item(program, *kind, item, Counter::Structured);
        let entered = clauses.iter().map(enter).collect::<Determined<Vec<bool>>>()?;
        for clause in clauses {
            self.attach(program, clause)?;
        }
        Ok(entered)
    }

    pub(super) fn leave_structured(
        &mut self,
        program: &Program,
        clauses: &DataClauses,
        entered: &[bool],
    ) -> Determined<()> {
        if !self.discrete {
            return Ok(());
        }
        let counted =
            || clauses.iter().zip(entered).filter(|(_, present)| **present).map(|(clause, _)| clause);
        for clause in counted() {
            self.detach(program, clause, false)?;
        }
        for (kind, item) in counted() {
            self.exit_item(program, *kind, item, Counter::Structured, false)?;
        }
        Ok(())
    }

    pub(super) fn enter(&mut self, program: &Program, clauses: &DataClauses) -> Determined<()> {
        if !self.discrete {
            return Ok(());
        }
        self.distinct(program, clauses)?;
        for (kind, item) in clauses {
            self.enter_item(program, *kind, item, Counter::Dynamic)?;
        }
        clauses.iter().try_for_each(|clause| self.attach(program, clause))
    }

    /// Left out: one directive that names data twice, under two names. OpenMP forbids it, and what two pointers
    /// point to is not known to a translator.
    pub(super) fn distinct(&mut self, program: &Program, clauses: &DataClauses) -> Determined<()> {
        let named = clauses.iter().filter(|(kind, _)| !kind.is_attachment());
        let spans = named.map(|(_, item)| self.span(program, item)).collect::<Determined<Vec<Span>>>()?;
        for (at, span) in spans.iter().enumerate() {
            let overlaps = |other: &Span| {
                other.block == span.block
                    && other.start < span.start + span.length
                    && span.start < other.start + other.length
            };
            if spans[..at].iter().any(overlaps) {
                return Err(Undetermined("one directive names data twice"));
            }
            // OpenMP maps the pointer, too.
            let of_var = |at: usize| {
                clauses.iter().filter(|(kind, _)| !kind.is_attachment()).nth(at).map(|(_, item)| item.var)
            };
            let holds = |(other, holder): (usize, &Span)| {
                let is_there = |(block, cell)| {
                    block == holder.block && (holder.start..holder.start + holder.length).contains(&cell)
                };
                span.pointer.is_some_and(is_there) && of_var(other) != of_var(at)
            };
            if spans.iter().enumerate().any(holds) {
                return Err(Undetermined("one directive names a pointer under another name"));
            }
        }
        Ok(())
    }

    pub(super) fn exit(
        &mut self,
        program: &Program,
        clauses: &DataClauses,
        finalize: bool,
    ) -> Determined<()> {
        if !self.discrete {
            return Ok(());
        }
        clauses.iter().try_for_each(|clause| self.detach(program, clause, finalize))?;
        for (kind, item) in clauses {
            self.exit_item(program, *kind, item, Counter::Dynamic, finalize)?;
        }
        Ok(())
    }

    pub(super) fn update(&mut self, program: &Program, update: &Update) -> Determined<()> {
        if !self.discrete {
            return Ok(());
        }
        let to_self = update.to_self.iter().map(|item| (item, false));
        let to_device = update.to_device.iter().map(|item| (item, true));
        let mut moved: Vec<Span> = Vec::new();
        for (item, to_device) in to_self.chain(to_device) {
            let span = self.span(program, item)?;
            let overlaps = |other: &Span| {
                other.block == span.block
                    && other.start < span.start + span.length
                    && span.start < other.start + other.length
            };
            if moved.iter().any(overlaps) {
                return Err(Undetermined("one update moves data twice"));
            }
            moved.push(span);
            match self.find(span)? {
                Some(found) => {
                    let stamp = self.queues.stamp();
                    self.table[found].used.extend(stamp);
                    for part in row_parts(program, item, span) {
                        self.transfer(found, part, to_device)?;
                    }
                }
                None if update.if_present => self.goes_without(span),
                None => return Err(Undetermined("absent data")),
            }
        }
        Ok(())
    }

    /// Whether the structure is present of which an item is a part behind a pointer. True for other items.
    pub(crate) fn holds_pointer_of(&self, program: &Program, item: &Item) -> bool {
        let mut machine = self.clone();
        let behind = item.member.is_some() && program.shape(item.var, item.member).is_pointer();
        let whole = Item { var: item.var, member: None, section: None };
        !behind || machine.span(program, &whole).is_ok_and(|span| matches!(machine.find(span), Ok(Some(_))))
    }

    /// Whether `attach` would find a pointer and what it points to on the device.
    pub(crate) fn can_attach(&self, program: &Program, item: &Item) -> bool {
        let mut machine = self.clone();
        let Ok(span) = machine.pointed(program, DataKind::Attach, item) else { return false };
        let is_there = |span| matches!(machine.find(span), Ok(Some(_)));
        span.pointer.is_some_and(|pointer| is_there(cell_span(pointer))) && is_there(span)
    }

    /// Whether a pointer is attached.
    pub(crate) fn is_attached(&self, program: &Program, item: &Item) -> bool {
        let mut machine = self.clone();
        let Ok(Some(pointer)) = machine.pointed(program, DataKind::Attach, item).map(|span| span.pointer)
        else {
            return false;
        };
        let Ok(Some(holder)) = machine.find(cell_span(pointer)) else { return false };
        let entry = &machine.table[holder];
        let cell = pointer.1 - entry.start;
        entry.attached.iter().any(|attached| attached.cell == cell)
    }

    /// The items that made what only `exit data` removes.
    pub(crate) fn left_by_directives(&self) -> DataClauses {
        let entries = self.table.iter().filter(|entry| entry.dynamic > 0);
        entries.map(|entry| (DataKind::Delete, entry.item.clone())).collect()
    }

    /// The items that `exit data` must let go at the end, whole and present.
    pub(crate) fn left(&self) -> DataClauses {
        self.table.iter().map(|entry| (DataKind::Delete, entry.item.clone())).collect()
    }
}

/// The types of the cells of a variable or member that is no structure. A pointer has none.
fn kinds_of_cells(shape: &Shape) -> Vec<Option<Elem>> {
    match shape.numbers() {
        Some(numbers) => numbers.into_iter().map(Some).collect(),
        None => vec![None; shape.cells()],
    }
}

/// The parts of the rows that an item of `update` names.
fn row_parts(program: &Program, item: &Item, span: Span) -> Vec<Span> {
    let columns = item.section.as_ref().and_then(|section| section.columns);
    let (Some((first, length)), Some((_, dims))) = (columns, program.shape(item.var, item.member).grid())
    else {
        return vec![span];
    };
    if span.length <= dims[1] {
        return vec![span];
    }
    let rows = (span.start..span.start + span.length).step_by(dims[1]);
    rows.map(|row| Span { start: row + first, length, ..span }).collect()
}

fn cell_span(cell: Cell) -> Span {
    Span { block: cell.0, start: cell.1, length: 1, pointer: None }
}
