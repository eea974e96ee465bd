//! What some programs are about beside the usual: data by routines, counters, members, `host_data`, `bind`, calls.

use super::Generator;
use crate::programs::program::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Theme {
    /// Members that are pointers.
    Members,
    /// Routines of the library.
    Routines,
    /// Addresses on the device.
    Addresses,
    /// `attach` and `detach`.
    Attachments,
    /// Functions that use what their callers have on the device.
    Callers,
    /// One item that comes and goes often.
    Counters,
    /// Functions in whose place devices call others.
    Bound,
}

const ALL: [Theme; 7] = [
    Theme::Members,
    Theme::Routines,
    Theme::Addresses,
    Theme::Attachments,
    Theme::Callers,
    Theme::Counters,
    Theme::Bound,
];

impl Generator {
    pub(super) fn choose_themes(&mut self) {
        self.themes = ALL.into_iter().filter(|_| self.rng.chance(25)).collect();
        self.themes.retain(|theme| self.extras.bound || *theme != Theme::Bound);
    }

    pub(super) fn has(&self, theme: Theme) -> bool {
        self.themes.contains(&theme)
    }

    /// A statement of one of the themes.
    pub(super) fn themed(&mut self, body: &mut Vec<Stmt>) -> bool {
        if self.rng.chance(15) {
            let statement = self.presence();
            return statement.is_some_and(|statement| self.accept(body, statement));
        }
        let theme = *self.rng.pick(&self.themes.clone());
        let statement = match theme {
            Theme::Members => Some(match self.rng.below(4) {
                0 => self.enter(),
                1 => self.exit(),
                _ => self.update_of_member(),
            }),
            Theme::Routines => self.routine(),
            Theme::Addresses => self.host_data(),
            Theme::Attachments => self.attaching(),
            Theme::Callers if self.calls < 3 && self.program.functions.len() < 5 => return self.call(body),
            Theme::Counters => self.counting(),
            Theme::Callers | Theme::Bound => None,
        };
        statement.is_some_and(|statement| self.accept(body, statement))
    }

    /// Updates memory behind a pointer of a structure, if some is present.
    fn update_of_member(&mut self) -> Stmt {
        let mut items = self.present_items();
        items.retain(|item| item.member.is_some() && self.program.shape(item.var, item.member).is_pointer());
        if items.is_empty() {
            return self.update();
        }
        let mut item = self.rng.pick(&items).clone();
        self.write_length(&mut item);
        let (to_self, to_device) =
            if self.rng.chance(50) { (vec![item], vec![]) } else { (vec![], vec![item]) };
        let (queue, waits) = self.queue();
        Stmt::Update(Update { to_self, to_device, queue, waits, ..Update::default() })
    }

    /// Asks which items are present: some that are, and others.
    fn presence(&mut self) -> Option<Stmt> {
        if !self.has_items() {
            return None;
        }
        let mut items = self.present_items();
        items.extend(self.favourite.clone().filter(|item| self.is_item(item.var)));
        items.push(self.item());
        while items.len() > 3 {
            let gone = self.rng.below(items.len());
            items.swap_remove(gone);
        }
        items.iter_mut().for_each(|item| self.write_length(item));
        Some(Stmt::Presence(items))
    }

    fn routine(&mut self) -> Option<Stmt> {
        let present = self.present_items();
        let mut item = if !present.is_empty() && self.rng.chance(75) {
            self.rng.pick(&present).clone()
        } else if self.has_items() {
            self.item()
        } else {
            return None;
        };
        self.write_length(&mut item);
        let routine = *self.rng.pick(&Routine::OF_DATA);
        Some(Stmt::Routine { routine, item, queue: self.queue().0 })
    }

    /// `attach` or `detach`, as a directive or a routine.
    fn attaching(&mut self) -> Option<Stmt> {
        let attachable = self.attachable();
        if attachable.is_empty() {
            return self.struct_and_memory();
        }
        if self.rng.chance(50) {
            let kind = if self.rng.chance(50) { DataKind::Attach } else { DataKind::Detach };
            return self.attachment(kind);
        }
        let item = self.rng.pick(&attachable).clone();
        let all =
            [Routine::Attach, Routine::Attach, Routine::Detach, Routine::Detach, Routine::DetachFinalize];
        Some(Stmt::Routine { routine: *self.rng.pick(&all), item, queue: self.queue().0 })
    }

