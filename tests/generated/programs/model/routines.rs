//! Routines of the library (OpenACC 3.4 3.2.18 to 3.2.32), `host_data` (2.8) and `deviceptr`.

use super::data::{Counter, Span};
use super::machine::Machine;
use super::values::{self, Value};
use super::{Determined, Undetermined};
use crate::programs::program::*;

impl Machine {
    /// A routine about data. Those that make data present do not attach pointers.
    pub(super) fn routine(&mut self, program: &Program, routine: Routine, item: &Item) -> Determined<()> {
        if !self.discrete {
            return Ok(());
        }
        let finalize = routine.finalizes();
        match routine {
            Routine::Copyin => self.enter_item(program, DataKind::Copyin, item, Counter::Dynamic).map(|_| ()),
            Routine::Create => self.enter_item(program, DataKind::Create, item, Counter::Dynamic).map(|_| ()),
            Routine::Copyout | Routine::CopyoutFinalize => {
                self.exit_item(program, DataKind::Copyout, item, Counter::Dynamic, finalize)
            }
            Routine::Delete | Routine::DeleteFinalize => {
                self.exit_item(program, DataKind::Delete, item, Counter::Dynamic, finalize)
            }
            Routine::UpdateDevice => {
                self.update(program, &Update { to_device: vec![item.clone()], ..Update::default() })
            }
            Routine::UpdateSelf => {
                self.update(program, &Update { to_self: vec![item.clone()], ..Update::default() })
            }
            Routine::Attach => self.attach(program, &(DataKind::Attach, item.clone())),
            Routine::Detach | Routine::DetachFinalize => {
                self.detach(program, &(DataKind::Detach, item.clone()), finalize)
            }
        }
    }

    pub(super) fn presence(&mut self, program: &Program, items: &[Item]) -> Determined<()> {
        let mut line = String::new();
        for item in items {
            let span = self.span(program, item)?;
            let is_present = !self.discrete || self.find(span)?.is_some();
            line.push_str(&values::shown(Value::Int(i64::from(is_present))));
        }
        self.output.push(line);
        Ok(())
    }

    pub(super) fn host_data(&mut self, program: &Program, taken: &HostData) -> Determined<()> {
        let condition = taken.condition.as_ref();
        let active = condition.map_or(Ok(true), |condition| self.holds(program, condition))?;
        self.comes_to(taken.var);
        let home = self.home(program, taken.var, taken.member)?;
        let first = Span { block: home.0, start: home.1, length: 1, pointer: None };
        let found = if self.discrete && active { self.find(first)? } else { None };
        if self.discrete && active && found.is_none() && !taken.if_present {
            return Err(Undetermined("absent data"));
        }
        if let Some(work) = &taken.work {
            let start = match found {
                Some(found) => {
                    let entry = &self.table[found];
                    (entry.copy, home.1 - entry.start)
                }
                None if self.discrete => return Err(Undetermined("memory of the other side")),
                None => home,
            };
            let (elem, _) =
                program.shape(taken.var, taken.member).grid().ok_or(Undetermined("no elements"))?;
            self.queues.begin(work.queue, &[]);
            let worked = self.work(work, elem, start);
            if let (Some(found), Some(stamp)) = (found, self.queues.stamp()) {
                self.table[found].used_by(stamp);
            }
            self.queues.actor = None;
            worked?;
        }
        let is_same = found.is_none();
        self.output.push(values::shown(Value::Int(i64::from(is_same))));
        Ok(())
    }

    fn work(&mut self, work: &Work, elem: Elem, (block, first): (usize, usize)) -> Determined<()> {
        for k in first + work.from..first + work.to {
            let old = *self.blocks[block].cells.get(k).ok_or(Undetermined("outside of the data"))?;
            self.queues.touch((block, k), true)?;
            let mut value = (Elem::Int, Value::Int(work.summand));
            if work.factor != 0 {
                let old = (elem, old.ok_or(Undetermined("undefined data"))?);
                let product = values::binary(Op::Mul, old, (Elem::Int, Value::Int(work.factor)))?;
                value = values::binary(Op::Add, product, value)?;
            }
            self.blocks[block].cells[k] = Some(values::convert(elem, value.1)?);
        }
        Ok(())
    }

    /// Whether the first element of an array, or of what a pointer points to, is present.
    pub(crate) fn can_be_taken(&self, program: &Program, item: &Item) -> bool {
        let mut machine = self.clone();
        let Ok((block, start)) = machine.home(program, item.var, item.member) else { return false };
        matches!(machine.find(Span { block, start, length: 1, pointer: None }), Ok(Some(_)))
    }

    /// Whether the items name what they made. Not so for what a function made behind an address that it got.
    pub(crate) fn can_name_all(&self, program: &Program) -> bool {
        let mut machine = self.clone();
        self.table.iter().all(|entry| {
            let span = machine.span(program, &entry.item);
            span.is_ok_and(|span| {
                (span.block, span.start, span.length) == (entry.block, entry.start, entry.length)
            })
        })
    }

    /// Names what a function leaves on the device as its caller does.
    pub(crate) fn rename(&mut self, program: &Program, function: &Function, arguments: &[CallArgument]) {
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let CallArgument::Address(var, 0) = argument else { continue };
            for entry in self.table.iter_mut().filter(|entry| entry.item.var == *parameter) {
                entry.item.var = *var;
                if let (Shape::Pointer(_, dims), None) =
                    (&program.vars[*parameter].shape, &entry.item.section)
                {
                    let length = Some(Expr::Int(dims[0] as i64));
                    entry.item.section = Some(Section { start: Some(Expr::Int(0)), length, columns: None });
                }
                let is_struct = matches!(program.vars[*var].shape, Shape::Struct(_));
                if is_struct && entry.item.member.is_none() {
                    entry.item.section = None;
                }
            }
        }
    }
}
