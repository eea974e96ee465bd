//! The events of directives over libomptarget, which come from the calls of compiled code.
//!
//! The OpenMP runtime tells its tools nothing of the source. But clang passes the place of a construct and, with `-g`, the
//! names of its items to libomptarget. So this library defines the entry points itself, raises the events of the
//! construct, and passes the calls on. The events inside come from the tool interface: see [`tool`](super::tool).

use super::symbols::Ident;
use crate::openacc::handle::{Address, DeviceType, Extent};
use crate::profile::cause::{self, Cause, Device, NOWHERE, Source, THE_HOST};
use crate::profile::detail::Detail;
use crate::profile::dispatch;
use clacc_runtime_abi::profiling::{Event, construct};
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};

type Pointer = *mut c_void;

/// Map types of libomptarget.
mod kind {
    pub(super) const TO: i64 = 1;
    /// With `TO`: the item is `firstprivate`.
    pub(super) const PRIVATE: i64 = 0x80;
    /// The item is the value itself.
    pub(super) const LITERAL: i64 = 0x100;
    pub(super) const IMPLICIT: i64 = 0x200;
    /// The item belongs to a region of data: `ompx_hold`.
    pub(super) const HOLD: i64 = 0x2000;
}

/// The kinds of calls of libomptarget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// Data is entered.
    Begin,
    /// Data is left.
    End,
    Update,
    Kernel,
}

impl Region {
    /// The event that begins it. The next number is the event that ends it.
    fn start(self) -> Event {
        match self {
            Self::Begin => Event::EnterDataStart,
            Self::End => Event::ExitDataStart,
            Self::Update => Event::UpdateStart,
            Self::Kernel => Event::ComputeConstructStart,
        }
    }
}

/// The items of a call: arrays of libomptarget, which live during the call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Items {
    pub(super) count: usize,
    pub(super) begins: *const Pointer,
    pub(super) sizes: *const i64,
    pub(super) kinds: *const i64,
    pub(super) names: *const Pointer,
}

impl Items {
    /// Nothing is known of the items.
    const NONE: Self = Self {
        count: 0,
        begins: std::ptr::null(),
        sizes: std::ptr::null(),
        kinds: std::ptr::null(),
        names: std::ptr::null(),
    };

    /// # Safety
    /// The arrays are null or hold `count` items for as long as the call runs.
    pub(super) unsafe fn new(
        count: i32,
        begins: *mut Pointer,
        sizes: *mut i64,
        kinds: *mut i64,
        names: *mut Pointer,
    ) -> Self {
        let is_readable = !begins.is_null() && !sizes.is_null() && !kinds.is_null();
        let count = if is_readable { usize::try_from(count).unwrap_or(0) } else { 0 };
        Self { count, begins, sizes, kinds, names }
    }

    fn kind(&self, item: usize) -> i64 {
        // SAFETY: the maker of the items promised so many.
        unsafe { self.kinds.add(item).read() }
    }

    fn bytes(&self, item: usize) -> usize {
        // SAFETY: the maker of the items promised so many.
        usize::try_from(unsafe { self.sizes.add(item).read() }).unwrap_or(0)
    }

    /// The memory of the host that the items name.
    pub(super) fn extents(&self) -> impl Iterator<Item = Extent> + use<> {
        let items = *self;
        (0..items.count).map(move |item| {
            // SAFETY: the maker of the items promised so many.
            let start = unsafe { items.begins.add(item).read() }.expose_provenance();
            Extent { start, bytes: items.bytes(item) }
        })
    }

    /// The map types of the items.
    pub(super) fn all_kinds(&self) -> impl Iterator<Item = i64> + use<> {
        let items = *self;
        (0..items.count).map(move |item| items.kind(item))
    }

    /// Returns true if an item contains an address of the host.
    fn holds(&self, item: usize, host: Address) -> bool {
        // SAFETY: the maker of the items promised so many.
        let (begin, bytes) = (unsafe { self.begins.add(item).read() }.addr(), self.bytes(item));
        begin == host || begin < host && host - begin < bytes
    }

    /// Returns true if libomptarget copies the item together with others like it, from a buffer of its own: `firstprivate` of at most
    /// a kibibyte.
    fn is_packed(&self, item: usize) -> bool {
        let how = self.kind(item) & (kind::TO | kind::PRIVATE | kind::LITERAL);
        how == kind::TO | kind::PRIVATE && (1..=1024).contains(&self.bytes(item))
    }

