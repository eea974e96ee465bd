//! The text that `translate` prints by default: as few directives, clauses and lines as mean the same, for devices.

use clacc::Session;
use clacc::dialect::{CompilerVersions, Dialect, Platform};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;

/// Translates the body of a function in a dialect.
fn translated(body: &str, dialect: Dialect) -> String {
    let head =
        "void f(int n, int m, float *a, float **r, double _Complex z) {\n  float s = 0, t;\n  int i, j, k;\n";
    let program = format!("{head}{body}}}\n");
    let mut session = Session::new(MemoryFiles::new().with("f.c", program.as_str()));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let options = TranslateOptions::default().with_dialect(dialect);
    let text = session.translate(unit, &options).text.clone();
    let text = String::from_utf8(text).expect("ASCII");
    let body = text.strip_prefix(head).and_then(|text| text.strip_suffix("}\n"));
    body.unwrap_or(&text).to_owned()
}

/// Checks the default text of a body.
#[track_caller]
fn check(body: &str, expected: &str) {
    assert_eq!(translated(body, Dialect::DEFAULT), expected);
}

/// Checks the text of a body for a version of OpenMP and compilers.
#[track_caller]
fn check_for(version: (u8, u8), compilers: &[&str], body: &str, expected: &str) {
    let all = compilers.iter().try_fold(CompilerVersions::NONE, |all, name| all.with(name)).expect("known");
    let dialect = Dialect::of(version, Platform::Device, all).expect("a version");
    assert_eq!(translated(body, dialect), expected);
}

#[test]
fn a_combined_directive_stays_one() {
    check(
        "#pragma acc parallel loop copy(a[0:n]) reduction(+:s)\n  for (int l = 0; l < n; ++l) s += a[l];\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)\n  for (int l = 0; l < n; ++l) s += a[l];\n",
    );
    // The condition is that of the region, and not that of its threads.
    check(
        "#pragma acc parallel loop copy(a[0:n]) if(n > 5)\n  for (int l = 0; l < n; ++l) a[l] += 1;\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(target: n > 5)\n  for (int l = 0; l < n; ++l) a[l] += 1;\n",
    );
    // Two directives of the source are never joined.
    check(
        "#pragma acc parallel copy(a[0:n])\n#pragma acc loop\n  for (int l = 0; l < n; ++l) a[l] += 1;\n",
        "#pragma omp target teams map(tofrom: a[0:n])\n#pragma omp distribute parallel for\n  for (int l = 0; l < n; ++l) a[l] += 1;\n",
    );
    check(
        "#pragma acc serial loop copy(a[0:n])\n  for (int l = 1; l < n; ++l) a[l] += a[l - 1];\n",
        "#pragma omp target map(tofrom: a[0:n])\n  for (int l = 1; l < n; ++l) a[l] += a[l - 1];\n",
    );
}

#[test]
fn implied_clauses_are_left_out() {
    let program =
        "#pragma acc parallel loop copyin(a[0:n]) reduction(+:s)\n  for (i = 0; i < n; ++i) s += a[i];\n";
    let rest = "  for (i = 0; i < n; ++i) s += a[i];\n";
    let plain = "#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: s)\n";
    check(program, &format!("{plain}{rest}"));
    // OpenMP 4.5 has no rule that maps what a combined construct reduces.
    let mapped =
        "#pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: s) reduction(+: s)\n";
    check_for((4, 5), &[], program, &format!("{mapped}{rest}"));
    // A clause that the program states stays.
    check(
        "#pragma acc parallel loop reduction(+:s) copy(s) private(i)\n  for (i = 0; i < n; ++i) s += i;\n",
        "#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s) private(i)\n  for (i = 0; i < n; ++i) s += i;\n",
    );
    // Compilers combine complex numbers under a lock, and find the variable by its map.
    check(
        "#pragma acc parallel loop reduction(+:z)\n  for (i = 0; i < n; ++i) z += i;\n",
        "#pragma omp target teams distribute parallel for reduction(+: z) map(tofrom: z)\n  for (i = 0; i < n; ++i) z += i;\n",
    );
}

#[test]
fn private_scalars_of_sequential_loops_need_no_block() {
    check(
        "#pragma acc parallel loop copy(a[0:n])\n  for (i = 0; i < n; ++i) {\n#pragma acc loop seq\n    for (k = 0; k < 3; ++k) a[i] += k;\n  }\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(k)\n  for (i = 0; i < n; ++i) {\n    for (k = 0; k < 3; ++k) a[i] += k;\n  }\n",
    );
    // The loop around uses the variable itself after the loop, so that the loop needs a copy of its own.
    check(
        "#pragma acc parallel loop copy(a[0:n]) private(t)\n  for (i = 0; i < n; ++i) {\n    t = a[i];\n#pragma acc loop seq private(t)\n    for (int l = 0; l < 3; ++l) { t = l; a[i] += t; }\n    a[i] += t;\n  }\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(t)\n  for (i = 0; i < n; ++i) {\n    t = a[i];\n{\n  float t;\n    for (int l = 0; l < 3; ++l) { t = l; a[i] += t; }\n}\n    a[i] += t;\n  }\n",
    );
    check(
        "#pragma acc kernels loop copy(a[0:n])\n  for (j = 1; j < n; ++j) a[j] += a[j - 1];\n",
        "#pragma omp target map(tofrom: a[0:n]) private(j)\n  for (j = 1; j < n; ++j) a[j] += a[j - 1];\n",
    );
}

#[test]
fn rows_are_mapped_by_their_tables() {
    let program = "#pragma acc enter data copyin(r[0:n][0:m])\n";
    check(
        program,
        "{\n#pragma omp target enter data map(to: r[0:n])\n  for (long long row = 0; row < n; ++row) {\n#pragma omp target enter data map(to: r[row][0:m])\n  }\n}\n",
    );
    // clang 19 counts the table wrong then.
    let dialect = Dialect::named("5.1/device/clang-19").expect("it is one");
    assert!(translated(program, dialect).contains("acc_attach("));
}

#[test]
fn lines_are_broken_like_those_of_the_source() {
    check(
        "#pragma acc data copyin(a[0:n]) \\\n                 copyout(r[0:n])\n  ;\n",
        "#pragma omp target data map(to: a[0:n]) \\\n                 map(from: r[0:n])\n  ;\n",
    );
}
