//! Streams of `<stdio.h>`.
//!
//! A stream is an object of the C library whose lock works among threads alone. So every process has streams of its own, copies of those of
//! the process that made it, over the same open files: before a region, buffers are written; in it, streams that write do so line by line
//! and wherever threads come together ([`flush`]), so that the file has the lines in the order that the program prescribes.
//!
//! What that cannot carry ends the program: input that a worker reads, because others would not know how far it is read; a stream that a
//! worker opens and leaves open, or closes that others have.

use crate::heap;
use crate::processes;
use crate::system::{self, Condition, fail};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::transmute;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// The beginning of the C library's `FILE`, which is a part of its binary interface.
#[repr(C)]
struct Stream {
    flags: c_int,
    read: *mut c_char,
    read_end: *mut c_char,
}

/// A stream that this process knows. The object is the process's own.
struct Known {
    stream: *mut Stream,
    buffer: Cell<*mut c_void>,
    /// How it is buffered.
    mode: Cell<c_int>,
    writes: bool,
    /// Whether a worker opened it: the one whose copy of the object says so.
    is_of_worker: bool,
    /// How far it was read when the worker began.
    read: Cell<(*mut c_char, *mut c_char)>,
    next: Cell<*const Known>,
}

const FULLY: c_int = 0;
const BY_LINES: c_int = 1;
const NOT: c_int = 2;
const BUFFER: usize = 4096;

static KNOWN: AtomicPtr<Known> = AtomicPtr::new(ptr::null_mut());
/// The regions with workers that this process is in. Outside of them, nothing has to be flushed.
static REGIONS: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" {
    static stdin: *mut Stream;
    static stdout: *mut Stream;
    fn isatty(file: c_int) -> c_int;
}

type SetBuffer = unsafe extern "C" fn(*mut Stream, *mut c_void, c_int, usize) -> c_int;

fn real_setvbuf(stream: *mut Stream, buffer: *mut c_void, mode: c_int, bytes: usize) -> c_int {
    // SAFETY: the C library's function has this type, and callers pass open streams.
    unsafe { transmute::<*mut c_void, SetBuffer>(system::hidden(c"setvbuf"))(stream, buffer, mode, bytes) }
}

fn own_block(bytes: usize) -> *mut c_void {
    heap::with_own_blocks(|| heap::malloc(bytes))
}

/// Gives the standard streams buffers of each process's own.
pub fn begin() {
    // SAFETY: the C library has set both variables.
    let (input, output) = unsafe { (stdin, stdout) };
    for (stream, file, writes) in [(input, 0, false), (output, 1, true)] {
        // SAFETY: the function takes any number.
        let is_terminal = unsafe { isatty(file) } != 0;
        know(stream, writes, if is_terminal { BY_LINES } else { FULLY });
    }
}

/// Takes a stream to the known ones, with a buffer of the process's own.
fn know(stream: *mut Stream, writes: bool, mode: c_int) {
    let buffer = own_block(BUFFER);
    real_setvbuf(stream, buffer, mode, BUFFER);
    let known = Known {
        stream,
        buffer: Cell::new(buffer),
        mode: Cell::new(mode),
        writes,
        is_of_worker: processes::is_worker(),
        read: Cell::new((ptr::null_mut(), ptr::null_mut())),
        next: Cell::new(KNOWN.load(Ordering::Relaxed)),
    };
    let place: *mut Known = own_block(size_of::<Known>()).cast();
    // SAFETY: the block is large enough and aligned.
    unsafe { place.write(known) };
    KNOWN.store(place, Ordering::Relaxed);
}

fn all() -> impl Iterator<Item = &'static Known> {
    // SAFETY: the objects stay while they are in the list, and callers do not keep them.
    let first: Option<&'static Known> = unsafe { KNOWN.load(Ordering::Relaxed).as_ref() };
    // SAFETY: as above.
    std::iter::successors(first, |known| unsafe { known.next.get().as_ref() })
}

fn find(stream: *mut Stream) -> Option<&'static Known> {
    all().find(|known| known.stream == stream)
}

/// Takes a stream from the known ones, before it is closed. Returns its buffer.
fn forget(stream: *mut Stream) -> *mut c_void {
    let Some(known) = find(stream) else { return ptr::null_mut() };
    match all().find(|other| ptr::eq(other.next.get(), known)) {
        Some(before) => before.next.set(known.next.get()),
        None => KNOWN.store(known.next.get().cast_mut(), Ordering::Relaxed),
    }
    let buffer = known.buffer.get();
    // SAFETY: nobody has the object any more.
    unsafe { heap::free(ptr::from_ref(known).cast_mut().cast()) };
    buffer
}

/// How the streams that write are buffered in a region, and outside.
fn by_lines(is_in_region: bool) {
    for known in all().filter(|known| known.writes && known.mode.get() == FULLY) {
        real_setvbuf(known.stream, ptr::null_mut(), if is_in_region { BY_LINES } else { FULLY }, 0);
    }
}

/// A region with workers is about to begin. Returns what [`leave_region`] wants.
pub fn enter_region() -> u32 {
    system::flush_streams();
    let regions = REGIONS.fetch_add(1, Ordering::Relaxed);
    if regions == 0 {
        by_lines(true);
    }
    regions
}

/// The region is over.
pub fn leave_region(regions: u32) {
    REGIONS.store(regions, Ordering::Relaxed);
    if regions == 0 {
        by_lines(false);
    }
}

/// Whether other processes run in a team with this one.
pub fn is_in_region() -> bool {
    REGIONS.load(Ordering::Relaxed) > 0
}

/// Threads come together here, so that others may see what this one has done: in a region, what streams hold is written.
pub fn flush() {
    if is_in_region() {
        system::flush_streams();
    }
}

