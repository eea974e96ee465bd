//! `kernels` under policy `performance`: loops that are proven to be independent are shared, and the construct is divided into
//! parts where it can be.

#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod common;
#[path = "../../tests/stand_ins/mod.rs"]
mod stand_ins;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use clacc_ttx::dialect::{Dialect, HOST, PORTABLE};
use clacc_ttx::policy::Performance;
use clacc_ttx::rewrite::{MacroTreatment, Mode, RewriteOptions};
use common::{Program, without_small_loops};

/// The new lines of a translation.
fn lines(source: &str, dialect: Dialect, options: RewriteOptions) -> Vec<String> {
    let dialect = without_small_loops(dialect);
    let translated = Program::new(source).translate_by(Arc::new(Performance), dialect, options).lossy();
    let new = translated.lines().filter(|line| !source.lines().any(|old| old == *line));
    new.map(|line| line.trim().trim_start_matches("#pragma omp ").to_owned()).collect()
}

/// Checks the lines for the statements of a function, for all compilers and for the host alone.
fn check(statements: &str, portable: &[&str], host: &[&str]) {
    let function = format!(
        "enum {{ N = 64 }};\ndouble a[N][N], b[N], c[N];\nint total;\nvoid g(void);\n\
         void f(int n, double *restrict x, double *y, int *p) {{\n\
         int i, j, k, s; double t;\n{statements}\n}}"
    );
    let options = RewriteOptions::default();
    assert_eq!(lines(&function, PORTABLE, options), portable, "{statements}");
    assert_eq!(lines(&function, HOST, options), host, "{statements}");
}

const SHARED: &str = "distribute parallel for simd";

#[test]
fn each_proven_loop_is_a_part() {
    check(
        "#pragma acc kernels
{
for (i = 0; i < N; ++i) b[i] = i;
t = b[3];
k = t;
for (i = 0; i < N; ++i)
for (j = 0; j < N; ++j) a[i][j] = b[i] + t;
}",
        &[
            "target data map(tofrom: b,a) map(alloc: t)",
            "target teams private(i) map(tofrom: b)",
            SHARED,
            "target teams num_teams(1) thread_limit(1) private(k) map(tofrom: b) map(alloc: t)",
            "target teams private(i) map(tofrom: b,a) map(alloc: t)",
            "distribute parallel for private(j)",
            "simd",
        ],
        &["parallel for simd", "parallel for private(j)", "simd"],
    );
}

#[test]
fn one_loop_needs_no_data_region() {
    check(
        "#pragma acc kernels copy(x[0:n])
for (int q = 0; q < n; ++q) x[q] += 1;",
        &["target teams map(tofrom: x[0:n])", SHARED],
        &["parallel for simd"],
    );
    check(
        "#pragma acc kernels copy(x[0:n])
{
for (int q = 0; q < n; ++q) x[q] += 1;
}",
        &["target teams map(tofrom: x[0:n])", SHARED],
        &["parallel for simd"],
    );
}

#[test]
fn loops_with_and_without_a_directive_are_parts() {
    check(
        "#pragma acc kernels copy(x[0:n])
{
#pragma acc loop independent
for (int q = 0; q < n; ++q) x[q] += n;
for (int q = 1; q < n; ++q) x[q] += x[q - 1];
#pragma acc loop auto
for (int q = 0; q < n; ++q) x[q] *= 2;
}",
        &[
            "target data map(tofrom: x[0:n])",
            "target teams map(tofrom: x[0:n])",
            SHARED,
            "target teams num_teams(1) thread_limit(1) map(tofrom: x[0:n])",
            "target teams map(tofrom: x[0:n])",
            SHARED,
        ],
        &["parallel for simd", "parallel for simd"],
    );
}

#[test]
fn loops_may_call_functions_that_compute_a_value() {
    let source = |body: &str| {
        format!(
            "static int seen;\ndouble f(double x) {{ {body} return x * x; }}\n\
             void g(double *restrict a, const double *restrict b) {{\n\
             #pragma acc kernels copy(a[0:99]) copyin(b[0:99])\nfor (int i = 0; i < 99; i++) a[i] = f(b[i]);\n}}\n"
        )
    };
    let found = |body: &str| lines(&source(body), HOST, RewriteOptions::default());
    assert_eq!(found(""), ["parallel for"]);
    assert_eq!(found("seen++;"), [""; 0]);
}

