//! Rewriting of the text: the forms of directives, the text that stays byte for byte, and the directives
//! that cannot be edited.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::fmt::Write;

use clacc_ttx::dialect::{CLACC, HOST, PORTABLE};
use clacc_ttx::rewrite::{MacroTreatment, Mode, RewriteOptions, apply};
use common::{Program, mode};
use expect_test::{Expect, expect};

/// Checks a translation, and the codes of its findings.
fn check(source: &str, expected: &Expect) {
    check_with(source, RewriteOptions::default(), expected);
}

fn check_with(source: &str, options: RewriteOptions, expected: &Expect) {
    let translated = Program::new(source).translate(CLACC, options);
    let mut text = translated.lossy();
    let rewriting = &translated.translation.rewritten.diagnostics;
    for finding in rewriting.iter().chain(&translated.translation.findings) {
        let _ = writeln!(text, "{}: {}", finding.code.id, finding.message);
    }
    expected.assert_eq(&text);
}

/// Checks the bytes of a translation.
fn check_bytes(source: &[u8], expected: &[u8]) {
    let translated = Program::new(source).translate(CLACC, RewriteOptions::default());
    assert_eq!(translated.text, expected, "{}", translated.lossy());
}

#[test]
fn lines_keep_their_ends() {
    check_bytes(
        b"void f(int *a) {\r\n\t#pragma acc parallel loop copy(a[0:4])\r\n\tfor (int i = 0; i < 4; ++i) a[i]++;\r\n}",
        b"void f(int *a) {\r\n\t#pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)\r\n\t#pragma omp distribute\r\n\tfor (int i = 0; i < 4; ++i) a[i]++;\r\n}",
    );
    check_bytes(
        b"void f(int *a) {\r\n  int k;\r\n  #pragma acc parallel loop vector copy(a[0:4])\r\n  for (k = 0; k < 4; ++k) a[k]++;\r\n}\r\n",
        b"void f(int *a) {\r\n  int k;\r\n  #pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)\r\n  {\r\n    int k;\r\n  #pragma omp distribute simd\r\n  for (k = 0; k < 4; ++k) a[k]++;\r\n  }\r\n}\r\n",
    );
}

