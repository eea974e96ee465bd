//! Loops that change places: policy `performance` in dialect `host`.

mod common;

use std::sync::Arc;

use clacc_ttx::dialect::{Dialect, HOST, PORTABLE};
use clacc_ttx::policy::{Clacc, MappingPolicy, Performance};
use clacc_ttx::rewrite::{Mode, RewriteOptions, TextReader};
use common::{Program, expanded, mode, without_small_loops};

const VARIABLES: &str = "enum { N = 64 };\n#define M N\nstatic double a[N][N], b[N][N], c[N][N], s;\nstatic int m;\nstatic unsigned u;\n\
     double *volatile moving;\nvoid g(void);\n";

fn source(statements: &str) -> String {
    format!(
        "{VARIABLES}void f(int n, double *x, const double *y) {{\nint i, j, k; double t = 0;\n{statements}\n}}\n"
    )
}

/// The statements of the function, without indentation and in one line, and the codes about changed places.
fn translated(
    statements: &str,
    policy: Arc<dyn MappingPolicy>,
    dialect: Dialect,
    options: RewriteOptions,
) -> (String, Vec<&'static str>) {
    let dialect = without_small_loops(dialect);
    let translated = Program::new(&source(statements)).translate_by(policy, dialect, options);
    let codes = translated.translation.rewritten.diagnostics.iter().map(|finding| finding.code.id);
    let codes = codes.filter(|code| ["MAP0086", "MAP0087", "MAP0014"].contains(code)).collect();
    let text = translated.lossy();
    let body = text.split_once("double t = 0;\n").expect("the function").1;
    let lines: Vec<_> = body.lines().map(str::trim).collect();
    (lines.join(" ").strip_suffix(" }").expect("the end of the function").to_owned(), codes)
}

fn of_host(statements: &str) -> (String, Vec<&'static str>) {
    translated(statements, Arc::new(Performance), HOST, RewriteOptions::default())
}

fn changes(statements: &str, expected: &str) {
    assert_eq!(of_host(statements), (expected.to_owned(), vec!["MAP0086"]), "{statements}");
}

/// The loops keep their places, and nothing is said about it.
fn stays(statements: &str) {
    let (text, codes) = of_host(statements);
    assert_eq!(codes, Vec::<&str>::new(), "{statements}\n{text}");
}

const GANG: &str = "#pragma acc parallel loop gang\n";

#[test]
fn loops_without_a_statement_between_them_exchange_their_headers() {
    changes(
        "#pragma acc parallel loop
for (int i = 0; i < n; ++i)
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) c[i][j] += a[i][k] * b[k][j];",
        "#pragma omp parallel for for (int i = 0; i < n; ++i) for (int k = 0; k < n; ++k) #pragma omp simd \
         for (int j = 0; j < n; ++j) c[i][j] += a[i][k] * b[k][j];",
    );
    // With braces and comments, and with macros in the headers.
    changes(
        "#pragma acc parallel loop
for (int i = 0; i < M; ++i) {
  for (int j = 1; j < M; j++) { // columns
    for (int k = M - 1; k >= 0; k -= 2) /* rows */ { c[k][j] = a[k][j] * i; }
  }
}",
        "#pragma omp parallel for for (int i = 0; i < M; ++i) { for (int k = M - 1; k >= 0; k -= 2) { // columns \
         #pragma omp simd for (int j = 1; j < M; j++) /* rows */ { c[k][j] = a[k][j] * i; } } }",
    );
}

#[test]
fn unsigned_variables_count_too() {
    changes(
        "#pragma acc parallel loop
for (unsigned i = 0; i < u; ++i)
  for (unsigned j = 0; j < u; ++j)
    for (unsigned k = 0; k < u; ++k) c[i][j] += b[k][j];",
        "#pragma omp parallel for for (unsigned i = 0; i < u; ++i) for (unsigned k = 0; k < u; ++k) #pragma omp simd \
         for (unsigned j = 0; j < u; ++j) c[i][j] += b[k][j];",
    );
}

