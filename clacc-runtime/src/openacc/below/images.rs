//! Determines the types of devices from the device code in the program.
//!
//! No released OpenMP runtime tells a host program the architecture of a device. But a program registers its
//! device code when it is loaded, and a runtime offers only devices that can run the code. So this library
//! defines the registering functions itself, looks at the code, and passes the calls on. By the code it also knows at the end of a program
//! that it was meant for a GPU and found none.

use crate::openacc::handle::{Address, DeviceType};
use crate::openacc::settings;
use crate::openacc::system;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, Once, OnceLock, PoisonError};

type Pointer = *mut c_void;

/// The number of devices that libomptarget's plugin for the host always offers.
const HOST_PLUGIN_DEVICES: i32 = 4;

/// The kinds of code that were registered, each once, in the order of registration. `NotHost` stands for an
/// architecture of the host that has no type.
static REGISTERED: Mutex<Vec<DeviceType>> = Mutex::new(Vec::new());

fn register(kind: DeviceType) {
    let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    if !registered.contains(&kind) {
        registered.push(kind);
    }
}

/// Returns the type of each of `count` devices.
pub(super) fn device_types(count: i32) -> Vec<DeviceType> {
    types_of(&REGISTERED.lock().unwrap_or_else(PoisonError::into_inner), count)
}

/// Whether all device code is for the host. Then all devices are those of the host plugin, and their memory
/// is the host's.
pub(super) fn only_host_code() -> bool {
    matches!(REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)[..], [kind] if is_of_host_plugin(kind))
}

/// Returns true if the host plugin runs code of this kind.
fn is_of_host_plugin(kind: DeviceType) -> bool {
    matches!(kind, DeviceType::X86_64 | DeviceType::Ppc64le | DeviceType::NotHost)
}

/// Returns true if the machine that the program runs on can be a device of this kind: a program may have code for the
/// host plugins of several machines.
fn is_possible_here(kind: DeviceType) -> bool {
    match kind {
        DeviceType::X86_64 => cfg!(target_arch = "x86_64"),
        DeviceType::Ppc64le => cfg!(all(target_arch = "powerpc64", target_endian = "little")),
        _ => true,
    }
}

/// Runtimes number devices in the order of the code. With two kinds of code, the number of devices of each is
/// known only if one kind is the host plugin's. Otherwise the devices have no definite type.
fn types_of(registered: &[DeviceType], count: i32) -> Vec<DeviceType> {
    let all = |kind: DeviceType| (0..count).map(|_| kind).collect();
    let others = (count - HOST_PLUGIN_DEVICES).max(0);
    match *registered {
        [kind] => all(kind),
        [kind, plugin] if is_of_host_plugin(plugin) => {
            (0..count).map(|n| if n < others { kind } else { plugin }).collect()
        }
        [plugin, kind] if is_of_host_plugin(plugin) => {
            let first = HOST_PLUGIN_DEVICES.min(count);
            (0..count).map(|n| if n < first { plugin } else { kind }).collect()
        }
        _ => all(DeviceType::NotHost),
    }
}

/// Returns the kind of an ELF file by its `e_machine`.
fn kind_of(head: &[u8]) -> Option<DeviceType> {
    let machine = match head.get(..20)? {
        [0x7f, b'E', b'L', b'F', _, 1, .., low, high] => u16::from_le_bytes([*low, *high]),
        _ => return None,
    };
    Some(match machine {
        21 => DeviceType::Ppc64le,
        62 => DeviceType::X86_64,
        190 => DeviceType::Nvidia,
        224 => DeviceType::Radeon,
        _ => DeviceType::NotHost,
    })
}

/// libomptarget's description of one image of device code.
#[repr(C)]
struct Image {
    start: *const u8,
    end: *const u8,
    entries: [Pointer; 2],
}

/// libomptarget's description of the device code of a program or library.
#[repr(C)]
struct Description {
    count: i32,
    images: *const Image,
}

