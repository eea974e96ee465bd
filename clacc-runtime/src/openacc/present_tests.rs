//! Compares the present table with a model, over a memory in which the value of every byte is known.

use super::*;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;

/// The host and device memory of a toy machine, as byte values by address.
#[derive(Default)]
struct Toy {
    host: Mutex<BTreeMap<Address, u8>>,
    device: Mutex<BTreeMap<Address, u8>>,
    blocks: Mutex<BTreeMap<Address, usize>>,
    next: AtomicUsize,
    limit: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Memory for Toy {
    fn allocate(&self, extent: Extent, _: bool) -> Result<Address, Fault> {
        if self.limit > 0 && extent.bytes > self.limit {
            return Err(Fault::OutOfMemory);
        }
        let address = 0x10_0000 + self.next.fetch_add(0x1000, Ordering::Relaxed);
        lock(&self.blocks).insert(address, extent.bytes);
        Ok(address)
    }
    fn release(&self, _: Address, address: Address) {
        assert!(lock(&self.blocks).remove(&address).is_some(), "released twice");
    }
    fn copy_in(&self, address: Address, host: Address, bytes: usize) -> Result<(), Fault> {
        let from = lock(&self.host);
        let mut to = lock(&self.device);
        (0..bytes).for_each(|n| {
            to.insert(address + n, from.get(&(host + n)).copied().unwrap_or(0));
        });
        Ok(())
    }
    fn copy_out(&self, host: Address, address: Address, bytes: usize) -> Result<(), Fault> {
        let from = lock(&self.device);
        let mut to = lock(&self.host);
        (0..bytes).for_each(|n| {
            to.insert(host + n, from.get(&(address + n)).copied().unwrap_or(0));
        });
        Ok(())
    }
}

/// The random number generator xorshift. It gives the same numbers on every machine.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }
}

/// A copy in the model, which follows the text of OpenACC as directly as possible.
#[derive(Clone, Debug, PartialEq)]
struct ModelCopy {
    bytes: usize,
    dynamic: u64,
    structured: u64,
    mapped: bool,
    contents: Vec<u8>,
}

#[derive(Default)]
struct Model {
    copies: BTreeMap<Address, ModelCopy>,
    host: BTreeMap<Address, u8>,
}

impl Model {
    fn presence(&self, extent: Extent) -> Result<Option<Address>, Fault> {
        let touched = self
            .copies
            .iter()
            .filter(|(start, copy)| **start < extent.end() && **start + copy.bytes > extent.start);
        match touched.map(|(start, copy)| (*start, copy.bytes)).collect::<Vec<_>>().as_slice() {
            [] => Ok(None),
            [(start, bytes)] if *start <= extent.start && extent.end() <= start + bytes => Ok(Some(*start)),
            _ => Err(Fault::PartlyPresent),
        }
    }

    fn host_bytes(&self, extent: Extent) -> Vec<u8> {
        (extent.start..extent.end()).map(|at| self.host.get(&at).copied().unwrap_or(0)).collect()
    }

    fn enter(&mut self, extent: Extent, copy_in: bool, counter: Counter) -> Result<(), Fault> {
        let start = self.presence(extent)?.unwrap_or(extent.start);
        if !self.copies.contains_key(&start) {
            let contents = if copy_in { self.host_bytes(extent) } else { vec![0; extent.bytes] };
            let copy = ModelCopy { bytes: extent.bytes, dynamic: 0, structured: 0, mapped: false, contents };
            self.copies.insert(start, copy);
        }
        let copy = self.copies.get_mut(&start).ok_or(Fault::NotPresent)?;
        *if counter == Counter::Dynamic { &mut copy.dynamic } else { &mut copy.structured } += 1;
        Ok(())
    }

    fn exit(&mut self, extent: Extent, leave: Leave, counter: Counter) -> Result<(), Fault> {
        let Some(start) = self.presence(extent)? else { return Ok(()) };
        let copy = self.copies.get_mut(&start).ok_or(Fault::NotPresent)?;
        let floor = u64::from(copy.mapped && counter == Counter::Dynamic);
        let count = if counter == Counter::Dynamic { &mut copy.dynamic } else { &mut copy.structured };
        *count = if leave.finalize { floor } else { count.saturating_sub(1).max(floor) };
        if copy.dynamic + copy.structured == 0 {
            if leave.copy_out {
                self.update(extent, Direction::ToHost)?;
            }
            self.copies.remove(&start);
        }
        Ok(())
    }

    fn update(&mut self, extent: Extent, direction: Direction) -> Result<(), Fault> {
        let start = self.presence(extent)?.ok_or(Fault::NotPresent)?;
        let bytes = self.host_bytes(extent);
        let copy = self.copies.get_mut(&start).ok_or(Fault::NotPresent)?;
        let part = &mut copy.contents[extent.start - start..extent.end() - start];
        match direction {
            Direction::ToDevice => part.copy_from_slice(&bytes),
            Direction::ToHost => self.host.extend((extent.start..).zip(part.iter().copied())),
        }
        Ok(())
    }

    fn map(&mut self, extent: Extent) -> Result<(), Fault> {
        if self.presence(extent) != Ok(None) {
            return Err(Fault::AlreadyPresent);
        }
        let copy = ModelCopy {
            bytes: extent.bytes,
            dynamic: 1,
            structured: 0,
            mapped: true,
            contents: vec![0; extent.bytes],
        };
        self.copies.insert(extent.start, copy);
        Ok(())
    }