#[test]
fn a_label_gets_a_statement_before_a_directive_that_is_none() {
    check(
        "\
void f(int *a, int k) {
  switch (k) {
  case 1:
    #pragma acc update self(a[0:4])
    break;
  default:
    #pragma acc wait(k)
  }
again: /* once more */
  #pragma acc parallel copy(a[0:4])
  a[0]++;
done: _Pragma(\"acc exit data delete(a[0:4])\")
}
",
        &expect![[r#"
            char *acc2omp_async2dep(int);
            void f(int *a, int k) {
              switch (k) {
              case 1:
                ;
                #pragma omp target update from(present: a[0:4])
                break;
              default:
                ;
                #pragma omp taskwait depend(inout : *acc2omp_async2dep(k))
              }
            again: /* once more */
              #pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)
              a[0]++;
            done: ; _Pragma("omp target exit data map(release: a[0:4])")
            }
            MAP0018: the translation calls the runtime library, so its declaration was added at the top
        "#]],
    );
}

#[test]
fn bytes_that_are_no_text_stay() {
    check_bytes(
        b"/* gr\xf6\xdfer */ int f(int x) {\n#pragma acc parallel copy(x) /* \xe9 */\n  x = '\xe9'; // \xff\n  return x;\n}\n",
        b"/* gr\xf6\xdfer */ int f(int x) {\n#pragma omp target teams map(hold,tofrom: x) shared(x) /* \xe9 */\n  x = '\xe9'; // \xff\n  return x;\n}\n",
    );
}

#[test]
fn a_discarded_directive_takes_its_line_and_leaves_comments() {
    check(
        "\
void f(int *a) {
  #pragma acc parallel copy(a[0:4])
  {
    #pragma acc loop seq
    for (int i = 0; i < 4; ++i)
      // between
      #pragma acc loop \\
          seq
      for (int j = 0; j < 4; ++j) a[i]++;
    #pragma acc loop seq // why
    for (int i = 0; i < 4; ++i) a[i]++;
    /* before */ #pragma acc loop seq
    for (int i = 0; i < 4; ++i) a[i]++;
  }
}
",
        &expect![[r#"
            void f(int *a) {
              #pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)
              {
                for (int i = 0; i < 4; ++i)
                  // between
                  for (int j = 0; j < 4; ++j) a[i]++;
                // why
                for (int i = 0; i < 4; ++i) a[i]++;
                /* before */
                for (int i = 0; i < 4; ++i) a[i]++;
              }
            }
        "#]],
    );
}

#[test]
fn blocks_end_behind_comments_and_before_other_code() {
    check(
        "\
void f(int *a, int k) {
    if (k)
        #pragma acc parallel copy(a[0:4])
        #pragma acc loop seq private(k)
        for (int i = 0; i < 4; ++i)
            #pragma acc loop auto
            for (k = 0; k < 4; ++k)
                a[k]++; /* last */
    else a[0] = 1;
    #pragma acc parallel copy(a[0:4]) num_workers(k)
    #pragma acc loop worker
    for (int i = 0; i < 4; ++i) a[i]++; a[0]--;
}
",
        &expect![[r#"
            void f(int *a, int k) {
                if (k)
                    #pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)
                    {
                        int k;
                    for (int i = 0; i < 4; ++i)
                        {
                            int k;
                        for (k = 0; k < 4; ++k)
                            a[k]++; /* last */
                        }
                    }
                else a[0] = 1;
                {
                    const int __clang_acc_num_workers__ = k;
                #pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)
                #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__) shared(a)
                for (int i = 0; i < 4; ++i) a[i]++; } a[0]--;
            }
            MAP0031: this loop is decided as sequential, and every gang executes the whole loop
        "#]],
    );
}

#[test]
fn macros_in_clauses_stay_macros() {
    check(
        "\
#define N 4
#define SIZE(x) (x + 1)
#define ALL a[0:N]
#define DATA copy(ALL) num_gangs(N)
void f(int *a) {
#pragma acc parallel loop copyin(a[SIZE(N):N]) num_gangs(SIZE(2) * N)
  for (int i = 0; i < N; ++i) a[i]++;
#pragma acc parallel loop copy(ALL) num_gangs(N)
  for (int i = 0; i < N; ++i) a[i]++;
#pragma acc parallel loop DATA
  for (int i = 0; i < N; ++i) a[i]++;
#pragma acc parallel loop copy(a /* all */ [0: \\
    N])
  for (int i = 0; i < N; ++i) a[i]++;
}
",
        &expect![[r#"
            #define N 4
            #define SIZE(x) (x + 1)
            #define ALL a[0:N]
            #define DATA copy(ALL) num_gangs(N)
            void f(int *a) {
            #pragma omp target teams map(hold,to: a[SIZE(N):N]) num_teams(SIZE(2) * N) shared(a)
            #pragma omp distribute
              for (int i = 0; i < N; ++i) a[i]++;
            #pragma omp target teams map(hold,tofrom: ALL) num_teams(N) shared(a)
            #pragma omp distribute
              for (int i = 0; i < N; ++i) a[i]++;
            #pragma omp target teams map(hold,tofrom: a[0:4]) num_teams(4) shared(a)
            #pragma omp distribute
              for (int i = 0; i < N; ++i) a[i]++;
            #pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)
            #pragma omp distribute /* all */
              for (int i = 0; i < N; ++i) a[i]++;
            }
        "#]],
    );
}

#[test]
fn operators_are_replaced_in_place() {
    check(
        r#"
void f(int *a, char *s) {
  _Pragma("acc parallel loop copy(a[0:4])") for (int i = 0; i < 4; ++i) a[i]++;
  _Pragma("acc parallel copy(a[0:4]) num_gangs(s[0] == '\"')")
  {
    _Pragma ( "acc loop seq" )
    for (int i = 0; i < 4; ++i) a[i]++;
    _Pragma("acc loop seq") for (int i = 0; i < 4; ++i) a[i]++;
  }
  _Pragma("acc enter data copyin(a[0:4])")
}
"#,
        &expect![[r#"

            void f(int *a, char *s) {
              _Pragma("omp target teams map(hold,tofrom: a[0:4]) shared(a)") _Pragma("omp distribute") for (int i = 0; i < 4; ++i) a[i]++;
              _Pragma("omp target teams map(hold,tofrom: a[0:4]) num_teams(s[0] == '\"') shared(a)")
              {
                for (int i = 0; i < 4; ++i) a[i]++;
                for (int i = 0; i < 4; ++i) a[i]++;
              }
              _Pragma("omp target enter data map(to: a[0:4])")
            }
        "#]],
    );
}

#[test]
fn directives_in_macros_are_translated_in_the_macro() {
    check(
        r##"
#define PAR _Pragma("acc parallel loop copy(a[0:4])")
#define DO_PRAGMA_(x) _Pragma(#x)
#define DO_PRAGMA(x) DO_PRAGMA_(x)
#define LOOP DO_PRAGMA(acc loop gang) for (int i = 0; i < 4; ++i)
#define ACC(x) DO_PRAGMA(acc x)
#define SEQ _Pragma("acc loop seq")
void f(int *a) {
  PAR for (int i = 0; i < 4; ++i) a[i]++;
  PAR
  for (int i = 0; i < 4; ++i) a[i]--;
  DO_PRAGMA(acc parallel copy(a[0:4]))
  LOOP { SEQ for (int j = 0; j < 4; ++j) a[i]++; }
  ACC(update self(a[0:4]))
}
"##,
        &expect![[r#"

            #define PAR _Pragma("omp target teams map(hold,tofrom: a[0:4]) shared(a)") _Pragma("omp distribute")
            #define DO_PRAGMA_(x) _Pragma(#x)
            #define DO_PRAGMA(x) DO_PRAGMA_(x)
            #define LOOP DO_PRAGMA(omp distribute) for (int i = 0; i < 4; ++i)
            #define ACC(x) DO_PRAGMA(acc x)
            #define SEQ
            void f(int *a) {
              PAR for (int i = 0; i < 4; ++i) a[i]++;
              PAR
              for (int i = 0; i < 4; ++i) a[i]--;
              DO_PRAGMA(omp target teams map(hold,tofrom: a[0:4]) shared(a))
              LOOP { SEQ for (int j = 0; j < 4; ++j) a[i]++; }
              _Pragma("omp target update from(present: a[0:4])")
            }
        "#]],
    );
}

#[test]
fn uses_of_a_macro_that_differ_keep_it() {
    check(
        r#"
#define PAR _Pragma("acc parallel loop")
#define KER _Pragma("acc parallel wait(devnum: a[0]++: 1, 2)")
void f(int a[4], int b[4]) {
  int k = 0;
  #pragma acc data copy(a[0:4])
  {
    PAR for (int i = 0; i < 4; ++i) a[i]++;
  }
  #pragma acc data copy(b[0:4])
  {
    PAR for (int i = 0; i < 4; ++i) b[i] += k;
  }
  #pragma acc enter data copyin(a[0:4])
  KER for (int i = 0; i < 4; ++i) a[i]++;
}
"#,
        &expect![[r#"

            #define PAR _Pragma("acc parallel loop")
            #define KER _Pragma("acc parallel wait(devnum: a[0]++: 1, 2)")
            void f(int a[4], int b[4]) {
              int k = 0;
              #pragma acc data copy(a[0:4])
              {
                PAR for (int i = 0; i < 4; ++i) a[i]++;
              }
              #pragma acc data copy(b[0:4])
              {
                PAR for (int i = 0; i < 4; ++i) b[i] += k;
              }
              #pragma omp target enter data map(to: a[0:4])
              KER for (int i = 0; i < 4; ++i) a[i]++;
            }
            MAP0011: this use needs another OpenMP text than other uses of the same text
            MAP0011: this use needs another OpenMP text than other uses of the same text
            MAP0003: `wait` with a device number or a queue with side effects has no OpenMP form under this mapping
        "#]],
    );
}

/// If a macro expands to the name of another macro, the text after the use provides the arguments of the
/// other one.
#[test]
fn arguments_behind_an_invocation_belong_to_it() {
    check(
        r#"
#define PRAGMA(x) _Pragma(#x)
#define COPY PRAGMA(acc update self(
#define MIXED COPY a[0:2])) a[0]++;
void f(int *a) {
  COPY a[0:4]))
  MIXED
}
"#,
        &expect![[r#"

            #define PRAGMA(x) _Pragma(#x)
            #define COPY PRAGMA(acc update self(
            #define MIXED COPY a[0:2])) a[0]++;
            void f(int *a) {
              _Pragma("omp target update from(present: a[0:4])")
              MIXED
            }
            MAP0010: the directive is made by a macro together with other code
        "#]],
    );
}

/// The meaning of words after a stray token is not known, so the directive is kept. A stray semicolon has
/// no effect.
#[test]
fn words_that_are_left_over_keep_the_directive() {
    check(
        r#"
void f(int *a) {
  #pragma acc update self(a[0:4]);
  #pragma acc update self(a[0:4]) ) if (a[0])
  #pragma acc parallel copy(a[0:4])
  {
    #pragma acc loop + gang
    for (int i = 0; i < 4; ++i) a[i] = i;
  }
}
"#,
        &expect![[r#"

            void f(int *a) {
              #pragma omp target update from(present: a[0:4])
              #pragma acc update self(a[0:4]) ) if (a[0])
              #pragma acc parallel copy(a[0:4])
              {
                #pragma acc loop + gang
                for (int i = 0; i < 4; ++i) a[i] = i;
              }
            }
        "#]],
    );
}

#[test]
fn what_a_macro_mixes_with_other_code_is_reported() {
    check(
        r#"
#define PRAGMA(x) _Pragma(#x)
#define MIXED(x) PRAGMA(x) a[0]++;
#define BODY a[k]++; } int z;
void f(int *a, int k) {
  #pragma acc enter data create(a[0:4])
  MIXED(acc update self(a[0:4]))
  #pragma acc parallel copy(a[0:4])
  {
    #pragma acc loop auto
    for (k = 0; k < 4; ++k) { BODY
  }
}
"#,
        &expect![[r#"

            #define PRAGMA(x) _Pragma(#x)
            #define MIXED(x) PRAGMA(x) a[0]++;
            #define BODY a[k]++; } int z;
            void f(int *a, int k) {
              #pragma omp target enter data map(alloc: a[0:4])
              MIXED(acc update self(a[0:4]))
              #pragma acc parallel copy(a[0:4])
              {
                #pragma acc loop auto
                for (k = 0; k < 4; ++k) { BODY
              }
            }
            MAP0010: the directive is made by a macro together with other code
            MAP0010: the statement ends inside a macro that also makes what follows
            MAP0031: this loop is decided as sequential, and every gang executes the whole loop
        "#]],
    );
}

#[test]
fn constructs_without_a_form_keep_all_around_and_inside() {
    check(
        "\
void f(int *a, int n) {
  #pragma acc data copy(a[0:n])
  {
    #pragma acc parallel loop wait(devnum: a[0]++: 1, 2)
    for (int i = 0; i < n; ++i) a[i]++;
    #pragma acc update self(a[0:n])
  }
  #pragma acc parallel copy(a[0:n])
  {
    #pragma acc loop gang
    for (int i = 0; i < n; ++i) {
      #pragma acc atomic
      a[0] = a[0] + i + n;
    }
  }
  #pragma acc parallel copy(a[0:n]) attach(a) if(n)
  { a[0]++; }
  #pragma acc update self(a[0:n])
  #pragma acc wait
}
#pragma acc routine seq
int g(int *a) {
  #pragma acc loop seq
  for (int i = 0; i < 4; ++i) a[i]++;
  return 0;
}
",
        &expect![[r#"
            #include <openacc.h>
            void f(int *a, int n) {
              #pragma acc data copy(a[0:n])
              {
                #pragma acc parallel loop wait(devnum: a[0]++: 1, 2)
                for (int i = 0; i < n; ++i) a[i]++;
                #pragma acc update self(a[0:n])
              }
              #pragma acc parallel copy(a[0:n])
              {
                #pragma acc loop gang
                for (int i = 0; i < n; ++i) {
                  #pragma acc atomic
                  a[0] = a[0] + i + n;
                }
              }
              #pragma omp target data map(hold,tofrom: a[0:n]) if(n)
              {
                if (n) acc_attach((void **)&a);
              #pragma omp target teams map(hold,tofrom: a[0:n]) if(target: n) shared(a)
              { a[0]++; }
                if (n) acc_detach((void **)&a);
              }
              #pragma omp target update from(present: a[0:n])
              #pragma omp taskwait
            }
            #pragma omp declare target
            int g(int *a) {
              for (int i = 0; i < 4; ++i) a[i]++;
              return 0;
            }
            #pragma omp end declare target
            MAP0018: the translation calls the runtime library, so its declaration was added at the top
            MAP0005: `acc data` keeps its text because a construct inside it does
            MAP0003: `wait` with a device number or a queue with side effects has no OpenMP form under this mapping
            MAP0005: `acc parallel` keeps its text because a construct inside it does
            MAP0046: OpenMP compilers do not take this statement in `atomic`: write one operator, as in `x = x + (a + b)`
        "#]],
    );
}

/// Checks that a second translation of the main file changes nothing, where headers stay as they are.
fn check_second_run(source: &str, headers: &[(&str, &str)], options: RewriteOptions) {
    let once = Program::with_headers(source, headers).translate(PORTABLE, options);
    let twice = Program::with_headers(&once.text, headers).translate(PORTABLE, options);
    assert_eq!(twice.lossy(), once.lossy());
}

#[test]
fn openacc_is_defined_once_and_in_every_unit_that_asks() {
    let options =
        RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..RewriteOptions::default() };
    let header = [(
        "asks.h",
        "#ifdef _OPENACC\nint more;\n#endif\nvoid g(int *a) {\n#pragma acc update self(a[0:1])\n}\n",
    )];
    let plain = [("asks.h", "#ifdef _OPENACC\nint more;\n#endif\n")];
    for source in [
        "#include \"asks.h\"\nint f(void);\n",
        "\u{feff}#include \"asks.h\"\r\nvoid f(int *a) {\r\n#pragma acc update self(a[0:1])\r\n}\r\n",
        "#include \"asks.h\"\nvoid f(void) {\n#pragma acc wait(1)\n}\n",
    ] {
        for headers in [&header, &plain] {
            let text = Program::with_headers(source, headers).translate(PORTABLE, options).lossy();
            assert!(text.contains("#define _OPENACC 202506"), "{text}");
            check_second_run(source, headers, options);
        }
    }
    let other = "#ifndef _OPENACC\n#define _OPENACC 201306\n#endif\nint x = _OPENACC;\n";
    let text = Program::new(other).translate(PORTABLE, options).lossy();
    assert!(text.starts_with("#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n"), "{text}");
    check_second_run(other, &[], options);
}

#[test]
fn comments_are_added_once_and_alone() {
    let source = "\
#ifdef _OPENACC
int used;
#endif
void f(int *a, int k) {
  #pragma acc update self(a[0:4]) // why
  #pragma acc wait(k)
  #pragma acc parallel num_workers(k) copy(a[0:4])
  {
    #pragma acc loop worker
    for (int i = 0; i < 4; ++i) a[i]++;
    #pragma acc loop seq
    for (int i = 0; i < 4; ++i) a[i]++;
  }
  #pragma acc parallel copy(a[0:4])
  #pragma acc loop seq
  for (k = 0; k < 4; ++k) a[k]++;
}
";
    for kind in [Mode::AccOmp, Mode::OmpAcc] {
        let options = RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..mode(kind) };
        check_second_run(source, &[], options);
    }
    let options = RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..mode(Mode::AccOmp) };
    let text = Program::new(source).translate(PORTABLE, options).lossy();
    let added = text.lines().filter(|line| !source.lines().any(|old| line.starts_with(old)));
    let code: Vec<&str> = added.filter(|line| !line.trim_start().starts_with("//")).collect();
    assert_eq!(code, [""; 0]);
}

#[test]
fn openacc_is_defined_where_the_program_asks() {
    let options =
        RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..RewriteOptions::default() };
    check_with(
        "#ifdef _OPENACC\nint used;\n#endif\nvoid f(int *a) {\n#pragma acc update self(a[0:1])\n}\n",
        options,
        &expect![[r#"
            #ifndef _OPENACC
            #define _OPENACC 202506
            #endif
            #ifdef _OPENACC
            int used;
            #endif
            void f(int *a) {
            #pragma omp target update from(present: a[0:1])
            }
            MAP0013: the program asks for _OPENACC, so a definition was added at the top
        "#]],
    );
    check_with(
        "#ifdef _OPENACC\nint used;\n#endif\n",
        options,
        &expect![[r#"
            #ifndef _OPENACC
            #define _OPENACC 202506
            #endif
            #ifdef _OPENACC
            int used;
            #endif
            MAP0013: the program asks for _OPENACC, so a definition was added at the top
        "#]],
    );
    check_with(
        "void f(int *a) {\n#pragma acc update self(a[0:1])\n}\n",
        options,
        &expect![[r#"
        void f(int *a) {
        #pragma omp target update from(present: a[0:1])
        }
    "#]],
    );
}

#[test]
fn what_preprocessing_does_not_reach_is_noted() {
    check(
        r#"
#define UNUSED _Pragma("acc loop seq")
#define USED _Pragma("acc update self(a[0:4])")
#define KEPT _Pragma("acc update self(a[0:4]) wait(devnum: a[0]++: 1, 2)")
void f(int *a) {
#if 0
  # pragma acc update self(a[0:2])
  #pragma acc wait
#elif 1
  USED
  KEPT
#else
  #pragma accurate
#endif
}
"#,
        &expect![[r#"

            #define UNUSED _Pragma("acc loop seq")
            #define USED _Pragma("omp target update from(present: a[0:4])")
            #define KEPT _Pragma("acc update self(a[0:4]) wait(devnum: a[0]++: 1, 2)")
            void f(int *a) {
            #if 0
              # pragma acc update self(a[0:2])
              #pragma acc wait
            #elif 1
              USED
              KEPT
            #else
              #pragma accurate
            #endif
            }
            MAP0016: the directive in this macro is not used, so it keeps its text
            MAP0016: a branch that is not taken holds a directive, which keeps its text
            MAP0003: `wait` with a device number or a queue with side effects has no OpenMP form under this mapping
        "#]],
    );
}

#[test]
fn headers_are_edited_once_and_noted() {
    let header = "#define LOOP _Pragma(\"acc parallel loop copy(a[0:4])\")\nstatic void g(int *a) {\n#pragma acc update self(a[0:4])\n}\n";
    let source = "#include \"own.h\"\nvoid f(int *a) {\n  LOOP for (int i = 0; i < 4; ++i) a[i]++;\n}\n";
    let program = Program::with_headers(source, &[("own.h", header)]);
    let translated = program.translate(CLACC, RewriteOptions::default());
    assert_eq!(translated.lossy(), source);
    let rewritten = &translated.translation.rewritten;
    let file = rewritten.edits.first().map(|edit| edit.range.file).expect("an edit of the header");
    let text = apply(header.as_bytes(), rewritten.edits_of(file));
    expect![[r#"
        #define LOOP _Pragma("omp target teams map(hold,tofrom: a[0:4]) shared(a)") _Pragma("omp distribute")
        static void g(int *a) {
        #pragma omp target update from(present: a[0:4])
        }
    "#]]
    .assert_eq(&String::from_utf8_lossy(&text));
    let codes: Vec<_> = rewritten.diagnostics.iter().map(|finding| finding.code.id).collect();
    assert_eq!(codes, ["MAP0012"]);
}

/// A header with new code may come before the program's own inclusion of the library's header.
#[test]
fn code_in_headers_is_declared_before_them() {
    let header =
        [("own.h", "static void g(int n, int **a) {\n#pragma acc enter data copyin(a[0:n][0:4])\n}\n")];
    let first = "#include <openacc.h>\n";
    for rest in [
        "#include \"own.h\"\n#include <openacc.h>\n",
        "#include \"own.h\"\nint f(void) { return acc_on_device(4); }\n",
    ] {
        let text =
            Program::with_headers(rest, &header).translate(PORTABLE, RewriteOptions::default()).lossy();
        assert_eq!(text, format!("{first}{rest}"));
        check_second_run(rest, &header, RewriteOptions::default());
    }
    let declared = format!("{first}#include \"own.h\"\n");
    let text =
        Program::with_headers(&declared, &header).translate(PORTABLE, RewriteOptions::default()).lossy();
    assert_eq!(text, declared);
}

const BOTH: &str = "\
void f(int *a) {
  int k;
  #pragma acc parallel copy(a[0:4]) \\
              num_gangs(2) // two
  {
    #pragma acc loop seq /* one
      after another */
    for (int i = 0; i < 4; ++i) a[i]++;
    #pragma acc loop vector
    for (k = 0; k < 4; ++k)
      a[k]++; // end
  }
}
";

#[test]
fn openmp_in_comments() {
    check_with(
        BOTH,
        mode(Mode::AccOmp),
        &expect![[r#"
        void f(int *a) {
          int k;
          #pragma acc parallel copy(a[0:4]) \
                      num_gangs(2) // two
          // #pragma omp target teams map(hold,tofrom: a[0:4]) num_teams(2) shared(a)
          {
            #pragma acc loop seq /* one
              after another */ // discarded in OpenMP translation
            for (int i = 0; i < 4; ++i) a[i]++;
            // v----------ACC----------v
            #pragma acc loop vector
            for (k = 0; k < 4; ++k)
              a[k]++; // end
            // ---------ACC->OMP--------
            // {
            //   int k;
            // #pragma omp distribute simd
            // for (k = 0; k < 4; ++k)
            //   a[k]++; // end
            // }
            // ^----------OMP----------^
          }
        }
    "#]],
    );
}

#[test]
fn openacc_in_comments() {
    check_with(
        BOTH,
        mode(Mode::OmpAcc),
        &expect![[r#"
        void f(int *a) {
          int k;
          #pragma omp target teams map(hold,tofrom: a[0:4]) num_teams(2) shared(a)
          // #pragma acc parallel copy(a[0:4]) \
          //             num_gangs(2) // two
          {
            // #pragma acc loop seq /* one
            //   after another */ // discarded in OpenMP translation
            for (int i = 0; i < 4; ++i) a[i]++;
            // v----------OMP----------v
            {
              int k;
            #pragma omp distribute simd
            for (k = 0; k < 4; ++k)
              a[k]++; // end
            }
            // ---------OMP<-ACC--------
            // #pragma acc loop vector
            // for (k = 0; k < 4; ++k)
            //   a[k]++; // end
            // ^----------ACC----------^
          }
        }
    "#]],
    );
}

#[test]
fn the_original_stays_in_its_own_mode() {
    let translated = Program::new(BOTH).translate(PORTABLE, mode(Mode::Acc));
    assert_eq!(translated.lossy(), BOTH);
}

#[test]
fn what_a_macro_makes_of_an_argument_is_the_argument_s_own_text() {
    let check = |macros: &str, clauses: &str, expected: &str| {
        let source = format!(
            "{macros}\nvoid f(int *a, int *b, int n, int n1) {{\n#pragma acc parallel {clauses}\n  a[0] = b[0];\n}}\n"
        );
        let text = Program::new(&source).translate(PORTABLE, RewriteOptions::default()).lossy();
        let line = text.lines().find(|line| line.starts_with("#pragma")).expect("a directive");
        assert_eq!(line.strip_prefix("#pragma omp target teams "), Some(expected), "{clauses}");
    };
    let copyin = "#define CP(x) copyin(x)\n#define ID(x) x";
    check(copyin, "CP(b[0:4])", "map(to: b[0:4]) shared(b)");
    check(copyin, "ID(CP(b[0:ID(n)]))", "map(to: b[0:ID(n)]) shared(b)");
    check(copyin, "CP(ID(b[0:4]))", "map(to: ID(b[0:4])) shared(b)");
    check(copyin, "copyin(b[0:ID(n + 1)])", "map(to: b[0:ID(n + 1)]) shared(b)");
    check(copyin, "CP(b[0:\\\n 4])", "map(to: b[0:4]) shared(b)");
    check("#define ALL copyin(b[0:4]) num_gangs(n + 1)", "ALL", "map(to: b[0:4]) num_teams(n + 1) shared(b)");
    check("#define HALF (n +", "num_gangs HALF 1)", "num_teams(n + 1)");
    check("#define NG(n) num_gangs(n)", "NG(n+1)", "num_teams(n+1)");
    check("#define NG(n) num_gangs(n + n)", "NG(n1)", "num_teams(n1 + n1)");
    check("#define NG(n) num_gangs(n n)", "NG(-n1)", "num_teams(-n1 - n1)");
    check("#define NG(x) num_gangs(n ## x)", "NG(1)", "num_teams(n1)");
    check("#define L(...) copyin(__VA_ARGS__)", "L(a[0:n], b[0:4])", "map(to: a[0:n],b[0:4]) shared(a,b)");
    check("#define S(x, y) copyin(y, x)", "S(a[0:n], b[0:4])", "map(to: b[0:4],a[0:n]) shared(a,b)");
    check("#define C(x, y) x, y", "copyin(C(a[0:n], b[0:4]))", "map(to: a[0:n],b[0:4]) shared(a,b)");
}

#[test]
fn a_macro_that_makes_more_than_a_directive_is_kept_or_edited_inside_its_argument() {
    check(
        "\
#define W(p, y) _Pragma(#p) y
#define WRAP(x) { x }
#define BOTH(x) x x
void f(int *a, int n) {
  W(acc parallel copy(a[0:4]), a[0]++;)
  WRAP(_Pragma(\"acc parallel num_workers(n) copy(a[0:4])\") { _Pragma(\"acc loop worker\") for (int i = 0; i < 4; ++i) a[i]++; })
  BOTH(_Pragma(\"acc parallel num_workers(n) copy(a[0:4])\") { _Pragma(\"acc loop worker\") for (int i = 0; i < 4; ++i) a[i]++; })
}
",
        &expect![[r##"
            #define W(p, y) _Pragma(#p) y
            #define WRAP(x) { x }
            #define BOTH(x) x x
            void f(int *a, int n) {
              W(acc parallel copy(a[0:4]), a[0]++;)
              WRAP({ const int __clang_acc_num_workers__ = n; _Pragma("omp target teams map(hold,tofrom: a[0:4]) shared(a)") { _Pragma("omp distribute parallel for num_threads(__clang_acc_num_workers__) shared(a)") for (int i = 0; i < 4; ++i) a[i]++; } })
              BOTH({ const int __clang_acc_num_workers__ = n; _Pragma("omp target teams map(hold,tofrom: a[0:4]) shared(a)") { _Pragma("omp distribute parallel for num_threads(__clang_acc_num_workers__) shared(a)") for (int i = 0; i < 4; ++i) a[i]++; } })
            }
            MAP0010: the directive is made by a macro together with other code
        "##]],
    );
}

#[test]
fn constructs_whose_borders_a_branch_crosses_are_kept() {
    check(
        "\
void f(int n, int *a) {
  for (int i = 0; i < n; ++i) {
    #pragma acc data copy(a[0:n])
    #pragma acc data present(a)
    { if (a[i]) break; }
    #pragma acc update self(a[0:n])
  }
}
",
        &expect![[r#"
            void f(int n, int *a) {
              for (int i = 0; i < n; ++i) {
                #pragma acc data copy(a[0:n])
                #pragma acc data present(a)
                { if (a[i]) break; }
                #pragma omp target update from(present: a[0:n])
              }
            }
        "#]],
    );
}

#[test]
fn directives_on_one_line_are_discarded_together() {
    for text in [
        "_Pragma(\"acc update self(a[0:4])\")   _Pragma(\"acc wait\")",
        "_Pragma(\"acc update self(a[0:4])\")_Pragma(\"acc wait\") // why",
    ] {
        let source = format!("void f(int *a) {{\n  {text}\n  a[0] = 1;\n}}\n");
        let translated = Program::new(&source).translate(HOST, RewriteOptions::default());
        assert!(!translated.lossy().contains("acc"), "{}", translated.lossy());
        assert_eq!(translated.translation.rewritten.diagnostics, []);
    }
}

#[test]
fn a_carriage_return_alone_ends_no_line() {
    check_bytes(
        b"void f(int *a) {\r\r\n  #pragma acc parallel loop copy(a[0:4])\r\r\n  for (int i = 0; i < 4; ++i) a[i]++;\r\r\n}\r\r\n",
        b"void f(int *a) {\r\r\n  #pragma omp target teams map(hold,tofrom: a[0:4]) shared(a)\r\n  #pragma omp distribute\r\r\n  for (int i = 0; i < 4; ++i) a[i]++;\r\r\n}\r\r\n",
    );
}

#[test]
fn code_behind_an_operator_that_is_printed_from_the_tree_goes_to_its_own_line() {
    let source = "void g(void);\nvoid f(void) {\n  _Pragma(\"acc wait\") g();\n}\n";
    check_with(
        source,
        common::expanded(),
        &expect![[r#"
        void g(void);
        void f(void) {
          #pragma omp taskwait
        g();
        }
    "#]],
    );
}

/// What stands behind a function for devices in its last line stays code, and goes to a line of its own where comments come.
#[test]
fn code_behind_a_function_for_devices_stays() {
    const SOURCE: &str = "\
#pragma acc routine seq
static int f(int x) {
  return x; } int n = 3; int g(void) { return n; } // both
#pragma acc routine seq
static int h(int x) { return x; } /* a comment
  that goes on */ int m;
#pragma acc routine seq
static int k(int x) { return x; } // alone
";
    check_with(
        SOURCE,
        mode(Mode::AccOmp),
        &expect![[r#"
        #pragma acc routine seq
        // #pragma omp declare target
        static int f(int x) {
          return x; }
        // #pragma omp end declare target
        int n = 3; int g(void) { return n; } // both
        #pragma acc routine seq
        // #pragma omp declare target
        static int h(int x) { return x; }
        // #pragma omp end declare target
        /* a comment
          that goes on */ int m;
        #pragma acc routine seq
        // #pragma omp declare target
        static int k(int x) { return x; } // alone
        // #pragma omp end declare target
    "#]],
    );
    check_with(
        SOURCE,
        mode(Mode::OmpAcc),
        &expect![[r##"
        #pragma omp declare target
        // #pragma acc routine seq
        static int f(int x) {
          return x; } _Pragma("omp end declare target") int n = 3; int g(void) { return n; } // both
        #pragma omp declare target
        // #pragma acc routine seq
        static int h(int x) { return x; } _Pragma("omp end declare target") /* a comment
          that goes on */ int m;
        #pragma omp declare target
        // #pragma acc routine seq
        static int k(int x) { return x; } // alone
        #pragma omp end declare target
    "##]],
    );
    check_with(
        SOURCE,
        mode(Mode::Dual),
        &expect![[r#"
        #ifdef _OPENACC /* dual */
        #pragma acc routine seq
        #else
        #pragma omp declare target
        #endif
        static int f(int x) {
          return x; }
        #ifndef _OPENACC /* dual */
        #pragma omp end declare target
        #endif
        int n = 3; int g(void) { return n; } // both
        #ifdef _OPENACC /* dual */
        #pragma acc routine seq
        #else
        #pragma omp declare target
        #endif
        static int h(int x) { return x; }
        #ifndef _OPENACC /* dual */
        #pragma omp end declare target
        #endif
        /* a comment
          that goes on */ int m;
        #ifdef _OPENACC /* dual */
        #pragma acc routine seq
        #else
        #pragma omp declare target
        #endif
        static int k(int x) { return x; } // alone
        #ifndef _OPENACC /* dual */
        #pragma omp end declare target
        #endif
    "#]],
    );
    for kind in [Mode::AccOmp, Mode::OmpAcc, Mode::Dual] {
        for source in
            [SOURCE.to_owned(), SOURCE.replace('\n', "\r\n"), format!("\u{feff}{}", SOURCE.trim_end())]
        {
            check_second_run(&source, &[], mode(kind));
        }
    }
}
