//! The recording of a run: the open frames of its threads, the sums of its rows, and its slices.
//!
//! Each thread has a stack of frames: an event `_start` puts one there, and its `_end` takes it away. A frame belongs to the row of its
//! construct. The time of a frame without that of the frames of the same row inside is a part of the row.

use crate::kind::Kind;
use crate::names::{Names, Text};
use crate::rows::{Rows, Source, Subject};
use crate::slices::{Slice, Slices};
use crate::told::{Device, Told};
use clacc_runtime_abi::profiling::{Role, construct};
use std::collections::BTreeMap;
use std::ffi::c_int;

/// Something that has begun.
#[derive(Clone, Copy, Debug)]
struct Frame {
    kind: Kind,
    row: usize,
    begun: u64,
    /// The time of frames inside that belong to the same row.
    inner: u64,
    /// True if the frame begins a call of its row.
    is_call: bool,
    device: Device,
    queue: c_int,
    variable: Text,
    bytes: usize,
    gangs: usize,
    is_implicit: bool,
}

/// The time in which at least one construct or routine ran.
#[derive(Clone, Copy, Debug, Default)]
struct Busy {
    open: u64,
    since: u64,
    time: u64,
}

impl Busy {
    fn enter(&mut self, now: u64) {
        if self.open == 0 {
            self.since = now;
        }
        self.open += 1;
    }

    fn leave(&mut self, now: u64) {
        self.open = self.open.saturating_sub(1);
        if self.open == 0 {
            self.time += now.saturating_sub(self.since);
        }
    }
}

/// All that is known of the run. Times are nanoseconds since its start.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    pub(crate) names: Names,
    pub(crate) rows: Rows,
    pub(crate) slices: Slices,
    threads: BTreeMap<c_int, Vec<Frame>>,
    busy: Busy,
    is_ended: bool,
}

impl Recording {
    /// A recording in which nothing has happened yet.
    pub(crate) fn new(wants_slices: bool) -> Self {
        Self { slices: Slices::new(wants_slices), ..Self::default() }
    }

    /// The time in which at least one construct or routine ran.
    pub(crate) fn busy(&self) -> u64 {
        self.busy.time
    }

    /// Records an event.
    pub(crate) fn record(&mut self, told: &Told<'_>, now: u64) {
        let Some(kind) = Kind::of(told.event).filter(|_| !self.is_ended) else { return };
        match told.event.role() {
            Role::Start => self.begin(kind, told, now),
            Role::End => self.end(kind, told.thread, now),
            Role::Single => {}
        }
    }

    /// Ends the run: what has begun is unfinished, and later events are ignored. Returns `None` if it has ended already.
    pub(crate) fn finish(&mut self, now: u64) -> Option<Self> {
        if self.is_ended {
            return None;
        }
        let threads: Vec<_> = self.threads.keys().copied().collect();
        for thread in threads {
            while self.close(thread, now, false).is_some() {}
        }
        Some(std::mem::replace(self, Self { is_ended: true, ..Self::default() }))
    }

    fn source_of(&mut self, kind: Kind, told: &Told<'_>) -> Source {
        let subject = match (told.construct, told.function) {
            (construct::RUNTIME_API, Some(_)) => Subject::Routine,
            (construct::RUNTIME_API, None) => Subject::Internal(kind),
            (number, _) => Subject::Construct(number),
        };
        Source {
            subject,
            file: self.names.number(told.file),
            function: self.names.number(told.function),
            line: told.line,
            is_async: told.queue >= 0 && kind != Kind::Wait,
        }
    }

    fn begin(&mut self, kind: Kind, told: &Told<'_>, now: u64) {
        let source = self.source_of(kind, told);
        let variable = self.names.number(told.variable);
        let stack = self.threads.entry(told.thread).or_default();
        let around = stack.iter().rev().find(|frame| frame.kind != Kind::Region).map(|frame| frame.row);
        let belongs = |row: &usize| self.rows.get(*row).is_some_and(|row| row.source.holds(kind, &source));
        let same = around.filter(belongs);
        let frame = Frame {
            kind,
            row: same.unwrap_or_else(|| self.rows.number(source)),
            begun: now,
            inner: 0,
            is_call: same.is_none(),
            device: told.device,
            queue: told.queue,
            variable,
            bytes: told.bytes,
            gangs: told.gangs,
            is_implicit: told.is_implicit,
        };
        if around.is_none() {
            self.busy.enter(now);
        }
        if kind == Kind::EnterData && source.is_data() && same.is_none() {
            stack.push(Frame { kind: Kind::Region, ..frame });
        }
        stack.push(frame);
    }

    /// Ends the innermost frame of a kind, and those that were left open inside. An end without a beginning is ignored: the library
    /// was registered, or enabled, in between.
    fn end(&mut self, kind: Kind, thread: c_int, now: u64) {
        let Some(stack) = self.threads.get(&thread) else { return };
        let Some(at) = stack.iter().rposition(|frame| frame.kind == kind) else { return };
        let left_open = stack.len() - at - 1;
        for _ in 0..left_open {
            self.close(thread, now, false);
        }
        let Some(closed) = self.close(thread, now, true) else { return };
        let last = self.threads.get(&thread).and_then(|stack| stack.last());
        let is_its_region = |frame: &Frame| frame.kind == Kind::Region && frame.row == closed.row;
        if kind == Kind::ExitData && last.is_some_and(is_its_region) {
            self.close(thread, now, true);
        }
    }

    /// Takes the innermost frame of a thread away, and adds it to its row and to the slices.
    fn close(&mut self, thread: c_int, now: u64, is_finished: bool) -> Option<Frame> {
        let stack = self.threads.get_mut(&thread)?;
        let frame = stack.pop()?;
        let time = now.saturating_sub(frame.begun);
        let bytes = u64::try_from(frame.bytes).unwrap_or(u64::MAX);
        if frame.kind != Kind::Region {
            let row = self.rows.get_mut(frame.row)?;
            row.add(frame.kind, time.saturating_sub(frame.inner), bytes);
            row.is_unfinished |= !is_finished;
            if frame.is_call {
                row.add_call(frame.kind, time);
            }
            match stack.iter_mut().rev().find(|around| around.kind != Kind::Region) {
                None => self.busy.leave(now),
                Some(around) if !frame.is_call => around.inner += time,
                Some(_) => {}
            }
        }
        self.slices.keep(Slice {
            begun: frame.begun,
            time,
            bytes,
            row: u32::try_from(frame.row).unwrap_or(u32::MAX),
            variable: frame.variable,
            thread,
            device: frame.device,
            queue: frame.queue,
            gangs: u32::try_from(frame.gangs).unwrap_or(u32::MAX),
            kind: frame.kind,
            is_implicit: frame.is_implicit,
            is_finished,
        });
        Some(frame)
    }
}
