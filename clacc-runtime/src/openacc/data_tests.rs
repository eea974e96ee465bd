//! Tests of the routines over a binding that keeps a log.

use super::*;
use crate::openacc::binding::{DeviceData, Tasks};
use crate::openacc::present::{Counter, Memory, PresentTable};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

type Log = Arc<Mutex<Vec<String>>>;

/// The memory of a device, which only records the calls it gets.
struct Room {
    log: Log,
    next: AtomicUsize,
}

impl Room {
    fn say(&self, line: String) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

impl Memory for Room {
    fn allocate(&self, extent: Extent, _: bool) -> Result<Address, Fault> {
        self.say(format!("allocate {}", extent.bytes));
        Ok(self.next.fetch_add(0x1000, Ordering::Relaxed))
    }
    fn release(&self, _: Address, address: Address) {
        self.say(format!("release {address:#x}"));
    }
    fn copy_in(&self, _: Address, host: Address, bytes: usize) -> Result<(), Fault> {
        self.say(format!("in {host} {bytes}"));
        Ok(())
    }
    fn copy_out(&self, host: Address, _: Address, bytes: usize) -> Result<(), Fault> {
        self.say(format!("out {host} {bytes}"));
        Ok(())
    }
}

/// Two devices, of which the second has NVIDIA's type. Their tasks do not run until a call waits for them.
struct Mock {
    log: Log,
    tables: [PresentTable<Room>; 2],
    current: Mutex<Device>,
    jobs: Mutex<VecDeque<Job>>,
    next: AtomicUsize,
    busy: AtomicBool,
    /// The values of the device's pointers, by the addresses of the host's.
    pointers: Mutex<BTreeMap<Address, Address>>,
}

impl Mock {
    /// Sets the device's copy of a pointer.
    fn point(&self, pointer: Address, value: Address) {
        self.pointers.lock().unwrap_or_else(PoisonError::into_inner).insert(pointer, value);
    }

    fn table(&self, device: i32) -> &PresentTable<Room> {
        &self.tables[usize::from(device == 1)]
    }

