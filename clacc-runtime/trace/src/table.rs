//! The table: a row for each construct and routine, and below it its parts.

use crate::kind::{Kind, Part};
use crate::names::{Names, Text, readable};
use crate::recording::Recording;
use crate::rows::{Row, Source, Subject};
use crate::units::{share, size, time};
use std::fmt::Write;

/// The width of the table.
const WIDTH: usize = 100;
/// The width of the columns with numbers, and of the blanks behind them.
const NUMBERS: usize = 53;
/// Starts and ends of devices that took less, in nanoseconds, have no row: most runtimes tell of one moment.
const LEAST_OF_DEVICES: u64 = 1_000_000;

const HEADER: &str =
    "\n   total   share   calls     mean       up     down  construct or routine, place in the source\n";
const PARTS: &str = "\
A row is the whole time of a construct (inclusive). Indented rows are its parts, each without the
others (exclusive), and add up to it; the rest is allocation of memory and the runtime's own work.
";
const ASYNC: &str = "\
async: it ran on a queue, beside the program. Its time overlaps with others, and so shares may add up
to more than 100 %.
";
const UNFINISHED: &str = "unfinished: the program ended inside.\n";
const NO_PLACE: &str = "-: the place is not known. Compile with -fopenacc-prof or -g (docs/profiling.md).\n";

fn known(text: Text, names: &Names) -> Option<String> {
    names.text(text).map(readable)
}

/// The file and line of a construct, and its function: with all folders where there is room, or else without any.
fn place_of(source: &Source, names: &Names, room: usize) -> String {
    let function = known(source.function, names);
    let Some(file) = known(source.file, names) else { return function.unwrap_or_else(|| "-".to_owned()) };
    let behind = match function {
        Some(function) => format!(":{} {function}", source.line),
        None => format!(":{}", source.line),
    };
    let whole = file.clone() + &behind;
    if whole.chars().count() <= room {
        return whole;
    }
    let name = file.rsplit('/').next().unwrap_or(&file);
    cut(&format!("{name}{behind}"), room)
}

/// A text of at most so many characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect()
}

/// The text of a row's last column without the place.
fn label_of(row: &Row, names: &Names) -> String {
    let name = row.source.name(names);
    let queue = if row.source.is_async { " async" } else { "" };
    let end = if row.is_unfinished { " unfinished" } else { "" };
    format!("{name}{queue}{end}")
}

fn has_place(row: &Row) -> bool {
    matches!(row.source.subject, Subject::Construct(_))
}

fn is_shown(row: &Row) -> bool {
    let is_of_device =
        matches!(row.source.subject, Subject::Internal(Kind::DeviceInit | Kind::DeviceShutdown));
    row.calls() > 0 && (!is_of_device || row.total >= LEAST_OF_DEVICES)
}

/// The numbers of a row: how often, how long, and bytes up and down.
struct Numbers {
    count: u64,
    time: u64,
    up: u64,
    down: u64,
}

fn write_line(out: &mut String, numbers: &Numbers, run: u64, name: &str) {
    let Numbers { count, time: total, up, down } = *numbers;
    let mean = total / count.max(1);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{:>8} {:>7} {count:>7} {:>8} {:>8} {:>8}  {}",
        time(total),
        share(total, run),
        time(mean),
        size(up),
        size(down),
        cut(name, WIDTH - NUMBERS),
    );
}

fn write_row(out: &mut String, row: &Row, names: &Names, (run, width): (u64, usize)) {
    let label = label_of(row, names);
    let name = if has_place(row) {
        let label = format!("{label:width$}  ");
        let room = (WIDTH - NUMBERS).saturating_sub(label.chars().count());
        label + &place_of(&row.source, names, room)
    } else {
        label
    };
    let numbers = Numbers { count: row.calls(), time: row.total, up: row.up, down: row.down };
    write_line(out, &numbers, run, &name);
    for part in Part::ALL.into_iter().filter(|_| row.has_parts()) {
        let (sum, up, down) = (row.part(part), row.up, row.down);
        let (name, count, up, down) = match part {
            Part::Kernels => ("  kernels", sum.count, 0, 0),
            Part::Uploads => ("  uploads", sum.count, up, 0),
            Part::Downloads => ("  downloads", sum.count, 0, down),
            Part::Waits => ("  waits", sum.count, 0, 0),
            Part::Rest => ("  rest", row.calls(), 0, 0),
        };
        if sum.count > 0 {
            write_line(out, &Numbers { count, time: sum.time, up, down }, run, name);
        }
    }
}

/// The head of the table.
#[derive(Clone, Debug)]
pub(crate) struct Title {
    /// The name of the program.
    pub(crate) program: String,
    /// The time that it ran, in nanoseconds.
    pub(crate) run: u64,
}

/// The table of a run.
pub(crate) fn table(title: &Title, recording: &Recording) -> String {
    let (run, busy) = (title.run, recording.busy());
    let program = cut(&title.program, 24);
    let mut out = format!("acc2omp: {program}, process {}, ran {}", std::process::id(), time(run));
    let mut rows: Vec<_> = recording.rows.iter().filter(|row| is_shown(row)).collect();
    if rows.is_empty() {
        return out
            + "; its runtime told of no construct of OpenACC (clacc cc -fopenacc-prof makes it tell)\n";
    }
    let names = &recording.names;
    let _ = writeln!(out, ", {} ({}) of it in constructs of OpenACC", time(busy), share(busy, run));
    rows.sort_by_cached_key(|row| {
        (u64::MAX - row.total, label_of(row, names), place_of(&row.source, names, WIDTH))
    });
    let width =
        rows.iter().filter(|row| has_place(row)).map(|row| label_of(row, names).chars().count()).max();
    out += HEADER;
    for row in &rows {
        write_row(&mut out, row, names, (run, width.unwrap_or(0)));
    }
    let any = |is_it: fn(&Row) -> bool| rows.iter().any(|row| is_it(row));
    let remarks = [
        (any(Row::has_parts), PARTS),
        (any(|row| row.source.is_async), ASYNC),
        (any(|row| row.is_unfinished), UNFINISHED),
        (any(|row| has_place(row) && row.source.line == 0), NO_PLACE),
    ];
    out.extend(remarks.into_iter().filter(|(is_true, _)| *is_true).map(|(_, remark)| remark));
    out
}
