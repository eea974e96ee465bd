//! Directives that widespread compilers refuse or get wrong as they are printed, told once a run to a user who named no compiler.

use std::collections::BTreeMap;
use std::sync::Arc;

use clacc::omp::MappingChoice;
use clacc::translate::TranslateOptions;
use clacc::{Dialect, Session, Unit};

/// The compilers that many users have, of those whose faults are known.
const WIDESPREAD: [&str; 2] = ["gcc-12", "clang-19"];

/// The number of places that are told for a compiler.
const SHOWN: usize = 3;

/// A dialect that avoids the faults of one compiler.
pub(crate) struct CompilerDialect {
    pub(crate) name: &'static str,
    pub(crate) dialect: Dialect,
}

/// Returns the dialects of widespread compilers that a run compares with, given a function that adds a compiler to the dialect of the run.
pub(crate) fn compared(with: impl Fn(&'static str) -> Option<Dialect>) -> Vec<CompilerDialect> {
    WIDESPREAD.iter().filter_map(|name| Some(CompilerDialect { name, dialect: with(name)? })).collect()
}

/// A directive for which a compiler needs another text.
pub(crate) struct Risk {
    compiler: &'static str,
    path: Arc<str>,
    line: usize,
}

/// Returns the directives of a unit that compilers need another text for.
pub(crate) fn of_unit(
    session: &Session,
    unit: Unit,
    options: &TranslateOptions,
    compared: &[CompilerDialect],
) -> Vec<Risk> {
    let of_compiler = |other: &CompilerDialect| {
        let needed = MappingChoice::new(options.mapping.policy().clone(), other.dialect);
        let differences = session.compare(unit, &options.mapping, &needed);
        let compiler = other.name;
        let risks = differences.into_iter().map(move |each| Risk {
            compiler,
            path: each.place.path,
            line: each.place.line,
        });
        risks.collect::<Vec<_>>()
    };
    compared.iter().flat_map(of_compiler).collect()
}

/// Returns one sentence about all units of a run; none if no compiler needs another text.
pub(crate) fn told(risks: &[Risk]) -> Option<String> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for risk in risks {
        let (known, place) =
            (places.entry(risk.compiler).or_default(), format!("{}:{}", risk.path, risk.line));
        if !known.contains(&place) {
            known.push(place);
        }
    }
    let one = |(compiler, places): (&&str, &Vec<String>)| {
        let more = if places.len() > SHOWN { ", ..." } else { "" };
        let shown = places[..places.len().min(SHOWN)].join(", ");
        let directives = if places.len() == 1 { "directive" } else { "directives" };
        format!("{compiler} for {} {directives} ({shown}{more})", places.len())
    };
    let compilers: Vec<&str> = places.keys().copied().collect();
    let each: Vec<String> = places.iter().map(one).collect();
    (!each.is_empty()).then(|| {
        format!(
            "some compilers need another text: {}; `--compiler {}` prints it, `--compiler none` ends this note",
            each.join(", "),
            compilers.join(",")
        )
    })
}
