//! A kernel of a random sequence: what its arguments are on the device, and the accesses of its body.

use super::model::{Condition, Copied, Device, FILL, Host, Item, NOT_PRESENT, UNKNOWN};
use super::sequence::{DATA, Sequence, expect};
use acc2omp::discrete::abi::clacc_here;
use acc2omp::discrete::accesses::{
    __asan_load8_noabort, __asan_loadN_noabort, __asan_store4_noabort, __asan_storeN_noabort,
};
use acc2omp::discrete::memory_functions::clacc_memcpy;
use clacc_runtime_abi::layout::{ADDRESS_OF, NO_ALLOC, OWN, ThreadHead};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};

/// An address in the arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    pub(crate) kind: u32,
    pub(crate) value: usize,
    pub(crate) bytes: usize,
}

/// The device's value of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    At(usize),
    /// So far behind the beginning of the copy that the region alone has, for the item with this number.
    Own(usize, usize),
}

/// A kernel that is about to run.
pub(crate) struct Kernel<'k> {
    pub(crate) sequence: &'k mut Sequence,
    pub(crate) device: Option<usize>,
    pub(crate) arguments: [Argument; 2],
    pub(crate) items: Vec<Item>,
    /// The first values of the copies of this region alone, by the numbers of their items.
    first_values: BTreeMap<usize, Vec<u8>>,
    /// The address and the bytes of those to which an argument leads.
    own: Vec<(usize, Vec<u8>)>,
}

thread_local! {
    static NEXT: Cell<*mut c_void> = const { Cell::new(null_mut()) };
}

fn is_own(item: &Item) -> bool {
    item.is(OWN) && item.start != 0
}

fn touch(item: &Item, argument: &Argument) -> bool {
    item.start < argument.value + argument.bytes && argument.value < item.start + item.bytes
}

impl Argument {
    pub(crate) fn is_variable(&self) -> bool {
        self.kind == ADDRESS_OF
    }

    /// Checks that the variable is on the device, as far as this can be told before the kernel runs.
    pub(crate) fn check(&self, device: &Device, items: &[Item]) -> Result<(), Condition> {
        let end = self.value + self.bytes;
        let is_part =
            |(start, copy): &(&usize, &Copied)| **start < end && self.value < **start + copy.bytes.len();
        let parts = device.copies.iter().filter(is_part).count();
        let has_own = items.iter().any(|item| is_own(item) && touch(item, self));
        let is_inside = |item: &Item| self.value <= item.start && item.start + item.bytes <= end;
        // The absence of such a variable is a mistake where the kernel uses it, which the model does not follow.
        let may_be_absent = items.iter().any(|item| item.is(NO_ALLOC) && is_inside(item));
        match parts {
            _ if !self.is_variable() => Ok(()),
            0 if may_be_absent => Err(UNKNOWN),
            0 if !has_own => Err(NOT_PRESENT),
            1 if !has_own => Ok(()),
            0 => Ok(()),
            _ => Err(UNKNOWN),
        }
    }
}

impl<'k> Kernel<'k> {
    pub(crate) fn new(
        sequence: &'k mut Sequence,
        device: Option<usize>,
        arguments: [Argument; 2],
        items: Vec<Item>,
    ) -> Self {
        Self { sequence, device, arguments, items, first_values: BTreeMap::new(), own: Vec::new() }
    }

    /// Has the next call of [`body`] on this thread run the kernel.
    pub(crate) fn announce(&mut self) {
        NEXT.set((&raw mut *self).cast());
    }

    fn model(&mut self) -> Option<(&mut Device, &mut Host)> {
        self.sequence.of(self.device?)
    }

    fn own_at(&self, byte: usize) -> Option<Place> {
        let holds = |item: &Item| is_own(item) && item.start <= byte && byte < item.start + item.bytes;
        let at = self.items.iter().position(holds)?;
        Some(Place::Own(at, byte - self.items[at].start))
    }

