//! The construct for which generated code calls a function.

use super::line::{Line, calling};
use clacc_runtime_abi::layout::Site;
use clacc_runtime_abi::sites::name_of_construct;
use std::ffi::{CStr, c_char};

/// A construct, as messages name it.
#[derive(Clone, Debug)]
pub(crate) struct Construct {
    /// Its first line.
    pub(crate) line: Option<Line>,
    /// The function that holds it.
    pub(crate) function: String,
    /// Its name, `target`.
    pub(crate) name: &'static str,
}

/// Reads a text of generated code.
///
/// # Safety
/// It is null or a C string.
pub(crate) unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller promises it.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

impl Construct {
    /// A construct of which nothing is known.
    pub(crate) fn unknown() -> Self {
        Self { line: None, function: String::new(), name: "construct" }
    }

    /// Reads the description of a construct.
    ///
    /// # Safety
    /// The site is null or valid.
    pub(crate) unsafe fn of(site: *const Site) -> Self {
        // SAFETY: the caller promises it.
        let Some(site) = (unsafe { site.as_ref() }) else { return Self::unknown() };
        // SAFETY: the texts of a site are C strings.
        let (file, function) = unsafe { (text(site.file), text(site.function)) };
        Self {
            line: Some(Line { file, number: site.line }),
            function,
            name: name_of_construct(site.construct),
        }
    }

    /// The line of the program's code that called this library; the construct's own line if that is not known. The file is named as the
    /// construct's is.
    pub(crate) fn calling_line(&self) -> Option<Line> {
        let own = self.line.as_ref();
        calling().line.map(|found| found.named_like(own)).or_else(|| own.cloned())
    }

    /// ``this kernel of `main` ``, for messages.
    pub(crate) fn kernel(&self) -> String {
        if self.function.is_empty() {
            return "this kernel".to_owned();
        }
        format!("this kernel of `{}`", self.function)
    }
}
