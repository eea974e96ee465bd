//! The text that `translate` prints by default: as few directives, clauses and lines as mean the same, for devices.

use std::sync::Arc;

use clacc::Session;
use clacc::dialect::{CompilerVersions, Dialect, Overrides, PORTABLE, Platform};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::{AddedReason, Fidelity, Mode, TextReader, TranslateOptions, Translation};

const HEAD: &str =
    "void f(int n, int m, float *a, float **r, double _Complex z) {\n  float s = 0, t;\n  int i, j, k;\n";

/// Translates a function with a body in a dialect.
fn translation(body: &str, dialect: Dialect) -> Arc<Translation> {
    let program = format!("{HEAD}{body}}}\n");
    let mut session = Session::new(MemoryFiles::new().with("f.c", program.as_str()));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    session.translate(unit, &TranslateOptions::default().with_dialect(dialect))
}

/// Returns the body in the translation of a function.
fn translated(body: &str, dialect: Dialect) -> String {
    let text = String::from_utf8(translation(body, dialect).text.clone()).expect("ASCII");
    let body = text.strip_prefix(HEAD).and_then(|text| text.strip_suffix("}\n"));
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

/// A loop that could change places with the one inside has no directive that would make its variable private.
#[test]
fn variables_of_loops_without_a_directive_are_private_on_the_host() {
    let body = "static double x[64][64], y[64][64];\n#pragma acc parallel loop\n  for (i = 0; i < 64; i++) {\n#pragma acc loop\n    \
        for (j = 0; j < 64; j++) {\n      x[i][j] = 0;\n      for (k = 0; k < 64; k++)\n        x[i][j] += x[i][k] * y[k][j];\n    }\n  }\n";
    let dialect = Dialect::of((5, 1), Platform::Host, CompilerVersions::NONE).expect("a version");
    let text = translated(body, dialect);
    let directive = text.lines().find(|line| line.contains("parallel for")).unwrap_or_default();
    assert!(directive.contains("private(j)") && directive.contains("private(k)"), "{text}");
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
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(t)\n  for (i = 0; i < n; ++i) {\n    t = a[i];\n    {\n      float t;\n    for (int l = 0; l < 3; ++l) { t = l; a[i] += t; }\n    }\n    a[i] += t;\n  }\n",
    );
    // The clause is no use of the variable.
    check(
        "#pragma acc parallel loop copy(a[0:n]) private(t)\n  for (i = 0; i < n; ++i) {\n#pragma acc loop seq private(t)\n    for (int l = 0; l < 3; ++l) { t = l; a[i] += t; }\n  }\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(t)\n  for (i = 0; i < n; ++i) {\n    for (int l = 0; l < 3; ++l) { t = l; a[i] += t; }\n  }\n",
    );
    // A loop that begins by assigning the variable does not see what other loops left in it.
    check(
        "#pragma acc parallel loop copy(a[0:n]) private(j)\n  for (i = 0; i < n; ++i) {\n#pragma acc loop\n    for (j = 0; j < 3; ++j) a[i] += j;\n    for (j = i; j < 5; ++j) a[i] += j;\n  }\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(j)\n  for (i = 0; i < n; ++i) {\n    for (j = 0; j < 3; ++j) a[i] += j;\n    for (j = i; j < 5; ++j) a[i] += j;\n  }\n",
    );
    check(
        "#pragma acc parallel loop copy(a[0:n]) private(j)\n  for (i = 0; i < n; ++i) {\n    j = 2;\n#pragma acc loop\n    for (j = 0; j < 3; ++j) a[i] += j;\n    for (j = j + 1; j < 5; ++j) a[i] += j;\n  }\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(j)\n  for (i = 0; i < n; ++i) {\n    j = 2;\n    {\n      int j;\n    for (j = 0; j < 3; ++j) a[i] += j;\n    }\n    for (j = j + 1; j < 5; ++j) a[i] += j;\n  }\n",
    );
    // Loops around have copies that they do not use themselves.
    check(
        "#pragma acc kernels copy(a[0:n])\n#pragma acc loop independent\n  for (i = 0; i < n; ++i) {\n#pragma acc loop independent\n    for (j = 0; j < 3; ++j) {\n#pragma acc loop independent\n      for (k = 0; k < 3; ++k) a[i] += k;\n    }\n  }\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(j, k)\n  for (i = 0; i < n; ++i) {\n    for (j = 0; j < 3; ++j) {\n      for (k = 0; k < 3; ++k) a[i] += k;\n    }\n  }\n",
    );
    // A loop inside another one would change the copy of the outer one.
    let nested = translated(
        "#pragma acc parallel loop copy(a[0:n])\n  for (i = 0; i < n; ++i) {\n#pragma acc loop seq private(t)\n    for (int l = 0; l < 3; ++l) {\n      t = l;\n#pragma acc loop seq private(t)\n      for (int o = 0; o < 3; ++o) { t = o; a[i] += t; }\n      a[i] += t;\n    }\n  }\n",
        Dialect::DEFAULT,
    );
    assert_eq!(nested.matches("float t;").count(), 2, "{nested}");
    // A clause would copy the pointer, not what it points to.
    check(
        "#pragma acc serial loop private(a[0:3]) copyout(t)\n  for (int l = 0; l < n; ++l) { a[2] = l; t = a[2]; }\n",
        "#pragma omp target map(from: t)\n  {\n    float a[3];\n  for (int l = 0; l < n; ++l) { a[2] = l; t = a[2]; }\n  }\n",
    );
    check(
        "#pragma acc kernels loop copy(a[0:n])\n  for (j = 1; j < n; ++j) a[j] += a[j - 1];\n",
        "#pragma omp target map(tofrom: a[0:n]) private(j)\n  for (j = 1; j < n; ++j) a[j] += a[j - 1];\n",
    );
}

