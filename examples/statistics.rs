//! Counts the OpenACC directives and clauses of programs, and how much of them a translation preserves:
//! `cargo run --example statistics -- FILE...`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;

use clacc::Session;
use clacc::directives::{AccClause, AccDirective};
use clacc::files::FileSystem;
use clacc::options::CompileOptions;
use clacc::translate::{Fidelity, TranslateOptions, VerdictPart};

/// A directive, or a clause on it.
type Subject = (AccDirective, Option<AccClause>);

/// How often each directive, and each clause on it, has each fidelity.
pub(crate) fn count(
    files: impl FileSystem + 'static,
    paths: &[String],
) -> Result<BTreeMap<Subject, BTreeMap<Fidelity, usize>>, Box<dyn Error>> {
    let mut session = Session::new(files);
    let mut counts: BTreeMap<Subject, BTreeMap<Fidelity, usize>> = BTreeMap::new();
    for path in paths {
        let unit = session.add_unit(path, &CompileOptions::default())?;
        for verdict in session.translate(unit, &TranslateOptions::default()).verdicts {
            let clause = match &verdict.part {
                None => None,
                Some(VerdictPart::Clause(clause)) if clause.modifier.is_none() => clause.kind,
                Some(_) => continue,
            };
            if let Some(directive) = verdict.directive.acc() {
                *counts.entry((directive, clause)).or_default().entry(verdict.fidelity).or_default() += 1;
            }
        }
        session.remove_unit(unit)?;
    }
    Ok(counts)
}

struct Disk;

impl FileSystem for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for ((directive, clause), fidelities) in count(Disk, &paths)? {
        let words = [directive.text(), clause.map_or("", AccClause::text)].join(" ");
        let counts = fidelities.iter().map(|(fidelity, count)| format!("{count} {fidelity}"));
        writeln!(std::io::stdout(), "{words:<30}{}", counts.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}
