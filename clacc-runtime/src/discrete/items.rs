//! The actions of data clauses on a device (OpenACC 3.4 2.6 and 2.7, OpenMP 5.2 5.8.3 and 5.9).

use super::devices::{Device, is_of_device};
use super::mistake::{Mistake, bytes};
use super::origin::{Cause, Origin, during};
use super::site::{Construct, text};
use super::unordered::{self, Transfer};
use crate::openacc::api::runtime;
use crate::openacc::binding::{Direction, Leave, Presence};
use crate::openacc::fault::Fault;
use crate::openacc::handle::{self, Address, Extent};
use crate::openacc::present::Counter;
use crate::openacc::system;
use clacc_runtime_abi::layout::{
    ALWAYS, FINALIZE, FROM, HOLD, IMPLICIT, Item, MEMBER, NO_ALLOC, OWN, PRESENT, TO, VALUES,
};

/// An item of a clause.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) extent: Extent,
    /// The address of the pointer through which it is named, and the pointer's value.
    pub(crate) pointer: Option<(Address, Address)>,
    action: u32,
    name: String,
    /// The actions at the beginning of the region that its end undoes.
    pub(crate) entered: Entered,
}

/// The actions at the beginning of a region that its end undoes, for one item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entered {
    is_counted: bool,
    is_attached: bool,
    /// The address of a copy for this region alone.
    pub(crate) own: Option<Address>,
}

/// Reads the items of a construct.
///
/// # Safety
/// So many items are there; their names are null or C strings, and their pointers null or variables of the program.
pub(crate) unsafe fn read(count: u32, items: *const Item) -> Vec<Data> {
    let read = |at: u32| {
        // SAFETY: the caller promises so many items.
        let item = unsafe { items.add(at as usize).read() };
        let place = item.pointer.expose_provenance();
        // SAFETY: the caller promises that a pointer is null or a variable, and that a name is null or a C string.
        let (value, name) = unsafe { ((place != 0).then(|| system::read_pointer(place)), text(item.name)) };
        Data {
            extent: Extent { start: item.host.expose_provenance(), bytes: item.bytes },
            pointer: value.map(|value| (place, value)),
            action: item.action,
            name,
            entered: Entered::default(),
        }
    };
    if items.is_null() { Vec::new() } else { (0..count).map(read).collect() }
}

type Result<T> = std::result::Result<T, Mistake>;

/// A construct that works on items of a device.
#[derive(Clone, Copy)]
pub(crate) struct Work<'w> {
    pub(crate) device: &'static Device,
    pub(crate) construct: &'w Construct,
}

impl Data {
    fn is(&self, bit: u32) -> bool {
        self.action & bit != 0
    }

    /// The struct of which the item is a member: `s` of `s.a`, `s.p` of `s.p->a`.
    fn root(&self) -> Option<&str> {
        let is_outside =
            |at: usize| self.name[..at].matches('[').count() == self.name[..at].matches(']').count();
        let arrow = self.name.rmatch_indices("->").map(|(at, _)| at).find(|at| is_outside(*at));
        let dot = || self.name.match_indices('.').map(|(at, _)| at).find(|at| is_outside(*at));
        let at = arrow.or_else(dot).filter(|_| self.is(MEMBER))?;
        Some(&self.name[..at])
    }

    /// Returns whether a clause names the item as a part of a variable.
    pub(crate) fn is_named_in(&self, variable: Extent) -> bool {
        self.extent.bytes > 0
            && !self.is(IMPLICIT)
            && self.pointer.is_none()
            && variable.contains(self.extent)
    }

    /// Returns whether a clause names the item as a section behind a pointer variable.
    pub(crate) fn is_named_through(&self, pointer: &str) -> bool {
        self.extent.bytes > 0 && self.name.strip_prefix(pointer).is_some_and(|rest| rest.starts_with('['))
    }

    /// Returns whether nothing happens if the item is not on the device.
    pub(crate) fn need_not_exist(&self) -> bool {
        self.is(NO_ALLOC)
    }

    fn counter(&self) -> Counter {
        if self.is(HOLD) { Counter::Structured } else { Counter::Dynamic }
    }
}