/// # Safety
/// `description` is null or what compilers pass to `__tgt_register_lib`.
unsafe fn note_images(description: *const Description) {
    // SAFETY: the caller promises that it is null or points to a description.
    let Some(description) = (unsafe { description.as_ref() }) else { return };
    for number in 0..usize::try_from(description.count).unwrap_or(0) {
        // SAFETY: there are `count` images.
        let image = unsafe { &*description.images.add(number) };
        let length = image.end.addr().saturating_sub(image.start.addr()).min(20);
        if !image.start.is_null() {
            // SAFETY: an image is the bytes from start to end, constants of the program.
            let head = unsafe { std::slice::from_raw_parts(image.start, length) };
            kind_of(head).filter(|kind| is_possible_here(*kind)).into_iter().for_each(register);
        }
    }
}

type Register = unsafe extern "C" fn(Pointer);

/// libomptarget's registration, which is called when a program or library with device code is loaded.
///
/// # Safety
/// Only compiled code may call it, with the description that the compiler made.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __tgt_register_lib(description: Pointer) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: the description comes from compiled code.
    unsafe { note_images(description.cast()) };
    // SAFETY: libomptarget's function of this name has this type.
    if let Some(next) = unsafe { super::hidden::<Register>(&NEXT, c"__tgt_register_lib") } {
        // SAFETY: the argument is passed on unchanged.
        unsafe { next(description) };
    }
}

/// libomptarget's deregistration, which is called when a program with device code ends, or a library with it is unloaded.
///
/// # Safety
/// Only compiled code may call it, with the description that the compiler made.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __tgt_unregister_lib(description: Pointer) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    say_once_without_device();
    // SAFETY: libomptarget's function of this name has this type.
    if let Some(next) = unsafe { super::hidden::<Register>(&NEXT, c"__tgt_unregister_lib") } {
        // SAFETY: the argument is passed on unchanged.
        unsafe { next(description) };
    }
}

/// Says that the program ran on the host although it has code for GPUs, which would otherwise only show in its speed. The OpenMP library still
/// knows its devices here, and it has none if none can run the code.
fn say_once_without_device() {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        let is_wanted = system::variable("ACC2OMP_QUIET").is_none_or(|value| value != b"1");
        let offload = system::variable("OMP_TARGET_OFFLOAD").unwrap_or_default();
        let is_disabled = settings::disables_offload(&String::from_utf8_lossy(&offload));
        let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if is_wanted && !is_disabled && is_for_missing_gpu(&registered, || super::symbols().device_count()) {
            system::write_error(
                "acc2omp: the program has code for a GPU and ran on the host: OpenMP found no device that can run this code; `clacc cc --check-gpu` says why, ACC2OMP_QUIET=1 leaves out this line\n",
            );
        }
    });
}

/// Returns whether the code of a program is for GPUs alone, and `count` returns no device. Programs with code for the host plugin too always
/// have devices.
fn is_for_missing_gpu(registered: &[DeviceType], count: impl FnOnce() -> i32) -> bool {
    let is_gpu = |kind: &DeviceType| matches!(kind, DeviceType::Nvidia | DeviceType::Radeon);
    !registered.is_empty() && registered.iter().all(is_gpu) && count() == 0
}

type GompRegister = unsafe extern "C" fn(u32, Pointer, c_int, Pointer);

/// libgomp's registration, which is called when a program or library with device code is loaded.
///
/// # Safety
/// Only compiled code may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn GOMP_offload_register_ver(
    version: u32,
    host: Pointer,
    kind: c_int,
    device: Pointer,
) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // libgomp numbers types as `acc_device_t` of gcc's header does: nvptx is 5, gcn is 8.
    register(
        DeviceType::from_c(kind)
            .filter(|kind| matches!(kind, DeviceType::Nvidia | DeviceType::Radeon))
            .unwrap_or(DeviceType::NotHost),
    );
    // SAFETY: libgomp's function of this name has this type.
    if let Some(next) = unsafe { super::hidden::<GompRegister>(&NEXT, c"GOMP_offload_register_ver") } {
        // SAFETY: the arguments are passed on unchanged.
        unsafe { next(version, host, kind, device) };
    }
}

