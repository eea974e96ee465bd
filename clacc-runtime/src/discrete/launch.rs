//! `target` regions: their arguments, and the call of the body.

use super::items::{Data, Work};
use super::kernel::{self, Absent, Kernel, Stranger};
use super::mistake::{Mistake, bytes};
use super::order;
use super::origin::{Cause, Origin};
use super::regions;
use super::shadow::{READER, WRITTEN, WROTE};
use super::site::text;
use super::unordered_accesses;
use crate::openacc::handle::{Address, Extent};
use crate::openacc::system;
use crate::threads::abi::leagues::clacc_teams;
use clacc_runtime_abi::layout::{ADDRESS_OF, Body, Param};
use std::cell::Cell;
use std::ffi::c_void;

/// An address in the arguments of a region.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// Its offset in the arguments.
    offset: usize,
    is_variable: bool,
    /// Its value on the host.
    value: Address,
    bytes: usize,
    name: String,
}

impl Argument {
    /// The variable whose address it is.
    fn variable(&self) -> Option<Extent> {
        self.is_variable.then_some(Extent { start: self.value, bytes: self.bytes })
    }
}

/// Reads the addresses in the arguments of a region.
///
/// # Safety
/// So many params are there, with names that are null or C strings, and the arguments hold an address at the offset of each.
pub(crate) unsafe fn read(count: u32, params: *const Param, args: *const c_void) -> Vec<Argument> {
    let read = |at: u32| {
        // SAFETY: the caller promises so many.
        let param = unsafe { params.add(at as usize).read() };
        let offset = param.offset as usize;
        Argument {
            offset,
            is_variable: param.kind == ADDRESS_OF,
            // SAFETY: the caller promises an address there.
            value: unsafe { system::read_pointer(args.expose_provenance() + offset) },
            bytes: param.bytes,
            // SAFETY: the caller promises a C string, or null.
            name: unsafe { text(param.name) },
        }
    };
    if params.is_null() { Vec::new() } else { (0..count).map(read).collect() }
}

/// A `target` region.
pub(crate) struct Target<'t> {
    pub(crate) work: Work<'t>,
    pub(crate) body: Body,
    pub(crate) args: Extent,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) items: Vec<Data>,
}

