//! Makes programs whose results OpenACC determines, on both kinds of memory.
//!
//! A statement is drawn, run by the model on both, and drawn again if its result is undetermined.

mod construct;
mod themes;
mod variables;

use crate::programs::model::{Active, Machine};
use crate::programs::program::*;
use crate::programs::rng::Rng;
use themes::Theme;

/// How deep the statements of a function count as nested.
const FUNCTION: usize = 2;

/// The features that programs may have beyond the usual ones.
#[derive(Clone, Copy)]
pub(crate) struct Extras {
    /// Functions in whose place devices call others.
    pub(crate) bound: bool,
    /// `return` inside the region of a `declare`.
    pub(crate) leaves: bool,
    /// Modifiers of data clauses about members.
    pub(crate) modified_members: bool,
}

impl Extras {
    pub(crate) const ALL: Extras = Extras { bound: true, leaves: true, modified_members: true };
    pub(crate) const NONE: Extras = Extras { bound: false, leaves: false, modified_members: false };
}

/// Draws a program.
pub(crate) fn program(seed: u64, extras: Extras) -> Program {
    let mut generator = Generator {
        rng: Rng::new(seed),
        extras,
        program: Program::default(),
        machines: [Machine::new(true), Machine::new(false)],
        counter: None,
        lengths: Vec::new(),
        themes: Vec::new(),
        favourite: None,
        calls: 0,
        parameters: Vec::new(),
        parameters_around: Vec::new(),
        inner: 0,
        region_queue: None,
        has_rows: false,
        has_pointers: false,
    };
    generator.choose_themes();
    generator.variables();
    let mut body = Vec::new();
    let statements = 3 + generator.rng.below(6) + generator.themes.len();
    generator.body(&mut body, statements, 0);
    generator.end(&mut body);
    generator.program.body = body;
    generator.program
}

struct Generator {
    rng: Rng,
    extras: Extras,
    program: Program,
    /// Separate and shared memory.
    machines: [Machine; 2],
    /// A variable of the host that loops use.
    counter: Option<VarId>,
    /// Constant variables that hold lengths.
    lengths: Vec<VarId>,
    /// What the program is about beside the usual.
    themes: Vec<Theme>,
    /// What a program about counters counts.
    favourite: Option<Item>,
    /// How many functions' bodies are under way, each called by the one before.
    calls: usize,
    /// The parameters of the innermost.
    parameters: Vec<VarId>,
    /// Those of the others.
    parameters_around: Vec<Vec<VarId>>,
    /// The number of variables of compute constructs.
    inner: usize,
    /// The queue of the data region around.
    region_queue: Option<i64>,
    /// Whether the data region around is about rows, parts of which `update` copies.
    has_rows: bool,
    /// Whether a data region around is about a structure and the memory behind a member.
    has_pointers: bool,
}

impl Generator {
    /// Runs something on both machines. If one does not determine it, nothing has happened.
    fn attempt(&mut self, run: impl Fn(&mut Machine, &Program) -> bool) -> bool {
        let before = self.machines.clone();
        let done = self.machines.iter_mut().all(|machine| run(machine, &self.program));
        if !done {
            self.machines = before;
        }
        done
    }

    fn accept(&mut self, body: &mut Vec<Stmt>, statement: Stmt) -> bool {
        let done = self.attempt(|machine, program| machine.step(program, &statement).is_ok());
        if done {
            body.push(statement);
        }
        done
    }

    fn body(&mut self, body: &mut Vec<Stmt>, statements: usize, depth: usize) {
        let wanted = body.len() + statements;
        for _ in 0..statements * 8 {
            if body.len() >= wanted || self.machines[0].leaves {
                return;
            }
            let vars = self.program.vars.len();
            if !self.one(body, depth) {
                self.program.vars.truncate(vars);
            }
        }
    }

