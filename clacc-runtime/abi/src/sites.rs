//! The source positions of constructs, for messages.

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

/// The name of a construct by its number in a site.
pub fn name_of_construct(number: u16) -> &'static str {
    let (names, number) = match number.checked_sub(SITE_OPENMP) {
        Some(number) => (&OF_OPENMP[..], number),
        None => (&OF_OPENACC[..], number),
    };
    names.get(usize::from(number)).unwrap_or(&"construct")
}

/// The description of a construct in messages: its file, line, function and kind.
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
        let model = if site.construct < SITE_OPENMP { "acc" } else { "omp" };
        let name = name_of_construct(site.construct);
        write!(out, "{}:{}: {}: {model} {name}", Text(site.file), site.line, Text(site.function))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr;

    fn check(file: *const c_char, construct: u16, expected: &str) {
        let site = Site {
            size: 48,
            construct,
            flags: 0,
            file,
            function: c"main".as_ptr(),
            line: 7,
            end_line: 9,
            func_line: 1,
            func_end_line: 10,
        };
        // SAFETY: the site lives until the text is made.
        assert_eq!(unsafe { Place::of(&raw const site) }.to_string(), expected);
    }

    #[test]
    fn places_are_named() {
        check(c"a b.c".as_ptr(), 0x101, "a b.c:7: main: omp parallel");
        check(c"a.c".as_ptr(), 16, "a.c:7: main: acc serial");
        check(c"a.c".as_ptr(), 17, "a.c:7: main: acc construct");
        check(c"caf\xe9.c".as_ptr(), 0, "caf\u{fffd}.c:7: main: acc parallel");
        check(ptr::null(), 0, ":7: main: acc parallel");
        // SAFETY: null is no site.
        assert_eq!(unsafe { Place::of(ptr::null()) }.to_string(), "unknown place: region");
    }
}
