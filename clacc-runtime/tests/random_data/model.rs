//! The model: the bytes of the host, and for each device its copies with their counters, bytes and attached pointers.

use clacc_runtime_abi::layout::{ALWAYS, FINALIZE, FROM, HOLD, IMPLICIT, NO_ALLOC, OWN, PRESENT, TO, VALUES};
use std::collections::BTreeMap;
use std::ops::Range;

/// The value of bytes on a device that nobody has given.
pub(crate) const FILL: u8 = 0xa5;
/// The size of an address.
pub(crate) const POINTER: usize = size_of::<usize>();

/// The name of the condition that a mistake has.
pub(crate) type Condition = &'static str;
pub(crate) const NOT_PRESENT: Condition = "[acc_error_not_present]";
/// It cannot be told whether it is a mistake.
pub(crate) const UNKNOWN: Condition = "";
pub(crate) const PARTLY: Condition = "[acc_error_partly_present]";

/// An item of a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) start: usize,
    pub(crate) bytes: usize,
    /// The address of the pointer, and its value when the construct begins.
    pub(crate) pointer: Option<(usize, usize)>,
    pub(crate) action: u32,
    pub(crate) is_counted: bool,
    pub(crate) is_attached: bool,
}

impl Item {
    pub(crate) fn is(&self, bit: u32) -> bool {
        self.action & bit != 0
    }

