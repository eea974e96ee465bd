//! The report at the end of a run: the table, and the timeline.

use crate::files;
use crate::recording::Recording;
use crate::settings::Settings;
use crate::table::{Title, table};
use crate::timeline;
use std::fmt::Write as _;
use std::io::Write as _;

/// Prints the table, and writes the timeline if one is wanted. Subject goes wrong is one line on stderr.
pub(crate) fn report(settings: &Settings, run: u64, recording: &Recording) {
    let title = Title { program: settings.program.clone(), run };
    let mut text = table(&title, recording);
    if let Some(path) = settings.timeline() {
        let written = files::write_whole(&path, |out| timeline::write(out, &settings.program, recording));
        let (path, left_out) = (path.display(), recording.slices.left_out());
        // Writing to a string cannot fail.
        let _ = match written {
            Err(error) => writeln!(text, "acc2omp: ACC2OMP_TRACE: {path}: {error}"),
            Ok(()) if left_out > 0 => {
                writeln!(text, "The timeline is in {path}, without the last {left_out} slices.")
            }
            Ok(()) => writeln!(text, "The timeline is in {path}; https://ui.perfetto.dev opens it."),
        };
    }
    // Nobody could be told of a failure.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