#[test]
fn threadprivate_variables_are_in_no_clause() {
    let declared = "static int x;\n#pragma omp threadprivate(x)\n";
    check(
        &format!(
            "{declared}#pragma acc parallel num_gangs(1) private(x) copyout(i)\n  {{\n    x = 7;\n    i = x;\n  }}\n"
        ),
        &format!(
            "{declared}#pragma omp target teams num_teams(1) map(from: i)\n  {{\n    int x;\n  {{\n    x = 7;\n    i = x;\n  }}\n  }}\n"
        ),
    );
    let copied = translated(
        &format!("{declared}#pragma acc parallel num_gangs(1) firstprivate(x) copyout(i)\n  i = x;\n"),
        Dialect::DEFAULT,
    );
    assert!(copied.contains("firstprivate(__clacc_firstprivate_x__)"), "{copied}");
}

#[test]
fn rows_are_mapped_by_their_tables() {
    let program = "#pragma acc enter data copyin(r[0:n][0:m])\n";
    check(
        program,
        "#pragma omp target enter data map(to: r[0:n])\n  for (long long row = 0; row < n; ++row) {\n    #pragma omp target enter data map(to: r[row][0:m])\n  }\n",
    );
    // clang 19 counts the table wrong then.
    let dialect = Dialect::by_name("5.1/device/clang-19").expect("it is one");
    assert!(translated(program, dialect).contains("acc_attach("));
    // A label needs one statement.
    check(
        "  if (m > 3) goto end;\nend:\n  #pragma acc update self(r[0:n][0:m])\n",
        "  if (m > 3) goto end;\nend:\n  {\n    for (long long row = 0; row < n; ++row) {\n      #pragma omp target update from(present: r[row][0:m])\n    }\n  }\n",
    );
}

#[test]
fn rows_with_the_same_numbers_share_a_loop() {
    let program = |clauses: &str| format!("  float **q = r;\n  #pragma acc enter data {clauses}\n");
    let text = |directives: &str| {
        format!("  float **q = r;\n  #pragma omp target enter data map(to: r[0:n], q[0:n])\n{directives}")
    };
    check(
        &program("copyin(r[0:n][0:m]) create(q[0:n][0:2])"),
        &text(
            "  for (long long row = 0; row < n; ++row) {\n    #pragma omp target enter data map(to: r[row][0:m]) map(alloc: q[row][0:2])\n  }\n",
        ),
    );
    let apart = translated(&program("copyin(r[0:n][0:m], q[0:m][0:m])"), Dialect::DEFAULT);
    assert_eq!(apart.matches("for (long long row").count(), 2, "{apart}");
    let apart = translated(&program("copyin(r[0:n][0:m], q[1:n][0:m])"), Dialect::DEFAULT);
    assert_eq!(apart.matches("for (long long row").count(), 2, "{apart}");
}

