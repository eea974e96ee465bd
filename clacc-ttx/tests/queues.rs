//! Queues, waits, and directives that become calls of the runtime library.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::fmt::Write;

use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::rewrite::{Mode, RewriteOptions};
use common::Program;
use expect_test::{Expect, expect};

fn translated(source: &str, mode: Mode) -> String {
    let translated =
        Program::new(source).translate(PORTABLE, RewriteOptions { mode, ..RewriteOptions::default() });
    let mut text = translated.lossy().clone();
    for finding in &translated.translation.findings {
        let _ = writeln!(text, "{}: {}", finding.code.id, finding.message);
    }
    text
}

/// Checks the translation of statements in a function that has an array `a`, integers and queues.
fn check(statements: &str, expected: &Expect) {
    let source = format!(
        "char *acc2omp_async2dep(int);\nvoid acc_init(int);\nvoid acc_set_device_num(int, int);\n\
         enum {{ acc_async_sync = -1, acc_async_noval = -2, acc_async_default = -3, acc_init_device }};\n\
         void acc_shutdown(int), acc_set_default_async(int), acc_set_device_type(int), acc_wait_all(void);\n\
         void acc_wait_async(int, int), acc_wait_device(int, int);\n\
         void f(int a[4], int i, unsigned u) {{\n{statements}\n}}\n"
    );
    let text = translated(&source, Mode::Omp);
    let start = text.find("void f(").unwrap_or_default();
    expected.assert_eq(&text[start..]);
}

#[test]
fn what_is_asynchronous_depends_on_its_queue() {
    check(
        "\
#pragma acc update self(a[0:4]) async
#pragma acc update self(a[0:4]) async(3)
#pragma acc update self(a[0:4]) async(i)
#pragma acc update self(a[0:4]) async(u)
#pragma acc update self(a[0:4]) async(acc_async_sync)
#pragma acc update self(a[0:4]) async(acc_async_noval)
#pragma acc update self(a[0:4]) async(acc_async_default) wait(1, i)
#pragma acc update self(a[0:4]) wait(queues: 1) if_present
#pragma acc update self(a[0:4]) wait if_present
#pragma acc update self(a[0:4]) wait(devnum: 0: queues: 1)
  if (i)
#pragma acc parallel async wait
    { a[0] = i; } // comment
#pragma acc parallel async
    { a[0] = i; } a[1] = 2;",
        &expect![[r#"
            void f(int a[4], int i, unsigned u) {
            {
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(-2))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            }
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(3))
            {
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(i))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            }
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(u))
            #pragma omp target update from(a[0:4])
            {
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(acc_async_noval))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            }
            {
            #pragma omp task depend(in : *acc2omp_async2dep(1)) depend(in : *acc2omp_async2dep(i)) depend(inout : *acc2omp_async2dep(acc_async_default))
            {
            }
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(acc_async_default))
            }
            {
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target update from(a[0:4])
            }
            {
            #pragma omp taskwait
            #pragma omp target update from(a[0:4])
            }
            {
                acc_wait_device(1, 0);
            #pragma omp target update from(a[0:4])
            }
              if (i)
            {
            #pragma omp taskwait
            #pragma omp target teams firstprivate(i) nowait depend(inout : *acc2omp_async2dep(-2))
                { a[0] = i; } // comment
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            }
            {
            #pragma omp target teams firstprivate(i) nowait depend(inout : *acc2omp_async2dep(-2))
                { a[0] = i; } _Pragma("omp taskwait depend(inout : *acc2omp_async2dep(-1))") } a[1] = 2;
            }
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
        "#]],
    );
}

#[test]
fn waits_are_taskwaits_or_calls() {
    check(
        "\
#pragma acc wait
#pragma acc wait(1)
#pragma acc wait(1, i)
#pragma acc wait(queues: u)
#pragma acc wait(devnum: i: 1, 2)
#pragma acc wait(1) async(i)
#pragma acc wait if(i > u)",
        &expect![[r#"
            void f(int a[4], int i, unsigned u) {
            #pragma omp taskwait
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1)) depend(inout : *acc2omp_async2dep(i))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(u))
            {
                acc_wait_device(1, i);
                acc_wait_device(2, i);
            }
            acc_wait_async(1, i);
            {
                if (i > u) acc_wait_all();
            }
            }
        "#]],
    );
}

