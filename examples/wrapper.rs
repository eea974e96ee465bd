//! Puts a `data` construct around loops with directives that follow each other, and translates all of it in one pass:
//! `cargo run --example wrapper -- FILE VARIABLES`, where VARIABLES are those of the clause: `x[0:n]`.

use std::error::Error;
use std::io::Write as _;

use clacc::edit::EditSet;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::Node;
use clacc::translate::TranslateOptions;
use clacc::{Session, Unit};

/// The statements of compute constructs, each run of neighbours by itself.
fn runs<'f>(constructs: impl Iterator<Item = clacc::acc::Construct<'f>>) -> Vec<Vec<Node<'f>>> {
    let mut runs: Vec<Vec<Node<'f>>> = Vec::new();
    let outermost = constructs.filter(|it| it.is_compute() && it.parent().is_none());
    for node in outermost.filter_map(|it| it.directive()?.node().parent()) {
        let siblings: Vec<Node<'f>> = node.parent().map(|it| it.children().collect()).unwrap_or_default();
        let before =
            siblings.iter().position(|it| *it == node).and_then(|at| siblings.get(at.checked_sub(1)?));
        match runs.last_mut().filter(|run| run.last() == before) {
            Some(run) => run.push(node),
            None => runs.push(vec![node]),
        }
    }
    runs
}

/// The translated text of a unit, and what stays OpenACC of the inserted directives.
pub(crate) fn wrapped(
    session: &Session,
    unit: Unit,
    items: &str,
) -> Result<(Vec<u8>, Vec<String>), Box<dyn Error>> {
    let mut edits = EditSet::new(session);
    let declarations = session.directed_declarations(unit);
    for run in declarations.iter().flat_map(|it| runs(it.constructs())) {
        if let [first, .., last] = run[..] {
            edits.surround(first, last, &format!("#pragma acc data copy({items})\n{{"), "}")?;
        }
    }
    let translated = session.translate_edited(unit, &edits, &TranslateOptions::default())?;
    let kept = translated.kept.iter().map(|it| format!("{}: {}", it.place, it.verdict.reason)).collect();
    Ok((translated.translation.text, kept))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, items] = &arguments[..] else { return Err("which file and which variables?".into()) };
    let mut session = Session::new(MemoryFiles::new().with(&**path, std::fs::read(path)?));
    let unit = session.add_unit(path, &CompileOptions::default())?;
    let (text, kept) = wrapped(&session, unit, items)?;
    for line in kept {
        writeln!(std::io::stderr(), "{line}")?;
    }
    Ok(std::io::stdout().write_all(&text)?)
}
