//! Translates a program and puts a comment of its own above each directive, in one pass:
//! `cargo run --example inserter -- FILE`.

use std::error::Error;
use std::io::Write as _;

use clacc::edit::{EditSet, TextEdit};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{TranslateOptions, by_directive};
use clacc::{Session, Unit};

/// The text of a unit with OpenMP directives, each under a comment that says what was there.
pub(crate) fn annotated(session: &Session, unit: Unit) -> Result<Vec<u8>, Box<dyn Error>> {
    let path = session.path(unit);
    let source = session.source(&path).unwrap_or_default();
    let translation = session.translate(unit, &TranslateOptions::default());
    let mut edits = EditSet::new(session);
    edits.merge(translation.edits())?;
    for directive in by_directive(&translation.verdicts) {
        let Some(place) = &directive.line.place else { continue };
        let start = place.start + 1 - place.column;
        let before = &source[start..place.start];
        // A directive that does not begin its line is left without a comment.
        if place.path == path && before.trim_ascii().is_empty() {
            let indentation = String::from_utf8_lossy(before);
            let said =
                format!("{indentation}// acc {}: {}\n", directive.line.directive, directive.fidelity());
            edits.push(TextEdit::insertion(path.clone(), start, said).made_for(&source))?;
        }
    }
    Ok(edits.apply().remove(&path).unwrap_or_else(|| source.to_vec()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let mut session = Session::new(MemoryFiles::new().with(&*path, std::fs::read(&path)?));
    let unit = session.add_unit(&path, &CompileOptions::default())?;
    std::io::stdout().write_all(&annotated(&session, unit)?)?;
    Ok(())
}
