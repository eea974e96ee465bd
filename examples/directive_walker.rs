//! Prints the directives of a file as a tree: what each of them is, where it stands, and what its clauses say.
//!
//! Run it on a file: `cargo run --example directive_walker -- file.c`.

use std::fmt::Write;

use clacc::Session;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::{Directive, DirectiveKind, Item};

/// The number of directives around one.
fn depth(directive: Directive<'_>) -> usize {
    directive.node().ancestors().filter(|node| node.directive().is_some()).count()
}

fn language(directive: Directive<'_>) -> &'static str {
    match directive.kind() {
        DirectiveKind::Acc(_) => "acc",
        DirectiveKind::Omp(_) => "omp",
        _ => "unknown",
    }
}

/// One line for each directive, and one for each of its clauses.
pub(crate) fn run(path: &str, text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut session = Session::new(MemoryFiles::new().with(path, text));
    let unit = session.add_unit(path, &CompileOptions::default())?;
    let mut out = String::new();
    for declaration in session.directed_declarations(unit) {
        writeln!(out, "{:?} {}", declaration.kind(), declaration.name())?;
        for directive in declaration.directives() {
            let indent = 2 * depth(directive) + 2;
            let Some(origin) = session.provenance(directive.node()) else { continue };
            let editable = if origin.is_editable() { "" } else { ", not to be edited" };
            writeln!(out, "{:indent$}{} {} <{origin}>{editable}", "", language(directive), directive.name())?;
            for clause in directive.clauses() {
                let parts = clause.items().filter_map(Item::expr).map(|item| {
                    let name = item.variable().map_or("no variable", |variable| variable.name());
                    format!(
                        " {} [{name}, {}]",
                        item.node().kind(),
                        item.constant().map_or("?".into(), |it| it.to_string())
                    )
                });
                writeln!(out, "{:indent$}  {}:{}", "", clause.spelling(), parts.collect::<String>())?;
            }
        }
    }
    Ok(out)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let found = run(&path, &std::fs::read_to_string(&path)?)?;
    Ok(std::io::Write::write_all(&mut std::io::stdout(), found.as_bytes())?)
}