    fn one(&mut self, body: &mut Vec<Stmt>, depth: usize) -> bool {
        if self.has_rows && self.rng.chance(35) {
            let statement = self.update();
            return self.accept(body, statement);
        }
        if self.has_pointers && self.rng.chance(30) {
            let kind = if self.rng.chance(60) { DataKind::Attach } else { DataKind::Detach };
            let statement = self.attachment(kind);
            return statement.is_some_and(|statement| self.accept(body, statement));
        }
        if !self.themes.is_empty() && self.rng.chance(40) {
            return self.themed(body);
        }
        // Left out: `return` inside a data region.
        if self.extras.leaves && self.calls > 0 && depth == FUNCTION && self.rng.chance(12) {
            let statement = Stmt::Leave(self.leaving());
            let before = self.machines.clone();
            let is_taken = self.accept(body, statement);
            // What follows is drawn for both memories, so control must leave with both or with none.
            if is_taken && self.machines[0].leaves != self.machines[1].leaves {
                self.machines = before;
                body.pop();
                return false;
            }
            return is_taken;
        }
        match self.rng.below(100) {
            0..12 => {
                let statement = self.host_write();
                self.accept(body, statement)
            }
            12..22 if depth < 3 => self.data_region(body, depth),
            22..30 => {
                let statement = self.enter();
                self.accept(body, statement)
            }
            30..38 => {
                let statement = self.exit();
                self.accept(body, statement)
            }
            38..48 => {
                let statement = self.update();
                self.accept(body, statement)
            }
            48..52 => {
                let queues = if self.rng.chance(50) { Vec::new() } else { vec![self.rng.between(1, 3)] };
                !self.machines[1].idle() && self.accept(body, Stmt::Wait(queues))
            }
            52..57 if self.calls == 0 => self.call(body),
            57..62 if self.calls == 0 => self.checkpoint(body),
            _ => self.construct(body),
        }
    }

    fn checkpoint(&mut self, body: &mut Vec<Stmt>) -> bool {
        if matches!(body.last(), Some(Stmt::Print(_))) {
            return false;
        }
        let printable = self.machines[0].printable(&self.program);
        self.accept(body, Stmt::Print(printable))
    }

    /// Lets everything go and prints everything.
    fn end(&mut self, body: &mut Vec<Stmt>) {
        self.let_go(body, |_| true);
        self.checkpoint(body);
    }

    /// Lets everything go that was made with certain variables.
    fn let_go(&mut self, body: &mut Vec<Stmt>, is_meant: impl Fn(VarId) -> bool) {
        let mut left = self.machines[0].left_by_directives();
        left.retain(|(_, item)| is_meant(item.var) && self.is_in_scope(item.var));
        if left.is_empty() && self.machines[0].idle() {
            return;
        }
        self.accept(body, Stmt::Wait(Vec::new()));
        let is_attached = |item: &Item| self.machines[0].is_attached(&self.program, item);
        let attached: Vec<Item> =
            self.pointers().into_iter().filter(|item| is_meant(item.var) && is_attached(item)).collect();
        for item in attached {
            let clauses = vec![(DataKind::Detach, item)];
            let (condition, queue, waits) = (None, None, Vec::new());
            self.accept(body, Stmt::Exit { clauses, finalize: true, condition, queue, waits });
        }
        // Parts of a structure before the structure.
        left.sort_by_key(|(_, item)| item.member.is_none());
        for mut clause in left {
            self.write_length(&mut clause.1);
            let exit = Stmt::Exit {
                clauses: vec![clause],
                finalize: true,
                condition: None,
                queue: None,
                waits: Vec::new(),
            };
            self.accept(body, exit);
        }
    }

    /// Perhaps leaves out the range, where a parameter that is declared as an array stands for its elements: in
    /// clauses that allocate or copy.
    fn without_range(&mut self, kind: DataKind, mut item: Item) -> Item {
        let allocates = !matches!(kind, DataKind::Present | DataKind::NoCreate | DataKind::Delete);
        if self.program.vars[item.var].brackets && allocates && self.rng.chance(60) {
            item.section = None;
        }
        item
    }

    /// Writes the length of a section that goes to the end, and the range of a parameter that has none.
    fn write_length(&self, item: &mut Item) {
        if let (Shape::Pointer(_, dims), None, None) =
            (&self.program.vars[item.var].shape, item.member, &item.section)
        {
            let length = Some(Expr::Int(dims[0] as i64));
            item.section = Some(Section { start: Some(Expr::Int(0)), length, columns: None });
        }
        let whole = self.program.shape(item.var, item.member).grid().map(|(_, dims)| dims[0] as i64);
        if let (Some(section), Some(whole)) = (&mut item.section, whole)
            && section.length.is_none()
        {
            let start = section
                .start
                .as_ref()
                .map_or(0, |start| if let Expr::Int(start) = start { *start } else { 0 });
            section.length = Some(Expr::Int(whole - start));
        }
    }

