//! Warnings about scalars that the workers or vector lanes of a gang assign and share, and cases without a
//! warning.

use std::sync::Arc;

use clacc_sema::db::files::Volatility;
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::source::FileRange;

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
                    finding.message.replace("the iterations of this loop overwrite each other's ", "");
                std::iter::once(format!("{} {message}", finding.code.id)).chain(finding.notes.clone())
            })
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn what_the_loop_leaves_in_a_variable_of_a_gang_is_reported_once_a_loop() {
    check(&[
        (
            "#pragma acc parallel
            {
                #pragma acc loop gang vector
                for (i = 0; i < n; i++) { t = a[i]; u = t * t; a[i] = u + t; t = 0; }
                a[0] = t + u;
            }",
            &[
                "ACC0106 `t`, `u`",
                "`private(t, u)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
            ],
        ),
        (
            "#pragma acc parallel loop gang
            for (i = 0; i < n; i++) {
                t = i;
                #pragma acc loop worker
                for (j = 0; j < n; j++) for (k = 0; k < 3; k++) a[i * n + j] += t;
                a[i] += k;
            }",
            &[
                "ACC0106 `k`",
                "`private(k)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
            ],
        ),
        (
            "#pragma acc parallel
            {
                float own;
                #pragma acc loop worker
                for (i = 0; i < n; i++) { if (i) (own) = i; a[i] = own; }
            }",
            &[
                "ACC0106 `own`",
                "`private(own)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
            ],
        ),
        (
            "#pragma acc parallel loop gang private(t)
            for (i = 0; i < n; i++) {
                #pragma acc loop worker
                for (j = 0; j < n; j++) {
                    if (j) u = j;
                    #pragma acc loop vector
                    for (k = 0; k < n; k++) t = u;
                    a[j] = t;
                }
            }",
            &[
                "ACC0106 `u`",
                "`private(u)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
                "ACC0106 `t`",
                "`private(t)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
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
                for (j = 0; j < n; j++) { if (j) t = a[j]; s += t; a[j] = s; }
            }",
            &[
                "ACC0106 `t`, `s`",
                "`private(t)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
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
                    k *= 2;
                    t *= 2;
                }
            }",
            &[
                "ACC0106 `t`, `k`",
                "`reduction` on the loop combines what the iterations make of `t`, `k`",
                "ACC0106 `k`",
                "`reduction` on the loop combines what the iterations make of `k`",
            ],
        ),
    ]);
}

/// The findings about the body of a function.
fn findings(body: &str) -> Vec<Diagnostic<FileRange>> {
    let text = format!(
        "void f(int n, float *a, float s) {{ int i, j; float t = 0, u; int k; short h; _Bool b;\n{body}\n}}\n"
    );
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
    diagnostics(&db, unit).to_vec()
}

/// The loops of these variables that lack a reduction, with the clauses that they need.
fn check_missing(body: &str, clauses: &[&str]) {
    let found = findings(body);
    let missing = found.iter().filter(|finding| finding.code.id == "ACC0118");
    let notes: Vec<_> = missing.flat_map(|finding| finding.notes.clone()).collect();
    let ends = " must stand on each loop that the reduction spans (OpenACC 3.4 2.9.11)";
    let expected: Vec<_> = clauses.iter().map(|clause| format!("`{clause}`{ends}")).collect();
    assert_eq!(notes, expected, "{body}");
}

