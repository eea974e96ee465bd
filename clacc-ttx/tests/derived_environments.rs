//! The data environments of OpenMP forms that are derived from OpenACC: the analysis of directives in the source reads them too.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::fmt::Write;
use std::sync::Arc;

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::functions::{acc_facts, omp_forms};
use clacc_sema::db::models::{model, program};
use clacc_sema::omp::data_environment::{PlacedDirective, UnitVariables, analyze};
use clacc_sema::omp::form::Omp;
use clacc_sema::program::View;
use clacc_syntax::ast::DirectiveId;
use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::policy::Clacc;
use clacc_ttx::query::{Mapping, function_mapping};
use common::Program;
use expect_test::{Expect, expect};

/// The attributes in the forms of all directives of a program, those of OpenMP in the source among them.
#[expect(clippy::needless_pass_by_value, reason = "calls read better with the snapshot in place")]
fn check(source: &str, expected: Expect) {
    let source = Program::new(source);
    let db = &source.db;
    let mapping = Mapping::new(db, Arc::new(Clacc), PORTABLE.into());
    let mut text = String::new();
    for decl in declarations(db, source.unit).iter().filter(|decl| decl.has_directive(db)) {
        let (model, lowered) = (model(db, *decl), program(db, *decl));
        let view = View::of_c(&lowered, &model);
        let (analysis, written) = (acc_facts(db, *decl), omp_forms(db, *decl));
        let mapping = function_mapping(db, *decl, mapping);
        let forms = |id: DirectiveId| -> Vec<&Omp> {
            let derived = mapping.forms_of(&analysis.facts, id);
            derived.unwrap_or_else(|| written.of.get(id).into_iter().collect())
        };
        let placed = view.program.order.iter().flat_map(|id| {
            let run = view.directive(*id).region.map(|region| region.run).unwrap_or_default();
            forms(*id).into_iter().flat_map(move |form| PlacedDirective::all_of(*id, form, run))
        });
        let placed: Vec<_> = placed.collect();
        let found = analyze(view, &placed, &UnitVariables::default());
        for (_, construct) in found.facts.constructs.iter() {
            let variables = construct.variables.iter().map(|variable| {
                let words = variable.determined.iter().map(|each| each.attribute.text());
                format!(" {}={}", view.text(view.name(variable.entity)), words.collect::<Vec<_>>().join("+"))
            });
            let _ = writeln!(text, "{}:{}", construct.kind.text(), variables.collect::<String>());
        }
        assert!(found.diagnostics.is_empty(), "what is derived contradicts nothing: {:?}", found.diagnostics);
    }
    expected.assert_eq(&text);
}

#[test]
fn compute_constructs_and_their_loops() {
    check(
        "void f(int n, double *x, double s) {\n#pragma acc parallel loop gang vector copy(x[0:n]) reduction(+:s)\nfor (int i = 0; i < n; i++) s += x[i];\n}\n",
        expect![[r#"
            target: x=map(tofrom)+firstprivate s=map(tofrom) n=firstprivate i=private
            teams: x=shared n=firstprivate s=reduction(+) i=private
            distribute: i=private n=enclosing s=enclosing x=enclosing
            simd: s=reduction(+) i=linear n=enclosing x=enclosing
        "#]],
    );
    check(
        "void f(int n, double x[n]) {\n#pragma acc data copyin(x[0:n])\n{\n#pragma acc parallel num_gangs(n)\n{\n#pragma acc loop gang\nfor (int i = 0; i < n; i++)\n#pragma acc loop vector\nfor (int j = 0; j < n; j++) x[i] = j;\n}\n}\n}\n",
        expect![[r#"
            target data: x=map(to)
            target: n=firstprivate i=private j=private x=map(alloc)+firstprivate
            teams: x=shared n=firstprivate i=private j=private
            distribute: i=private n=enclosing j=private x=enclosing
            simd: j=linear n=enclosing x=enclosing i=enclosing
        "#]],
    );
}

#[test]
fn both_languages_in_one_function() {
    check(
        "void f(int n, double *x) {\n#pragma omp parallel\n{\n#pragma acc enter data copyin(x[0:n])\n#pragma omp single\n{\n#pragma acc serial present(x[0:n])\nx[0] = n;\n}\n}\n}\n",
        expect![[r#"
            parallel: x=shared n=shared
            single: x=enclosing n=enclosing
            target: x=map(alloc)+firstprivate n=firstprivate
            teams: x=shared n=firstprivate
        "#]],
    );
}
