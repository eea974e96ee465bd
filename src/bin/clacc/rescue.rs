//! Recovery from internal errors in one of several units: the run is restarted without that unit.
//!
//! An internal error ends the process, because a build with unwinding is slower. Nothing is written before every unit is done, so instead
//! of ending, the process executes the same command again, with an environment variable that lists the units to leave out.

use std::cell::Cell;
use std::panic::{self, PanicHookInfo};
use std::process::Command;

use crate::Failure;

/// The environment variable that lists units to leave out, and their errors: `NUMBER:MESSAGE`, one per line.
const LEFT_OUT: &str = "CLACC_LEFT_OUT";

thread_local! {
    /// The unit that this thread works on.
    static CURRENT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Runs `work` on a unit. If it fails, the run is restarted without that unit.
pub(crate) fn watched<T>(unit: usize, work: impl FnOnce() -> T) -> T {
    CURRENT.set(Some(unit));
    let result = work();
    CURRENT.set(None);
    result
}

/// Returns the error of a unit in an earlier run, if there was one.
pub(crate) fn left_out(unit: usize) -> Option<Failure> {
    let lines = std::env::var(LEFT_OUT).ok()?;
    let entries = lines.lines().filter_map(|line| line.split_once(':'));
    entries.into_iter().find(|(number, _)| number.parse() == Ok(unit)).map(|(_, message)| message.to_owned())
}

/// Makes an internal error in a unit restart the run from now on.
pub(crate) fn begin() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |fault| {
        if let Some(unit) = CURRENT.get() {
            again(unit, &description(fault));
        }
        before(fault);
    }));
}

fn description(fault: &PanicHookInfo<'_>) -> String {
    let place = fault.location().map(|place| format!(", {}:{}", place.file(), place.line()));
    let payload = fault.payload();
    let constant = payload.downcast_ref::<&str>().copied();
    let text = constant.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a fault");
    format!("{}{}", text.replace(['\n', '\r'], " "), place.unwrap_or_default())
}

/// Executes the same command again without a unit. Returns if that is not possible.
fn again(unit: usize, description: &str) {
    // A unit that was left out already did not cause this error.
    if left_out(unit).is_some() {
        return;
    }
    let before = std::env::var(LEFT_OUT).unwrap_or_default();
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(LEFT_OUT, format!("{before}{unit}:{description}\n"));
    become_command(command);
}

#[cfg(unix)]
fn become_command(mut command: Command) {
    // `exec` returns only if it fails.
    let _ = std::os::unix::process::CommandExt::exec(&mut command);
}

#[cfg(not(unix))]
fn become_command(mut command: Command) {
    if let Ok(ended) = command.status() {
        std::process::exit(ended.code().unwrap_or(2));
    }
}