#[test]
fn conditions_are_evaluated_once() {
    let kept = "const int __clacc_kept_1__ = (n > 3) != 0;";
    check(
        "#pragma acc kernels if(n > 3)
{
for (i = 0; i < N; ++i) b[i] = 1;
b[2] = 3;
}",
        &[
            kept,
            "target data if(__clacc_kept_1__) map(tofrom: b)",
            "target teams private(i) if(target: __clacc_kept_1__) map(tofrom: b)",
            SHARED,
            "target teams num_teams(1) thread_limit(1) if(target: __clacc_kept_1__) map(tofrom: b)",
        ],
        &["parallel for simd"],
    );
}

#[test]
fn data_constructs_around_are_whole() {
    check(
        "#pragma acc data copy(x[0:n]) copyin(n)
{
#pragma acc kernels
{
for (int q = 0; q < n; ++q) x[q] = 1;
x[0] = 2;
}
}",
        &[
            "target data map(tofrom: x[0:n]) map(to: n)",
            "target teams defaultmap(tofrom: scalar)",
            SHARED,
            "target teams num_teams(1) thread_limit(1) defaultmap(tofrom: scalar)",
        ],
        &["parallel for simd"],
    );
}

#[test]
fn integers_are_reduced_and_sums_of_real_numbers_keep_their_order() {
    check(
        "s = 0;
#pragma acc kernels
{
for (i = 0; i < N; ++i) s += (int)b[i];
for (i = 0; i < N; ++i) b[i] += s;
}
total = s;",
        &[
            "target data map(tofrom: s,b)",
            "target teams private(i) map(tofrom: s,b) reduction(+: s)",
            "distribute parallel for simd reduction(+: s)",
            "target teams private(i) map(tofrom: s,b)",
            SHARED,
        ],
        &["parallel for simd reduction(+: s)", "parallel for simd"],
    );
    check(
        "t = 0;
#pragma acc kernels
{
for (i = 0; i < N; ++i) t += b[i];
}
c[0] = t;",
        &["target teams num_teams(1) thread_limit(1) private(i) map(tofrom: t,b)"],
        &[],
    );
}

/// Checks which reductions threads make in a `kernels` construct with these clauses around these statements; none if one thread executes it.
fn check_reduced(clauses: &str, statements: &str, reductions: &[&str]) {
    let function = format!(
        "double fmax(double, double); double fabs(double);\nenum {{ N = 64 }};\ndouble b[N], c[N], sums[N];\nint total;\nstruct S {{ double d; }};\nvoid g(void);\n\
         double f(int n, const int *restrict k) {{\nint i, s = 0; double t = 0, m = 0; struct S u = {{ 0 }};\n\
         short h = 0; _Bool o = 0; long double w = 0; _Complex double z = 0; volatile double v = 0; _Atomic int e = 0;\n\
         #pragma acc kernels {clauses}\n{statements}\n\
         return s + t + m + total + u.d + h + o + w + *(double *)&z + v + e;\n}}"
    );
    for dialect in [PORTABLE, HOST] {
        let found = lines(&function, dialect, RewriteOptions::default()).join("\n");
        // The operators that declared reductions stand for.
        let found = found.replace("__clacc_max_m__", "max").replace("__clacc_min_m__", "min");
        let shared = found.lines().filter(|line| line.contains("parallel for"));
        let reduced: Vec<_> =
            shared.map(|line| line.find("reduction").map_or("", |at| &line[at..])).collect();
        assert_eq!(reduced, reductions, "{clauses} {statements}: {found}");
    }
}