    /// The items that made what is present, as far as they can be written here.
    fn present_items(&self) -> Vec<Item> {
        let items = self.machines[0].left().into_iter().map(|(_, item)| item);
        let bounds = |item: &Item| {
            let bounds = item.section.iter().flat_map(|section| section.start.iter().chain(&section.length));
            bounds
                .filter_map(|bound| if let Expr::Load(place) = bound { Some(place.var) } else { None })
                .collect::<Vec<_>>()
        };
        let can_be_written =
            |item: &Item| bounds(item).into_iter().chain([item.var]).all(|var| self.is_in_scope(var));
        items.filter(can_be_written).collect()
    }

    fn data_region(&mut self, body: &mut Vec<Stmt>, depth: usize) -> bool {
        const KINDS: [DataKind; 6] = [
            DataKind::Copy,
            DataKind::Copyin,
            DataKind::Copyout,
            DataKind::Create,
            DataKind::Present,
            DataKind::NoCreate,
        ];
        let rows = if self.rng.chance(50) { self.variable_with_rows() } else { None };
        let pointers = if rows.is_none() && self.rng.chance(40) { self.pointers() } else { Vec::new() };
        let clauses = match rows {
            None if !pointers.is_empty() => self.struct_with_memory(&pointers),
            Some(var) => {
                let kind = if self.rng.chance(50) { DataKind::Copy } else { DataKind::Copyin };
                vec![(kind, Item { var, member: None, section: None })]
            }
            None => self.clauses(&KINDS, 3),
        };
        if clauses.is_empty() {
            return false;
        }
        let condition = if self.rng.chance(12) { Some(self.condition()) } else { None };
        let (mut queue, mut waits) = self.queue();
        let mut clauses = clauses;
        let attachable = self.attachable();
        if !attachable.is_empty() && self.rng.chance(40) {
            clauses.push((DataKind::Attach, self.rng.pick(&attachable).clone()));
            (queue, waits) = (None, Vec::new());
        }
        let before = (self.machines.clone(), self.program.functions.len());
        let mut entered = Vec::new();
        for machine in &mut self.machines {
            match machine.enter_region(&self.program, &clauses, condition.as_ref(), (queue, &waits)) {
                Ok(active) => entered.push(active),
                Err(_) => {
                    self.machines = before.0;
                    return false;
                }
            }
        }
        let mut inside = Vec::new();
        let statements = 1 + self.rng.below(4);
        let around = (self.region_queue, self.has_rows, self.has_pointers);
        (self.region_queue, self.has_rows) = (queue, rows.is_some());
        self.has_pointers |= !pointers.is_empty();
        self.body(&mut inside, statements + usize::from(rows.is_some()) * 3, depth + 1);
        (self.region_queue, self.has_rows, self.has_pointers) = around;
        let mut left = true;
        for (machine, active) in self.machines.iter_mut().zip(entered) {
            left &= machine.leave_region(&self.program, &clauses, active, queue).is_ok();
        }
        if !left || inside.is_empty() {
            self.machines = before.0;
            self.program.functions.truncate(before.1);
            return false;
        }
        body.push(Stmt::Data { clauses, condition, queue, waits, body: inside });
        true
    }

    fn queue(&mut self) -> (Option<i64>, Vec<i64>) {
        if self.region_queue.is_some() && self.rng.chance(70) {
            return (self.region_queue, Vec::new());
        }
        if !self.rng.chance(15) {
            return (None, Vec::new());
        }
        let queue = if self.rng.chance(80) { Some(self.rng.between(1, 2)) } else { None };
        let waits = if self.rng.chance(25) { vec![self.rng.between(1, 2)] } else { Vec::new() };
        (queue, waits)
    }

    /// Pointers that are on the device together with what they point to.
    fn attachable(&self) -> Vec<Item> {
        let mut items = self.pointers();
        items.retain(|item| self.machines[0].can_attach(&self.program, item));
        items
    }

