//! A random sequence of steps. Each is done by the model first.

use super::Random;
use super::kernel::{Argument, Kernel, ask_addresses, body, read};
use super::model::{Condition, Device, Host, Item, NOT_PRESENT, POINTER, Presence, UNKNOWN};
use acc2omp::discrete::abi::{
    clacc_data_begin, clacc_data_end, clacc_data_enter, clacc_data_exit, clacc_data_update, clacc_target,
    clacc_use_device,
};
use acc2omp::openacc::api::data::{
    acc_attach, acc_copyin, acc_copyout, acc_copyout_finalize, acc_create, acc_delete, acc_detach,
    acc_is_present, acc_update_device, acc_update_self,
};
use clacc_runtime_abi::layout::{self, *};
use std::cell::UnsafeCell;
use std::ffi::{CStr, c_void};
use std::ptr::{null, with_exposed_provenance_mut};

/// The size of the part of the host's memory that holds data. The rest are pointer variables.
pub(crate) const DATA: usize = 384;
const POINTERS: usize = 16;
const ALL: usize = DATA + POINTERS * POINTER;

#[repr(align(64))]
struct Memory(UnsafeCell<[u8; ALL]>);
// SAFETY: one thread uses the memory.
unsafe impl Sync for Memory {}
static MEMORY: Memory = Memory(UnsafeCell::new([0; ALL]));

const NAMES: [&CStr; 5] = [c"a[0:n]", c"s.a", c"s.b", c"q->a[0:n]", c"x"];

