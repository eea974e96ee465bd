//! Translates a program and puts a comment of its own above each directive, in one pass:
//! `cargo run --example inserter -- FILE`.

use std::error::Error;
use std::io::Write as _;

use clacc::edit::{EditError, EditSet};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{TranslateOptions, by_directive};
use clacc::{Session, Unit};

/// The text of a unit with OpenMP directives, each under a comment that says what was there, and the places that got none.
pub(crate) fn annotated(session: &Session, unit: Unit) -> Result<(Vec<u8>, Vec<String>), Box<dyn Error>> {
    let path = session.path(unit);
    let translation = session.translate(unit, &TranslateOptions::default());
    let mut edits = EditSet::new(session);
    edits.merge(translation.edits())?;
    let mut refused = Vec::new();
    for verdict in by_directive(&translation.verdicts) {
        let Some(place) = &verdict.line.place else { continue };
        let Some((declaration, at)) = session.node_at(unit, &place.path, place.start) else { continue };
        let Some(node) = declaration.resolve(at) else { continue };
        let comment = format!("// acc {}: {}", verdict.line.directive, verdict.fidelity());
        match edits.insert_before(node, &comment) {
            Ok(()) => {}
            Err(EditError::MadeByMacro(provenance)) => refused.push(provenance.to_string()),
            Err(error) => return Err(error.into()),
        }
    }
    let text = edits.apply().remove(&path);
    Ok((text.unwrap_or_else(|| session.source(&path).unwrap_or_default().to_vec()), refused))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let mut session = Session::new(MemoryFiles::new().with(&*path, std::fs::read(&path)?));
    let unit = session.add_unit(&path, &CompileOptions::default())?;
    let (text, refused) = annotated(&session, unit)?;
    for place in refused {
        writeln!(std::io::stderr(), "{place}: a macro made this directive")?;
    }
    std::io::stdout().write_all(&text)?;
    Ok(())
}
