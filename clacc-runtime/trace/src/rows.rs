//! Sums of constructs and routines.

use crate::kind::{Kind, Part};
use crate::names::{Names, Text, readable};
use clacc_runtime_abi::profiling::construct;
use clacc_runtime_abi::sites::name_of_construct;
use std::collections::HashMap;
use std::ffi::c_int;

/// The subject of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// A construct, by its `acc_construct_t`.
    Construct(c_int),
    /// A routine of OpenACC, whose name is that of the function.
    Routine,
    /// Something that no construct and no routine caused.
    Internal(Kind),
}

/// The subject of a row, with its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    pub(crate) subject: Subject,
    pub(crate) file: Text,
    pub(crate) function: Text,
    pub(crate) line: c_int,
    /// True if the subject runs on a queue.
    pub(crate) is_async: bool,
}

impl Source {
    /// Returns true if a frame inside belongs to the same construct. A wait in a construct with a queue does.
    pub(crate) fn holds(&self, kind: Kind, inner: &Self) -> bool {
        let is_async = self.is_async && kind == Kind::Wait || inner.is_async;
        *self == Self { is_async, ..*inner }
    }

    /// The name of the construct or routine.
    pub(crate) fn name(&self, names: &Names) -> String {
        let name = match self.subject {
            Subject::Construct(number) => u16::try_from(number).map_or("construct", name_of_construct),
            Subject::Routine => return names.text(self.function).map(readable).unwrap_or_default(),
            Subject::Internal(Kind::DeviceInit) => "device init",
            Subject::Internal(Kind::DeviceShutdown) => "device shutdown",
            Subject::Internal(Kind::Kernel) => "kernel",
            Subject::Internal(Kind::Upload) => "upload",
            Subject::Internal(Kind::Download) => "download",
            Subject::Internal(Kind::Wait) => "wait",
            Subject::Internal(_) => "runtime",
        };
        name.to_owned()
    }

    /// Returns true for a region of data, which has two ends.
    pub(crate) fn is_data(&self) -> bool {
        self.subject == Subject::Construct(construct::DATA)
    }
}

/// A number of times, and the time of all together in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) count: u64,
    pub(crate) time: u64,
}

/// The sums of one construct or routine.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) source: Source,
    /// The time from the beginning to the end of all calls, in nanoseconds.
    pub(crate) total: u64,
    /// The bytes that were copied to devices.
    pub(crate) up: u64,
    /// The bytes that were copied from devices.
    pub(crate) down: u64,
    /// True if the program ended inside the construct.
    pub(crate) is_unfinished: bool,
    /// True if data entered or left a device.
    has_data: bool,
    /// The number of calls that began with each kind. A region of data begins twice, with the entry and with the exit of its data; a
    /// construct on a queue, which code around it announces, begins in the thread that runs it too.
    calls: [u64; Kind::Region as usize],
    parts: [Sum; Part::ALL.len()],
}

impl Row {
    fn new(source: Source) -> Self {
        Self {
            source,
            total: 0,
            up: 0,
            down: 0,
            is_unfinished: false,
            has_data: false,
            calls: [0; Kind::Region as usize],
            parts: [Sum::default(); Part::ALL.len()],
        }
    }

    /// The number of times that it was executed.
    pub(crate) fn calls(&self) -> u64 {
        self.calls.into_iter().max().unwrap_or(0)
    }

    /// The sum of a part.
    pub(crate) fn part(&self, part: Part) -> Sum {
        self.parts[part as usize]
    }

    /// Returns true if the parts are more than the row itself: the row is not all kernel, all wait, or all rest.
    pub(crate) fn has_parts(&self) -> bool {
        let count = |parts: [Part; 2]| parts.into_iter().map(|part| self.part(part).count).sum::<u64>();
        let of_data = self.has_data && count([Part::Kernels, Part::Waits]) > 0;
        of_data || count([Part::Uploads, Part::Downloads]) > 0
    }

    /// Adds a frame that has ended inside, without the frames inside of that frame.
    pub(crate) fn add(&mut self, kind: Kind, own_time: u64, bytes: u64) {
        let part = &mut self.parts[kind.part() as usize];
        part.count += 1;
        part.time += own_time;
        self.has_data |= matches!(kind, Kind::EnterData | Kind::ExitData | Kind::Update);
        match kind {
            Kind::Upload => self.up += bytes,
            Kind::Download => self.down += bytes,
            _ => {}
        }
    }

    /// Adds a call, which a kind but [`Kind::Region`] began.
    pub(crate) fn add_call(&mut self, kind: Kind, time: u64) {
        self.total += time;
        self.calls[kind as usize] += 1;
    }
}

/// All rows.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    numbers: HashMap<Source, usize>,
    rows: Vec<Row>,
}

impl Rows {
    /// The number of the row of a construct.
    pub(crate) fn number(&mut self, source: Source) -> usize {
        *self.numbers.entry(source).or_insert_with(|| {
            self.rows.push(Row::new(source));
            self.rows.len() - 1
        })
    }

    /// The row with a number.
    pub(crate) fn get(&self, number: usize) -> Option<&Row> {
        self.rows.get(number)
    }

    /// The row with a number.
    pub(crate) fn get_mut(&mut self, number: usize) -> Option<&mut Row> {
        self.rows.get_mut(number)
    }

    /// All rows, in the order of their first events.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }
}