    /// Returns the item that libomptarget copies from a buffer of its own, if there is only one.
    fn only_packed(&self) -> Option<usize> {
        let mut packed = (0..self.count).filter(|item| self.is_packed(*item));
        packed.next().filter(|_| packed.next().is_none())
    }

    /// The variable of an item, or null, and whether the compiler added it.
    fn describe(&self, item: usize) -> (*const c_char, bool) {
        (self.variable(item), self.kind(item) & kind::IMPLICIT != 0)
    }

    fn is_held(&self) -> bool {
        (0..self.count).any(|item| self.kind(item) & kind::HOLD != 0)
    }

    fn variable(&self, item: usize) -> *const c_char {
        if self.names.is_null() {
            return std::ptr::null();
        }
        // SAFETY: the maker of the items promised so many; each name is null or a C string of the program.
        let text =
            unsafe { self.names.add(item).read().cast::<c_char>().as_ref().map(|text| CStr::from_ptr(text)) };
        text.map_or(std::ptr::null(), |text| cause::variable_of(text.to_bytes()))
    }
}

/// True if the OpenMP runtime reports launches to its tools (OMPT).
static TELLS_OF_LAUNCHES: AtomicBool = AtomicBool::new(false);

/// Notes that the OpenMP runtime tells of launches.
pub(super) fn set_told_of_launches() {
    TELLS_OF_LAUNCHES.store(true, Ordering::Relaxed);
}

fn is_told_of_launches() -> bool {
    TELLS_OF_LAUNCHES.load(Ordering::Relaxed)
}

/// A part of a compute construct with data on a device, in the order in which they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There are no parts.
    Whole,
    Entering,
    Launched,
    Leaving,
}

struct Call {
    items: Items,
    phase: Phase,
}