    /// The device's value of an argument; `None`: that of the host.
    fn place(&self, argument: Argument) -> Option<Place> {
        let number = self.device?;
        let device = &self.sequence.devices[number];
        if argument.is_variable() {
            let own = |item: &Item| is_own(item) && touch(item, &argument);
            if let Some(at) = self.items.iter().position(own) {
                return Some(Place::Own(at, argument.value.wrapping_sub(self.items[at].start)));
            }
            let end = argument.value + argument.bytes;
            let (start, copy) = device.copies.range(..end).next_back()?;
            return Some(Place::At(copy.address.wrapping_add(argument.value.wrapping_sub(*start))));
        }
        let value = argument.value;
        if value == 0 {
            return None;
        }
        let byte = |at| self.own_at(at).or_else(|| device.address(at).map(Place::At));
        let through = |item: &Item| {
            let (_, of_pointer) = item.pointer.filter(|(_, of_pointer)| *of_pointer == value)?;
            let address = device.address(item.start)?;
            Some(Place::At(address.wrapping_sub(item.start.wrapping_sub(of_pointer))))
        };
        // A copy of the region's own comes before all others.
        let leads = |item: &Item| item.pointer.is_some_and(|(_, of_pointer)| of_pointer == value);
        if let Some(at) = self.items.iter().position(|item| is_own(item) && leads(item)) {
            return Some(Place::Own(at, value.wrapping_sub(self.items[at].start)));
        }
        let around = || {
            let regions = self.sequence.regions.iter().rev().filter(|(of, _)| *of == Some(number));
            regions.flat_map(|(_, items)| items).find_map(through)
        };
        let behind_end = || match byte(value - 1)? {
            Place::At(address) => Some(Place::At(address + 1)),
            Place::Own(item, at) => Some(Place::Own(item, at + 1)),
        };
        byte(value).or_else(|| self.items.iter().find_map(through)).or_else(around).or_else(behind_end)
    }

    /// Checks the arguments that the body gets. Returns addresses near which it uses memory.
    fn check_arguments(&mut self, given: [usize; 2]) -> Vec<usize> {
        let mut near = Vec::new();
        for (argument, value) in self.arguments.into_iter().zip(given) {
            match self.place(argument) {
                None => assert_eq!(value, argument.value, "{argument:?} has changed"),
                Some(Place::At(address)) => assert_eq!(value, address, "{argument:?}"),
                Some(Place::Own(item, at)) => {
                    self.own.push((value.wrapping_sub(at), self.first_values[&item].clone()));
                }
            }
            let to_part = self.distance_to_part(argument);
            near.push(value.wrapping_add(to_part));
        }
        near
    }

    /// Returns the distance from the beginning of a variable to its part on the device.
    fn distance_to_part(&self, argument: Argument) -> usize {
        let Some(number) = self.device.filter(|_| argument.is_variable()) else { return 0 };
        let end = argument.value + argument.bytes;
        let own =
            self.items.iter().find(|item| is_own(item) && touch(item, &argument)).map(|item| item.start);
        let copied =
            || self.sequence.devices[number].copies.range(..end).next_back().map(|(start, _)| *start);
        own.or_else(copied).map_or(0, |start| start.saturating_sub(argument.value))
    }

    /// The bytes of the device from an address on: their values, and whether they are fresh. `None`: they are not all there.
    fn bytes(&self, address: usize, count: usize) -> Option<Vec<(u8, bool)>> {
        let device = &self.sequence.devices[self.device?];
        let byte = |at: usize| {
            let own = self
                .own
                .iter()
                .find_map(|(start, bytes)| bytes.get(at.wrapping_sub(*start)).map(|byte| (*byte, false)));
            own.or_else(|| {
                device.copies.values().find_map(|copy| {
                    let within = at.wrapping_sub(copy.address);
                    Some((*copy.bytes.get(within)?, *copy.fresh.get(within)?))
                })
            })
        };
        (address..address.checked_add(count)?).map(byte).collect()
    }

    fn put(&mut self, address: usize, values: &[u8]) {
        for (at, value) in (address..).zip(values) {
            for (start, bytes) in &mut self.own {
                if let Some(byte) = bytes.get_mut(at.wrapping_sub(*start)) {
                    *byte = *value;
                }
            }
            let Some((device, _)) = self.model() else { return };
            for copy in device.copies.values_mut() {
                let within = at.wrapping_sub(copy.address);
                if let Some(byte) = copy.bytes.get_mut(within) {
                    (*byte, copy.fresh[within]) = (*value, false);
                }
            }
        }
    }

    /// Returns whether any of the bytes is the copy of a pointer variable.
    fn holds_pointer(&self, address: usize, count: usize) -> bool {
        let Some(device) = self.device.map(|number| &self.sequence.devices[number]) else { return true };
        let data_end = self.sequence.host.base + DATA;
        (address..address.saturating_add(count)).any(|at| {
            device.copies.iter().any(|(start, copy)| {
                at.wrapping_sub(copy.address) < copy.bytes.len() && start + (at - copy.address) >= data_end
            })
        })
    }

    /// An access of the body: what it does is right, or the program ends.
    fn use_memory(&mut self, near: &[usize]) {
        let random = &mut self.sequence.random;
        let aim = random.one_of(near).unwrap_or(0);
        let address = aim.wrapping_add(random.below(49)).wrapping_sub(8);
        let how = random.below(5);
        let count = [8, 4, 1 + random.below(16), 1 + random.below(16), 1 + random.below(16)][how];
        let known = self.bytes(address, count);
        if known.is_none() && !self.sequence.random.percent(1) {
            return;
        }
        match how {
            0 | 2 => self.load(address, count, how == 0, known),
            1 | 3 if !self.holds_pointer(address, count) => {
                self.store(address, count, how == 1, known.is_some());
            }
            4 => self.copy(address, count, near, known),
            _ => {}
        }
    }

