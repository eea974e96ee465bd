//! Warnings about scalars that the workers or vector lanes of a gang assign and share, and cases without a
//! warning.

use std::sync::Arc;

use clacc_sema::db::files::Volatility;
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_syntax::parse::ParseLimits;

/// Checks the warnings about the body of a function: for each loop the variables, then the notes.
fn check(cases: &[(&str, &[&str])]) {
    for (body, expected) in cases {
        let text =
            format!("void f(int n, float *a, float s) {{ int i, j; float t = 0, u; int k;\n{body}\n}}\n");
        let mut db = Database::default();
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        let found: Vec<String> = diagnostics(&db, unit)
            .iter()
            .flat_map(|finding| {
                let message =
                    finding.message.replace(" assigned by the iterations of this loop, which share", "");
                std::iter::once(format!("{} {message}", finding.code.id)).chain(finding.notes.clone())
            })
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn temporaries_of_a_gang_are_reported_once_a_loop() {
    check(&[
        (
            "#pragma acc parallel loop gang vector
            for (i = 0; i < n; i++) { t = a[i]; u = t * t; a[i] = u + t; t = 0; }",
            &["ACC0106 `t`, `u` are them", "`private(t, u)` on the loop gives each iteration its own"],
        ),
        (
            "#pragma acc parallel loop gang
            for (i = 0; i < n; i++) {
                t = i;
                #pragma acc loop worker
                for (j = 0; j < n; j++) for (k = 0; k < 3; k++) a[k] += t;
            }",
            &["ACC0106 `k` is it", "`private(k)` on the loop gives each iteration its own"],
        ),
        (
            "#pragma acc parallel
            {
                float own;
                #pragma acc loop worker
                for (i = 0; i < n; i++) (own) = i;
            }",
            &["ACC0106 `own` is it", "`private(own)` on the loop gives each iteration its own"],
        ),
        (
            "#pragma acc parallel loop gang private(t)
            for (i = 0; i < n; i++) {
                #pragma acc loop worker
                for (j = 0; j < n; j++) {
                    u = j;
                    #pragma acc loop vector
                    for (k = 0; k < n; k++) t = u;
                }
            }",
            &[
                "ACC0106 `u` is it",
                "`private(u)` on the loop gives each iteration its own",
                "ACC0106 `t` is it",
                "`private(t)` on the loop gives each iteration its own",
            ],
        ),
    ]);
}

#[test]
fn what_is_accumulated_asks_for_a_reduction() {
    check(&[
        (
            "#pragma acc parallel loop gang reduction(+:s)
            for (i = 0; i < n; i++) {
                #pragma acc loop worker
                for (j = 0; j < n; j++) { t = a[j]; s += t; }
            }",
            &[
                "ACC0106 `t`, `s` are them",
                "`private(t)` on the loop gives each iteration its own",
                "`reduction` on the loop combines what the iterations make of `s`",
            ],
        ),
        (
            "#pragma acc parallel loop gang private(t, k)
            for (i = 0; i < n; i++) {
                #pragma acc loop worker
                for (j = 0; j < n; j++) {
                    #pragma acc loop vector reduction(+:t)
                    for (int m = 0; m < n; m++) { t = t + a[m]; k++; }
                }
            }",
            &[
                "ACC0106 `t` is it",
                "`reduction` on the loop combines what the iterations make of `t`",
                "ACC0106 `k` is it",
                "`reduction` on the loop combines what the iterations make of `k`",
            ],
        ),
    ]);
}

#[test]
fn an_atomic_construct_hides_nothing_behind_it() {
    let assigned = ["ACC0106 `t` is it", "`private(t)` on the loop gives each iteration its own"];
    check(&[
        (
            "#pragma acc parallel loop gang
            for (i = 0; i < n; i++) {
                #pragma acc atomic
                a[0] += 2;
                #pragma acc loop vector
                for (j = 0; j < n; j++) t = j;
            }",
            &assigned,
        ),
        (
            "#pragma acc parallel loop gang vector
            for (i = 0; i < n; i++) {
                #pragma acc atomic
                a[0] += 2;
                t = i;
            }",
            &assigned,
        ),
    ]);
}

/// The variable that an atomic construct captures into is assigned as any other.
#[test]
fn an_atomic_construct_makes_one_access_atomic() {
    let assigned = ["ACC0106 `t` is it", "`private(t)` on the loop gives each iteration its own"];
    let program = |atomic: &str| {
        format!(
            "#pragma acc parallel loop gang vector\nfor (i = 0; i < n; i++) {{\n#pragma acc atomic {atomic}\n}}"
        )
    };
    for atomic in ["capture\nt = a[0]++;", "read\nt = a[0];", "capture\n{ t = a[0]; a[0] = i; }"] {
        check(&[(&program(atomic), &assigned)]);
    }
    for atomic in ["capture\na[i] = t++;", "write\nt = i;", "capture\n{ t += i; a[i] = t; }"] {
        check(&[(&program(atomic), &[])]);
    }
}

#[test]
fn what_each_iteration_or_everybody_has_is_not_reported() {
    check(&[
        (
            "#pragma acc parallel loop gang vector private(t)\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }",
            &[],
        ),
        ("#pragma acc parallel loop worker\nfor (i = 0; i < n; i++) { float v; v = i; a[i] = v; }", &[]),
        ("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }", &[]),
        ("#pragma acc parallel loop seq\nfor (i = 0; i < n; i++) t = i;", &[]),
        ("#pragma acc parallel loop vector copy(t)\nfor (i = 0; i < n; i++) t = 1;", &[]),
        (
            "#pragma acc parallel loop gang vector reduction(max:s)\nfor (i = 0; i < n; i++) s = a[i] > s ? a[i] : s;",
            &[],
        ),
        ("#pragma acc parallel loop vector\nfor (i = 0; i < n; i++) {\n#pragma acc atomic\nt += i;\n}", &[]),
        ("#pragma acc kernels loop vector\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }", &[]),
    ]);
}
