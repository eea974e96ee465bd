//! Where constructs stand in the source, for messages, and the lines that `CLACC_NOTIFY=1` asks for.

use super::layout::{Body, SITE_OPENMP, Site, ThreadHead};
use crate::system;
use std::ffi::{CStr, c_char, c_void};
use std::fmt;

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
fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the texts of a site are C strings that live as long as the program.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(site) = self.0 else { return out.write_str("unknown place: region") };
        let (model, names, number) = match site.construct.checked_sub(SITE_OPENMP) {
            Some(number) => ("omp", &OF_OPENMP[..], number),
            None => ("acc", &OF_OPENACC[..], site.construct),
        };
        let name = names.get(usize::from(number)).unwrap_or(&"construct");
        write!(out, "{}:{}: {}: {model} {name}", text(site.file), site.line, text(site.function))
    }
}

/// A launch of which a line is printed.
pub struct Announced {
    /// Where it is.
    pub site: *const Site,
    /// The gangs that were asked for, in a compute construct.
    pub gangs: Option<i64>,
    /// What is launched, with its arguments.
    pub body: Body,
    /// The arguments.
    pub args: *mut c_void,
}

/// The line about a launch.
fn line(place: Place<'_>, threads: i32, gangs: Option<i64>) -> String {
    let gangs = match gangs {
        Some(0) => format!(", gangs: {threads}"),
        Some(gangs) => format!(", gangs: {gangs}"),
        None => String::new(),
    };
    format!("acc2omp: launch: {place}, threads: {threads}{gangs}\n")
}

/// A region that begins with the line about it: the primary thread knows how large the team became.
///
/// # Safety
/// The head is the caller's own, and `launch` points to an [`Announced`], whose body may be called with its arguments.
pub unsafe extern "C" fn announced(thread: *mut ThreadHead, launch: *mut c_void) {
    // SAFETY: the caller promises both.
    let (head, launch) = unsafe { (&*thread, &*launch.cast::<Announced>()) };
    // Its first gang is the first one of the construct.
    if head.id == 0 && head.gang == 0 {
        // SAFETY: sites of generated code live as long as the program.
        let place = unsafe { Place::of(launch.site) };
        system::write_error(&line(place, head.count, launch.gangs));
    }
    // SAFETY: the caller promises it.
    unsafe { (launch.body)(thread, launch.args) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_file_line_function_and_construct() {
        let site = |construct| Site {
            size: 48,
            construct,
            flags: 0,
            file: c"a b.c".as_ptr(),
            function: c"main".as_ptr(),
            line: 7,
            end_line: 9,
            func_line: 1,
            func_end_line: 10,
        };
        for (construct, gangs, expected) in [
            (0x101, None, "a b.c:7: main: omp parallel, threads: 2"),
            (0x1ff, None, "a b.c:7: main: omp construct, threads: 2"),
            (16, Some(1), "a b.c:7: main: acc serial, threads: 2, gangs: 1"),
            (1, Some(0), "a b.c:7: main: acc kernels, threads: 2, gangs: 2"),
        ] {
            assert_eq!(
                line(Place(Some(&site(construct))), 2, gangs),
                format!("acc2omp: launch: {expected}\n")
            );
        }
        assert_eq!(line(Place(None), 1, None), "acc2omp: launch: unknown place: region, threads: 1\n");
    }
}