#[test]
fn a_reduction_on_one_loop_is_missed_on_the_loops_inside() {
    let inside = |clauses: &str, inner: &str, body: &str| {
        format!(
            "#pragma acc parallel loop gang {clauses}\nfor (i = 0; i < n; i++) {{\n#pragma acc loop worker\nfor (j = 0; j < n; j++) {{\n#pragma acc loop vector {inner}\nfor (k = 0; k < n; k++) {{ {body} }}\n}}\n}}"
        )
    };
    for (operator, bodies) in [
        (
            "+",
            &[
                "s += a[k];",
                "s = s + a[k];",
                "s = a[k] + s;",
                "s -= a[k];",
                "s = s + a[k] - a[j];",
                "s++;",
                "if (a[k] > 0) s += 1;",
            ][..],
        ),
        ("*", &["s *= a[k];", "s = s * a[k] * 2;"]),
        (
            "max",
            &[
                "s = s > a[k] ? s : a[k];",
                "s = (s) < (a[k]) ? (a[k]) : (s);",
                "if (a[k] > s) s = a[k];",
                "if (s <= a[k]) { s = a[k]; }",
            ],
        ),
        ("min", &["s = s > a[k] ? a[k] : s;", "if (a[k] < s) s = a[k];"]),
    ] {
        let clause = format!("reduction({operator}:s)");
        for body in bodies {
            check_missing(&inside(&clause, "", body), &[&clause, &clause]);
            check_missing(&inside(&clause, &clause, body), &[&clause]);
            check_missing(&inside("private(s)", "", body), &[&clause, &clause]);
            check_missing(&inside("", "", body), &[&clause, &clause]);
        }
    }
    for body in [
        "s = a[k];",
        "s += s;",
        "s = s + s - a[k];",
        "s += a[k]; a[k] = s;",
        "s += a[k]; s *= 2;",
        "s = a[k] - s;",
        "s /= a[k];",
        "s = s > a[k] ? a[k] : a[j];",
        "if (a[k] > s) s = a[j];",
        "if (a[k] > s) s = a[k]; else s = 0;",
        "if (a[k] > s) { s = a[k]; a[k] = 0; }",
        "s += a[k]; a[0] = *&s;",
    ] {
        check_missing(&inside("", "", body), &[]);
        check_missing(&inside("reduction(+:s)", "", body), &[]);
    }
    // Another operator, a converted sum, and types that compilers reduce with difficulty.
    check_missing(&inside("reduction(*:s)", "", "s += a[k];"), &[]);
    for sum in
        ["int own = 0", "short own = 0", "_Bool own = 0", "volatile float own = 0", "_Atomic int own = 0"]
    {
        let body = inside("", "", "own += a[k];");
        check_missing(&body.replacen("{\n", &format!("{{ {sum};\n"), 1), &[]);
    }
    let whole = inside("", "", "own += k;").replacen("{\n", "{ int own = 0;\n", 1);
    check_missing(&whole, &["reduction(+:own)", "reduction(+:own)"]);
}

#[test]
fn independent_loops_of_kernels_miss_the_reductions_of_what_they_only_combine() {
    let independent = |clauses: &str, body: &str| {
        format!(
            "#pragma acc kernels loop independent {clauses}\nfor (i = 0; i < n; i++) {{ {body} }}\na[0] += s + t + k + h + b;"
        )
    };
    check_missing(&independent("", "s += a[i];"), &["reduction(+:s)"]);
    check_missing(
        &independent("copy(s)", "s += a[i]; if (a[i] > t) t = a[i];"),
        &["reduction(+:s) reduction(max:t)"],
    );
    let nested = "\n#pragma acc loop independent\nfor (j = 0; j < n; j++) k += j;";
    check_missing(&independent("", nested), &["reduction(+:k)", "reduction(+:k)"]);
    check_missing(&independent("reduction(+:k)", nested), &["reduction(+:k)"]);
    check_missing(&independent("reduction(+:k)", &nested.replace("ent", "ent reduction(+:k)")), &[]);
    for body in
        ["s += a[i]; a[i] = s;", "s += a[i]; s *= 2;", "h += i;", "b = b || i;", "k += a[i];", "s = a[i];"]
    {
        check_missing(&independent("", body), &[]);
        assert_eq!(
            findings(&independent("", body)).first().map(|found| found.code.id),
            Some("ACC0140"),
            "{body}"
        );
    }
}

#[test]
fn loops_whose_sums_others_share_are_left_as_they_are() {
    for body in [
        "#pragma acc parallel loop gang vector\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc parallel loop gang num_gangs(1) copy(s)\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc parallel loop copy(s)\nfor (i = 0; i < n; i++)\n#pragma acc atomic\ns += a[i];",
        "#pragma acc parallel loop copy(s) reduction(+:s)\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc serial loop copy(s)\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc kernels loop copy(s)\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc parallel loop seq\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc parallel loop gang worker\nfor (i = 0; i < n; i++) {\n#pragma acc loop vector\nfor (j = 0; j < n; j++) s += a[j];\n}",
        "#pragma acc parallel\n{\n#pragma acc loop worker\nfor (j = 0; j < n; j++) {\n#pragma acc atomic\ns += a[j];\n}\n}",
        "#pragma acc parallel\n{\n#pragma acc loop worker private(s)\nfor (j = 0; j < n; j++) s += a[j];\n}",
    ] {
        check_missing(body, &[]);
    }
    let temporary = "#pragma acc parallel loop gang worker\nfor (i = 0; i < n; i++) {\nt = 0;\n#pragma acc loop vector\nfor (j = 0; j < n; j++) t += a[j];\na[i] = t;\n}";
    check_missing(temporary, &["reduction(+:t)"]);
    for mapped in [
        "#pragma acc parallel loop copy(s)\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc parallel loop vector copy(s)\nfor (i = 0; i < n; i++) s += a[i];",
        "#pragma acc data copy(s)\n#pragma acc parallel loop worker\nfor (i = 0; i < n; i++) for (k = 0; k < n; k++) s += a[i];",
    ] {
        check_missing(mapped, &["reduction(+:s)"]);
    }
    check_missing("#pragma acc loop vector\nfor (j = 0; j < n; j++) t += a[j];", &["reduction(+:t)"]);
}

