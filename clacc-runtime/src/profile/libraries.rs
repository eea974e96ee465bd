//! The profiling libraries: the one in the program, and those that `ACC_PROFLIB` names (OpenACC 3.4 sections 5.3.1 to 5.3.4).

use crate::profile::api::{self, LookingUp, Registering};
use crate::profile::objects::{self, Search};
use clacc_runtime_core::system::{call_at_exit, variable, write_error};
use std::ffi::{CStr, CString, c_void};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

/// `acc_register_library`.
type Register = unsafe extern "C" fn(Registering, Registering, LookingUp);

const ENTRY: &CStr = c"acc_register_library";

/// Returns true if an address is in gcc's libgomp.
fn is_in_libgomp(address: *const c_void) -> bool {
    objects::object_of(address).is_some_and(|(file, _)| file.contains("libgomp"))
}

/// # Safety
/// The address is that of a function called `acc_register_library`.
unsafe fn entry(address: *mut c_void) -> Register {
    // SAFETY: OpenACC gives a function of this name this type.
    unsafe { std::mem::transmute::<*mut c_void, Register>(address) }
}

/// True if the program has no library of its own, so that the function below was called.
static HAS_NONE: AtomicBool = AtomicBool::new(false);

/// Takes the place of a profiling library where the program has none. A linker makes the function of a program visible to its
/// libraries because one of them has a function of this name.
///
/// # Safety
/// It may be called at any time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_register_library(_: Registering, _: Registering, _: LookingUp) {
    HAS_NONE.store(true, Ordering::Relaxed);
}

/// Finds `acc_register_library` in the program, or the one above. libgomp has one too, which ends the program.
fn linked() -> Register {
    let found = objects::find(ENTRY, Search::Everywhere).filter(|found| !is_in_libgomp(*found));
    // SAFETY: it was found by this name.
    let found = found.map(|found| unsafe { entry(found) });
    found.unwrap_or_else(|| black_box(acc_register_library as Register))
}

/// Returns true if the process has loaded gcc's libgomp, which opens the libraries itself and gives them the functions of this
/// library, because the linker finds them before its own.
fn has_libgomp() -> bool {
    objects::find(c"GOACC_parallel_keyed", Search::Everywhere).is_some_and(|found| is_in_libgomp(found))
}

/// Opens a library and returns its entry, or else what is wrong with it. A name without a folder is looked for as the system does,
/// and then beside this library.
fn open(file: &CStr) -> Result<Register, String> {
    let beside = || objects::beside_this(file).filter(|_| !file.to_bytes().contains(&b'/'));
    let open_beside = |problem| beside().and_then(|file| objects::open(&file).ok()).ok_or(problem);
    let handle = objects::open(file).or_else(open_beside)?;
    let lacks = || format!("{}: there is no acc_register_library in it", file.to_string_lossy());
    let found = objects::find_in(handle, ENTRY).ok_or_else(lacks)?;
    // SAFETY: it was found by this name.
    Ok(unsafe { entry(found) })
}

/// Lets a library register its callbacks.
fn call(register: Register) {
    // SAFETY: the function gets what OpenACC says that it gets.
    unsafe { register(api::acc_prof_register, api::acc_prof_unregister, api::acc2omp_prof_lookup) };
}

/// The file names in `ACC_PROFLIB`.
fn named() -> Vec<CString> {
    let text = variable("ACC_PROFLIB").unwrap_or_default();
    let names = text.split(|byte| *byte == b';').map(<[u8]>::trim_ascii).filter(|name| !name.is_empty());
    names.filter_map(|name| CString::new(name).ok()).collect()
}

/// The profiling library that comes with this one, if `ACC2OMP_TRACE` asks for its table or timeline and nobody has named the library.
fn wanted_by_user(named: &[CString]) -> Option<&'static CStr> {
    const TRACE: &CStr = c"libacc2omp_trace.so";
    let is_it = |name: &CString| name.to_bytes().ends_with(TRACE.to_bytes());
    (is_traced() && !named.iter().any(is_it)).then_some(TRACE)
}

fn is_set(name: &str) -> bool {
    variable(name).is_some_and(|value| !value.trim_ascii().is_empty())
}

/// Returns true if the user asks for the table or the timeline of `libacc2omp_trace`.
pub fn is_traced() -> bool {
    is_set("ACC2OMP_TRACE")
}

/// Returns true if a library may register callbacks later: one of the program, or one that the environment names.
pub fn are_wanted() -> bool {
    ["ACC_PROFLIB", "ACC2OMP_TRACE", "CLACC_NOTIFY"].into_iter().any(is_set)
        || !HAS_NONE.load(Ordering::Relaxed)
}

/// Lets all libraries register their callbacks: the one in the program first. A library that cannot be opened, or has no
/// entry, is named on stderr.
pub fn start(at_exit: extern "C" fn()) {
    call(linked());
    let (has_libgomp, named) = (has_libgomp(), named());
    for file in &named {
        if has_libgomp && objects::is_open(file) {
            continue;
        }
        match open(file) {
            Ok(register) => call(register),
            // libgomp has said so already.
            Err(_) if has_libgomp => {}
            Err(problem) => write_error(&format!("acc2omp: ACC_PROFLIB: {problem}\n")),
        }
    }
    match wanted_by_user(&named).map(open) {
        None => {}
        Some(Ok(register)) => call(register),
        Some(Err(problem)) => write_error(&format!("acc2omp: ACC2OMP_TRACE: {problem}\n")),
    }
    call_at_exit(at_exit);
}
