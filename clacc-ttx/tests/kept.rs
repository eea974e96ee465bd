//! Directives that keep their text although they could be translated by themselves, and what the report says of
//! them.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::fmt::Write;

use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;
use expect_test::{Expect, expect};

/// Checks the directives of the translation, and the entries of the report about directives.
fn check(source: &str, headers: &[(&str, &str)], expected: &Expect) {
    let translated = Program::with_headers(source, headers).translate(PORTABLE, RewriteOptions::default());
    let text = translated.lossy();
    let mut shown: String = text
        .lines()
        .filter(|line| line.contains("pragma"))
        .map(|line| line.trim().to_owned() + "\n")
        .collect();
    for entry in translated.translation.entries.iter().filter(|entry| entry.part.is_none()) {
        let _ = writeln!(shown, "{}: {}: {}", entry.directive, entry.fidelity, entry.reason);
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_directive_without_a_statement_is_kept() {
    check(
        "void f(int *a) {\n  a[0] = 1;\n#pragma acc parallel loop copy(a[0:4])\n}\n",
        &[],
        &expect![[r#"
            #pragma acc parallel loop copy(a[0:4])
            parallel loop: unsupported: an error was reported for this directive
        "#]],
    );
}

#[test]
fn a_construct_stays_if_its_statement_is_a_directive_that_may_not_stand_there() {
    check(
        "void f(int *a) {\n#pragma acc data copy(a[0:4]) async(1)\n#pragma acc wait\n}\n",
        &[],
        &expect![[r#"
            #pragma acc data copy(a[0:4]) async(1)
            #pragma acc wait
            data: unsupported: an error was reported for this directive
            wait: unsupported: an error was reported for this directive
        "#]],
    );
}

#[test]
fn a_construct_stays_if_its_statement_lacks_its_end_before_a_directive() {
    check(
        "\
void f(int *a, int u) {
#pragma acc parallel loop num_workers(u) gang worker copy(a[0:4])
  for (int i = 0; i < 4; ++i) a[i] = 1
#pragma acc exit data delete(a[0:4])
  a[0] = 1;
}
",
        &[],
        &expect![[r#"
            #pragma acc parallel loop num_workers(u) gang worker copy(a[0:4])
            #pragma acc exit data delete(a[0:4])
            parallel loop: unsupported: an error was reported for this directive
            exit data: unsupported: an error was reported for this directive
        "#]],
    );
}

#[test]
fn directives_stay_where_the_text_around_them_has_errors() {
    check(
        "\
void f(int *a, int k) {
#pragma acc parallel loop num_workers(k) gang worker copy(a[0:4])
  for (int i = 0; i < 4; ++i) a[i] = 1
  k = 3;
#pragma acc data copy(a[0:4])
  {
    k = = 4;
#pragma acc parallel
    a[0] = 1;
  }
#pragma acc update self(a[0:4])
  if (k {
#pragma acc update device(a[0:4])
  }
  k = (1 +
#pragma acc update device(a[1:2])
  2);
#pragma acc parallel copy(a[0:4])
  a[0] = 1;
}
",
        &[],
        &expect![[r#"
            #pragma acc parallel loop num_workers(k) gang worker copy(a[0:4])
            #pragma acc data copy(a[0:4])
            #pragma acc parallel
            #pragma omp target update from(a[0:4])
            #pragma acc update device(a[0:4])
            #pragma acc update device(a[1:2])
            #pragma omp target teams map(tofrom: a[0:4]) shared(a)
            parallel loop: unsupported: an error was reported for this directive
            data: unsupported: an error was reported for this directive
            parallel: unsupported: an error was reported for this directive
            update: exact: the directive has a form
            update: unsupported: an error was reported for this directive
            parallel: exact: the directive has a form
            update: unsupported: kept, because an error was reported for the text around it
        "#]],
    );
}

#[test]
fn nothing_is_translated_around_what_a_limit_leaves_unread() {
    for (open, close) in [("{", "}"), ("if (k) ", ""), ("for (;k;) ", "")] {
        let depth = 260;
        let source = format!(
            "void f(int *a, int k) {{\n#pragma acc data copy(a[0:4])\n{}\n#pragma acc parallel copy(a[0:4])\n{{ a[0] = 1; }}\n{}}}\n",
            open.repeat(depth),
            close.repeat(depth)
        );
        let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
        assert_eq!(translated.lossy(), source);
        let report: Vec<_> = translated.translation.entries.iter().collect();
        assert!(report.iter().all(|entry| entry.fidelity == clacc_ttx::verdict::Fidelity::Unsupported));
        assert!(report.iter().any(|entry| entry.directive.text() == "parallel"), "{report:?}");
    }
    let nested = "#pragma acc data copy(a[0:4])\n".repeat(260);
    let source = format!("void f(int *a) {{\n{nested}a[0] = 1;\n}}\n");
    let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
    assert_eq!(translated.lossy(), source);
}

#[test]
fn directives_that_preprocessing_leaves_out_are_in_the_report() {
    let header = "\
#ifndef M_H
#define M_H
#ifdef FOO
#pragma acc routine seq
#endif
#define P _Pragma(\"acc update self(a[0:4])\")
static void g(int *a) {
#pragma acc update self(a[0:4])
}
#endif
";
    check(
        "\
#include \"m.h\"
#include \"m.h\"
void f(int *a) {
#if 0
#pragma acc update self(a[0:4])
# pragma acc enter  data copyin(a[0:4])
#pragma acc nonsense
#elif 1
#pragma acc update device(a[0:4])
#endif
}
",
        &[("m.h", header)],
        &expect![[r#"
            #pragma acc update self(a[0:4])
            # pragma acc enter  data copyin(a[0:4])
            #pragma acc nonsense
            #pragma omp target update to(a[0:4])
            update: exact: the directive has a form
            update: exact: the directive has a form
            routine: inactive: it stands in a branch of `#if` that is not taken
            update: inactive: it stands in a macro that is not used
            update: inactive: it stands in a branch of `#if` that is not taken
            enter data: inactive: it stands in a branch of `#if` that is not taken
            nonsense: inactive: it stands in a branch of `#if` that is not taken
        "#]],
    );
}

#[test]
fn a_macro_that_would_replace_a_word_of_the_translation_keeps_the_directive() {
    check(
        "\
#define to(x) x
#define present(x) x
#define N 4
void f(int *a, int n) {
#define distribute 2
#pragma acc update self(a[0:distribute])
#pragma acc parallel loop copyout(a[0:N])
  for (int i = 0; i < 4; ++i) a[i] = 1;
#undef distribute
#pragma acc parallel loop copyout(a[0:N])
  for (int i = 0; i < 4; ++i) a[i] = 1;
#define from from
#pragma acc update self(a[0:N])
#define from 3
#pragma acc update device(a[0:N])
#pragma acc update self(a[0:N])
#pragma push_macro(\"from\")
#undef from
#pragma acc update self(a[0:N])
#pragma pop_macro(\"from\")
#pragma acc update self(a[0:from])
#define n 2
#pragma acc parallel copyin(a[0:N])
#undef n
  a[0] = n;
}
",
        &[],
        &expect![[r##"
            #pragma omp target update from(a[0:distribute])
            #pragma acc parallel loop copyout(a[0:N])
            #pragma omp target teams map(from: a[0:N]) shared(a)
            #pragma omp distribute
            #pragma omp target update from(a[0:N])
            #pragma acc update device(a[0:N])
            #pragma acc update self(a[0:N])
            #pragma push_macro("from")
            #pragma omp target update from(a[0:N])
            #pragma pop_macro("from")
            #pragma acc update self(a[0:from])
            #pragma acc parallel copyin(a[0:N])
            update: exact: the directive has a form
            parallel loop: unsupported: kept, because its text cannot be edited
            parallel loop: exact: the directive has a form
            update: exact: the directive has a form
            update: unsupported: kept, because its text cannot be edited
            update: unsupported: kept, because its text cannot be edited
            update: exact: the directive has a form
            update: unsupported: kept, because its text cannot be edited
            parallel: unsupported: kept, because its text cannot be edited
        "##]],
    );
    let header = [("words.h", "#define teams 3\n")];
    check(
        "#include \"words.h\"\nvoid f(int *a) {\n#pragma acc parallel copy(a[0:4])\n  a[0] = 1;\n}\n",
        &header,
        &expect![[r#"
            #pragma acc parallel copy(a[0:4])
            parallel: unsupported: kept, because its text cannot be edited
        "#]],
    );
}

#[test]
fn a_routine_stays_where_it_is_not_certain_what_it_is_about() {
    let check = |source: &str| {
        let translated = Program::new(source).translate(PORTABLE, RewriteOptions::default());
        assert_eq!(translated.lossy(), source);
    };
    check("#pragma acc routine seq\nstatic int f(int x) { if (x) { return 1; }\nint g(void);\n");
    check("#pragma acc routine seq\nstatic int f(int x, ; y)\nint g(void);\n");
    check("#pragma acc routine seq\nstatic int f(int x) return x; }\nint g(void);\n");
    check("#pragma acc routine seq\n= 3;\nint g(void);\n");
    check("int g(int);\n#pragma acc routine seq bind(g)\nint f(int x) { {\n");
}

#[test]
fn directives_that_preprocessing_leaves_out_may_be_written_in_any_way() {
    check(
        "\
void f(int *a) {
#if 0
%:pragma acc update self(a[0:4])
# /* why */ pragma acc enter \\
  data copyin(a[0:4])
// #pragma acc wait
#
pragma acc wait
#endif
}
",
        &[],
        &expect![[r#"
            %:pragma acc update self(a[0:4])
            # /* why */ pragma acc enter \
            // #pragma acc wait
            pragma acc wait
            update: inactive: it stands in a branch of `#if` that is not taken
            enter data: inactive: it stands in a branch of `#if` that is not taken
        "#]],
    );
}
