//! What is proven of loops, and what is not: each case is one function, and the judgement of each of its loops.

use std::sync::Arc;

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_sema::dependence::{Assumptions, Judge, Outcome};
use clacc_sema::program::View;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::EntityId;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;

/// What a caller assumes.
#[derive(Clone, Copy, PartialEq)]
enum Assumed {
    Nothing,
    /// All pointers lead to different memory.
    Pointers,
}

/// The judgements of the loops of a file's last function, in source order.
fn judgements(text: &str, assumed: Assumed) -> Vec<String> {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
    let decl = *declarations(&db, unit).last().expect("a function");
    let (model, program) = (model(&db, decl), program(&db, decl));
    let view = View::of_c(&program, &model);
    let ids = (0..program.entities.len() as u32).map(EntityId::new);
    let pointers = ids.filter(|id| matches!(view.entity(*id).class, Class::Pointer | Class::Array));
    let mut assumptions = Assumptions { element_reductions: true, ..Assumptions::default() };
    if assumed == Assumed::Pointers {
        assumptions.disjoint = pointers.collect();
    }
    let judge = Judge::new(view);
    program.loops.iter().map(|at| words(view, &judge.judge(*at, &assumptions))).collect()
}

fn words(view: View<'_>, outcome: &Outcome) -> String {
    let name = |id: &EntityId| view.text(view.name(*id)).to_owned();
    match outcome {
        Outcome::Independent(found) => {
            let mut words = vec!["yes".to_owned()];
            words.extend(found.private.iter().map(|id| format!("private {}", name(id))));
            words.extend(found.arrays.iter().map(|id| format!("private {}[]", name(id))));
            words.extend(found.last.iter().map(|id| format!("last {}", name(id))));
            words.extend(found.reductions.iter().map(|(id, by)| format!("{by:?} {}", name(id))));
            words.extend(found.elements.iter().map(|(id, by)| format!("{by:?} {}[]", name(id))));
            words.extend(found.assumed.iter().map(|[one, other]| format!("{}#{}", name(one), name(other))));
            words.join(" ")
        }
        Outcome::Dependent(found) => format!("no {}", name(&found.variable)),
        Outcome::Unproven(found) => format!("? {:?}", found.kind),
    }
}

/// The declarations that all cases share.
const GLOBALS: &str = "double A[100], B[100], M[64][64], N[64][64], T[8][8][8]; int IX[100], gn; double gs; \
    double sqrt(double); double fmax(double, double); void use(double *); double other(double); \
    struct s { double x, y, v[8]; double *p; } S[100]; union u { int i; float f; } U[100];\n";

fn check_with(assumed: Assumed, cases: &[(&str, &str, &[&str])]) {
    for (parameters, body, expected) in cases {
        let text = format!("{GLOBALS} void f({parameters}) {{ {body} }}\n");
        assert_eq!(judgements(&text, assumed), *expected, "{parameters} {{ {body} }}");
    }
}

/// Checks functions with these parameters and bodies.
fn check(cases: &[(&str, &str, &[&str])]) {
    check_with(Assumed::Nothing, cases);
}