    fn load(&mut self, address: usize, count: usize, is_sized: bool, known: Option<Vec<(u8, bool)>>) {
        let is_number = [1, 2, 4, 8, 16].contains(&count);
        let is_fresh = known.as_ref().is_some_and(|bytes| {
            is_number && bytes.iter().all(|(byte, is_fresh)| *is_fresh && *byte == FILL)
        });
        if is_fresh && !self.sequence.random.percent(1) {
            return;
        }
        let is_wrong = known.is_none() || is_fresh;
        expect(is_wrong.then_some(if is_fresh { "[discrete_not_written]" } else { "error: this kernel" }));
        if is_sized {
            __asan_load8_noabort(address);
        } else {
            __asan_loadN_noabort(address, count);
        }
        assert!(!is_wrong, "a load of {count} bytes from {address:#x} is no mistake");
        let values: Vec<_> = known.into_iter().flatten().map(|(byte, _)| byte).collect();
        assert_eq!(read(address, count), values, "{address:#x}");
    }

    fn store(&mut self, address: usize, count: usize, is_sized: bool, is_there: bool) {
        expect((!is_there).then_some("error: this kernel"));
        if is_sized {
            __asan_store4_noabort(address);
        } else {
            __asan_storeN_noabort(address, count);
        }
        assert!(is_there, "a store of {count} bytes to {address:#x} is no mistake");
        let values: Vec<u8> = (0..count).map(|_| self.sequence.random.below(256) as u8).collect();
        let to: *mut u8 = with_exposed_provenance_mut(address);
        // SAFETY: the bytes are those of a copy.
        unsafe { to.copy_from(values.as_ptr(), count) };
        self.put(address, &values);
    }

    fn copy(&mut self, from: usize, count: usize, near: &[usize], known: Option<Vec<(u8, bool)>>) {
        let random = &mut self.sequence.random;
        let to = random.one_of(near).unwrap_or(0).wrapping_add(random.below(40));
        let is_wrong = known.is_none() || self.bytes(to, count).is_none();
        if self.holds_pointer(to, count)
            || self.holds_pointer(from, count)
            || (is_wrong && !self.sequence.random.percent(1))
        {
            return;
        }
        expect(is_wrong.then_some("error: this kernel"));
        // SAFETY: both runs are checked before.
        unsafe { clacc_memcpy(with_exposed_provenance_mut(to), with_exposed_provenance(from), count) };
        assert!(!is_wrong, "a copy of {count} bytes from {from:#x} to {to:#x} is no mistake");
        let values: Vec<_> = known.into_iter().flatten().map(|(byte, _)| byte).collect();
        self.put(to, &values);
    }

    /// Runs the kernel.
    fn run(&mut self, given: [usize; 2]) {
        let mut items = std::mem::take(&mut self.items);
        if let Some((device, host)) = self.model() {
            ask_addresses(device, |host| clacc_here(with_exposed_provenance_mut(host)).expose_provenance());
            let own = items.iter().enumerate().filter(|(_, item)| is_own(item));
            let first =
                own.map(|(at, item)| (at, device.first_values(host, item.start..item.start + item.bytes)));
            let first = first.collect();
            device.attach_all(&mut items);
            self.first_values = first;
        }
        self.items = items;
        let near = self.check_arguments(given);
        if self.device.is_some() {
            (0..6).for_each(|_| self.use_memory(&near));
        }
    }
}

/// Asks for the addresses of copies that are not known yet.
pub(crate) fn ask_addresses(device: &mut Device, ask: impl Fn(usize) -> usize) {
    for (start, copy) in device.copies.iter_mut().filter(|(_, copy)| copy.address == 0) {
        copy.address = ask(*start);
        assert_ne!(copy.address, *start, "the data is not on the device");
    }
}

/// Reads memory of a device.
pub(crate) fn read(address: usize, count: usize) -> Vec<u8> {
    let memory: *const u8 = with_exposed_provenance(address);
    // SAFETY: the library says that the bytes belong to a copy.
    (0..count).map(|at| unsafe { memory.add(at).read() }).collect()
}

/// The body of all kernels.
pub(crate) unsafe extern "C" fn body(_: *mut ThreadHead, args: *mut c_void) {
    let kernel = NEXT.replace(null_mut()).cast::<Kernel<'_>>();
    // SAFETY: the caller has announced the kernel and waits; the arguments are two addresses.
    let (kernel, given) = unsafe { (&mut *kernel, args.cast::<[usize; 2]>().read()) };
    kernel.run(given);
}
