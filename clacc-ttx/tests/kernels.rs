//! `serial` and `kernels`: who executes what, and how scalars reach the device.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::fmt::Write;

use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;
use expect_test::{Expect, expect};

/// Checks the translation of statements in a function with arrays, counters and scalars.
fn check(statements: &str, expected: &Expect) {
    let source = format!(
        "char *acc2omp_async2dep(int);\nint g; struct S {{ int n; double x[4]; }};\nvoid use(int *);\n\
         void f(double a[8], double *restrict p, int n) {{\nint i, j, k, s = 0, t = 0; struct S u;\n{statements}\n}}\n"
    );
    let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
    let text = translated.lossy();
    let start = text.find("struct S u;\n").map_or(0, |at| at + 12);
    let mut text = text[start..].to_owned();
    for finding in &translated.translation.findings {
        let _ = writeln!(text, "{}: {}", finding.code.id, finding.message);
    }
    expected.assert_eq(&text);
}

#[test]
fn one_loop_with_independent_is_shared_by_gangs() {
    check(
        "\
#pragma acc kernels loop independent copy(a[0:8])
  for (int q = 0; q < 8; ++q) a[q] += n;
#pragma acc kernels copy(a[0:8]) num_gangs(n)
  {
    {
#pragma acc loop independent gang worker collapse(2)
      for (int q = 0; q < 8; ++q)
        for (int r = 0; r < 8; ++r) p[q * 8 + r] += n;
    }
  }
#pragma acc kernels loop independent reduction(+:s) copy(a[0:8])
  for (int q = 0; q < 8; ++q) {
#pragma acc loop independent vector
    for (int r = 0; r < 8; ++r) p[q * 8 + r] += n;
    s += 1;
  }",
        &expect![[r#"
            #pragma omp target teams map(tofrom: a[0:8]) shared(a) firstprivate(n)
            #pragma omp distribute parallel for shared(a,n)
              for (int q = 0; q < 8; ++q) a[q] += n;
            #pragma omp target teams map(tofrom: a[0:8]) num_teams(n) shared(p,a) firstprivate(n)
              {
                {
            #pragma omp distribute parallel for collapse(2) shared(p,n)
                  for (int q = 0; q < 8; ++q)
                    for (int r = 0; r < 8; ++r) p[q * 8 + r] += n;
                }
              }
            #pragma omp target teams map(tofrom: a[0:8]) map(tofrom: s) shared(p,a) firstprivate(n) reduction(+: s)
            #pragma omp distribute
              for (int q = 0; q < 8; ++q) {
            #pragma omp simd
                for (int r = 0; r < 8; ++r) p[q * 8 + r] += n;
                s += 1;
              }
            }
        "#]],
    );
}

#[test]
fn one_gang_executes_everything_else_in_order() {
    check(
        "\
#pragma acc kernels copy(a[0:8]) num_gangs(4) num_workers(2)
  {
    a[0] = 1;
#pragma acc loop independent gang
    for (int q = 1; q < 8; ++q) a[q] = a[0];
#pragma acc loop gang reduction(+:s)
    for (int q = 1; q < 8; ++q) s += a[q];
  }
#pragma acc kernels loop copy(a[0:8])
  for (int q = 1; q < 8; ++q) a[q] += a[q - 1];
#pragma acc kernels loop gang vector seq copy(a[0:8])
  for (int q = 1; q < 8; ++q) a[q] += a[q - 1];
#pragma acc kernels copy(a[0:8])
  if (n)
  {
#pragma acc loop independent
    for (int q = 1; q < 8; ++q) a[q] = n;
  }",
        &expect![[r#"
            #pragma omp target teams num_teams(1) map(tofrom: a[0:8]) map(tofrom: s) shared(a,s)
              {
                a[0] = 1;
            #pragma omp parallel for num_threads(2) shared(a)
                for (int q = 1; q < 8; ++q) a[q] = a[0];
                for (int q = 1; q < 8; ++q) s += a[q];
              }
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) shared(a)
              for (int q = 1; q < 8; ++q) a[q] += a[q - 1];
            #pragma acc kernels loop gang vector seq copy(a[0:8])
              for (int q = 1; q < 8; ++q) a[q] += a[q - 1];
            #pragma omp target teams num_teams(1) map(tofrom: a[0:8]) shared(a) firstprivate(n)
              if (n)
              {
            #pragma omp parallel for shared(a,n)
                for (int q = 1; q < 8; ++q) a[q] = n;
              }
            }
            MAP0055: one gang executes this `kernels` construct, and its workers share the `independent` loops
            MAP0055: one thread executes this `kernels` construct
            MAP0055: one gang executes this `kernels` construct, and its workers share the `independent` loops
        "#]],
    );
}

#[test]
fn loops_that_change_what_they_share_are_sequential() {
    check(
        "\
#pragma acc kernels loop independent copy(a[0:8])
  for (int q = 0; q < 8; ++q) { t = a[q]; a[q] = t; }
#pragma acc kernels loop independent copy(a[0:8]) private(t)
  for (int q = 0; q < 8; ++q) { t = a[q]; a[q] = t; }
#pragma acc kernels loop independent copy(a[0:8])
  for (int q = 0; q < 8; ++q) { u.n = q; a[q] = u.n; }
#pragma acc kernels loop independent copy(a[0:8])
  for (int q = 0; q < 8; ++q) { use(&t); a[q] = t; }
#pragma acc kernels loop independent copy(a[0:8])
  for (int q = 0; q < 8; ++q) {
#pragma acc loop independent reduction(+:s)
    for (int r = 0; r < 8; ++r) s += r;
    a[q] = 1;
  }
#pragma acc kernels loop independent copy(a[0:8])
  for (int q = 0; q < 8; ++q) { static int kept; kept += q; a[q] = 0; }",
        &expect![[r#"
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: t) shared(t,a)
              for (int q = 0; q < 8; ++q) { t = a[q]; a[q] = t; }
            #pragma omp target teams map(tofrom: a[0:8]) shared(a)
            #pragma omp distribute parallel for private(t) shared(a)
              for (int q = 0; q < 8; ++q) { t = a[q]; a[q] = t; }
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: u) shared(u,a)
              for (int q = 0; q < 8; ++q) { u.n = q; a[q] = u.n; }
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: t) shared(t,a)
              for (int q = 0; q < 8; ++q) { use(&t); a[q] = t; }
            #pragma omp target teams map(tofrom: a[0:8]) map(tofrom: s) shared(a) reduction(+: s)
            #pragma omp distribute parallel for reduction(+: s) shared(a)
              for (int q = 0; q < 8; ++q) {
                for (int r = 0; r < 8; ++r) s += r;
                a[q] = 1;
              }
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) shared(a)
              for (int q = 0; q < 8; ++q) { static int kept; kept += q; a[q] = 0; }
            }
            MAP0107: one thread executes this `kernels` construct, although a loop in it has `independent`
            MAP0107: one thread executes this `kernels` construct, although a loop in it has `independent`
            MAP0107: one thread executes this `kernels` construct, although a loop in it has `independent`
            MAP0074: this loop is translated as with `reduction(+:s)`
            MAP0107: one thread executes this `kernels` construct, although a loop in it has `independent`
        "#]],
    );
}

