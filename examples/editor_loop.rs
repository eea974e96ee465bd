//! The back end of an editor: the thread that has the session takes every change, another one looks for defects and gives up
//! what a newer change makes useless: `cargo run --profile editor --example editor_loop -- FILE...` types the texts of the files.

use std::error::Error;
use std::io::Write as _;
use std::sync::mpsc;
use std::thread;

use clacc::diagnostics::Diagnostic;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::source::ColumnUnit;
use clacc::{Analysis, Session, Snapshot, Unit};

const PATH: &str = "open.c";

/// A finding as an editor shows it: its line, its column in units of UTF-16, both from 0, and what it says.
pub(crate) type Shown = (usize, usize, String);

fn shown(analysis: &Analysis, finding: &Diagnostic) -> Option<Shown> {
    let place = &finding.primary.as_ref()?.place;
    let at = analysis.line_index(&place.path)?.line_column(place.start, ColumnUnit::Utf16);
    Some((at.line - 1, at.column - 1, finding.message.clone()))
}

fn check(analysis: &Analysis, unit: Unit) -> Vec<Shown> {
    analysis.check(unit).iter().filter_map(|finding| shown(analysis, finding)).collect()
}

/// Types some texts, one after the other, and returns what is shown in the end.
pub(crate) fn type_texts(texts: impl IntoIterator<Item = String>) -> Result<Vec<Shown>, Box<dyn Error>> {
    let mut session = Session::new(MemoryFiles::new().with(PATH, ""));
    let unit = session.add_unit(PATH, &CompileOptions::default())?;
    let (changed, changes) = mpsc::channel::<Snapshot>();
    let checker = thread::spawn(move || {
        let mut latest = Vec::new();
        for snapshot in changes {
            // Behind a cancelled question there is a newer snapshot, of which it is asked again.
            if let Ok(found) = snapshot.ask(|analysis| check(analysis, unit)) {
                latest = found;
            }
        }
        latest
    });
    for text in texts {
        session.set_source(PATH, text);
        changed.send(session.snapshot())?;
    }
    drop(changed);
    checker.join().map_err(|_| "the checker panicked".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let texts = std::env::args().skip(1).map(std::fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    for (line, column, message) in type_texts(texts)? {
        writeln!(std::io::stdout(), "{line}:{column}: {message}")?;
    }
    Ok(())
}