    fn say(&self, line: String) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

struct Shared(&'static Mock);

impl Binding for Shared {
    fn name(&self) -> &'static str {
        "mock"
    }
    fn device_count(&self) -> i32 {
        2
    }
    fn device_type(&self, device: i32) -> DeviceType {
        if device == 1 { DeviceType::Nvidia } else { DeviceType::NotHost }
    }
    fn memory_of(&self, device: i32) -> (usize, usize) {
        if device == 1 { (1000, 900) } else { (0, 0) }
    }
    fn current_device(&self) -> Device {
        *self.0.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn set_current_device(&self, device: Device) {
        *self.0.current.lock().unwrap_or_else(PoisonError::into_inner) = device;
    }
    fn tasks(&self) -> &dyn Tasks {
        self.0
    }
    fn memory(&self) -> &dyn DeviceData {
        self.0
    }
}

impl Tasks for Mock {
    fn wait(&self, _: Address) {
        self.wait_all();
    }
    fn wait_all(&self) {
        while let Some(job) = { self.jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front() } {
            job();
        }
    }
    fn enqueue(&self, _: Address, after: &[Address], job: Job) {
        self.say(format!("task on {}", 1 + after.len()));
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).push_back(job);
    }
    fn overlaps(&self) -> bool {
        true
    }
    fn progress(&self) {
        if !self.busy.load(Ordering::Relaxed) {
            self.wait_all();
        }
    }
}

impl DeviceData for Mock {
    fn presence(&self, device: i32, extent: Extent) -> Presence {
        self.table(device).presence(extent)
    }
    fn device_address(&self, device: i32, host: Address) -> Option<Address> {
        self.table(device).device_address(host)
    }
    fn host_address(&self, device: i32, address: Address) -> Option<Address> {
        self.table(device).host_address(address)
    }
    fn enter(&self, device: i32, extent: Extent, copy_in: bool) -> Result<Address, Fault> {
        self.table(device).enter(extent, copy_in, Counter::Dynamic)
    }
    fn exit(&self, device: i32, extent: Extent, leave: Leave) -> Result<(), Fault> {
        self.table(device).exit(extent, leave, Counter::Dynamic)
    }
    fn update(&self, device: i32, extent: Extent, direction: Direction) -> Result<(), Fault> {
        self.table(device).update(extent, direction)
    }
    fn map(&self, device: i32, extent: Extent, address: Address) -> Result<(), Fault> {
        self.table(device).map(extent, address)
    }
    fn unmap(&self, device: i32, extent: Extent) -> Result<(), Fault> {
        self.table(device).unmap(extent.start)
    }
    fn allocate(&self, _: i32, bytes: usize) -> Result<Address, Fault> {
        if bytes > 1 << 30 {
            Err(Fault::OutOfMemory)
        } else {
            Ok(self.next.fetch_add(0x1000, Ordering::Relaxed))
        }
    }
    fn release(&self, device: i32, address: Address) {
        self.say(format!("free {address:#x} on {device}"));
    }
    fn copy(&self, to: (Device, Address), from: (Device, Address), bytes: usize) -> Result<(), Fault> {
        self.say(format!("copy {to:?} {from:?} {bytes}"));
        Ok(())
    }
    fn pointer_value(&self, device: i32, pointer: Address) -> Option<Address> {
        self.device_address(device, pointer)?;
        self.pointers.lock().unwrap_or_else(PoisonError::into_inner).get(&pointer).copied()
    }
    fn attach(&self, device: i32, pointer: Address, target: Address, part: Address) -> Result<(), Fault> {
        let value = self.device_address(device, part).map(|start| start.wrapping_sub(part - target));
        self.point(pointer, value.ok_or(Fault::NotPresent)?);
        let part = if part == target { String::new() } else { format!(" by {part}") };
        self.say(format!("attach {pointer} {target}{part}"));
        Ok(())
    }
    fn detach(&self, _: i32, pointer: Address, target: Address) -> Result<(), Fault> {
        self.point(pointer, target);
        self.say(format!("detach {pointer} {target}"));
        Ok(())
    }
}

/// Makes a runtime whose current device is device 0. It lives as long as the process, as the real one does.
fn start() -> (&'static Runtime, &'static Mock) {
    let log = Log::default();
    let room = |next| PresentTable::new(Room { log: Arc::clone(&log), next: AtomicUsize::new(next) });
    let mock: &'static Mock = Box::leak(Box::new(Mock {
        tables: [room(0x10_0000), room(0x20_0000)],
        current: Mutex::new(Device::Offload(0)),
        jobs: Mutex::default(),
        next: AtomicUsize::new(0x40_0000),
        busy: AtomicBool::new(false),
        pointers: Mutex::default(),
        log,
    }));
    (Box::leak(Box::new(Runtime::new(Box::new(Shared(mock))))), mock)
}

fn taken(mock: &Mock) -> String {
    std::mem::take(&mut *mock.log.lock().unwrap_or_else(PoisonError::into_inner)).join("; ")
}

const FIRST: Device = Device::Offload(0);
const KEEP: Leave = Leave { copy_out: true, finalize: false };

fn extent(start: Address, bytes: usize) -> Extent {
    Extent { start, bytes }
}