/// A kind of step with its name. Those that come more often are there more than once.
type Step = (&'static str, fn(&mut Sequence));
const STEPS: [Step; 14] = [
    ("data", Sequence::data),
    ("data", Sequence::data),
    ("data", Sequence::data),
    ("end", Sequence::end_region),
    ("end", Sequence::end_region),
    ("exit", Sequence::exit),
    ("exit", Sequence::exit),
    ("update", Sequence::update),
    ("use_device", Sequence::use_device),
    ("routine", Sequence::routine),
    ("pointer", Sequence::routine_for_pointer),
    ("host", Sequence::on_host),
    ("launch", Sequence::launch),
    ("launch", Sequence::launch),
];

/// The state of a sequence.
pub(crate) struct Sequence {
    pub(crate) random: Random,
    pub(crate) host: Host,
    pub(crate) devices: [Device; 2],
    /// The data regions, with the numbers of their devices.
    pub(crate) regions: Vec<(Option<usize>, Vec<Item>)>,
}

/// Tells what the next step is expected to end with.
pub(crate) fn expect(condition: Option<Condition>) {
    if let Some(condition) = condition {
        println!("expected: {condition}");
    }
}

/// The place of execution of a construct: the device number that it names, its condition, and the device of the model.
#[derive(Clone, Copy, Debug)]
struct On {
    number: i32,
    go: i32,
    device: Option<usize>,
}

type DataFunction = unsafe extern "C" fn(*const Site, i32, i32, u32, *const layout::Item);

fn call(function: DataFunction, on: On, items: &[layout::Item]) {
    // SAFETY: the items are valid.
    unsafe { function(null(), on.number, on.go, items.len() as u32, items.as_ptr()) };
}

impl Sequence {
    fn new(seed: u64) -> Self {
        let base = MEMORY.0.get().expose_provenance();
        let mut sequence = Self {
            random: Random::new(seed),
            host: Host { base, bytes: vec![0; ALL] },
            devices: [Device::default(), Device::default()],
            regions: Vec::new(),
        };
        (0..DATA).for_each(|at| sequence.host.bytes[at] = sequence.random.below(256) as u8);
        (0..POINTERS).for_each(|at| sequence.point(base + DATA + at * POINTER));
        sequence.write_host();
        sequence
    }

    pub(crate) fn of(&mut self, device: usize) -> Option<(&mut Device, &mut Host)> {
        Some((self.devices.get_mut(device)?, &mut self.host))
    }

    /// Gives a pointer of the host a value.
    fn point(&mut self, place: usize) {
        let value = if self.random.percent(5) { 0 } else { self.host.base + self.random.below(DATA) };
        self.host.at(place..place + POINTER).copy_from_slice(&value.to_ne_bytes());
    }

    /// Gives the memory of the host the bytes of the model.
    fn write_host(&self) {
        // SAFETY: this thread alone uses the memory.
        unsafe { MEMORY.0.get().cast::<u8>().copy_from(self.host.bytes.as_ptr(), ALL) };
    }

    fn a_place(&mut self) -> On {
        let go = i32::from(!self.random.percent(5));
        let (number, device) = [(0, Some(0)), (1, Some(1)), (DEFAULT_DEVICE, Some(0)), (-1, None), (2, None)]
            [self.random.below(40).saturating_sub(35).max(self.random.below(3))];
        On { number, go, device: device.filter(|_| go != 0) }
    }

    fn pointer_place(&mut self) -> usize {
        self.host.base + DATA + POINTER * self.random.below(POINTERS)
    }

    /// A run of bytes that splits no pointer.
    fn an_extent(&mut self, device: Option<usize>) -> (usize, usize) {
        let random = &mut self.random;
        let copies = device.map(|number| &self.devices[number].copies);
        let known: Vec<_> =
            copies.into_iter().flatten().map(|(start, copy)| (*start, copy.bytes.len())).collect();
        let (start, bytes) = match (random.below(10), random.one_of(&known)) {
            (0..=3, Some(copy)) => copy,
            (4..=5, Some((start, bytes))) => {
                let before = random.below(bytes);
                (start + before, 1 + random.below(bytes - before))
            }
            (6..=8, _) => (self.host.base + 32 * random.below(16), 1 + random.below(32)),
            _ => {
                let start = random.below(ALL);
                (self.host.base + start, 1 + random.below(ALL - start))
            }
        };
        let (mut first, mut last) = (start - self.host.base, start + bytes - self.host.base);
        if first > DATA {
            first -= (first - DATA) % POINTER;
        }
        if last > DATA {
            last = DATA + (last - DATA).next_multiple_of(POINTER);
        }
        (self.host.base + first, last - first)
    }

    fn an_item(&mut self, device: Option<usize>, bits: &[(u32, usize)]) -> Item {
        let (mut start, mut bytes) = self.an_extent(device);
        let mut pointer = None;
        if self.random.percent(25) {
            let place = self.pointer_place();
            let (value, end) = (self.host.pointer(place), self.host.base + DATA);
            // A pointer may have got the bytes of a copy that nobody has written.
            if value == 0 || (self.host.base..end).contains(&value) {
                pointer = Some((place, value));
                start = if value == 0 { 0 } else { value + self.random.below((end - value).min(40)) };
                bytes = 1 + self.random.below(end.saturating_sub(start).min(64));
            }
        }
        if self.random.percent(3) {
            (start, bytes, pointer) = (0, 8, None);
        } else if self.random.percent(5) {
            bytes = 0;
        }
        let mut action = 0;
        for (bit, times) in bits {
            action |= if self.random.percent(*times) { *bit } else { 0 };
        }
        Item { start, bytes, pointer, action, is_counted: false, is_attached: false }
    }

    fn items(&mut self, device: Option<usize>, bits: &[(u32, usize)]) -> Vec<Item> {
        (0..=self.random.below(4)).map(|_| self.an_item(device, bits)).collect()
    }

    fn listed(&mut self, items: &[Item]) -> Vec<layout::Item> {
        let listed = |item: &Item| layout::Item {
            host: with_exposed_provenance_mut(item.start),
            bytes: item.bytes,
            pointer: with_exposed_provenance_mut(item.pointer.map_or(0, |(place, _)| place)),
            name: self.random.one_of(&NAMES).map_or(null(), CStr::as_ptr),
            action: item.action,
            reserved: 0,
        };
        items.iter().map(listed).collect()
    }

    /// Lets the model do a step. Returns false if it is a mistake that this sequence leaves out.
    fn model(
        &mut self,
        device: Option<usize>,
        step: impl FnOnce(&mut Device, &mut Host) -> Result<(), Condition>,
    ) -> bool {
        let Some((device, host)) = device.and_then(|number| self.of(number)) else { return true };
        let before = (device.clone(), host.clone());
        let Err(condition) = step(device, host) else { return true };
        (*device, *host) = before;
        let is_made = condition != UNKNOWN && self.random.percent(2);
        expect(is_made.then_some(condition));
        is_made
    }

    /// The addresses of new copies become known, and pointers are attached.
    fn attach(&mut self, device: Option<usize>, items: &mut [Item]) {
        let Some(number) = device else { return };
        let Some((device, _)) = self.of(number) else { return };
        ask_addresses(device, |host| {
            // SAFETY: the name is null.
            unsafe {
                clacc_use_device(null(), [0, 1][number], 1, with_exposed_provenance_mut(host), 0, null())
            }
            .expose_provenance()
        });
        device.attach_all(items);
    }

    fn data(&mut self) {
        let on = self.a_place();
        let held = if self.random.percent(50) { 95 } else { 5 };
        let bits = [
            (TO, 50),
            (FROM, 50),
            (ALWAYS, 15),
            (PRESENT, 8),
            (NO_ALLOC, 8),
            (HOLD, held),
            (IMPLICIT, 10),
            (VALUES, 40),
            (MEMBER, 20),
        ];
        let mut items = self.items(on.device, &bits);
        let list = self.listed(&items);
        if !self
            .model(on.device, |device, host| items.iter_mut().try_for_each(|item| device.enter(host, item)))
        {
            return;
        }
        let begins = self.random.percent(50);
        call(if begins { clacc_data_begin } else { clacc_data_enter }, on, &list);
        self.attach(on.device, &mut items);
        if begins {
            self.regions.push((on.device, items));
        }
    }

    fn end_region(&mut self) {
        let on = self.a_place();
        let Some(at) = self.regions.iter().rposition(|(device, _)| *device == on.device) else { return };
        let (_, items) = self.regions[at].clone();
        if self.model(on.device, |device, host| device.leave(host, &items)) {
            let list = self.listed(&items);
            call(clacc_data_end, on, &list);
            self.regions.remove(at);
        }
    }

    fn exit(&mut self) {
        let on = self.a_place();
        let bits = [(FROM, 50), (ALWAYS, 15), (PRESENT, 4), (HOLD, 3), (FINALIZE, 15), (IMPLICIT, 5)];
        let items = self.items(on.device, &bits);
        if self.model(on.device, |device, host| device.exit_all(host, &items)) {
            let list = self.listed(&items);
            call(clacc_data_exit, on, &list);
        }
    }

    fn update(&mut self) {
        let on = self.a_place();
        let items = self.items(on.device, &[(TO, 50), (FROM, 50), (PRESENT, 10)]);
        if self.model(on.device, |device, host| items.iter().try_for_each(|item| device.update(host, item))) {
            let list = self.listed(&items);
            call(clacc_data_update, on, &list);
        }
    }

    fn use_device(&mut self) {
        let on = self.a_place();
        let (start, _) = self.an_extent(on.device);
        let flags = if self.random.percent(30) { PRESENT } else { 0 };
        let is_there = |device: &Device| matches!(device.presence(start..start + 1), Presence::Fully(_));
        if self.model(
            on.device,
            |device, _| if flags == 0 || is_there(device) { Ok(()) } else { Err(NOT_PRESENT) },
        ) {
            let host = with_exposed_provenance_mut(start);
            // SAFETY: the name is a C string.
            let found = unsafe { clacc_use_device(null(), on.number, on.go, host, flags, NAMES[0].as_ptr()) };
            let address = on.device.and_then(|number| self.devices[number].address(start));
            assert_eq!(found.expose_provenance(), address.unwrap_or(start));
        }
    }

    /// A routine of OpenACC, on the device that is in use.
    fn routine(&mut self) {
        let (start, bytes) = self.an_extent(Some(0));
        let data: *mut c_void = with_exposed_provenance_mut(start);
        let which = self.random.below(7);
        let action = [TO, 0, FROM, FROM | FINALIZE, 0, TO | PRESENT, FROM | PRESENT][which];
        let mut item = Item { start, bytes, pointer: None, action, is_counted: false, is_attached: false };
        let is_right = self.model(Some(0), |device, host| match which {
            0 | 1 => device.enter(host, &mut item),
            2..=4 => device.exit(host, &item),
            _ => device.update(host, &item),
        });
        if !is_right {
            return;
        }
        match which {
            0 => _ = acc_copyin(data, bytes),
            1 => _ = acc_create(data, bytes),
            2 => acc_copyout(data, bytes),
            3 => acc_copyout_finalize(data, bytes),
            4 => acc_delete(data, bytes),
            5 => acc_update_device(data, bytes),
            _ => acc_update_self(data, bytes),
        }
        self.attach(Some(0), &mut []);
    }

    fn routine_for_pointer(&mut self) {
        let place = self.pointer_place();
        let value = self.host.pointer(place);
        let variable = with_exposed_provenance_mut(place);
        let attaches = self.random.percent(60);
        let device = &mut self.devices[0];
        // SAFETY: the pointer is a variable.
        unsafe {
            if attaches {
                device.attach_pointer(place, value, value);
                acc_attach(variable);
            } else {
                device.detach(place, value, false);
                acc_detach(variable);
            }
        }
    }

    fn on_host(&mut self) {
        for _ in 0..4 {
            let at = self.random.below(DATA);
            self.host.bytes[at] = self.random.below(256) as u8;
        }
        if self.random.percent(20) {
            let place = self.pointer_place();
            self.point(place);
        }
        self.write_host();
    }

    fn an_argument(&mut self, device: Option<usize>) -> Argument {
        if self.random.percent(30) {
            let (value, bytes) = self.an_extent(device);
            return Argument { kind: ADDRESS_OF, value, bytes };
        }
        let place = self.pointer_place();
        let value = if self.random.percent(50) { self.host.pointer(place) } else { self.an_extent(device).0 };
        Argument { kind: layout::POINTER, value, bytes: self.random.below(9) }
    }

    fn launch(&mut self) {
        let on = self.a_place();
        let bits = [
            (TO, 60),
            (FROM, 60),
            (ALWAYS, 10),
            (PRESENT, 5),
            (NO_ALLOC, 8),
            (HOLD, 90),
            (OWN, 12),
            (IMPLICIT, 10),
            (VALUES, 40),
            (MEMBER, 20),
        ];
        let mut items = self.items(on.device, &bits);
        let list = self.listed(&items);
        let arguments = [self.an_argument(on.device), self.an_argument(on.device)];
        let is_right = self.model(on.device, |device, host| {
            items.iter_mut().try_for_each(|item| device.enter(host, item))?;
            arguments.iter().try_for_each(|argument| argument.check(device, &items))
        });
        if is_right {
            self.start(on, arguments, items, &list);
        }
    }

    fn start(&mut self, on: On, arguments: [Argument; 2], items: Vec<Item>, list: &[layout::Item]) {
        let param = |at: usize| Param {
            offset: (at * POINTER) as u32,
            kind: arguments[at].kind,
            bytes: arguments[at].bytes,
            name: NAMES[4].as_ptr(),
        };
        let (params, mut args) = ([param(0), param(1)], arguments.map(|argument| argument.value));
        let (args, bytes) = (args.as_mut_ptr().cast(), size_of_val(&args));
        let mut kernel = Kernel::new(self, on.device, arguments, items);
        kernel.announce();
        // SAFETY: the lists are valid, and the body takes two addresses.
        unsafe {
            clacc_target(
                null(),
                on.number,
                on.go,
                Some(body),
                args,
                bytes,
                0,
                2,
                params.as_ptr(),
                list.len() as u32,
                list.as_ptr(),
            );
        }
        let items = std::mem::take(&mut kernel.items);
        let left =
            on.device.and_then(|number| self.of(number)).map(|(device, host)| device.leave(host, &items));
        assert!(left.is_none_or(|left| left.is_ok()), "the data of a region is there until its end");
    }

    /// Compares the memory of host and devices with the model.
    fn compare(&self) {
        assert!(read(self.host.base, ALL) == self.host.bytes, "the host's bytes differ");
        for (number, device) in self.devices.iter().enumerate() {
            for (start, copy) in &device.copies {
                let what = format!("the copy of {start:#x} on device {number}");
                assert_eq!(read(copy.address, copy.bytes.len()), copy.bytes, "{what}");
            }
        }
        for start in self.host.base..self.host.base + ALL {
            let is_there = self.devices[0].address(start).is_some();
            let found = acc_is_present(with_exposed_provenance_mut(start), 1) != 0;
            assert_eq!(found, is_there, "{start:#x}");
        }
    }

    fn step(&mut self) -> &'static str {
        let (name, step) = STEPS[self.random.below(STEPS.len())];
        step(self);
        name
    }
}

unsafe extern "C" {
    safe fn alarm(seconds: std::ffi::c_uint) -> std::ffi::c_uint;
}

/// Runs a sequence. A signal ends it if it hangs.
pub(crate) fn run(seed: u64, steps: u64) {
    alarm(120);
    let mut sequence = Sequence::new(seed);
    for number in 0..steps {
        let name = sequence.step();
        println!("step {number}: {name}");
        sequence.compare();
    }
}
