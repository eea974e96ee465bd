//! What the dialects of OpenMP 6.0 and 6.1 say that earlier ones do not.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::fmt::Write;

use clacc_ttx::dialect::{Dialect, OPENMP_6_0, OPENMP_6_1};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;
use expect_test::{Expect, expect};

/// Checks the lines that the translation of statements adds in a dialect.
fn check(dialect: &Dialect, statements: &str, expected: &Expect) {
    let source = format!(
        "char *acc2omp_async2dep(int);\nint acc_is_present(void *, unsigned long);\nvoid g(void);\n\
         struct s {{ int n; double *p; }};\n\
         void f(double a[4], double *p, struct s s, int n, int i) {{\n{statements}\n}}\n"
    );
    let translated = Program::new(&source).translate(*dialect, RewriteOptions::default());
    let mut text = String::new();
    let is_new = |line: &&str| ["#pragma", "acc_"].iter().any(|start| line.trim_start().starts_with(start));
    for line in translated.lossy().lines().filter(is_new) {
        let _ = writeln!(text, "{}", line.trim_start());
    }
    for finding in &translated.translation.findings {
        let _ = writeln!(text, "{}: {}", finding.code.id, finding.message);
    }
    expected.assert_eq(&text);
}

#[test]
fn an_asynchronous_data_region_is_left_to_its_queue() {
    check(
        &OPENMP_6_0,
        "\
#pragma acc data copyin(a[0:4]) copyout(p[0:n]) create(s) async(1) wait(2)
  {
#pragma acc parallel loop async(1)
    for (i = 0; i < n; ++i) p[i] = a[i];
#pragma acc wait(3)
  }
#pragma acc data copy(a[0:4]) async
  ;
#pragma acc data copy(a[0:4]) async(-1)
  ;",
        &expect![[r#"
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(2))
            #pragma omp target enter data map(to: a[0:4]) map(alloc: p[0:n]) map(alloc: s) nowait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target teams shared(p,a) firstprivate(n) defaultmap(tofrom: scalar) nowait depend(inout : *acc2omp_async2dep(1))
            #pragma omp distribute private(i)
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(3))
            #pragma omp target exit data map(release: a[0:4]) map(from: p[0:n]) map(release: s) nowait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target enter data map(to: a[0:4]) nowait depend(inout : *acc2omp_async2dep(-2))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            #pragma omp target exit data map(from: a[0:4]) nowait depend(inout : *acc2omp_async2dep(-2))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            #pragma omp target data map(tofrom: a[0:4])
        "#]],
    );
}

#[test]
fn the_thread_moves_the_data_where_the_region_may_need_it_at_once() {
    check(
        &OPENMP_6_0,
        "\
#pragma acc data copy(a[0:4]) async(1)
  {
#pragma acc parallel loop
    for (i = 0; i < 4; ++i) a[i] = i;
  }
#pragma acc data copy(a[0:4]) async(1)
  g();
#pragma acc data copy(p[0:n]) async(1)
  n = 2;
#pragma acc data copy(a[0:4]) async(1) if(n)
  ;
#pragma acc data copy(s.p[0:n]) async(1)
  ;
#pragma acc data copy(a[0:4]) async(i)
  ;",
        &expect![[r#"
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target data map(tofrom: a[0:4])
            #pragma omp target teams shared(a) defaultmap(tofrom: scalar)
            #pragma omp distribute private(i)
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target data map(tofrom: a[0:4])
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target data map(tofrom: p[0:n])
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target data map(tofrom: a[0:4]) if(n)
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target data map(tofrom: s.p[0:n])
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(i))
            #pragma omp target data map(tofrom: a[0:4])
            #pragma omp taskwait
            MAP0006: `copy` does not hold the data for the whole region in this dialect
        "#]],
    );
}

const ATTACHED: &str = "\
#pragma acc data copyin(s, p[0:n]) attach(s.p)
  {
#pragma acc parallel present(s) attach(s.p) if(n) async(1)
    s.p[0] = 1;
  }
#pragma acc enter data attach(s.p)
#pragma acc exit data detach(s.p)";

#[test]
fn pointers_are_attached_by_a_modifier_in_openmp_6_1() {
    check(
        &OPENMP_6_1,
        ATTACHED,
        &expect![[r#"
        #pragma omp target data map(to: p[0:n]) map(to: s) map(attach(always),alloc: s.p[0:0])
        #pragma omp target teams map(present,alloc: s) map(attach(always),alloc: s.p[0:0]) if(target: n) shared(s) nowait depend(inout : *acc2omp_async2dep(1))
        #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
        acc_attach((void **)&s.p);
        acc_detach((void **)&s.p);
    "#]],
    );
    check(
        &OPENMP_6_0,
        ATTACHED,
        &expect![[r#"
            #pragma omp target data map(to: s,p[0:n])
            acc_attach((void **)&s.p);
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target data map(present,alloc: s) if(n)
            #pragma omp target teams map(present,alloc: s) if(target: n) shared(s)
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            acc_detach((void **)&s.p);
            acc_attach((void **)&s.p);
            acc_detach((void **)&s.p);
        "#]],
    );
}
