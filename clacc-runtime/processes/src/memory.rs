//! The program's memory becomes shared memory at the same addresses.
//!
//! What is writable and private is copied to a file of memory, which is mapped over it. Meanwhile the program must not run: its only thread
//! waits as the parent of a `vfork` does, while a process with the same memory and a stack of its own exchanges the pages, that of the
//! thread's stack among them.

use crate::heap;
use crate::modules::{Module, modules};
use crate::processes;
use crate::stacks;
use crate::sys::{self, flag};
use crate::system::{Condition, fail};
use crate::world::world;
use std::ffi::{c_int, c_void};
use std::fs;
use std::ops::Range;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

/// A mapping of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mapping {
    range: Range<usize>,
    protection: usize,
    is_stack: bool,
    is_private: bool,
    is_anonymous: bool,
}

/// A part of the memory that is to be exchanged, as far as it may hold something, and all of it.
#[derive(Clone, Debug)]
struct Part {
    held: Range<usize>,
    whole: Range<usize>,
    protection: usize,
    /// Its place in the file.
    place: usize,
}

/// What belongs to each process: mappings that are there before the program runs, and are of no module. Thread-local storage is among them.
static KEPT: OnceLock<Vec<Range<usize>>> = OnceLock::new();

/// Notes what the C library and the dynamic linker have mapped for themselves.
pub fn begin() {
    let own = heap::private_range();
    let anonymous = mappings().into_iter().filter(|mapping| mapping.is_anonymous && !mapping.is_stack);
    let mut kept: Vec<_> = anonymous.map(|mapping| mapping.range).collect();
    for data in modules().into_iter().filter(|module| !module.is_of_process()).flat_map(|module| module.data)
    {
        kept = kept.into_iter().flat_map(|range| without(range, &data)).collect();
    }
    kept.push(own.0..own.1);
    let _ = KEPT.set(kept);
    if let Some(stack) = mappings().iter().find(|mapping| mapping.is_stack) {
        stacks::limit_to(whole_stack(&stack.range).start);
    }
}

/// What is left of a range without another one.
fn without(range: Range<usize>, other: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    let below = range.start..range.end.min(other.start);
    let above = range.start.max(other.end)..range.end;
    [below, above].into_iter().filter(|range| range.start < range.end)
}

/// Makes all memory of the program shared that is not yet. The process is the first one, and no team runs.
pub fn share() {
    check();
    let mut parts = parts();
    if parts.is_empty() {
        return;
    }
    let mut size = 0;
    for part in &mut parts {
        part.place = size;
        size += part.whole.len();
    }
    let file = file_of_memory(size);
    // From here on nothing is allocated, so that the heap holds no more than this.
    let (heap, used, _) = heap::shared().range();
    for part in parts.iter_mut().filter(|part| part.held.start == heap) {
        part.held.end = used;
    }
    exchange(&Exchange { file: file.as_raw_fd(), parts: &parts });
    world().is_shared.store(true, Ordering::SeqCst);
}

/// Ends programs that cannot be carried.
fn check() {
    let threads = fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
    if threads != 1 {
        let text = format!("the program has {threads} threads; a process of a team would have one of them");
        fail(Condition::Threads, &text);
    }
    if !world().is_shared.load(Ordering::SeqCst)
        && modules().first().is_some_and(|program| program.thread_local > 0)
    {
        fail(
            Condition::ThreadLocal,
            "the program has variables of thread-local storage (`_Thread_local`, `__thread`); processes have them at equal addresses",
        );
    }
}

/// Whether a line of `maps` tells of writable memory, and what it tells.
fn mapping(line: &str) -> Option<Mapping> {
    let mut words = line.split_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let number = |text| usize::from_str_radix(text, 16).ok();
    let rights = words.next()?.as_bytes();
    let name = words.nth(3);
    let executable = if rights.get(2) == Some(&b'x') { flag::EXECUTE } else { 0 };
    (rights.get(1) == Some(&b'w')).then_some(())?;
    Some(Mapping {
        range: number(start)?..number(end)?,
        protection: flag::READ_WRITE | executable,
        is_stack: name == Some("[stack]"),
        is_private: rights.get(3) == Some(&b'p'),
        is_anonymous: name.is_none(),
    })
}

/// The writable private mappings of the process.
fn mappings() -> Vec<Mapping> {
    let text = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    if text.is_empty() {
        fail(Condition::System, "/proc/self/maps cannot be read");
    }
    text.lines().filter_map(mapping).filter(|mapping| mapping.is_private).collect()
}

/// What is to be exchanged.
fn parts() -> Vec<Part> {
    let of_process = modules().into_iter().filter(Module::is_of_process).flat_map(|module| module.data);
    let mut left_out: Vec<_> = KEPT.get().cloned().unwrap_or_default();
    left_out.extend(of_process);
    let (start, used, end) = heap::shared().range();
    left_out.push(start..end);
    let mut parts = Vec::new();
    if !world().is_shared.load(Ordering::SeqCst) {
        parts.push(Part { held: start..used, whole: start..end, protection: flag::READ_WRITE, place: 0 });
    }
    for mapping in mappings() {
        let ranges = left_out.iter().fold(vec![mapping.range.clone()], |ranges, other| {
            ranges.into_iter().flat_map(|range| without(range, other)).collect()
        });
        let part = |held: Range<usize>| {
            let whole = if mapping.is_stack { whole_stack(&held) } else { held.clone() };
            Part { held, whole, protection: mapping.protection, place: 0 }
        };
        parts.extend(ranges.into_iter().map(part));
    }
    parts
}

