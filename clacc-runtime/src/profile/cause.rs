//! The cause of an event: the construct or routine, its place in the source, its device and its queue.

use clacc_runtime_abi::layout::Site;
use clacc_runtime_abi::profiling::{HOST, construct};
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_int};
use std::sync::{Mutex, PoisonError};

/// `acc_async_sync`.
pub const SYNC: isize = -1;

/// A device, as the interface names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its `acc_device_t`.
    pub kind: c_int,
    /// Its number among the devices of the type.
    pub number: c_int,
}

/// The host as a device.
pub const THE_HOST: Device = Device { kind: HOST, number: 0 };

/// A place in the source. All pointers are null or lead to C strings that live as long as the program.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The file.
    pub file: *const c_char,
    /// The function.
    pub function: *const c_char,
    /// The first and last line of the construct and of the function; zero if not known.
    pub lines: [c_int; 4],
}

// SAFETY: the texts are constants, or are never freed, and nobody writes to them.
unsafe impl Send for Source {}

/// Nothing is known of the source.
pub const NOWHERE: Source = Source { file: std::ptr::null(), function: std::ptr::null(), lines: [0; 4] };

/// The construct or routine that causes events.
#[derive(Clone, Copy, Debug)]
pub struct Cause {
    /// The `acc_construct_t`.
    pub construct: c_int,
    /// True if neither a directive nor a call of the program caused the event.
    pub is_implicit: bool,
    /// True if code around the construct announced the construct, so that the runtime below does not.
    pub is_announced: bool,
    /// True for a construct of generated code.
    pub is_generated: bool,
    /// The place of the construct.
    pub source: Source,
    /// The device of the construct.
    pub device: Device,
    /// The async argument of the construct, as `acc_prof_info` has it.
    pub queue: isize,
}

impl Cause {
    /// An event that the program did not ask for.
    pub const INTERNAL: Self = Self {
        construct: construct::RUNTIME_API,
        is_implicit: true,
        is_announced: false,
        is_generated: false,
        source: NOWHERE,
        device: THE_HOST,
        queue: SYNC,
    };

    /// A directive of the program.
    pub fn directive(construct: c_int, source: Source, device: Device) -> Self {
        Self { construct, is_implicit: false, source, device, ..Self::INTERNAL }
    }

    /// A routine of OpenACC that the program calls.
    pub fn routine(name: &str, device: Device, queue: isize) -> Self {
        let source = Source { function: lasting(name.as_bytes()), ..NOWHERE };
        Self { queue, ..Self::directive(construct::RUNTIME_API, source, device) }
    }

    /// A construct of generated code, if it is one of OpenACC.
    ///
    /// # Safety
    /// The site is null or valid, and lives as long as the program.
    pub unsafe fn of_site(site: *const Site, device: Device) -> Option<Self> {
        // SAFETY: the caller promises it.
        let site = unsafe { site.as_ref() }?;
        let is_of_openacc = site.construct < clacc_runtime_abi::layout::SITE_OPENMP;
        let lines = [site.line, site.end_line, site.func_line, site.func_end_line];
        let source = Source { file: site.file, function: site.function, lines };
        is_of_openacc.then(|| Self::directive(c_int::from(site.construct), source, device))
    }
}

/// Returns a C string that lives as long as the process. There is one for each text. Null for a text that is no C string.
pub fn lasting(text: &[u8]) -> *const c_char {
    static TEXTS: Mutex<BTreeSet<&'static CStr>> = Mutex::new(BTreeSet::new());
    let Ok(fresh) = CString::new(text) else { return std::ptr::null() };
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(fresh.as_c_str()) {
        return known.as_ptr();
    }
    let kept: &'static CStr = Box::leak(fresh.into_boxed_c_str());
    texts.insert(kept);
    kept.as_ptr()
}

/// The fields of a description that clang passes to its runtime: `;file;function;line;column;;` for a construct and
/// `;variable;file;line;column;;` for an item. Clang writes `unknown` where it was told to keep no lines.
fn fields(text: &[u8]) -> Option<[&[u8]; 3]> {
    let mut fields = text.strip_prefix(b";")?.split(|byte| *byte == b';');
    let found = [fields.next()?, fields.next()?, fields.next()?];
    (found[0] != b"unknown" && !found[0].is_empty()).then_some(found)
}

/// The place that a description of a construct names.
pub fn place_of(text: &[u8]) -> Source {
    let Some([file, function, line]) = fields(text) else { return NOWHERE };
    let line = std::str::from_utf8(line).ok().and_then(|line| line.parse().ok()).unwrap_or(0);
    Source { file: lasting(file), function: lasting(function), lines: [line, 0, 0, 0] }
}

/// The variable that a description of an item names, or null.
pub fn variable_of(text: &[u8]) -> *const c_char {
    fields(text).map_or(std::ptr::null(), |[variable, ..]| lasting(variable))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pointer: *const c_char) -> String {
        if pointer.is_null() {
            return "none".to_owned();
        }
        // SAFETY: `lasting` returns C strings.
        unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
    }

    #[test]
    fn descriptions_of_clang() {
        let place = |description: &str| {
            let source = place_of(description.as_bytes());
            (text(source.file), text(source.function), source.lines[0])
        };
        assert_eq!(place(";dir/a b.c;main;12;3;;"), ("dir/a b.c".to_owned(), "main".to_owned(), 12));
        let nothing = ("none".to_owned(), "none".to_owned(), 0);
        for unknown in [";unknown;unknown;0;0;;", "", ";", "a;b;c", ";;main;1;1;;"] {
            assert_eq!(place(unknown), nothing, "{unknown}");
        }
        assert_eq!(text(variable_of(b";x[0:5];a.c;3;9;;")), "x[0:5]");
        assert_eq!(text(variable_of(b";unknown;unknown;0;0;;")), "none");
    }

    #[test]
    fn equal_texts_have_one_address() {
        assert_eq!(lasting(b"acc_copyin"), lasting(b"acc_copyin"));
        assert_ne!(lasting(b"acc_copyin"), lasting(b"acc_create"));
        assert!(lasting(b"a\0b").is_null());
    }
}
