//! The actions that attach and detach pointers (OpenACC 3.4 2.7.2).

use crate::openacc::data::Runtime;
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Device, Extent};

/// A pointer on a device with memory of its own.
#[derive(Clone, Copy)]
struct DevicePointer {
    device: i32,
    /// The address of the host's pointer.
    pointer: Address,
    /// The value of the host's pointer.
    target: Address,
}

impl Runtime {
    /// The `attach` action. It does nothing unless both pointer and target are present.
    pub fn attach(&self, device: Device, pointer: Address, target: Address) -> Result<(), Fault> {
        self.attach_part(device, pointer, target, target)
    }

    /// The same for a pointer to memory of which only a part is on the device: the part with the byte at `part`.
    pub fn attach_part(
        &self,
        device: Device,
        pointer: Address,
        target: Address,
        part: Address,
    ) -> Result<(), Fault> {
        let Some(place) = self.pointer_on(device, pointer, target) else { return Ok(()) };
        let Some(start) = self.device_address(device, part) else { return Ok(()) };
        let memory = self.binding().memory();
        let mut attachments = self.attachments();
        let wanted = start.wrapping_sub(part.wrapping_sub(target));
        let points_there = memory.pointer_value(place.device, pointer) == Some(wanted);
        attachments.0.entry((place.device, pointer)).or_default().increment(points_there);
        // This is done even if it points there: then the runtime below knows that the pointer is attached.
        memory.attach(place.device, pointer, target, part)
    }

    /// The `detach` action. When the counter reaches zero, or at once with `finalize`, the device's pointer
    /// gets the host's value. A pointer that a directive attached before any routine stays attached when all routines
    /// are undone.
    pub fn detach(
        &self,
        device: Device,
        pointer: Address,
        target: Address,
        finalize: bool,
    ) -> Result<(), Fault> {
        let Some(place) = self.pointer_on(device, pointer, target) else { return Ok(()) };
        let memory = self.binding().memory();
        let mut attachments = self.attachments();
        // If no routine attached the pointer, a directive may have done so.
        let mut counter = attachments.0.remove(&(place.device, pointer)).unwrap_or_default();
        counter.decrement(finalize);
        if counter.by_routines > 0 {
            attachments.0.insert((place.device, pointer), counter);
            return Ok(());
        }
        if counter.by_directive && !finalize && self.is_attached(place) {
            return Ok(());
        }
        memory.detach(place.device, pointer, target)
    }

    /// The `detach` action of a directive that has decremented the counter of the memory which the pointer points to. If that
    /// memory is still present, the pointer stays attached: some region may have attached it whose end keeps no
    /// count.
    pub fn detach_part(
        &self,
        device: Device,
        pointer: Address,
        target: Address,
        part: Address,
        finalize: bool,
    ) -> Result<(), Fault> {
        let Device::Offload(number) = device else { return Ok(()) };
        let mut attachments = self.attachments();
        let Some(counter) = attachments.0.get_mut(&(number, pointer)) else { return Ok(()) };
        counter.decrement(finalize);
        // A pointer that left the device before took its counter with it.
        let is_there = self.pointer_on(device, pointer, target).is_some();
        if is_there && counter.by_routines > 0 {
            return Ok(());
        }
        attachments.0.remove(&(number, pointer));
        if !is_there || self.device_address(device, part).is_some() {
            return Ok(());
        }
        self.binding().memory().detach(number, pointer, target)
    }

    /// The pointer on the device, if the device has its own copy of it, and neither address is null.
    fn pointer_on(&self, device: Device, pointer: Address, target: Address) -> Option<DevicePointer> {
        let Device::Offload(number) = device else { return None };
        let extent = Extent { start: pointer, bytes: size_of::<Address>() };
        let there = pointer != 0 && target != 0 && self.is_present(device, extent);
        there.then_some(DevicePointer { device: number, pointer, target })
    }

    /// Whether the device's pointer has another value than the host's.
    fn is_attached(&self, place: DevicePointer) -> bool {
        let value = self.binding().memory().pointer_value(place.device, place.pointer);
        value.is_some_and(|value| value != place.target)
    }
}
