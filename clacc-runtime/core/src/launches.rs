//! The lines about launches of constructs that `CLACC_NOTIFY=1` asks for.

use crate::system;
use alloc::format;
use alloc::string::String;
use clacc_runtime_abi::layout::{Body, Site, ThreadHead};
use clacc_runtime_abi::sites::Place;
use core::ffi::c_void;

/// A launch of which a line is printed.
pub struct Announced {
    /// The source position of the construct.
    pub site: *const Site,
    /// The gangs that were asked for, in a compute construct.
    pub gangs: Option<i64>,
    /// The function that is launched, with its arguments.
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
    use core::ptr;

    #[test]
    fn lines_name_file_line_function_and_construct() {
        // SAFETY: the sites of the test live until the lines are made.
        let place = |site: *const Site| unsafe { Place::of(site) };
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
            assert_eq!(line(place(&site(construct)), 2, gangs), format!("acc2omp: launch: {expected}\n"));
        }
        assert_eq!(line(place(ptr::null()), 1, None), "acc2omp: launch: unknown place: region, threads: 1\n");
    }
}
