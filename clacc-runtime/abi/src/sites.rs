//! Where constructs stand in the source, for messages.

use crate::layout::{SITE_OPENMP, Site};
use core::ffi::{CStr, c_char};
use core::fmt::{self, Write};

/// The names of OpenACC's constructs, in the order of `acc_construct_t`.
const OF_OPENACC: [&str; 17] = [
    "parallel",
    "kernels",
    "loop",
    "data",
    "enter data",
    "exit data",
    "host_data",
    "atomic",
    "declare",
    "init",
    "shutdown",
    "set",
    "update",
    "routine",
    "wait",
    "runtime_api",
    "serial",
];

/// The names of OpenMP's constructs, from `CLACC_SITE_OPENMP` on.
const OF_OPENMP: [&str; 10] = [
    "directive",
    "parallel",
    "task",
    "taskloop",
    "target",
    "target data",
    "target enter data",
    "target exit data",
    "target update",
    "teams",
];

/// What messages say of a construct: file, line, function, and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Place<'s>(Option<&'s Site>);

impl Place<'_> {
    /// The place of a site.
    ///
    /// # Safety
    /// The site is null or valid, and lives as long as the program.
    pub unsafe fn of(site: *const Site) -> Self {
        // SAFETY: the caller promises it.
        Self(unsafe { site.as_ref() })
    }
}

/// A text of a site.
struct Text(*const c_char);

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_null() {
            return Ok(());
        }
        // SAFETY: the texts of a site are C strings that live as long as the program.
        let text = unsafe { CStr::from_ptr(self.0) };
        for chunk in text.to_bytes().utf8_chunks() {
            out.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                out.write_char(char::REPLACEMENT_CHARACTER)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(site) = self.0 else { return out.write_str("unknown place: region") };
        let (model, names, number) = match site.construct.checked_sub(SITE_OPENMP) {
            Some(number) => ("omp", &OF_OPENMP[..], number),
            None => ("acc", &OF_OPENACC[..], site.construct),
        };
        let name = names.get(usize::from(number)).unwrap_or(&"construct");
        write!(out, "{}:{}: {}: {model} {name}", Text(site.file), site.line, Text(site.function))
    }
}