    /// Members that are pointers.
    fn pointers(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for var in (0..self.program.vars.len()).filter(|var| self.is_item(*var)) {
            let members = self.program.vars[var].shape.members();
            let pointers = (0..members.len()).filter(|member| members[*member].shape.is_pointer());
            items.extend(pointers.map(|member| Item { var, member: Some(member), section: None }));
        }
        items
    }

    /// Perhaps `attach` or `detach`.
    fn attachment(&mut self, kind: DataKind) -> Option<Stmt> {
        let items = self.attachable();
        if items.is_empty() || !self.rng.chance(60) {
            return None;
        }
        let clauses = vec![(kind, self.rng.pick(&items).clone())];
        let condition = None;
        let (mut queue, waits) = self.queue();
        if self.rng.chance(30) {
            queue = Some(self.rng.between(1, 2));
        }
        Some(match kind {
            DataKind::Attach => Stmt::Enter { clauses, condition, queue, waits },
            _ => Stmt::Exit { clauses, finalize: self.rng.chance(15), condition, queue, waits },
        })
    }

    /// Clauses for a structure, and for what one of its pointers points to.
    fn struct_with_memory(&mut self, pointers: &[Item]) -> DataClauses {
        let pointer = self.rng.pick(pointers).clone();
        let whole = Item { var: pointer.var, member: None, section: self.whole_section(pointer.var) };
        let memory = self.part(pointer);
        let kinds = [DataKind::Copyin, DataKind::Copy];
        vec![(*self.rng.pick(&kinds), whole), (*self.rng.pick(&kinds), memory)]
    }

    fn enter(&mut self) -> Stmt {
        if let Some(attachment) = self.attachment(DataKind::Attach) {
            return attachment;
        }
        let clauses = self.clauses(&[DataKind::Copyin, DataKind::Copyin, DataKind::Create], 2);
        if clauses.is_empty() {
            return Stmt::Wait(vec![1]);
        }
        let condition = if self.rng.chance(8) { Some(self.condition()) } else { None };
        let (queue, waits) = self.queue();
        Stmt::Enter { clauses, condition, queue, waits }
    }

    fn exit(&mut self) -> Stmt {
        if let Some(attachment) = self.attachment(DataKind::Detach) {
            return attachment;
        }
        let mut clauses = Vec::new();
        for item in self.present_items() {
            if self.rng.chance(60) {
                let always = self.rng.chance(20);
                let kind = match self.rng.chance(60) {
                    true if always => DataKind::CopyoutAlways,
                    true => DataKind::Copyout,
                    false => DataKind::Delete,
                };
                let mut item = item;
                self.write_length(&mut item);
                clauses.push((kind, item));
            }
        }
        if clauses.is_empty() {
            clauses = self.clauses(&[DataKind::Copyout, DataKind::Delete], 1);
            clauses.retain(|(kind, _)| !kind.zeroes());
        }
        // Left out: several sections of one variable, and a structure with its parts, except those behind pointers.
        let mut seen: Vec<Item> = Vec::new();
        let is_behind =
            |item: &Item| item.member.is_some() && self.program.shape(item.var, item.member).is_pointer();
        clauses.retain(|(_, item)| {
            let clashes = |other: &Item| {
                let is_apart = other.member != item.member
                    && (is_behind(other) || other.member.is_none())
                    && (is_behind(item) || item.member.is_none());
                other.var == item.var && !is_apart
            };
            let is_new = !seen.iter().any(clashes);
            seen.push(item.clone());
            is_new
        });
        if clauses.is_empty() || clauses.iter().any(|(_, item)| self.is_held_here(item)) {
            return Stmt::Wait(vec![1]);
        }
        let condition = if self.rng.chance(8) { Some(self.condition()) } else { None };
        let (queue, waits) = self.queue();
        Stmt::Exit { clauses, finalize: self.rng.chance(25), condition, queue, waits }
    }

    /// Whether a region around is about the variable. Most dialects keep what lets it go then, so that it is drawn seldom.
    fn is_held_here(&mut self, item: &Item) -> bool {
        self.machines[0].sees(item.var) && self.rng.chance(85)
    }