#[test]
fn parts_of_kernels_are_combined_directives() {
    check(
        "  #pragma acc kernels copy(a[0:n])\n  for (i = 0; i < n; ++i) a[i] *= 2;\n",
        "  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])\n  for (i = 0; i < n; ++i) a[i] *= 2;\n",
    );
    check(
        "  #pragma acc kernels copy(a[0:n]) if(n > 3)\n  for (i = 0; i < n; ++i) a[i] *= 2;\n",
        "  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) if(target: n > 3)\n  for (i = 0; i < n; ++i) a[i] *= 2;\n",
    );
    // The construct needs no copy of a variable of which each loop has one.
    check(
        "  #pragma acc kernels copy(a[0:n])\n  #pragma acc loop independent\n  for (i = 0; i < n; ++i) {\n    #pragma acc loop independent\n    for (j = 0; j < 3; ++j) { t = a[i]; a[i] = t * t; }\n  }\n",
        "  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(t, j)\n  for (i = 0; i < n; ++i) {\n    for (j = 0; j < 3; ++j) { t = a[i]; a[i] = t * t; }\n  }\n",
    );
    // The parts find what the data region maps, but for a section of a part, and scalars, which would be passed by value.
    let body = |first: &str| {
        format!(
            "  #pragma acc kernels copy({first}, s)\n  {{\n    for (i = 1; i < n; ++i) a[i] *= 2;\n    s = a[1];\n  }}\n"
        )
    };
    let text = |item: &str, repeated: &str| {
        format!(
            "  #pragma omp target data map(tofrom: {item}, s)\n  {{\n    #pragma omp target teams distribute parallel for{repeated}\n    for (i = 1; i < n; ++i) a[i] *= 2;\n    #pragma omp target{repeated} map(tofrom: s)\n    s = a[1];\n  }}\n"
        )
    };
    check(&body("a[0:n]"), &text("a[0:n]", ""));
    let section =
        |text: String| text.replace("map(tofrom: a[1:n-1]) map(tofrom: s)", "map(tofrom: a[1:n-1], s)");
    check(&body("a[1:n-1]"), &section(text("a[1:n-1]", " map(tofrom: a[1:n-1])")));
}

#[test]
fn code_is_indented_like_its_neighbours() {
    // Directives stay in the column of the user's own.
    check(
        "  i = 0;\n#pragma acc update self(r[0:n][0:m])\n  i = 1;\n",
        "  i = 0;\n  for (long long row = 0; row < n; ++row) {\n    #pragma omp target update from(present: r[row][0:m])\n  }\n  i = 1;\n",
    );
    check(
        "    #pragma acc update self(r[0:n][0:m])\n    i = 1;\n",
        "    for (long long row = 0; row < n; ++row) {\n      #pragma omp target update from(present: r[row][0:m])\n    }\n    i = 1;\n",
    );
}

#[test]
fn lines_are_broken_like_those_of_the_source() {
    // A line that becomes very long is broken too.
    check(
        "  #pragma acc parallel loop copyin(a[0:n]) firstprivate(t) private(j, k) if(n > 100000 && m > 100000)\n  for (i = 0; i < n; ++i) {\n    j = i;\n    k = a[j];\n  }\n",
        "  #pragma omp target teams distribute parallel for map(to: a[0:n]) firstprivate(t) private(j, k) \\\n              if(target: n > 100000 && m > 100000)\n  for (i = 0; i < n; ++i) {\n    j = i;\n    k = a[j];\n  }\n",
    );
    check(
        "#pragma acc data copyin(a[0:n], /* read */ \\\n    r[0:n]) // both\n  ;\n",
        "#pragma omp target data map(to: a[0:n], \\\n    r[0:n]) /* read */ // both\n  ;\n",
    );
    check(
        "#pragma acc data copyin(a[0:n]) \\\n                 copyout(r[0:n])\n  ;\n",
        "#pragma omp target data map(to: a[0:n]) \\\n                 map(from: r[0:n])\n  ;\n",
    );
}

#[test]
fn added_code_is_counted_with_its_reason() {
    let cases = [
        ("#pragma acc parallel loop copy(a[0:n])\n  for (i = 0; i < n; ++i) a[i] += 1;\n", None),
        ("#pragma acc enter data copyin(r[0:n][0:m], a[0:n])\n", Some(AddedReason::Rows)),
        ("#pragma acc data copy(r[0:n][0:m])\n  { a[0] = 1; }\n", Some(AddedReason::Rows)),
        ("#pragma acc set default_async(n)\n", Some(AddedReason::Routine)),
        ("  float d[9];\n#pragma acc declare create(d)\n  a[0] = 1;\n", Some(AddedReason::Block)),
        (
            "#pragma acc parallel loop copy(a[0:n]) private(t)\n  for (i = 0; i < n; ++i) {\n    t = a[i];\n#pragma acc loop seq private(t)\n    for (int l = 0; l < 3; ++l) { t = l; a[i] += t; }\n    a[i] += t;\n  }\n",
            Some(AddedReason::Variable),
        ),
        (
            "  #pragma acc kernels copy(a[0:n])\n  {\n    for (i = 1; i < n; ++i) a[i] *= 2;\n    a[0] = 1;\n    a[1] = 2;\n  }\n",
            Some(AddedReason::Block),
        ),
    ];
    for (body, expected) in cases {
        check_added(body, Dialect::DEFAULT);
        check_added(body, PORTABLE);
        let reasons: Vec<AddedReason> =
            added(&translation(body, Dialect::DEFAULT)).map(|each| each.why).collect();
        assert_eq!(reasons, expected.as_slice(), "{body}");
    }
}