#[test]
fn subscripts() {
    check(&[
        ("", "for (int i = 0; i < 100; i++) A[i] = B[i];", &["yes"]),
        ("int n", "for (int i = 0; i < n; i++) A[i] = B[i + 1] + B[i - 1];", &["yes"]),
        ("int n", "for (int i = 0; i < n; ++i) A[i] = A[i] + 1;", &["yes"]),
        ("int n", "for (int i = 1; i < n; i++) A[i] = A[i - 1];", &["no A"]),
        ("int n", "for (int i = 0; i < n; i++) A[i] = A[i + 1];", &["no A"]),
        ("int n", "for (int i = n; i > 0; i--) A[i] = A[i - 1];", &["no A"]),
        ("int n", "for (int i = 0; i < n; i += 2) A[i] = A[i + 1];", &["yes"]),
        ("int n", "for (int i = 0; i < n; i += 2) A[i] = A[i + 2];", &["no A"]),
        ("int n", "for (int i = 0; i < n; i++) A[2 * i] = A[2 * i + 1];", &["yes"]),
        ("int n", "for (int i = 0; i < n; i++) A[0] = B[i];", &["? Accesses"]),
        ("int n", "for (int i = 0; i < n; i++) A[0] = A[0] * 2 + B[i];", &["no A"]),
        ("int n", "for (int i = 0; i < 1; i++) A[0] = A[0] * 2 + B[i];", &["yes"]),
        ("int n, int k", "for (int i = 0; i < n; i++) A[i + k] = A[i + k] + B[i];", &["yes"]),
        ("int n, int k", "for (int i = 0; i < n; i++) A[i] = A[i + k];", &["? Accesses"]),
        ("int n", "for (int i = 0; i < n; i++) A[IX[i]] = B[i];", &["? Accesses"]),
        ("int n", "for (int i = 0; i < n; i++) A[i % 4] = B[i];", &["? Accesses"]),
        ("int n", "for (int i = 0; i < n; i++) A[i / 2] = B[i];", &["? Accesses"]),
        ("int n", "for (int i = 0; i < n; i++) A[i] = B[IX[i]];", &["yes"]),
        ("int n", "for (int i = 0; i < n; i++) A[i * i] = B[i];", &["? Accesses"]),
        ("int n", "for (int i = 0; i < 50; i++) A[i] = A[i + 50];", &["yes"]),
        ("int n", "for (int i = 0; i < 51; i++) A[i] = A[i + 50];", &["no A"]),
        ("int n", "for (int i = 0; i < n; i++) A[i] = A[n];", &["yes"]),
        ("int n", "for (int i = 0; i <= n; i++) A[i] = A[n];", &["? Accesses"]),
    ]);
}

#[test]
fn nests() {
    let stencil =
        "for (int i = 1; i < 63; i++) for (int j = 1; j < 63; j++) M[i][j] = N[i - 1][j] + N[i][j + 1];";
    let sweep = "for (int i = 1; i < 64; i++) for (int j = 0; j < 64; j++) M[i][j] = M[i - 1][j];";
    let triangle = "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) M[i][j] = M[j][i];";
    let flat = "for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) A[i * 10 + j] = B[j];";
    let overlapping = "for (int i = 0; i < 10; i++) for (int j = 0; j < 11; j++) A[i * 10 + j] = B[j];";
    let symbolic = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i * m + j] = B[j];";
    let triple = "for (int k = 0; k < n; k++) for (int j = 0; j < m; j++) for (int i = 0; i < l; i++) \
         A[(k * m + j) * l + i] = 0;";
    let longer = "for (int k = 0; k < n; k++) for (int j = 0; j < m; j++) for (int i = 0; i < l; i++) \
         A[k * m * (l + 1) + j * (l + 1) + i] = 0;";
    check(&[
        ("int n, int m, int l", longer, &["yes", "yes", "yes"]),
        ("", stencil, &["yes", "yes"]),
        ("", sweep, &["? Accesses", "yes"]),
        ("int n", triangle, &["yes", "yes"]),
        ("", flat, &["yes", "yes"]),
        ("", overlapping, &["? Accesses", "yes"]),
        ("int n, int m", symbolic, &["yes", "yes"]),
        ("int n, int m, int l", triple, &["yes", "yes", "yes"]),
    ]);
}

