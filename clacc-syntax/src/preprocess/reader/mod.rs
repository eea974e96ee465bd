//! The files, the conditionals and the results, on which directives act; entering and leaving files.

mod computed_macros;
mod conditional_inclusion;
mod directive_lines;
mod includes;
mod pragmas;
mod reading;
mod recording;

use std::sync::Arc;

use super::codes;
use super::conditionals::Conditionals;
use super::files::{FileStack, Frame};
use super::options::Options;
use super::output::Output;
use super::restart_points::Recorder;
use crate::lexer::LexedFile;
use crate::unit::{Pos, StretchContent};

/// Reads the files of a unit. The expander, which owns the macros, is passed to its functions.
pub(crate) struct Reader<'a> {
    pub(crate) options: &'a Options,
    pub(crate) files: FileStack<'a>,
    pub(crate) conditionals: Conditionals,
    pub(crate) out: Output,
    pub(crate) stage: Stage,
    /// Records the restart points of the run, if the caller wants a trace.
    pub(crate) recorder: Option<Recorder<'a>>,
}

/// The part of a unit that is being read.
pub(crate) enum Stage {
    /// The prefix, which must not depend on the rest of the main file. The offset is where the prefix must
    /// end because a header includes the main file.
    Prefix(Option<u32>),
    /// The rest of the unit, or all of it.
    Rest,
}

impl Reader<'_> {
    /// Starts reading a file, or a text that is in no file.
    pub(crate) fn push_file(&mut self, frame: Frame) {
        self.conditionals.enter_file();
        if let Some((at, path)) = frame.too_long() {
            let message = format!("`{path}` is longer than 2 GiB");
            self.out.report(&codes::PP0006, (at, at), message);
        }
        self.files.push(frame);
        self.out.set_quiet(self.files.is_system());
    }

    /// Leaves the current file, whose end has been reached.
    pub(crate) fn pop_file(&mut self) {
        for open in self.conditionals.leave_file() {
            self.out.report(&codes::PP0012, open, "this conditional has no #endif");
        }
        if let Some(at) = self.files.current().and_then(Frame::unterminated_comment) {
            self.out.report(&codes::PP0037, (at, Pos(at.0 + 2)), "this comment has no end");
        }
        self.files.pop();
        self.out.set_quiet(self.files.is_system());
    }

    /// Closes all files, so that nothing more is read.
    pub(crate) fn close_files(&mut self) {
        self.files.close_all();
        self.out.set_quiet(false);
    }

    /// Starts reading a text that is in no file.
    pub(crate) fn push_made(&mut self, text: &Arc<str>, lexed: LexedFile, label: &'static str) {
        let content = StretchContent::Made { text: Arc::clone(text), label };
        if let Some(base) = self.out.map.take_stretch(text.len(), content) {
            self.push_file(Frame::made(Arc::new(lexed), base, label));
        }
    }

    /// Sets whether the current file is a system header from here on, as line markers and `#pragma GCC system_header` do.
    pub(crate) fn set_system(&mut self, system: bool) {
        self.files.set_system(system);
        self.out.set_quiet(self.files.is_system());
    }
}
