//! The arguments of calls from C.

use std::ffi::{CStr, c_char};
use std::{ptr, slice};

use clacc::Dialect;
use clacc::files::path_text;
use clacc::options::CompileOptions;
use clacc::policy::Policy;

/// The options of a compilation and a translation.
#[repr(C)]
#[derive(Debug)]
pub struct ClaccOptions {
    /// Macros, with a null pointer at the end.
    pub defines: *const *const c_char,
    /// Directories of headers, with a null pointer at the end.
    pub include_dirs: *const *const c_char,
    /// The name of the dialect, or null.
    pub dialect: *const c_char,
    /// The name of the policy, or null.
    pub policy: *const c_char,
}

/// The arguments of a call, read.
pub(crate) struct Program {
    pub(crate) path: String,
    pub(crate) text: Vec<u8>,
    pub(crate) compile: CompileOptions,
    pub(crate) dialect: Dialect,
    pub(crate) policy: Policy,
}

impl Program {
    /// Reads the arguments, or returns what is wrong with them.
    ///
    /// # Safety
    /// Pointers are null, or lead to what the header says.
    pub(crate) unsafe fn read(
        path: *const c_char,
        text: *const c_char,
        length: usize,
        options: *const ClaccOptions,
    ) -> Result<Program, String> {
        // SAFETY: the caller promises that each pointer is null or leads to a text.
        let path = unsafe { word(path) }.ok_or("the path is a null pointer")?;
        if text.is_null() && length > 0 {
            return Err("the text is a null pointer".to_owned());
        }
        let text = if length == 0 {
            Vec::new()
        } else {
            // SAFETY: the caller promises that `text` leads to `length` bytes.
            unsafe { slice::from_raw_parts(text.cast::<u8>(), length) }.to_vec()
        };
        let none = ClaccOptions {
            defines: ptr::null(),
            include_dirs: ptr::null(),
            dialect: ptr::null(),
            policy: ptr::null(),
        };
        // SAFETY: the caller promises that the pointer is null or leads to options.
        let options = unsafe { options.as_ref() }.unwrap_or(&none);
        // SAFETY: the caller promises that the members are null or lead to texts and lists.
        let (defines, folders, dialect, policy) = unsafe {
            (words(options.defines), words(options.include_dirs), word(options.dialect), word(options.policy))
        };
        let compile = defines.into_iter().fold(CompileOptions::default(), CompileOptions::define);
        let compile = folders.into_iter().fold(compile, CompileOptions::include_dir);
        let unknown = |name: &str, what: &str| format!("there is no {what} `{name}`");
        let dialect = dialect.map_or(Ok(Dialect::DEFAULT), |name| {
            Dialect::by_name(&name).ok_or_else(|| unknown(&name, "dialect"))
        })?;
        let policy = policy.map_or(Ok(Policy::default()), |name| {
            Policy::by_name(&name).ok_or_else(|| unknown(&name, "policy"))
        })?;
        Ok(Program { path, text, compile, dialect, policy })
    }
}

/// Reads a text that ends with NUL.
///
/// # Safety
/// The pointer is null or leads to such a text.
unsafe fn word(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller promises that the pointer leads to a text.
    Some(path_text(unsafe { CStr::from_ptr(text) }.to_bytes()).into_owned())
}

/// Reads a list of texts.
///
/// # Safety
/// The pointer is null or leads to pointers to texts, the last of which is null.
unsafe fn words(list: *const *const c_char) -> Vec<String> {
    let mut found = Vec::new();
    if list.is_null() {
        return found;
    }
    // SAFETY: the caller promises that the list ends with a null pointer, at which the loop ends.
    while let Some(text) = unsafe { word(*list.add(found.len())) } {
        found.push(text);
    }
    found
}
