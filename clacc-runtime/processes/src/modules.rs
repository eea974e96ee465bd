//! The files that the dynamic linker has mapped: the program and its libraries.

use crate::system;
use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
use std::ops::Range;

/// A mapped file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Its name; empty for the program.
    pub name: String,
    /// Its writable data, whole pages, as far as it is not made read-only.
    pub data: Vec<Range<usize>>,
    /// All of it.
    pub all: Vec<Range<usize>>,
    /// The bytes of its thread-local storage.
    pub thread_local: usize,
}

#[repr(C)]
struct ModuleInfo {
    base: usize,
    name: *const c_char,
    parts: *const Part,
    part_count: u16,
}

/// A program header.
#[repr(C)]
struct Part {
    kind: u32,
    flags: u32,
    offset: u64,
    address: u64,
    physical: u64,
    bytes_in_file: u64,
    bytes: u64,
    align: u64,
}

/// An object of this library.
static MARK: u8 = 0;

/// Whether an address is one of this library's.
pub fn is_of_this_library(address: usize) -> bool {
    let own = std::ptr::from_ref(&MARK).addr();
    modules().iter().any(|module| module.contains(own) && module.contains(address))
}

unsafe extern "C" {
    fn dl_iterate_phdr(
        visit: unsafe extern "C" fn(*const ModuleInfo, usize, *mut c_void) -> c_int,
        data: *mut c_void,
    ) -> c_int;
    fn getauxval(kind: c_ulong) -> c_ulong;
}

/// All modules, the program first.
pub fn modules() -> Vec<Module> {
    let mut found: Vec<Module> = Vec::new();
    // SAFETY: `visit` wants the list that it gets.
    unsafe { dl_iterate_phdr(visit, std::ptr::from_mut(&mut found).cast()) };
    found
}

/// Notes a module.
///
/// # Safety
/// Called by `dl_iterate_phdr` with a list of modules.
unsafe extern "C" fn visit(info: *const ModuleInfo, _: usize, found: *mut c_void) -> c_int {
    // SAFETY: the linker promises the info and its parts, `modules` the list.
    let (info, found) = unsafe { (&*info, &mut *found.cast::<Vec<Module>>()) };
    // SAFETY: as above.
    let parts = unsafe { std::slice::from_raw_parts(info.parts, usize::from(info.part_count)) };
    // SAFETY: the name is a C string.
    let name = unsafe { CStr::from_ptr(info.name) }.to_string_lossy().into_owned();
    let mut module = Module { name, ..Module::default() };
    for part in parts {
        module.note(info.base, part);
    }
    found.push(module);
    0
}

impl Module {
    fn note(&mut self, base: usize, part: &Part) {
        const LOADED: u32 = 1;
        const THREAD_LOCAL: u32 = 7;
        const WRITABLE: u32 = 2;
        const PAGE: usize = 4096;
        let start = (base + part.address as usize) & !(PAGE - 1);
        let end = (base + (part.address + part.bytes) as usize).next_multiple_of(PAGE);
        match part.kind {
            LOADED => {
                self.all.push(start..end);
                if part.flags & WRITABLE != 0 {
                    self.data.push(start..end);
                }
            }
            THREAD_LOCAL => self.thread_local = part.bytes as usize,
            _ => (),
        }
    }

    fn contains(&self, address: usize) -> bool {
        self.all.iter().any(|range| range.contains(&address))
    }

    /// Whether the module's data stays the property of each process: the C library and what belongs to it, and this library.
    pub fn is_of_process(&self) -> bool {
        const LINKER: c_ulong = 7;
        let of_c_library = system::hidden(c"fopen").addr();
        // SAFETY: the function takes any number.
        let linker = unsafe { getauxval(LINKER) } as usize;
        let places = [of_c_library, linker, std::ptr::from_ref(&MARK).addr()];
        let file = self.name.rsplit('/').next().unwrap_or_default();
        let names = ["libgcc_s.", "libpthread", "libdl", "librt", "libresolv", "linux-vdso"];
        places.iter().any(|place| self.contains(*place)) || names.iter().any(|name| file.starts_with(name))
    }
}