#[test]
fn statements_before_the_inner_loop_get_a_loop_of_their_own() {
    changes(
        "#pragma acc parallel loop
for (i = 0; i < n; ++i)
  for (j = 0; j < n; ++j) {
    c[i][j] *= 2; /* first */
    for (k = 0; k < n; ++k)
      c[i][j] += a[i][k] * b[k][j];
  }",
        "#pragma omp parallel for private(i) private(j,k) for (i = 0; i < n; ++i) { for (j = 0; j < n; ++j) { \
         c[i][j] *= 2; } /* first */ for (k = 0; k < n; ++k) #pragma omp simd for (j = 0; j < n; ++j) \
         c[i][j] += a[i][k] * b[k][j]; }",
    );
    // Scalars of each part stay in it.
    changes(
        "#pragma acc parallel loop
for (i = 0; i < n; ++i)
  for (j = 0; j < n; ++j) {
    t = j * 0.5;
    c[i][j] = t;
    for (k = 0; k < n; ++k) {
      t = a[i][k] * b[k][j];
      c[i][j] += t * t;
    }
  }",
        "#pragma omp parallel for private(i) private(j,t,k) for (i = 0; i < n; ++i) { for (j = 0; j < n; ++j) { \
         t = j * 0.5; c[i][j] = t; } for (k = 0; k < n; ++k) #pragma omp simd private(t) for (j = 0; j < n; ++j) { \
         t = a[i][k] * b[k][j]; c[i][j] += t * t; } }",
    );
}

#[test]
fn loops_with_directives_change_places_too() {
    // Lanes share the loop where it stands then.
    changes(
        "#pragma acc parallel loop gang
for (i = 0; i < n; ++i) {
  #pragma acc loop vector
  for (j = 0; j < n; ++j) {
    c[i][j] = 0;
    #pragma acc loop seq
    for (k = 0; k < n; ++k)
      c[i][j] += a[i][k] * b[k][j];
  }
}",
        "#pragma omp parallel for private(i,j) for (i = 0; i < n; ++i) { { for (j = 0; j < n; ++j) { c[i][j] = 0; } { \
         int k; for (k = 0; k < n; ++k) #pragma omp simd for (j = 0; j < n; ++j) c[i][j] += a[i][k] * b[k][j]; } } }",
    );
    // The last of collapsed loops.
    changes(
        "#pragma acc parallel loop collapse(2)
for (int i = 0; i < n; ++i)
  for (int j = 0; j < n; ++j) {
    c[i][j] = 0;
    for (int k = 0; k < n; ++k) c[i][j] += a[i][k] * b[k][j];
  }",
        "#pragma omp parallel for for (int i = 0; i < n; ++i) { for (int j = 0; j < n; ++j) { c[i][j] = 0; } \
         for (int k = 0; k < n; ++k) #pragma omp simd for (int j = 0; j < n; ++j) c[i][j] += a[i][k] * b[k][j]; }",
    );
}