#[test]
fn an_atomic_construct_hides_nothing_behind_it() {
    let assigned = [
        "ACC0106 `t`",
        "`private(t)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
    ];
    check(&[
        (
            "#pragma acc parallel loop gang
            for (i = 0; i < n; i++) {
                #pragma acc atomic
                a[0] += 2;
                #pragma acc loop vector
                for (j = 0; j < n; j++) t = j;
                t;
            }",
            &assigned,
        ),
        (
            "#pragma acc parallel loop gang vector
            for (i = 0; i < n; i++) {
                #pragma acc atomic
                a[0] += 2;
                if (i) t = i;
                t;
            }",
            &assigned,
        ),
    ]);
}

/// The variable that an atomic construct captures into is assigned as any other.
#[test]
fn an_atomic_construct_makes_one_access_atomic() {
    let assigned = [
        "ACC0106 `t`",
        "`private(t)` on the loop gives each iteration its own; `seq` keeps the order, if one needs the value of another",
    ];
    let program = |atomic: &str| {
        format!(
            "#pragma acc parallel loop gang vector\nfor (i = 0; i < n; i++) {{ t;\n#pragma acc atomic {atomic}\n}}"
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

const COLLECTED: &str = "`atomic` on the assignment lets one after another change the element, and a scalar with \
                         `reduction` collects what the iterations make of it";

#[test]
fn an_element_that_all_iterations_accumulate_into_is_reported() {
    for body in [
        "#pragma acc parallel loop\nfor (i = 0; i < n; i++) a[0] += i;",
        "#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) *a = *a + i;",
        "k = 3;\n#pragma acc parallel loop copy(a[0:n])\nfor (i = 0; i < n; i++) a[k + 1]++;",
        "#pragma acc parallel loop private(j)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) a[j] += i;",
        "#pragma acc parallel loop collapse(2)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) a[i] = j + a[i];",
        "#pragma acc parallel num_gangs(1)\n{\n#pragma acc loop vector\nfor (i = 0; i < n; i++) a[0] += i;\n}",
        "#pragma acc parallel\n{ float a[2];\n#pragma acc loop gang worker\nfor (i = 0; i < n; i++) a[0] += i; }",
    ] {
        check(&[(
            body,
            &["ACC0125 the iterations of this loop accumulate into the same element of `a`", COLLECTED],
        )]);
    }
}

#[test]
fn elements_that_iterations_do_not_share_are_not_reported() {
    for body in [
        "#pragma acc parallel loop\nfor (i = 0; i < n; i++) a[i] += i;",
        "#pragma acc parallel loop private(j)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) a[i] += j;",
        "#pragma acc parallel loop private(j)\nfor (i = 0; i < n; i++) for (j = 4 * i; j < 4 * i + 4; j++) a[j] += i;",
        "#pragma acc parallel loop private(k)\nfor (i = 0; i < n; i++) { k = 2 * i; a[k] += i; }",
        "#pragma acc parallel loop\nfor (i = 0; i < n; i++) a[0] = i;",
        "#pragma acc parallel loop\nfor (i = 0; i < n; i++) if (i == 3) a[0] += i;",
        "#pragma acc parallel loop\nfor (i = 0; i < n; i++) { if (i != 3) continue; a[0] += i; }",
        "#pragma acc parallel loop\nfor (i = 0; i < n; i++) {\n#pragma acc atomic\na[0] += i;\n}",
        "#pragma acc parallel loop\nfor (i = 0; i < n; i++) { float own[2]; own[0] = 1; own[0] += i; a[i] = own[0]; }",
        "#pragma acc parallel\n{ float own[2];\n#pragma acc loop gang\nfor (i = 0; i < n; i++) { own[0] = 1; own[0] += i; a[i] = own[0]; } }",
        "#pragma acc parallel loop seq\nfor (i = 0; i < n; i++) a[0] += i;",
        "#pragma acc parallel loop gang num_gangs(1)\nfor (i = 0; i < n; i++) a[0] += i;",
        "#pragma acc parallel loop reduction(+:a[0])\nfor (i = 0; i < n; i++) a[0] += i;",
        "#pragma acc kernels loop\nfor (i = 0; i < n; i++) a[0] += i;",
        "#pragma acc serial loop\nfor (i = 0; i < n; i++) a[0] += i;",
    ] {
        check(&[(body, &[])]);
    }
}

/// Two gang loops of one construct with these statements.
fn two_loops(construct: &str, first: &str, second: &str) -> String {
    let gang_loop =
        |body: &str| format!("#pragma acc loop gang private(j)\nfor (i = 1; i < n; i++) {body}\n");
    format!("float b[9], c[9][9];\n#pragma acc {construct}\n{{\n{}{}}}", gang_loop(first), gang_loop(second))
}

#[test]
fn gang_loops_that_need_each_others_elements_are_reported() {
    let each = "a compute construct of its own for each loop makes the second one wait for the first";
    for (first, second, array) in [
        ("b[i] = a[i];", "a[i] = b[i - 1];", "b"),
        ("b[i] = a[i + 1];", "a[i] = i;", "a"),
        ("b[i] = a[i];", "for (j = 1; j < n; j++) a[i] += b[j];", "b"),
        ("for (j = 1; j < n; j++) c[i][j] = i;", "for (j = 1; j < n; j++) a[i] += c[j][i];", "c"),
        ("b[i] = a[i];", "a[i] = b[1];", "b"),
        ("for (j = 1; j < n; j++) c[j][i] = i;", "for (j = 1; j < n; j++) a[i] += c[j][i - 1];", "c"),
    ] {
        let message = format!(
            "ACC0126 gangs do not wait for each other before this loop, and elements of `{array}` need it"
        );
        check(&[(&two_loops("parallel", first, second), &[&message, each])]);
    }
}

#[test]
fn gang_loops_that_may_be_independent_are_not_reported() {
    for (construct, first, second) in [
        ("parallel", "b[i] = a[i];", "a[i] = b[i];"),
        ("parallel", "b[i] = a[i];", "c[1][i] = a[i - 1];"),
        ("parallel", "b[i] = a[i];", "a[i] = b[i + n];"),
        ("parallel", "c[i][i] = i;", "for (j = 1; j < n; j++) a[i] += c[i][j];"),
        ("parallel", "c[1][i] = a[i];", "a[i] = c[2][i - 1];"),
        ("parallel num_gangs(1)", "b[i] = a[i];", "a[i] = b[i - 1];"),
        ("parallel private(b)", "b[i] = i;", "a[i] = b[i - 1];"),
        ("kernels", "b[i] = a[i];", "a[i] = b[i - 1];"),
        // The lower triangle is changed, and the upper one is read.
        ("parallel", "for (j = 1; j < i; j++) c[i][j] = 1;", "for (j = 1; j < i; j++) a[i] += c[j][i];"),
    ] {
        check(&[(&two_loops(construct, first, second), &[])]);
    }
    let gang_loop = |body: &str| format!("#pragma acc loop gang\nfor (i = 1; i < n; i++) {body}\n");
    let (first, second) = (gang_loop("b[i] = i;"), gang_loop("a[i] = b[i - 1];"));
    let either =
        format!("float b[9];\n#pragma acc parallel\n{{ if (n > 5) {{\n{first}}} else {{\n{second}}} }}");
    let both = format!("float b[9];\n#pragma acc parallel\n{{ if (n > 5) {{\n{first}{second}}} }}");
    check(&[(&either, &[])]);
    check(&[(
        &both,
        &[
            "ACC0126 gangs do not wait for each other before this loop, and elements of `b` need it",
            "a compute construct of its own for each loop makes the second one wait for the first",
        ],
    )]);
}

#[test]
fn iterations_that_swap_their_elements_are_reported() {
    let note = "they are executed at the same time; `seq` on the loop keeps their order";
    let message = "ACC0129 iterations of this loop use elements of `c` that other iterations change";
    let with = |clauses: &str, body: &str| {
        format!(
            "float c[9][9];\n#pragma acc parallel loop {clauses}\nfor (i = 0; i < n; i++) for (j = 0; {body}"
        )
    };
    for clauses in ["gang private(j)", "gang collapse(2)", "gang tile(2, 2)"] {
        let case = with(clauses, "j < n; j++) c[i][j] = c[j][i];");
        check(&[(&case, &[message, note])]);
    }
    for triangle in [
        "j < i; j++) c[i][j] = c[j][i];",
        "j < i; j++) c[i][j] /= c[j][j];",
        "j <= i; j++) { c[i][j] = i; c[j][i] = c[i][j]; }",
        "j < n; j++) if (j < i) c[i][j] = c[j][i];",
    ] {
        check(&[(&with("gang private(j)", triangle), &[])]);
    }
    // The right sides of one triangular system each need the rows above.
    let rows = "j < i; j++) for (k = 0; k < n; k++) c[i][k] -= a[j] * c[j][k];";
    check(&[(&with("gang private(j, k)", rows), &[message, note])]);
}

#[test]
fn pointers_that_change_in_a_loop_are_not_compared() {
    let text = "float *p, *q;\n#pragma acc parallel loop gang\nfor (i = 1; i < n; i++) {
        p = a; p[i] = 1; p = q; p[i] = p[i - 1]; }";
    check(&[(text, &[])]);
}

#[test]
fn a_scalar_that_is_used_behind_its_lost_copies_is_reported() {
    let message = "ACC0127 what this construct adds to its copy of `t` is lost at its end";
    let note = "`reduction` brings the result back, and so does `copy(t)` where one thread adds";
    for (body, is_lost) in [
        ("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) t += a[i];\na[0] = t;", true),
        ("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) t = a[i] > t ? a[i] : t;\nt += 1;", true),
        ("#pragma acc serial\nt++;\na[0] = t;", true),
        ("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) t += a[i];\nt = 0; a[0] = t;", false),
        ("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) t += a[i];", false),
        ("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) t = a[i];\na[0] = t;", false),
        (
            "#pragma acc parallel loop gang firstprivate(t)\nfor (i = 0; i < n; i++) t += a[i];\na[0] = t;",
            false,
        ),
        (
            "#pragma acc parallel loop gang reduction(+:t)\nfor (i = 0; i < n; i++) t += a[i];\na[0] = t;",
            false,
        ),
        ("#pragma acc parallel loop seq copy(t)\nfor (i = 0; i < n; i++) t += a[i];\na[0] = t;", false),
        ("#pragma acc kernels\nt += 1;\na[0] = t;", false),
    ] {
        let found = [message, note];
        check(&[(body, if is_lost { &found } else { &[] })]);
    }
}

#[test]
fn iterations_that_need_each_other_are_reported() {
    let note = "they are executed at the same time; `seq` on the loop keeps their order";
    let message = "ACC0129 iterations of this loop use elements of `a` that other iterations change";
    let with = |level: &str, body: &str| {
        format!(
            "float rows[9][9];\n#pragma acc parallel loop {level} private(j)\nfor (i = 1; i < n; i++) {body}"
        )
    };
    for body in
        ["a[i] = a[i - 1];", "a[i] += a[1 + i];", "for (j = 1; j < i; j++) a[i] -= a[j];", "a[i] /= a[1];"]
    {
        for level in ["gang", "vector"] {
            check(&[(&with(level, body), &[message, note])]);
        }
        check(&[(&with("seq", body), &[])]);
    }
    for body in [
        "a[i] += 1;",
        "a[i] = a[i + n];",
        "a[i] /= a[0];",
        "if (i % 2) a[i] = a[i - 1];",
        "for (j = i + 1; j < n; j++) a[i * n + j] = a[j * n + i];",
        "{ float b[9]; b[i] = i; a[i] = b[i - 1]; }",
        "for (j = 1; j < n; j++) rows[i][i] += rows[i][j];",
        "{ int k = i * 3; for (j = 1; j < n; j++) rows[k][i] += rows[k][j]; }",
        "for (j = 4 * i; j < 4 * i + 4; j++) for (int k = 1; k < n; k++) rows[j][i] += rows[j][k];",
    ] {
        check(&[(&with("gang", body), &[])]);
    }
    check(&[("#pragma acc parallel loop gang\nfor (i = 1; i < n; i += 2) a[i] = a[i - 1] + a[i + 1];", &[])]);
}
