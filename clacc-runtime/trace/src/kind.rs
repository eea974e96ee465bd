//! The kinds of frames.

use clacc_runtime_abi::profiling::Event;

/// The kinds of frames, each of which lasts from an event `_start` to its `_end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A device starts.
    DeviceInit,
    /// A device ends.
    DeviceShutdown,
    /// Data gets to a device: a directive, or a part of a construct.
    EnterData,
    /// Data leaves a device: a directive, or a part of a construct.
    ExitData,
    /// A directive or routine that updates data.
    Update,
    /// A compute construct.
    Compute,
    /// A kernel.
    Kernel,
    /// A copy to a device.
    Upload,
    /// A copy from a device.
    Download,
    /// A wait for a queue.
    Wait,
    /// A structured region of data, from where its data enters to where it has left.
    Region,
}

/// A part of the time of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its kernels.
    Kernels,
    /// Its copies to a device.
    Uploads,
    /// Its copies from a device.
    Downloads,
    /// Its waits.
    Waits,
    /// All other time: allocation of memory, and the runtime's own work.
    Rest,
}

impl Part {
    /// All parts, in the order of their rows.
    pub(crate) const ALL: [Self; 5] =
        [Self::Kernels, Self::Uploads, Self::Downloads, Self::Waits, Self::Rest];
}

impl Kind {
    /// The kind of the frame that an event begins or ends. `None` for single events.
    pub(crate) fn of(event: Event) -> Option<Self> {
        Some(match event {
            Event::DeviceInitStart | Event::DeviceInitEnd => Self::DeviceInit,
            Event::DeviceShutdownStart | Event::DeviceShutdownEnd => Self::DeviceShutdown,
            Event::EnterDataStart | Event::EnterDataEnd => Self::EnterData,
            Event::ExitDataStart | Event::ExitDataEnd => Self::ExitData,
            Event::UpdateStart | Event::UpdateEnd => Self::Update,
            Event::ComputeConstructStart | Event::ComputeConstructEnd => Self::Compute,
            Event::EnqueueLaunchStart | Event::EnqueueLaunchEnd => Self::Kernel,
            Event::EnqueueUploadStart | Event::EnqueueUploadEnd => Self::Upload,
            Event::EnqueueDownloadStart | Event::EnqueueDownloadEnd => Self::Download,
            Event::WaitStart | Event::WaitEnd => Self::Wait,
            Event::RuntimeShutdown | Event::Create | Event::Delete | Event::Alloc | Event::Free => {
                return None;
            }
        })
    }

    /// The part of a construct to which its time belongs.
    pub(crate) fn part(self) -> Part {
        match self {
            Self::Kernel => Part::Kernels,
            Self::Upload => Part::Uploads,
            Self::Download => Part::Downloads,
            Self::Wait => Part::Waits,
            _ => Part::Rest,
        }
    }

    /// Returns true if the frame is shown on the track of a device and its queue.
    pub(crate) fn is_on_device(self) -> bool {
        matches!(self, Self::Kernel | Self::Upload | Self::Download)
    }
}
