//! The services that the routines of OpenACC use of the C library and the operating system.

use crate::openacc::handle::Address;
use crate::profile::objects;
pub use crate::profile::objects::Search;
pub use clacc_runtime_core::system::{EXIT_STATUS, call_at_exit, end_program, variable, write_error};
use std::ffi::{CStr, c_char, c_int, c_void};

// These functions exist in every C library that this crate can be linked with. The declarations follow the C
// standard and POSIX.
unsafe extern "C" {
    fn malloc(bytes: usize) -> *mut c_void;
    fn free(block: *mut c_void);
    fn setenv(name: *const c_char, value: *const c_char, overwrite: c_int) -> c_int;
    fn sysconf(name: c_int) -> std::ffi::c_long;
}

/// Returns the address of a dynamic symbol.
pub fn find_symbol(name: &CStr, search: Search) -> Option<Address> {
    objects::find(name, search).map(<*mut c_void>::expose_provenance)
}

/// Returns a block of host memory, or `None` if there is none left.
pub fn allocate(bytes: usize) -> Option<Address> {
    // SAFETY: `malloc` accepts any size and returns null if it has no memory.
    let block = unsafe { malloc(bytes) };
    (!block.is_null()).then(|| block.expose_provenance())
}

/// Frees a block that [`allocate`] returned.
///
/// # Safety
/// The block came from [`allocate`] and was not released before.
pub unsafe fn release(block: Address) {
    // SAFETY: the caller promises what `free` requires.
    unsafe { free(std::ptr::with_exposed_provenance_mut(block)) }
}

/// Copies bytes within the host's memory; the two runs may overlap.
///
/// # Safety
/// Both runs are memory of the program. A program that calls an `acc_memcpy_…` routine promises that.
pub unsafe fn copy(to: Address, from: Address, bytes: usize) {
    let to: *mut u8 = std::ptr::with_exposed_provenance_mut(to);
    let from: *const u8 = std::ptr::with_exposed_provenance(from);
    // SAFETY: the caller promises what `copy_to` requires.
    unsafe { from.copy_to(to, bytes) };
}

/// Sets bytes to zero.
///
/// # Safety
/// The run is memory of the program.
pub unsafe fn clear(start: Address, bytes: usize) {
    // SAFETY: the caller promises it.
    unsafe { std::ptr::with_exposed_provenance_mut::<u8>(start).write_bytes(0, bytes) };
}

/// Returns whether two runs of bytes hold the same.
///
/// # Safety
/// Both runs are memory of the program.
pub unsafe fn are_equal(one: Address, other: Address, bytes: usize) -> bool {
    let run = |start| {
        let start: *const u8 = std::ptr::with_exposed_provenance(start);
        // SAFETY: the caller promises that the bytes may be read.
        unsafe { std::slice::from_raw_parts(start, bytes) }
    };
    run(one) == run(other)
}

/// Reads the pointer value stored at an address of the host.
///
/// # Safety
/// The address holds an initialised pointer. A program that calls `acc_attach` or `acc_detach` promises that.
pub unsafe fn read_pointer(at: Address) -> Address {
    let place: *const Address = std::ptr::with_exposed_provenance(at);
    // SAFETY: the caller promises it. The place need not be aligned, because a packed structure may hold it.
    unsafe { place.read_unaligned() }
}

/// Sets an environment variable unless it is set already.
///
/// # Safety
/// No other thread reads or writes the environment. That holds while libraries are being loaded.
pub unsafe fn set_variable_default(name: &CStr, value: &CStr) {
    // SAFETY: both are C strings, which `setenv` copies, and the caller promises that no other thread uses
    // the environment.
    unsafe { setenv(name.as_ptr(), value.as_ptr(), 0) };
}

/// Returns how many bytes of memory the host has, and how many are free. Both are zero if the system does not
/// tell.
pub fn host_memory() -> (usize, usize) {
    // The numbers are _SC_PAGESIZE, _SC_PHYS_PAGES and _SC_AVPHYS_PAGES of Linux. Other systems have other
    // numbers.
    if !cfg!(target_os = "linux") {
        return (0, 0);
    }
    let [page, all, available] = [30, 85, 86].map(|name| {
        // SAFETY: `sysconf` accepts any number and returns -1 for one it does not know.
        let value = unsafe { sysconf(name) };
        usize::try_from(value).unwrap_or(0)
    });
    (page.saturating_mul(all), page.saturating_mul(available))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "the interpreter offers no dlsym of arbitrary names")]
    fn symbols_of_the_c_library_are_found() {
        assert!(find_symbol(c"fflush", Search::Everywhere).is_some());
        assert!(find_symbol(c"acc2omp_no_such_symbol", Search::Everywhere).is_none());
    }

    #[test]
    fn blocks_can_be_copied_and_given_back() {
        let block = allocate(16).unwrap_or(0);
        let word: Address = 0x1234;
        let from = std::ptr::from_ref(&word).expose_provenance();
        // SAFETY: both are live, and are sixteen and eight bytes long.
        unsafe { copy(block, from, size_of::<Address>()) };
        // SAFETY: a pointer-sized value was just copied there.
        assert_eq!(unsafe { read_pointer(block) }, word);
        // SAFETY: it came from `allocate` a moment ago.
        unsafe { release(block) };
    }
}