    /// Enters a structure, or the memory behind a pointer of one, so that there is something to attach.
    fn struct_and_memory(&mut self) -> Option<Stmt> {
        let pointers = self.pointers();
        if pointers.is_empty() {
            return None;
        }
        let clauses = self.struct_with_memory(&pointers);
        let mut clauses: DataClauses =
            clauses.into_iter().map(|(_, item)| (DataKind::Copyin, item)).collect();
        if self.rng.chance(50) {
            clauses.truncate(1);
        }
        Some(Stmt::Enter { clauses, condition: None, queue: None, waits: Vec::new() })
    }

    /// A step of the counters of one item.
    fn counting(&mut self) -> Option<Stmt> {
        if self.favourite.is_none() && self.has_items() {
            let mut item = self.item();
            self.write_length(&mut item);
            self.write_numbers(&mut item);
            // A parameter may go with its function.
            if self.program.vars[item.var].storage == Storage::Parameter {
                return None;
            }
            self.favourite = Some(item);
        }
        let item = self.favourite.clone().filter(|item| self.is_item(item.var))?;
        let enter = |kind, item| Stmt::Enter {
            clauses: vec![(kind, item)],
            condition: None,
            queue: None,
            waits: Vec::new(),
        };
        let exit = |kind, item, finalize| Stmt::Exit {
            clauses: vec![(kind, item)],
            finalize,
            condition: None,
            queue: None,
            waits: Vec::new(),
        };
        if self.is_held_here(&item) {
            return self.presence();
        }
        let by_routine = |routine, item| Stmt::Routine { routine, item, queue: None };
        Some(match self.rng.below(12) {
            0..3 => enter(DataKind::Copyin, item),
            3 => enter(DataKind::Create, item),
            4 => by_routine(Routine::Copyin, item),
            5 => exit(DataKind::Delete, item, false),
            6 => exit(DataKind::Copyout, item, false),
            7 => exit(if self.rng.chance(50) { DataKind::Delete } else { DataKind::Copyout }, item, true),
            8 => by_routine(Routine::Delete, item),
            9 => by_routine(Routine::CopyoutFinalize, item),
            _ => return self.presence(),
        })
    }

    /// Writes the bounds of a section as numbers, for functions that see no variable of the program.
    fn write_numbers(&self, item: &mut Item) {
        let bounds =
            item.section.iter_mut().flat_map(|section| section.start.iter_mut().chain(&mut section.length));
        for bound in bounds {
            if let Expr::Load(place) = bound {
                *bound = Expr::Int(self.program.vars[place.var].initial.1);
            }
        }
    }

    fn host_data(&mut self) -> Option<Stmt> {
        let mut grids = self.grids();
        let is_sure = |grid: &super::variables::Grid| {
            let item = Item { var: grid.var, member: grid.member, section: None };
            self.machines[0].can_be_taken(&self.program, &item)
        };
        let sure: Vec<_> = grids.iter().filter(|grid| is_sure(grid)).cloned().collect();
        if !sure.is_empty() && self.rng.chance(85) {
            grids = sure;
        }
        let with_members = self.rng.chance(15);
        let is_here = |grid: &super::variables::Grid| {
            grid.member.is_none() || with_members && self.program.shape(grid.var, grid.member).is_pointer()
        };
        grids.retain(is_here);
        if grids.is_empty() {
            return None;
        }
        let grid = self.rng.pick(&grids).clone();
        let cells: usize = grid.dims.iter().product();
        let from = if self.rng.chance(60) { 0 } else { self.rng.below(cells) };
        let to = if self.rng.chance(60) { cells } else { from + 1 + self.rng.below(cells - from) };
        let work = self.rng.chance(75).then(|| Work {
            from,
            to,
            factor: self.rng.between(0, 2),
            summand: self.rng.between(0, 9),
            queue: self.queue().0,
            is_inside: self.rng.chance(50),
        });
        let condition = if self.rng.chance(20) { Some(self.condition()) } else { None };
        let if_present = self.rng.chance(30);
        Some(Stmt::HostData(HostData { var: grid.var, member: grid.member, if_present, condition, work }))
    }
}