thread_local! {
    /// The calls of libomptarget that the thread is in. They are still there while the program ends.
    static CALLS: RefCell<ManuallyDrop<Vec<Call>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

fn innermost<R>(look: impl FnOnce(&mut Call) -> R) -> Option<R> {
    CALLS.try_with(|calls| calls.borrow_mut().last_mut().map(look)).ok().flatten()
}

/// Returns the variable of the item that contains an address of the host, or null, and true if the compiler added the item.
pub(super) fn item_at(host: Address) -> Option<(*const c_char, bool)> {
    let items = innermost(|call| call.items)?;
    let item = (0..items.count).find(|item| items.holds(*item, host))?;
    Some(items.describe(item))
}

/// The same of the only item that is copied from elsewhere, where it has so many bytes.
pub(super) fn packed_item(bytes: usize) -> Option<(*const c_char, bool)> {
    let items = innermost(|call| call.items)?;
    let item = items.only_packed().filter(|item| items.bytes(*item) == bytes)?;
    Some(items.describe(item))
}

fn set_phase(from: Phase, to: Phase) -> bool {
    innermost(|call| {
        let is_from = call.phase == from;
        if is_from {
            call.phase = to;
        }
        is_from
    })
    .unwrap_or(false)
}

/// A kernel is about to be launched: its data has been entered.
pub(super) fn before_launch() {
    if set_phase(Phase::Entering, Phase::Launched) {
        dispatch::raise(Event::EnterDataEnd, Detail::None);
    }
}

/// A kernel has been launched: what follows is the exit of its data.
pub(super) fn after_launch() {
    if set_phase(Phase::Launched, Phase::Leaving) {
        dispatch::raise(Event::ExitDataStart, Detail::None);
    }
}

/// Raises the events of a region around a call of libomptarget.
///
/// # Safety
/// The place is null or an `ident_t` of the compiler, and the items are those of the call.
pub(super) unsafe fn around<R>(
    region: Region,
    place: Pointer,
    device: i64,
    items: Items,
    run: impl FnOnce() -> R,
) -> R {
    if !dispatch::is_on() {
        return run();
    }
    let known = dispatch::cause().filter(|cause| cause.is_announced);
    // SAFETY: the caller promises it.
    let found = || unsafe { cause_of(region, place, device, &items) };
    told(region, known.unwrap_or_else(found), items, run)
}

/// Raises the events of a region around a call that a routine of OpenACC makes. The routine is the cause.
pub(super) fn around_routine<R>(region: Region, device: i32, run: impl FnOnce() -> R) -> R {
    if !dispatch::is_on() {
        return run();
    }
    let cause = dispatch::cause().unwrap_or(Cause::INTERNAL);
    told(region, Cause { device: numbered(device), ..cause }, Items::NONE, run)
}

/// # Safety
/// As for [`around`].
unsafe fn cause_of(region: Region, place: Pointer, device: i64, items: &Items) -> Cause {
    let construct = match region {
        Region::Begin | Region::End if items.is_held() => construct::DATA,
        Region::Begin => construct::ENTER_DATA,
        Region::End => construct::EXIT_DATA,
        Region::Update => construct::UPDATE,
        Region::Kernel => construct::PARALLEL,
    };
    let number = i32::try_from(device).ok().filter(|number| *number >= 0);
    let number = number.unwrap_or_else(|| super::symbols().default_device());
    // SAFETY: the caller promises it.
    let cause = Cause::directive(construct, unsafe { source_of(place) }, numbered(number));
    Cause { queue: super::task_queues::of_current_task().unwrap_or(cause.queue), ..cause }
}

/// # Safety
/// The place is null or an `ident_t` of the compiler.
unsafe fn source_of(place: Pointer) -> Source {
    // SAFETY: the caller promises it, and the text of a place is a C string.
    let text = unsafe {
        place
            .cast::<Ident>()
            .as_ref()
            .and_then(|place| place.source.as_ref())
            .map(|text| CStr::from_ptr(text))
    };
    text.map_or(NOWHERE, |text| cause::place_of(text.to_bytes()))
}

/// A device of libomptarget, as the profiling interface names it.
pub(super) fn numbered(number: i32) -> Device {
    let count = if super::is_offload_disabled() { 0 } else { super::symbols().device_count() };
    if !(0..count).contains(&number) {
        return THE_HOST;
    }
    let types = super::device_types(count);
    let kind = usize::try_from(number).ok().and_then(|at| types.get(at).copied());
    Device { kind: kind.unwrap_or(DeviceType::NotHost) as c_int, number }
}

/// A device while it starts, when libomptarget cannot be asked how many there are.
pub(super) fn device_by_number(number: c_int) -> Device {
    let types = super::device_types(number.saturating_add(1));
    let kind = types.last().copied().unwrap_or(DeviceType::NotHost);
    Device { kind: kind as c_int, number }
}

/// Raises the events of a launch that libomptarget refuses, because the program will run the region on the host.
fn launch_on_host() {
    dispatch::raise(Event::EnqueueLaunchStart, Detail::None);
    dispatch::raise(Event::EnqueueLaunchEnd, Detail::None);
}

fn told<R>(region: Region, cause: Cause, items: Items, run: impl FnOnce() -> R) -> R {
    let is_announced = cause.is_announced;
    let (is_kernel, is_on_host) = (region == Region::Kernel, cause.device == THE_HOST);
    let has_parts = is_kernel && !is_on_host && items.count > 0 && is_told_of_launches();
    dispatch::enter(cause);
    let phase = if has_parts { Phase::Entering } else { Phase::Whole };
    let start = region.start();
    if !is_announced {
        dispatch::raise(start, Detail::None);
    }
    if has_parts {
        dispatch::raise(Event::EnterDataStart, Detail::None);
    }
    let _ = CALLS.try_with(|calls| calls.borrow_mut().push(Call { items, phase }));
    let result = run();
    let call = CALLS.try_with(|calls| calls.borrow_mut().pop()).ok().flatten();
    let open = match call.map(|call| call.phase) {
        Some(Phase::Entering) => Some(Event::EnterDataEnd),
        Some(Phase::Leaving) => Some(Event::ExitDataEnd),
        _ => None,
    };
    if let Some(event) = open {
        dispatch::raise(event, Detail::None);
    }
    if is_kernel && is_on_host && !is_announced {
        launch_on_host();
    }
    if !is_announced && let Some(end) = Event::from_c(start as c_int + 1) {
        dispatch::raise(end, Detail::None);
    }
    dispatch::leave();
    result
}