#[test]
fn counters_are_private_and_values_of_the_host_are_passed() {
    check(
        "\
#pragma acc kernels loop independent copy(a[0:8])
  for (i = 0; i < 8; ++i)
    for (j = 0; j < n; ++j) a[i] += j;
#pragma acc kernels copy(a[0:8]) async(1)
  for (k = 0; k < n; ++k) a[k] += g;
  t = k;
#pragma acc kernels copy(a[0:8])
  { s = n; a[s] = t; }",
        &expect![[r#"
            #pragma omp target teams private(i,j) map(tofrom: a[0:8]) shared(a) firstprivate(n)
            #pragma omp distribute parallel for private(j,i) shared(n,a)
              for (i = 0; i < 8; ++i)
                for (j = 0; j < n; ++j) a[i] += j;
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: k,g) shared(k,a,g) firstprivate(n) nowait depend(inout : *acc2omp_async2dep(1))
              for (k = 0; k < n; ++k) a[k] += g;
              t = k;
            #pragma omp target teams num_teams(1) thread_limit(1) private(s) map(tofrom: a[0:8]) shared(a) firstprivate(n,t)
              { s = n; a[s] = t; }
            }
            MAP0055: one thread executes this `kernels` construct
            MAP0055: one thread executes this `kernels` construct
        "#]],
    );
}

