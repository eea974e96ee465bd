//! Calls of the operating system. On other systems than Linux with addresses of 64 bits there is no memory for devices.

pub(crate) use sys::{drop_pages, object_of, prefer_large_pages, reserve, segments};

/// A part of the memory of a loaded object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// true if the program may write to the segment.
    pub(crate) is_writable: bool,
}

#[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
mod sys {
    use super::Segment;
    use std::ffi::{CStr, c_char, c_int, c_void};

    const PROT_READ_WRITE: c_int = 3;
    const MAP_PRIVATE: c_int = 2;
    const MAP_ANONYMOUS: c_int = 0x20;
    const MAP_NORESERVE: c_int = 0x4000;
    const MADV_DONTNEED: c_int = 4;
    const MADV_HUGEPAGE: c_int = 14;
    const MADV_DONTDUMP: c_int = 16;

    /// `dl_phdr_info`, the fields that are used.
    #[repr(C)]
    struct Object {
        base: usize,
        name: *const c_char,
        headers: *const Header,
        count: u16,
    }

    /// `Elf64_Phdr`.
    #[repr(C)]
    struct Header {
        kind: u32,
        flags: u32,
        offset: u64,
        address: u64,
        physical: u64,
        in_file: u64,
        in_memory: u64,
        align: u64,
    }

    // The functions of the C library of Linux.
    unsafe extern "C" {
        fn mmap(
            at: *mut c_void,
            bytes: usize,
            prot: c_int,
            flags: c_int,
            file: c_int,
            offset: i64,
        ) -> *mut c_void;
        fn madvise(at: *mut c_void, bytes: usize, advice: c_int) -> c_int;
        fn dl_iterate_phdr(
            look: extern "C" fn(*const Object, usize, *mut c_void) -> c_int,
            data: *mut c_void,
        ) -> c_int;
    }

    /// Reserves addresses. Their memory is taken from the system when it is written. Core files leave it out: the system would look at each page.
    pub(crate) fn reserve(bytes: usize) -> Option<usize> {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        // SAFETY: a new mapping at an address of the system's choice touches nothing else.
        let start = unsafe { mmap(std::ptr::null_mut(), bytes, PROT_READ_WRITE, flags, -1, 0) };
        if start.addr() == usize::MAX {
            return None;
        }
        // SAFETY: the advice changes nothing of what is stored in the new mapping.
        unsafe { madvise(start, bytes, MADV_DONTDUMP) };
        Some(start.expose_provenance())
    }

    /// Gives pages of a reserved range back to the system. They are zero when they are used again.
    ///
    /// # Safety
    /// The pages belong to a range that [`reserve`] gave, and nobody needs what they hold.
    pub(crate) unsafe fn drop_pages(start: usize, bytes: usize) {
        // SAFETY: the caller promises it.
        unsafe { madvise(std::ptr::with_exposed_provenance_mut(start), bytes, MADV_DONTNEED) };
    }

    /// Has the system give large pages for addresses, if it can.
    pub(crate) fn prefer_large_pages(start: usize, bytes: usize) {
        // SAFETY: the advice changes nothing of what is stored there.
        unsafe { madvise(std::ptr::with_exposed_provenance_mut(start), bytes, MADV_HUGEPAGE) };
    }

    const PT_LOAD: u32 = 1;
    const PT_GNU_RELRO: u32 = 0x6474_e552;
    const PF_W: u32 = 2;

    extern "C" fn look(object: *const Object, _: usize, found: *mut c_void) -> c_int {
        // SAFETY: the C library gives a valid object, and `segments` a list that nobody else uses during the call.
        let (object, found) = unsafe { (&*object, &mut *found.cast::<Vec<Segment>>()) };
        for at in 0..usize::from(object.count) {
            // SAFETY: an object has so many headers.
            let header = unsafe { &*object.headers.add(at) };
            if header.kind == PT_LOAD || header.kind == PT_GNU_RELRO {
                let start = object.base.wrapping_add(header.address as usize);
                let is_writable = header.kind == PT_LOAD && header.flags & PF_W != 0;
                found.push(Segment { start, end: start + header.in_memory as usize, is_writable });
            }
        }
        0
    }

    /// The segments of all loaded objects.
    pub(crate) fn segments() -> Vec<Segment> {
        let mut found: Vec<Segment> = Vec::new();
        // SAFETY: the function gets a list that lives during the call.
        unsafe { dl_iterate_phdr(look, (&raw mut found).cast()) };
        found
    }

    /// A search among the loaded objects, with its result.
    struct Search {
        address: usize,
        found: Option<(usize, String)>,
    }

    extern "C" fn find(object: *const Object, _: usize, search: *mut c_void) -> c_int {
        // SAFETY: the C library gives a valid object, and `object_of` a search that nobody else uses during the call.
        let (object, search) = unsafe { (&*object, &mut *search.cast::<Search>()) };
        let holds = |at: u16| {
            // SAFETY: an object has so many headers.
            let header = unsafe { &*object.headers.add(usize::from(at)) };
            let start = object.base.wrapping_add(header.address as usize);
            header.kind == PT_LOAD && search.address.wrapping_sub(start) < header.in_memory as usize
        };
        if !(0..object.count).any(holds) {
            return 0;
        }
        // SAFETY: the name of an object is a C string.
        let name = unsafe { CStr::from_ptr(object.name) }.to_string_lossy();
        let path = if name.is_empty() { "/proc/self/exe" } else { &*name };
        search.found = Some((object.base, path.to_owned()));
        1
    }

    /// The loaded object that holds an address: how far it lies behind the addresses of its file, and the path of that.
    pub(crate) fn object_of(address: usize) -> Option<(usize, String)> {
        let mut search = Search { address, found: None };
        // SAFETY: the function gets a search that lives during the call.
        unsafe { dl_iterate_phdr(find, (&raw mut search).cast()) };
        search.found
    }
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64", not(miri))))]
mod sys {
    use super::Segment;

    /// There is no such memory.
    pub(crate) fn reserve(_: usize) -> Option<usize> {
        None
    }

    /// Nothing was reserved.
    ///
    /// # Safety
    /// There is no range for which it may be called.
    pub(crate) unsafe fn drop_pages(_: usize, _: usize) {}

    /// There is no such memory.
    pub(crate) fn prefer_large_pages(_: usize, _: usize) {}

    /// Nothing is known.
    pub(crate) fn object_of(_: usize) -> Option<(usize, String)> {
        None
    }

    /// Nothing is known.
    pub(crate) fn segments() -> Vec<Segment> {
        Vec::new()
    }
}
