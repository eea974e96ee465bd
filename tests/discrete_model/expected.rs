//! The behaviour of a program on the device, as the model expects it.

use std::ops::RangeInclusive;

use crate::programs::c_text::{self, Written};
use crate::programs::model::{self, Stop};
use crate::programs::program::{DataClauses, Program, Stmt};

/// The behaviour of a program on the device.
#[derive(Debug)]
pub(crate) enum Expected {
    Prints(Vec<String>),
    Ends(Fault),
    /// The model leaves open what it does.
    Open(&'static str),
}

/// The message with which a program ends.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) printed: Vec<String>,
    /// The lines of the program's text of which one is named.
    pub(crate) lines: RangeInclusive<usize>,
    /// The conditions of which one is named.
    pub(crate) causes: &'static [&'static str],
    /// The variable. `None`: the construct uses several of which none is present.
    pub(crate) name: Option<String>,
    /// True if the device must look for values that were never given in all memory.
    pub(crate) is_unset: bool,
}

impl Expected {
    pub(crate) fn of(program: &Program) -> Expected {
        let stop = match model::follow(program) {
            Ok(printed) => return Expected::Prints(printed),
            Err(stop) => stop,
        };
        let why = stop.why.0;
        if why == model::STILL_USED && program.any(is_on_host) {
            return Expected::Open("a queue whose directives are executed by the host");
        }
        let written = c_text::write(program, 0);
        let lines = lines(&written, stop.statement);
        let first = lines.as_ref().and_then(|lines| written.text.lines().nth(lines.start() - 1));
        let first = first.unwrap_or_default();
        match (causes(&stop, first), lines, stop.var) {
            (Some(causes), Some(lines), Some(var)) => Expected::Ends(Fault {
                printed: stop.printed,
                lines,
                causes,
                name: (!first.contains("default(present)")).then(|| program.vars[var].name.clone()),
                is_unset: why == "undefined data",
            }),
            _ => Expected::Open(why),
        }
    }
}

/// Returns whether a directive names a queue and is no operation of the queue on the device: the host waits, because the translation consists of several
/// constructs, or the host may execute it.
fn is_on_host(statement: &Stmt) -> bool {
    let has_modifier = |clauses: &DataClauses| clauses.iter().any(|(kind, _)| !kind.modifier().is_empty());
    match statement {
        Stmt::Data { queue, clauses, .. } => queue.is_some() && has_modifier(clauses),
        Stmt::Compute(compute) => {
            let may_be_here = compute.condition.is_some() || compute.on_self.is_some();
            compute.queue.is_some() && (may_be_here || has_modifier(&compute.data))
        }
        _ => false,
    }
}

/// The conditions that the device may report for a place where the model stops, with the first line of the statement there.
fn causes(stop: &Stop, text: &str) -> Option<&'static [&'static str]> {
    // The host's value of a pointer may be the end of other data that has a copy.
    const HOST_MEMORY: &[&str] =
        &["acc_error_not_present", "discrete_host_address", "discrete_freed", "discrete_outside"];
    match stop.why.0 {
        // The device finds the copy of what a pointer points to although no clause names that, as in OpenMP (5.2 5.8.6).
        "memory of the other side" if stop.has_copy => None,
        "memory of the other side" if stop.in_kernel => Some(HOST_MEMORY),
        // The device notes no reader of values that were never given.
        model::STILL_USED if stop.is_spoilt => None,
        // The host waits for queues at the end of a function with `declare`.
        model::STILL_USED if text.contains("acc declare") => None,
        model::STILL_USED => Some(&["discrete_not_waited_for"]),
        "absent data" if stop.in_kernel => Some(HOST_MEMORY),
        "absent data" => Some(&["acc_error_not_present"]),
        // `acc_is_present` returns whether all of the data is present.
        "partly present data" if text.contains("acc_is_present") => None,
        // `update` handles each row of the data for itself, and skips those that are absent.
        "partly present data" if text.contains("if_present") => None,
        "partly present data" if text.contains("acc update") => {
            Some(&["acc_error_partly_present", "acc_error_not_present"])
        }
        // A construct without a clause for a variable may use the part that is there.
        "partly present data" => Some(&["acc_error_partly_present", "discrete_parts", "discrete_outside"]),
        // Values from the host count as given.
        "undefined data" if stop.is_spoilt => None,
        // Single bytes of structures may be moved before they are given.
        "undefined data" if stop.is_member_byte => None,
        "undefined data" if stop.in_kernel => Some(&["discrete_not_written"]),
        "outside of the data" | "before a block" if stop.in_kernel => {
            Some(&["discrete_outside", "discrete_parts"])
        }
        _ => None,
    }
}

/// The lines of a statement. Of one that holds others, the line of its directive.
fn lines(written: &Written, statement: *const Stmt) -> Option<RangeInclusive<usize>> {
    let (_, lines) = written.lines.iter().find(|(at, _)| std::ptr::eq(*at, statement))?;
    Some(lines.clone())
}
