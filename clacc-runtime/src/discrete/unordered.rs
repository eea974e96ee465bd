//! Messages about transfers of data that an operation on a queue may still use.

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
        Transfer::ToDevice => "is copied to the device",
        Transfer::ToHost => "is copied to the host",
        Transfer::Leaves => "leaves the device",
    };
    let mistake = Mistake::new(line, format!("{name} {what}, and {}", other.told_of_it()), CONDITION);
    other.explained(mistake).end()
}

impl Unordered {
    fn queue(&self) -> String {
        match runtime().queues.number_of(self.queue) {
            Some(0) => "queue 0 (async without a number)".to_owned(),
            Some(number) => format!("queue {number}"),
            None => "a queue".to_owned(),
        }
    }

    fn does(&self) -> &'static str {
        if self.writes { "write" } else { "read" }
    }

    pub(crate) fn told(&self) -> String {
        format!("an operation in {} may still {}", self.queue(), self.does())
    }

    fn told_of_it(&self) -> String {
        format!("{} it", self.told())
    }

    /// Adds where the operation was issued, and the mend.
    pub(crate) fn explained(&self, mistake: Mistake) -> Mistake {
        let note = format!("this is in {}, and nothing waits for it before", self.queue());
        mistake.note(self.issued.line(), note).help(
            "wait for the queue first, by a wait directive or clause, or put this in the same queue; CLACC_DISCRETE_WAITS=allowed turns this \
             message off",
        )
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
