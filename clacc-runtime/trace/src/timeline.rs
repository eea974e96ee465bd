//! The timeline: JSON in the Trace Event Format of Chrome, which Perfetto and `chrome://tracing` open.
//!
//! Each thread of the program has a track with everything that it began, and each queue of a device has one with its kernels and
//! copies. All slices are complete events (`"ph":"X"`); those of one track nest.

use crate::json::Object;
use crate::kind::Kind;
use crate::names::Names;
use crate::recording::Recording;
use crate::rows::{Row, Subject};
use crate::slices::Slice;
use crate::told::Device;
use crate::tracks::{Track, tracks_of};
use clacc_runtime_abi::profiling::HOST;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// One more than the greatest number of a process on Linux: the tracks of a device are those of a process of its own.
const PROCESSES: i64 = 1 << 22;

/// A place in the timeline: the numbers of a process and of a thread.
type Place = (i64, i64);

/// Nanoseconds as the format has times: microseconds with a fraction.
fn microseconds(nanoseconds: u64) -> String {
    format!("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000)
}

/// A device in words.
fn device_name(device: Device) -> String {
    let kind = match device.kind {
        2 => "host",
        4 => "not_host",
        5 => "nvidia",
        8 => "radeon",
        10 => "multicore",
        11 => "x86_64",
        12 => "ppc64le",
        _ => return format!("device {} of type {}", device.number, device.kind),
    };
    format!("device {} ({kind})", device.number)
}

fn track_name(track: Track) -> String {
    let queue = if track.queue < 0 { "no queue".to_owned() } else { format!("queue {}", track.queue) };
    if track.lane == 0 { queue } else { format!("{queue} ({})", track.lane + 1) }
}

/// Returns the file and the line of a construct, without folders.
fn short_place(row: &Row, names: &Names) -> String {
    let file = names.text(row.source.file).map(|file| String::from_utf8_lossy(file).into_owned());
    let name = |file: &String| format!(" {}:{}", file.rsplit('/').next().unwrap_or(file), row.source.line);
    file.as_ref().map(name).unwrap_or_default()
}

/// The name of a slice, and its category.
fn title_of(slice: &Slice, row: &Row, names: &Names) -> (String, &'static str) {
    let of_construct = || row.source.name(names) + &short_place(row, names);
    let of_variable = |what: &str| match names.text(slice.variable) {
        Some(variable) => format!("{what} {}", String::from_utf8_lossy(variable)),
        None => what.to_owned(),
    };
    let is_compute = matches!(row.source.subject, Subject::Construct(0 | 1 | 16));
    match slice.kind {
        Kind::Kernel => (format!("kernel{}", short_place(row, names)), "kernel"),
        Kind::Upload => (of_variable("upload"), "transfer"),
        Kind::Download => (of_variable("download"), "transfer"),
        Kind::Wait if slice.queue >= 0 => (format!("wait for queue {}", slice.queue), "wait"),
        Kind::Wait => ("wait".to_owned(), "wait"),
        Kind::EnterData if is_compute => ("data enters".to_owned(), "data"),
        Kind::ExitData if is_compute => ("data leaves".to_owned(), "data"),
        Kind::EnterData if row.source.is_data() => ("data enters".to_owned(), "data"),
        Kind::ExitData if row.source.is_data() => ("data leaves".to_owned(), "data"),
        Kind::EnterData | Kind::ExitData | Kind::Update | Kind::Region => (of_construct(), "data"),
        Kind::Compute => (of_construct(), "construct"),
        Kind::DeviceInit => ("device init".to_owned(), "device"),
        Kind::DeviceShutdown => ("device shutdown".to_owned(), "device"),
    }
}

/// Returns the arguments of a slice in the timeline.
fn arguments(slice: &Slice, row: &Row, names: &Names) -> String {
    let source = &row.source;
    let mut object = Object::default().text("construct", source.name(names).as_bytes());
    object = object.known("file", names.text(source.file));
    if source.line > 0 {
        object = object.number("line", source.line);
    }
    object =
        object.known("function", names.text(source.function)).known("variable", names.text(slice.variable));
    if matches!(slice.kind, Kind::Upload | Kind::Download) {
        object = object.number("bytes", slice.bytes);
    }
    if slice.gangs > 0 {
        object = object.number("gangs", slice.gangs);
    }
    object = object.number("async", slice.queue).text("device", device_name(slice.device).as_bytes());
    object = object.number("thread", slice.thread);
    object.flag("implicit", slice.is_implicit).flag("unfinished", !slice.is_finished).end()
}

fn complete(slice: &Slice, row: &Row, names: &Names, (process, thread): Place) -> String {
    let (title, category) = title_of(slice, row, names);
    let object = Object::default().text("name", title.as_bytes()).text("cat", category.as_bytes());
    let object = object.text("ph", b"X").number("pid", process).number("tid", thread);
    let object = object.with("ts", &microseconds(slice.begun)).with("dur", &microseconds(slice.time));
    object.with("args", &arguments(slice, row, names)).end()
}

/// The event that gives a process or a thread of the timeline its name, and the one that says where it stands.
fn called(what: &str, (process, thread): Place, name: &str, order: i64) -> [String; 2] {
    let event = |kind: &str, arguments: Object| {
        let object = Object::default().text("name", kind.as_bytes()).text("ph", b"M");
        object.number("pid", process).number("tid", thread).with("args", &arguments.end()).end()
    };
    let name = event(&format!("{what}_name"), Object::default().text("name", name.as_bytes()));
    [name, event(&format!("{what}_sort_index"), Object::default().number("sort_index", order))]
}

/// The tracks of devices by their places.
struct Devices<'r> {
    slices: Vec<(&'r Slice, Track)>,
    numbers: BTreeMap<Device, i64>,
    tracks: BTreeMap<Track, i64>,
}

impl<'r> Devices<'r> {
    /// Kernels of the host are on the track of the thread that starts them, and on no other.
    fn new(slices: &'r [Slice]) -> Self {
        let of_devices = slices.iter().filter(|slice| slice.kind.is_on_device() && slice.device.kind != HOST);
        let slices = tracks_of(of_devices);
        let tracks: BTreeSet<_> = slices.iter().map(|(_, track)| *track).collect();
        let devices: BTreeSet<_> = tracks.iter().map(|track| track.device).collect();
        Self {
            slices,
            numbers: devices.into_iter().zip(1..).collect(),
            tracks: tracks.into_iter().zip(0..).collect(),
        }
    }

    fn place(&self, track: Track) -> Place {
        let number = self.numbers.get(&track.device).copied().unwrap_or_default();
        (
            i64::from(std::process::id()) + number * PROCESSES,
            self.tracks.get(&track).copied().unwrap_or_default(),
        )
    }

    fn names(&self) -> impl Iterator<Item = String> {
        self.tracks.keys().flat_map(|track| {
            let place = self.place(*track);
            let device = called("process", place, &device_name(track.device), place.0 / PROCESSES);
            device.into_iter().chain(called("thread", place, &track_name(*track), place.1))
        })
    }
}

/// The names of the program's own tracks.
fn names_of_threads(program: &str, slices: &[Slice]) -> impl Iterator<Item = String> {
    let process = i64::from(std::process::id());
    let threads: BTreeSet<_> = slices.iter().map(|slice| i64::from(slice.thread)).collect();
    let named = move |thread| called("thread", (process, thread), &format!("thread {thread}"), thread);
    called("process", (process, 0), program, 0).into_iter().chain(threads.into_iter().flat_map(named))
}

/// Writes the timeline of a run.
pub(crate) fn write(out: &mut dyn Write, program: &str, recording: &Recording) -> io::Result<()> {
    let slices = recording.slices.kept();
    let devices = Devices::new(slices);
    let process = i64::from(std::process::id());
    let row_of = |slice: &Slice| recording.rows.get(usize::try_from(slice.row).ok()?);
    let event = |slice: &Slice, place| row_of(slice).map(|row| complete(slice, row, &recording.names, place));
    let names = names_of_threads(program, slices).chain(devices.names());
    let of_threads = slices.iter().filter_map(|slice| event(slice, (process, i64::from(slice.thread))));
    let on_devices = devices.slices.iter().filter_map(|(slice, track)| event(slice, devices.place(*track)));
    let left_out = recording.slices.left_out();
    let about = Object::default().text("program", program.as_bytes()).number("left_out", left_out).end();
    write!(out, "{{\"displayTimeUnit\":\"ms\",\"otherData\":{about},\"traceEvents\":[")?;
    for (number, event) in names.chain(of_threads).chain(on_devices).enumerate() {
        write!(out, "{}\n{event}", if number == 0 { "" } else { "," })?;
    }
    writeln!(out, "\n]}}")
}