fn added(translation: &Translation) -> impl Iterator<Item = clacc::translate::AddedCode> {
    translation.verdicts.iter().filter_map(|verdict| verdict.added)
}

/// Checks the number of added lines against the text. Lines at the top of the file are not those of a directive.
fn check_added(body: &str, dialect: Dialect) {
    let translation = translation(body, dialect);
    let text = std::str::from_utf8(&translation.text).expect("ASCII");
    let code = |text: &str| text.lines().filter(|line| !line.trim_start().starts_with("#pragma")).count();
    let function = text.find(HEAD).map_or(text, |start| &text[start..]);
    let expected = code(function) - code(&format!("{HEAD}{body}}}\n"));
    let counted: u32 = added(&translation).map(|added| added.lines).sum();
    assert_eq!(counted as usize, expected, "{text}");
}

#[test]
fn sizes_are_left_out_unless_they_are_asked_for() {
    let body = |sizes: &str| {
        format!(
            "#pragma acc parallel loop gang {sizes} copy(a[0:n])\n  for (i = 0; i < n; ++i) {{\n#pragma acc loop vector\n    for (j = 0; j < n; ++j) a[j] = i;\n  }}\n"
        )
    };
    let kept = {
        let mut overrides = Overrides::default();
        overrides.keep_sizes = true;
        Dialect::DEFAULT.with(overrides)
    };
    for (sizes, expected) in [
        ("num_gangs(n) vector_length(100)", "num_teams(n) thread_limit(128) map(tofrom: a[0:n]) collapse(2)"),
        (
            "num_gangs(64) num_workers(4) vector_length(32)",
            "num_teams(64) thread_limit(128) map(tofrom: a[0:n]) collapse(2)",
        ),
        ("num_workers(4)", "map(tofrom: a[0:n]) collapse(2)"),
        ("vector_length(n)", "map(tofrom: a[0:n]) collapse(2)"),
    ] {
        let first = |text: String| {
            text.lines().next().map(|line| line.split(" for ").nth(1).unwrap_or_default().to_owned())
        };
        assert_eq!(first(translated(&body(sizes), kept)).as_deref(), Some(expected));
        let plain = first(translated(&body(sizes), Dialect::DEFAULT));
        assert_eq!(plain.as_deref(), Some("map(tofrom: a[0:n]) collapse(2)"), "{sizes}");
    }
    // All gangs execute the statement, so that their number is a result of the program.
    let repeated =
        "#pragma acc parallel num_gangs(7) copy(a[0:n])\n  {\n#pragma acc atomic\n    a[0] += 1;\n  }\n";
    assert!(translated(repeated, Dialect::DEFAULT).contains("num_teams(7)"));
}

#[test]
fn tiles_of_one_iteration_are_none() {
    let body = |sizes: &str| {
        format!(
            "#pragma acc parallel loop tile({sizes}) copy(a[0:n])\n  for (int l = 0; l < n; ++l) for (int o = 0; o < 5; ++o) a[l] = o;\n"
        )
    };
    for (sizes, has_tiles) in [("*,*", false), ("1,*", false), ("8,*", true), ("*,4", true)] {
        let text = translated(&body(sizes), Dialect::DEFAULT);
        assert_eq!(text.contains("#pragma omp tile"), has_tiles, "{text}");
        assert!(text.contains("parallel for collapse(2) map(tofrom: a[0:n])") || has_tiles, "{text}");
    }
}

#[test]
fn members_are_mapped_by_themselves() {
    let head = "struct s { float *p; struct { float *q; int k; } *in; } *v;\n";
    let check = |body: &str, expected: &str| {
        let program = format!("{head}void g(struct s *v, int n) {{\n{body}}}\n");
        let mut session = Session::new(MemoryFiles::new().with("g.c", program.as_str()));
        let unit = session.add_unit("g.c", &CompileOptions::default()).expect("the file is there");
        let translation = session.translate(unit, &TranslateOptions::default());
        let text = String::from_utf8_lossy(&translation.text).into_owned();
        assert_eq!(text, format!("{head}void g(struct s *v, int n) {{\n{expected}}}\n"));
        translation.verdicts.iter().map(|verdict| verdict.fidelity).max()
    };
    let exact = check(
        "#pragma acc enter data copyin(v[0:1], v->p[0:n])\n#pragma acc update self(v->p[0:n])\n#pragma acc exit data copyout(v->p[0:n]) delete(v[0:1])\n",
        "#pragma omp target enter data map(to: v[0:1], v->p[0:n])\n#pragma omp target update from(present: v->p[0:n])\n#pragma omp target exit data map(from: v->p[0:n]) map(release: v[0:1])\n",
    );
    assert_eq!(exact, Some(Fidelity::Exact));
    // The struct may be absent, and mapped later.
    let apart = check(
        "#pragma acc enter data copyin(v->in->q[0:n])\n",
        "#pragma omp target enter data map(to: v->in->q[0:n])\n",
    );
    assert_eq!(apart, Some(Fidelity::Approximated));
    check(
        "#pragma acc parallel loop present(v->in->q[0:n])\n  for (int i = 0; i < n; ++i) v->in->q[i] = i;\n",
        "#pragma omp target teams distribute parallel for map(present, alloc: v->in->q[0:n])\n  for (int i = 0; i < n; ++i) v->in->q[i] = i;\n",
    );
}

