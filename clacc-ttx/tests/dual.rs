//! Mode `dual`: both languages, each in a branch of a conditional.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::path::Path;

use clacc_ttx::dialect::{CLACC, HOST, PORTABLE};
use clacc_ttx::rewrite::{Guard, Mode, RewriteOptions};
use common::{Program, in_parallel, mode};
use expect_test::{Expect, expect};

/// Checks the text, and that a second run changes nothing.
fn check(source: &str, expected: &Expect) {
    check_with(source, mode(Mode::Dual), expected);
}

fn check_with(source: &str, options: RewriteOptions, expected: &Expect) {
    let once = Program::new(source).translate(CLACC, options);
    expected.assert_eq(&once.lossy());
    let name = options.guard.name();
    let defined = if name == "_OPENACC" { String::new() } else { format!("#define {name}\n") };
    let again = format!("{defined}{}", once.lossy());
    let twice = Program::new(&again).translate(CLACC, options);
    assert_eq!(twice.translation.rewritten.edits, [], "{}", twice.lossy());
}

#[test]
fn lines_stand_in_branches() {
    check(
        "\
void f(int n, int *x) {
  #pragma acc data copy(x[0:n]) // why
  {
    #pragma acc parallel loop \\
        gang
    for (int i = 0; i < n; ++i) {
      #pragma acc loop seq
      for (int j = 0; j < 4; ++j) x[i] += j;
    }
    if (n) {
      #pragma acc update self(x[0:n])
    }
  }
}
",
        &expect![[r"
            void f(int n, int *x) {
            #ifdef _OPENACC /* dual */
              #pragma acc data copy(x[0:n]) // why
            #else
              #pragma omp target data map(hold,tofrom: x[0:n])
            #endif
              {
            #ifdef _OPENACC /* dual */
                #pragma acc parallel loop \
                    gang
            #else
                #pragma omp target teams shared(x) firstprivate(n) defaultmap(tofrom: scalar)
                #pragma omp distribute
            #endif
                for (int i = 0; i < n; ++i) {
            #ifdef _OPENACC /* dual */
                  #pragma acc loop seq
            #endif
                  for (int j = 0; j < 4; ++j) x[i] += j;
                }
                if (n) {
            #ifdef _OPENACC /* dual */
                  #pragma acc update self(x[0:n])
            #else
                  #pragma omp target update from(present: x[0:n])
            #endif
                }
              }
            }
        "]],
    );
}

#[test]
fn constructs_that_need_code_stand_twice() {
    check(
        "\
int g(void);
void f(int n, int *x) {
  int i;
  #pragma acc data copy(x[0:n])
  {
    #pragma acc parallel loop vector
    for (i = 0; i < n; ++i) {
#if 1
      x[i]++;
#else
      #pragma acc loop seq
      for (;;);
#endif
    } x[0]++;
    _Pragma(\"acc parallel loop\")
    for (i = 0; i < n; ++i) x[i]++;
  }
}
",
        &expect![[r#"
            int g(void);
            void f(int n, int *x) {
              int i;
            #ifdef _OPENACC /* dual */
              #pragma acc data copy(x[0:n])
            #else
              #pragma omp target data map(hold,tofrom: x[0:n])
            #endif
              {
            #ifdef _OPENACC /* dual */
                #pragma acc parallel loop vector
                for (i = 0; i < n; ++i) {
            #if 1
                  x[i]++;
            #else
                  #pragma acc loop seq
                  for (;;);
            #endif
                }
            #else
                #pragma omp target teams shared(x) firstprivate(n) defaultmap(tofrom: scalar)
                {
                      int i;
                #pragma omp distribute simd
                for (i = 0; i < n; ++i) {
            #if 1
                  x[i]++;
            #else
                  #pragma acc loop seq
                  for (;;);
            #endif
                }
                }
            #endif
                x[0]++;
            #ifdef _OPENACC /* dual */
                _Pragma("acc parallel loop")
                for (i = 0; i < n; ++i) x[i]++;
            #else
                _Pragma("omp target teams shared(x) firstprivate(n) defaultmap(tofrom: scalar)") _Pragma("omp distribute private(i)")
                for (i = 0; i < n; ++i) x[i]++;
            #endif
              }
            }
        "#]],
    );
}

#[test]
fn another_macro_may_choose_the_side() {
    let guard = Guard::new("USE_ACC").expect("a name");
    check_with(
        "void f(int *x) {\n#pragma acc update self(x[0:4])\n}",
        RewriteOptions { guard, ..mode(Mode::Dual) },
        &expect![[r#"
            void f(int *x) {
            #ifdef USE_ACC /* dual */
            #pragma acc update self(x[0:4])
            #else
            #pragma omp target update from(present: x[0:4])
            #endif
            }"#]],
    );
}

/// What a user wrote is no twin, however it looks.
#[test]
fn conditionals_without_the_mark_are_the_user_s() {
    check(
        "\
void f(int *x) {
#ifdef _OPENACC
#pragma acc update self(x[0:4])
#else
#pragma omp target update from(x[0:8])
#endif
}
",
        &expect![[r"
            void f(int *x) {
            #ifdef _OPENACC
            #ifdef _OPENACC /* dual */
            #pragma acc update self(x[0:4])
            #else
            #pragma omp target update from(present: x[0:4])
            #endif
            #else
            #pragma omp target update from(x[0:8])
            #endif
            }
        "]],
    );
}

/// Checks what an edit of a text with two sides leads to.
fn check_edit(source: &str, old: &str, new: &str, expected: &Expect) {
    let once = Program::new(source).translate(CLACC, mode(Mode::Dual)).lossy();
    assert!(once.contains(old), "{once}");
    let edited = once.replace(old, new);
    let updated = Program::new(&edited).translate(CLACC, mode(Mode::Dual));
    expected.assert_eq(&updated.lossy());
    assert_eq!(
        Program::new(&source.replace(old, new)).translate(CLACC, mode(Mode::Dual)).lossy(),
        updated.lossy(),
        "as the edited source"
    );
}

#[test]
fn an_edit_of_the_openacc_side_brings_the_other_side_up_to_date() {
    let source = "\
void f(int n, int *x) {
  int i;
#pragma acc parallel loop gang copy(x[0:n])
  for (i = 0; i < n; ++i) x[i]++;
#pragma acc wait(1)
}
";
    check_edit(
        source,
        "copy(x[0:n])",
        "copyout(x[0:n])",
        &expect![[r#"
            #ifndef _OPENACC /* dual */
            char *acc2omp_async2dep(int);
            #endif
            void f(int n, int *x) {
              int i;
            #ifdef _OPENACC /* dual */
            #pragma acc parallel loop gang copyout(x[0:n])
            #else
            #pragma omp target teams map(hold,from: x[0:n]) shared(x) firstprivate(n)
            #pragma omp distribute private(i)
            #endif
              for (i = 0; i < n; ++i) x[i]++;
            #ifdef _OPENACC /* dual */
            #pragma acc wait(1)
            #else
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #endif
            }
        "#]],
    );
    check_edit(
        source,
        "loop gang copy",
        "loop vector copy",
        &expect![[r#"
            #ifndef _OPENACC /* dual */
            char *acc2omp_async2dep(int);
            #endif
            void f(int n, int *x) {
              int i;
            #ifdef _OPENACC /* dual */
            #pragma acc parallel loop vector copy(x[0:n])
              for (i = 0; i < n; ++i) x[i]++;
            #else
            #pragma omp target teams map(hold,tofrom: x[0:n]) shared(x) firstprivate(n)
            {
              int i;
            #pragma omp distribute simd
              for (i = 0; i < n; ++i) x[i]++;
            }
            #endif
            #ifdef _OPENACC /* dual */
            #pragma acc wait(1)
            #else
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            #endif
            }
        "#]],
    );
    check_edit(
        source,
        "#pragma acc wait(1)",
        "#pragma acc wait(1) gang",
        &expect![[r#"
            void f(int n, int *x) {
              int i;
            #ifdef _OPENACC /* dual */
            #pragma acc parallel loop gang copy(x[0:n])
            #else
            #pragma omp target teams map(hold,tofrom: x[0:n]) shared(x) firstprivate(n)
            #pragma omp distribute private(i)
            #endif
              for (i = 0; i < n; ++i) x[i]++;
            #pragma acc wait(1) gang
            }
        "#]],
    );
}

#[test]
fn macros_have_no_place_for_two_sides() {
    let source = "\
#define LOOP _Pragma(\"acc parallel loop copy(x[0:4])\") for (int i = 0; i < 4; ++i)
void f(int *x) {
  LOOP x[i]++;
}
";
    let translated = Program::new(source).translate(CLACC, mode(Mode::Dual));
    assert_eq!(translated.lossy(), source);
    let codes: Vec<_> =
        translated.translation.rewritten.diagnostics.iter().map(|finding| finding.code.id).collect();
    assert_eq!(codes, ["MAP0010"]);
}

#[test]
fn a_program_that_asks_for_the_macro_is_warned_once() {
    let asks = "void f(int *x) {\n#pragma acc update self(x[0:4])\n#ifdef _OPENACC\n#endif\n}\n";
    let once = Program::new(asks).translate(CLACC, mode(Mode::Dual));
    let codes = |translated: &common::Translated| {
        let found = &translated.translation.rewritten.diagnostics;
        found.iter().map(|finding| finding.code.id).collect::<Vec<_>>()
    };
    assert_eq!(codes(&once), ["MAP0072"]);
    assert_eq!(codes(&Program::new(&once.text).translate(CLACC, mode(Mode::Dual))), ["MAP0072"]);
    let silent = Program::new(&asks.replace("#ifdef _OPENACC\n#endif\n", ""));
    let once = silent.translate(CLACC, mode(Mode::Dual));
    assert_eq!(codes(&once), [""; 0]);
    assert_eq!(codes(&Program::new(&once.text).translate(CLACC, mode(Mode::Dual))), [""; 0]);
}

#[test]
fn a_second_run_changes_no_case() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases"));
    let entries = std::fs::read_dir(folder).expect("the cases are part of the workspace").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let failures = in_parallel(&paths, |path| {
        let source = std::fs::read(path).expect("a readable case");
        let once = Program::new(&source).translate(PORTABLE, mode(Mode::Dual));
        let twice = Program::new(&once.text).translate(PORTABLE, mode(Mode::Dual));
        (!twice.translation.rewritten.edits.is_empty()).then(|| path.display().to_string())
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "change again: {failures:?}");
}

#[test]
fn what_a_conditional_cuts_is_not_shown_twice() {
    let source = "\
void f(int *x) {
  #pragma acc data copy(x[0:4]) async
  {
#if 1
  }
#else
  }
#endif
}
";
    let translated = Program::new(source).translate(PORTABLE, mode(Mode::Dual));
    assert_eq!(translated.lossy(), source);
    let findings = &translated.translation.rewritten.diagnostics;
    assert_eq!(findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), ["MAP0010"]);
}

#[test]
fn directives_on_the_line_of_others_stay_with_them() {
    for mode_of_both in [Mode::AccOmp, Mode::OmpAcc, Mode::Dual] {
        let source = "\
void f(int *x) {
  _Pragma(\"acc update self(x[0:4])\") _Pragma(\"acc update device(x[0:4])\") x[0] = 1;
}
";
        let translated = Program::new(source).translate(CLACC, mode(mode_of_both));
        assert_eq!(translated.lossy(), source);
    }
}

#[test]
fn lines_with_different_ends_keep_them() {
    let source = "void f(int *x) {\n  #pragma acc data copy(x[0:4]) async\r\n  {\r\n    ++*x;\n  }\n}\n";
    let once = Program::new(source).translate(PORTABLE, mode(Mode::Dual));
    assert!(once.lossy().contains("#else\r\n"), "{}", once.lossy());
    let twice = Program::new(&once.lossy()).translate(PORTABLE, mode(Mode::Dual));
    assert_eq!(twice.translation.rewritten.edits, []);
}

#[test]
fn an_operator_that_is_left_out_is_on_one_side() {
    for source in ["  _Pragma(\"acc wait\")\n  ++*x;\n", "  _Pragma(\"acc wait\") ++*x;\n"] {
        let source = format!("void f(int *x) {{\n{source}}}\n");
        let expected = "\
void f(int *x) {
#ifdef _OPENACC /* dual */
  _Pragma(\"acc wait\")
#endif
  ++*x;
}
";
        assert_eq!(Program::new(&source).translate(HOST, mode(Mode::Dual)).lossy(), expected);
    }
}

#[test]
fn what_stands_behind_a_declaration_has_lines_of_its_own_at_the_end_of_the_text() {
    let source = "#pragma acc routine seq\nint f(int x) { return x; }";
    let once = Program::new(source).translate(PORTABLE, mode(Mode::Dual)).lossy();
    assert!(once.contains("return x; }\n#ifndef _OPENACC /* dual */\n"), "{once}");
    let twice = Program::new(&once).translate(PORTABLE, mode(Mode::Dual));
    assert_eq!(twice.translation.rewritten.edits, []);
}

#[test]
fn conditionals_in_every_spelling_count() {
    let source =
        "void f(int n, int *x) {\n#pragma acc data copy(x[0:n]) async\n{\n%:ifdef A\n++*x;\n%:endif\n}\n}\n";
    let once = Program::new(source).translate(PORTABLE, mode(Mode::Dual)).lossy();
    assert!(once.contains("#else\n"), "{once}");
    let twice = Program::new(&once).translate(PORTABLE, mode(Mode::Dual));
    assert_eq!(twice.translation.rewritten.edits, [], "{once}");
}
