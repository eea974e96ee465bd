//! Messages about accesses of data that an operation may still use.

use super::devices;
use super::explain::inside;
use super::kernel::{Access, Kernel};
use super::line::calling;
use super::mistake::{Mistake, bytes};
use super::order::{self, Changed, Unordered};
use super::unordered::CONDITION;
use crate::openacc::handle::{Address, Extent};

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

/// Ends the running operation or region, and the program if it has changed a byte that another operation may still use.
pub(crate) fn finish() {
    let Some(Changed { address, issued, other }) = order::end() else { return };
    let block = devices::owner_of(address).and_then(|device| device.arena.block_of(address));
    let place = block.map_or_else(|| "memory of the device".to_owned(), |block| inside(&block, address));
    let what = format!("this changes {place}, which {}", other.told());
    other.explained(Mistake::new(issued.line(), what, CONDITION)).end()
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