/// clang 19 copies the wrong memory if a variable stands before a struct and its member in one clause.
#[test]
fn members_have_a_clause_of_their_own() {
    let head = "  struct { float d[4]; } *p;\n";
    let line = "#pragma acc parallel loop copy(a[0:n]) copy(p[0:1]) copy(p->d[0:3])\n";
    let rest = "  for (i = 0; i < 3; ++i) a[i] = p->d[i];\n";
    let expected = "#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(tofrom: p[0:1]) map(tofrom: p->d[0:3])\n";
    check(&format!("{head}{line}{rest}"), &format!("{head}{expected}{rest}"));
    let line = "#pragma acc parallel loop copy(n, p[0:1], p->d[0:3])\n";
    let rest = "  for (i = 0; i < 3; ++i) p->d[i] = n;\n";
    let expected =
        "#pragma omp target teams distribute parallel for map(tofrom: n) map(tofrom: p[0:1], p->d[0:3])\n";
    check(&format!("{head}{line}{rest}"), &format!("{head}{expected}{rest}"));
    assert!(
        translated(&format!("{head}{line}{rest}"), PORTABLE).contains("map(tofrom: n) map(tofrom: p[0:1]")
    );
}

/// A loop with a directive that is all of its compute construct has one directive with it.
#[test]
fn a_construct_and_its_only_loop_have_one_directive() {
    const LOOP: &str = "  for (int l = 0; l < n; ++l) a[l] += 1;\n";
    let check = |before: &str, expected: &str| {
        let end = if before.contains('{') { "  }\n" } else { "" };
        check(&format!("{before}{LOOP}{end}"), &format!("{expected}{LOOP}{end}"));
    };
    check(
        "#pragma acc parallel copy(a[0:n])\n#pragma acc loop\n",
        "#pragma omp target teams distribute parallel for map(tofrom: a[0:n])\n",
    );
    check(
        "  #pragma acc kernels copy(a[0:n]) \\\n    if(n > 5)\n  // Why.\n  #pragma acc loop independent // How.\n",
        "  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) \\\n    if(target: n > 5)\n  // Why.\n  // How.\n",
    );
    check(
        "#pragma acc serial copy(a[0:n])\n#pragma acc loop seq\n",
        "#pragma omp target map(tofrom: a[0:n])\n",
    );
    // Each of the two may be left out by itself, or not be a line.
    check(
        "#pragma acc parallel copy(a[0:n])\n#if 1\n#pragma acc loop\n#endif\n",
        "#pragma omp target teams map(tofrom: a[0:n])\n#if 1\n#pragma omp distribute parallel for\n#endif\n",
    );
    check(
        "#pragma acc parallel copy(a[0:n])\n_Pragma(\"acc loop\")\n",
        "#pragma omp target teams map(tofrom: a[0:n])\n_Pragma(\"omp distribute parallel for\")\n",
    );
    // Not all of the construct.
    check(
        "#pragma acc parallel copy(a[0:n])\n  {\n#pragma acc loop\n",
        "#pragma omp target teams map(tofrom: a[0:n])\n  {\n#pragma omp distribute parallel for\n",
    );
}

/// An inner `loop` without a level is collapsed with the loop around it where its iterations are provably independent.
#[test]
fn inner_loops_without_a_level_are_collapsed() {
    let check = |pragma: &str, body: &str, collapsed: &str, kept: &str| {
        let nest = |outer: &str, inner: &str| {
            format!("{outer}\n  for (i = 0; i < n; ++i)\n{inner}    for (j = 0; j < m; ++j) {body}\n")
        };
        check(
            &nest("#pragma acc parallel loop copy(a[0:n])", &format!("    #pragma acc loop{pragma}\n")),
            &nest(
                &format!("#pragma omp target teams distribute parallel for map(tofrom: a[0:n]){collapsed}"),
                kept,
            ),
        );
    };
    check("", "a[i * m + j] = 0;", " collapse(2)", "");
    check(" independent", "a[j + i * m] = t;", " collapse(2)", "");
    check(" seq", "a[i * m + j] = 0;", " private(j)", "");
    // Several iterations meet in an element, or in one that is not known.
    check("", "a[i] += j;", " private(j)", "");
    check("", "a[(int)r[i][j]] += 1;", " private(j)", "");
}