#[test]
fn scalars_that_independent_loops_only_combine_values_with_are_reduced() {
    let sum = "for (int q = 0; q < n; ++q) t += b[q];";
    for clauses in ["", "copy(t)", "create(t)", "present(t)", "async(1)", "num_gangs(1)"] {
        check_reduced(&format!("loop independent {clauses}"), sum, &["reduction(+: t)"]);
    }
    for (body, clauses) in [
        ("t -= b[q]; if (k[q] > 0) s++;", "reduction(+: t) reduction(+: s)"),
        ("m = fmax(m, fabs(b[q]));", "reduction(max: m)"),
        ("if (b[q] < m) m = b[q];", "reduction(min: m)"),
        ("t *= b[q]; s |= k[q];", "reduction(*: t) reduction(|: s)"),
        ("total += k[q];", "reduction(+: total)"),
        ("for (i = 0; i < 8; ++i) t += b[i] * q;", "reduction(+: t)"),
    ] {
        let body = format!("for (int q = 0; q < n; ++q) {{ {body} }}");
        check_reduced("loop independent", &body, &[clauses]);
        check_reduced("", &format!("#pragma acc loop independent\n{body}"), &[clauses]);
    }
}

#[test]
fn the_reductions_of_nested_loops_are_on_each_of_them() {
    let inner = "#pragma acc loop independent\nfor (int r = 0; r < 8; ++r) t += b[q] * r;";
    let nest =
        |before: &str, behind: &str| format!("for (int q = 0; q < n; ++q) {{ {before}\n{inner}\n{behind} }}");
    check_reduced("loop independent", &nest("", ""), &["reduction(+: t)"]);
    check_reduced("loop independent", &nest("t += 1;", "s++;"), &["reduction(+: t) reduction(+: s)"]);
    // The outer loop uses the sums of the inner one, which it has for itself if nothing uses the last one.
    check_reduced("loop independent", &nest("t = 0;", "c[q] = t;"), &["reduction(+: t)"]);
    check_reduced("loop independent", &nest("double t = 0;", "c[q] = t;"), &[""]);
    check_reduced("loop seq", &nest("", ""), &["reduction(+: t)"]);
}

#[test]
fn other_uses_of_scalars_keep_independent_loops_sequential() {
    for body in [
        "t += b[q]; c[q] = t;",
        "t += b[q]; t *= 2;",
        "t = b[q] - t;",
        "s += b[q];",
        "if (t < 1) t += b[q];",
        "u.d += b[q];",
        "h += k[q];",
        "o = o || k[q];",
        "w += b[q];",
        "z += b[q];",
        "v += b[q];",
        "e += k[q];",
        "total += k[q]; g();",
        "static int kept; kept += k[q]; c[q] = 1;",
        "*&t += b[q];",
    ] {
        check_reduced("loop independent", &format!("for (int q = 0; q < n; ++q) {{ {body} }}"), &[]);
    }
    check_reduced(
        "loop independent private(t)",
        "for (int q = 0; q < n; ++q) { t = q; t += b[q]; c[q] = t; }",
        &[""],
    );
}

#[test]
fn proven_loops_reduce_where_the_order_does_not_matter() {
    for (body, clause) in [
        ("s += k[q];", "reduction(+: s)"),
        ("total += k[q];", "reduction(+: total)"),
        ("m = fmax(fabs(b[q]), m);", "reduction(max: m)"),
        ("if (m > b[q]) m = b[q];", "reduction(min: m)"),
    ] {
        let body = format!("for (int q = 0; q < n; ++q) {{ {body} }}");
        check_reduced("", &body, &[clause]);
        check_reduced("loop", &body, &[clause]);
        check_reduced("", &format!("#pragma acc loop auto\n{body}"), &[clause]);
    }
    for body in ["t += b[q];", "t *= b[q];", "s += k[q]; t += b[q];", "h += k[q];", "e += k[q];"] {
        let body = format!("for (int q = 0; q < n; ++q) {{ {body} }}");
        check_reduced("", &body, &[]);
        check_reduced("loop", &body, &[]);
    }
}