/// How far a stream was read, unless it is being written.
fn read_of(known: &Known) -> Option<(*mut c_char, *mut c_char)> {
    const WRITING: c_int = 0x800;
    // SAFETY: known streams are open.
    let stream = unsafe { &*known.stream };
    (stream.flags & WRITING == 0).then_some((stream.read, stream.read_end))
}

/// A worker begins.
pub fn begin_worker() {
    for known in all() {
        known.read.set(read_of(known).unwrap_or((ptr::null_mut(), ptr::null_mut())));
    }
}

/// A worker ends.
pub fn end_worker() {
    flush();
    for known in all() {
        if known.is_of_worker {
            fail(
                Condition::Stream,
                "a stream that a thread of a team opened must be closed before the region ends",
            );
        }
        if !known.writes && read_of(known).is_some_and(|read| read != known.read.get()) {
            fail(Condition::Stream, "in a region, only thread 0 can read from a stream that was open before");
        }
    }
}

// ---- the functions of the C library ----

fn opens_for_writing(mode: *const c_char) -> bool {
    // SAFETY: modes are C strings.
    !mode.is_null() && unsafe { CStr::from_ptr(mode) }.to_bytes().iter().any(|letter| b"wa+".contains(letter))
}

/// A stream that was just opened, or null.
fn opened(stream: *mut Stream, writes: bool) -> *mut Stream {
    if !stream.is_null() {
        know(stream, writes, FULLY);
    }
    stream
}

macro_rules! openers {
    ($($name:ident($($argument:ident: $type:ty),*) $mode:expr;)*) => {
        $(
            #[doc = concat!("The C library's `", stringify!($name), "`.")]
            ///
            /// # Safety
            /// As for that function.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($argument: $type),*) -> *mut Stream {
                type Open = unsafe extern "C" fn($($type),*) -> *mut Stream;
                let name = concat!(stringify!($name), "\0");
                let real = system::hidden(CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or_default());
                // SAFETY: the C library's function has this type, and the caller promises the rest.
                let stream = heap::with_own_blocks(|| unsafe { transmute::<*mut c_void, Open>(real)($($argument),*) });
                opened(stream, $mode)
            }
        )*
    };
}

openers! {
    fopen(path: *const c_char, mode: *const c_char) opens_for_writing(mode);
    fopen64(path: *const c_char, mode: *const c_char) opens_for_writing(mode);
    fdopen(file: c_int, mode: *const c_char) opens_for_writing(mode);
    tmpfile() true;
    tmpfile64() true;
    popen(command: *const c_char, mode: *const c_char) opens_for_writing(mode);
}

/// Ends a program that closes a stream in one process which others have too.
fn may_close(stream: *mut Stream) {
    if processes::is_worker() && find(stream).is_some_and(|known| !known.is_of_worker) {
        fail(Condition::Stream, "in a region, only thread 0 can close a stream that was open before");
    }
}

type Close = unsafe extern "C" fn(*mut Stream) -> c_int;

macro_rules! closers {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("The C library's `", stringify!($name), "`.")]
            ///
            /// # Safety
            /// As for that function.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name(stream: *mut Stream) -> c_int {
                may_close(stream);
                let name = concat!(stringify!($name), "\0");
                let real = system::hidden(CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or_default());
                let buffer = forget(stream);
                // SAFETY: the C library's function has this type, the caller promises the rest, and the buffer is used no more.
                unsafe {
                    let result = transmute::<*mut c_void, Close>(real)(stream);
                    heap::free(buffer);
                    result
                }
            }
        )*
    };
}

closers! { fclose pclose }

type Reopen = unsafe extern "C" fn(*const c_char, *const c_char, *mut Stream) -> *mut Stream;

/// The C library's `freopen`.
///
/// # Safety
/// As for that function.
#[unsafe(no_mangle)]
unsafe extern "C" fn freopen(path: *const c_char, mode: *const c_char, stream: *mut Stream) -> *mut Stream {
    may_close(stream);
    let real = system::hidden(c"freopen");
    let buffer = forget(stream);
    // SAFETY: the C library's function has this type, and the caller promises the rest.
    let reopened =
        heap::with_own_blocks(|| unsafe { transmute::<*mut c_void, Reopen>(real)(path, mode, stream) });
    if !reopened.is_null() {
        // SAFETY: `freopen` has closed what used the buffer; the stream gets another one before it is used.
        unsafe { heap::free(buffer) };
    }
    opened(reopened, opens_for_writing(mode))
}

/// The C library's `setvbuf`. The buffer is one of the process's own, of the same size.
///
/// # Safety
/// As for that function.
#[unsafe(no_mangle)]
unsafe extern "C" fn setvbuf(stream: *mut Stream, _: *mut c_char, mode: c_int, bytes: usize) -> c_int {
    let bytes = if bytes == 0 { BUFFER } else { bytes };
    let Some(known) = find(stream) else { return real_setvbuf(stream, ptr::null_mut(), mode, bytes) };
    let buffer = if mode == NOT { ptr::null_mut() } else { own_block(bytes) };
    let result = real_setvbuf(stream, buffer, mode, bytes);
    if result == 0 {
        known.mode.set(mode);
        // SAFETY: the stream has another buffer now.
        unsafe { heap::free(known.buffer.replace(buffer)) };
    }
    result
}

/// The C library's `setbuf`.
///
/// # Safety
/// As for that function.
#[unsafe(no_mangle)]
unsafe extern "C" fn setbuf(stream: *mut Stream, buffer: *mut c_char) {
    let mode = if buffer.is_null() { NOT } else { FULLY };
    // SAFETY: the caller promises it.
    unsafe { setvbuf(stream, buffer, mode, 8192) };
}
