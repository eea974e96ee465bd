//! The kinds that were caught, each with the program that did it. A campaign tries that program first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::campaign::Found;
use crate::kind::Kind;
use crate::policy::Base;
use crate::trial::Outcome;

/// For each kind, how it was caught, and by which program.
pub(crate) type Record = BTreeMap<String, (Outcome, String)>;

fn path(base: Base) -> PathBuf {
    let name = match base {
        Base::Clacc => "caught.txt",
        Base::Performance => "caught_by_performance.txt",
    };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clauses_matter").join(name)
}

/// Reads the record.
pub(crate) fn read(base: Base) -> Record {
    let text = std::fs::read_to_string(path(base)).expect("the record reads");
    let line = |line: &str| {
        let [outcome, kind, by] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("not a line of the record: {line}")
        };
        let outcome = if outcome == "differs" { Outcome::Differs } else { Outcome::Refused };
        (kind.to_owned(), (outcome, by.to_owned()))
    };
    text.lines().map(line).collect()
}

/// Writes a record with what a campaign found. Kinds that it did not try stay.
pub(crate) fn write(base: Base, mut record: Record, found: &BTreeMap<Kind, Found>) {
    for (kind, found) in found {
        match found.best {
            Outcome::Differs | Outcome::Refused => {
                record.insert(kind.to_string(), (found.best, found.by.clone()));
            }
            Outcome::Survived | Outcome::NoMutant => _ = record.remove(&kind.to_string()),
        }
    }
    let word = |outcome: &Outcome| if *outcome == Outcome::Differs { "differs" } else { "refused" };
    let line = |(kind, (outcome, by)): (&String, &(Outcome, String))| {
        [word(outcome), "\t", kind, "\t", by, "\n"].concat()
    };
    std::fs::write(path(base), record.iter().map(line).collect::<String>())
        .expect("the record can be written");
}