/// Checks which finding says that one thread or gang executes a `kernels` construct, and its notes.
fn check_one(construct: &str, code: &str, notes: &[&str]) {
    let source = format!(
        "double b[64];\ndouble next(double x);\n#pragma acc routine(next) seq\n\
         double f(int n) {{\ndouble t = 0;\n#pragma acc kernels {construct}\nreturn t;\n}}"
    );
    let translated =
        Program::new(&source).translate_by(Arc::new(Performance), PORTABLE, RewriteOptions::default());
    let found = &translated.translation.findings;
    let found: Vec<_> =
        found.iter().filter(|found| ["MAP0055", "MAP0107"].contains(&found.code.id)).collect();
    assert_eq!(found.iter().map(|found| found.code.id).collect::<Vec<_>>(), [code], "{construct}");
    assert_eq!(found[0].notes, notes, "{construct}");
}

#[test]
fn the_advice_is_not_what_the_program_says_already() {
    const INDEPENDENT: &str = "`independent` on its loops lets several threads share their iterations";
    let head = "for (int q = 0; q < n; ++q)";
    check_one(&format!("\n{head} t += b[q];"), "MAP0055", &[INDEPENDENT]);
    check_one(&format!("loop\n{head} t += next(q);"), "MAP0055", &[INDEPENDENT]);
    check_one(
        &format!("loop reduction(+: t)\n{head} t += next(q);"),
        "MAP0107",
        &[
            "it is not known that the iterations of the loop are independent; `independent` on the loop says so",
        ],
    );
    check_one(
        &format!("loop independent\n{head} {{ t += b[q]; b[q] = t; }}"),
        "MAP0107",
        &["the iterations change a variable that they share, in another way than a reduction does (ACC0140)"],
    );
    check_one(
        &format!("\n{{ int own = n;\n#pragma acc loop independent\n{head} b[q] = own;\n}}"),
        "MAP0055",
        &[],
    );
}

#[test]
fn a_hint_before_the_loop_costs_no_teams() {
    let loop_of = "#pragma acc loop independent\nfor (int q = 0; q < N; ++q) b[q] = q;";
    let lines = ["target teams map(tofrom: b)", SHARED];
    check(
        &format!("#pragma acc kernels\n#pragma acc cache(b[0:8])\n{loop_of}"),
        &lines,
        &["parallel for simd"],
    );
    let block = format!("#pragma acc kernels\n{{\n#pragma acc cache(b[0:8])\n{loop_of}\n}}");
    check(&block, &lines, &["parallel for simd"]);
    let more = format!("#pragma acc kernels\n{{\n#pragma acc cache(b[0:8])\n{loop_of}\nb[0] = 1;\n}}");
    check(&more, &["target teams num_teams(1) map(tofrom: b)", "parallel for simd"], &["parallel for simd"]);
}

#[test]
fn what_one_loop_combines_is_complete_for_the_next() {
    check(
        "t = 0;
#pragma acc kernels
{
#pragma acc loop independent
for (int q = 0; q < N; ++q) t += b[q];
#pragma acc loop independent
for (int q = 0; q < N; ++q) c[q] = t;
}
total = t;",
        &[
            "target data map(tofrom: t,b,c)",
            "target teams map(tofrom: t,b) reduction(+: t)",
            "distribute parallel for simd reduction(+: t)",
            "target teams map(tofrom: t,c)",
            SHARED,
        ],
        &["parallel for simd reduction(+: t)", "parallel for simd"],
    );
}