/// The initial thread's stack with the room in which it may grow: shared memory does not grow by itself.
fn whole_stack(held: &Range<usize>) -> Range<usize> {
    const STACK: c_int = 3;
    const MOST: usize = 1 << 30;
    const GAP: usize = 1 << 20;
    unsafe extern "C" {
        fn getrlimit(resource: c_int, limits: *mut [usize; 2]) -> c_int;
    }
    let mut limits = [8 << 20; 2];
    // SAFETY: the call writes two words.
    unsafe { getrlimit(STACK, &raw mut limits) };
    let wanted = sys::page_below(held.end.saturating_sub(limits[0].min(MOST)));
    let text = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let ends = text.lines().filter_map(|line| {
        let (_, end) = line.split_whitespace().next()?.split_once('-')?;
        usize::from_str_radix(end, 16).ok().filter(|end| *end <= held.start)
    });
    let below = ends.max().unwrap_or_default() + GAP;
    wanted.max(below).min(held.start)..held.end
}

/// A new file in memory.
fn file_of_memory(bytes: usize) -> OwnedFd {
    const CLOSE_ON_EXEC: usize = 1;
    let name = c"clacc_processes";
    // SAFETY: the name is live during the call.
    let file = unsafe { sys::call(sys::MEMFD_CREATE, [name.as_ptr().addr(), CLOSE_ON_EXEC, 0, 0, 0, 0]) };
    // SAFETY: the call only has numbers.
    let sized = unsafe { sys::call(sys::FTRUNCATE, [file.cast_unsigned(), bytes, 0, 0, 0, 0]) };
    if sys::is_error(file) || sys::is_error(sized) {
        fail(Condition::System, "the system gives no file of memory (memfd_create)");
    }
    // SAFETY: the file was just opened, and nobody else has it.
    unsafe { OwnedFd::from_raw_fd(file as c_int) }
}

/// What the process that exchanges the memory has to do.
struct Exchange<'a> {
    file: c_int,
    parts: &'a [Part],
}

fn exchange(work: &Exchange<'_>) {
    const STACK: usize = 256 << 10;
    let flags = flag::PRIVATE | flag::ANONYMOUS;
    // SAFETY: new memory at a place of the system's choice.
    let stack = unsafe { sys::map(0, STACK, flag::READ_WRITE, flags, None) };
    if sys::is_error(stack) {
        fail(Condition::System, "the system gives no memory");
    }
    let top = stack.cast_unsigned() + STACK;
    // SAFETY: the stack is new, and the process that runs on it touches no other memory but to exchange it.
    let status =
        unsafe { processes::run_instead(exchange_all, std::ptr::from_ref(work).cast_mut().cast(), top) };
    // SAFETY: the stack is used no more. A failure leaves it where it is.
    unsafe { sys::call(sys::MUNMAP, [stack.cast_unsigned(), STACK, 0, 0, 0, 0]) };
    if status != 0 {
        fail(Condition::System, "the program's memory cannot be mapped as shared memory");
    }
}

/// Exchanges all parts. It runs while nobody else does.
///
/// # Safety
/// The argument is an [`Exchange`].
unsafe extern "C" fn exchange_all(work: *mut c_void) -> c_int {
    // SAFETY: the caller promises it.
    let work = unsafe { &*work.cast::<Exchange<'_>>() };
    let done = work.parts.iter().all(|part| exchange_part(work.file, part));
    c_int::from(!done)
}

fn exchange_part(file: c_int, part: &Part) -> bool {
    let before = part.held.start - part.whole.start;
    let pages = part.held.clone().step_by(4096);
    let is_copied = pages.filter(|page| !is_zero(*page)).all(|page| {
        let place = part.place + before + page - part.held.start;
        // SAFETY: the page is mapped.
        let written = unsafe { sys::call(sys::PWRITE, [sys::word(file), page, 4096, place, 0, 0]) };
        written == 4096
    });
    let shared = flag::SHARED | flag::NO_RESERVE;
    let (grown, held) = (part.whole.start..part.held.start, part.held.start..part.whole.end);
    is_copied
        && map_part(file, part, &held, shared | flag::FIXED)
        && (grown.is_empty() || map_part(file, part, &grown, shared | flag::NOT_OVER_OTHERS))
}

fn map_part(file: c_int, part: &Part, range: &Range<usize>, flags: usize) -> bool {
    let place = part.place + range.start - part.whole.start;
    // SAFETY: the file holds what is there; or nothing is there.
    let mapped = unsafe { sys::map(range.start, range.len(), part.protection, flags, Some((file, place))) };
    mapped == range.start.cast_signed()
}

fn is_zero(page: usize) -> bool {
    let words: *const u64 = std::ptr::with_exposed_provenance(page);
    // SAFETY: the page is mapped and readable, and nobody writes it now.
    (0..512).all(|word| unsafe { words.add(word).read_volatile() } == 0)
}