/// libgomp's deregistration, which is called when a program with device code ends, or a library with it is unloaded.
///
/// # Safety
/// Only compiled code may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn GOMP_offload_unregister_ver(
    version: u32,
    host: Pointer,
    kind: c_int,
    device: Pointer,
) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    say_once_without_device();
    // SAFETY: libgomp's function of this name has this type.
    if let Some(next) = unsafe { super::hidden::<GompRegister>(&NEXT, c"GOMP_offload_unregister_ver") } {
        // SAFETY: the arguments are passed on unchanged.
        unsafe { next(version, host, kind, device) };
    }
}

/// Returns the addresses of the functions defined here, which [`Symbols`](super::symbols::Symbols) must not
/// find.
pub(super) fn own_definitions() -> [Address; 4] {
    let [tgt, tgt_end]: [Register; 2] = [__tgt_register_lib, __tgt_unregister_lib];
    let [gomp, gomp_end]: [GompRegister; 2] = [GOMP_offload_register_ver, GOMP_offload_unregister_ver];
    [tgt as *const c_void, tgt_end as *const c_void, gomp as *const c_void, gomp_end as *const c_void]
        .map(<*const c_void>::expose_provenance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DeviceType::{NotHost, Nvidia, Ppc64le, Radeon, X86_64};

    #[test]
    fn kinds_of_device_code() {
        let elf = |machine: u16| {
            let mut head = [0_u8; 24];
            head[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1]);
            head[18..20].copy_from_slice(&machine.to_le_bytes());
            kind_of(&head)
        };
        let kinds = [190, 224, 62, 21, 183].map(elf);
        assert_eq!(kinds, [Nvidia, Radeon, X86_64, Ppc64le, NotHost].map(Some));
        assert_eq!((kind_of(b"\x7fELF"), kind_of(&[0; 64])), (None, None));
    }

    #[test]
    fn descriptions_are_read() {
        let mut code = [0_u8; 64];
        code[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1]);
        let (here, kind) = if cfg!(target_arch = "x86_64") { (62, X86_64) } else { (183, NotHost) };
        code[18] = here;
        // Code for a machine that is not this one gives no device.
        let mut elsewhere = code;
        elsewhere[18] = if cfg!(target_arch = "x86_64") { 21 } else { 62 };
        let other = elsewhere.as_ptr_range();
        let bytes = code.as_ptr_range();
        let image = |start, end| Image { start, end, entries: [std::ptr::null_mut(); 2] };
        let images = [image(other.start, other.end), image(bytes.start, bytes.end)];
        let description = Description { count: 2, images: images.as_ptr() };
        // SAFETY: it is null, or a description of images that live until the end of the test.
        unsafe {
            note_images(std::ptr::null());
            note_images(&raw const description);
        }
        assert_eq!(device_types(2), [kind, kind]);
        assert!(only_host_code());
    }

    #[test]
    fn a_missing_gpu_is_known() {
        for (registered, count, expect) in [
            (&[][..], 0, false),
            (&[Nvidia], 0, true),
            (&[Nvidia, Radeon], 0, true),
            (&[Nvidia], 1, false),
            (&[X86_64], 0, false),
            (&[Nvidia, X86_64], 0, false),
            (&[NotHost], 0, false),
        ] {
            assert_eq!(is_for_missing_gpu(registered, || count), expect, "{registered:?} {count}");
        }
    }

    #[test]
    fn devices_are_numbered_by_the_order_of_the_code() {
        for (registered, count, expect) in [
            (&[][..], 2, vec![NotHost; 2]),
            (&[Nvidia], 2, vec![Nvidia; 2]),
            (&[NotHost], 4, vec![NotHost; 4]),
            (&[X86_64], 4, vec![X86_64; 4]),
            (&[Nvidia, X86_64], 5, vec![Nvidia, X86_64, X86_64, X86_64, X86_64]),
            (&[X86_64, Radeon], 5, vec![X86_64, X86_64, X86_64, X86_64, Radeon]),
            (&[Nvidia, NotHost], 4, vec![NotHost; 4]),
            (&[Nvidia, NotHost], 5, vec![Nvidia, NotHost, NotHost, NotHost, NotHost]),
            (&[NotHost, Radeon], 5, vec![NotHost, NotHost, NotHost, NotHost, Radeon]),
            (&[Nvidia, Radeon], 2, vec![NotHost; 2]),
        ] {
            assert_eq!(types_of(registered, count), expect, "{registered:?}");
        }
    }
}