/// One gang executes these constructs, whose statements are not cut apart.
#[test]
fn what_stands_in_the_way_keeps_one_gang() {
    let whole = "target teams num_teams(1) map(tofrom: b)";
    let check = |statements: &str, first: &str| {
        check(statements, &[first, "parallel for simd"], &["parallel for simd"]);
    };
    check("#pragma acc kernels\n{\nint m = 3;\nfor (int q = 0; q < N; ++q) b[q] = m;\nb[1] = m;\n}", whole);
    check(
        "#pragma acc kernels copy(x[0:n])\n{\nn = n - 1;\nfor (int q = 0; q < N; ++q) x[q] = 1;\n}",
        "target teams num_teams(1) map(tofrom: x[0:n]) map(tofrom: n)",
    );
    check(
        "#pragma acc kernels\n{\n#pragma GCC ivdep\nb[0] = 1;\nfor (int q = 0; q < N; ++q) b[q] = 1;\n}",
        whole,
    );
    check(
        "#pragma acc kernels\n{\n#pragma acc cache(b[0:8])\nfor (int q = 0; q < N; ++q) b[q] = 1;\nb[1] = 2;\n}",
        whole,
    );
    check("#pragma acc kernels\n{\nif (b[0] > 0) {\nfor (int q = 0; q < N; ++q) b[q] = 1;\n}\n}", whole);
    check(
        "#pragma acc kernels\n{\n#ifdef M\nb[0] = 1;\n#endif\nb[1] = 2;\nif (b[1] > 2)\nfor (int q = 0; q < N; ++q) b[q] = 1;\n}",
        whole,
    );
}

#[test]
fn queues_keep_one_gang() {
    check(
        "#pragma acc kernels async(1)\n{\nb[0] = 1;\nfor (int q = 0; q < N; ++q) b[q] += 1;\n}",
        &[
            "char *acc2omp_async2dep(int);",
            "target teams num_teams(1) map(tofrom: b) nowait depend(inout : *acc2omp_async2dep(1))",
            "parallel for simd",
        ],
        &["parallel for simd"],
    );
}

/// No thread shares these loops.
#[test]
fn what_is_not_proven_is_executed_by_one_thread() {
    let check = |body: &str| {
        let statements =
            format!("#pragma acc kernels copy(b) copyin(n)\n{{\n{body}\n}}\ntotal = i + (int)t;");
        let function = format!(
            "enum {{ N = 64 }};\ndouble b[N], c[N];\nint total;\nvoid g(void);\n\
             void f(int n, double *x, double *y, int *p) {{\nint i = 0; double t = 0;\n{statements}\n}}"
        );
        let options = RewriteOptions::default();
        let portable = lines(&function, PORTABLE, options);
        assert!(portable[0].contains("num_teams(1) thread_limit(1)"), "{body}: {portable:?}");
        assert_eq!(portable.len(), 1, "{body}");
        assert!(lines(&function, HOST, options).is_empty(), "{body}");
    };
    check("for (int q = 1; q < N; ++q) b[q] = b[q - 1];");
    check("for (int q = 0; q < N; ++q) x[q] = y[q];");
    check("for (i = 0; i < N; ++i) b[i] = 1;");
    check("for (int q = 0; q < N; ++q) { g(); b[q] = 1; }");
    check("for (int q = 0; q < N; ++q) { if (b[q] > 1) break; b[q] = 1; }");
    check("for (int q = 0; q < N; ++q) t = b[q];");
    check("for (int q = 0; q < N; ++q) b[p[q]] = q;");
    check("for (int q = 0; q < 4; ++q) b[q] = q;");
    check("#pragma GCC ivdep\nfor (int q = 0; q < N; ++q) b[q] = q;");
    check("for (float q = 0; q < N; ++q) b[(int)q] = q;");
    check("for (int q = 0; q < N; ++q) { b[q] = t; t = q; }");
}

#[test]
fn other_text_for_the_same_construct() {
    let source = "void f(int n, double *restrict x) {
#pragma acc kernels copy(x[0:n])
  {
    for (int q = 0; q < n; ++q) x[q] += 1;
    x[0] = 1; x[1] = 2;
  }
}
";
    for mode in [Mode::AccOmp, Mode::OmpAcc, Mode::Dual] {
        let options = RewriteOptions { mode, ..RewriteOptions::default() };
        let translated = Program::new(source).translate_by(Arc::new(Performance), PORTABLE, options).lossy();
        for wanted in
            ["#pragma omp target data", "#pragma omp distribute parallel for simd", "#pragma acc kernels"]
        {
            assert!(translated.contains(wanted), "{mode:?}: {translated}");
        }
    }
    // Directives stand in the lines of their statements.
    let options = RewriteOptions { line_numbers: true, ..RewriteOptions::default() };
    let translated = Program::new(source).translate_by(Arc::new(Performance), PORTABLE, options).lossy();
    assert!(translated.contains("_Pragma(\"omp distribute"), "{translated}");
}