#[test]
fn loops_stay_whose_order_matters_or_is_not_known_to_be_free() {
    let statements = [
        // An element of another column.
        "for (int j = 1; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = c[k + 1][j - 1] + i;",
        "for (int j = 1; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = c[k][j - 1] + i;",
        // A sum of the whole nest, and one that starts anew for each element.
        "for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) s += b[k][j];",
        "for (int j = 0; j < n; ++j) { double r = 0; for (int k = 0; k < n; ++k) r += b[k][j]; c[i][j] = r; }",
        // What one part leaves for the other one.
        "for (int j = 0; j < n; ++j) { t = a[i][j]; for (int k = 0; k < n; ++k) c[k][j] = b[k][j] * t; }",
        "for (int j = 0; j < n; ++j) { double r = a[i][j]; for (int k = 0; k < n; ++k) c[k][j] = b[k][j] * r; }",
        // Bounds that depend on the other loop, or that the loops change.
        "for (int j = 0; j < n; ++j) for (int k = 0; k < j; ++k) c[k][j] = b[k][j];",
        "for (int j = 0; j < n; ++j) for (int k = j; k < n; ++k) c[k][j] = b[k][j];",
        "for (int j = 0; j < n; ++j) { m = 3; for (int k = 0; k < m; ++k) c[k][j] = b[k][j]; }",
        // Where the outer loop has no iteration, the inner one might never end.
        "for (int j = 0; j < n; ++j) for (int k = 0; k != n; ++k) c[k][j] = b[k][j];",
        "for (unsigned j = 0; j < u; ++j) for (unsigned k = 0; k < u - 1; ++k) c[k][j] = b[k][j];",
        "for (int j = 0; j < n; ++j) for (unsigned k = 0; k < n; ++k) c[k][j] = b[k][j];",
        "for (int j = 0; j < n; ++j) for (short k = 0; k < n; ++k) c[k][j] = b[k][j];",
        "for (int j = 0; j < n; ++j) for (int k = 0; k < u; ++k) c[k][j] = b[k][j];",
        "int set; if (n > 9) set = n; for (int j = 0; j < n; ++j) for (int k = 0; k < set; ++k) c[k][j] = b[k][j];",
        // Pointers that may lead to the same memory.
        "for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) x[k * 64 + j] += y[k * 64 + j];",
        // Control leaves a loop, or goes on with the next iteration before the inner one.
        "for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) { if (b[k][j] < 0) break; c[k][j] = b[k][j]; }",
        "for (int j = 0; j < n; ++j) { if (j == i) continue; for (int k = 0; k < n; ++k) c[k][j] = b[k][j]; }",
        // Calls, memory that changes of itself, and conditions around the inner loop.
        "for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) { g(); c[k][j] = b[k][j]; }",
        "for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = moving[k * 64 + j];",
        "for (int j = 0; j < n; ++j) if (j > i) for (int k = 0; k < n; ++k) c[k][j] = b[k][j];",
        // Values of the control variables that are used behind the loops.
        "{ for (j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = b[k][j]; a[i][0] = j; }",
        "{ for (int j = 0; j < n; ++j) for (k = 0; k < n; ++k) c[k][j] = b[k][j]; a[i][0] = k; }",
        // Another statement behind the inner loop, and a second loop.
        "for (int j = 0; j < n; ++j) { for (int k = 0; k < n; ++k) c[k][j] = b[k][j]; a[i][j] = 0; }",
        "for (int j = 0; j < n; ++j) { for (int k = 0; k < n; ++k) c[k][j] = 1; for (int k = 0; k < n; ++k) c[k][j] += 1; }",
        // A division in a header would be executed once more.
        "for (int j = 0; j < n; ++j) { a[i][j] = 0; for (int k = 0; k < n / m; ++k) c[k][j] = b[k][j]; }",
    ];
    for statement in statements {
        stays(&format!("{GANG}for (int i = 0; i < n; ++i) {statement}"));
    }
}

#[test]
fn loops_stay_where_nothing_is_won() {
    let statements = [
        // Rows already.
        "for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[j][k] = b[j][k];",
        // One of the two is always accessed by columns.
        "for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = b[j][k];",
        // Few iterations.
        "for (int j = 0; j < 5; ++j) for (int k = 0; k < n; ++k) c[k][j] = b[k][j];",
        "for (int j = 0; j < n; ++j) for (int k = 0; k < 5; ++k) c[k][j] = b[k][j];",
    ];
    for statement in statements {
        stays(&format!("{GANG}for (int i = 0; i < n; ++i) {statement}"));
    }
    // Threads share the outer loop.
    stays(
        "#pragma acc parallel loop\nfor (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = b[k][j];",
    );
}

#[test]
fn other_directives_and_clauses_keep_loops_in_their_places() {
    let inner = "for (int k = 0; k < n; ++k) c[k][j] = b[k][j] * i;";
    for before in ["#pragma omp simd", "#pragma acc loop vector", "#pragma acc loop seq private(t)"] {
        stays(&format!("{GANG}for (int i = 0; i < n; ++i)\nfor (int j = 0; j < n; ++j)\n{before}\n{inner}"));
    }
    // The block around the inner loop has its control variable.
    stays(&format!(
        "{GANG}for (int i = 0; i < n; ++i)\nfor (int j = 0; j < n; ++j)\n#pragma acc loop seq\n\
         for (k = 0; k < n; ++k) c[k][j] = b[k][j] * i;"
    ));
    stays(&format!(
        "{GANG}for (int i = 0; i < n; ++i)\nfor (int j = 0; j < n; ++j)\nfor (int k = 0; k < n; ++k)\n{{\n\
         #pragma acc atomic\nc[k][j] += b[k][j];\n}}"
    ));
}