#[test]
fn devices_by_type_and_number() {
    let (runtime, _) = start();
    for (kind, expect) in [
        (DeviceType::None, vec![]),
        (DeviceType::Host, vec![Device::Host]),
        (DeviceType::NotHost, vec![FIRST, Device::Offload(1)]),
        (DeviceType::Nvidia, vec![Device::Offload(1)]),
        (DeviceType::Radeon, vec![]),
        (DeviceType::Current, vec![FIRST, Device::Offload(1)]),
    ] {
        assert_eq!(runtime.devices_of(kind), expect, "{kind:?}");
    }
    assert_eq!(runtime.device(DeviceType::Nvidia, 0), Ok(Device::Offload(1)));
    assert_eq!(runtime.device(DeviceType::NotHost, -1), Ok(FIRST));
    assert_eq!(runtime.device(DeviceType::NotHost, 2), Err(Fault::NoSuchDevice(DeviceType::NotHost, 2)));
    assert_eq!(runtime.device(DeviceType::Radeon, 0), Err(Fault::NoSuchDeviceType(DeviceType::Radeon)));
    assert_eq!(runtime.device(DeviceType::None, 0), Ok(FIRST));
    assert_eq!(runtime.device(DeviceType::Current, 1), Ok(Device::Offload(1)));
    runtime.binding().set_current_device(Device::Offload(1));
    assert_eq!((runtime.current_type(), runtime.current_number(DeviceType::Nvidia)), (DeviceType::Nvidia, 0));
    assert_eq!(runtime.device(DeviceType::Current, 0), Ok(Device::Offload(1)));
    assert_eq!(
        (runtime.current_number(DeviceType::NotHost), runtime.current_number(DeviceType::Host)),
        (1, 0)
    );
}

#[test]
fn the_environment_chooses_the_device() {
    let ask = |device_type, device_number| {
        let (runtime, _) = start();
        let result = runtime.apply(Settings { device_type, device_number, is_discrete: false });
        result.map(|()| runtime.binding().current_device())
    };
    assert_eq!(ask(None, None), Ok(FIRST));
    assert_eq!(ask(Some(DeviceType::Host), None), Ok(Device::Host));
    assert_eq!(ask(Some(DeviceType::Nvidia), Some(0)), Ok(Device::Offload(1)));
    assert_eq!(ask(Some(DeviceType::NotHost), Some(1)), Ok(Device::Offload(1)));
    assert_eq!(ask(Some(DeviceType::Radeon), None), Err(Fault::NoSuchDeviceType(DeviceType::Radeon)));
    assert_eq!(ask(Some(DeviceType::NotHost), Some(5)), Err(Fault::NoSuchDevice(DeviceType::NotHost, 5)));
}

#[test]
fn null_and_no_bytes_do_nothing() {
    let (runtime, mock) = start();
    for nothing in [extent(0, 8), extent(64, 0)] {
        assert_eq!(runtime.enter(FIRST, nothing, true), Ok(None));
        assert_eq!(runtime.exit(FIRST, nothing, KEEP), Ok(()));
        assert_eq!(runtime.update(FIRST, nothing, Direction::ToHost), Ok(()));
    }
    assert!(runtime.is_present(FIRST, extent(0, 8)));
    assert_eq!((runtime.device_address(FIRST, 0), runtime.host_address(FIRST, 0)), (None, None));
    assert_eq!(runtime.allocate(FIRST, 0), Ok(None));
    assert_eq!((runtime.release(FIRST, 0), runtime.map(FIRST, extent(0, 0), 0)), (Ok(()), Ok(())));
    assert_eq!(runtime.copy((FIRST, 0), (Device::Host, 0), 0), Ok(()));
    assert_eq!(taken(mock), "");
}

#[test]
fn shared_memory_is_always_present_and_never_copied() {
    let (runtime, mock) = start();
    assert_eq!(runtime.enter(Device::Host, extent(64, 8), true), Ok(Some(64)));
    assert_eq!(runtime.update(Device::Host, extent(64, 8), Direction::ToHost), Ok(()));
    assert_eq!(runtime.exit(Device::Host, extent(64, 8), KEEP), Ok(()));
    assert!(runtime.is_present(Device::Host, extent(64, 8)));
    assert_eq!(runtime.host_address(Device::Host, 64), Some(64));
    assert_eq!(runtime.map(Device::Host, extent(64, 8), 64), Ok(()));
    assert_eq!(runtime.map(Device::Host, extent(64, 8), 72), Err(Fault::SharedMemory));
    assert_eq!(taken(mock), "");
}