    fn unmap(&mut self, host: Address) -> Result<(), Fault> {
        match self.copies.get(&host) {
            Some(copy) if copy.mapped && copy.structured > 0 => Err(Fault::InUse),
            Some(copy) if copy.mapped => {
                self.copies.remove(&host);
                Ok(())
            }
            _ => Err(Fault::NotMapped),
        }
    }
}

/// Makes one random step in both the table and the model, and compares the results.
fn step(dice: &mut Dice, table: &PresentTable<Toy>, model: &mut Model) {
    let extent = Extent { start: 0x100 + dice.below(64), bytes: 1 + dice.below(24) };
    let counter = if dice.below(4) == 0 { Counter::Structured } else { Counter::Dynamic };
    let leave = Leave { copy_out: dice.below(2) == 0, finalize: dice.below(4) == 0 };
    let direction = if dice.below(2) == 0 { Direction::ToDevice } else { Direction::ToHost };
    match dice.below(10) {
        0..=2 => {
            let ours = table.enter(extent, leave.copy_out, counter).map(drop);
            assert_eq!(ours, model.enter(extent, leave.copy_out, counter));
        }
        3..=5 => assert_eq!(table.exit(extent, leave, counter), model.exit(extent, leave, counter)),
        6 => assert_eq!(table.update(extent, direction), model.update(extent, direction)),
        7 => {
            let room = 0x80_0000 + extent.start * 0x100;
            let absent = model.presence(extent) == Ok(None);
            for n in (0..extent.bytes).filter(|_| absent) {
                lock(&table.memory().device).insert(room + n, 0);
            }
            assert_eq!(table.map(extent, room), model.map(extent));
        }
        8 => assert_eq!(table.unmap(extent.start), model.unmap(extent.start)),
        _ => {
            let value = dice.below(256) as u8;
            lock(&table.memory().host).insert(extent.start, value);
            model.host.insert(extent.start, value);
            // A kernel writes to the device memory too.
            if let Some(address) = table.device_address(extent.start)
                && let Ok(Some(start)) = model.presence(Extent { bytes: 1, ..extent })
                && let Some(copy) = model.copies.get_mut(&start)
            {
                lock(&table.memory().device).insert(address, !value);
                copy.contents[extent.start - start] = !value;
            }
        }
    }
}

/// Checks that table and model agree on every byte, address and counter.
fn compare(table: &PresentTable<Toy>, model: &Model) {
    for at in 0x100..0x100 + 96 {
        let byte = Extent { start: at, bytes: 1 };
        let start = model.presence(byte).ok().flatten();
        let address = table.device_address(at);
        assert_eq!(address.is_some(), start.is_some(), "{at:#x}");
        let (Some(start), Some(address)) = (start, address) else { continue };
        let copy = &model.copies[&start];
        assert_eq!(table.counters(at), Some((copy.dynamic, copy.structured)), "{at:#x}");
        assert_eq!(table.host_address(address), Some(at));
        assert_eq!(
            lock(&table.memory().device).get(&address).copied().unwrap_or(0),
            copy.contents[at - start]
        );
    }
    let host: Vec<_> =
        lock(&table.memory().host).iter().filter(|(_, v)| **v != 0).map(|(k, v)| (*k, *v)).collect();
    assert!(model.host.iter().filter(|(_, v)| **v != 0).map(|(k, v)| (*k, *v)).eq(host));
    let own = model.copies.values().filter(|copy| !copy.mapped).count();
    assert_eq!(lock(&table.memory().blocks).len(), own, "nothing leaks");
}

#[test]
fn random_sequences_against_the_model() {
    let (seeds, steps) = if cfg!(miri) { (1_u64, 12) } else { (60, 400) };
    for seed in 1..=seeds {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let table = PresentTable::new(Toy::default());
        let mut model = Model::default();
        for _ in 0..steps {
            step(&mut dice, &table, &mut model);
            compare(&table, &model);
        }
    }
}

#[test]
fn a_copy_that_finds_no_room_leaves_no_trace() {
    let table = PresentTable::new(Toy { limit: 8, ..Toy::default() });
    let extent = Extent { start: 64, bytes: 9 };
    assert_eq!(table.enter(extent, true, Counter::Dynamic), Err(Fault::OutOfMemory));
    assert_eq!(table.presence(extent), Presence::Absent);
    assert!(table.enter(Extent { bytes: 8, ..extent }, true, Counter::Dynamic).is_ok());
    assert_eq!(table.presence(extent), Presence::Partly);
    assert_eq!(
        table.presence(Extent { start: 71, bytes: 0 }),
        table.presence(Extent { start: 71, bytes: 1 })
    );
}

/// Several threads increment and decrement the counters of the same data. At the end no data is left, and
/// nothing was released twice.
#[test]
fn counting_by_several_threads() {
    let rounds = if cfg!(miri) { 15 } else { 3_000 };
    let table = PresentTable::new(Toy::default());
    let leave = Leave { copy_out: false, finalize: false };
    std::thread::scope(|scope| {
        for thread in 0..4_usize {
            let table = &table;
            scope.spawn(move || {
                for round in 0..rounds {
                    let extent = Extent { start: 0x100 + (thread + round) % 3 * 64, bytes: 32 };
                    assert!(table.enter(extent, true, Counter::Dynamic).is_ok());
                    assert!(matches!(table.presence(extent), Presence::Fully(_)));
                    assert_eq!(table.exit(extent, leave, Counter::Dynamic), Ok(()));
                }
            });
        }
    });
    assert!(lock(&table.memory().blocks).is_empty());
    assert_eq!(table.presence(Extent { start: 0x100, bytes: 64 }), Presence::Absent);
}
