//! The routines of OpenMP that stand for routines of OpenACC.
//!
//! OpenMP numbers devices of all types together and starts them by itself, and its routines name the device on which they work. So a call
//! loses the type of its device and gets the number of one. A constant for a device type says which devices are meant ([`DeviceSort`]).

use crate::openmp_devices::{NUMBERS, STARTS_ITSELF, STOPS_ITSELF, TYPES};

/// A routine of OpenACC, and the routine of OpenMP that stands for it.
pub(super) struct Counterpart {
    pub(super) routine: &'static str,
    /// The routine of OpenMP. A call without one leaves the text.
    pub(super) becomes: Option<&'static str>,
    pub(super) arguments: &'static [Argument],
    /// The arguments behind those of the program.
    pub(super) added: &'static str,
    /// True if only a call that is a statement of its own can become one of OpenMP, because the results differ.
    pub(super) is_statement: bool,
    /// The difference in OpenMP.
    pub(super) lost: Option<&'static str>,
    family: Option<Family>,
}

/// The treatment of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Argument {
    Kept,
    Dropped,
    /// A device type, which is left out.
    Type,
}

/// Routines for which an OpenACC library keeps a common record, so that all of them belong to one library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Family {
    Allocation,
    Mapping,
}

impl Family {
    /// Returns the family of a routine, if it has one.
    pub(super) fn of(routine: &str) -> Option<Family> {
        match routine {
            // One of the properties is how much memory is free.
            "acc_get_property" => Some(Family::Allocation),
            _ => of(routine)?.family,
        }
    }
}

/// The devices that a device type means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeviceSort {
    /// The host.
    Host,
    /// All devices that are not the host.
    Device,
    /// The devices of a vendor or of an architecture.
    Vendor,
    /// The devices of the type in use.
    Current,
}

impl DeviceSort {
    /// Returns the devices that an expression for a device type means; none if that is not known before the program runs.
    pub(super) fn of(words: &[&str]) -> Option<DeviceSort> {
        Some(match words {
            ["acc_device_host"] => DeviceSort::Host,
            ["acc_device_not_host"] => DeviceSort::Device,
            ["acc_device_nvidia" | "acc_device_radeon" | "acc_device_x86_64" | "acc_device_ppc64le"] => {
                DeviceSort::Vendor
            }
            ["acc_device_default" | "acc_device_current"] | ["acc_get_device_type", "(", ")"] => {
                DeviceSort::Current
            }
            _ => return None,
        })
    }
}

const DEFAULT_DEVICE: &str = "omp_get_default_device()";
/// The call that selects the host.
pub(super) const SELECT_HOST: &str = "omp_set_default_device(omp_get_initial_device())";

const NONE: Counterpart = Counterpart {
    routine: "",
    becomes: None,
    arguments: &[],
    added: "",
    is_statement: false,
    lost: None,
    family: None,
};

/// A call that leaves the text.
const fn gone(routine: &'static str, arguments: &'static [Argument], lost: &'static str) -> Counterpart {
    Counterpart { routine, arguments, is_statement: true, lost: Some(lost), ..NONE }
}

/// A call that gets arguments behind those that it has.
const fn longer(routine: &'static str, becomes: &'static str, arguments: &'static [Argument]) -> Counterpart {
    Counterpart { routine, becomes: Some(becomes), arguments, added: DEFAULT_DEVICE, ..NONE }
}

/// A call about devices, which loses the type.
const fn untyped(
    routine: &'static str,
    becomes: &'static str,
    arguments: &'static [Argument],
    lost: &'static str,
) -> Counterpart {
    Counterpart { routine, becomes: Some(becomes), arguments, lost: Some(lost), ..NONE }
}

use Argument::{Dropped, Kept, Type};

/// All counterparts.
const COUNTERPARTS: &[Counterpart] = &[
    untyped(
        "acc_get_num_devices",
        "omp_get_num_devices",
        &[Type],
        "OpenMP counts the devices of all types but the host, and there may be none",
    ),
    untyped("acc_set_device_num", "omp_set_default_device", &[Kept, Type], NUMBERS),
    untyped("acc_get_device_num", "omp_get_default_device", &[Type], NUMBERS),
    Counterpart {
        routine: "acc_on_device",
        becomes: Some("omp_is_initial_device"),
        arguments: &[Type],
        ..NONE
    },
    gone("acc_set_device_type", &[Type], TYPES),
    gone("acc_init", &[Type], STARTS_ITSELF),
    gone("acc_init_device", &[Dropped, Type], STARTS_ITSELF),
    gone("acc_shutdown", &[Type], STOPS_ITSELF),
    gone("acc_shutdown_device", &[Dropped, Type], STOPS_ITSELF),
    Counterpart { family: Some(Family::Allocation), ..longer("acc_malloc", "omp_target_alloc", &[Kept]) },
    Counterpart { family: Some(Family::Allocation), ..longer("acc_free", "omp_target_free", &[Kept]) },
    Counterpart {
        lost: Some("OpenMP looks for the first byte only, and not for all bytes"),
        ..longer("acc_is_present", "omp_target_is_present", &[Kept, Dropped])
    },
    longer("acc_deviceptr", MAPPED_POINTER, &[Kept]),
    Counterpart {
        added: "0, 0, omp_get_default_device(), omp_get_initial_device()",
        is_statement: true,
        ..longer("acc_memcpy_to_device", "omp_target_memcpy", &[Kept, Kept, Kept])
    },
    Counterpart {
        added: "0, 0, omp_get_initial_device(), omp_get_default_device()",
        is_statement: true,
        ..longer("acc_memcpy_from_device", "omp_target_memcpy", &[Kept, Kept, Kept])
    },
    Counterpart {
        added: "0, 0, omp_get_default_device(), omp_get_default_device()",
        is_statement: true,
        ..longer("acc_memcpy_device", "omp_target_memcpy", &[Kept, Kept, Kept])
    },
    Counterpart {
        added: "0, omp_get_default_device()",
        is_statement: true,
        family: Some(Family::Mapping),
        ..longer("acc_map_data", "omp_target_associate_ptr", &[Kept, Kept, Kept])
    },
    Counterpart {
        is_statement: true,
        family: Some(Family::Mapping),
        ..longer("acc_unmap_data", "omp_target_disassociate_ptr", &[Kept])
    },
];

/// A routine of OpenMP 5.1.
pub(super) const MAPPED_POINTER: &str = "omp_get_mapped_ptr";

/// Returns the counterpart of a routine.
pub(super) fn of(routine: &str) -> Option<&'static Counterpart> {
    COUNTERPARTS.iter().find(|row| row.routine == routine)
}

/// Returns whether a word is a name of OpenACC's header: `acc_` begins names of programs too, so that other words count only if they are called.
pub(super) fn is_of_library(word: &str) -> bool {
    const TYPES: [&str; 3] = ["acc_device_t", "acc_device_property_t", "acc_async_t"];
    let constant = ["acc_device_", "acc_property_", "acc_async_"];
    TYPES.contains(&word) || of(word).is_some() || constant.iter().any(|start| word.starts_with(start))
}