#[test]
fn faults_of_data() {
    let (runtime, mock) = start();
    assert_eq!(runtime.update(FIRST, extent(64, 8), Direction::ToHost), Err(Fault::NotPresent));
    assert_eq!(runtime.exit(FIRST, extent(64, 8), KEEP), Ok(()));
    assert!(runtime.enter(FIRST, extent(64, 8), true).is_ok());
    assert_eq!(runtime.update(FIRST, extent(68, 8), Direction::ToHost), Err(Fault::PartlyPresent));
    assert_eq!(runtime.enter(FIRST, extent(60, 16), true), Err(Fault::PartlyPresent));
    assert_eq!(runtime.map(FIRST, extent(60, 16), 1), Err(Fault::AlreadyPresent));
    assert_eq!(runtime.map(FIRST, extent(0, 16), 1), Err(Fault::NullPointer));
    assert_eq!(runtime.unmap(FIRST, 64), Err(Fault::NotMapped));
    assert_eq!(runtime.unmap(FIRST, 0), Err(Fault::NullPointer));
    assert_eq!(runtime.release(FIRST, 0x9999), Err(Fault::NotAllocated));
    assert_eq!(runtime.allocate(FIRST, 1 << 31), Err(Fault::OutOfMemory));
    assert_eq!(runtime.copy((FIRST, 0), (Device::Host, 8), 4), Err(Fault::NullPointer));
    let to = (Device::Offload(1), 64);
    assert_eq!(runtime.copy_between(to, (FIRST, 64), 4), Err(Fault::NotPresent));
    assert_eq!(taken(mock), "allocate 8; in 64 8");
}

#[test]
fn memory_is_given_back_once() {
    let (runtime, mock) = start();
    let room = runtime.allocate(FIRST, 32).ok().flatten().unwrap_or(0);
    assert_eq!(runtime.release(Device::Offload(1), room), Err(Fault::NotAllocated));
    assert_eq!(
        (runtime.release(FIRST, room), runtime.release(FIRST, room)),
        (Ok(()), Err(Fault::NotAllocated))
    );
    let on_host = runtime.allocate(Device::Host, 32).ok().flatten().unwrap_or(0);
    assert_eq!(
        (runtime.release(Device::Host, on_host), taken(mock)),
        (Ok(()), format!("free {room:#x} on 0"))
    );
}

#[test]
fn free_memory_follows_the_books() {
    let (runtime, _) = start();
    let second = Device::Offload(1);
    assert_eq!(runtime.memory_sizes(second), (1000, 900));
    let room = runtime.allocate(second, 32).ok().flatten().unwrap_or(0);
    assert_eq!((runtime.memory_sizes(second), runtime.memory_sizes(FIRST)), ((1000, 868), (0, 0)));
    assert_eq!((runtime.release(second, room), runtime.memory_sizes(second)), (Ok(()), (1000, 900)));
}

#[test]
fn mapping_and_unmapping() {
    let (runtime, _) = start();
    assert_eq!(runtime.map(FIRST, extent(64, 8), 0x5000), Ok(()));
    assert_eq!(runtime.map(FIRST, extent(64, 8), 0x5000), Err(Fault::AlreadyPresent));
    assert_eq!(
        (runtime.device_address(FIRST, 66), runtime.host_address(FIRST, 0x5002)),
        (Some(0x5002), Some(66))
    );
    assert_eq!((runtime.unmap(FIRST, 64), runtime.unmap(FIRST, 64)), (Ok(()), Err(Fault::NotMapped)));
}

/// Makes the device's copies of a pointer at 64 and of 16 bytes at 128 that it points to.
fn start_with_pointer() -> (&'static Runtime, &'static Mock) {
    let (runtime, mock) = start();
    assert!(runtime.enter(FIRST, extent(64, 8), false).is_ok());
    assert!(runtime.enter(FIRST, extent(128, 16), false).is_ok());
    taken(mock);
    (runtime, mock)
}