#[test]
fn the_note_says_which_form_is_printed() {
    let noted = |source: &str, dialect: Dialect, options: RewriteOptions| {
        let translated =
            Program::new(source).translate_by(Arc::new(Performance), dialect, options).translation;
        let found = translated.findings.iter().map(|finding| (finding.code, None));
        let of_text =
            translated.rewritten.diagnostics.iter().map(|finding| (finding.code, Some(finding.primary.at)));
        let found = found.chain(of_text).filter(|(code, _)| ["MAP0055", "MAP0084"].contains(&code.id));
        found.map(|(code, at)| (code.id, at.is_some_and(|at| at.start < at.end))).collect::<Vec<_>>()
    };
    let loops = "for (int q = 0; q < n; ++q) x[q] += 1;\nx[0] = 1;";
    let whole = |start: &str, loops: &str| {
        format!(
            "{start}\nvoid f(int n, double *restrict x) {{\n#pragma acc kernels copy(x[0:n])\n{{\n{loops}\n}}\n}}\n"
        )
    };
    let plain = RewriteOptions::default();
    let divided = [("MAP0084", true)];
    let undivided = [("MAP0055", true)];
    assert_eq!(noted(&whole("", loops), PORTABLE, plain), divided);
    // What a macro makes, or leaves out, has no place for parts.
    let by_macro = whole("#define LOOP for (int q = 0; q < n; ++q) x[q] += 1;", "LOOP\nx[0] = 1;");
    assert_eq!(noted(&by_macro, PORTABLE, plain), undivided);
    let with_branches = whole("", &format!("x[1] = 2;\n#ifdef MORE\nx[2] = 3;\n#endif\n{loops}"));
    assert_eq!(noted(&with_branches, PORTABLE, plain), undivided);
    for mode in [Mode::AccOmp, Mode::OmpAcc, Mode::Dual] {
        assert_eq!(noted(&whole("", loops), PORTABLE, RewriteOptions { mode, ..plain }), divided);
    }
}

/// The output of a program and its exit status.
fn build_and_run(
    folder: &Path,
    name: &str,
    source: &[u8],
    flags: &[&str],
) -> Result<(String, Option<i32>), String> {
    let (path, program) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&path, source).map_err(|error| error.to_string())?;
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-O2", "-o"]).arg(&program).arg(&path);
    command.args(stand_ins::arguments(source, Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))));
    let compiled = command.args(flags).arg("-lm").output().map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&compiled.stderr);
    if !compiled.status.success() || messages.contains("ignoring ‘#pragma omp") {
        return Err(format!("does not compile:\n{messages}"));
    }
    let run = Command::new(&program).output().map_err(|error| error.to_string())?;
    Ok((String::from_utf8_lossy(&run.stdout).into_owned(), run.status.code()))
}

#[test]
fn divided_programs_compute_what_serial_ones_do() {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no gcc");
        return;
    }
    let folder = std::env::temp_dir().join(format!("clacc-kernel-parts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases");
    for entry in std::fs::read_dir(cases).expect("the cases are part of the workspace") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let source = std::fs::read(&path).expect("a readable case");
        if !name.contains("kernels") {
            continue;
        }
        let serial = build_and_run(&folder, &format!("{name}-serial"), &source, &[]).expect("a program");
        for dialect in [PORTABLE, HOST, without_small_loops(PORTABLE)] {
            let options = RewriteOptions {
                openacc_macro: MacroTreatment::Define(202_506),
                ..RewriteOptions::default()
            };
            let translated = Program::new(&source).translate_by(Arc::new(Performance), dialect, options);
            let openmp = ["-fopenmp", "-foffload=disable", "-Wunknown-pragmas"];
            let name = format!("{name}-{}", dialect.name());
            let parallel = build_and_run(&folder, &name, &translated.text, &openmp);
            assert_eq!(parallel.as_ref(), Ok(&serial), "{name}");
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