#[test]
fn scalars_that_are_assigned_before_they_are_read_are_private() {
    check(
        "\
#pragma acc kernels
#pragma acc loop independent
  for (i = 0; i < 8; ++i) {
    s = 0;
#pragma acc loop reduction(+:s)
    for (j = 0; j < 8; ++j) s += j;
    a[i] = s;
  }
  s = n;
#pragma acc kernels loop independent copy(a[0:8])
  for (i = 0; i < 8; ++i) { if (i) t = i; a[i] = t + s; }
#pragma acc kernels loop independent copy(a[0:8])
  for (i = 0; i < 8; ++i) { k = i; switch (i) { k = 1; case 3: a[i] = k; } }
  n = k;",
        &expect![[r#"
            #pragma omp target teams private(i,j,s) shared(a)
            #pragma omp distribute parallel for private(j,s,i) shared(a)
              for (i = 0; i < 8; ++i) {
                s = 0;
            {
              int j;
                for (j = 0; j < 8; ++j) s += j;
            }
                a[i] = s;
              }
              s = n;
            #pragma omp target teams num_teams(1) thread_limit(1) private(i) map(tofrom: a[0:8]) map(tofrom: t,s) shared(t,a,s)
            {
              int i;
              for (i = 0; i < 8; ++i) { if (i) t = i; a[i] = t + s; }
            }
            #pragma omp target teams num_teams(1) thread_limit(1) private(i) map(tofrom: a[0:8]) map(tofrom: k) shared(k,a)
            {
              int i;
              for (i = 0; i < 8; ++i) { k = i; switch (i) { k = 1; case 3: a[i] = k; } }
            }
              n = k;
            }
            MAP0107: one thread executes this `kernels` construct, although a loop in it has `independent`
            MAP0107: one thread executes this `kernels` construct, although a loop in it has `independent`
        "#]],
    );
}

#[test]
fn a_variable_whose_value_goes_on_is_no_counter() {
    check(
        "\
  for (i = 0; i < 3; ++i) {
#pragma acc kernels copy(a[0:8])
    for (i = 0; i < 2; ++i) a[i] += 1;
  }
#pragma acc kernels copy(a[0:8])
  for (j = j + 1; j < 8; ++j) a[j] += 1;
#pragma acc kernels copy(a[0:8])
  { for (k = 0; k < 8; ++k) a[k] += 1; a[0] = k; }
  n = k;",
        &expect![[r#"
            for (i = 0; i < 3; ++i) {
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: i) shared(i,a)
                for (i = 0; i < 2; ++i) a[i] += 1;
              }
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: j) shared(j,a)
              for (j = j + 1; j < 8; ++j) a[j] += 1;
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: k) shared(k,a)
              { for (k = 0; k < 8; ++k) a[k] += 1; a[0] = k; }
              n = k;
            }
            MAP0055: one thread executes this `kernels` construct
            MAP0055: one thread executes this `kernels` construct
            MAP0055: one thread executes this `kernels` construct
        "#]],
    );
}

#[test]
fn serial_has_no_loop_directives() {
    check(
        "\
#pragma acc serial loop gang worker vector reduction(+:s) private(t) copy(a[0:8])
  for (i = 0; i < 8; ++i) { t = a[i]; s += t; }
#pragma acc serial copy(a[0:8]) async(1) wait(2)
  {
#pragma acc loop collapse(2) independent
    for (int q = 0; q < 8; ++q)
      for (int r = 0; r < 8; ++r) a[q] += r;
#pragma acc loop vector reduction(max:s)
    for (int q = 0; q < 8; ++q) if (a[q] > s) { s = a[q]; continue; }
  }
#pragma acc serial if(n > 2) self(n > 7)
  p[0] = 1;
#pragma acc serial if(n > 2) self
  p[0] = 1;
#pragma acc serial if(n++ > 2) self
  p[0] = 1;",
        &expect![[r#"
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: s) shared(s,a)
            {
              int t;
              int i;
              for (i = 0; i < 8; ++i) { t = a[i]; s += t; }
            }
            #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: a[0:8]) map(tofrom: s) shared(a,s) depend(in : *acc2omp_async2dep(2)) nowait depend(inout : *acc2omp_async2dep(1))
              {
                for (int q = 0; q < 8; ++q)
                  for (int r = 0; r < 8; ++r) a[q] += r;
                for (int q = 0; q < 8; ++q) if (a[q] > s) { s = a[q]; continue; }
              }
            #pragma omp target teams num_teams(1) thread_limit(1) if(target: (n > 2) && !(n > 7))
              p[0] = 1;
            #pragma omp target teams num_teams(1) thread_limit(1) if(target: 0)
              p[0] = 1;
            #pragma acc serial if(n++ > 2) self
              p[0] = 1;
            }
            MAP0003: `if` with side effects and `self` beside it has no OpenMP form under this mapping
        "#]],
    );
}
