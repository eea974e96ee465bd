//! affinity-format-var (OpenMP 5.2 section 21.2.5), and the lines about threads that its formats make.

use super::affinity_format::{Field, LineFacts, line_of};
use super::facts::{clacc_ancestor, clacc_icv_get};
use super::layout::ThreadHead;
use crate::abi::control_variables::{TEAM, TEAMS};
use crate::system;
use crate::team::affinity;
use crate::team::origin;
use std::ffi::{CStr, c_char, c_int};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The format in use when none is set.
const USUAL: &[u8] = b"level %L thread %n of %N on %A";

/// The longest format that is kept. What is longer is cut off, with a message.
const LONGEST: usize = 1024;

/// The format, which belongs to the whole program. `None` before it is first asked for.
static FORMAT: Mutex<Option<Vec<u8>>> = Mutex::new(None);

fn kept(text: &[u8]) -> Vec<u8> {
    if text.len() > LONGEST {
        let message =
            format!("acc2omp: an affinity format is longer than {LONGEST} bytes, and is cut off there\n");
        system::write_error(&message);
    }
    text[..text.len().min(LONGEST)].to_vec()
}

fn format_variable() -> MutexGuard<'static, Option<Vec<u8>>> {
    FORMAT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The format: that of the environment before another one is set.
fn current_format() -> Vec<u8> {
    let of_environment = || match std::env::var_os("OMP_AFFINITY_FORMAT") {
        Some(text) => kept(text.as_encoded_bytes()),
        None => USUAL.to_vec(),
    };
    format_variable().get_or_insert_with(of_environment).clone()
}

// Both functions exist in the C libraries that this crate can be linked with; `syscall` is that of Linux.
unsafe extern "C" {
    fn gethostname(name: *mut c_char, bytes: usize) -> c_int;
    #[cfg(target_os = "linux")]
    fn syscall(number: std::ffi::c_long, ...) -> std::ffi::c_long;
}

/// The name of this machine.
fn host() -> Option<String> {
    let mut name = [0_u8; 256];
    // SAFETY: all bytes but the last are writable for the function, so that the name ends with a zero.
    let failed = unsafe { gethostname(name.as_mut_ptr().cast(), name.len() - 1) } != 0;
    let name = CStr::from_bytes_until_nul(&name).ok().filter(|_| !failed)?;
    Some(name.to_string_lossy().into_owned())
}

/// The number that the operating system gives the calling thread, if it is known.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
))]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such number")]
fn native_thread() -> Option<i64> {
    const GETTID: std::ffi::c_long = if cfg!(target_arch = "x86_64") { 186 } else { 178 };
    // SAFETY: the call has no arguments.
    Some(unsafe { syscall(GETTID) })
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
)))]
fn native_thread() -> Option<i64> {
    None
}

/// A set of processors as a list of numbers and ranges: `0-3,8`.
fn ranges(processors: &[u32]) -> Option<String> {
    let runs = processors.chunk_by(|before, next| before + 1 == *next);
    let texts: Vec<_> = runs
        .filter_map(|run| match run {
            [] => None,
            [only] => Some(only.to_string()),
            [first, .., last] => Some(format!("{first}-{last}")),
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

/// What is known of the calling thread.
struct Caller<'h>(&'h ThreadHead);

impl LineFacts for Caller<'_> {
    fn value(&self, field: Field) -> Option<String> {
        let Self(head) = self;
        let number = match field {
            Field::Team => clacc_icv_get(TEAM),
            Field::Teams => clacc_icv_get(TEAMS),
            Field::Level => head.level.into(),
            Field::Thread => head.id.into(),
            Field::Threads => head.count.into(),
            // Outside of all regions there is none: level -1 gives -1.
            Field::Ancestor => clacc_ancestor(head.level.cast_signed() - 1).into(),
            Field::Process => std::process::id().into(),
            Field::NativeThread => native_thread()?,
            Field::Host => return host(),
            Field::Processors => return ranges(&affinity::allowed()),
        };
        Some(number.to_string())
    }
}

/// The line about the calling thread, in a format or in that of affinity-format-var.
pub fn line_of_caller(format: Option<&[u8]>) -> String {
    // SAFETY: the head lives until the innermost region of the calling thread ends.
    let head = unsafe { &*origin::current().head() };
    match format {
        Some(format) => line_of(format, &Caller(head)),
        None => line_of(&current_format(), &Caller(head)),
    }
}

/// Stores as much of a text as has room, with a zero behind it. Returns the length of the text.
///
/// # Safety
/// The pointer is null, or that of so many bytes.
unsafe fn store(text: &[u8], buffer: *mut c_char, room: usize) -> usize {
    if !buffer.is_null() && room > 0 {
        let stored = text.len().min(room - 1);
        // SAFETY: the caller promises the room.
        unsafe {
            buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), stored);
            buffer.add(stored).write(0);
        }
    }
    text.len()
}

/// `clacc_affinity_format_set`.
///
/// # Safety
/// The pointer is null or that of a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_affinity_format_set(format: *const c_char) {
    if !format.is_null() {
        // SAFETY: the caller promises it.
        let text = kept(unsafe { CStr::from_ptr(format) }.to_bytes());
        *format_variable() = Some(text);
    }
}

/// `clacc_affinity_format_get`.
///
/// # Safety
/// The pointer is null, or that of `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_affinity_format_get(buffer: *mut c_char, room: usize) -> usize {
    // SAFETY: the caller promises it.
    unsafe { store(&current_format(), buffer, room) }
}

/// `clacc_affinity_line`.
///
/// # Safety
/// The first pointer is null or that of a C string, the second one is null or that of `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_affinity_line(
    format: *const c_char,
    buffer: *mut c_char,
    room: usize,
) -> usize {
    // SAFETY: the caller promises it.
    let given = (!format.is_null()).then(|| unsafe { CStr::from_ptr(format) }.to_bytes());
    let line = line_of_caller(given.filter(|format| !format.is_empty()));
    // SAFETY: the caller promises it.
    unsafe { store(line.as_bytes(), buffer, room) }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn processors_as_ranges() {
        let check = |processors: &[u32], text: Option<&str>| assert_eq!(ranges(processors).as_deref(), text);
        check(&[], None);
        check(&[7], Some("7"));
        check(&[0, 1, 2, 3, 8], Some("0-3,8"));
        check(&[1, 3, 4], Some("1,3-4"));
    }
}