    /// The bytes that are looked for and counted: at least one.
    fn looked_for(&self) -> Range<usize> {
        self.start..self.start + self.bytes.max(1)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Copied {
    pub(crate) bytes: Vec<u8>,
    /// true for each byte that has no value, and of which the library says so.
    pub(crate) fresh: Vec<bool>,
    /// The dynamic and the structured counter.
    pub(crate) counters: [u32; 2],
    /// Its address on the device; zero while the model has not asked for it.
    pub(crate) address: usize,
}

pub(crate) enum Presence {
    Absent,
    Partly,
    /// The first address of the copy that holds all.
    Fully(usize),
}

/// The attachment counter of a pointer.
#[derive(Clone, Copy, Debug, Default)]
struct Attachments {
    count: u32,
    was_attached_before: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Device {
    pub(crate) copies: BTreeMap<usize, Copied>,
    /// The values of the pointer on host and device, for each attached pointer.
    attached: BTreeMap<usize, (usize, usize)>,
    attachments: BTreeMap<usize, Attachments>,
}

/// The bytes of the host, which begin at an address.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) base: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Host {
    pub(crate) fn at(&mut self, extent: Range<usize>) -> &mut [u8] {
        &mut self.bytes[extent.start - self.base..extent.end - self.base]
    }

    pub(crate) fn pointer(&self, place: usize) -> usize {
        let at = place - self.base;
        usize::from_ne_bytes(self.bytes[at..at + POINTER].try_into().unwrap_or_default())
    }
}

impl Device {
    pub(crate) fn presence(&self, extent: Range<usize>) -> Presence {
        let touches = |(start, copy): &(&usize, &Copied)| {
            **start < extent.end && extent.start < **start + copy.bytes.len()
        };
        match self.copies.iter().rev().find(touches) {
            None => Presence::Absent,
            Some((start, copy)) if *start <= extent.start && extent.end <= start + copy.bytes.len() => {
                Presence::Fully(*start)
            }
            Some(_) => Presence::Partly,
        }
    }

    /// The address of the copy of a byte.
    pub(crate) fn address(&self, host: usize) -> Option<usize> {
        let (start, copy) = self.copies.range(..=host).next_back()?;
        (host < start + copy.bytes.len()).then(|| copy.address + (host - start))
    }

    /// The bytes of the copy of an extent that is on the device.
    fn bytes(&mut self, extent: &Range<usize>) -> Option<(&mut [u8], &mut [bool])> {
        let (start, copy) = self.copies.range_mut(..=extent.start).next_back()?;
        let within = extent.start - start..extent.end - start;
        Some((&mut copy.bytes[within.clone()], &mut copy.fresh[within]))
    }

    fn write_pointer(&mut self, place: usize, value: usize) {
        if let Some((bytes, fresh)) = self.bytes(&(place..place + POINTER)) {
            bytes.copy_from_slice(&value.to_ne_bytes());
            fresh.fill(false);
        }
    }

    fn attached_in(&self, extent: &Range<usize>) -> Vec<(usize, (usize, usize))> {
        self.attached.range(extent.clone()).map(|(place, values)| (*place, *values)).collect()
    }

    /// The bytes of a copy of the host's data, in which attached pointers have the values of the device.
    pub(crate) fn first_values(&self, host: &mut Host, extent: Range<usize>) -> Vec<u8> {
        let mut bytes = host.at(extent.clone()).to_vec();
        for (place, (_, on_device)) in self.attached_in(&extent) {
            bytes[place - extent.start..place - extent.start + POINTER]
                .copy_from_slice(&on_device.to_ne_bytes());
        }
        bytes
    }

    pub(crate) fn copy_in(&mut self, host: &mut Host, extent: &Range<usize>) {
        if let Some((bytes, fresh)) = self.bytes(extent) {
            bytes.copy_from_slice(host.at(extent.clone()));
            fresh.fill(false);
        }
        for (place, (_, on_device)) in self.attached_in(extent) {
            self.write_pointer(place, on_device);
        }
    }

    pub(crate) fn copy_out(&mut self, host: &mut Host, extent: &Range<usize>) {
        if let Some((bytes, _)) = self.bytes(extent) {
            host.at(extent.clone()).copy_from_slice(bytes);
        }
        for (place, (on_host, _)) in self.attached_in(extent) {
            host.at(place..place + POINTER).copy_from_slice(&on_host.to_ne_bytes());
        }
    }

    pub(crate) fn enter(&mut self, host: &mut Host, item: &mut Item) -> Result<(), Condition> {
        if item.start == 0 {
            return if item.is(PRESENT) { Err(NOT_PRESENT) } else { Ok(()) };
        }
        if item.is(OWN) {
            return Ok(());
        }
        let counter = usize::from(item.is(HOLD));
        match self.presence(item.looked_for()) {
            Presence::Absent if item.is(PRESENT) => return Err(NOT_PRESENT),
            Presence::Partly if item.is(PRESENT) => return Err(PARTLY),
            Presence::Partly if item.is(IMPLICIT) => return Ok(()),
            Presence::Partly => return Err(PARTLY),
            Presence::Absent if item.is(NO_ALLOC) || item.bytes == 0 => return Ok(()),
            Presence::Absent => self.begin(host, item, counter),
            Presence::Fully(start) => {
                if let Some(copy) = self.copies.get_mut(&start) {
                    copy.counters[counter] += 1;
                }
                if item.is(TO) && item.is(ALWAYS) && item.bytes > 0 {
                    self.copy_in(host, &item.looked_for());
                }
            }
        }
        item.is_counted = true;
        Ok(())
    }

    fn begin(&mut self, host: &mut Host, item: &Item, counter: usize) {
        let mut counters = [0; 2];
        counters[counter] = 1;
        let fresh = vec![item.is(VALUES); item.bytes];
        self.copies.insert(item.start, Copied { bytes: vec![FILL; item.bytes], fresh, counters, address: 0 });
        if item.is(TO) {
            self.copy_in(host, &item.looked_for());
        }
    }

    /// Attaches the pointers of items. The addresses of all copies are known.
    pub(crate) fn attach_all(&mut self, items: &mut [Item]) {
        for item in items {
            self.attach(item);
        }
    }

    fn attach(&mut self, item: &mut Item) {
        if item.is(OWN) && item.start != 0 {
            return;
        }
        let Some((place, value)) = item.pointer else { return };
        item.is_attached = self.attach_pointer(place, value, item.start);
    }

    pub(crate) fn attach_pointer(&mut self, place: usize, value: usize, part: usize) -> bool {
        let is_there = matches!(self.presence(place..place + POINTER), Presence::Fully(_));
        let Some(address) = self.address(part).filter(|_| is_there) else { return false };
        if value == 0 {
            return true;
        }
        let wanted = address.wrapping_sub(part.wrapping_sub(value));
        let points_there = self.pointer(place) == Some(wanted);
        let attachments = self.attachments.entry(place).or_default();
        if points_there {
            attachments.was_attached_before |= attachments.count == 0;
            attachments.count += 1;
        } else {
            *attachments = Attachments { count: 1, was_attached_before: false };
        }
        self.attached.insert(place, (value, wanted));
        self.write_pointer(place, wanted);
        true
    }

    fn pointer(&mut self, place: usize) -> Option<usize> {
        let (bytes, _) = self.bytes(&(place..place + POINTER))?;
        Some(usize::from_ne_bytes(bytes.try_into().ok()?))
    }

    pub(crate) fn detach(&mut self, place: usize, value: usize, finalize: bool) {
        if value == 0 || !matches!(self.presence(place..place + POINTER), Presence::Fully(_)) {
            return;
        }
        let mut attachments = self.attachments.remove(&place).unwrap_or_default();
        attachments.count = if finalize { 0 } else { attachments.count.saturating_sub(1) };
        if attachments.count > 0 {
            self.attachments.insert(place, attachments);
            return;
        }
        if attachments.was_attached_before && !finalize && self.pointer(place) != Some(value) {
            return;
        }
        self.attached.remove(&place);
        self.write_pointer(place, value);
    }

    pub(crate) fn exit(&mut self, host: &mut Host, item: &Item) -> Result<(), Condition> {
        let (extent, copies) = (item.looked_for(), item.is(FROM) && item.bytes > 0);
        let start = match self.presence(extent.clone()) {
            Presence::Absent if item.is(PRESENT) => return Err(NOT_PRESENT),
            Presence::Absent => return Ok(()),
            Presence::Partly => return Err(PARTLY),
            Presence::Fully(start) => start,
        };
        if copies && item.is(ALWAYS) {
            self.copy_out(host, &extent);
        }
        let Some(copy) = self.copies.get_mut(&start) else { return Ok(()) };
        let counter = &mut copy.counters[usize::from(item.is(HOLD))];
        *counter = if item.is(FINALIZE) { 0 } else { counter.saturating_sub(1) };
        if copy.counters == [0, 0] {
            if copies && !item.is(ALWAYS) {
                self.copy_out(host, &extent);
            }
            let copy = self.copies.remove(&start);
            let end = start + copy.map_or(0, |copy| copy.bytes.len());
            self.attached.retain(|place, _| !(start..end).contains(place));
        }
        Ok(())
    }

    /// `exit data`.
    pub(crate) fn exit_all(&mut self, host: &mut Host, items: &[Item]) -> Result<(), Condition> {
        for item in items.iter().rev() {
            if let Some((place, value)) = item.pointer {
                self.detach(place, value, item.is(FINALIZE));
            }
        }
        items.iter().rev().filter(|item| item.start != 0).try_for_each(|item| self.exit(host, item))
    }

    /// The end of a region.
    pub(crate) fn leave(&mut self, host: &mut Host, items: &[Item]) -> Result<(), Condition> {
        for item in items.iter().rev().filter(|item| item.is_attached) {
            if let Some((place, value)) = item.pointer {
                self.detach(place, value, item.is(FINALIZE));
            }
        }
        items.iter().rev().filter(|item| item.is_counted).try_for_each(|item| self.exit(host, item))
    }

    pub(crate) fn update(&mut self, host: &mut Host, item: &Item) -> Result<(), Condition> {
        if item.start == 0 || item.bytes == 0 || !(item.is(TO) || item.is(FROM)) {
            return Ok(());
        }
        match self.presence(item.looked_for()) {
            Presence::Absent if item.is(PRESENT) => Err(NOT_PRESENT),
            Presence::Absent => Ok(()),
            Presence::Partly => Err(PARTLY),
            Presence::Fully(_) => {
                if item.is(TO) {
                    self.copy_in(host, &item.looked_for());
                }
                if item.is(FROM) {
                    self.copy_out(host, &item.looked_for());
                }
                Ok(())
            }
        }
    }
}