/// What a directive does to the pointer, of which the library learns nothing.
fn attach_by_directive(runtime: &Runtime, mock: &Mock) {
    mock.point(64, runtime.device_address(FIRST, 128).unwrap_or_default());
}

#[test]
fn what_a_directive_attached_stays_attached() {
    let (runtime, mock) = start_with_pointer();
    attach_by_directive(runtime, mock);
    assert_eq!((runtime.attach(FIRST, 64, 128), runtime.attach(FIRST, 64, 128)), (Ok(()), Ok(())));
    assert_eq!(taken(mock), "attach 64 128; attach 64 128");
    for _ in 0..2 {
        assert_eq!(runtime.detach(FIRST, 64, 128, false), Ok(()));
    }
    assert_eq!(taken(mock), "", "the directive's is left");
    assert_eq!(runtime.detach(FIRST, 64, 128, false), Ok(()));
    assert_eq!(taken(mock), "detach 64 128");
    attach_by_directive(runtime, mock);
    assert_eq!(runtime.attach(FIRST, 64, 128), Ok(()));
    assert_eq!(runtime.detach(FIRST, 64, 128, true), Ok(()));
    assert_eq!(taken(mock), "attach 64 128; detach 64 128");
}

#[test]
fn a_directive_detaches_what_it_released() {
    let (runtime, mock) = start_with_pointer();
    let release = || runtime.exit(FIRST, extent(128, 16), Leave { copy_out: false, finalize: false });
    let leave = |finalize| (release(), runtime.detach_part(FIRST, 64, 128, 128, finalize));
    assert_eq!((runtime.attach(FIRST, 64, 128), runtime.attach(FIRST, 64, 128)), (Ok(()), Ok(())));
    assert!(runtime.enter(FIRST, extent(128, 16), false).is_ok());
    taken(mock);
    assert_eq!((leave(false), taken(mock)), ((Ok(()), Ok(())), String::new()), "one of two");
    assert_eq!((leave(false), taken(mock)), ((Ok(()), Ok(())), "release 0x101000; detach 64 128".to_owned()));
    assert_eq!((leave(false), taken(mock)), ((Ok(()), Ok(())), String::new()), "nothing is attached");

    assert!(runtime.enter(FIRST, extent(128, 16), false).is_ok());
    assert_eq!((runtime.attach(FIRST, 64, 128), runtime.attach(FIRST, 64, 128)), (Ok(()), Ok(())));
    taken(mock);
    assert_eq!((leave(true), taken(mock)), ((Ok(()), Ok(())), "release 0x102000; detach 64 128".to_owned()));
}

#[test]
fn a_directive_leaves_a_pointer_whose_memory_stays() {
    let (runtime, mock) = start_with_pointer();
    assert_eq!(runtime.attach(FIRST, 64, 128), Ok(()));
    taken(mock);
    assert_eq!((runtime.detach_part(FIRST, 64, 128, 128, false), taken(mock)), (Ok(()), String::new()));
    assert_eq!(runtime.detach(FIRST, 64, 128, false), Ok(()));
    assert_eq!(taken(mock), "detach 64 128", "its counter was zero already");
}