#[test]
fn headers_without_a_text_of_their_own_keep_their_places() {
    let nests = [
        "for (int j = 0; j < n; ++j) for (int k = 0; /* all */ k < n; ++k) c[k][j] = i;",
        "for (int j = 0; j < n; ++j) for (int k = 0;\nk < n; ++k) c[k][j] = i;",
        "for (int j = 0; j < n; ++j)\n#if 1\nfor (int k = 0; k < n; ++k)\n#endif\nc[k][j] = i;",
        "for (int j = 0; j < n; ++j)\n#define SIZE n\nfor (int k = 0; k < SIZE; ++k) c[k][j] = i;",
        "for (int j = 0; j < n; ++j)\n#pragma GCC ivdep\nfor (int k = 0; k < n; ++k) c[k][j] = i;",
        "\n#pragma GCC unroll 4\nfor (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = i;",
        "\n#pragma GCC unroll 4\n#pragma acc loop seq\nfor (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = i;",
        "_Pragma(\"GCC ivdep\") for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) c[k][j] = i;",
        "for (int j = 0; j < n; ++j) _Pragma(\"GCC ivdep\") for (int k = 0; k < n; ++k) c[k][j] = i;",
        "\n#define EACH(v) for (int v = 0; v < n; ++v)\nEACH(j) for (int k = 0; k < n; ++k) c[k][j] = i;",
    ];
    for nest in nests {
        let statements = format!("{GANG}for (int i = 0; i < n; ++i) {nest}");
        let (text, codes) = of_host(&statements);
        let is_kept = codes == ["MAP0087"] && !text.contains("omp simd");
        assert!(is_kept, "{statements}\n{codes:?}\n{text}");
    }
}

#[test]
fn loops_change_places_for_the_host_and_nobody_else() {
    let statements = "#pragma acc parallel loop\nfor (int i = 0; i < n; ++i)\nfor (int j = 0; j < n; ++j)\n\
         for (int k = 0; k < n; ++k) c[i][j] += a[i][k] * b[k][j];";
    let codes =
        |policy: Arc<dyn MappingPolicy>, dialect, options| translated(statements, policy, dialect, options).1;
    let performance = || Arc::new(Performance);
    assert_eq!(codes(performance(), HOST, RewriteOptions::default()), ["MAP0086"]);
    assert!(codes(performance(), PORTABLE, RewriteOptions::default()).is_empty());
    assert!(codes(Arc::new(Clacc), HOST, RewriteOptions::default()).is_empty());
    assert!(codes(performance(), HOST, expanded()).is_empty());
    for both in [Mode::AccOmp, Mode::OmpAcc, Mode::Dual] {
        assert!(codes(performance(), HOST, mode(both)).is_empty());
    }
}

#[test]
fn text_for_compilers_keeps_its_lines() {
    let statements = "#pragma acc parallel loop\nfor (int i = 0; i < n; ++i)\nfor (int j = 0; j < n; ++j) {\n\
         c[i][j] = 0;\nfor (int k = 0; k < n; ++k)\nc[i][j] += a[i][k] * b[k][j];\n}";
    let options = RewriteOptions { reader: TextReader::Gcc, line_numbers: true, ..RewriteOptions::default() };
    let (text, codes) = translated(statements, Arc::new(Performance), HOST, options);
    assert_eq!(codes, ["MAP0086"]);
    assert_eq!(
        text,
        "#pragma omp parallel for for (int i = 0; i < n; ++i) { for (int j = 0; j < n; ++j) { c[i][j] = 0; } \
         for (int k = 0; k < n; ++k) _Pragma(\"omp simd\") for (int j = 0; j < n; ++j) \
         c[i][j] += a[i][k] * b[k][j]; }"
    );
}