/// `with_explanations` adds a comment with the reason behind each directive that OpenMP only approximates, or in its place.
#[test]
fn comments_say_what_is_approximated() {
    let text = |body: &str, options: &TranslateOptions| {
        let program = format!("{HEAD}{body}}}\n");
        let mut session = Session::new(MemoryFiles::new().with("f.c", program.as_str()));
        let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
        String::from_utf8(session.translate(unit, options).text.clone()).expect("ASCII")
    };
    let explained = TranslateOptions::default().with_explanations(true);
    let check = |body: &str, expected: &str| {
        let found = text(body, &explained);
        assert!(found.ends_with(&format!("{expected}}}\n")), "{found}");
        let start = found.find(HEAD).expect("the function stays") + HEAD.len();
        assert_eq!(text(&found[start..found.len() - 2], &explained), found[start - HEAD.len()..]);
        // Text that shows both languages has comments of its own.
        let both = |options: &TranslateOptions| text(body, &options.clone().with_mode(Mode::AccOmp));
        assert_eq!(both(&explained), both(&TranslateOptions::default()));
    };
    check(
        "#pragma acc data copyin(a[0:n]) // once\n  ;\n",
        "#pragma omp target data map(to: a[0:n]) // once\n  ;\n",
    );
    check(
        "#pragma acc data copyin(a[0:n]) // once\n  g();\n",
        "#pragma omp target data map(to: a[0:n]) /* copyin: OpenMP has one reference count, so an exit data inside the region can remove the data (MAP0006) */ // once\n  g();\n",
    );
    check(
        "#pragma acc set device_num(n) device_type(nvidia)\n",
        "omp_set_default_device(n); /* set, device_num: OpenMP numbers the devices of all types together, from zero; device_type: OpenMP knows no types of devices */\n",
    );
    check(
        "#pragma acc shutdown\n",
        "/* shutdown: OpenMP stops its devices when the program ends, and data stays on them until then */\n",
    );
}

/// Lines are added behind the comment about the file, and the objects of queues behind its inclusions.
#[test]
fn added_lines_stand_where_an_author_puts_them() {
    let check = |head: &str, expected: &str| {
        let body = "void f(float *a) {\n#pragma acc update self(a[0:8]) async(1)\n#pragma acc set device_num(1)\n}\n";
        let files = MemoryFiles::new().with("f.c", format!("{head}{body}").as_str()).with("a.h", "int a;\n");
        let mut session = Session::new(files);
        let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
        let text = session.translate(unit, &TranslateOptions::default()).text.clone();
        let text = String::from_utf8(text).expect("ASCII");
        assert_eq!(text.split("void f").next(), Some(expected));
    };
    const QUEUE: &str = "__attribute__((weak)) char acc_queue_1;\n";
    check("", &format!("#include <omp.h>\n{QUEUE}"));
    check("/* About f. */\n", &format!("#include <omp.h>\n{QUEUE}/* About f. */\n"));
    check(
        "/* The licence. */\n\n#define N 1\n#include \"a.h\"\n\n",
        &format!("/* The licence. */\n\n#define N 1\n#include \"a.h\"\n#include <omp.h>\n{QUEUE}\n"),
    );
}

/// Returns the directives of OpenMP in the default text of a program, and the codes of its findings.
fn of_program(program: &str) -> (Vec<String>, Vec<&'static str>) {
    let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let translation = session.translate(unit, &TranslateOptions::default());
    let text = String::from_utf8(translation.text.clone()).expect("ASCII");
    let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix("#pragma omp "));
    let codes = translation.diagnostics.iter().map(|finding| finding.code.id);
    (directives.map(str::to_owned).collect(), codes.collect())
}

/// Lengths that clacc takes from the declaration of a parameter are the words there, so that the text holds for other definitions of its
/// macros.
#[test]
fn declared_lengths_are_the_words_of_the_declaration() {
    let check = |length: &str, before: &str, expected: &str, is_reported: bool| {
        let program = format!(
            "#define N 1000\n#define L N\nenum {{ E = 12 }};\nvoid f(double a[{length}]) {{\n{before}#pragma acc data create(a)\n  ;\n}}\n"
        );
        let (directives, codes) = of_program(&program);
        assert_eq!(directives, [format!("target data map(alloc: a[0:{expected}])")], "{program}");
        assert_eq!(codes.contains(&"MAP0106"), is_reported, "{program}");
    };
    check("N", "", "N", false);
    check("static 2*N", "", "2*N", false);
    check("L", "", "L", false);
    check("E + 1", "", "E + 1", false);
    check("sizeof(double) * 4", "", "sizeof(double) * 4", false);
    check("1000", "", "1000", false);
    // Here the words would mean something else, or cannot be copied.
    check("N", "#undef N\n#define N 10\n", "1000", true);
    check("L", "#undef N\n", "1000", true);
    check("E", "int E = 3;\n", "12", true);
    check("N // rows\n + 1", "", "1000 + 1", true);
    // A number means the same everywhere.
    check("1000", "#undef N\n", "1000", false);
}

