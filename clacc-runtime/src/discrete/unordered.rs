//! Messages about transfers of data that an operation may still use for which nothing waits.

use super::arena::Block;
use super::line::{Call, Line};
use super::mistake::Mistake;
use super::order::{Issued, Unordered};
use super::origin;
use crate::openacc::api::runtime;

/// A transfer between data of the host and its copy, or the end of the copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transfer {
    ToDevice,
    /// To the device, in the moment in which the thread meets a construct: a `firstprivate` variable.
    Captured,
    ToHost,
    Leaves,
}

pub(crate) const CONDITION: &str = "discrete_not_waited_for";

/// Ends the program because of a transfer, or because data leaves the device.
#[cold]
#[inline(never)]
pub(crate) fn end_at_transfer(transfer: Transfer, block: Option<&Block>, other: &Unordered) -> ! {
    let (name, line) = origin::current().origin.told();
    let name = block.map_or(name, |block| block.origin.told().0);
    let what = match transfer {
        Transfer::ToDevice | Transfer::Captured => "is copied to the device",
        Transfer::ToHost => "is copied to the host",
        Transfer::Leaves => "leaves the device",
    };
    let mistake = Mistake::new(line, format!("{name} {what}, and {}", other.told_of_it()), CONDITION);
    other.explained(mistake).end()
}

impl Unordered {
    fn way(&self) -> String {
        let Some(queue) = self.queue else { return "with nowait".to_owned() };
        match runtime().queues.number_of(queue) {
            Some(0) => "in queue 0 (async without a number)".to_owned(),
            Some(number) => format!("in queue {number}"),
            None => "in a queue".to_owned(),
        }
    }

    fn does(&self) -> &'static str {
        if self.writes { "write" } else { "read" }
    }

    pub(crate) fn told(&self) -> String {
        format!("an operation {} may still {}", self.way(), self.does())
    }

    fn told_of_it(&self) -> String {
        format!("{} it", self.told())
    }

    /// Adds where the operation was issued, and the mend.
    pub(crate) fn explained(&self, mistake: Mistake) -> Mistake {
        let note = format!("this is {}, and nothing waits for it before", self.way());
        let mend = if self.queue.is_some() {
            "wait for the queue first, by a wait directive or clause, or put this in the same queue"
        } else {
            "wait for it first, by taskwait, or by clauses depend of both for the same storage"
        };
        let off = "CLACC_DISCRETE_WAITS=allowed turns this message off";
        mistake.note(self.issued.line(), note).help(format!("{mend}; {off}"))
    }
}

impl Issued {
    pub(crate) fn line(&self) -> Option<Line> {
        match self {
            Issued::Construct(construct) => construct.line.clone(),
            Issued::Routine(trace) => Call::in_text(&trace.to_string()).line,
        }
    }
}