    fn update(&mut self) -> Stmt {
        let mut update = Update::default();
        let mut present = self.present_items();
        let has_rows = |item: &Item| {
            self.program.shape(item.var, item.member).grid().is_some_and(|(_, dims)| dims.len() > 1)
        };
        let with_rows: Vec<Item> = present.iter().filter(|item| has_rows(item)).cloned().collect();
        if !with_rows.is_empty() && self.rng.chance(60) {
            present = with_rows;
        }
        for _ in 0..=self.rng.below(2) {
            let mut item = if self.has_rows
                && self.rng.chance(70)
                && let Some(var) = self.variable_with_rows()
            {
                let members = self.program.vars[var].shape.members();
                let member = members
                    .iter()
                    .position(|member| matches!(&member.shape, Shape::Array(_, dims) if dims.len() > 1));
                Item { var, member, section: None }
            } else if !present.is_empty() && self.rng.chance(80) {
                self.rng.pick(&present).clone()
            } else {
                self.item()
            };
            self.write_length(&mut item);
            if self.rng.chance(40) {
                item = self.part(item);
            }
            if self.rng.chance(60) {
                item = self.part_of_rows(item);
            }
            // The elements of one update must differ.
            let clashes = |other: &Item| other.var == item.var && !are_apart(other, &item);
            if update.to_self.iter().chain(&update.to_device).any(clashes) {
                continue;
            }
            let list = if self.rng.chance(50) { &mut update.to_self } else { &mut update.to_device };
            list.push(item);
        }
        if update.to_self.is_empty() && update.to_device.is_empty() {
            return Stmt::Wait(vec![1]);
        }
        update.if_present = self.rng.chance(20);
        update.condition = if self.rng.chance(10) { Some(self.condition()) } else { None };
        (update.queue, update.waits) = self.queue();
        Stmt::Update(update)
    }

    /// Data clauses about different variables.
    fn clauses(&mut self, kinds: &[DataKind], most: usize) -> DataClauses {
        let mut clauses = DataClauses::new();
        let is_dynamic = !kinds.contains(&DataKind::Present);
        for _ in 0..=self.rng.below(most) {
            let kind = *self.rng.pick(kinds);
            let kind = self.modified(kind);
            let item = self.item();
            // Left out: regions for a part behind a pointer of a structure that is absent. OpenMP maps the pointer, too, and a
            // structure that is mapped inside would extend it.
            let item = if self.machines[0].holds_pointer_of(&self.program, &item)
                || is_dynamic && self.has(Theme::Members) && self.rng.chance(30)
            {
                item
            } else {
                Item { var: item.var, member: None, section: self.whole_section(item.var) }
            };
            let is_same = |other: &Item| {
                other.var == item.var
                    && (other.member == item.member || other.member.is_none() || item.member.is_none())
            };
            // Left out: several members of one structure, each mapped on its own.
            let is_behind = |member: Option<usize>| {
                member.is_some_and(|member| {
                    self.program.vars[item.var].shape.members()[member].shape.is_pointer()
                })
            };
            let is_part = |other: &Item| {
                other.var == item.var
                    && other.member.is_some()
                    && other.member != item.member
                    && !(is_behind(item.member) && is_behind(other.member))
            };
            let others = self.present_items();
            if item.member.is_some()
                && others.iter().chain(clauses.iter().map(|(_, other)| other)).any(is_part)
            {
                continue;
            }
            let behind = is_behind(item.member);
            let clashes =
                |(_, other): &(DataKind, Item)| is_same(other) && !(behind && other.member.is_none());
            if !clauses.iter().any(clashes) {
                let item = self.without_range(kind, item);
                clauses.push((self.possible(kind, item.member), item));
            }
        }
        clauses
    }

    /// The kind, or a plain one if those about members have no modifiers.
    pub(super) fn possible(&self, kind: DataKind, member: Option<usize>) -> DataKind {
        let is_possible = self.extras.modified_members || member.is_none() || kind.modifier().is_empty();
        if is_possible { kind } else { kind.plain() }
    }

    /// The kind, seldom with a modifier.
    pub(super) fn modified(&mut self, kind: DataKind) -> DataKind {
        if self.rng.chance(20) { kind.modified(self.rng.below(6)) } else { kind }
    }

    fn is_item(&self, var: VarId) -> bool {
        !self.program.vars[var].constant && self.is_in_scope(var)
    }

