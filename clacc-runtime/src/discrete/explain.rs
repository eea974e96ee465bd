//! The diagnosis of a forbidden access.

use super::arena::Block;
use super::devices::{Device, owner_of};
use super::kernel::{Access, Kernel, Stranger};
use super::line::calling;
use super::mistake::{Mistake, bytes};
use super::{symbols, system};
use crate::openacc::handle::{Address, Extent};
use std::sync::Arc;

/// Addresses below this one come from null pointers.
const NULL_PAGE: Address = 4096;
/// A pointer whose data is not on the device can be the cause of an access so many bytes away.
const REACH: usize = 1 << 28;
/// A copy is named in a message about the host's bytes so far away from its data.
const NEAR: usize = 256;
/// The size of a stack that no limit says.
const STACK: usize = 8 << 20;

/// Ends the program because of an access that is not allowed.
#[cold]
#[inline(never)]
pub(crate) fn end(kernel: &Kernel, access: Access) -> ! {
    explain(kernel, access).end()
}

/// Ends the program because of a value that was never given.
#[cold]
#[inline(never)]
pub(crate) fn end_unwritten(kernel: &Kernel, access: Access) -> ! {
    unwritten(kernel, access).end()
}

/// Ends the program because code of the host uses memory of a device.
#[cold]
#[inline(never)]
pub(crate) fn end_on_host(device: &Device, access: Access) -> ! {
    let Access { extent: Extent { start, bytes: size }, writes } = access;
    let block = device.arena.block_of(start);
    let place = block
        .as_ref()
        .map_or_else(|| "memory that was not allocated".to_owned(), |block| inside(block, start));
    let verb = if writes { "writes" } else { "reads" };
    let what = format!(
        "the host {verb} {} of memory of device {}: {start:#x} is {place}",
        bytes(size),
        device.number
    );
    let mistake = Mistake::new(calling().line, what, "discrete_device_address");
    made(mistake, block.as_ref())
        .help("an address of the device is for device code, deviceptr clauses and acc_memcpy routines alone")
        .end()
}

/// An access and its kernel, while a message is made of them.
struct Case<'c> {
    kernel: &'c Kernel,
    extent: Extent,
    writes: bool,
}

fn explain(kernel: &Kernel, access: Access) -> Mistake {
    let case = Case { kernel, extent: access.extent, writes: access.writes };
    let found = case.null().or_else(|| case.in_host_data()).or_else(|| case.in_arena());
    let found = found.or_else(|| case.in_constants()).or_else(|| case.by_stranger());
    let found = found.or_else(|| case.in_absent());
    let found = found.or_else(|| case.once_mapped()).or_else(|| case.in_storage());
    found.unwrap_or_else(|| case.beside_copy(case.on_stack().unwrap_or_else(|| case.anywhere())))
}

fn unwritten(kernel: &Kernel, access: Access) -> Mistake {
    let case = Case { kernel, extent: access.extent, writes: false };
    let block = kernel.device.arena.block_of(access.extent.start);
    let what = block.as_ref().map_or_else(String::new, |block| inside(block, access.extent.start));
    let mistake = case.mistake("a value that was never given", &what, "discrete_not_written");
    let mistake = made(mistake, block.as_ref());
    mistake.help(
        "use copyin or copy (map(to:) or map(tofrom:)) if the value is the host's, or write it first; CLACC_DISCRETE_UNWRITTEN=allowed turns \
         this message off",
    )
}

/// ``byte 8 of `a[0:n]` (80 bytes)``.
pub(crate) fn inside(block: &Block, address: Address) -> String {
    let (name, _) = block.origin.told();
    format!("byte {} of {name} ({})", address - block.start, bytes(block.bytes))
}

/// Adds where a block was made.
pub(crate) fn made(mistake: Mistake, block: Option<&Arc<Block>>) -> Mistake {
    let Some((name, line)) = block.map(|block| block.origin.told()) else { return mistake };
    mistake.note(line, format!("{name} was allocated on the device here"))
}

