//! The data environments of OpenMP constructs: the attribute of each variable, and the rule that gives it.

#![expect(clippy::needless_raw_string_hashes, reason = "the form in which snapshots are updated")]

mod combined;
mod contradictions;
mod kinds;
mod references;
mod regions;

use std::fmt::Write;
use std::sync::Arc;

use clacc_sema::acc::facts::How;
use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::functions::omp_facts;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_sema::omp::data_environment::{Determined, OmpConstruct, OmpFacts};
use clacc_sema::program::View;
use clacc_syntax::parse::ParseLimits;
use expect_test::Expect;

/// Variables of the common kinds, at file scope and as parameters of the function that holds a case.
const BEFORE: &str = "int g; static double table[8]; struct pair { int a, b; int *p; }; int work(int);
void f(int n, double *a, double *b, int m[4][4], struct pair s, int (*call)(int)) {
int i, j, k, x, y, z; double sum, local[8]; static int kept; const int limit = 8;
";

/// Each construct on a line with its variables, followed by the findings.
fn describe(source: &str) -> String {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(source.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
    let mut text = String::new();
    for decl in declarations(&db, unit).iter().filter(|decl| decl.has_directive(&db)) {
        let analysis = omp_facts(&db, *decl);
        let (model, program) = (model(&db, *decl), program(&db, *decl));
        let view = View::of_c(&program, &model);
        for (_, construct) in analysis.facts.constructs.iter() {
            describe_construct(&mut text, view, &analysis.facts, construct);
        }
        for finding in &analysis.diagnostics {
            let _ = writeln!(text, "! {} {}", finding.code.id, finding.message);
        }
    }
    text
}

fn describe_construct(text: &mut String, view: View<'_>, facts: &OmpFacts, construct: &OmpConstruct) {
    let depth = std::iter::successors(construct.parent, |id| facts.constructs[*id].parent).count();
    let _ = writeln!(text, "{}{}", "  ".repeat(depth), construct.kind.text());
    for variable in &construct.variables {
        let attributes: Vec<String> = variable.determined.iter().map(short).collect();
        let name = view.text(view.name(variable.entity));
        let _ = writeln!(text, "{}- {name}: {}", "  ".repeat(depth), attributes.join(" + "));
        assert!(
            variable.sharing().is_some() || variable.mapping().is_some(),
            "{name} has an attribute that says where it is"
        );
    }
}

fn short(determined: &Determined) -> String {
    let how = match determined.reason.how {
        How::Explicit => "exp",
        How::Predetermined => "pre",
        _ => "imp",
    };
    format!("{} {how} {:?}", determined.attribute.text(), determined.reason.rule)
}

/// Checks a body of the function of [`BEFORE`].
#[expect(clippy::needless_pass_by_value, reason = "calls read better with the snapshot in place")]
fn check(body: &str, expect: Expect) {
    expect.assert_eq(&describe(&format!("{BEFORE}{body}\n}}\n")));
}

/// Checks a whole unit.
#[expect(clippy::needless_pass_by_value, reason = "calls read better with the snapshot in place")]
fn check_unit(source: &str, expect: Expect) {
    expect.assert_eq(&describe(source));
}
