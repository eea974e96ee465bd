//! The lines of `CLACC_NOTIFY` for translated programs and for waits: a sum of 1 for launches, 2 for transfers, 4 for waits.
//!
//! Generated code has lines about its launches from where it launches, with the size of the team.

use crate::profile::cause::Cause;
use crate::profile::detail::Detail;
use clacc_runtime_abi::profiling::Event;
use clacc_runtime_abi::sites::name_of_construct;
use clacc_runtime_core::system::{variable, write_error};
use std::ffi::{CStr, c_char};
use std::fmt::Write;
use std::sync::OnceLock;

const LAUNCHES: u32 = 1;
const TRANSFERS: u32 = 2;
const WAITS: u32 = 4;

/// The sum in the environment.
fn wanted() -> u32 {
    static WANTED: OnceLock<u32> = OnceLock::new();
    *WANTED.get_or_init(|| {
        let text = variable("CLACC_NOTIFY").and_then(|text| String::from_utf8(text).ok());
        text.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
    })
}

/// Returns true if `CLACC_NOTIFY` asks for lines.
pub fn is_wanted() -> bool {
    wanted() & (LAUNCHES | TRANSFERS | WAITS) != 0
}

/// Writes the line about an event, if it is wanted.
pub fn tell(cause: &Cause, event: Event, detail: Detail) {
    let (bit, what) = match event {
        Event::EnqueueLaunchStart if !cause.is_generated => (LAUNCHES, "launch"),
        Event::EnqueueUploadStart => (TRANSFERS, "upload"),
        Event::EnqueueDownloadStart => (TRANSFERS, "download"),
        Event::WaitStart => (WAITS, "wait"),
        _ => return,
    };
    if wanted() & bit != 0 {
        write_error(&line(what, cause, detail));
    }
}

/// A text of the program, or another one if there is none.
fn text(pointer: *const c_char, otherwise: &str) -> String {
    // SAFETY: the texts of events are null or C strings.
    let text = unsafe { pointer.as_ref().map(|text| CStr::from_ptr(text)) };
    text.map_or_else(|| otherwise.to_owned(), |text| text.to_string_lossy().into_owned())
}

fn line(what: &str, cause: &Cause, detail: Detail) -> String {
    let source = &cause.source;
    let construct = u16::try_from(cause.construct).map_or("construct", name_of_construct);
    let mut line = format!("acc2omp: {what}: ");
    // Writing to a string cannot fail.
    let _ = if source.file.is_null() {
        write!(line, "unknown place: {}", text(source.function, construct))
    } else {
        let (file, function) = (text(source.file, ""), text(source.function, ""));
        write!(line, "{file}:{}: {function}: acc {construct}", source.lines[0])
    };
    let _ = match detail {
        Detail::Data { variable, bytes, .. } => {
            write!(line, ", device: {}, {}: {bytes} bytes", cause.device.number, text(variable, "data"))
        }
        Detail::Gangs(gangs) => write!(line, ", device: {}, gangs: {gangs}", cause.device.number),
        Detail::None => Ok(()),
    };
    if cause.queue >= 0 {
        let _ = write!(line, ", queue: {}", cause.queue);
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::cause::{Device, NOWHERE, Source, THE_HOST};
    use std::ptr;

    #[test]
    fn lines_name_place_device_and_data() {
        let source = Source { file: c"a b.c".as_ptr(), function: c"main".as_ptr(), lines: [7, 0, 0, 0] };
        let cause = Cause { queue: 3, ..Cause::directive(4, source, Device { kind: 4, number: 1 }) };
        let data = |variable| Detail::Data { variable, bytes: 32, host: ptr::null(), device: ptr::null() };
        let said = line("upload", &cause, data(c"x".as_ptr()));
        assert_eq!(
            said,
            "acc2omp: upload: a b.c:7: main: acc enter data, device: 1, x: 32 bytes, queue: 3\n"
        );
        let cause = Cause::directive(0, NOWHERE, THE_HOST);
        let said = line("launch", &cause, Detail::Gangs(4));
        assert_eq!(said, "acc2omp: launch: unknown place: parallel, device: 0, gangs: 4\n");
        let said = line("upload", &cause, data(ptr::null()));
        assert_eq!(said, "acc2omp: upload: unknown place: parallel, device: 0, data: 32 bytes\n");
        let said = line("wait", &Cause::routine("acc_wait", THE_HOST, 5), Detail::None);
        assert_eq!(said, "acc2omp: wait: unknown place: acc_wait, queue: 5\n");
    }
}