    /// Whether data clauses can name anything: a function without parameters may see no variable.
    fn has_items(&self) -> bool {
        (0..self.program.vars.len()).any(|var| self.is_item(var))
    }

    /// An item that data clauses take.
    fn item(&mut self) -> Item {
        if self.has(Theme::Members)
            && self.rng.chance(40)
            && let pointers = self.pointers()
            && !pointers.is_empty()
        {
            let member = self.rng.pick(&pointers).clone();
            return self.part_of_one_row(member);
        }
        loop {
            let var = self.rng.below(self.program.vars.len());
            if !self.is_item(var) {
                continue;
            }
            let shape = self.program.vars[var].shape.clone();
            let member = match &shape {
                Shape::Struct(members) | Shape::StructPointer(members) if self.rng.chance(45) => {
                    let is_pointed = matches!(shape, Shape::StructPointer(_));
                    let member = self.rng.below(members.len());
                    if is_pointed && !members[member].shape.is_pointer() {
                        continue;
                    }
                    Some(member)
                }
                Shape::Scalar(_) if self.rng.chance(60) => continue,
                _ => None,
            };
            let item = Item { var, member, section: None };
            let shape = self.program.shape(var, member);
            if matches!(shape, Shape::StructPointer(_)) {
                let section =
                    Section { start: Some(Expr::Int(0)), length: Some(Expr::Int(1)), columns: None };
                return Item { section: Some(section), ..item };
            }
            let is_pointer = shape.is_pointer();
            if is_pointer || (shape.grid().is_some() && self.rng.chance(30)) {
                return self.part_of_one_row(item);
            }
            return item;
        }
    }

    /// The section that a pointer to a structure needs.
    fn whole_section(&self, var: VarId) -> Option<Section> {
        let section = Section { start: Some(Expr::Int(0)), length: Some(Expr::Int(1)), columns: None };
        self.program.vars[var].shape.is_pointer().then_some(section)
    }

    /// A section of an item, most often all of it.
    fn part(&mut self, item: Item) -> Item {
        let shape = self.program.shape(item.var, item.member).clone();
        let Some((_, dims)) = shape.grid() else { return item };
        let whole = dims[0] as i64;
        let (start, length) = if self.rng.chance(60) {
            (0, whole)
        } else {
            let start = self.rng.between(0, whole - 1);
            (start, self.rng.between(1, whole - start))
        };
        let start_text = if start == 0 && self.rng.chance(30) { None } else { Some(Expr::Int(start)) };
        let named = self.length_of(length);
        let to_the_end = !shape.is_pointer() && start + length == whole;
        let length = match named {
            Some(var) if self.rng.chance(50) => Some(Expr::var(var)),
            _ if to_the_end && self.rng.chance(20) => None,
            _ => Some(Expr::Int(length)),
        };
        Item { section: Some(Section { start: start_text, length, columns: None }), ..item }
    }

    /// A section of an item, perhaps a part of one row.
    fn part_of_one_row(&mut self, item: Item) -> Item {
        let shape = self.program.shape(item.var, item.member).clone();
        let Some((_, dims)) = shape.grid().filter(|(_, dims)| dims.len() == 2 && self.rng.chance(35)) else {
            return self.part(item);
        };
        let first = self.rng.below(dims[1]);
        let columns = Some((first, 1 + self.rng.below(dims[1] - first)));
        let row = self.rng.below(dims[0]) as i64;
        let section = Section { start: Some(Expr::Int(row)), length: Some(Expr::Int(1)), columns };
        Item { section: Some(section), ..item }
    }

    /// A variable with rows, or a structure with a member that has them.
    fn variable_with_rows(&mut self) -> Option<VarId> {
        let mut grids = self.grids();
        let is_here =
            |grid: &variables::Grid| grid.dims.len() > 1 && !self.program.vars[grid.var].shape.is_pointer();
        grids.retain(is_here);
        (!grids.is_empty()).then(|| self.rng.pick(&grids).var)
    }

    /// A part of each row of an item with rows.
    fn part_of_rows(&mut self, item: Item) -> Item {
        let shape = self.program.shape(item.var, item.member).clone();
        let Some((_, dims)) = shape.grid().filter(|(_, dims)| dims.len() == 2) else { return item };
        let item = if item.section.is_none() { self.part(item) } else { item };
        let first = self.rng.below(dims[1]);
        let columns = Some((first, 1 + self.rng.below(dims[1] - first)));
        Item { section: item.section.map(|section| Section { columns, ..section }), ..item }
    }