impl Work<'_> {
    fn origin(&self, item: &Data) -> Origin {
        let line = self.construct.line.clone();
        match item.root() {
            Some(root) => Origin::Member(item.name.clone(), line, root.to_owned()),
            None => Origin::Item(item.name.clone(), line),
        }
    }

    fn cause(&self, item: &Data) -> Cause {
        let (are_values, is_copied) = (item.is(VALUES), item.is(OWN));
        Cause { origin: self.origin(item), are_values, is_copied }
    }

    /// Makes the message about an item.
    fn mistake(&self, item: &Data, fault: Fault) -> Mistake {
        let Extent { start, bytes: size } = item.extent;
        let size = if size == 0 { String::new() } else { bytes(size) + " from " };
        let name = format!("`{}` ({size}{start:#x})", item.name);
        let number = self.device.number;
        let (what, help) = match fault {
            Fault::NotPresent => (
                format!(
                    "{name} is not on device {number}, and this construct ({}) needs it there",
                    self.construct.name
                ),
                Some(
                    "put it there before, by a data region, enter data or acc_copyin; with if_present an update of absent data does nothing",
                ),
            ),
            Fault::PartlyPresent => (format!("only a part of {name} is on device {number}"), None),
            Fault::NotOfHost => (
                format!("{name} is memory of a device, and a clause wants data of the host"),
                Some("use deviceptr (is_device_ptr) for addresses of the device"),
            ),
            other => (format!("{name}: {other}"), None),
        };
        let mut mistake = Mistake::new(self.construct.line.clone(), what, fault.condition());
        mistake.help = help.map(str::to_owned);
        if item.is(IMPLICIT) {
            let note = "no clause names it: it is there because the construct uses it";
            mistake = mistake.note(self.construct.line.clone(), note);
        }
        self.with_part(mistake, item, fault)
    }

    /// Adds what is known of the part that is on the device.
    fn with_part(&self, mistake: Mistake, item: &Data, fault: Fault) -> Mistake {
        let part = (fault == Fault::PartlyPresent).then(|| self.device.table.part(item.extent)).flatten();
        let Some((host, address)) = part else { return mistake };
        let told = self.device.arena.block_of(address).map(|block| block.origin.told());
        let (name, line) = told.unwrap_or_else(|| ("a part".to_owned(), None));
        mistake.note(line, format!("{name} came there here ({} from {:#x})", bytes(host.bytes), host.start))
    }

    /// Checks the lengths of sections. A length below zero is a number of bytes in which no memory fits.
    fn check_lengths(&self, items: &[Data]) -> Result<()> {
        let is_negative = |item: &&Data| isize::try_from(item.extent.bytes).is_err();
        let Some(item) = items.iter().find(is_negative) else { return Ok(()) };
        let what = format!("the length of `{}` is below zero", item.name);
        Err(Mistake::new(self.construct.line.clone(), what, "discrete_length"))
    }

    fn check<T>(&self, item: &Data, result: std::result::Result<T, Fault>) -> Result<T> {
        result.map_err(|fault| self.mistake(item, fault))
    }

    /// Puts items on the device and attaches pointers to them. `variables`: the variables of the region of which members may come alone.
    pub(crate) fn enter(&self, items: &mut [Data], variables: &[Extent]) -> Result<()> {
        self.check_lengths(items)?;
        self.keep_frames(items, variables)?;
        for item in items.iter_mut() {
            self.enter_one(item)?;
        }
        self.device.table.memory().drop_empty_frames();
        for item in items.iter_mut() {
            self.attach(item)?;
        }
        Ok(())
    }

    /// Members of one variable keep their distances on the device, so that one address is enough to find them.
    fn keep_frames(&self, items: &[Data], variables: &[Extent]) -> Result<()> {
        for variable in variables {
            let is_member = |item: &&Data| {
                item.extent.bytes > 0
                    && *variable != item.extent
                    && variable.contains(item.extent)
                    && !item.is(OWN)
            };
            let Some(member) = items.iter().find(is_member) else { continue };
            if self.device.table.presence(*variable) == Presence::Absent {
                self.check(member, self.device.table.memory().keep_frame(*variable))?;
            }
        }
        Ok(())
    }

    fn enter_one(&self, item: &mut Data) -> Result<()> {
        let Extent { start, bytes } = item.extent;
        let table = &self.device.table;
        if start == 0 {
            return if item.is(PRESENT) { self.check(item, Err(Fault::NotPresent)) } else { Ok(()) };
        }
        if is_of_device(item.extent) {
            return self.check(item, Err(Fault::NotOfHost));
        }
        if item.is(OWN) {
            item.entered.own = Some(self.own_copy(item)?);
            return Ok(());
        }
        let presence = table.presence(item.extent);
        let is_there = matches!(presence, Presence::Fully(_));
        if item.is(PRESENT) && !is_there {
            let fault = if presence == Presence::Absent { Fault::NotPresent } else { Fault::PartlyPresent };
            return self.check(item, Err(fault));
        }
        // A construct may use the part of a variable that is there (OpenACC 3.4 2.6.2, OpenMP 5.2 5.8.3).
        if item.is(IMPLICIT) && presence == Presence::Partly {
            return Ok(());
        }
        if (item.is(NO_ALLOC) || bytes == 0) && presence == Presence::Absent {
            return Ok(());
        }
        let counted = Extent { bytes: bytes.max(1), ..item.extent };
        let enter = || table.enter(counted, item.is(TO) && bytes > 0, item.counter());
        self.check(item, during(self.cause(item), enter))?;
        if item.is(ALWAYS) && item.is(TO) && is_there && bytes > 0 {
            self.move_one(item, item.extent, Direction::ToDevice)?;
        }
        item.entered.is_counted = true;
        Ok(())
    }

    fn own_copy(&self, item: &Data) -> Result<Address> {
        let Extent { start, bytes } = item.extent;
        let copy = self.check(item, self.device.arena.take(bytes, start).ok_or(Fault::OutOfMemory))?;
        self.device.arena.open(copy, bytes, 0, self.cause(item));
        during(self.cause(item), || self.device.table.memory().capture(copy, item.extent));
        Ok(copy)
    }

    fn attach(&self, item: &mut Data) -> Result<()> {
        let Some((pointer, value)) = item.pointer else { return Ok(()) };
        let there = Extent { start: pointer, bytes: size_of::<Address>() };
        let is_there = matches!(self.device.table.presence(there), Presence::Fully(_));
        if !is_there
            || item.entered.own.is_some()
            || self.device.table.device_address(item.extent.start).is_none()
        {
            return Ok(());
        }
        let device = handle::Device::Offload(self.device.number);
        self.check(item, runtime().attach_part(device, pointer, value, item.extent.start))?;
        item.entered.is_attached = true;
        Ok(())
    }

    fn detach(&self, item: &Data) -> Result<()> {
        let Some((pointer, value)) = item.pointer else { return Ok(()) };
        let device = handle::Device::Offload(self.device.number);
        let detached = runtime().detach(device, pointer, value, item.is(FINALIZE));
        self.check(item, detached)
    }

    /// Ends what [`Self::enter`] began.
    pub(crate) fn leave(&self, items: &[Data]) -> Result<()> {
        for item in items.iter().rev().filter(|item| item.entered.is_attached) {
            self.detach(item)?;
        }
        for item in items.iter().rev() {
            if let Some(own) = item.entered.own {
                self.device.arena.free(own, self.origin(item));
            } else if item.entered.is_counted {
                self.exit_one(item)?;
            }
        }
        Ok(())
    }

    /// `exit data`.
    pub(crate) fn exit(&self, items: &[Data]) -> Result<()> {
        self.check_lengths(items)?;
        for item in items.iter().rev() {
            self.detach(item)?;
        }
        for item in items.iter().rev().filter(|item| item.extent.start != 0) {
            self.exit_one(item)?;
        }
        Ok(())
    }

    fn exit_one(&self, item: &Data) -> Result<()> {
        let table = &self.device.table;
        let extent = Extent { bytes: item.extent.bytes.max(1), ..item.extent };
        let presence = table.presence(extent);
        if item.is(PRESENT) && presence == Presence::Absent {
            return self.check(item, Err(Fault::NotPresent));
        }
        let copies = item.is(FROM) && item.extent.bytes > 0;
        if copies && item.is(ALWAYS) && matches!(presence, Presence::Fully(_)) {
            self.move_one(item, extent, Direction::ToHost)?;
        }
        let leave = Leave { copy_out: copies && !item.is(ALWAYS), finalize: item.is(FINALIZE) };
        self.check(item, during(self.cause(item), || table.exit(extent, leave, item.counter())))
    }

    /// `update`.
    pub(crate) fn update(&self, items: &[Data]) -> Result<()> {
        self.check_lengths(items)?;
        let table = &self.device.table;
        for item in items.iter().filter(|item| item.extent.start != 0 && item.extent.bytes > 0) {
            if !item.is(PRESENT) && table.presence(item.extent) == Presence::Absent {
                continue;
            }
            for (bit, direction) in [(TO, Direction::ToDevice), (FROM, Direction::ToHost)] {
                if item.is(bit) {
                    self.move_one(item, item.extent, direction)?;
                }
            }
        }
        Ok(())
    }

    /// Sets items that are on the device to zero there.
    pub(crate) fn zero(&self, items: &[Data]) -> Result<()> {
        self.check_lengths(items)?;
        for item in items.iter().filter(|item| item.extent.bytes > 0) {
            let Presence::Fully(start) = self.device.table.presence(item.extent) else {
                return Err(self.mistake(item, Fault::NotPresent));
            };
            let (arena, copy) = (&self.device.arena, Extent { start, ..item.extent });
            if let Err(other) = arena.touch(copy, true) {
                let block = arena.block_of(start);
                during(self.cause(item), || {
                    unordered::end_at_transfer(Transfer::ToDevice, block.as_deref(), &other)
                });
            }
            // SAFETY: the table gives memory of a copy of so many bytes.
            unsafe { system::clear(start, copy.bytes) };
        }
        Ok(())
    }

    /// Copies bytes of an item that is on the device.
    fn move_one(&self, item: &Data, extent: Extent, direction: Direction) -> Result<()> {
        self.check(item, during(self.cause(item), || self.device.table.update(extent, direction)))
    }
}
