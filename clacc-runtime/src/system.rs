//! The few services of the C library and the operating system.

use crate::handle::Address;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::io::Write;

// These are functions of every C library this crate can be linked with; the declarations follow the C standard and POSIX.
unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn fflush(stream: *mut c_void) -> c_int;
    fn _exit(status: c_int) -> !;
    fn atexit(handler: extern "C" fn()) -> c_int;
    fn malloc(bytes: usize) -> *mut c_void;
    fn free(block: *mut c_void);
    fn setenv(name: *const c_char, value: *const c_char, overwrite: c_int) -> c_int;
    fn sysconf(name: c_int) -> std::ffi::c_long;
}

/// Where [`find_symbol`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// In the program and all its libraries, in link order.
    Everywhere,
    /// The same, but behind the object that holds this code: what this library's definition hides.
    BehindThis,
}

/// The address of a dynamic symbol.
pub fn find_symbol(name: &CStr, search: Search) -> Option<Address> {
    let handle = match search {
        // RTLD_DEFAULT and RTLD_NEXT of the C library.
        Search::Everywhere if cfg!(target_os = "macos") => usize::MAX - 1,
        Search::Everywhere => 0,
        Search::BehindThis => usize::MAX,
    };
    let handle = std::ptr::without_provenance_mut(handle);
    // SAFETY: the handle is one of the two pseudo handles, and the name is a C string that outlives the call.
    let found = unsafe { dlsym(handle, name.as_ptr()) };
    (!found.is_null()).then(|| found.expose_provenance())
}

/// Writes a message for the user; there is nobody to tell when that fails.
pub fn write_error(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Ends the program: output is flushed, exit handlers do not run.
pub fn end_program(status: i32) -> ! {
    // SAFETY: a null stream means every stream.
    unsafe { fflush(std::ptr::null_mut()) };
    // SAFETY: ends the process; every status is allowed.
    unsafe { _exit(status) }
}

/// Has a function called when the program ends in order.
pub fn call_at_exit(handler: extern "C" fn()) {
    // SAFETY: the handler takes nothing, gives nothing and is there for as long as this library is.
    unsafe { atexit(handler) };
}

/// A block of host memory, or `None` when there is none left.
pub fn allocate(bytes: usize) -> Option<Address> {
    // SAFETY: `malloc` takes any size and says null when it has none.
    let block = unsafe { malloc(bytes) };
    (!block.is_null()).then(|| block.expose_provenance())
}

/// Gives a block of [`allocate`] back.
///
/// # Safety
/// The block came from [`allocate`] and was not given back before.
pub unsafe fn release(block: Address) {
    // SAFETY: the caller's promise is what `free` asks for.
    unsafe { free(std::ptr::with_exposed_provenance_mut(block)) }
}

/// Copies bytes within the host's memory; the two runs may overlap.
///
/// # Safety
/// Both runs are memory of the program, as a program promises that calls an `acc_memcpy_…` routine.
pub unsafe fn copy(to: Address, from: Address, bytes: usize) {
    let to: *mut u8 = std::ptr::with_exposed_provenance_mut(to);
    let from: *const u8 = std::ptr::with_exposed_provenance(from);
    // SAFETY: the caller's promise is what `copy` asks for.
    unsafe { from.copy_to(to, bytes) };
}

/// The pointer value stored at an address of the host.
///
/// # Safety
/// The address holds an initialised pointer, as a program promises that calls `acc_attach` or `acc_detach`.
pub unsafe fn read_pointer(at: Address) -> Address {
    let place: *const Address = std::ptr::with_exposed_provenance(at);
    // SAFETY: the caller's promise; the place need not be aligned, a packed structure may hold it.
    unsafe { place.read_unaligned() }
}

/// Sets an environment variable unless the user set it.
///
/// # Safety
/// No other thread reads or writes the environment: called while libraries are being loaded.
pub unsafe fn set_variable_default(name: &CStr, value: &CStr) {
    // SAFETY: both are C strings, which `setenv` copies; the caller promises that nobody else uses the environment.
    unsafe { setenv(name.as_ptr(), value.as_ptr(), 0) };
}

/// How many bytes of memory the host has, and how many are free; zero where the system does not say.
pub fn host_memory() -> (usize, usize) {
    // _SC_PAGESIZE, _SC_PHYS_PAGES and _SC_AVPHYS_PAGES of Linux; elsewhere the numbers differ and nothing is said.
    if !cfg!(target_os = "linux") {
        return (0, 0);
    }
    let [page, all, available] = [30, 85, 86].map(|name| {
        // SAFETY: `sysconf` takes any number and answers -1 to one it does not know.
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
        // SAFETY: both are live, sixteen and eight bytes long.
        unsafe { copy(block, from, size_of::<Address>()) };
        // SAFETY: a pointer-sized value was just copied there.
        assert_eq!(unsafe { read_pointer(block) }, word);
        // SAFETY: it came from `allocate` a moment ago.
        unsafe { release(block) };
    }
}
