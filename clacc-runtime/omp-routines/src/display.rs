//! The environment display routine (18.15).

use crate::affinity::write_affinity_format;
use crate::devices::omp_get_default_device;
use crate::memory::omp_get_default_allocator;
use crate::runtime::{Icv, get, version};
use crate::system::{self, Line};
use crate::tasks::omp_get_max_task_priority;
use crate::teams::{omp_get_max_teams, omp_get_teams_thread_limit};
use crate::threads::{asked_monotonic, omp_get_cancellation, schedule};
use core::fmt::{self, Write};

/// The version of OpenMP whose routines these are: 5.2, as `_OPENMP` has it.
const OPENMP: u32 = 202_111;

/// The words of `omp_sched_t`.
const SCHEDULES: [&str; 5] = ["", "STATIC", "DYNAMIC", "GUIDED", "AUTO"];
/// The words of `omp_proc_bind_t`.
const POLICIES: [&str; 5] = ["FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"];

/// Writes the version of OpenMP and the values of the control variables to the standard error stream (18.15): those that the
/// calling task has now. `verbose`: those of this library too.
#[unsafe(no_mangle)]
pub extern "C" fn omp_display_env(verbose: i32) {
    let mut text = Line::<8192>::new();
    let _ = write_environment(&mut text, verbose != 0);
    system::write_error(text.bytes());
}

fn write_environment(text: &mut Line<8192>, is_verbose: bool) -> fmt::Result {
    writeln!(text, "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '{OPENMP}'")?;
    write_threads(text)?;
    write_others(text)?;
    if is_verbose {
        writeln!(text, "  [host] CLACC_ABI = '{}'", version())?;
        writeln!(text, "  [host] CLACC_PROCESSORS = '{}'", get(Icv::Processors))?;
    }
    writeln!(text, "OPENMP DISPLAY ENVIRONMENT END")
}

fn truth(value: i64) -> &'static str {
    if value > 0 { "TRUE" } else { "FALSE" }
}

fn write_threads(text: &mut dyn Write) -> fmt::Result {
    let number =
        |text: &mut dyn Write, name: &str, icv: Icv| writeln!(text, "  [host] {name} = '{}'", get(icv));
    writeln!(text, "  [host] OMP_DYNAMIC = '{}'", truth(get(Icv::Dynamic)))?;
    number(text, "OMP_MAX_ACTIVE_LEVELS", Icv::MaxActiveLevels)?;
    number(text, "OMP_NUM_THREADS", Icv::Threads)?;
    number(text, "OMP_THREAD_LIMIT", Icv::ThreadLimit)?;
    let bind = usize::try_from(get(Icv::Bind)).ok().and_then(|bind| POLICIES.get(bind));
    writeln!(text, "  [host] OMP_PROC_BIND = '{}'", bind.unwrap_or(&POLICIES[0]))?;
    let (kind, chunk) = schedule();
    write!(text, "  [host] OMP_SCHEDULE = '{}", if asked_monotonic() { "MONOTONIC:" } else { "" })?;
    write!(text, "{}", SCHEDULES.get(kind as usize).unwrap_or(&SCHEDULES[1]))?;
    if chunk > 0 {
        write!(text, ",{chunk}")?;
    }
    writeln!(text, "'")
}

fn write_others(text: &mut dyn Write) -> fmt::Result {
    writeln!(
        text,
        "  [host] OMP_CANCELLATION = '{}'",
        if omp_get_cancellation() != 0 { "TRUE" } else { "FALSE" }
    )?;
    writeln!(text, "  [host] OMP_DEFAULT_DEVICE = '{}'", omp_get_default_device())?;
    writeln!(text, "  [host] OMP_MAX_TASK_PRIORITY = '{}'", omp_get_max_task_priority())?;
    writeln!(text, "  [host] OMP_NUM_TEAMS = '{}'", omp_get_max_teams())?;
    writeln!(text, "  [host] OMP_TEAMS_THREAD_LIMIT = '{}'", omp_get_teams_thread_limit())?;
    writeln!(text, "  [host] OMP_ALLOCATOR = '{:#x}'", omp_get_default_allocator().0)?;
    write!(text, "  [host] OMP_AFFINITY_FORMAT = '")?;
    write_affinity_format(text)?;
    writeln!(text, "'")
}
