//! Another front end's mapping as a policy: `parallel loop` becomes one directive, and everything else is left to the default.
//!
//! `cargo run --example front_end_policy examples/c/*.c`

use std::io::Write;

use clacc::Session;
use clacc::acc::Construct;
use clacc::directives::{OmpClause, OmpDirective};
use clacc::files::MemoryFiles;
use clacc::omp::{NewClause, OmpDirectiveNode, OmpNode};
use clacc::options::CompileOptions;
use clacc::policy::{CombinedNodes, CombinedRules, MappingPolicy, NewDirective, Policy, Rules};
use clacc::translate::{Fidelity, TranslateOptions};

/// One directive for both halves of `parallel loop`.
pub(crate) struct OneDirective;

impl MappingPolicy for OneDirective {
    fn name(&self) -> &'static str {
        "one-directive"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn map(&self, _: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        rules.default()
    }
    fn map_combined(&self, rules: &CombinedRules<'_>) -> CombinedNodes {
        let default = rules.default();
        let maps = default.outer.directives().into_iter().flat_map(OmpDirectiveNode::clauses);
        let maps = maps.filter(|clause| clause.kind() == OmpClause::Map).map(NewClause::from);
        let directive = NewDirective::new(OmpDirective::TargetTeamsDistributeParallelFor).clauses(maps);
        let mut outer = rules.outer().build().directive(directive).finish();
        outer.state(Fidelity::Approximated, "teams and threads share the loop, whatever its levels are");
        CombinedNodes::new(outer, rules.inner().without_directive("the directive around it has the loop"))
    }
}

/// The translation of a program.
pub(crate) fn translated(path: &str, source: Vec<u8>) -> Result<String, clacc::Error> {
    let mut session = Session::new(MemoryFiles::new().with(path, source));
    let unit = session.add_unit(path, &CompileOptions::default())?;
    let options = TranslateOptions::default().with_policy(Policy::custom(OneDirective));
    Ok(String::from_utf8_lossy(&session.translate(unit, &options).text).into_owned())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        std::io::stdout().write_all(translated(&path, std::fs::read(&path)?)?.as_bytes())?;
    }
    Ok(())
}