#[test]
fn a_counter_ends_with_the_data_around_its_pointer() {
    let (runtime, mock) = start_with_pointer();
    let around = extent(64, 8);
    let renewed = |mock: &Mock| {
        assert_eq!(runtime.exit(FIRST, around, Leave { copy_out: false, finalize: false }), Ok(()));
        assert!(runtime.enter(FIRST, around, true).is_ok());
        mock.point(64, 128);
    };
    assert_eq!((runtime.attach(FIRST, 64, 128), runtime.attach(FIRST, 64, 128)), (Ok(()), Ok(())));
    renewed(mock);
    assert_eq!(runtime.attach(FIRST, 64, 128), Ok(()));
    taken(mock);
    assert_eq!((runtime.detach(FIRST, 64, 128, false), taken(mock)), (Ok(()), "detach 64 128".to_owned()));

    assert_eq!((runtime.attach(FIRST, 64, 128), runtime.attach(FIRST, 64, 128)), (Ok(()), Ok(())));
    assert_eq!(runtime.exit(FIRST, around, Leave { copy_out: false, finalize: false }), Ok(()));
    assert_eq!(runtime.detach_part(FIRST, 64, 128, 128, false), Ok(()), "the pointer is gone");
    renewed(mock);
    attach_by_directive(runtime, mock);
    taken(mock);
    assert_eq!((runtime.detach(FIRST, 64, 128, false), taken(mock)), (Ok(()), "detach 64 128".to_owned()));
}

#[test]
fn a_pointer_to_a_part_stays_attached_by_its_directive() {
    let (runtime, mock) = start();
    assert!(runtime.enter(FIRST, extent(64, 8), false).is_ok());
    assert!(runtime.enter(FIRST, extent(160, 16), false).is_ok());
    mock.point(64, runtime.device_address(FIRST, 160).unwrap_or_default() - 32);
    assert_eq!(runtime.attach_part(FIRST, 64, 128, 160), Ok(()));
    taken(mock);
    assert_eq!((runtime.detach(FIRST, 64, 128, false), taken(mock)), (Ok(()), String::new()));
}

#[test]
fn attachments_are_counted() {
    let (runtime, mock) = start();
    assert_eq!(runtime.attach(FIRST, 64, 128), Ok(()), "nothing is present");
    assert!(runtime.enter(FIRST, extent(64, 16), false).is_ok());
    assert_eq!(runtime.attach(FIRST, 64, 128), Ok(()), "the target is not present");
    assert!(runtime.enter(FIRST, extent(128, 16), false).is_ok());
    taken(mock);
    for _ in 0..2 {
        assert_eq!(runtime.attach(FIRST, 64, 128), Ok(()));
    }
    assert_eq!(taken(mock), "attach 64 128; attach 64 128");
    assert_eq!((runtime.detach(FIRST, 64, 128, false), taken(mock)), (Ok(()), String::new()));
    assert_eq!((runtime.detach(FIRST, 64, 128, false), taken(mock)), (Ok(()), "detach 64 128".to_owned()));
    assert_eq!((runtime.attach(FIRST, 64, 128), runtime.attach(FIRST, 64, 128)), (Ok(()), Ok(())));
    taken(mock);
    assert_eq!((runtime.detach(FIRST, 64, 128, true), taken(mock)), (Ok(()), "detach 64 128".to_owned()));
    assert_eq!(runtime.detach(FIRST, 64, 0, true), Ok(()), "a null pointer");
    assert_eq!(runtime.attach(Device::Host, 64, 128), Ok(()));
    assert_eq!(taken(mock), "");
}

#[test]
fn a_pointer_is_attached_by_the_part_that_is_present() {
    let (runtime, mock) = start();
    assert!(runtime.enter(FIRST, extent(64, 16), false).is_ok());
    assert!(runtime.enter(FIRST, extent(160, 16), false).is_ok());
    taken(mock);
    assert_eq!(runtime.attach(FIRST, 64, 128), Ok(()), "the first element is absent");
    assert_eq!(runtime.attach_part(FIRST, 64, 128, 160), Ok(()));
    assert_eq!(taken(mock), "attach 64 128 by 160");
}