    /// A constant variable with a value.
    fn length_of(&self, length: i64) -> Option<VarId> {
        let holds = |var: &&VarId| self.program.vars[**var].initial.1 == length && self.is_in_scope(**var);
        self.lengths.iter().find(holds).copied()
    }

    fn is_in_scope(&self, var: VarId) -> bool {
        match self.program.vars[var].storage {
            Storage::Global => true,
            Storage::Local => self.calls == 0,
            Storage::Parameter => self.calls > 0 && self.parameters.contains(&var),
            Storage::Inner | Storage::Head => false,
        }
    }

    /// A condition over what the host knows.
    fn condition(&mut self) -> Expr {
        let lengths: Vec<VarId> = self.lengths.iter().copied().filter(|var| self.is_in_scope(*var)).collect();
        if lengths.is_empty() || self.rng.chance(40) {
            return Expr::Int(self.rng.between(0, 1));
        }
        let length = Expr::var(*self.rng.pick(&lengths));
        Expr::bin(Op::Less, length, Expr::Int(self.rng.between(3, 12)))
    }

    /// A function of its own, called at once, or another call of one.
    fn call(&mut self, body: &mut Vec<Stmt>) -> bool {
        // Those under way have no body yet.
        let is_complete = |function: &usize| !self.program.functions[*function].body.is_empty();
        let complete: Vec<usize> = (0..self.program.functions.len()).filter(is_complete).collect();
        if !complete.is_empty() && self.rng.chance(50) {
            let function = *self.rng.pick(&complete);
            let Some(arguments) = self.arguments(function) else { return false };
            let before = self.machines.clone();
            let is_called = self.accept(body, Stmt::Call(function, arguments));
            if is_called && self.remains_of_parameters() {
                self.machines = before;
                body.pop();
                return false;
            }
            return is_called;
        }
        let before = self.machines.clone();
        let function = self.program.functions.len();
        self.declare_function();
        let Some(arguments) = self.arguments(function) else {
            self.program.functions.truncate(function);
            return false;
        };
        let parameters = self.program.functions[function].parameters.clone();
        // The call alone binds the parameters; statements follow one by one.
        let call = Stmt::Call(function, arguments.clone());
        let mut inside = Vec::new();
        if self.attempt(|machine, program| machine.step(program, &call).is_ok()) {
            let visible: Vec<_> = self.machines.iter_mut().map(Machine::hide).collect();
            self.calls += 1;
            let around = std::mem::replace(&mut self.parameters, parameters);
            self.parameters_around.push(around);
            let declared = self.declared();
            let statements = 1 + self.rng.below(3) + usize::from(declared.is_some());
            if self.has_items() {
                self.body(&mut inside, statements, FUNCTION);
            }
            // Nobody else can name what was made with parameters.
            let parameters = std::mem::take(&mut self.parameters);
            self.parameters.clone_from(&parameters);
            if !self.machines[0].leaves && !self.rng.chance(40) {
                self.let_go(&mut inside, |var| parameters.contains(&var));
            }
            if let Some((clauses, entered)) = declared {
                let mut left = !inside.is_empty();
                for (machine, active) in self.machines.iter_mut().zip(entered) {
                    left &= machine.leave_region(&self.program, &clauses, active, None).is_ok();
                }
                inside = if left { vec![Stmt::Declared { clauses, body: inside }] } else { Vec::new() };
            }
            for machine in &mut self.machines {
                machine.leaves = false;
                machine.rename(&self.program, &self.program.functions[function], &arguments);
            }
            self.calls -= 1;
            self.parameters = self.parameters_around.pop().expect("pushed at the beginning");
            for (machine, visible) in self.machines.iter_mut().zip(visible) {
                machine.show(visible);
            }
        }
        if inside.is_empty() || self.remains_of_parameters() {
            self.machines = before;
            self.program.functions.truncate(function);
            return false;
        }
        self.program.functions[function].body = inside;
        body.push(call);
        true
    }