#[test]
fn scalars() {
    check(&[
        ("int n", "double t; for (int i = 0; i < n; i++) { t = B[i]; A[i] = t * t; }", &["yes private t"]),
        ("int n", "double t; for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; } A[0] = t;", &["yes last t"]),
        (
            "int n",
            "double t = 0; for (int i = 0; i < n; i++) { if (i > 3) t = B[i]; A[i] = t; }",
            &["? Scalar"],
        ),
        ("int n", "double t = 0; for (int i = 0; i < n; i++) { A[i] = t; t = B[i]; }", &["no t"]),
        ("int n", "double s = 0; for (int i = 0; i < n; i++) s += B[i]; A[0] = s;", &["yes Sum s"]),
        ("int n", "double s = 0; for (int i = 0; i < n; i++) { s += B[i]; A[i] = s; }", &["no s"]),
        ("int n", "int s = 0; for (int i = 0; i < n; i++) s += B[i]; IX[0] = s;", &["no s"]),
        (
            "int n",
            "double s = 0; for (int i = 0; i < n; i++) if (B[i] > s) s = B[i]; A[0] = s;",
            &["yes Greatest s"],
        ),
        ("int n", "double s = 1; for (int i = 0; i < n; i++) s = s * B[i]; A[0] = s;", &["yes Product s"]),
        ("int n", "int k = 0; for (int i = 0; i < n; i++) { A[k] = 1; k++; }", &["? Scalar"]),
        (
            "int n",
            "int j; for (int i = 0; i < n; i++) for (j = 0; j < 64; j++) M[i][j] = 0;",
            &["yes private j", "yes"],
        ),
        ("int n", "int k; for (int i = 0; i < n; i++) { k = 2 * i; A[k] = A[k + 1]; }", &["yes private k"]),
        ("int n", "for (int i = 0; i < n; i++) { int k = 2 * i; A[k] = A[k + 1]; }", &["yes"]),
        ("int n", "for (int i = 0; i < n; i++) { gs = B[i]; A[i] = gs; }", &["yes last gs"]),
        ("int n", "static double t; for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; }", &["yes last t"]),
        ("int n", "double t, *p = &t; for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; }", &["? Scalar"]),
        ("int n", "volatile double t; for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; }", &["? Volatile"]),
    ]);
}

#[test]
fn pointers() {
    check(&[
        ("int n, double *a, double *b", "for (int i = 0; i < n; i++) a[i] = b[i];", &["? Aliases"]),
        ("int n, double *a", "for (int i = 0; i < n; i++) a[i] = a[i] + 1;", &["yes"]),
        ("int n, double *restrict a, double *b", "for (int i = 0; i < n; i++) a[i] = b[i];", &["yes"]),
        ("int n, double *a, int *b", "for (int i = 0; i < n; i++) a[i] = b[i];", &["yes"]),
        ("int n, double *a, char *b", "for (int i = 0; i < n; i++) a[i] = b[i];", &["? Aliases"]),
        ("int n, double *a", "for (int i = 0; i < n; i++) a[i] = B[i];", &["? Aliases"]),
        ("int n, double *a", "for (int i = 0; i < n; i++) a[i] = gs;", &["? Aliases"]),
        ("int n, double *a", "double b[9]; for (int i = 0; i < 9; i++) a[i] = b[i];", &["yes"]),
        (
            "int n",
            "double *a = malloc(n), *b = malloc(n); for (int i = 0; i < n; i++) a[i] = b[i];",
            &["yes"],
        ),
        (
            "int n, double *c",
            "double *a = malloc(n), *b = c; for (int i = 0; i < n; i++) a[i] = b[i];",
            &["? Aliases"],
        ),
        (
            "int n, double **a",
            "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = a[i - 1][j];",
            &["? Aliases", "? Aliases"],
        ),
        (
            "int n, double **a",
            "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = 0;",
            &["? Aliases", "yes"],
        ),
        ("int n, double *a", "for (int i = 1; i < n; i++) { a[i] = 0; a++; }", &["? Scalar"]),
        ("int n, volatile double *a", "for (int i = 1; i < n; i++) a[i] = 0;", &["? Volatile"]),
        ("int n", "for (int i = 0; i < n; i++) S[i].x = S[i + 1].y;", &["yes"]),
        ("int n", "for (int i = 0; i < n; i++) S[i].x = S[i + 1].x;", &["no S"]),
        ("int n", "for (int i = 0; i < n; i++) U[i].i = U[i + 1].f;", &["? Accesses"]),
        ("int n", "for (int i = 0; i < n; i++) *(double *)(A + 1) = i;", &["? Unnamed"]),
    ]);
    check_with(
        Assumed::Pointers,
        &[
            ("int n, double *a, double *b", "for (int i = 0; i < n; i++) a[i] = b[i];", &["yes a#b"]),
            (
                "int n, double **a",
                "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = 0;",
                &["yes a#a", "yes"],
            ),
        ],
    );
}