#[test]
fn asynchronous_entry_gives_an_address_at_once() {
    let (runtime, mock) = start();
    mock.busy.store(true, Ordering::Relaxed);
    let call = Call::new("test");
    let data = extent(64, 8);
    runtime.enter_async(call, FIRST, data, true, AsyncArgument::Queue(1));
    assert!(runtime.device_address(FIRST, 64).is_some());
    assert_eq!(taken(mock), "allocate 8; task on 1");
    // The data is present and the queue is busy, so that the counter changes in the order of the queue.
    let leave = move || assert_eq!(runtime.exit(FIRST, data, KEEP), Ok(()));
    runtime.in_order(AsyncArgument::Queue(1), Box::new(leave));
    runtime.enter_async(call, FIRST, data, true, AsyncArgument::Queue(1));
    assert_eq!(taken(mock), "task on 1; task on 1");
    runtime.queues.get(QueueId::Number(1)).wait(runtime.binding().tasks());
    assert_eq!(taken(mock), "in 64 8; out 64 8; release 0x100000; allocate 8; in 64 8");
    // The data is present and the queue is not busy, so that the counter changes at once.
    runtime.enter_async(call, FIRST, data, true, AsyncArgument::Queue(2));
    runtime.enter_async(call, FIRST, extent(640, 8), true, AsyncArgument::Sync);
    runtime.enter_async(call, Device::Host, data, true, AsyncArgument::Queue(2));
    assert_eq!(taken(mock), "allocate 8; in 640 8");
}

#[test]
fn asynchronous_entry_waits_for_constructs_that_may_map_the_data() {
    let (runtime, mock) = start();
    mock.busy.store(true, Ordering::Relaxed);
    let (call, data, one) = (Call::new("test"), extent(64, 8), AsyncArgument::Queue(1));
    let queue = runtime.queues.get(QueueId::Number(1));
    let construct = move || {
        assert!(runtime.enter(FIRST, data, true).is_ok());
        assert_eq!(runtime.exit(FIRST, data, Leave { copy_out: true, finalize: false }), Ok(()));
    };
    queue.issue_construct();
    runtime.binding().tasks().enqueue(queue.address(), &[], Box::new(construct));
    taken(mock);
    runtime.enter_async(call, FIRST, data, true, one);
    assert_eq!(taken(mock), "allocate 8; in 64 8; out 64 8; release 0x100000; allocate 8; task on 1");
    // Jobs of the library map nothing else, so that the next entry does not wait for them.
    runtime.enter_async(call, FIRST, extent(640, 8), true, one);
    assert_eq!(taken(mock), "allocate 8; task on 1");
}

#[test]
fn data_that_left_before_its_bytes_came_needs_none() {
    let (runtime, mock) = start();
    mock.busy.store(true, Ordering::Relaxed);
    let data = extent(64, 8);
    runtime.enter_async(Call::new("test"), FIRST, data, true, AsyncArgument::Queue(1));
    assert_eq!(runtime.exit(FIRST, data, Leave { copy_out: false, finalize: true }), Ok(()));
    mock.wait_all();
    assert_eq!(taken(mock), "allocate 8; task on 1; release 0x100000");
}

#[test]
fn queues_wait_for_queues() {
    let (runtime, mock) = start();
    let (one, two) = (AsyncArgument::Queue(1), AsyncArgument::Queue(2));
    runtime.wait_in_order(one, one);
    assert_eq!(taken(mock), "");
    runtime.wait_in_order(one, two);
    assert_eq!(taken(mock), "task on 2");
    runtime.in_order(AsyncArgument::Queue(3), Box::new(|| ()));
    runtime.wait_all_in_order(AsyncArgument::Queue(4));
    assert_eq!(taken(mock), "task on 1; task on 4");
    assert_eq!(runtime.wait_any(&[AsyncArgument::Sync]), None);
    assert_eq!(runtime.wait_any(&[]), None);
    assert_eq!(runtime.wait_any(&[AsyncArgument::Sync, two, one]), Some(1));
    runtime.wait_in_order(one, AsyncArgument::Sync);
    runtime.wait_all_in_order(AsyncArgument::Sync);
    assert!(runtime.queues.test_all(runtime.binding().tasks()));
    runtime.in_order(AsyncArgument::Sync, Box::new(|| ()));
}

