//! Messages about data that is used while an operation on a queue may still use it.

use super::arena::Block;
use super::devices;
use super::explain::inside;
use super::kernel::{Access, Kernel};
use super::line::{Call, Line, calling};
use super::mistake::{Mistake, bytes};
use super::order::{Issued, Unordered};
use super::origin;
use crate::openacc::handle::{Address, Extent};

/// What happens to the copy of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transfer {
    ToDevice,
    ToHost,
    Leaves,
}

const CONDITION: &str = "discrete_not_waited_for";

/// Ends the program because of an access of device code.
#[cold]
#[inline(never)]
pub(crate) fn end(kernel: &Kernel, access: Access, other: &Unordered) -> ! {
    let Access { extent: Extent { start, bytes: size }, writes } = access;
    let (who, verb, size) = (kernel.construct.kernel(), verb(writes), bytes(size));
    let block = kernel.device.arena.block_of(start);
    let place = block.map_or_else(|| "memory of the device".to_owned(), |block| inside(&block, start));
    let what = format!("{who} {verb} {size} at {place}, which {}", other.told());
    let mistake = Mistake::new(kernel.construct.calling_line(), what, CONDITION);
    other.explained(mistake.note(kernel.construct.line.clone(), "the construct begins here")).end()
}

/// Ends the program because of an access of code of the host.
#[cold]
#[inline(never)]
pub(crate) fn end_on_host(access: Access, other: &Unordered) -> ! {
    let Access { extent: Extent { start, bytes: size }, writes } = access;
    let what =
        format!("the host {} {} of {}, which {}", verb(writes), bytes(size), on_host(start), other.told());
    other.explained(Mistake::new(calling().line, what, CONDITION)).end()
}

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

fn verb(writes: bool) -> &'static str {
    if writes { "writes" } else { "reads" }
}

/// The name of data of the host of which a device has or had a copy.
fn on_host(address: Address) -> String {
    let byte = Extent { start: address, bytes: 1 };
    let of_device = |device: &devices::Device| {
        let alive = device.table.part(byte).and_then(|(_, copy)| device.arena.block_of(copy));
        alive.or_else(|| device.arena.freed_copy_of(address))
    };
    let block = devices::started().iter().find_map(of_device);
    block.map_or_else(|| "its data".to_owned(), |block| format!("{}, on the host", block.origin.told().0))
}

impl Unordered {
    fn queue(&self) -> String {
        match self.queue {
            Some(0) => "queue 0 (async without a number)".to_owned(),
            Some(number) => format!("queue {number}"),
            None => "a queue".to_owned(),
        }
    }

    fn does(&self) -> &'static str {
        if self.writes { "write" } else { "read" }
    }

    fn told(&self) -> String {
        format!("an operation in {} may still {}", self.queue(), self.does())
    }

    fn told_of_it(&self) -> String {
        format!("{} it", self.told())
    }

    fn line(&self) -> Option<Line> {
        match &self.issued {
            Issued::Construct(construct) => construct.line.clone(),
            Issued::Routine(trace) => Call::in_text(&trace.to_string()).line,
        }
    }

    /// Adds where the operation was issued, and the mend.
    fn explained(&self, mistake: Mistake) -> Mistake {
        let note = format!("this is in {}, and nothing waits for it before", self.queue());
        mistake.note(self.line(), note).help(
            "wait for the queue first, by a wait directive or clause, or put this in the same queue; CLACC_DISCRETE_WAITS=allowed turns this \
             message off",
        )
    }
}