#[test]
fn lengths_of_declarations_elsewhere_are_those_of_this_configuration() {
    let check = |declaration: &str, body: &str, expected: &str, is_reported: bool| {
        let program = format!("#define N 10\n{declaration}void f(void) {{\n{body}}}\n");
        let (directives, codes) = of_program(&program);
        assert_eq!(directives, [expected], "{program}");
        assert_eq!(codes.contains(&"MAP0106"), is_reported, "{program}");
    };
    let update = "#pragma acc update self(a[2:])\n";
    check("double a[N];\n", update, "target update from(present: a[2:8])", true);
    check("", &format!("double a[N];\n{update}"), "target update from(present: a[2:8])", true);
    check("", &format!("double a[10];\n{update}"), "target update from(present: a[2:8])", false);
    check(
        "double a[N];\n",
        "#pragma acc update self(a[2:N - 2])\n",
        "target update from(present: a[2:N - 2])",
        false,
    );
    check("double a[N];\n", "#pragma acc update self(a)\n", "target update from(present: a)", false);
}

/// A reduction of elements behind a pointer implies a copy of them on the compute construct (OpenACC 3.4 2.9.11), also where no threads
/// share the loop.
#[test]
fn reduced_elements_are_copied_whoever_executes_the_loop() {
    let check = |construct: &str, loop_: &str, expected: &[&str]| {
        let program = format!(
            "void f(int n, int m, int *c, int *x) {{\n  int last = 0;\n{construct}{loop_}  for (int l = 0; l < n; ++l) {{ c[x[l]]++; last = x[l]; }}\n  x[0] = last;\n}}\n"
        );
        assert_eq!(of_program(&program).0, expected, "{program}");
    };
    const MAPPED: &str = "target map(to: x[0:n]) map(tofrom: c[0:8], last)";
    check("", "#pragma acc kernels loop independent copyin(x[0:n]) reduction(+:c[0:8])\n", &[MAPPED]);
    check("", "#pragma acc kernels loop copyin(x[0:n]) reduction(+:c[0:8])\n", &[MAPPED]);
    check("", "#pragma acc kernels loop seq copyin(x[0:n]) reduction(+:c[0:8])\n", &[MAPPED]);
    check("#pragma acc kernels copyin(x[0:n])\n", "#pragma acc loop seq reduction(+:c[0:8])\n", &[MAPPED]);
    check(
        "",
        "#pragma acc serial loop copyin(x[0:n]) reduction(+:c[0:8])\n",
        &["target map(to: x[0:n]) map(tofrom: c[0:8]) firstprivate(last)"],
    );
    // The data region around the construct has them.
    check(
        "#pragma acc data copy(c[0:8])\n",
        "#pragma acc kernels loop seq copyin(x[0:n]) reduction(+:c[0:8])\n",
        &["target data map(tofrom: c[0:8])", "target map(to: x[0:n]) map(tofrom: last)"],
    );
    // The number of elements is not known where the construct begins.
    check(
        "#pragma acc kernels copyin(x[0:n])\n{ m = 4;\n",
        "#pragma acc loop seq reduction(+:c[0:m])\n  for (int l = 0; l < n; ++l) c[x[l]]++; }\n",
        &[],
    );
}

/// Each thread gets a scalar of its own that is only created on the device and that each iteration assigns first.
#[test]
fn counters_that_are_only_created_are_private() {
    let check = |clause: &str, expected: &str| {
        let program = format!(
            "void f(int n, float *a, float *b) {{\n  int i, j;\n#pragma acc data copy(a[0:n]) copyin(b[0:n + 3]) {clause}\n#pragma acc parallel loop\n  for (i = 0; i < n; ++i)\n    for (j = 0; j < 3; ++j) a[i] += b[i + j];\n}}\n"
        );
        let (directives, codes) = of_program(&program);
        assert_eq!(
            directives[1],
            format!(
                "target teams distribute parallel for firstprivate(n) defaultmap(tofrom: scalar){expected}"
            ),
            "{program}"
        );
        assert_eq!(codes.contains(&"ACC0121"), expected.is_empty(), "{program}");
    };
    check("create(j)", " private(j)");
    check("create(i, j)", " private(j)");
    check("copyin(j)", "");
    check("copy(j)", "");
}