#[test]
fn copies_find_their_ends() {
    let (runtime, mock) = start();
    let (second, host) = (Device::Offload(1), Device::Host);
    assert!(
        runtime.enter(FIRST, extent(64, 8), false).is_ok()
            && runtime.enter(second, extent(96, 8), false).is_ok()
    );
    taken(mock);
    assert_eq!(runtime.copy_between((second, 96), (FIRST, 64), 8), Ok(()));
    assert_eq!(runtime.copy_between((second, 96), (FIRST, 64), 9), Err(Fault::PartlyPresent));
    assert_eq!(runtime.copy((FIRST, 5), (FIRST, 5), 8), Ok(()), "onto itself");
    assert_eq!(taken(mock), "copy (Offload(1), 2097152) (Offload(0), 1048576) 8");
    let (from, mut to) = (0x55_u8, 0_u8);
    let at = |place: *const u8| place.expose_provenance();
    assert_eq!(runtime.copy((host, at(&raw mut to)), (host, at(&raw const from)), 1), Ok(()));
    assert_eq!(to, 0x55);
}

/// The work of one of several threads: data of its own, shared data, memory, mappings, attachments and
/// queues.
fn work_of_thread(runtime: &'static Runtime, number: usize, rounds: usize, jobs: &Arc<AtomicUsize>) {
    let own = extent(0x1000 * (number + 1), 0x100);
    let common = extent(0x10_000, 64);
    let room = runtime.allocate(FIRST, 16).ok().flatten();
    for round in 0..rounds {
        let entered = runtime.enter(FIRST, own, true).ok().flatten();
        assert!(runtime.is_present(FIRST, own) && runtime.device_address(FIRST, own.start) == entered);
        assert_eq!(entered.and_then(|address| runtime.host_address(FIRST, address)), Some(own.start));
        let shared = runtime.enter(FIRST, common, true).ok().flatten();
        assert!(runtime.is_present(FIRST, common) && runtime.device_address(FIRST, common.start) == shared);
        assert_eq!(runtime.update(FIRST, common, Direction::ToDevice), Ok(()));
        assert_eq!(runtime.attach(FIRST, common.start, own.start), Ok(()));
        assert_eq!(runtime.detach(FIRST, common.start, own.start, round % 2 == 0), Ok(()));
        assert_eq!(runtime.exit(FIRST, common, KEEP), Ok(()));
        assert_eq!(runtime.exit(FIRST, own, KEEP), Ok(()));
        assert!(!runtime.is_present(FIRST, own));
        assert_eq!(room.map(|room| runtime.map(FIRST, own, room)), Some(Ok(())));
        assert_eq!(runtime.unmap(FIRST, own.start), Ok(()));
        let counted = Arc::clone(jobs);
        let queue = AsyncArgument::Queue(u32::try_from(round % 3).unwrap_or(0));
        runtime.in_order(
            queue,
            Box::new(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            }),
        );
        runtime.wait_in_order(queue, AsyncArgument::Queue(7));
        runtime.wait_any(&[queue]);
    }
    assert_eq!(room.map(|room| runtime.release(FIRST, room)), Some(Ok(())));
}

#[test]
fn threads_share_one_runtime() {
    let (threads, rounds) = if cfg!(miri) { (2, 5) } else { (4, 200) };
    let (runtime, mock) = start();
    let jobs = Arc::new(AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for number in 0..threads {
            let jobs = Arc::clone(&jobs);
            scope.spawn(move || work_of_thread(runtime, number, rounds, &jobs));
        }
    });
    mock.wait_all();
    assert_eq!(jobs.load(Ordering::Relaxed), threads * rounds, "every job was done once");
    assert!(!runtime.is_present(FIRST, extent(0x10_000, 64)));
    let books = runtime.books();
    assert!(books.allocated.is_empty() && books.mapped.is_empty() && runtime.attachments().is_empty());
}