impl Target<'_> {
    /// Runs the region on the device.
    ///
    /// # Safety
    /// The body may be called with such arguments.
    pub(crate) unsafe fn run(mut self) -> Result<(), Mistake> {
        let variables: Vec<_> = self.arguments.iter().filter_map(Argument::variable).collect();
        self.work.enter(&mut self.items, &variables)?;
        let device = self.work.device;
        let origin = Origin::Item("the arguments".to_owned(), self.work.construct.line.clone());
        let cause = Cause { is_copied: true, ..Cause::unknown(origin.clone()) };
        let allocated = device.arena.allocate(self.args.bytes, 0, cause);
        let Some(args) = allocated else { return Err(self.out_of_memory()) };
        // SAFETY: so many bytes were allocated, and the caller of the library gave as many.
        unsafe { system::copy(args, self.args.start, self.args.bytes) };
        let (strangers, absent) = self.translate(args)?;
        let (shadow, number) = (device.arena.shadow, order::own_number());
        let kernel = Kernel {
            device,
            shadow,
            written: number.map_or(WRITTEN, |number| WROTE | number),
            read: number.map_or((shadow.states, WRITTEN), |number| (shadow.readers, READER | number)),
            top: 0,
            construct: self.work.construct.clone(),
            strangers,
            absent,
            constants: Cell::new(Extent { start: 0, bytes: 0 }),
        };
        let is_outside_of_queues = order::begin_region(self.work.construct);
        // SAFETY: the caller promises it.
        unsafe { call(kernel, self.body, args) };
        if is_outside_of_queues {
            unordered_accesses::finish();
        }
        device.arena.free(args, origin);
        self.work.leave(&self.items)
    }

    #[cold]
    fn out_of_memory(&self) -> Mistake {
        let line = self.work.construct.line.clone();
        Mistake::new(line, "the device is out of memory".to_owned(), "acc_error_out_of_memory")
    }

    /// Gives the copy of the arguments the addresses of the device. Returns the pointers and the addresses of variables that stay as they are.
    fn translate(&self, args: Address) -> Result<(Vec<Stranger>, Vec<Absent>), Mistake> {
        let (mut strangers, mut absent) = (Vec::new(), Vec::new());
        for argument in &self.arguments {
            let Argument { offset, value, bytes: element, name, .. } = argument;
            let translated = match argument.variable() {
                Some(variable) => {
                    self.check_parts(argument, variable)?;
                    match self.address_of(variable) {
                        // Absent data of `no_create` is an error where it is used (OpenACC 3.4 2.7.11).
                        None if self.may_be_absent(variable) => {
                            absent.push(Absent { name: name.clone(), extent: variable });
                            continue;
                        }
                        None => return Err(self.absent(argument)),
                        found => found,
                    }
                }
                None => self.pointer(name, *value),
            };
            if translated.is_none() {
                strangers.push(Stranger { name: name.clone(), value: *value, element: *element });
            }
            if let Some(address) = translated.or_else(|| self.behind_end(*value)) {
                self.work.device.table.memory().write_pointer(args + offset, address);
            }
        }
        Ok((strangers, absent))
    }

    /// The copies that this region alone has.
    fn own_copies(&self) -> impl Iterator<Item = (Extent, Address)> {
        self.items.iter().filter_map(|item| Some((item.extent, item.entered.own?)))
    }

    /// The address of the copy of a variable, of which perhaps only a part is on the device.
    fn address_of(&self, variable: Extent) -> Option<Address> {
        let is_part = |host: &Extent| variable.start < host.end() && host.start < variable.end();
        let own = self.own_copies().find(|(host, _)| is_part(host));
        let named = || self.named_parts(variable).next();
        let (host, address) = own.or_else(named).or_else(|| self.work.device.table.part(variable))?;
        Some(address.wrapping_add(variable.start.wrapping_sub(host.start)))
    }

    /// Returns whether a clause names a variable that need not be on the device.
    fn may_be_absent(&self, variable: Extent) -> bool {
        self.items.iter().any(|item| item.need_not_exist() && variable.contains(item.extent))
    }

    /// The parts of a variable that clauses of the construct name.
    fn named_parts(&self, variable: Extent) -> impl Iterator<Item = (Extent, Address)> {
        let named = self.items.iter().filter(move |item| item.is_named_in(variable));
        named
            .filter_map(|item| Some((item.extent, self.work.device.table.device_address(item.extent.start)?)))
    }

    /// The parts of a variable that the construct names, or all that are on the device if it names none, must lie there as they lie in the
    /// variable: the body knows one address of it.
    fn check_parts(&self, argument: &Argument, variable: Extent) -> Result<(), Mistake> {
        let table = &self.work.device.table;
        let mut distances =
            self.named_parts(variable).map(|(host, address)| address.wrapping_sub(host.start));
        if let Some(first) = distances.next() {
            return if distances.all(|each| each == first) { Ok(()) } else { Err(self.apart(argument)) };
        }
        let mut rest = variable;
        let mut first = None;
        while rest.bytes > 0
            && let Some((host, address)) = table.part(rest)
        {
            let distance = address.wrapping_sub(host.start);
            if *first.get_or_insert(distance) != distance {
                return Err(self.apart(argument));
            }
            rest.bytes = host.start.saturating_sub(rest.start);
        }
        Ok(())
    }

    #[cold]
    fn apart(&self, argument: &Argument) -> Mistake {
        let (construct, name) = (self.work.construct, &argument.name);
        let what = format!(
            "parts of `{name}` are on the device each for itself, and {} uses `{name}`",
            construct.kernel()
        );
        let mistake = Mistake::new(construct.line.clone(), what, "discrete_parts");
        mistake.help(format!(
            "put all of {name} on the device, or all of its parts that are used with one clause"
        ))
    }

    #[cold]
    fn absent(&self, argument: &Argument) -> Mistake {
        let construct = self.work.construct;
        let Argument { name, bytes: size, .. } = argument;
        let size = bytes(*size);
        let number = self.work.device.number;
        let what =
            format!("`{name}` ({size}) is used in {}, and it is not on device {number}", construct.kernel());
        let mistake = Mistake::new(construct.line.clone(), what, "acc_error_not_present");
        mistake.help(format!("name {name} in a data clause of this construct or of a data region around it"))
    }

    /// Returns the device's value of a pointer of the host. Clauses that name the pointer say to which part of an array it leads: those of the
    /// construct, and then those of data regions around.
    fn pointer(&self, name: &str, value: Address) -> Option<Address> {
        if value == 0 {
            return None;
        }
        let table = &self.work.device.table;
        let through = |item: &Data| {
            let (_, of_pointer) = item.pointer?;
            let start = item.extent.start;
            let copy = || item.entered.own.or_else(|| table.device_address(start));
            let address = (of_pointer == value).then(copy).flatten()?;
            Some(address.wrapping_sub(start.wrapping_sub(value)))
        };
        let own = self.items.iter().filter(|item| item.entered.own.is_some()).find_map(through);
        let through_name = |item: &Data| item.is_named_through(name).then(|| through(item)).flatten();
        let named = || self.items.iter().find_map(through_name);
        let named_around = || regions::find(self.work.device.number, through_name);
        let by_value = || self.items.iter().find_map(through);
        let by_value_around = || regions::find(self.work.device.number, through);
        let by_clause = own.or_else(named).or_else(named_around);
        by_clause.or_else(|| self.byte(value)).or_else(by_value).or_else(by_value_around)
    }

    /// Returns the address of the copy of a byte.
    fn byte(&self, at: Address) -> Option<Address> {
        let byte = Extent { start: at, bytes: 1 };
        let own = self.own_copies().find(|(host, _)| host.contains(byte));
        let own = own.map(|(host, address)| address + (at - host.start));
        own.or_else(|| self.work.device.table.device_address(at))
    }

    /// Returns the device's value of a pointer that points just behind the end of mapped data. The pointer may also be meant for
    /// other data, which is not mapped.
    fn behind_end(&self, value: Address) -> Option<Address> {
        Some(self.byte(value.checked_sub(1)?)? + 1)
    }
}

/// Calls the body of a region.
///
/// # Safety
/// The body may be called with these arguments.
#[inline(never)]
unsafe fn call(mut kernel: Kernel, body: Body, args: Address) {
    let top = 0_u8;
    kernel.top = (&raw const top).expose_provenance();
    let args = std::ptr::with_exposed_provenance_mut(args);
    // A league of one team with one thread runs everything on this thread.
    // SAFETY: the caller promises it.
    kernel::run(&kernel, || unsafe { clacc_teams(std::ptr::null(), Some(body), args, 1, 1, 1, 0) });
}