#[test]
fn headers_jumps_and_calls() {
    check(&[
        ("int n", "for (int i = 0; i < n; i++) { A[i] = 0; i += IX[i]; }", &["? Header"]),
        ("int n", "for (int i = 0; i < n; i++) { A[i] = 0; n--; }", &["? Header"]),
        ("int n", "for (int i = 0; i < n; i *= 2) A[i] = 0;", &["? Header"]),
        ("int n", "for (float x = 0; x < n; x++) A[(int)x] = 0;", &["? Header"]),
        ("int n", "for (unsigned char i = 0; i < n; i++) A[i] = 0;", &["? Header"]),
        ("unsigned n", "for (unsigned i = 0; i < n; i++) A[i] = 0;", &["yes"]),
        ("unsigned n", "for (unsigned i = 0; i < n; i++) A[i * 0x80000000u] = 0;", &["? Accesses"]),
        ("unsigned n", "for (unsigned i = n; i >= 0; i--) A[i] = 0;", &["? Header"]),
        ("int n", "for (int i = 0; i < n; i++) { if (B[i] > 0) break; A[i] = 0; }", &["? Jump"]),
        ("int n", "for (int i = 0; i < n; i++) { if (B[i] > 0) continue; A[i] = 0; }", &["yes"]),
        ("int n", "for (int i = 0; i < n; i++) { if (B[i] > 0) return; A[i] = 0; }", &["? Jump"]),
        ("int n", "for (int i = 0; i < n; i++) A[i] = sqrt(B[i]);", &["yes"]),
        ("int n", "for (int i = 0; i < n; i++) A[i] = other(B[i]);", &["? Call"]),
        ("int n", "for (int i = 0; i < n; i++) use(&A[i]);", &["? Call"]),
        ("int n, int *m", "for (int i = 0; i < *m; i++) IX[i] = 0;", &["? Aliases"]),
        ("int n, int *m", "for (int i = 0; i < *m; i++) A[i] = 0;", &["yes"]),
    ]);
}

#[test]
fn facts_and_elements() {
    let inside = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i] += M[i][j];";
    let outside = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[j] += M[i][j];";
    let guarded = "if (m >= n) for (int i = 0; i < n; i++) A[i] = A[i + m];";
    let columns = "for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++) M[i][k] = M[i][k] / M[k][k];";
    let update = "for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++) for (int j = k + 1; j < n; j++) \
         M[i][j] -= M[i][k] * M[k][j];";
    check(&[
        ("int n, int m", inside, &["yes", "yes Sum A[]"]),
        ("int n, int m", outside, &["yes Sum A[]", "yes"]),
        ("int n, int m", guarded, &["yes"]),
        ("int n", columns, &["yes", "yes"]),
        ("int n", update, &["? Accesses", "yes", "yes"]),
        ("int n", "for (int i = 0; i < n; i++) A[IX[i]] += B[i];", &["yes Sum A[]"]),
        ("int n", "for (int i = 0; i < n; i++) A[IX[i]] += A[i];", &["? Accesses"]),
        ("int n", "for (int i = 0; i < n; i++) if (i < 50) A[i] = A[i + 50];", &["yes"]),
        (
            "int n",
            "double m = 0; for (int i = 0; i < n; i++) m = fmax(m, B[i]); A[0] = m;",
            &["yes Greatest m"],
        ),
        (
            "int n",
            "int all = 1; for (int i = 0; i < n; i++) all = all && B[i] > 0; IX[0] = all;",
            &["yes And all"],
        ),
        ("int n", "int k = 0; for (int i = 0; i < n; i++) A[k++] = B[i];", &["? Scalar"]),
    ]);
}
