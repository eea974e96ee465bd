//! The events of the memory of devices: what is allocated and freed, copied up and down, and what belongs to which data of the host.

use super::regions;
use crate::openacc::handle::{Address, Extent};
use crate::profile::cause::Cause;
use crate::profile::detail::Detail;
use crate::profile::dispatch;
use clacc_runtime_abi::profiling::Event;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Pointer = *mut c_void;
/// An address on a device, and the number of the device.
type Place = (Pointer, c_int);

/// Memory of a device, and what is known of it from when it was allocated.
#[derive(Clone, Copy, Debug)]
struct Memory {
    host: Address,
    bytes: usize,
    /// The variable, as an address, or zero.
    variable: Address,
    is_implicit: bool,
}

impl Memory {
    /// Device memory without an address on the host is no copy of anything.
    fn is_copy(&self) -> bool {
        self.host != 0
    }
}

thread_local! {
    /// True while the thread makes a trial allocation, which raises no events.
    static IS_TRIAL: Cell<bool> = const { Cell::new(false) };
}

/// Runs a trial of this library, of whose memory nobody is told.
pub(super) fn untold<R>(run: impl FnOnce() -> R) -> R {
    let before = IS_TRIAL.replace(true);
    let result = run();
    IS_TRIAL.set(before);
    result
}

type Memories = BTreeMap<(c_int, Address), Memory>;

/// The memory that was allocated, by its device and its address there.
fn allocations() -> MutexGuard<'static, Memories> {
    static ALLOCATED: Mutex<Memories> = Mutex::new(BTreeMap::new());
    ALLOCATED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn key_of((address, device): Place) -> (c_int, Address) {
    (device, address.expose_provenance())
}

fn raise(event: Event, memory: Memory, (address, device): Place) {
    if IS_TRIAL.try_with(Cell::get).unwrap_or(false) {
        return;
    }
    let cause = dispatch::cause().unwrap_or(Cause::INTERNAL);
    let is_implicit = cause.is_implicit || memory.is_implicit;
    let cause = Cause { device: regions::device_by_number(device), is_implicit, ..cause };
    let detail = Detail::Data {
        variable: std::ptr::with_exposed_provenance(memory.variable),
        bytes: memory.bytes,
        host: std::ptr::with_exposed_provenance(memory.host),
        device: address,
    };
    dispatch::raise_for(&cause, event, detail);
}

fn memory_of(host: Address, bytes: usize, item: Option<(*const c_char, bool)>) -> Memory {
    let (variable, is_implicit) = item.unwrap_or((std::ptr::null(), false));
    Memory { host, bytes, variable: variable.expose_provenance(), is_implicit }
}

/// Memory has been allocated, for a copy of what is at an address of the host unless that is null.
pub(super) fn allocated(host: Pointer, place: Place, bytes: usize) {
    if place.0.is_null() {
        return;
    }
    let host = host.expose_provenance();
    let packed = || if host == 0 { None } else { regions::packed_item(bytes) };
    let memory = memory_of(host, bytes, regions::item_at(host).or_else(packed));
    allocations().insert(key_of(place), memory);
    raise(Event::Alloc, memory, place);
    if memory.is_copy() {
        raise(Event::Create, memory, place);
    }
}

/// Memory is about to be freed.
pub(super) fn freed(place: Place) {
    let known = allocations().remove(&key_of(place));
    let memory = known.unwrap_or_else(|| memory_of(0, 0, None));
    if memory.is_copy() {
        raise(Event::Delete, memory, place);
    }
    raise(Event::Free, memory, place);
}

/// A copy between host and device begins or ends.
pub(super) fn transfer(event: Event, host: Pointer, place: Place, bytes: usize) {
    let host = host.expose_provenance();
    let is_of_allocation = || allocations().get(&key_of(place)).is_some_and(|memory| memory.host == host);
    let packed = || regions::packed_item(bytes).filter(|_| is_of_allocation());
    raise(event, memory_of(host, bytes, regions::item_at(host).or_else(packed)), place);
}

/// The program has associated memory of its own with data of the host (`acc_map_data`), or has ended that.
pub(super) fn association(event: Event, device: c_int, extent: Extent, address: Address) {
    if dispatch::is_on() {
        let place = (std::ptr::with_exposed_provenance_mut(address), device);
        raise(event, memory_of(extent.start, extent.bytes, None), place);
    }
}