    /// Whether something is on the device that only a function that has ended could name.
    fn remains_of_parameters(&self) -> bool {
        let remains = |(_, item): &(DataKind, Item)| {
            self.program.vars[item.var].storage == Storage::Parameter
                && (self.calls == 0
                    || !self
                        .parameters_around
                        .iter()
                        .flatten()
                        .chain(&self.parameters)
                        .any(|var| *var == item.var))
        };
        self.machines[0].left().iter().any(remains) || !self.machines[0].can_name_all(&self.program)
    }

    /// Perhaps a `declare` for parameters of the function, and what entering its region did.
    fn declared(&mut self) -> Option<(DataClauses, Vec<Active>)> {
        const KINDS: [DataKind; 6] = [
            DataKind::Copy,
            DataKind::Copy,
            DataKind::Copyin,
            DataKind::Copyout,
            DataKind::Create,
            DataKind::Present,
        ];
        let mut clauses = DataClauses::new();
        for var in self.parameters.clone() {
            let declared = &self.program.vars[var];
            if (declared.brackets || !declared.shape.is_pointer()) && self.rng.chance(60) {
                let kind = match *self.rng.pick(&KINDS) {
                    // It finds the memory by its address, whatever it was allocated with.
                    DataKind::Present if self.program.vars[var].brackets => DataKind::Copy,
                    kind => kind,
                };
                clauses.push((kind, Item { var, member: None, section: None }));
            }
        }
        if clauses.is_empty() {
            return None;
        }
        let before = self.machines.clone();
        let mut entered = Vec::new();
        for machine in &mut self.machines {
            match machine.enter_region(&self.program, &clauses, None, (None, &[])) {
                Ok(active) => entered.push(active),
                Err(_) => {
                    self.machines = before;
                    return None;
                }
            }
        }
        Some((clauses, entered))
    }

    /// Whether control leaves a function, most often by the value of a parameter.
    fn leaving(&mut self) -> Expr {
        let is_scalar = |var: &&VarId| matches!(self.program.vars[**var].shape, Shape::Scalar(_));
        match self.parameters.iter().find(is_scalar) {
            Some(var) => Expr::bin(Op::Less, Expr::var(*var), Expr::Int(self.rng.between(1, 9))),
            None => self.condition(),
        }
    }

    fn host_write(&mut self) -> Stmt {
        let grids = self.grids();
        let scalars = self.host_scalars();
        if grids.is_empty() || (self.rng.chance(40) && !scalars.is_empty()) {
            let Some(var) = scalars.first().map(|_| *self.rng.pick(&scalars)) else {
                return Stmt::Wait(Vec::new());
            };
            let value = Expr::Int(self.rng.between(0, 9));
            let value = if self.rng.chance(50) { value } else { Expr::bin(Op::Add, Expr::var(var), value) };
            return Stmt::Assign(Place::scalar(var), value);
        }
        let grid = self.rng.pick(&grids).clone();
        let head = self.head(0, grid.dims[0] as i64, true);
        let mut index = vec![Expr::var(head.var)];
        index.extend(
            grid.dims[1..].iter().map(|dim| Expr::Int(self.rng.below(*dim) as i64)).collect::<Vec<_>>(),
        );
        let place = Place { var: grid.var, member: grid.member, index };
        let value = match self.rng.below(3) {
            0 => Expr::bin(Op::Add, Expr::Load(place.clone()), Expr::Int(self.rng.between(1, 5))),
            1 => Expr::bin(Op::Mul, Expr::var(head.var), Expr::Int(self.rng.between(1, 4))),
            _ => Expr::Int(self.rng.between(0, 9)),
        };
        Stmt::For(For { directive: None, heads: vec![head], body: vec![Stmt::Assign(place, value)] })
    }
}

/// Whether the bounds of two sections show that they have no element in common.
fn are_apart(first: &Item, second: &Item) -> bool {
    let bounds = |item: &Item| {
        let section = item.section.as_ref()?;
        match (section.start.as_ref(), section.length.as_ref()) {
            (Some(Expr::Int(start)), Some(Expr::Int(length))) => Some((*start, *start + *length)),
            _ => None,
        }
    };
    let (Some(first), Some(second)) = (bounds(first), bounds(second)) else { return false };
    first.1 <= second.0 || second.1 <= first.0
}
