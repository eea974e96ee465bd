//! Counts the OpenACC directives and clauses in the texts of programs, whether or not they are compiled, and how much of them
//! a translation preserves: `cargo run --example statistics -- FILE...`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;

use clacc::Session;
use clacc::directives::{AccClause, AccDirective};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::ClauseKind;
use clacc::translate::{Fidelity, TranslateOptions, VerdictPart};

/// A directive, or a clause on it.
type Subject = (AccDirective, Option<AccClause>);
/// How often it has each fidelity. None: how often it is written, in definitions of macros too.
type Counts = BTreeMap<Option<Fidelity>, usize>;

pub(crate) fn count(files: MemoryFiles, paths: &[String]) -> Result<BTreeMap<Subject, Counts>, clacc::Error> {
    let mut session = Session::new(files);
    let mut counts: BTreeMap<Subject, Counts> = BTreeMap::new();
    let mut add = |subject, fidelity| *counts.entry(subject).or_default().entry(fidelity).or_default() += 1;
    for path in paths {
        for pragma in session.pragmas(path) {
            let Some(directive) = pragma.directive.acc() else { continue };
            let clauses = pragma.clauses.into_iter().filter_map(ClauseKind::acc).map(Some);
            clauses.chain([None]).for_each(|clause| add((directive, clause), None));
        }
        let unit = session.add_unit(path, &CompileOptions::default())?;
        for verdict in &session.translate(unit, &TranslateOptions::default()).verdicts {
            let clause = match &verdict.part {
                None => None,
                Some(VerdictPart::Clause(clause)) if clause.modifier.is_none() => clause.kind,
                Some(_) => continue,
            };
            if let Some(directive) = verdict.directive.acc() {
                add((directive, clause), Some(verdict.fidelity));
            }
        }
        session.remove_unit(unit)?;
    }
    Ok(counts)
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let texts = paths.iter().map(|path| Ok((path.clone(), std::fs::read(path)?)));
    let files: MemoryFiles = texts.collect::<std::io::Result<Vec<_>>>()?.into_iter().collect();
    for ((directive, clause), counts) in count(files, &paths)? {
        let what = |fidelity: &Option<Fidelity>| fidelity.map_or("written", Fidelity::text);
        let counts: Vec<_> = counts.iter().map(|(of, count)| format!("{count} {}", what(of))).collect();
        let words = [directive.name(), clause.map_or("", AccClause::name)].join(" ");
        writeln!(std::io::stdout(), "{words:<30}{}", counts.join(", "))?;
    }
    Ok(())
}