#[test]
fn device_control_becomes_calls() {
    check(
        "\
#pragma acc init
#pragma acc init device_type(nvidia) if(i)
#pragma acc shutdown device_type(acc_device_host)
#pragma acc set default_async(i)
#pragma acc set device_type(host) device_num(i + 1) default_async(2) if(u)
#pragma acc set device_type(host)
#pragma acc set device_type(abacus)
#pragma acc set device_type(host, nvidia)",
        &expect![[r#"
            void f(int a[4], int i, unsigned u) {
            acc_init(acc_device_default);
            {
                if (i) acc_init(acc_device_nvidia);
            }
            acc_shutdown(acc_device_host);
            acc_set_default_async(i);
            {
                if (u) { acc_set_device_num(i + 1, acc_device_host); acc_set_default_async(2); }
            }
            acc_set_device_type(acc_device_host);
            #pragma acc set device_type(abacus)
            #pragma acc set device_type(host, nvidia)
            }
            MAP0003: `device_type` with this argument has no OpenMP form under this mapping
            MAP0003: `device_type` with this argument has no OpenMP form under this mapping
        "#]],
    );
}

#[test]
fn routines_are_declared_where_the_program_does_not() {
    let check = |source: &str, expected: &str| assert_eq!(translated(source, Mode::Omp), expected);
    check(
        "void f(void) {\r\n#pragma acc wait(1)\r\n}\r\n",
        "char *acc2omp_async2dep(int);\r\nvoid f(void) {\r\n#pragma omp taskwait depend(inout : *acc2omp_async2dep(1))\r\n}\r\n",
    );
    check(
        "void f(void) {\r\n#pragma acc init\r\n#pragma acc wait(1)\r\n}\r\n",
        "char *acc2omp_async2dep(int);\r\n#include <openacc.h>\r\nvoid f(void) {\r\nacc_init(acc_device_default);\r\n\
         #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))\r\n}\r\n",
    );
    check("void f(void) {\n#pragma acc wait\n}\n", "void f(void) {\n#pragma omp taskwait\n}\n");
}

#[test]
fn operators_and_comments_have_the_new_code() {
    let source = "\
char *acc2omp_async2dep(int);
void acc_wait_all(void);
#define WAIT _Pragma(\"acc wait if(1)\")
void f(int *a, int i) {
  WAIT
  _Pragma(\"acc update self(a[0:4]) async\")
  _Pragma(\"acc parallel async\") { a[0] = i; }
}
";
    expect![[r#"
        char *acc2omp_async2dep(int);
        void acc_wait_all(void);
        #define WAIT { if (1) acc_wait_all(); }
        void f(int *a, int i) {
          WAIT
          { _Pragma("omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(-2))") _Pragma("omp taskwait depend(inout : *acc2omp_async2dep(-1))") }
          { _Pragma("omp target teams firstprivate(i) nowait depend(inout : *acc2omp_async2dep(-2))") { a[0] = i; } _Pragma("omp taskwait depend(inout : *acc2omp_async2dep(-1))") }
        }
        MAP0007: `self` of absent data is not reported in this dialect
    "#]].assert_eq(&translated(source, Mode::Omp));
    let source = "\
char *acc2omp_async2dep(int);
void f(int *a, int i) {
  #pragma acc update self(a[0:4]) async
  #pragma acc parallel async
  a[0] = i;
}
";
    expect![[r#"
        char *acc2omp_async2dep(int);
        void f(int *a, int i) {
          #pragma acc update self(a[0:4]) async
          // {
          // #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(-2))
          // #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
          // }
          // v----------ACC----------v
          #pragma acc parallel async
          a[0] = i;
          // ---------ACC->OMP--------
          // {
          // #pragma omp target teams firstprivate(i) nowait depend(inout : *acc2omp_async2dep(-2))
          // a[0] = i;
          // #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
          // }
          // ^----------OMP----------^
        }
        MAP0007: `self` of absent data is not reported in this dialect
    "#]]
    .assert_eq(&translated(source, Mode::AccOmp));
    expect![[r#"
        char *acc2omp_async2dep(int);
        void f(int *a, int i) {
          {
          #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(-2))
          #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
          }
          // #pragma acc update self(a[0:4]) async
          // v----------OMP----------v
          {
          #pragma omp target teams firstprivate(i) nowait depend(inout : *acc2omp_async2dep(-2))
          a[0] = i;
          #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
          }
          // ---------OMP<-ACC--------
          // #pragma acc parallel async
          // a[0] = i;
          // ^----------ACC----------^
        }
        MAP0007: `self` of absent data is not reported in this dialect
    "#]]
    .assert_eq(&translated(source, Mode::OmpAcc));
}

#[test]
fn conditions_say_where_a_construct_runs() {
    check(
        "\
#pragma acc parallel if(i) copy(a[0:4])
  { a[0] = 1; }
#pragma acc parallel self(i > 1) copy(a[0:4])
  { a[0] = 1; }
#pragma acc parallel self copy(a[0:4])
  { a[0] = 1; }
#pragma acc parallel self(i) if(u) copy(a[0:4])
  { a[0] = 1; }
#pragma acc data copy(a[0:4]) if(i) wait(1)
#pragma acc parallel loop default(present) gang
  for (int k = 0; k < 4; ++k) a[k] = k;
#pragma acc enter data copyin(a[0:4]) if(i)
#pragma acc exit data copyout(a[0:4]) if(i)",
        &expect![[r#"
            void f(int a[4], int i, unsigned u) {
            #pragma omp target teams if(target: i) map(tofrom: a[0:4]) shared(a)
              { a[0] = 1; }
            #pragma omp target teams if(target: !(i > 1)) map(tofrom: a[0:4]) shared(a)
              { a[0] = 1; }
            #pragma omp target teams if(target: 0) map(tofrom: a[0:4]) shared(a)
              { a[0] = 1; }
            #pragma omp target teams if(target: (u) && !(i)) map(tofrom: a[0:4]) shared(a)
              { a[0] = 1; }
            {
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target data map(tofrom: a[0:4]) if(i)
            #pragma omp target teams shared(a) defaultmap(tofrom: scalar)
            #pragma omp distribute
              for (int k = 0; k < 4; ++k) a[k] = k;
            }
            #pragma omp target enter data map(to: a[0:4]) if(i)
            #pragma omp target exit data map(from: a[0:4]) if(i)
            }
        "#]],
    );
}

#[test]
fn device_pointers_are_not_mapped() {
    check(
        "\
  int *p = a, *q = a;
#pragma acc data deviceptr(p) copyin(q[0:4])
#pragma acc parallel copy(i)
  { *p = i + *q; }
#pragma acc parallel deviceptr(p, q)
  { *p = *q; }
#pragma acc data deviceptr(p)
#pragma acc parallel loop default(none) gang present(p)
  for (int k = 0; k < 4; ++k) p[k] = k;",
        &expect![[r#"
            void f(int a[4], int i, unsigned u) {
            int *p = a, *q = a;
            #pragma omp target data map(to: q[0:4])
            #pragma omp target teams map(tofrom: i) is_device_ptr(p) shared(p,i,q) defaultmap(tofrom: scalar)
              { *p = i + *q; }
            #pragma omp target teams is_device_ptr(p,q) shared(p,q)
              { *p = *q; }
            #pragma omp target teams map(alloc: p[0:0]) shared(p)
            #pragma omp distribute
              for (int k = 0; k < 4; ++k) p[k] = k;
            }
            MAP0007: `present` of absent data is not reported in this dialect
        "#]],
    );
}

#[test]
fn finalize_deletes_behind_an_update() {
    check(
        "\
#pragma acc exit data delete(a[0:4]) finalize
#pragma acc exit data copyout(a[0:4]) delete(i) finalize if(u) async(1) wait(2)
#pragma acc exit data copyout(a[0:4]) finalize if(i++)
#pragma acc exit data copyout(a[0:4]) finalize wait(1, i++)
#pragma acc exit data copyout(a[i++:2]) finalize
#pragma acc exit data delete(a[0:4]) finalize if(i++)
#pragma acc exit data delete(a[i++:2]) finalize wait(i++)
#pragma acc exit data detach(a)",
        &expect![[r#"
            void f(int a[4], int i, unsigned u) {
            #pragma omp target exit data map(delete: a[0:4])
            {
            #pragma omp task depend(in : *acc2omp_async2dep(2)) depend(inout : *acc2omp_async2dep(1))
            {
            }
            #pragma omp target update from(a[0:4]) if(u) nowait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target exit data map(delete: a[0:4]) map(delete: i) if(u) nowait depend(inout : *acc2omp_async2dep(1))
            }
            #pragma acc exit data copyout(a[0:4]) finalize if(i++)
            #pragma acc exit data copyout(a[0:4]) finalize wait(1, i++)
            #pragma acc exit data copyout(a[i++:2]) finalize
            {
                const int __clacc_kept_1__ = (i++) != 0;
            #pragma omp target exit data map(delete: a[0:4]) if(__clacc_kept_1__)
            }
            {
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(i++))
            #pragma omp target exit data map(delete: a[i++:2])
            }
            acc_detach((void **)&a);
            }
            MAP0028: `copyout` with `finalize` copies the data out even if a region elsewhere holds it
            MAP0077: this `exit data` counts the data when its queue comes to it, not at once
            MAP0028: `copyout` with `finalize` copies the data out even if a region elsewhere holds it
            MAP0002: `finalize` on `acc exit data` has no OpenMP form under this mapping
            MAP0028: `copyout` with `finalize` copies the data out even if a region elsewhere holds it
            MAP0002: `finalize` on `acc exit data` has no OpenMP form under this mapping
            MAP0028: `copyout` with `finalize` copies the data out even if a region elsewhere holds it
            MAP0002: `finalize` on `acc exit data` has no OpenMP form under this mapping
        "#]],
    );
}

/// In OpenMP, the data of a region may be released at its end; in OpenACC, constructs that still run keep
/// it.
#[test]
fn regions_wait_for_the_queues_that_they_used() {
    check(
        "\
#pragma acc data copy(a[0:4])
  {
#pragma acc parallel async(2)
    { a[0] = 1; }
#pragma acc update self(a[0:4]) async(1) if_present
#pragma acc parallel async(2)
    { a[0] = 1; }
  } // both
#pragma acc data copy(a[0:4])
#pragma acc parallel async(u)
  { a[0] = 1; }
#pragma acc data copy(a[0:4])
  {
#pragma acc update self(a[0:4]) async(1) if_present
#pragma acc update self(a[0:4]) async(3) if_present
#pragma acc wait(1)
  }
#pragma acc data copy(a[0:4])
  {
#pragma acc update self(a[0:4]) async(i) if_present
#pragma acc wait
  }
#pragma acc data copy(a[0:4])
  {
#pragma acc update self(a[0:4]) async(acc_async_sync) if_present
#pragma acc wait async(4)
    if (i) {
#pragma acc wait
    }
  }
#pragma acc data copy(a[0:4])
  { acc_wait_async(1, 6); acc_wait_all(); }
#pragma acc data deviceptr(a)
#pragma acc parallel async(1)
  { a[0] = 1; }
#pragma acc data copy(a[0:4]) async(3)
  {
#pragma acc parallel async(2)
    { a[0] = 1; }
#pragma acc wait(2, 3)
  }
#pragma acc data copy(a[0:4]) async
  ;
#pragma acc data copy(a[0:4]) async(acc_async_sync)
  ;",
        &expect![[r#"
            void f(int a[4], int i, unsigned u) {
            #pragma omp target data map(tofrom: a[0:4])
            {
              {
            #pragma omp target teams shared(a) defaultmap(tofrom: scalar) nowait depend(inout : *acc2omp_async2dep(2))
                { a[0] = 1; }
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target teams shared(a) defaultmap(tofrom: scalar) nowait depend(inout : *acc2omp_async2dep(2))
                { a[0] = 1; }
              } // both
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1)) depend(inout : *acc2omp_async2dep(2))
            }
            #pragma omp target data map(tofrom: a[0:4])
            {
            #pragma omp target teams shared(a) defaultmap(tofrom: scalar) nowait depend(inout : *acc2omp_async2dep(u))
              { a[0] = 1; }
            #pragma omp taskwait
            }
            #pragma omp target data map(tofrom: a[0:4])
            {
              {
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(3))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
              }
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(3))
            }
            #pragma omp target data map(tofrom: a[0:4])
              {
            {
            #pragma omp target update from(a[0:4]) nowait depend(inout : *acc2omp_async2dep(i))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            }
            #pragma omp taskwait
              }
            #pragma omp target data map(tofrom: a[0:4])
            {
              {
            #pragma omp target update from(a[0:4])
            acc_wait_all_async(4);
                if (i) {
            #pragma omp taskwait
                }
              }
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(4))
            }
            #pragma omp target data map(tofrom: a[0:4])
            {
              { acc_wait_async(1, 6); acc_wait_all(); }
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(6))
            }
            #pragma omp target teams is_device_ptr(a) shared(a) nowait depend(inout : *acc2omp_async2dep(1))
              { a[0] = 1; }
            {
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(3))
            #pragma omp target data map(tofrom: a[0:4])
            {
              {
            #pragma omp target teams shared(a) defaultmap(tofrom: scalar) nowait depend(inout : *acc2omp_async2dep(2))
                { a[0] = 1; }
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(2)) depend(inout : *acc2omp_async2dep(3))
              }
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(3))
            }
            }
            {
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-2))
            #pragma omp target data map(tofrom: a[0:4])
            {
              ;
            #pragma omp taskwait
            }
            }
            #pragma omp target data map(tofrom: a[0:4])
              ;
            }
            MAP0006: `copy` does not hold the data for the whole region in this dialect
        "#]],
    );
}