/// Without device variables in the unit, OpenMP copies a scalar at file scope as it copies a local one.
#[test]
fn scalars_at_file_scope_are_copied_without_a_clause() {
    let check = |head: &str, loop_: &str, expected: &str| {
        let program = format!(
            "{head}void f(float *a) {{\n#pragma acc parallel loop copy(a[0:9])\n  for (int i = 0; i < 9; ++i) {loop_}\n}}\n"
        );
        let (directives, _) = of_program(&program);
        let last = directives.last().map(String::as_str);
        assert_eq!(last, Some(expected), "{program}");
    };
    const SHORT: &str = "target teams distribute parallel for map(tofrom: a[0:9])";
    check("static int c;\n", "a[i] += c;", SHORT);
    check("int c;\n", "for (int j = 0; j < c; ++j) a[i] += j;", SHORT);
    check("extern const float c;\n", "a[i] *= c;", SHORT);
    let long = format!("{SHORT} firstprivate(c)");
    // A clause decides about device variables. What the construct changes has a copy for each thread.
    check("int c, d;\n#pragma acc declare create(d)\n", "a[i] += c;", &long);
    check("int c, d;\n#pragma omp declare target(d)\n", "a[i] += c;", &long);
    check(
        "#pragma omp declare target\nint d;\n#pragma omp end declare target\nint c;\n",
        "a[i] += c;",
        &long,
    );
    check("_Atomic int c;\n", "a[i] += c;", &long);
}

/// gcc reads no pragma between a directive and its loop, not even one that restores warnings.
#[test]
fn a_loop_follows_its_directive_in_text_for_gcc() {
    let body = "#pragma acc parallel loop copy(a[0:n])\n  for (int l = 0; l < n; ++l) a[l] += s++;\n";
    let program = format!("{HEAD}{body}}}\n");
    let mut session = Session::new(MemoryFiles::new().with("f.c", program.as_str()));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    let options = TranslateOptions::default().with_reader(TextReader::Gcc);
    let text = String::from_utf8(session.translate(unit, &options).text.clone()).expect("ASCII");
    assert!(text.contains("map(tofrom: a[0:n]) firstprivate(s)\n  for ("), "{text}");
}

/// OpenMP maps an aggregate that no clause names as OpenACC copies it.
#[test]
fn whole_aggregates_are_mapped_without_a_clause() {
    let check = |head: &str, before: &str, statement: &str, expected: &str| {
        let program = format!(
            "{head}void f(int n) {{\n{before}#pragma acc parallel loop\n  for (int i = 0; i < 9; ++i) {statement}\n}}\n"
        );
        let (directives, _) = of_program(&program);
        let clauses =
            directives.last().and_then(|last| last.strip_prefix("target teams distribute parallel for"));
        assert_eq!(clauses, Some(expected), "{program}");
    };
    check("static double a[9];\n", "", "a[i] += 1;", "");
    check("extern float _Complex a[9][9];\n", "", "a[i][2] += 1;", "");
    check("", "int a[9];\n", "a[i] = 1;", "");
    check("struct { int n; float v[2]; } s; int a[9];\n", "", "a[i] = s.n + s.v[1];", "");
    check("struct { int n; float *v; } s; int a[9];\n", "", "a[i] = s.n;", " map(tofrom: s)");
    check("const int k[2] = {1, 2}; int a[9];\n", "", "a[i] = k[i % 2];", " map(to: k)");
    check("", "int a[n];\n", "a[i] = 1;", " map(tofrom: a)");
    check("int *a[9];\n", "", "*a[i] = 1;", " map(tofrom: a)");
    // Another clause may put a part of it on the device.
    check("int a[9];\n", "#pragma acc enter data copyin(a[0:3])\n", "a[i] = 1;", " map(tofrom: a)");
    check("int a[9];\n", "#pragma acc update self(a[0:3])\n", "a[i] = 1;", " map(tofrom: a)");
    check("int a[9], b[9];\n#pragma acc declare create(b)\n", "", "a[i] = 1;", " map(tofrom: a)");
}

/// `distribute` has to be inside of `teams` (OpenMP 5.2 11.6).
#[test]
fn a_function_for_gangs_is_called_in_a_team() {
    let directive = |level: &str, construct: &str| {
        let program = format!(
            "#pragma acc routine {level}\nvoid g(int n, int *a);\n\
             void f(int n, int *a) {{\n#pragma acc {construct} copy(a[0:n])\n{{ g(n, a); }}\n}}\n"
        );
        let (directives, _) = of_program(&program);
        directives.last().cloned().unwrap_or_default()
    };
    for construct in ["serial", "kernels"] {
        let of_team = "target teams map(tofrom: a[0:n]) num_teams(1) thread_limit(1)";
        assert_eq!(directive("gang", construct), of_team, "{construct}");
        assert_eq!(directive("worker", construct), "target map(tofrom: a[0:n])", "{construct}");
    }
}
