//! The objects of the process: the program and its shared libraries.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

type Pointer = *mut c_void;

// The functions are those of POSIX, and `dladdr` of the GNU and macOS C libraries.
unsafe extern "C" {
    fn dlopen(file: *const c_char, mode: c_int) -> Pointer;
    fn dlsym(handle: Pointer, name: *const c_char) -> Pointer;
    fn dlerror() -> *const c_char;
    fn dladdr(address: *const c_void, info: *mut Symbol) -> c_int;
}

/// `Dl_info` of `dlfcn.h`.
#[repr(C)]
struct Symbol {
    file: *const c_char,
    base: *mut c_void,
    name: *const c_char,
    address: *mut c_void,
}

const RTLD_LAZY: c_int = 1;
const RTLD_NOLOAD: c_int = if cfg!(target_os = "macos") { 0x10 } else { 4 };

/// Asks the dynamic linker for the object that holds an address.
fn symbol_of(address: *const c_void) -> Option<Symbol> {
    let mut info = Symbol {
        file: std::ptr::null(),
        base: std::ptr::null_mut(),
        name: std::ptr::null(),
        address: std::ptr::null_mut(),
    };
    // SAFETY: the function accepts any address and writes to a struct of this form.
    let is_found = unsafe { dladdr(address, &raw mut info) } != 0 && !info.file.is_null();
    is_found.then_some(info)
}

/// Returns the object of the process that holds an address: its file name and where it begins.
pub(crate) fn object_of(address: *const c_void) -> Option<(String, usize)> {
    let info = symbol_of(address)?;
    // SAFETY: the file name of an object is a C string.
    let name = unsafe { CStr::from_ptr(info.file) }.to_string_lossy().into_owned();
    Some((name, info.base.addr()))
}

/// The path of a file in the folder of this library. `None` if this library is a part of the executable.
pub(crate) fn beside_this(name: &CStr) -> Option<CString> {
    let info = symbol_of(symbol_of as *const c_void)?;
    // SAFETY: the file name of an object is a C string.
    let own = unsafe { CStr::from_ptr(info.file) }.to_bytes();
    let folder = own.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
    let is_library = own[folder..].starts_with(b"libacc2omp.");
    CString::new([&own[..folder], name.to_bytes()].concat()).ok().filter(|_| is_library && folder > 0)
}

/// A number for the object that holds a function.
pub(crate) fn owner_of(function: *const c_void) -> usize {
    object_of(function).map_or(0, |(_, base)| base)
}

/// The objects in which a function is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The program and all its libraries, in link order.
    Everywhere,
    /// The objects that follow the one with this code. There it finds the function that this library's own
    /// definition hides.
    BehindThis,
}

/// Finds a function by its dynamic symbol.
pub(crate) fn find(name: &CStr, search: Search) -> Option<Pointer> {
    // The numbers are RTLD_DEFAULT and RTLD_NEXT of the C library.
    let handle = match search {
        Search::Everywhere if cfg!(target_os = "macos") => usize::MAX - 1,
        Search::Everywhere => 0,
        Search::BehindThis => usize::MAX,
    };
    find_in(std::ptr::without_provenance_mut(handle), name)
}

/// Finds a function in an object.
pub(crate) fn find_in(handle: Pointer, name: &CStr) -> Option<Pointer> {
    // SAFETY: the handle is a pseudo handle or that of an open library, and the name is a C string that outlives the call.
    let found = unsafe { dlsym(handle, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// Returns true if the process has already loaded a library.
pub(crate) fn is_open(file: &CStr) -> bool {
    // SAFETY: the name is a C string; the mode opens nothing.
    !unsafe { dlopen(file.as_ptr(), RTLD_LAZY | RTLD_NOLOAD) }.is_null()
}

/// Opens a library. The error is what the system says.
pub(crate) fn open(file: &CStr) -> Result<Pointer, String> {
    // SAFETY: the name is a C string. That the library initialises itself is the user's wish.
    let handle = unsafe { dlopen(file.as_ptr(), RTLD_LAZY) };
    if handle.is_null() { Err(last_error()) } else { Ok(handle) }
}

fn last_error() -> String {
    // SAFETY: the result is null or a C string that lives until the next call.
    let text = unsafe { dlerror().as_ref().map(|text| CStr::from_ptr(text)) };
    text.map_or_else(|| "it cannot be opened".to_owned(), |text| text.to_string_lossy().into_owned())
}