/// Adds where a block was freed.
fn deleted(mistake: Mistake, block: &Block) -> Mistake {
    let line = block.freed.as_ref().and_then(|freed| freed.told().1);
    mistake.note(line, "it was deleted here")
}

impl Case<'_> {
    fn verb(&self) -> &'static str {
        if self.writes { "writes" } else { "reads" }
    }

    /// Makes the message, with the line of the user and that of the construct.
    fn mistake(&self, place: &str, what: &str, condition: &'static str) -> Mistake {
        let Self { kernel, extent, .. } = self;
        let line = kernel.construct.calling_line();
        let (who, size, verb) = (kernel.construct.kernel(), bytes(extent.bytes), self.verb());
        let address = extent.start;
        let text = format!("{who} {verb} {size} of {place}: {address:#x} is {what}");
        Mistake::new(line, text, condition).note(kernel.construct.line.clone(), "the construct begins here")
    }

    fn null(&self) -> Option<Mistake> {
        if self.extent.start >= NULL_PAGE {
            return None;
        }
        let nulls = self.kernel.strangers.iter().filter(|stranger| stranger.value == 0);
        let names: Vec<_> = nulls.map(|stranger| format!("`{}`", stranger.name)).collect();
        let mut what = "at a null pointer".to_owned();
        if !names.is_empty() {
            what = format!("{what}; {} is null", names.join(", "));
        }
        Some(self.mistake("no memory", &what, "acc_error_invalid_null_pointer"))
    }

    /// The host's own bytes of data that is on the device.
    fn in_host_data(&self) -> Option<Mistake> {
        let (host, address) = self.kernel.device.table.part(Extent { bytes: 1, ..self.extent })?;
        let block = self.kernel.device.arena.block_of(address);
        let name = block.as_ref().map_or_else(|| "data".to_owned(), |block| block.origin.told().0);
        let at = self.extent.start - host.start;
        let what = format!("byte {at} of the host's {name}, and the device has a copy of it");
        let mistake = self.mistake("host memory", &what, "discrete_host_address");
        let help = "a pointer in device memory still has the host's address: attach it, by a data clause that names the data through the \
                    pointer (s.p[0:n]) or by acc_attach, while the pointer itself is on the device too";
        Some(made(mistake, block.as_ref()).help(help))
    }

    /// Memory of a device: freed, beside a block, or of another device.
    fn in_arena(&self) -> Option<Mistake> {
        let owner = owner_of(self.extent.start)?;
        let here = self.kernel.device.number;
        let (before, behind) = owner.arena.around(self.extent.start);
        if owner.number != here {
            let block = before.filter(|block| self.extent.start < block.end());
            let name = block.as_ref().map_or_else(|| "memory".to_owned(), |block| block.origin.told().0);
            let what = format!("{name} on device {}, and this is device {here}", owner.number);
            let mistake = self.mistake("memory of another device", &what, "discrete_other_device");
            return Some(made(mistake, block.as_ref()));
        }
        let holds = |block: &Arc<Block>| self.extent.start < block.end();
        match before
            .filter(|block| holds(block) || behind.is_none() || self.is_nearer(block, behind.as_ref()))
        {
            Some(block) if block.freed.is_some() && holds(&block) => Some(self.freed(&block)),
            Some(block) => Some(self.behind(&block)),
            None => behind.map(|block| self.in_front(&block)),
        }
    }

    fn is_nearer(&self, before: &Block, behind: Option<&Arc<Block>>) -> bool {
        let start = self.extent.start;
        behind.is_none_or(|behind| start - before.end() <= behind.start - start)
    }

    fn freed(&self, block: &Arc<Block>) -> Mistake {
        let what = format!("{}, which left the device", inside(block, self.extent.start));
        let mistake = self.mistake("memory that was freed", &what, "discrete_freed");
        deleted(made(mistake, Some(block)), block)
    }

    fn behind(&self, block: &Arc<Block>) -> Mistake {
        let (name, _) = block.origin.told();
        let (start, end) = (self.extent.start, block.end());
        let size = bytes(block.bytes);
        let what = if start < end {
            let beyond = bytes(self.extent.end() - end);
            format!("byte {} of {name} ({size}); the last {beyond} lie behind its end", start - block.start)
        } else {
            let distance = if start == end { "just".to_owned() } else { bytes(start - end) };
            format!("{distance} behind the end of {name} ({size})")
        };
        self.outside(&what, block)
    }

    fn in_front(&self, block: &Arc<Block>) -> Mistake {
        let (name, _) = block.origin.told();
        let away = bytes(block.start - self.extent.start);
        self.outside(&format!("{away} before the beginning of {name} ({})", bytes(block.bytes)), block)
    }

    fn outside(&self, what: &str, block: &Arc<Block>) -> Mistake {
        let mistake = self.mistake("device memory outside of all data", what, "discrete_outside");
        let mistake = made(mistake, Some(block));
        if block.freed.is_some() {
            return deleted(mistake, block);
        }
        let ends = |stranger: &&Stranger| stranger.value == block.host.end() && block.host.bytes > 0;
        if let Some(Stranger { name, .. }) = self.kernel.strangers.iter().find(ends) {
            let note = format!(
                "on the host, `{name}` points behind that end; if it points to other data, that is not on the device"
            );
            return mistake.note(self.kernel.construct.line.clone(), note);
        }
        mistake.help("the section in the data clause is too short, or the index is wrong")
    }

    /// The pointer with which the region was called, whose data is not on the device, and through which the access may be. A variable with
    /// static storage is accessed through no pointer to another one.
    fn stranger(&self) -> Option<&Stranger> {
        let start = self.extent.start;
        let variable = symbols::at(start);
        let near = self.kernel.strangers.iter().filter(|stranger| stranger.value >= NULL_PAGE);
        let near = near.filter(|stranger| start.abs_diff(stranger.value) < REACH);
        let nearest = near.min_by_key(|stranger| start.abs_diff(stranger.value));
        nearest.filter(|stranger| variable.is_none() || symbols::at(stranger.value) == variable)
    }

    fn by_stranger(&self) -> Option<Mistake> {
        let stranger = self.stranger()?;
        let (name, place) = (&stranger.name, stranger.place(self.extent.start));
        if let Some(block) = self.kernel.device.arena.freed_copy_of(self.extent.start) {
            let what = format!("{place}, and `{name}` is on the device no more");
            return Some(self.was_mapped(&what, &block));
        }
        let what = format!("{place}, and `{name}` is not on the device");
        let mistake = self.mistake("host memory", &what, "acc_error_not_present");
        let note = format!(
            "`{name}` is a pointer used in the construct, and its data is in no clause and no data region"
        );
        let mistake = mistake.note(self.kernel.construct.line.clone(), note);
        let clause = if self.writes { "copy" } else { "copyin" };
        Some(mistake.help(format!(
            "add {clause}({name}[0:n]) to the construct, or present({name}[0:n]) inside a data region"
        )))
    }

    /// A variable of `no_create` that is not on the device.
    fn in_absent(&self) -> Option<Mistake> {
        let absent = self.kernel.absent.iter().find(|absent| absent.extent.contains(self.extent))?;
        let (name, at) = (&absent.name, self.extent.start - absent.extent.start);
        let what = format!("byte {at} of `{name}`, and `{name}` is not on the device");
        let mistake = self.mistake("host memory", &what, "acc_error_not_present");
        Some(mistake.help(
            "no_create brings nothing to the device: put it there before, or name it in another data clause",
        ))
    }

    /// The host's own bytes of data whose copy is deleted already.
    fn once_mapped(&self) -> Option<Mistake> {
        let start = self.extent.start;
        let block = self.kernel.device.arena.freed_copy_of(start)?;
        let (name, at) = (block.origin.told().0, start - block.host.start);
        let what = format!("byte {at} of the host's {name}, which is on the device no more");
        Some(self.was_mapped(&what, &block))
    }

    fn was_mapped(&self, what: &str, block: &Arc<Block>) -> Mistake {
        let mistake = self.mistake("host memory", what, "discrete_freed");
        deleted(made(mistake, Some(block)), block)
            .help("the data must stay on the device until its last kernel, by a data region around or a later exit data; or this construct needs a clause for it")
    }

    /// Adds the copy whose data on the host lies beside the bytes.
    fn beside_copy(&self, mistake: Mistake) -> Mistake {
        let start = self.extent.start;
        let Some(block) = self.kernel.device.arena.nearest_copy(start, NEAR) else { return mistake };
        let (name, line) = block.origin.told();
        let (host, size) = (block.host, bytes(block.host.bytes));
        let place = if start < host.start {
            format!("begins {} behind them", bytes(host.start - start))
        } else {
            format!("ends {} before them", bytes(start - host.end()))
        };
        mistake.note(line, format!("{name} ({size}), of which the device has a copy, {place} on the host"))
    }

    fn in_constants(&self) -> Option<Mistake> {
        let segments = system::segments();
        let holds = |segment: &&system::Segment| (segment.start..segment.end).contains(&self.extent.start);
        let found = segments.iter().filter(holds).find(|segment| !segment.is_writable);
        found.filter(|_| self.writes)?;
        let what = self.variable().map_or_else(
            || "a constant of the program".to_owned(),
            |name| format!("{name}, a constant of the program"),
        );
        Some(self.mistake("constant memory", &what, "discrete_constant"))
    }

    /// ``byte 4 of `table` (16 bytes)``, for a variable with static storage whose name is known.
    fn variable(&self) -> Option<String> {
        let found = symbols::at(self.extent.start)?;
        let at = self.extent.start - found.start;
        Some(format!("byte {at} of `{}` ({})", found.name, bytes(found.bytes)))
    }

    fn in_storage(&self) -> Option<Mistake> {
        let holds = |segment: &system::Segment| (segment.start..segment.end).contains(&self.extent.start);
        system::segments().iter().find(|segment| holds(segment))?;
        let which = self.variable().map_or_else(String::new, |name| format!("{name}, "));
        let what =
            format!("{which}a variable with static storage of the host, which has no copy on the device");
        let mistake = self.mistake("host memory", &what, "acc_error_not_present");
        Some(mistake.help(
            "name the variable in a data clause, or declare it for devices (declare create, declare target)",
        ))
    }

    fn on_stack(&self) -> Option<Mistake> {
        let top = self.kernel.top;
        if !(top.saturating_sub(STACK)..top + STACK).contains(&self.extent.start) {
            return None;
        }
        let what = if self.extent.start < top {
            "on the stack, below all variables of the kernel"
        } else {
            "on the stack of the host: a local variable outside of the construct"
        };
        let mistake = self.mistake("host memory", what, "acc_error_not_present");
        Some(
            mistake
                .help("name the variable in a data clause; a pointer to it does not bring it to the device"),
        )
    }

    fn anywhere(&self) -> Mistake {
        let what = "memory of the host that no clause names (from malloc, or none at all)";
        let mistake = self.mistake("host memory", what, "acc_error_not_present");
        mistake.help("the pointer came from device memory or was computed: its data needs a clause, and the pointer must be attached")
    }
}

impl Stranger {
    /// Returns an address as an element of the pointee: `a[3]`.
    fn place(&self, address: Address) -> String {
        let Self { name, value, element } = self;
        let forward = address >= *value;
        let distance = address.abs_diff(*value);
        let sign = if forward { "" } else { "-" };
        match (distance, element) {
            (_, element) if *element > 0 && distance % element == 0 => {
                format!("{name}[{sign}{}]", distance / element)
            }
            (0, _) => format!("what `{name}` points to"),
            _ if forward => format!("{} behind what `{name}` points to", bytes(distance)),
            _ => format!("{} before what `{name}` points to", bytes(distance)),
        }
    }
}
