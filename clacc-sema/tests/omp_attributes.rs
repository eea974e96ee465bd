//! The data environments of OpenMP constructs: the attribute of each variable, and the rule that gives it.

#![expect(clippy::needless_raw_string_hashes, reason = "the form in which snapshots are updated")]

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
use expect_test::{Expect, expect};

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

#[test]
fn parallel_shares_what_it_names() {
    check(
        "#pragma omp parallel\n{ x = n + g + local[0] + table[1] + kept + limit; int own = x; static int once; once += own; }",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - n: shared imp ParallelShared
            - g: shared imp ParallelShared
            - local: shared imp ParallelShared
            - table: shared imp ParallelShared
            - kept: shared imp ParallelShared
            - limit: shared imp ParallelShared
            - once: shared pre StaticInside
            - own: private pre DeclaredInside
        "#]],
    );
}

#[test]
fn variables_that_are_only_measured_are_not_referred_to() {
    check(
        "#pragma omp parallel\n{ x = sizeof(local) + sizeof n; }",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
    "#]],
    );
}

#[test]
fn clauses_of_parallel() {
    check(
        "#pragma omp parallel private(x) firstprivate(y) shared(z) reduction(+: sum) num_threads(n)\n{ x = y + z; sum += x; }",
        expect![[r#"
            parallel
            - x: private exp Clause
            - y: firstprivate exp Clause
            - z: shared exp Clause
            - sum: reduction(+) exp Clause
        "#]],
    );
    check(
        "#pragma omp parallel private(x, y)\n{ x = 1; }",
        expect![[r#"
        parallel
        - x: private exp Clause
        - y: private exp Clause
    "#]],
    );
}

#[test]
fn default_decides_what_no_clause_names() {
    check(
        "#pragma omp parallel default(shared)\nx = y;",
        expect![[r#"
        parallel
        - x: shared imp DefaultClause
        - y: shared imp DefaultClause
    "#]],
    );
    check(
        "#pragma omp parallel default(private)\nx = y;",
        expect![[r#"
        parallel
        - x: private imp DefaultClause
        - y: private imp DefaultClause
    "#]],
    );
    check(
        "#pragma omp parallel default(firstprivate)\nx = y + g;",
        expect![[r#"
            parallel
            - x: firstprivate imp DefaultClause
            - y: firstprivate imp DefaultClause
            - g: shared imp Unlisted
            ! OMP0110 `g` needs a clause, because of `default(firstprivate)`
        "#]],
    );
    check(
        "#pragma omp parallel default(none) shared(x)\nx = y + limit;",
        expect![[r#"
            parallel
            - x: shared exp Clause
            - y: shared imp Unlisted
            - limit: shared imp Unlisted
            ! OMP0110 `y` needs a clause, because of `default(none)`
            ! OMP0110 `limit` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp parallel default(none) shared(x, y)\n{ int own = y; x = own; }",
        expect![[r#"
        parallel
        - x: shared exp Clause
        - y: shared exp Clause
        - own: private pre DeclaredInside
    "#]],
    );
    check(
        "#pragma omp parallel default(none) shared(a)\n{\n#pragma omp for\nfor (i = 0; i < 8; i++) a[i] = 0;\n}",
        expect![[r#"
            parallel
            - a: shared exp Clause
              for
              - i: private pre IterationPrivate
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel for default(none) shared(a, n)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
            parallel
            - a: shared exp Clause
            - n: shared exp Clause
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel for default(none) shared(a) schedule(static, n)\nfor (i = 0; i < 8; i++) a[i] = 0;",
        expect![[r#"
            parallel
            - a: shared exp Clause
            - n: shared imp Unlisted
              for
              - i: private pre IterationPrivate
              - a: enclosing imp Enclosing
            ! OMP0110 `n` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp parallel default(none)\n{\n#pragma omp single copyprivate(x)\n;\n}",
        expect![[r#"
            parallel
            - x: shared imp Unlisted
              single
              - x: copyprivate exp Clause + enclosing imp Enclosing
            ! OMP0110 `x` needs a clause, because of `default(none)`
        "#]],
    );
}

#[test]
fn iteration_variables_are_private() {
    check(
        "#pragma omp for\nfor (i = 0; i < n; i++) a[i] = j;",
        expect![[r#"
        for
        - i: private pre IterationPrivate
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
        - j: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp for collapse(2)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = k;",
        expect![[r#"
            for
            - i: private pre IterationPrivate
            - n: enclosing imp Enclosing
            - j: private pre IterationPrivate
            - m: enclosing imp Enclosing
            - k: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = 0;",
        expect![[r#"
        for
        - i: private pre IterationPrivate
        - n: enclosing imp Enclosing
        - j: enclosing imp Enclosing
        - m: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp for ordered(2)\nfor (i = 1; i < n; i++) for (j = 1; j < n; j++) {\n#pragma omp ordered depend(sink: i - 1, j)\nx = 1;\n#pragma omp ordered depend(source)\n}",
        expect![[r#"
            for
            - i: private pre IterationPrivate
            - n: enclosing imp Enclosing
            - j: private pre IterationPrivate
            - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for lastprivate(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
            for
            - i: lastprivate exp Clause
            - n: enclosing imp Enclosing
            ! OMP0113 `i` is in `lastprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp for private(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        for
        - i: private exp Clause
        - n: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for\nfor (int c = 0; c < n; c++) a[c] = 0;",
        expect![[r#"
        parallel
        - c: private pre DeclaredInside
        - n: shared imp ParallelShared
        - a: shared imp ParallelShared
          for
          - c: private pre IterationPrivate
          - n: enclosing imp Enclosing
          - a: enclosing imp Enclosing
    "#]],
    );
}

#[test]
fn simd_has_linear_or_lastprivate_iteration_variables() {
    check(
        "#pragma omp simd\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        simd
        - i: linear pre SimdLinear
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp simd collapse(2)\nfor (i = 0; i < 4; i++) for (j = 0; j < 4; j++) m[i][j] = 0;",
        expect![[r#"
            simd
            - i: lastprivate pre SimdLastprivate
            - j: lastprivate pre SimdLastprivate
            - m: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp simd linear(x: 2) aligned(a: 64) safelen(4)\nfor (i = 0; i < n; i++) a[x] = 0;",
        expect![[r#"
            simd
            - x: linear exp Clause
            - i: linear pre SimdLinear
            - n: enclosing imp Enclosing
            - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp loop bind(thread)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        loop
        - i: lastprivate pre LoopLastprivate
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp simd\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        parallel
        - i: shared imp ParallelShared
        - n: shared imp ParallelShared
        - a: shared imp ParallelShared
          simd
          - i: linear pre SimdLinear
          - n: enclosing imp Enclosing
          - a: enclosing imp Enclosing
    "#]],
    );
}

#[test]
fn sections_single_and_scope() {
    check(
        "#pragma omp parallel\n#pragma omp sections lastprivate(x) firstprivate(y)\n{\n#pragma omp section\nx = y;\n#pragma omp section\nx = z;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
              sections
              - x: lastprivate exp Clause
              - y: firstprivate exp Clause
              - z: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp single private(x) firstprivate(y)\nx = y + z;",
        expect![[r#"
            single
            - x: private exp Clause
            - y: firstprivate exp Clause
            - z: enclosing imp Enclosing
            ! OMP0113 `y` is in `firstprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel private(x)\n#pragma omp single copyprivate(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: private exp Clause
          single
          - x: copyprivate exp Clause + enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp scope private(x) reduction(+: sum)\n{ x = 1; sum += x; }",
        expect![[r#"
            scope
            - x: private exp Clause
            - sum: reduction(+) exp Clause
            ! OMP0113 `sum` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
}

#[test]
fn tasks_copy_what_the_team_does_not_share() {
    check(
        "#pragma omp task\nx = g + kept;",
        expect![[r#"
        task
        - x: firstprivate imp TaskFirstprivate
        - g: shared imp TaskStatic
        - kept: shared imp TaskStatic
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task\nx = g;",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
        - g: shared imp ParallelShared
          task
          - x: shared imp TaskShared
          - g: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp parallel private(x)\n#pragma omp task\nx = y;",
        expect![[r#"
        parallel
        - x: private exp Clause
        - y: shared imp ParallelShared
          task
          - x: firstprivate imp TaskFirstprivate
          - y: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp single\n{ int own = 0;\n#pragma omp task\nx = own;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - own: private pre DeclaredInside
              single
              - x: enclosing imp Enclosing
              - own: private pre DeclaredInside
                task
                - x: shared imp TaskShared
                - own: firstprivate imp TaskFirstprivate
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task\n#pragma omp task\nx = 1;",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
          task
          - x: shared imp TaskShared
            task
            - x: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp task shared(x)\n#pragma omp task\nx = 1;",
        expect![[r#"
        task
        - x: shared exp Clause
          task
          - x: firstprivate imp TaskFirstprivate
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task private(x)\n#pragma omp task\nx = y;",
        expect![[r#"
        parallel
        - y: shared imp ParallelShared
          task
          - x: private exp Clause
          - y: shared imp TaskShared
            task
            - x: firstprivate imp TaskFirstprivate
            - y: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task default(none)\nx = g;",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - g: shared imp ParallelShared
              task
              - x: shared imp Unlisted
              - g: shared imp Unlisted
            ! OMP0110 `x` needs a clause, because of `default(none)`
            ! OMP0110 `g` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp parallel reduction(+: x)\n#pragma omp task\ny = x;",
        expect![[r#"
        parallel
        - x: reduction(+) exp Clause
        - y: shared imp ParallelShared
          task
          - y: shared imp TaskShared
          - x: firstprivate imp TaskFirstprivate
    "#]],
    );
    check(
        "#pragma omp task depend(in: x, a[n]) if(y) final(z)\nwork(1);",
        expect![[r#"
        task
    "#]],
    );
    check(
        "#pragma omp task default(shared)\nx = 1;",
        expect![[r#"
        task
        - x: shared imp DefaultClause
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp taskloop grainsize(n)\nfor (i = 0; i < n; i++) a[i] = x;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
              taskloop
              - i: private pre IterationPrivate
              - n: shared imp TaskShared
              - a: shared imp TaskShared
              - x: shared imp TaskShared
        "#]],
    );
    check(
        "#pragma omp taskloop lastprivate(x) firstprivate(x)\nfor (i = 0; i < n; i++) x = i;",
        expect![[r#"
            taskloop
            - x: lastprivate exp Clause + firstprivate exp Clause
            - i: private pre IterationPrivate
            - n: firstprivate imp TaskFirstprivate
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp for\nfor (i = 0; i < n; i++) {\n#pragma omp task\na[i] = x;\n}",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
              - x: enclosing imp Enclosing
                task
                - a: shared imp TaskShared
                - i: firstprivate imp TaskFirstprivate
                - x: shared imp TaskShared
        "#]],
    );
    check(
        "#pragma omp taskgroup task_reduction(+: x)\n{\n#pragma omp task in_reduction(+: x)\nx += y;\n}",
        expect![[r#"
            taskgroup
            - x: task_reduction(+) exp Clause + enclosing imp Enclosing
              task
              - x: in_reduction(+) exp Clause
              - y: firstprivate imp TaskFirstprivate
        "#]],
    );
}

#[test]
fn combined_constructs_share_out_clauses() {
    check(
        "#pragma omp parallel for firstprivate(x) lastprivate(y) reduction(max: sum) private(z)\nfor (i = 0; i < n; i++) { z = x; y = z; sum = y; }",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - y: shared exp CombinedEffect
            - sum: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - x: firstprivate exp Clause
              - y: lastprivate exp Clause
              - sum: reduction(max) exp Clause
              - z: private exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel sections firstprivate(x)\n{ y = x; }",
        expect![[r#"
        parallel
        - x: shared exp CombinedEffect
        - y: shared imp ParallelShared
          sections
          - x: firstprivate exp Clause
          - y: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for simd linear(x) lastprivate(y)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - y: shared exp CombinedEffect
            - i: shared pre LastIteration
            - n: shared imp ParallelShared
              for
              - x: lastprivate exp CombinedEffect + firstprivate exp CombinedEffect
              - y: lastprivate exp Clause
              - i: lastprivate pre LastIteration
              - n: enclosing imp Enclosing
                simd
                - x: linear exp Clause
                - y: lastprivate exp Clause
                - i: linear pre SimdLinear
                - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp teams distribute parallel for firstprivate(x) lastprivate(y)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            teams
            - x: shared exp CombinedEffect
            - y: shared exp CombinedEffect
            - n: shared imp TeamsShared
              distribute
              - x: firstprivate exp Clause
              - y: lastprivate exp Clause
              - n: enclosing imp Enclosing
              - i: private pre IterationPrivate
                parallel
                - x: shared exp CombinedEffect
                - y: shared exp CombinedEffect
                - n: shared imp ParallelShared
                  for
                  - x: firstprivate exp Clause
                  - y: lastprivate exp Clause
                  - i: private pre IterationPrivate
                  - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp teams distribute parallel for simd reduction(+: sum) collapse(2)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) sum += m[i][j];",
        expect![[r#"
            teams
            - sum: reduction(+) exp Clause
            - i: shared pre LastIteration
            - j: shared pre LastIteration
            - n: shared imp TeamsShared
            - m: shared imp TeamsShared
              distribute
              - i: lastprivate pre LastIteration
              - j: lastprivate pre LastIteration
              - n: enclosing imp Enclosing
              - sum: enclosing imp Enclosing
              - m: enclosing imp Enclosing
                parallel
                - sum: shared exp CombinedEffect
                - i: shared pre LastIteration
                - j: shared pre LastIteration
                - n: shared imp ParallelShared
                - m: shared imp ParallelShared
                  for
                  - sum: reduction(+) exp Clause
                  - i: lastprivate pre LastIteration
                  - j: lastprivate pre LastIteration
                  - n: enclosing imp Enclosing
                  - m: enclosing imp Enclosing
                    simd
                    - sum: reduction(+) exp Clause
                    - i: lastprivate pre SimdLastprivate
                    - n: enclosing imp Enclosing
                    - j: lastprivate pre SimdLastprivate
                    - m: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel master taskloop simd firstprivate(x) reduction(+: sum)\nfor (i = 0; i < n; i++) sum += x;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - sum: shared exp CombinedEffect
            - i: shared pre LastIteration
            - n: shared imp ParallelShared
              taskloop
              - x: firstprivate exp Clause
              - sum: reduction(+) exp Clause
              - i: lastprivate pre LastIteration
              - n: shared imp TaskShared
                simd
                - sum: reduction(+) exp Clause
                - i: linear pre SimdLinear
                - n: enclosing imp Enclosing
                - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp teams loop reduction(+: sum)\nfor (i = 0; i < n; i++) sum += a[i];",
        expect![[r#"
            teams
            - sum: shared exp CombinedEffect
            - i: shared pre LastIteration
            - n: shared imp TeamsShared
            - a: shared imp TeamsShared
              loop
              - sum: reduction(+) exp Clause
              - i: lastprivate pre LoopLastprivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel loop firstprivate(x)\nfor (i = 0; i < n; i++) a[i] = x;",
        expect![[r#"
            parallel
            - x: firstprivate exp Clause
            - i: shared pre LastIteration
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
              loop
              - i: lastprivate pre LoopLastprivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
              - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for simd\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
            for
            - i: lastprivate pre LastIteration
            - n: enclosing imp Enclosing
            - a: enclosing imp Enclosing
              simd
              - i: linear pre SimdLinear
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel for if(parallel: x) if(simd: y) num_threads(z)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
}

#[test]
fn target_maps_or_copies() {
    check(
        "#pragma omp target\n{ x = n + g; local[0] = a[0] + s.a; m[0][0] = call(1); }",
        expect![[r#"
        target
        - x: firstprivate imp TargetScalar
        - n: firstprivate imp TargetScalar
        - g: firstprivate imp TargetScalar
        - local: map(tofrom) imp TargetAggregate
        - a: map(alloc) imp TargetPointer + firstprivate pre BasePointer
        - s: map(tofrom) imp TargetAggregate
        - m: map(alloc) imp TargetPointer + firstprivate pre BasePointer
        - call: firstprivate imp TargetFunctionPointer
    "#]],
    );
    check(
        "#pragma omp target map(to: a[0:n]) map(from: x)\n{ x = a[0]; }",
        expect![[r#"
        target
        - a: map(to) exp Clause + firstprivate pre BasePointer
        - x: map(from) exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(local, sum)\nsum = local[0];",
        expect![[r#"
        target
        - local: map(tofrom) exp Clause
        - sum: map(tofrom) exp Clause
    "#]],
    );
    check(
        "#pragma omp target private(x) firstprivate(y, local)\nx = y + local[0];",
        expect![[r#"
        target
        - x: private exp Clause
        - y: firstprivate exp Clause
        - local: firstprivate exp Clause
    "#]],
    );
    check(
        "#pragma omp target is_device_ptr(a) has_device_addr(local)\na[0] = local[0];",
        expect![[r#"
        target
        - a: is_device_ptr exp Clause
        - local: has_device_addr exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(always, present, to: x) map(alloc: s.p[0:n])\ny = x + s.p[0];",
        expect![[r#"
            target
            - x: map(present,always,to) exp Clause
            - s: map(alloc) exp Clause
            - y: firstprivate imp TargetScalar
        "#]],
    );
    check(
        "#pragma omp target defaultmap(tofrom: scalar) defaultmap(firstprivate: aggregate)\nx = local[0] + a[0];",
        expect![[r#"
            target
            - x: map(tofrom) imp DefaultmapClause
            - local: firstprivate imp DefaultmapClause
            - a: map(alloc) imp TargetPointer + firstprivate pre BasePointer
        "#]],
    );
    check(
        "#pragma omp target defaultmap(none)\nx = a[0];",
        expect![[r#"
            target
            - x: firstprivate imp Unlisted
            - a: map(alloc) imp Unlisted
            ! OMP0110 `x` needs a clause, because of `defaultmap(none)`
            ! OMP0110 `a` needs a clause, because of `defaultmap(none)`
        "#]],
    );
    check(
        "#pragma omp target defaultmap(present: aggregate) defaultmap(default: scalar)\nx = local[0];",
        expect![[r#"
            target
            - x: firstprivate imp TargetScalar
            - local: map(present,alloc) imp DefaultmapClause
        "#]],
    );
    check(
        "#pragma omp target data map(to: a[0:n], x) use_device_ptr(b)\n{\n#pragma omp target\na[0] = b[0] + x;\n}",
        expect![[r#"
            target data
            - a: map(to) exp Clause
            - x: map(to) exp Clause
            - b: use_device_ptr exp Clause
              target
              - a: map(alloc) imp TargetPointer + firstprivate pre BasePointer
              - b: map(alloc) imp TargetPointer + firstprivate pre BasePointer
              - x: firstprivate imp TargetScalar
        "#]],
    );
    check(
        "#pragma omp target\n#pragma omp parallel for\nfor (i = 0; i < n; i++) local[i] = x;",
        expect![[r#"
            target
            - n: firstprivate imp TargetScalar
            - local: map(tofrom) imp TargetAggregate
            - x: firstprivate imp TargetScalar
              parallel
              - n: shared imp ParallelShared
              - local: shared imp ParallelShared
              - x: shared imp ParallelShared
                for
                - i: private pre IterationPrivate
                - n: enclosing imp Enclosing
                - local: enclosing imp Enclosing
                - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target\n#pragma omp task\nx = local[0];",
        expect![[r#"
        target
        - x: firstprivate imp TargetScalar
        - local: map(tofrom) imp TargetAggregate
          task
          - x: firstprivate imp TaskFirstprivate
          - local: firstprivate imp TaskFirstprivate
    "#]],
    );
}

#[test]
fn combined_targets() {
    check(
        "#pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n])\nfor (i = 0; i < n; i++) sum += a[i] * x;",
        expect![[r#"
            target
            - sum: map(tofrom) exp CombinedEffect
            - a: map(to) exp Clause + firstprivate pre BasePointer
            - n: firstprivate imp TargetScalar
            - x: firstprivate imp TargetScalar
              teams
              - sum: reduction(+) exp Clause
              - n: shared imp TeamsShared
              - a: shared imp TeamsShared
              - x: shared imp TeamsShared
                distribute
                - n: enclosing imp Enclosing
                - sum: enclosing imp Enclosing
                - a: enclosing imp Enclosing
                - x: enclosing imp Enclosing
                - i: private pre IterationPrivate
                  parallel
                  - sum: shared exp CombinedEffect
                  - n: shared imp ParallelShared
                  - a: shared imp ParallelShared
                  - x: shared imp ParallelShared
                    for
                    - sum: reduction(+) exp Clause
                    - i: private pre IterationPrivate
                    - n: enclosing imp Enclosing
                    - a: enclosing imp Enclosing
                    - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target parallel for firstprivate(x) lastprivate(y)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            target
            - x: firstprivate exp Clause
            - y: map(tofrom) exp CombinedEffect
            - n: firstprivate imp TargetScalar
              parallel
              - x: shared exp CombinedEffect
              - y: shared exp CombinedEffect
              - n: shared imp ParallelShared
                for
                - x: firstprivate exp Clause
                - y: lastprivate exp Clause
                - i: private pre IterationPrivate
                - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target parallel firstprivate(a) map(a[0:n])\na[0] = 0;",
        expect![[r#"
        target
        - a: map(tofrom) exp Clause + firstprivate pre BasePointer
          parallel
          - a: firstprivate exp Clause
    "#]],
    );
    check(
        "#pragma omp target teams num_teams(x) thread_limit(y) private(z)\nz = n;",
        expect![[r#"
        target
        - n: firstprivate imp TargetScalar
          teams
          - z: private exp Clause
          - n: shared imp TeamsShared
    "#]],
    );
    check(
        "#pragma omp target simd linear(x)\nfor (i = 0; i < n; i++) local[x] = 0;",
        expect![[r#"
            target
            - x: map(tofrom) exp CombinedEffect
            - i: map(tofrom) pre LastIteration
            - n: firstprivate imp TargetScalar
            - local: map(tofrom) imp TargetAggregate
              simd
              - x: linear exp Clause
              - i: linear pre SimdLinear
              - n: enclosing imp Enclosing
              - local: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target teams loop private(z)\nfor (i = 0; i < n; i++) local[i] = z;",
        expect![[r#"
            target
            - i: map(tofrom) pre LastIteration
            - n: firstprivate imp TargetScalar
            - local: map(tofrom) imp TargetAggregate
              teams
              - i: shared pre LastIteration
              - n: shared imp TeamsShared
              - local: shared imp TeamsShared
                loop
                - z: private exp Clause
                - i: lastprivate pre LoopLastprivate
                - n: enclosing imp Enclosing
                - local: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target parallel reduction(+: a[0:n])\na[0] += 1;",
        expect![[r#"
        target
        - a: map(tofrom) exp CombinedEffect + firstprivate pre BasePointer
        - n: firstprivate imp TargetScalar
          parallel
          - a: reduction(+) exp Clause
    "#]],
    );
    check(
        "#pragma omp target in_reduction(+: x)\nx += 1;",
        expect![[r#"
        target
        - x: in_reduction(+) exp Clause + map(always,tofrom) exp CombinedEffect
    "#]],
    );
    check(
        "#pragma omp target parallel if(target: x) if(parallel: y)\nz = 1;",
        expect![[r#"
        target
        - y: firstprivate imp TargetScalar
        - z: firstprivate imp TargetScalar
          parallel
          - z: shared imp ParallelShared
    "#]],
    );
}

#[test]
fn references_pass_through_nested_constructs() {
    check(
        "#pragma omp parallel\n{\n#pragma omp parallel private(x)\n{ x = y; }\n}",
        expect![[r#"
        parallel
        - y: shared imp ParallelShared
          parallel
          - x: private exp Clause
          - y: shared imp ParallelShared
    "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp parallel firstprivate(x)\n{ z = x; }\n}",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
        - z: shared imp ParallelShared
          parallel
          - x: firstprivate exp Clause
          - z: shared imp ParallelShared
    "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp critical\n{ x = 1; }\n#pragma omp master\n{ y = 1; }\n#pragma omp atomic\nz += 1;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
        "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp target update to(a[x:y])\n#pragma omp flush(z)\n}",
        expect![[r#"
            parallel
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
        "#]],
    );
}

#[test]
fn directives_that_stand_alone_end_no_construct() {
    check(
        "#pragma omp parallel\n{\n#pragma omp barrier\n#pragma omp task\nx = y;\n#pragma omp taskwait\n#pragma omp single\nz = 1;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
              task
              - x: shared imp TaskShared
              - y: shared imp TaskShared
              single
              - z: enclosing imp Enclosing
        "#]],
    );
}

#[test]
fn clauses_refer_to_variables_of_the_constructs_around() {
    check(
        "#pragma omp parallel default(none)\n#pragma omp parallel shared(x)\n;",
        expect![[r#"
        parallel
        - x: shared imp Unlisted
          parallel
          - x: shared exp Clause
        ! OMP0110 `x` needs a clause, because of `default(none)`
    "#]],
    );
    check(
        "#pragma omp parallel default(none)\n#pragma omp parallel private(x)\n;",
        expect![[r#"
        parallel
          parallel
          - x: private exp Clause
    "#]],
    );
    check(
        "#pragma omp parallel default(none)\n#pragma omp task depend(in: x) priority(y)\n;",
        expect![[r#"
            parallel
            - x: shared imp Unlisted
            - y: shared imp Unlisted
              task
            ! OMP0110 `x` needs a clause, because of `default(none)`
            ! OMP0110 `y` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp target parallel for simd if(x)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        target
        - i: map(tofrom) pre LastIteration
        - x: firstprivate imp TargetScalar
        - n: firstprivate imp TargetScalar
          parallel
          - i: shared pre LastIteration
          - x: shared imp ParallelShared
          - n: shared imp ParallelShared
            for
            - i: lastprivate pre LastIteration
            - x: enclosing imp Enclosing
            - n: enclosing imp Enclosing
              simd
              - i: linear pre SimdLinear
              - n: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for simd default(none) shared(n) if(x)\nfor (int c = 0; c < n; c++) ;",
        expect![[r#"
            parallel
            - n: shared exp Clause
            - x: shared imp Unlisted
            - c: private pre DeclaredInside
              for
              - x: enclosing imp Enclosing
              - c: private pre IterationPrivate
              - n: enclosing imp Enclosing
                simd
                - c: linear pre SimdLinear
                - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp taskloop simd in_reduction(+: sum)\nfor (int c = 0; c < 8; c++) sum += 1;",
        expect![[r#"
            taskloop
            - sum: in_reduction(+) exp Clause
            - c: private pre IterationPrivate
              simd
              - sum: reduction(+) exp CombinedEffect
              - c: linear pre SimdLinear
        "#]],
    );
}

#[test]
fn what_is_long_takes_no_longer_than_its_length() {
    let names: Vec<String> = (0..5000).map(|number| format!("v{number}")).collect();
    let list = names.join(", ");
    let uses = names.join(" += 1; ");
    let again = "map(tofrom: v0) firstprivate(v1) ".repeat(2000);
    let source = format!(
        "int {list};\nvoid f(int n) {{\n#pragma omp target teams distribute parallel for firstprivate({list}) lastprivate({list}) {again}\nfor (int i = 0; i < n; i++) {{ {uses} += 1; }}\n}}\n"
    );
    assert_eq!(describe(&source).lines().count(), 5 + 5 * 5000 + 5 * 2);
}

#[test]
fn names_that_clauses_introduce_are_not_referred_to() {
    check(
        "#pragma omp parallel\n#pragma omp task depend(iterator(it = 0:n), in: a[it])\nx = 1;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
              task
              - x: shared imp TaskShared
        "#]],
    );
    check(
        "#pragma omp declare reduction(plus: int: omp_out += omp_in) initializer(omp_priv = 0)\n#pragma omp parallel reduction(plus: x)\nx += 1;",
        expect![[r#"
            parallel
            - x: reduction exp Clause
        "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp target update to(iterator(it = 0:n): a[it])\n}",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
        "#]],
    );
    check(
        "#pragma omp parallel private(x) allocate(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: private exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(mapper(default), to: x) map(iterator(it = 0:n), to: a[it])\nx = a[0];",
        expect![[r#"
            target
            - x: map(to) exp Clause
            - a: map(to) exp Clause + firstprivate pre BasePointer
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp ordered\n{\n#pragma omp cancel parallel if(x)\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
        "#]],
    );
}

#[test]
fn array_sections_in_reductions() {
    check(
        "#pragma omp parallel for reduction(+: a[0:n])\nfor (i = 0; i < 8; i++) a[i] += 1;",
        expect![[r#"
            parallel
            - a: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - a: reduction(+) exp Clause
              - i: private pre IterationPrivate
        "#]],
    );
    check(
        "#pragma omp parallel reduction(-: x) reduction(task, +: y)\n{ x -= 1; y += 1; }",
        expect![[r#"
            parallel
            - x: reduction(+) exp Clause
            - y: reduction(+) exp Clause
        "#]],
    );
}

#[test]
fn threads_may_share_what_their_own_pointers_lead_to() {
    check(
        "#pragma omp for reduction(+: a[0:4])\nfor (i = 0; i < 8; i++) a[i & 3] += 1;",
        expect![[r#"
        for
        - a: reduction(+) exp Clause
        - i: private pre IterationPrivate
    "#]],
    );
    check(
        "#pragma omp for reduction(+: g)\nfor (i = 0; i < 8; i++) g += 1;",
        expect![[r#"
        for
        - g: reduction(+) exp Clause
        - i: private pre IterationPrivate
    "#]],
    );
}

#[test]
fn loops_below_transformations_count() {
    check(
        "#pragma omp for\n#pragma omp tile sizes(4)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        for
        - i: private pre IterationPrivate
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for collapse(2)\n#pragma omp tile sizes(4, 4)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = 0;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - m: shared imp ParallelShared
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - j: private pre IterationPrivate
              - m: enclosing imp Enclosing
        "#]],
    );
}

#[test]
fn clauses_that_contradict_each_other() {
    check(
        "#pragma omp parallel private(x) shared(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: private exp Clause + shared exp Clause
        ! OMP0111 `x` is in `private` and in `shared`
    "#]],
    );
    check(
        "#pragma omp parallel for private(x) firstprivate(x)\nfor (i = 0; i < n; i++) x = 1;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - x: private exp Clause + firstprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
            ! OMP0111 `x` is in `private` and in `firstprivate`
        "#]],
    );
    check(
        "#pragma omp parallel for firstprivate(x) lastprivate(x)\nfor (i = 0; i < n; i++) x = 1;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - x: firstprivate exp Clause + lastprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel reduction(+: x) reduction(*: x)\nx = 1;",
        expect![[r#"
        parallel
        - x: reduction(+) exp Clause + reduction(*) exp Clause
        ! OMP0111 `x` is in two clauses `reduction`
    "#]],
    );
    check(
        "#pragma omp target teams is_device_ptr(a) shared(a)\na[0] = 1;",
        expect![[r#"
        target
        - a: is_device_ptr exp Clause
          teams
          - a: shared exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(x) private(x)\nx = 1;",
        expect![[r#"
        target
        - x: map(tofrom) exp Clause + private exp Clause
        ! OMP0111 `x` is in `map` and in `private`
    "#]],
    );
    check(
        "#pragma omp target map(a[0:n]) firstprivate(a)\na[0] = 1;",
        expect![[r#"
            target
            - a: map(tofrom) exp Clause + firstprivate pre BasePointer + firstprivate exp Clause
            ! OMP0111 `a` is in `map` and in `firstprivate`
        "#]],
    );
    check(
        "#pragma omp target parallel map(x) private(x)\nx = 1;",
        expect![[r#"
        target
        - x: map(tofrom) exp Clause
          parallel
          - x: private exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(to: a) is_device_ptr(a)\na[0] = 1;",
        expect![[r#"
        target
        - a: map(to) exp Clause + is_device_ptr exp Clause
        ! OMP0111 `a` is in `map` and in `is_device_ptr`
    "#]],
    );
    check(
        "#pragma omp single copyprivate(x) private(x)\nx = 1;",
        expect![[r#"
        single
        - x: copyprivate exp Clause + private exp Clause
        ! OMP0111 `x` is in `copyprivate` and in `private`
    "#]],
    );
}

#[test]
fn clauses_against_predetermined_attributes() {
    check(
        "#pragma omp parallel for shared(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        parallel
        - i: shared exp Clause
        - n: shared imp ParallelShared
          for
          - i: private pre IterationPrivate
          - n: enclosing imp Enclosing
        ! OMP0112 `i` is the iteration variable of an associated loop and may not be in `shared`
    "#]],
    );
    check(
        "#pragma omp for firstprivate(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
            for
            - i: firstprivate exp Clause
            - n: enclosing imp Enclosing
            ! OMP0112 `i` is the iteration variable of an associated loop and may not be in `firstprivate`
            ! OMP0113 `i` is in `firstprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp for reduction(+: i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
            for
            - i: reduction(+) exp Clause
            - n: enclosing imp Enclosing
            ! OMP0112 `i` is the iteration variable of an associated loop and may not be in `reduction`
            ! OMP0113 `i` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp simd linear(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        simd
        - i: linear exp Clause
        - n: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel copyin(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: copyin exp Clause + shared imp ParallelShared
        ! OMP0112 `x` is in `copyin` and is not threadprivate
    "#]],
    );
}

#[test]
fn worksharing_needs_variables_of_the_team() {
    check(
        "#pragma omp parallel private(x)\n#pragma omp for lastprivate(x)\nfor (i = 0; i < n; i++) x = 1;",
        expect![[r#"
            parallel
            - x: private exp Clause
            - n: shared imp ParallelShared
              for
              - x: lastprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
            ! OMP0113 `x` is in `lastprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel\n{ int own = 0;\n#pragma omp for reduction(+: own)\nfor (i = 0; i < n; i++) own += 1;\n}",
        expect![[r#"
            parallel
            - own: private pre DeclaredInside
            - n: shared imp ParallelShared
              for
              - own: reduction(+) exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
            ! OMP0113 `own` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp for reduction(+: x)\nfor (i = 0; i < n; i++) x += 1;",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - n: shared imp ParallelShared
              for
              - x: reduction(+) exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for reduction(+: x)\nfor (i = 0; i < n; i++) x += 1;",
        expect![[r#"
            for
            - x: reduction(+) exp Clause
            - i: private pre IterationPrivate
            - n: enclosing imp Enclosing
            ! OMP0113 `x` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel firstprivate(x)\n#pragma omp for firstprivate(x)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            parallel
            - x: firstprivate exp Clause
            - n: shared imp ParallelShared
            - y: shared imp ParallelShared
              for
              - x: firstprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - y: enclosing imp Enclosing
            ! OMP0113 `x` is in `firstprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel\n{ static int own;\n#pragma omp for reduction(+: own)\nfor (i = 0; i < n; i++) own += 1;\n}",
        expect![[r#"
            parallel
            - own: shared pre StaticInside
            - n: shared imp ParallelShared
              for
              - own: reduction(+) exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
}

#[test]
fn threadprivate_variables() {
    check_unit(
        "static int t; extern int u;\n#pragma omp threadprivate(t, u)\nvoid f(void) {\nstatic int v;\n#pragma omp threadprivate(v)\n#pragma omp parallel copyin(t)\n{ t = u + v;\n#pragma omp single copyprivate(u)\nu = t;\n#pragma omp task\nt = 1;\n}\n}\n",
        expect![[r#"
            parallel
            - t: copyin exp Clause + threadprivate pre Threadprivate
            - u: threadprivate pre Threadprivate
            - v: threadprivate pre Threadprivate
              single
              - u: copyprivate exp Clause + threadprivate pre Threadprivate
              - t: threadprivate pre Threadprivate
              task
              - t: threadprivate pre Threadprivate
        "#]],
    );
    check_unit(
        "_Thread_local int t;\nvoid f(void) {\n#pragma omp parallel default(none)\nt = 1;\n}\n",
        expect![[r#"
            parallel
            - t: threadprivate pre Threadprivate
        "#]],
    );
    check_unit(
        "static int t;\n#pragma omp threadprivate(t)\nvoid f(void) {\n#pragma omp parallel private(t)\nt = 1;\n}\n",
        expect![[r#"
            parallel
            - t: private exp Clause
            ! OMP0112 `t` is threadprivate and may not be in `private`
        "#]],
    );
}

#[test]
fn variables_on_the_device() {
    check_unit(
        "#pragma omp begin declare target\nint x; double y[4];\n#pragma omp end declare target\nint z;\n#pragma omp declare target(z)\nint w;\n#pragma omp declare target link(w)\nint plain;\nvoid f(void) {\n#pragma omp target\n{ x = y[0] + z + w + plain; }\n}\n",
        expect![[r#"
            target
            - x: map(tofrom) imp DeclareTarget
            - y: map(tofrom) imp DeclareTarget
            - z: map(tofrom) imp DeclareTarget
            - w: map(tofrom) imp DeclareTarget
            - plain: firstprivate imp TargetScalar
        "#]],
    );
    check_unit(
        "#pragma omp declare target\nint x;\n#pragma omp end declare target\nint y;\nvoid f(void) {\n#pragma omp target\nx = y;\n}\n",
        expect![[r#"
            target
            - x: map(tofrom) imp DeclareTarget
            - y: firstprivate imp TargetScalar
        "#]],
    );
}

#[test]
fn programs_without_constructs() {
    check_unit("void f(int n) {\n#pragma omp barrier\n#pragma omp taskwait\nn = 1;\n}\n", expect![[r#""#]]);
    check_unit("void f(int n) {\n#pragma acc parallel\nn = 1;\n}\n", expect![[r#""#]]);
}

#[test]
fn variable_length_arrays_and_pointers_to_them() {
    check_unit(
        "void f(int n, double v[n][n]) {\ndouble w[n];\n#pragma omp target\nw[0] = v[0][0];\n#pragma omp parallel\nw[0] = v[0][0];\n}\n",
        expect![[r#"
            target
            - w: map(tofrom) imp TargetAggregate
            - v: map(alloc) imp TargetPointer + firstprivate pre BasePointer
            parallel
            - w: shared imp ParallelShared
            - v: shared imp ParallelShared
        "#]],
    );
}

#[test]
fn unions_and_typedefs() {
    check_unit(
        "typedef double row[4]; union u { int a; float b; };\nvoid f(union u v, float _Complex c, enum { A } e) {\nrow r;\n#pragma omp target\nr[0] = v.a + e + (c == 0);\n}\n",
        expect![[r#"
            target
            - r: map(tofrom) imp TargetAggregate
            - v: map(tofrom) imp TargetAggregate
            - e: firstprivate imp TargetScalar
            - c: firstprivate imp TargetScalar
        "#]],
    );
}
