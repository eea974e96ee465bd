//! A policy with a parameter, and where its values differ: no team of a compute construct has more threads than a limit.
//!
//! `cargo run --example policy examples/c/*.c`

use std::io::Write;

use clacc::acc::Construct;
use clacc::compare::Difference;
use clacc::directives::OmpClause;
use clacc::files::MemoryFiles;
use clacc::omp::{MappingChoice, NewClause, OmpNode};
use clacc::options::CompileOptions;
use clacc::policy::{MappingPolicy, Policy, Rules};
use clacc::translate::Fidelity;
use clacc::{Session, dialect};

pub(crate) struct Limit(pub(crate) u32);

impl MappingPolicy for Limit {
    fn name(&self) -> &'static str {
        "limit"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn fingerprint(&self) -> Option<u64> {
        Some(self.0.into())
    }
    fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        let mut node = rules.default();
        if construct.is_compute() {
            let limit = || NewClause::value(OmpClause::ThreadLimit, self.0);
            node.each_directive(|directive| directive.replace(limit()));
            node.state(Fidelity::Exact, format!("no result depends on the {} threads of a team", self.0));
        }
        node
    }
}

pub(crate) fn differences(
    path: &str,
    source: Vec<u8>,
    limits: [u32; 2],
) -> Result<Vec<Difference>, clacc::Error> {
    let mut session = Session::new(MemoryFiles::new().with(path, source));
    let unit = session.add_unit(path, &CompileOptions::default())?;
    let [one, other] =
        limits.map(|limit| MappingChoice::new(Policy::custom(Limit(limit)), dialect::PORTABLE));
    Ok(session.compare(unit, &one, &other))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        for each in differences(&path, std::fs::read(&path)?, [1, 2])? {
            writeln!(std::io::stdout(), "{path}:{}: {:?}", each.place.line, each.differs)?;
        }
    }
    Ok(())
}
